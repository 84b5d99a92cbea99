"""Resizing of sequences, images and volumes."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn.pool_adaptive import adaptive_avg_pool1d

# what MindSpore allows of each mode: input ranks, those that take a scale without recomputing, and align_corners
_RANKS = {
    "nearest": (3, 4, 5),
    "linear": (3,),
    "bilinear": (4,),
    "bicubic": (4,),
    "area": (3, 4, 5),
    "nearest-exact": (3, 4),
    "trilinear": (5,),
}
_SCALED = {("nearest", 5), ("area", 3), ("area", 4), ("area", 5), ("trilinear", 5)}
_ALIGNED = ("linear", "bilinear", "bicubic", "trilinear")


def _per_dim(name: str, value: Any, n: int, kind: type) -> tuple[Any, ...]:
    """Return one size or factor per dimension.

    Raises:
        TypeError: if an entry is of another kind.
        ValueError: if an entry is not positive, or there are too many or few.
    """
    values = tuple(value) if isinstance(value, (tuple, list)) else (value,) * n
    for each in values:
        if isinstance(each, bool) or not isinstance(each, kind):
            msg = f"ops.interpolate: {name} must be of {kind.__name__}, got {value!r}"
            raise TypeError(msg)
        if each <= 0:
            msg = f"ops.interpolate: {name} must be above 0, got {value!r}"
            raise ValueError(msg)
    if len(values) != n:
        msg = f"ops.interpolate: {name} must have {n} entries, got {value!r}"
        raise ValueError(msg)
    return values


def _flag(name: str, value: Any) -> bool:
    if value is not None and not isinstance(value, bool):
        msg = f"ops.interpolate: {name} must be a bool, got {value!r}"
        raise TypeError(msg)
    return bool(value)


def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize sequences, images or volumes.

    Args:
        input (Tensor): shape :math:`(N, C, L)`, :math:`(N, C, H, W)` or :math:`(N, C, D, H, W)`.
        size (Union[int, tuple[int], list[int]], optional): the size. Default: ``None``.
        scale_factor (Union[float, tuple[float], list[float]], optional): the size as a factor of the input's. Default:
            ``None``.
        mode (str): ``"nearest"``, ``"nearest-exact"`` (sequences and images), ``"area"``, ``"linear"`` (sequences),
            ``"bilinear"``, ``"bicubic"`` (images) or ``"trilinear"`` (volumes). Default: ``"nearest"``.
            Without `align_corners`, "bicubic" is another curve than torch's: parameter -0.5 for -0.75, no repeated
            edge.
        align_corners (bool, optional): the corner elements' centres stay in place; for the last four modes.
            Default: ``None``.
        recompute_scale_factor (bool, optional): work the size out of the factor first and then use the size alone.
            Needed with a factor, but for volumes and mode "area". Default: ``None``.

    Returns:
        Tensor.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the arguments do not go together.

    Differs from MindSpore: the weights of "bicubic" are exact; its kernel takes them from a table of 1024 steps.

    Source: mindspore.ops.interpolate, MindSpore 2.10
    """
    t = unwrap(input)
    if (size is None) == (scale_factor is None):
        msg = f"ops.interpolate: give one of size and scale_factor, got {size!r} and {scale_factor!r}"
        raise ValueError(msg)
    n = t.ndim - 2
    sizes = None if size is None else _per_dim("size", size, n, int)
    factors = None if scale_factor is None else _per_dim("scale_factor", scale_factor, n, float)
    if mode not in _RANKS or t.ndim not in _RANKS[mode]:
        allowed = f"inputs of {_RANKS[mode]} dimensions" if mode in _RANKS else f"modes {', '.join(_RANKS)}"
        msg = f"ops.interpolate: mode {mode!r} and shape {tuple(t.shape)} do not go together; it takes {allowed}"
        raise ValueError(msg)
    aligned = _flag("align_corners", align_corners)
    recompute = _flag("recompute_scale_factor", recompute_scale_factor) or (mode == "area" and sizes is None)
    _check_together(t, mode, size, align_corners, recompute)
    if factors is not None and recompute:
        sizes, factors = tuple(floor(t.shape[i + 2] * f) for i, f in enumerate(factors)), None
    if mode == "area" and t.ndim == 3 and sizes is not None:
        return adaptive_avg_pool1d(input, sizes[0])
    if mode == "bicubic" and not aligned and sizes is not None:
        return wrap(cubic_resized(cubic_resized(t, 2, sizes[0]), 3, sizes[1]))
    if mode in _ALIGNED:
        return _resized("ops.interpolate", t, sizes, factors, mode, aligned)
    return _resized("ops.interpolate", t, sizes, factors, mode, None)


def _check_together(t: torch.Tensor, mode: str, size: Any, align_corners: Any, recompute: bool) -> None:
    if size is not None and recompute:
        msg = "ops.interpolate: recompute_scale_factor=True needs scale_factor, not size"
        raise ValueError(msg)
    if size is None and not recompute and (mode, t.ndim) not in _SCALED:
        msg = (
            f"ops.interpolate: scale_factor with mode {mode!r} and an input of {t.ndim} dimensions needs "
            "recompute_scale_factor=True"
        )
        raise ValueError(msg)
    if align_corners is not None and mode not in _ALIGNED:
        msg = f"ops.interpolate: align_corners must be None in mode {mode!r}, got {align_corners}"
        raise ValueError(msg)


def _resized(op: str, t: torch.Tensor, size: Any, factors: Any, mode: str, aligned: bool | None) -> Tensor:
    try:
        return wrap(F.interpolate(t, size, factors, mode, aligned))
    except RuntimeError as error:
        raise op_error(op, error, input=wrap(t), size=size, mode=mode) from None


def cubic_resized(t: torch.Tensor, dim: int, size: int) -> torch.Tensor:
    """Resize one dimension by cubic convolution between the elements' centres.

    MindSpore's parameter is -0.5 (torch's is -0.75) and what lies outside has no weight (torch repeats the edge).
    """
    length = t.shape[dim]
    centre = (torch.arange(size, dtype=torch.float64, device=t.device) + 0.5) * (length / size) - 0.5
    away = (centre[:, None] - torch.arange(length, dtype=torch.float64, device=t.device)).abs()
    near = 1.5 * away**3 - 2.5 * away**2 + 1
    far = -0.5 * away**3 + 2.5 * away**2 - 4 * away + 2
    weights = torch.where(away <= 1, near, torch.where(away < 2, far, torch.zeros_like(away)))
    weights = weights / weights.sum(1, keepdim=True)
    return torch.matmul(t.movedim(dim, -1), weights.to(dtype=t.dtype).T).movedim(-1, dim)


def upsample(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize sequences, images or volumes; another name of `interpolate`.

    Args:
        input (Tensor): as for `interpolate`.
        size (Union[int, tuple[int], list[int]], optional): as for `interpolate`. Default: ``None``.
        scale_factor (Union[float, tuple[float], list[float]], optional): as for `interpolate`. Default: ``None``.
        mode (str): as for `interpolate`. Default: ``"nearest"``.
        align_corners (bool, optional): as for `interpolate`. Default: ``None``.
        recompute_scale_factor (bool, optional): as for `interpolate`. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.ops.upsample, MindSpore 2.10
    """
    return interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor)


def check_resize(op: str, t: torch.Tensor, size: Any, align_corners: Any, half_pixel_centers: Any) -> tuple[int, int]:
    """Return the size of a resized image, after the checks of the resizing Primitives.

    Raises:
        TypeError: if a flag is no bool, or `size` no tuple, list or Tensor.
        ValueError: if the arguments do not go together.
    """
    for name, flag in (("align_corners", align_corners), ("half_pixel_centers", half_pixel_centers)):
        bool_arg(op, name, flag)
    if align_corners and half_pixel_centers:
        msg = f"{op}: half_pixel_centers must be False when align_corners is True"
        raise ValueError(msg)
    sizes = getattr(size, "_t", size)
    if isinstance(sizes, torch.Tensor):
        sizes = sizes.tolist()
    if not isinstance(sizes, (tuple, list)):
        msg = f"{op}: size must be a tuple or list of two ints, got {size!r}"
        raise TypeError(msg)
    if len(sizes) != 2 or t.ndim != 4 or any(s < 1 for s in sizes):
        msg = f"{op}: needs an image of 4 dimensions and two positive ints, got shape {tuple(t.shape)} and {size!r}"
        raise ValueError(msg)
    return int(sizes[0]), int(sizes[1])


def resize_bilinear(op: str, image: Tensor, size: Any, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    """Resize images linearly; without either flag an element's centre is its upper left corner."""
    t = unwrap(image)
    height, width = check_resize(op, t, size, align_corners, half_pixel_centers)
    if align_corners or half_pixel_centers:
        return _resized(op, t, (height, width), None, "bilinear", align_corners)
    rows = _between(t, 2, height)
    return wrap(_between(rows, 3, width))


def _between(t: torch.Tensor, dim: int, size: int) -> torch.Tensor:
    """Interpolate one dimension linearly, from corner to corner."""
    length = t.shape[dim]
    place = torch.arange(size, device=t.device, dtype=torch.float64) * (length / size)
    low = place.floor().long().clamp(max=length - 1)
    share = (place - low).to(dtype=t.dtype).view(-1, *(1,) * (t.ndim - 1 - dim))
    lower, upper = t.index_select(dim, low), t.index_select(dim, (low + 1).clamp(max=length - 1))
    return lower + (upper - lower) * share


def resize_nearest(op: str, image: Tensor, size: Any, align_corners: bool, half_pixel_centers: bool) -> Tensor:
    """Resize images by the nearest element."""
    t = unwrap(image)
    height, width = check_resize(op, t, size, align_corners, half_pixel_centers)
    if align_corners:
        for dim, wanted in ((2, height), (3, width)):
            step = (t.shape[dim] - 1) / (wanted - 1) if wanted > 1 else 0.0
            place = torch.arange(wanted, device=t.device, dtype=torch.float64) * step
            t = t.index_select(dim, (place + 0.5).floor().long())
        return wrap(t)
    mode = "nearest-exact" if half_pixel_centers else "nearest"
    if t.is_floating_point() or t.dtype == torch.uint8:
        return _resized(op, t, (height, width), None, mode, None)
    for dim, wanted in ((2, height), (3, width)):
        place = torch.arange(wanted, device=t.device, dtype=torch.float64) + (0.5 if half_pixel_centers else 0.0)
        t = t.index_select(dim, (place * (t.shape[dim] / wanted)).floor().long())
    return wrap(t)
