"""Sampling of images by coordinates."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, op_error


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """Take the values of images or volumes at coordinates.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)` or :math:`(N, C, D, H, W)`.
        grid (Tensor): the coordinates (x, y) or (x, y, z) in [-1, 1], of shape :math:`(N, H_{out}, W_{out}, 2)` or
            :math:`(N, D_{out}, H_{out}, W_{out}, 3)`.
        mode (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        padding_mode (str): what lies outside: ``"zeros"``, ``"border"`` or ``"reflection"``. Default: ``"zeros"``.
        align_corners (bool, optional): -1 and 1 are the corner elements' centres, not their outer edges; ``None``: no.
            Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `mode` or `padding_mode` is another word, or the shapes do not fit.

    Source: mindspore.ops.grid_sample, mindspore.mint.nn.functional.grid_sample, MindSpore 2.10
    """
    if mode not in ("bilinear", "nearest") or padding_mode not in ("zeros", "border", "reflection"):
        msg = (
            "ops.grid_sample: mode must be 'bilinear' or 'nearest' and padding_mode 'zeros', 'border' or "
            f"'reflection', got {mode!r} and {padding_mode!r}"
        )
        raise ValueError(msg)
    try:
        return wrap(F.grid_sample(unwrap(input), unwrap(grid), mode, padding_mode, bool(align_corners)))
    except RuntimeError as error:
        raise op_error("ops.grid_sample", error, input=input, grid=grid) from None


def affine_grid(theta: Tensor, size: Any, align_corners: bool = False) -> Tensor:
    """Make the coordinates of an affine map, for `grid_sample`.

    Args:
        theta (Tensor): the maps, of shape :math:`(N, 2, 3)` or :math:`(N, 3, 4)`.
        size (tuple[int]): size of the result: :math:`(N, C, H, W)` or :math:`(N, C, D, H, W)`.
        align_corners (bool): -1 and 1 are the corner elements' centres, not their outer edges. Default: ``False``.

    Returns:
        Tensor of shape :math:`(N, H, W, 2)` or :math:`(N, D, H, W, 3)`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.affine_grid, MindSpore 2.10
    """
    t = admitted(theta, "ops.affine_grid")
    sizes = size._t.tolist() if isinstance(size, TensorBase) else size
    if not isinstance(align_corners, bool) or isinstance(size, list) or not isinstance(sizes, (tuple, list)):
        msg = f"ops.affine_grid: size must be a tuple and align_corners a bool, got {size!r} and {align_corners!r}"
        raise TypeError(msg)
    wanted = {4: (2, 3), 5: (3, 4)}.get(len(sizes))
    if t.ndim != 3 or wanted is None or tuple(t.shape[1:]) != wanted or t.shape[0] != sizes[0]:
        msg = f"ops.affine_grid: theta of shape {tuple(t.shape)} and size {tuple(sizes)} do not go together"
        raise ValueError(msg)
    return wrap(F.affine_grid(t, list(sizes), align_corners))


def crop_and_resize(
    image: Tensor,
    boxes: Tensor,
    box_indices: Tensor,
    crop_size: tuple[int, int],
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
) -> Tensor:
    r"""Cut boxes out of images and resize them.

    Args:
        image (Tensor): shape :math:`(N, H, W, C)`.
        boxes (Tensor): the boxes (y1, x1, y2, x2) as shares of the image's size, of shape :math:`(M, 4)`.
        box_indices (Tensor): whose image each is, of int32 and shape :math:`(M,)`.
        crop_size (tuple[int]): height and width of the result.
        method (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        extrapolation_value (float): the value outside the image. Default: ``0.0``.

    Returns:
        Tensor of float32 and shape :math:`(M, crop\_height, crop\_width, C)`.

    Raises:
        UnsupportedArgumentError: if `method` is ``"bilinear_v2"``.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.crop_and_resize, MindSpore 2.10
    """
    if method == "bilinear_v2":
        raise UnsupportedArgumentError("ops.crop_and_resize", "method", method, "use 'bilinear'")
    t, corners, owner = unwrap(image), unwrap(boxes), unwrap(box_indices).long()
    if method not in ("bilinear", "nearest"):
        msg = f"ops.crop_and_resize: method must be 'bilinear', 'nearest' or 'bilinear_v2', got {method!r}"
        raise ValueError(msg)
    if t.ndim != 4 or corners.ndim != 2 or corners.shape[1] != 4 or owner.shape != corners.shape[:1]:
        msg = (
            "ops.crop_and_resize needs image (N, H, W, C), boxes (M, 4) and box_indices (M,), got shapes "
            f"{tuple(t.shape)}, {tuple(corners.shape)} and {tuple(owner.shape)}"
        )
        raise ValueError(msg)
    if owner.numel() and not 0 <= int(owner.min()) <= int(owner.max()) < t.shape[0]:
        msg = f"ops.crop_and_resize: box_indices must be in [0, {t.shape[0]}), got {owner.tolist()}"
        raise ValueError(msg)
    y, inside_y = _crop_places(corners[:, 0], corners[:, 2], t.shape[1], crop_size[0])
    x, inside_x = _crop_places(corners[:, 1], corners[:, 3], t.shape[2], crop_size[1])
    t = t.float() if t.dtype != torch.float64 else t
    if method == "nearest":
        rows, columns = (y + 0.5).floor().long(), (x + 0.5).floor().long()
        out = t[owner[:, None, None], rows[:, :, None], columns[:, None, :]]
    else:
        out = _bilinear(t, owner, y, x)
    inside = inside_y[:, :, None, None] & inside_x[:, None, :, None]
    return wrap(torch.where(inside, out, torch.tensor(extrapolation_value, dtype=out.dtype, device=out.device)))


def _crop_places(low: torch.Tensor, high: torch.Tensor, size: int, wanted: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return where each row of each box lies in the image, clamped to it, and which lie inside."""
    if wanted > 1:
        step = (high - low) * (size - 1) / (wanted - 1)
        place = low[:, None] * (size - 1) + torch.arange(wanted, device=low.device) * step[:, None]
    else:
        place = (0.5 * (low + high) * (size - 1))[:, None]
    return place.clamp(0, size - 1), (place >= 0) & (place <= size - 1)


def _bilinear(t: torch.Tensor, owner: torch.Tensor, y: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    top, left = y.floor().long(), x.floor().long()
    bottom, right = y.ceil().long(), x.ceil().long()
    dy, dx = (y - top).to(dtype=t.dtype)[:, :, None, None], (x - left).to(dtype=t.dtype)[:, None, :, None]
    whose = owner[:, None, None]
    upper_left = t[whose, top[:, :, None], left[:, None, :]]
    upper_right = t[whose, top[:, :, None], right[:, None, :]]
    lower_left = t[whose, bottom[:, :, None], left[:, None, :]]
    lower_right = t[whose, bottom[:, :, None], right[:, None, :]]
    upper = upper_left + (upper_right - upper_left) * dx
    lower = lower_left + (lower_right - lower_left) * dx
    return upper + (lower - upper) * dy
