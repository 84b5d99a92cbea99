"""Deformable convolution: each element of the kernel looks at its own place."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def check_deformable(op: str, channel: int, modulated: Any, **tuples: Any) -> None:
    """Check the settings of a deformable convolution.

    Args:
        op (str): public name.
        channel (int): where the channels are among the dimensions.
        modulated (bool): must be ``True``.
        **tuples (tuple[int]): kernel size (2 ints), strides, padding and dilations (4 ints).

    Raises:
        TypeError: if one is no tuple of ints, or `modulated` no bool.
        ValueError: if a length or an entry is wrong, or `modulated` is ``False``.
    """
    for name, value in tuples.items():
        if not isinstance(value, tuple) or not all(isinstance(v, int) for v in value):
            msg = f"{op}: {name} must be a tuple of ints, got {value!r}"
            raise TypeError(msg)
        wanted = 2 if name in ("ksize", "kernel_size") else 4
        if len(value) != wanted:
            msg = f"{op}: {name} must have {wanted} entries, got {value!r}"
            raise ValueError(msg)
        if name in ("strides", "dilations") and (value[0] != 1 or value[channel] != 1):
            msg = f"{op}: {name} must be 1 for batch and channels, got {value!r}"
            raise ValueError(msg)
    bool_arg(op, "modulated", modulated)
    if not modulated:
        msg = f"{op}: modulated must be True; for version 1 pass a mask of ones"
        raise ValueError(msg)


def _grid(size: int, kernel: int, stride: int, pad: int, dilation: int, device: torch.device) -> torch.Tensor:
    """Return where each element of the kernel looks, without offsets: (kernel, size)."""
    ends = torch.arange(kernel, device=device)[:, None] * dilation
    return ends + torch.arange(size, device=device) * stride - pad


def deformable_samples(
    op: str, t: torch.Tensor, offsets: torch.Tensor, geometry: tuple[Any, Any, Any, Any], groups: int
) -> torch.Tensor:
    """Return what the kernel sees: (N, C, H_out * k_h, W_out * k_w), images and offsets with the channels first.

    Args:
        op (str): public name.
        t (torch.Tensor): the images.
        offsets (torch.Tensor): for all groups and elements of the kernel the offsets in x, those in y, the masks.
        geometry (tuple): kernel size, strides and dilations (rows, columns each), and padding (top, bottom, left,
            right).
        groups (int): of channels that share their offsets.

    Returns:
        torch.Tensor.

    Raises:
        ValueError: if the shapes do not fit.
    """
    (k_h, k_w), stride, dilation, pads = geometry
    n, channels, height, width = t.shape
    out_h = (height + pads[0] + pads[1] - (k_h - 1) * dilation[0] - 1) // stride[0] + 1
    out_w = (width + pads[2] + pads[3] - (k_w - 1) * dilation[1] - 1) // stride[1] + 1
    wanted = (n, 3 * groups * k_h * k_w, out_h, out_w)
    if tuple(offsets.shape) != wanted or channels % groups:
        msg = f"{op}: offsets must have shape {wanted} and deformable_groups divide {channels} channels, got "
        raise ValueError(msg + f"{tuple(offsets.shape)} and {groups}")
    move_x, move_y, mask = offsets.view(n, 3, groups, k_h, k_w, out_h, out_w).unbind(1)
    y = _grid(out_h, k_h, stride[0], pads[0], dilation[0], t.device)[:, None, :, None] + move_y
    x = _grid(out_w, k_w, stride[1], pads[2], dilation[1], t.device)[None, :, None, :] + move_x
    grouped = t.view(n * groups, channels // groups, height, width)
    # pixel coordinates in grid_sample's terms; it gives 0 to what lies outside, as MindSpore does
    grid = torch.stack(((2 * x + 1) / width - 1, (2 * y + 1) / height - 1), -1).flatten(0, 1).flatten(1, 3)
    seen = F.grid_sample(grouped, grid, "bilinear", "zeros", align_corners=False)
    seen = seen.view(n, groups, -1, k_h, k_w, out_h, out_w) * mask[:, :, None]
    return seen.permute(0, 1, 2, 5, 3, 6, 4).reshape(n, channels, out_h * k_h, out_w * k_w)


def deformable_conv2d(
    x: Tensor,
    weight: Tensor,
    offsets: Tensor,
    kernel_size: tuple[int, int],
    strides: tuple[int, int, int, int],
    padding: tuple[int, int, int, int],
    bias: Tensor | None = None,
    dilations: tuple[int, int, int, int] = (1, 1, 1, 1),
    groups: int = 1,
    deformable_groups: int = 1,
    modulated: bool = True,
) -> Tensor:
    r"""Convolve images with kernels whose elements are moved and weighted at each place.

    Args:
        x (Tensor): shape :math:`(N, C_{in}, H, W)`.
        weight (Tensor): shape :math:`(C_{out}, C_{in} / groups, k_h, k_w)`.
        offsets (Tensor): for all elements of the kernel the offsets in x, then those in y, then the weights, of shape
            :math:`(N, 3 * deformable\_groups * k_h * k_w, H_{out}, W_{out})`.
        kernel_size (tuple[int]): rows and columns.
        strides (tuple[int]): (1, 1, rows, columns).
        padding (tuple[int]): zeros (top, bottom, left, right).
        bias (Tensor, optional): shape :math:`(C_{out})`. Default: ``None``.
        dilations (tuple[int]): (1, 1, rows, columns). Default: ``(1, 1, 1, 1)``.
        groups (int): groups of channels. Default: ``1``.
        deformable_groups (int): groups of channels that share their offsets. Default: ``1``.
        modulated (bool): only ``True``. Default: ``True``.

    Returns:
        Tensor of shape :math:`(N, C_{out}, H_{out}, W_{out})`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the shapes do not fit, or `modulated` is ``False``.

    Source: mindspore.ops.deformable_conv2d, MindSpore 2.10
    """
    op = "ops.deformable_conv2d"
    check_deformable(
        op, 1, modulated, strides=strides, padding=padding, kernel_size=kernel_size, dilations=dilations
    )  # fmt: skip
    geometry = (kernel_size, strides[2:], dilations[2:], padding)
    seen = deformable_samples(op, admitted(x, "ops.deformable_conv2d"), unwrap(offsets), geometry, deformable_groups)
    try:
        out = F.conv2d(seen, unwrap(weight), None if bias is None else unwrap(bias), kernel_size, groups=groups)
    except RuntimeError as error:
        raise op_error(op, error, x=x, weight=weight) from None
    return wrap(out)
