"""Transposed convolutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._windows import pad_mode_arg, padding_pairs, per_dim

_TORCH: dict[int, Callable[..., torch.Tensor]] = {
    1: F.conv_transpose1d,
    2: F.conv_transpose2d,
    3: F.conv_transpose3d,
}


def whole_length(length: int, kernel: int, stride: int, dilation: int) -> int:
    """Return the length of a transposed convolution of which nothing is cut off."""
    return (length - 1) * stride + (kernel - 1) * dilation + 1


def cut_for_mode(
    op: str,
    pad_mode: str,
    padding: int | Sequence[int],
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
    output_padding: Sequence[int],
) -> tuple[list[int], list[int]]:
    """Return, per dimension, what is cut off in front and the size of the result.

    Mode "same" gives the input's size times the stride, "valid" that plus what the window exceeds the stride by.

    Raises:
        ValueError: if padding is given in a mode that works it out itself.
    """
    mode = pad_mode_arg(op, pad_mode)
    n = len(kernel)
    pairs = padding_pairs(op, padding, n)
    if mode != "pad" and (any(side for pair in pairs for side in pair) or any(output_padding)):
        msg = f"{op}: padding and output_padding must be 0 when pad_mode is {pad_mode!r}; use pad_mode='pad'"
        raise ValueError(msg)
    before, wanted = [], []
    for i in range(n):
        whole = whole_length(sizes[i], kernel[i], stride[i], dilation[i])
        if mode == "pad":
            before.append(pairs[i][0])
            wanted.append(whole - sum(pairs[i]) + output_padding[i])
        elif mode == "same":
            wanted.append(sizes[i] * stride[i])
            before.append(max(whole - wanted[i], 0) // 2)
        else:
            wanted.append(sizes[i] * stride[i] + max((kernel[i] - 1) * dilation[i] + 1 - stride[i], 0))
            before.append(0)
    return before, wanted


def transposed(
    op: str,
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    dilation: Sequence[int],
    groups: int,
    before: Sequence[int],
    wanted: Sequence[int],
) -> Tensor:
    """Run a transposed convolution, cut off in front and brought to a size behind.

    Raises:
        ValueError: if the arguments do not fit.
    """
    t, w = unwrap(x), unwrap(weight)
    n = len(stride)
    sizes, kernel = t.shape[-n:], w.shape[-n:]
    cut, missing = list(before), []  # torch cuts `cut` off both ends, and adds what is missing behind
    for i in range(n):
        whole, most = whole_length(sizes[i], kernel[i], stride[i], dilation[i]), max(stride[i], dilation[i])
        if wanted[i] - whole + 2 * cut[i] >= most:
            cut[i] = 0
        missing.append(wanted[i] + before[i] - cut[i] - (whole - 2 * cut[i]))
        if wanted[i] < 1 or missing[i] >= most:
            msg = f"{op}: an output of size {list(wanted)} does not come from an input of shape {tuple(t.shape)}"
            raise ValueError(msg)
    try:
        out = _TORCH[n](
            t, w, None if bias is None else unwrap(bias), tuple(stride), cut, [max(m, 0) for m in missing],
            groups, tuple(dilation),
        )  # fmt: skip
    except RuntimeError as error:
        raise op_error(op, error, x=x, weight=weight, groups=groups) from None
    for i in range(n):
        if missing[i] < 0 or cut[i] < before[i]:
            out = out.narrow(out.ndim - n + i, before[i] - cut[i], wanted[i])
    return wrap(out)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    output_padding: int | Sequence[int] = 0,
    groups: int = 1,
    dilation: int | Sequence[int] = 1,
) -> Tensor:
    """Run a transposed convolution of images, with torch's arguments.

    Args:
        input (Tensor): shape :math:`(N, C_{in}, H, W)` or :math:`(C_{in}, H, W)`.
        weight (Tensor): shape :math:`(C_{in}, C_{out} / groups, k_H, k_W)`.
        bias (Tensor, optional): shape :math:`(C_{out},)`. Default: ``None``.
        stride (Union[int, tuple(int), list[int]]): step of the window. Default: ``1``.
        padding (Union[int, tuple(int), list[int]]): what is cut off on both sides. Default: ``0``.
        output_padding (Union[int, tuple(int), list[int]]): what is cut off less behind. Default: ``0``.
        groups (int): groups of channels. Default: ``1``.
        dilation (Union[int, tuple(int), list[int]]): step within the window. Default: ``1``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.conv_transpose2d, mindspore.mint.nn.functional.conv_transpose2d, MindSpore 2.10
    """
    try:
        out = F.conv_transpose2d(
            unwrap(input), unwrap(weight), None if bias is None else unwrap(bias), stride, padding, output_padding,
            groups, dilation,
        )  # fmt: skip
    except RuntimeError as error:
        raise op_error("ops.conv_transpose2d", error, input=input, weight=weight, groups=groups) from None
    return wrap(out)


def conv3d_transpose(
    inputs: Tensor,
    weight: Tensor,
    pad_mode: str = "valid",
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
    dilation: int | Sequence[int] = 1,
    group: int = 1,
    output_padding: int | Sequence[int] = 0,
) -> Tensor:
    """Run a transposed convolution of volumes.

    Args:
        inputs (Tensor): shape :math:`(N, C_{in}, D, H, W)`.
        weight (Tensor): shape :math:`(C_{in}, C_{out} / group, k_D, k_H, k_W)`.
        pad_mode (str): ``"same"``: the input's size times the stride; ``"valid"``: nothing is cut off; ``"pad"``: as
            `padding` says. Default: ``"valid"``.
        padding (Union[int, tuple[int]]): one number or (front, back, top, bottom, left, right). Default: ``0``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        output_padding (Union[int, tuple[int]]): what is cut off less behind, in mode "pad". Default: ``0``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.conv3d_transpose, MindSpore 2.10
    """
    op = "ops.conv3d_transpose"
    t, w = admitted(inputs, "ops.conv3d_transpose"), unwrap(weight)
    if t.ndim != 5 or w.ndim != 5:
        msg = f"{op}: inputs and weight must have 5 dimensions, got shapes {tuple(t.shape)} and {tuple(w.shape)}"
        raise ValueError(msg)
    steps, gaps = per_dim(op, "stride", stride, 3), per_dim(op, "dilation", dilation, 3)
    more = (output_padding,) * 3 if isinstance(output_padding, int) else tuple(output_padding)
    before, wanted = cut_for_mode(op, pad_mode, padding, t.shape[2:], w.shape[2:], steps, gaps, more)
    return transposed(op, inputs, weight, None, steps, gaps, group, before, wanted)
