"""Convolutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._windows import pad_by, per_dim, symmetric, window_padding

_TORCH: dict[int, Callable[..., torch.Tensor]] = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def _conv(
    op: str,
    n: int,
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: int | Sequence[int],
    pad_mode: str,
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    groups: int,
) -> Tensor:
    x, w = unwrap(input), unwrap(weight)
    b = None if bias is None else unwrap(bias)
    if x.ndim < n + 1:
        msg = f"{op}: input needs {n + 2} dimensions (batch, channels, then {n}), got shape {tuple(x.shape)}"
        raise ValueError(msg)
    steps, gaps = per_dim(op, "stride", stride, n), per_dim(op, "dilation", dilation, n)
    pairs = window_padding(op, pad_mode, padding, x.shape[-n:], w.shape[-n:], steps, gaps)
    even = symmetric(pairs)
    try:
        if even is None:
            return wrap(_TORCH[n](pad_by(x, pairs), w, b, steps, 0, gaps, groups))
        return wrap(_TORCH[n](x, w, b, steps, even, gaps, groups))
    except RuntimeError as error:
        _check_channels(op, n, x, w, groups)
        lengths = [length + sum(pair) for length, pair in zip(x.shape[-n:], pairs, strict=True)]
        places = _places(op, lengths, w.shape[-n:], steps, gaps) if w.ndim == n + 2 else None
        if places is not None:
            return wrap(x.new_empty(*x.shape[: -n - 1], w.shape[0], *places))
        raise op_error(op, error, input=input, weight=weight, groups=groups) from None


def _check_channels(op: str, n: int, x: torch.Tensor, w: torch.Tensor, groups: int) -> None:
    """Refuse an input whose channels are not those of the weight, as MindSpore does by way of Conv2D and Conv3D.

    Raises:
        RuntimeError: if they differ.
        ValueError: if they differ, and this is a convolution of volumes, or they are not to be had in so many groups.
    """
    if not x.ndim == w.ndim == n + 2:
        return
    if groups < 1 or x.shape[1] % groups or w.shape[0] % groups:
        msg = (
            "The argument 'groups' should be divisible by 'in_channel' and 'out_channel', but got "
            f"group:{groups}, in_channel:{x.shape[1]}, out_channel:{w.shape[0]}."
        )
        raise ValueError(msg)
    if x.shape[1] == w.shape[1] * groups:
        return
    msg = (
        f"For '{op}', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input 'weight' "
        f"shape: {w.shape[1]}, but got 'C_in' of input 'x' shape: {x.shape[1]}, and 'group': {groups}."
    )
    raise ValueError(msg) if n == 3 else RuntimeError(msg)


def _places(
    op: str, lengths: Sequence[int], kernel: Sequence[int], steps: Sequence[int], gaps: Sequence[int]
) -> list[int] | None:
    """Return how often a window fits, where it is longer than the input, as MindSpore counts it; else None.

    It compares the kernel without its gaps (of volumes nothing), and divides what is left by the steps: 0 places are
    a result, fewer or a fraction are none.

    Raises:
        ValueError: if the kernel itself is longer.
        RuntimeError: if the number of places is no whole number, or negative.
    """
    left = [length - gap * (k - 1) - 1 for length, k, gap in zip(lengths, kernel, gaps, strict=True)]
    if min(left) >= 0 or 0 in kernel:
        return None
    if len(kernel) < 3 and any(k > length for length, k in zip(lengths, kernel, strict=True)):
        msg = (
            f"For '{op}', input shape's h and w after padding must be greater than or equal to kernel_size's h and w "
            f"respectively, but got {tuple(lengths)} and {tuple(kernel)}."
        )
        raise ValueError(msg)
    if any(rest < 0 and rest + step != 0 for rest, step in zip(left, steps, strict=True)):
        msg = (
            f"{op}: the window of {tuple(kernel)} with dilation {tuple(gaps)} is longer than the padded input, "
            f"{tuple(lengths)}"
        )
        raise RuntimeError(msg)
    return [rest // step + 1 for rest, step in zip(left, steps, strict=True)]


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve sequences.

    Args:
        input (Tensor): shape :math:`(N, C_{in}, L)`.
        weight (Tensor): shape :math:`(C_{out}, C_{in} / groups, k)`.
        bias (Tensor, optional): shape :math:`(C_{out})`. Default: ``None``.
        stride (Union[int, tuple(int)]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``: output length is the input's over the stride, rounded up; ``"valid"``: no
            padding; ``"pad"``: as `padding` says. Default: ``"valid"``.
        padding (Union[int, tuple(int), list[int]]): one number or (before, after), in mode "pad". Default: ``0``.
        dilation (Union[int, tuple(int)]): step within the window. Default: ``1``.
        groups (int): groups of channels. Default: ``1``.

    Returns:
        Tensor of shape :math:`(N, C_{out}, L_{out})`.

    Raises:
        ValueError: if shapes or arguments do not fit.
        TypeError: if an argument is of another kind.

    Source: mindspore.ops.conv1d, MindSpore 2.10
    """
    check_type(input, "ops.conv1d")
    return _conv("ops.conv1d", 1, input, weight, bias, stride, pad_mode, padding, dilation, groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve images.

    Args:
        input (Tensor): shape :math:`(N, C_{in}, H, W)`.
        weight (Tensor): shape :math:`(C_{out}, C_{in} / groups, k_H, k_W)`.
        bias (Tensor, optional): shape :math:`(C_{out})`. Default: ``None``.
        stride (Union[int, tuple(int)]): step of the window. Default: ``1``.
        pad_mode (str): ``"same"``: output size is the input's over the stride, rounded up, an odd padding goes to
            the bottom and right; ``"valid"``: no padding; ``"pad"``: as `padding` says. Default: ``"valid"``.
        padding (Union[int, tuple(int), list[int]]): one number, (vertical, horizontal) or (top, bottom, left,
            right), in mode "pad". Default: ``0``.
        dilation (Union[int, tuple(int)]): step within the window. Default: ``1``.
        groups (int): groups of channels. Default: ``1``.

    Returns:
        Tensor of shape :math:`(N, C_{out}, H_{out}, W_{out})`.

    Raises:
        ValueError: if shapes or arguments do not fit.
        TypeError: if an argument is of another kind.

    Source: mindspore.ops.conv2d, MindSpore 2.10
    """
    check_type(input, "ops.conv2d")
    return _conv("ops.conv2d", 2, input, weight, bias, stride, pad_mode, padding, dilation, groups)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve volumes.

    Args:
        input (Tensor): shape :math:`(N, C_{in}, D, H, W)`.
        weight (Tensor): shape :math:`(C_{out}, C_{in} / groups, k_D, k_H, k_W)`.
        bias (Tensor, optional): shape :math:`(C_{out})`. Default: ``None``.
        stride (Union[int, tuple(int)]): step of the window. Default: ``1``.
        pad_mode (str): as in `conv2d`. Default: ``"valid"``.
        padding (Union[int, tuple(int), list[int]]): one number, three, or six (front, back, top, bottom, left,
            right), in mode "pad". Default: ``0``.
        dilation (Union[int, tuple(int)]): step within the window. Default: ``1``.
        groups (int): groups of channels. Default: ``1``.

    Returns:
        Tensor of shape :math:`(N, C_{out}, D_{out}, H_{out}, W_{out})`.

    Raises:
        ValueError: if shapes or arguments do not fit.
        TypeError: if an argument is of another kind.

    Source: mindspore.ops.conv3d, MindSpore 2.10
    """
    check_type(input, "ops.conv3d")
    return _conv("ops.conv3d", 3, input, weight, bias, stride, pad_mode, padding, dilation, groups)
