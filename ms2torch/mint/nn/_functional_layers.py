"""Functions behind the layers of `mindspore.mint.nn`: windows, normalisation, dropout, tables, resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, unwrap_optional, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.mint.nn._in_place import into

Size = int | tuple[int, ...] | list[int]


@translated
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    dilation: Size = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve sequences.

    Args:
        input (Tensor): of any shape.
        weight (Tensor): the weight.
        bias (Tensor, None): the bias; ``None``: none. Default: ``None``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): zeros added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.conv1d, MindSpore 2.10
    """
    return wrap(torch.conv1d(unwrap(input), unwrap(weight), unwrap_optional(bias), stride, padding, dilation, groups))


@translated
def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Size = 1,
    padding: Any = 0,
    dilation: Size = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve volumes.

    Args:
        input (Tensor): of any shape.
        weight (Tensor): the weight.
        bias (Tensor, None): the bias; ``None``: none. Default: ``None``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.
        padding (Any): zeros added on both sides, or ``'same'`` or ``'valid'``. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        groups (int): into how many groups the channels fall. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.conv3d, MindSpore 2.10
    """
    return wrap(torch.conv3d(unwrap(input), unwrap(weight), unwrap_optional(bias), stride, padding, dilation, groups))


@translated
def avg_pool1d(
    input: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Average over windows of sequences.

    Args:
        input (Tensor): of any shape.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        ceil_mode (bool): round the output size up. Default: ``False``.
        count_include_pad (bool): count the padding in the average. Default: ``True``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.avg_pool1d, MindSpore 2.10
    """
    return wrap(F.avg_pool1d(unwrap(input), kernel_size, stride, padding, ceil_mode, count_include_pad))  # pyright: ignore[reportArgumentType]


@translated
def avg_pool2d(
    input: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Average over windows of images.

    Args:
        input (Tensor): of any shape.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        ceil_mode (bool): round the output size up. Default: ``False``.
        count_include_pad (bool): count the padding in the average. Default: ``True``.
        divisor_override (int, None): what to divide by in place of the window size. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.avg_pool2d, MindSpore 2.10
    """
    x = unwrap(input)
    return wrap(F.avg_pool2d(x, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override))


@translated
def avg_pool3d(
    input: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Average over windows of volumes.

    Args:
        input (Tensor): of any shape.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        ceil_mode (bool): round the output size up. Default: ``False``.
        count_include_pad (bool): count the padding in the average. Default: ``True``.
        divisor_override (int, None): what to divide by in place of the window size. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.avg_pool3d, MindSpore 2.10
    """
    x = unwrap(input)
    # torch has no kernel for float16 on CPU
    t = x.float() if x.dtype == torch.float16 and x.device.type == "cpu" else x
    out = F.avg_pool3d(t, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return wrap(out.to(dtype=x.dtype))


@translated
def max_pool2d(
    input: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Find the largest element of each window of images.

    Args:
        input (Tensor): of any shape.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        ceil_mode (bool): round the output size up. Default: ``False``.
        return_indices (bool): return where the largest elements stand as well. Default: ``False``.

    Returns:
        Tensor; with `return_indices` a tuple of two.

    Source: mindspore.mint.nn.functional.max_pool2d, MindSpore 2.10
    """
    for name, value in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding), ("dilation", dilation)):
        if not (value is None and name == "stride") and not isinstance(value, (int, tuple, list)):
            msg = f"mint.nn.functional.max_pool2d: the value of '{name}' is invalid: {value!r}; write an int or two"
            raise ValueError(msg)
    out: Any = F.max_pool2d(unwrap(input), kernel_size, stride, padding, dilation, ceil_mode, return_indices)  # pyright: ignore[reportArgumentType, reportCallIssue]
    return (wrap(out[0]), wrap(out[1])) if return_indices else wrap(out)


def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    output_size: Sequence[int] | None = None,
) -> Tensor:
    """Put the results of `max_pool2d` back where they stood, between zeros.

    Args:
        input (Tensor): of any shape.
        indices (Tensor): where they stood.
        kernel_size (Size): size of the window, an int or one for each dimension.
        stride (Size, None): step of the window; ``None``: its size. Default: ``None``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        output_size (Sequence[int], None): size of the output; None entries keep that of the input. Default:
            ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.max_unpool2d, MindSpore 2.10
    """
    size: Any = None if output_size is None else list(output_size)
    return wrap(F.max_unpool2d(unwrap(input), unwrap(indices).long(), kernel_size, stride, padding, size))  # type: ignore[arg-type]


@translated
def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """Average sequences down to a given length.

    Args:
        input (Tensor): of any shape.
        output_size (Any): size of the output; None entries keep that of the input.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.adaptive_avg_pool1d, MindSpore 2.10
    """
    return wrap(F.adaptive_avg_pool1d(unwrap(input), output_size))


@translated
def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """Average images down to a given size.

    Args:
        input (Tensor): of any shape.
        output_size (Any): size of the output; None entries keep that of the input.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.adaptive_avg_pool2d, MindSpore 2.10
    """
    return wrap(F.adaptive_avg_pool2d(unwrap(input), output_size))


@translated
def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """Average volumes down to a given size.

    Args:
        input (Tensor): of any shape.
        output_size (Any): size of the output; None entries keep that of the input.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.adaptive_avg_pool3d, MindSpore 2.10
    """
    return wrap(F.adaptive_avg_pool3d(unwrap(input), output_size))


def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Reduce sequences to a given length by their largest elements.

    Args:
        input (Tensor): of any shape.
        output_size (Any): size of the output; None entries keep that of the input.
        return_indices (bool): return where the largest elements stand as well. Default: ``False``.

    Returns:
        Tensor; with `return_indices` a tuple of two.

    Source: mindspore.mint.nn.functional.adaptive_max_pool1d, MindSpore 2.10
    """
    out, index = F.adaptive_max_pool1d(unwrap(input), output_size, True)
    return (wrap(out), wrap(index)) if return_indices else wrap(out)


@translated
def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Normalise each channel over the batch.

    Args:
        input (Tensor): of any shape.
        running_mean (Tensor, None): used in evaluation, moved in training.
        running_var (Tensor, None): used in evaluation, moved in training.
        weight (Tensor, None): the weight. Default: ``None``.
        bias (Tensor, None): the bias; ``None``: none. Default: ``None``.
        training (bool): use the statistics of the batch. Default: ``False``.
        momentum (float): weight of the new statistics in the running ones; ``None``: a plain average. Default:
            ``0.1``.
        eps (float): added to the denominator. Default: ``1e-05``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.batch_norm, MindSpore 2.10
    """
    mean, var = unwrap_optional(running_mean), unwrap_optional(running_var)
    return wrap(
        F.batch_norm(unwrap(input), mean, var, unwrap_optional(weight), unwrap_optional(bias), training, momentum, eps)
    )


@translated
def normalize(input: Tensor, p: float = 2.0, dim: int | tuple[int, ...] = 1, eps: float = 1e-12) -> Tensor:
    """Divide by the norm along a dimension.

    Args:
        input (Tensor): of any shape.
        p (float): order of the norm. Default: ``2.0``.
        dim (int, tuple[int, ...]): the dimension. Default: ``1``.
        eps (float): the norm is at least this. Default: ``1e-12``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.normalize, MindSpore 2.10
    """
    return wrap(F.normalize(unwrap(input), p, dim, eps))  # type: ignore[arg-type]


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Drop elements at random and scale up the rest.

    Args:
        input (Tensor): of any shape.
        p (float): share of elements to drop. Default: ``0.5``.
        training (bool): drop; otherwise return the input. Default: ``True``.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.dropout, MindSpore 2.10
    """
    return into(input, F.dropout(unwrap(input), p, training), inplace)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Drop channels at random and scale up the rest.

    Args:
        input (Tensor): of any shape.
        p (float): share of elements to drop. Default: ``0.5``.
        training (bool): drop; otherwise return the input. Default: ``True``.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.dropout2d, MindSpore 2.10
    """
    return into(input, F.dropout2d(unwrap(input), p, training), inplace)


@translated
def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Write a 1 at each class number and 0 elsewhere.

    Args:
        tensor (Tensor): class numbers.
        num_classes (int): number of classes; -1: one more than the largest. Default: ``-1``.

    Returns:
        Tensor of the type of `tensor`.

    Source: mindspore.mint.nn.functional.one_hot, MindSpore 2.10
    """
    t = unwrap(tensor)
    return wrap(F.one_hot(t.long(), num_classes).to(dtype=t.dtype))


@translated
def pad(input: Tensor, pad: Any, mode: str = "constant", value: float | None = None) -> Tensor:
    """Add elements at the edges.

    Args:
        input (Tensor): of any shape.
        pad (Any): how many, from the last dimension on, two for each.
        mode (str): ``'constant'``, ``'reflect'``, ``'replicate'`` or ``'circular'``. Default: ``'constant'``.
        value (float, None): what to add in the first mode; ``None``: 0. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.pad, MindSpore 2.10
    """
    sizes = unwrap(pad).tolist() if isinstance(pad, Tensor) else list(pad)
    return wrap(F.pad(unwrap(input), sizes, mode, value))


@translated
def fold(
    input: Tensor, output_size: Size, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1
) -> Tensor:
    """Add windows up to images.

    Args:
        input (Tensor): of any shape.
        output_size (Size): size of the output; None entries keep that of the input.
        kernel_size (Size): size of the window, an int or one for each dimension.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.fold, MindSpore 2.10
    """
    return wrap(F.fold(unwrap(input), output_size, kernel_size, dilation, padding, stride))  # type: ignore[arg-type]


@translated
def unfold(input: Tensor, kernel_size: Size, dilation: Size = 1, padding: Size = 0, stride: Size = 1) -> Tensor:
    """Take the windows of images.

    Args:
        input (Tensor): of any shape.
        kernel_size (Size): size of the window, an int or one for each dimension.
        dilation (Size): distance between the taps of a window. Default: ``1``.
        padding (Size): zeros added on both sides, an int or one for each dimension. Default: ``0``.
        stride (Size): step of the window, an int or one for each dimension. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.unfold, MindSpore 2.10
    """
    return wrap(F.unfold(unwrap(input), kernel_size, dilation, padding, stride))  # type: ignore[arg-type]


@translated
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Turn channels into pixels.

    Args:
        input (Tensor): of any shape.
        upscale_factor (int): factor of the spatial sizes.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.pixel_shuffle, MindSpore 2.10
    """
    return wrap(F.pixel_shuffle(unwrap(input), upscale_factor))


@translated
def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize.

    Args:
        input (Tensor): of any shape.
        size (Any): spatial sizes of the output. Default: ``None``.
        scale_factor (Any): factor of the spatial sizes. Default: ``None``.
        mode (str): the method. Default: ``'nearest'``.
        align_corners (bool, None): map the corner points onto each other. Default: ``None``.
        recompute_scale_factor (bool, None): compute the factor anew from the output size. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.interpolate, MindSpore 2.10
    """
    if mode not in ("nearest", "linear", "bilinear", "bicubic", "trilinear"):
        msg = f"mint.interpolate: mode must be nearest, linear, bilinear, bicubic or trilinear, got {mode!r}"
        raise ValueError(msg)
    return wrap(F.interpolate(unwrap(input), size, scale_factor, mode, align_corners, recompute_scale_factor))


def upsample(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """Resize; the same as `interpolate`.

    Args:
        input (Tensor): of any shape.
        size (Any): spatial sizes of the output. Default: ``None``.
        scale_factor (Any): factor of the spatial sizes. Default: ``None``.
        mode (str): the method. Default: ``'nearest'``.
        align_corners (bool, None): map the corner points onto each other. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.upsample, MindSpore 2.10
    """
    return interpolate(input, size, scale_factor, mode, align_corners)
