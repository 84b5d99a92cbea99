"""Sliding windows laid out and put together, and moves between channels, space and batch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._windows import pad_by, same_pairs

Pair = int | tuple[int, int] | list[int]


def _pair(op: str, name: str, value: Any, least: int) -> tuple[int, int]:
    values = (value, value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(values, (tuple, list)) or any(type(v) is not int for v in values):
        msg = f"{op}: {name} must be an int or a tuple or list of ints, got {value!r}"
        raise TypeError(msg)
    if len(values) == 1:
        values = (*values, *values)
    if len(values) != 2 or any(v < least for v in values):
        msg = f"{op}: {name} must be one or two ints of at least {least}, got {value!r}"
        raise ValueError(msg)
    return values[0], values[1]


def _windows(op: str, kernel: Any, dilation: Any, padding: Any, stride: Any) -> tuple[Any, Any, Any, Any]:
    return (
        _pair(op, "kernel_size", kernel, 1),
        _pair(op, "dilation", dilation, 1),
        _pair(op, "padding", padding, 0),
        _pair(op, "stride", stride, 1),
    )


def unfold(input: Tensor, kernel_size: Pair, dilation: Pair = 1, padding: Pair = 0, stride: Pair = 1) -> Tensor:
    """Lay out the sliding windows of images as columns.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)`.
        kernel_size (Union[int, tuple[int], list[int]]): size of the window.
        dilation (Union[int, tuple[int], list[int]]): step within the window. Default: ``1``.
        padding (Union[int, tuple[int], list[int]]): zeros on both sides. Default: ``0``.
        stride (Union[int, tuple[int], list[int]]): step of the window. Default: ``1``.

    Returns:
        Tensor of shape :math:`(N, C * k_h * k_w, windows)`.

    Raises:
        TypeError: if a size is of another kind.
        ValueError: if the arguments do not fit, or the input has not four dimensions.

    Source: mindspore.ops.unfold, MindSpore 2.10
    """
    windows = _windows("ops.unfold", kernel_size, dilation, padding, stride)
    t = admitted(input, "ops.unfold")
    if t.ndim != 4:
        msg = f"ops.unfold: the input must have 4 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        if not (t.is_floating_point() or t.is_complex()):  # torch lays out no integers
            return wrap(F.unfold(t.to(dtype=torch.float64), *windows).to(dtype=t.dtype))
        return wrap(F.unfold(t, *windows))
    except RuntimeError as error:
        raise op_error("ops.unfold", error, input=input, kernel_size=kernel_size) from None


def _size_of(op: str, output_size: Any) -> tuple[int, int]:
    if isinstance(output_size, TensorBase):
        output_size = [int(s) for s in output_size._t.reshape(-1).tolist()]
    return _pair(op, "output_size", output_size, 1)


def fold(
    input: Tensor,
    output_size: Tensor,
    kernel_size: Pair,
    dilation: Pair = 1,
    padding: Pair = 0,
    stride: Pair = 1,
) -> Tensor:
    """Put columns of windows together to images, adding where they overlap.

    Args:
        input (Tensor): shape :math:`(N, C * k_h * k_w, windows)`.
        output_size (Tensor): the size, two ints.
        kernel_size (Union[int, tuple[int], list[int]]): size of the window.
        dilation (Union[int, tuple[int], list[int]]): step within the window. Default: ``1``.
        padding (Union[int, tuple[int], list[int]]): what is cut off on both sides. Default: ``0``.
        stride (Union[int, tuple[int], list[int]]): step of the window. Default: ``1``.

    Returns:
        Tensor of shape :math:`(N, C, H, W)`.

    Raises:
        TypeError: if a size is of another kind.
        ValueError: if the arguments do not fit, or the input has not three dimensions.

    Source: mindspore.ops.fold, MindSpore 2.10
    """
    t = unwrap(input)
    if not isinstance(output_size, TensorBase):
        msg = f"ops.fold: output_size must be a Tensor, got {output_size!r}; write ms.Tensor([h, w], ms.int32)"
        raise TypeError(msg)
    size = _size_of("ops.fold", output_size)
    windows = _windows("ops.fold", kernel_size, dilation, padding, stride)
    if t.ndim != 3:
        msg = f"ops.fold: the input must have 3 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        return wrap(F.fold(t, size, *windows))
    except RuntimeError as error:
        raise op_error("ops.fold", error, input=input, output_size=size) from None


def col2im(
    input_x: Tensor, output_size: Tensor, kernel_size: Pair, dilation: Pair, padding_value: Pair, stride: Pair
) -> Tensor:
    """Put windows together to images, adding where they overlap.

    Args:
        input_x (Tensor): shape :math:`(N, C, k_h * k_w, windows)`.
        output_size (Tensor): the size, two ints.
        kernel_size (Union[int, tuple[int], list[int]]): size of the window.
        dilation (Union[int, tuple[int], list[int]]): step within the window.
        padding_value (Union[int, tuple[int], list[int]]): what is cut off on both sides.
        stride (Union[int, tuple[int], list[int]]): step of the window.

    Returns:
        Tensor of shape :math:`(N, C, H, W)`.

    Raises:
        TypeError: if a size is of another kind.
        ValueError: if the arguments do not fit, or the input has not four dimensions.

    Source: mindspore.ops.col2im, MindSpore 2.10
    """
    t = unwrap(input_x)
    size = _size_of("ops.col2im", output_size)
    windows = _windows("ops.col2im", kernel_size, dilation, padding_value, stride)
    if t.ndim != 4:
        msg = f"ops.col2im: the input must have 4 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        return wrap(F.fold(t.flatten(1, 2), size, *windows))
    except RuntimeError as error:
        raise op_error("ops.col2im", error, input_x=input_x, output_size=size) from None


def extract_patches(
    op: str, input_x: Tensor, kernel: Sequence[int], stride: Sequence[int], rate: Sequence[int], padding: str
) -> Tensor:
    """Lay out windows of images along the channels, the window's places outermost.

    Raises:
        ValueError: if the input has not four dimensions, or is smaller than a window.
    """
    t = unwrap(input_x)
    if t.ndim != 4:
        msg = f"{op}: the input must have 4 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    if padding == "same":
        t = pad_by(t, same_pairs(t.shape[2:], kernel, stride, rate))
    sizes = [(s - (k - 1) * r - 1) // d + 1 for s, k, r, d in zip(t.shape[2:], kernel, rate, stride, strict=True)]
    if min(sizes) < 1:
        msg = f"{op}: a window of {tuple(kernel)} does not fit an input of shape {tuple(t.shape)}"
        raise ValueError(msg)
    n, channels = t.shape[:2]
    columns = F.unfold(t, tuple(kernel), tuple(rate), 0, tuple(stride))
    places = kernel[0] * kernel[1]
    return wrap(columns.view(n, channels, places, -1).transpose(1, 2).reshape(n, places * channels, *sizes))


def _factor(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"{name} must be an int, got {value!r}"
        raise TypeError(msg)
    if value < 1:
        msg = f"{name} must be above 0, got {value}"
        raise ValueError(msg)
    return value


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Spread channels over larger images.

    Args:
        input (Tensor): shape :math:`(*, C r^2, H, W)`.
        upscale_factor (int): the factor r.

    Returns:
        Tensor of shape :math:`(*, C, H r, W r)`.

    Raises:
        TypeError: if `upscale_factor` is no int.
        ValueError: if it is not positive, or the channels are not divisible by its square.

    Source: mindspore.ops.pixel_shuffle, MindSpore 2.10
    """
    _factor("ops.pixel_shuffle: upscale_factor", upscale_factor)
    try:
        return wrap(F.pixel_shuffle(unwrap(input), upscale_factor))
    except RuntimeError as error:
        raise op_error("ops.pixel_shuffle", error, input=input, upscale_factor=upscale_factor) from None


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Gather images into more channels; undoes `pixel_shuffle`.

    Args:
        input (Tensor): shape :math:`(*, C, H r, W r)`.
        downscale_factor (int): the factor r.

    Returns:
        Tensor of shape :math:`(*, C r^2, H, W)`.

    Raises:
        TypeError: if `downscale_factor` is no int.
        ValueError: if it is not positive, or the size is not divisible by it.

    Source: mindspore.ops.pixel_unshuffle, MindSpore 2.10
    """
    _factor("ops.pixel_unshuffle: downscale_factor", downscale_factor)
    t = unwrap(input)
    try:
        out = F.pixel_unshuffle(t, downscale_factor)
        if not t.numel():  # torch gives the shape of the input
            *outer, channels, height, width = t.shape
            r = downscale_factor
            out = out.reshape(*outer, channels * r * r, height // r, width // r)
        return wrap(out)
    except RuntimeError as error:
        raise op_error("ops.pixel_unshuffle", error, input=input, downscale_factor=downscale_factor) from None


def channel_shuffle(x: Tensor, groups: int) -> Tensor:
    """Take the channels of groups in turn.

    Args:
        x (Tensor): shape :math:`(N, C, *)`, of at least four dimensions.
        groups (int): divides the channels.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if the input has fewer dimensions.
        ValueError: if the channels are not divisible.

    Source: mindspore.ops.channel_shuffle, MindSpore 2.10
    """
    t = admitted(x, "ops.channel_shuffle")
    if t.ndim < 4:
        msg = f"ops.channel_shuffle: the input must have at least 4 dimensions, got shape {tuple(t.shape)}"
        raise TypeError(msg)
    if groups < 1 or t.shape[1] % groups:
        msg = f"ops.channel_shuffle: groups={groups} does not divide the channels of {tuple(t.shape)}"
        raise ValueError(msg)
    return wrap(t.unflatten(1, (groups, -1)).transpose(1, 2).flatten(1, 2))


def block_size_arg(op: str, block_size: Any) -> int:
    """Return `block_size`, an int of at least 2.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is below 2.
    """
    if isinstance(block_size, bool) or not isinstance(block_size, int):
        msg = f"{op}: block_size must be an int, got {block_size!r}"
        raise TypeError(msg)
    if block_size < 2:
        msg = f"{op}: block_size must be at least 2, got {block_size}"
        raise ValueError(msg)
    return block_size


def depth_to_space(x: Tensor, block: int) -> Tensor:
    """Spread channels over larger images, the place within a block outermost among the channels."""
    t = unwrap(x)
    if t.ndim != 4 or t.shape[1] % block**2:
        msg = f"ops.DepthToSpace: the channels of {tuple(t.shape)} are not divisible by the square of {block}"
        raise ValueError(msg)
    n, c, h, w = t.shape
    blocks = t.view(n, block, block, c // block**2, h, w).permute(0, 3, 4, 1, 5, 2)
    return wrap(blocks.reshape(n, c // block**2, h * block, w * block))


def space_to_depth(x: Tensor, block: int) -> Tensor:
    """Gather images into more channels; undoes `depth_to_space`."""
    t = unwrap(x)
    if t.ndim != 4 or t.shape[2] % block or t.shape[3] % block:
        msg = f"ops.SpaceToDepth: the size of {tuple(t.shape)} is not divisible by {block}"
        raise ValueError(msg)
    n, c, h, w = t.shape
    blocks = t.view(n, c, h // block, block, w // block, block).permute(0, 3, 5, 1, 2, 4)
    return wrap(blocks.reshape(n, c * block**2, h // block, w // block))


def _blocks(op: str, block: Any, pairs: Any) -> tuple[list[int], list[tuple[int, int]]]:
    sizes = [block] * len(pairs) if isinstance(block, int) else list(block)
    if len(sizes) != len(pairs) or any(s < 1 for s in sizes) or any(min(pair) < 0 for pair in pairs):
        msg = f"{op}: needs one positive block size and one pair not below 0 per dimension, got {block} and {pairs}"
        raise ValueError(msg)
    return sizes, [(int(a), int(b)) for a, b in pairs]


def space_to_batch_nd(input_x: Tensor, block_size: Any, paddings: Any) -> Tensor:
    """Move blocks of the last dimensions into the batch, after padding with zeros.

    Args:
        input_x (Tensor): shape :math:`(N, *, S_1, ..., S_M)`.
        block_size (Union[list(int), tuple(int), int]): size of a block per dimension.
        paddings (Union[tuple, list]): (before, after) per dimension.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.space_to_batch_nd, MindSpore 2.10
    """
    sizes, pairs = _blocks("ops.space_to_batch_nd", block_size, paddings)
    t = pad_by(admitted(input_x, "ops.space_to_batch_nd"), pairs)
    m, first = len(sizes), t.ndim - len(sizes)
    if first < 1 or any(s % b for s, b in zip(t.shape[first:], sizes, strict=True)):
        msg = f"ops.space_to_batch_nd: blocks of {sizes} do not divide an input padded to {tuple(t.shape)}"
        raise ValueError(msg)
    split = [part for s, b in zip(t.shape[first:], sizes, strict=True) for part in (s // b, b)]
    blocks = t.reshape(*t.shape[:first], *split)
    order = [first + 2 * i + 1 for i in range(m)] + list(range(first)) + [first + 2 * i for i in range(m)]
    return wrap(blocks.permute(order).flatten(0, m))


def batch_to_space_nd(input_x: Tensor, block_shape: Any, crops: Any) -> Tensor:
    """Move the batch back into blocks of the last dimensions, and crop; undoes `space_to_batch_nd`.

    Args:
        input_x (Tensor): shape :math:`(N, *, S_1, ..., S_M)`.
        block_shape (Union[list(int), tuple(int), int]): size of a block per dimension.
        crops (Union[tuple, list]): (before, after) per dimension.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.batch_to_space_nd, MindSpore 2.10
    """
    sizes, pairs = _blocks("ops.batch_to_space_nd", block_shape, crops)
    t = admitted(input_x, "ops.batch_to_space_nd")
    m, first = len(sizes), t.ndim - len(sizes)
    whole = math.prod(sizes)
    if first < 1 or t.shape[0] % whole:
        msg = f"ops.batch_to_space_nd: blocks of {sizes} do not divide the batch of {tuple(t.shape)}"
        raise ValueError(msg)
    blocks = t.reshape(*sizes, t.shape[0] // whole, *t.shape[1:])
    order = [m + i for i in range(first)] + [axis for i in range(m) for axis in (m + first + i, i)]
    spread = blocks.permute(order)
    shape = [*spread.shape[:first], *(spread.shape[first + 2 * i] * sizes[i] for i in range(m))]
    out = spread.reshape(shape)
    for i, (before, after) in enumerate(pairs):
        out = out.narrow(first + i, before, out.shape[first + i] - before - after)
    return wrap(out)
