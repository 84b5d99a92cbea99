"""Resizing by area and cubic curves, scaled and moved images, and cut-outs around points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.function.image.resize import check_resize, cubic_resized

KERNELS = ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic")
_RADIUS = {"lanczos1": 1.0, "lanczos3": 3.0, "lanczos5": 5.0, "gaussian": 1.5, "keyscubic": 2.0, "mitchellcubic": 2.0}


def _weighted(t: torch.Tensor, dim: int, weights: torch.Tensor) -> torch.Tensor:
    """Replace a dimension by weighted sums over it; the weights have one row for each new element."""
    return torch.matmul(t.movedim(dim, -1), weights.to(dtype=t.dtype).T).movedim(-1, dim)


def _area_weights(length: int, size: int, align_corners: bool, device: torch.device) -> torch.Tensor:
    step = (length - 1) / (size - 1) if align_corners and size > 1 else length / size
    start = torch.arange(size, dtype=torch.float64, device=device)[:, None] * step
    low = torch.arange(length, dtype=torch.float64, device=device)
    high = low + 1
    high[-1] = math.inf  # the last element stands for all beyond the edge
    return (torch.minimum(high, start + step) - torch.maximum(low, start)).clamp(min=0) / step


def resize_area(images: Tensor, size: Any, align_corners: bool = False) -> Tensor:
    """Resize images by the mean of what each new element covers.

    Args:
        images (Tensor): shape :math:`(N, H, W, C)`.
        size (Tensor): height and width.
        align_corners (bool): the corner elements stay in place. Default: ``False``.

    Returns:
        Tensor of float32 (float64 for such images) and shape :math:`(N, height, width, C)`.

    Raises:
        TypeError: if `align_corners` is no bool.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.ResizeArea, MindSpore 2.10
    """
    t = unwrap(images)
    height, width = check_resize("ops.ResizeArea", t, size, align_corners, False)
    t = t if t.dtype == torch.float64 else t.float()
    t = _weighted(t, 1, _area_weights(t.shape[1], height, align_corners, t.device))
    return wrap(_weighted(t, 2, _area_weights(t.shape[2], width, align_corners, t.device)))


def _corner_cubic(t: torch.Tensor, dim: int, size: int) -> torch.Tensor:
    """Resize one dimension by cubic convolution with parameter -0.75 between corners, the edges repeated."""
    length = t.shape[dim]
    place = torch.arange(size, dtype=torch.float64, device=t.device) * (length / size)
    low = place.floor().long()
    weights = torch.zeros(size, length, dtype=torch.float64, device=t.device)
    for step in (-1, 0, 1, 2):
        away = (place - (low + step)).abs()
        near = 1.25 * away**3 - 2.25 * away**2 + 1
        far = -0.75 * away**3 + 3.75 * away**2 - 6 * away + 3
        share = torch.where(away <= 1, near, far)
        weights.scatter_add_(1, (low + step).clamp(0, length - 1)[:, None], share[:, None])
    return _weighted(t, dim, weights)


def resize_bicubic(image: Tensor, size: Any, align_corners: bool = False, half_pixel_centers: bool = False) -> Tensor:
    """Resize images by cubic curves.

    Args:
        image (Tensor): shape :math:`(N, C, H, W)`.
        size (Union[tuple[int], list[int], Tensor]): height and width.
        align_corners (bool): the corner elements' centres stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre, and the curve's parameter -0.5 (else -0.75).
            Default: ``False``.

    Returns:
        Tensor.

    Raises:
        TypeError: if a flag is no bool.
        ValueError: if the arguments do not go together.

    Differs from MindSpore: the weights are exact; its kernel takes them from a table of 1024 steps.

    Source: mindspore.ops.ResizeBicubic, MindSpore 2.10
    """
    t = unwrap(image)
    height, width = check_resize("ops.ResizeBicubic", t, size, align_corners, half_pixel_centers)
    kind = t.dtype
    if kind == torch.float16:
        t = t.float()
    if align_corners:
        out = F.interpolate(t, (height, width), mode="bicubic", align_corners=True)
    elif half_pixel_centers:
        out = cubic_resized(cubic_resized(t, 2, height), 3, width)
    else:
        out = _corner_cubic(_corner_cubic(t, 2, height), 3, width)
    return wrap(out.to(dtype=kind))


def resize_linear_1d(x: Tensor, size: Any, coordinate_transformation_mode: str = "align_corners") -> Tensor:
    """Resize sequences linearly.

    Args:
        x (Tensor): shape :math:`(N, C, L)`.
        size (Union[tuple[int], list[int], Tensor]): the new length.
        coordinate_transformation_mode (str): ``"align_corners"`` or ``"half_pixel"``; in the latter a single new
            element is the first. Default: ``"align_corners"``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the shapes do not fit, or the mode is another word.

    Source: mindspore.ops.ResizeLinear1D, MindSpore 2.10
    """
    t = unwrap(x)
    sizes = unwrap(size).tolist() if isinstance(size, TensorBase) else list(size)
    if coordinate_transformation_mode not in ("align_corners", "half_pixel"):
        msg = (
            "ops.ResizeLinear1D: coordinate_transformation_mode must be 'align_corners' or 'half_pixel', got "
            f"{coordinate_transformation_mode!r}"
        )
        raise ValueError(msg)
    if t.ndim != 3 or len(sizes) != 1 or sizes[0] < 1:
        msg = f"ops.ResizeLinear1D: needs x (N, C, L) and one positive size, got shape {tuple(t.shape)} and {sizes}"
        raise ValueError(msg)
    if sizes[0] == 1:
        return wrap(t[..., :1])
    return wrap(F.interpolate(t, sizes[0], mode="linear", align_corners=coordinate_transformation_mode[0] == "a"))


def upsample_3d(op: str, x: Tensor, output_size: Any, scales: Any, mode: str, align_corners: bool | None) -> Tensor:
    """Resize volumes to a size or by factors.

    Raises:
        ValueError: if not exactly one of both is given, or it has not three positive entries.
    """
    t = unwrap(x)
    given = [v for v in (output_size, scales) if v is not None]
    if t.ndim != 5 or len(given) != 1:
        msg = f"{op}: needs a volume of 5 dimensions and one of output_size and scales, got shape {tuple(t.shape)}, "
        raise ValueError(msg + f"{output_size!r} and {scales!r}")
    if len(given[0]) != 3 or any(v <= 0 for v in given[0]):
        msg = f"{op}: output_size and scales must have three positive entries, got {given[0]!r}"
        raise ValueError(msg)
    size = None if output_size is None else tuple(output_size)
    factors = None if scales is None else tuple(float(s) for s in scales)
    return wrap(F.interpolate(t, size, factors, mode, align_corners))


def _kernel_values(kind: str, x: torch.Tensor) -> torch.Tensor:
    """Return the weight at a distance of `x` (not negative)."""
    zero = torch.zeros_like(x)
    if kind.startswith("lanczos"):
        radius = _RADIUS[kind]
        return torch.where(x <= radius, torch.sinc(x) * torch.sinc(x / radius), zero)
    if kind == "gaussian":
        return torch.where(x < 1.5, torch.exp(-x * x / 0.5), zero)
    if kind == "box":
        return torch.where(x < 0.5, 1.0, torch.where(x == 0.5, 0.5, zero))
    if kind == "triangle":
        return (1 - x).clamp(min=0)
    if kind == "keyscubic":
        near, far = (1.5 * x - 2.5) * x * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2
    else:
        near, far = (7 / 6 * x - 2) * x * x + 8 / 9, ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return torch.where(x < 1, near, torch.where(x < 2, far, zero))


def _moved_weights(
    kind: str, antialias: bool, length: int, size: int, scale: float, shift: float, device: torch.device
) -> torch.Tensor:
    # in float32 and in this order, as MindSpore does: "box" and "gaussian" jump at distances that rounding decides
    one = torch.ones((), dtype=torch.float32, device=device)
    inverse = one / (one * scale)
    width = max(float(inverse), 1.0) if antialias else 1.0
    centre = (torch.arange(size, device=device)[:, None] + 0.5) * inverse - inverse * (one * shift)
    place = torch.arange(length, device=device) + 0.5
    reach = _RADIUS.get(kind, 1.0) * width
    away = (place - centre).abs()
    weights = torch.where(away <= reach, _kernel_values(kind, away * (1 / (one * width))), 0.0)
    total = weights.sum(1, keepdim=True)
    weights = torch.where(total.abs() > 1e-30, weights / total, 0.0)
    return torch.where((centre >= 0) & (centre <= length), weights, 0.0)


def scale_and_translate(
    images: Tensor, size: Tensor, scale: Tensor, translation: Tensor, kernel_type: str = "lanczos3",
    antialias: bool = True,
) -> Tensor:  # fmt: skip
    """Scale images and move them; what comes from outside is 0.

    Args:
        images (Tensor): shape :math:`(N, H, W, C)`.
        size (Tensor): height and width of the result.
        scale (Tensor): factors of height and width.
        translation (Tensor): elements to move down and right.
        kernel_type (str): the curve. Default: ``"lanczos3"``.
        antialias (bool): widen the curve when the images shrink. Default: ``True``.

    Returns:
        Tensor of float32 (float64 for such images).

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.ScaleAndTranslate, MindSpore 2.10
    """
    t = unwrap(images)
    pairs = [unwrap(v).tolist() for v in (size, scale, translation)]
    if t.ndim != 4 or any(not isinstance(p, list) or len(p) != 2 for p in pairs) or min(pairs[1]) <= 0:
        msg = (
            "ops.ScaleAndTranslate: needs images (N, H, W, C) and two entries each of size, scale (positive) and "
            f"translation, got shape {tuple(t.shape)} and {pairs}"
        )
        raise ValueError(msg)
    t = t if t.dtype == torch.float64 else t.float()
    for dim, (wanted, factor, shift) in enumerate(zip(*pairs, strict=True), start=1):
        weights = _moved_weights(kernel_type, antialias, t.shape[dim], wanted, factor, shift, t.device)
        t = _weighted(t, dim, weights)
    return wrap(t)


def extract_glimpse(x: Tensor, size: Tensor, offsets: Tensor, flags: Sequence[bool], noise: str) -> Tensor:
    """Cut a window out of each image around a point; what lies outside is 0.

    Args:
        x (Tensor): shape :math:`(N, H, W, C)`.
        size (Tensor): height and width of the window.
        offsets (Tensor): the points (y, x), of shape :math:`(N, 2)`.
        flags (Sequence[bool]): the points count from the middle; they are shares of the size.
        noise (str): what fills the rest, ``"zero"``.

    Returns:
        Tensor of shape :math:`(N, height, width, C)`.

    Raises:
        UnsupportedArgumentError: if a window lies partly outside and `noise` is random.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.ExtractGlimpse, MindSpore 2.10
    """
    t, points = unwrap(x), unwrap(offsets).detach().double()
    if t.ndim != 4 or points.shape != (t.shape[0], 2):
        msg = f"ops.ExtractGlimpse: needs x (N, H, W, C) and offsets (N, 2), got {tuple(t.shape)} and "
        raise ValueError(msg + f"{tuple(points.shape)}")
    centered, normalized = flags
    window = [int(v) for v in unwrap(size).tolist()]
    lengths = torch.tensor(t.shape[1:3], dtype=torch.float64, device=t.device)
    if normalized:
        points = points * lengths
    if centered:
        points = (points + lengths) / 2
    start = points - torch.tensor(window, dtype=torch.float64, device=t.device) / 2
    first = start.trunc().long()
    places = [first[:, d, None] + torch.arange(window[d], device=t.device) for d in (0, 1)]
    inside = [(p >= 0) & (p < t.shape[d]) for d, p in enumerate(places, start=1)]
    held = inside[0][:, :, None] & inside[1][:, None, :]
    if noise != "zero" and not bool(held.all()):
        raise UnsupportedArgumentError("ops.ExtractGlimpse", "noise", noise, "use noise='zero', uniform_noise=False")
    rows, columns = (p.clamp(0, t.shape[d] - 1) for d, p in enumerate(places, start=1))
    image = torch.arange(t.shape[0], device=t.device)[:, None, None]
    out = t[image, rows[:, :, None], columns[:, None, :]]
    return wrap(torch.where(held[..., None], out, torch.zeros_like(out)))
