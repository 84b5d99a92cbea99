"""Pooling with sliding windows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._windows import Pairs, pad_by, symmetric

_MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
_PLAIN = (0, False, True, 0)  # padding, ceil_mode, count_include_pad and divisor_override at their defaults
_AVG = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}


def max_pool_padded(
    t: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], pairs: Pairs, *, ceil_mode: bool = False
) -> torch.Tensor:
    """Take the largest element of each window; what is padded never wins.

    Args:
        t (torch.Tensor): shape (N, C, ...).
        kernel (Sequence[int]): window size per dimension.
        stride (Sequence[int]): step per dimension.
        pairs (list): padding (before, after) per dimension.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
    """
    n = len(kernel)
    even = symmetric(pairs)
    # torch's own padding is limited to half the window
    if even is None or any(2 * p > k for p, k in zip(even, kernel, strict=True)):
        low = float("-inf") if t.is_floating_point() else torch.iinfo(t.dtype).min
        return _MAX[n](pad_by(t, pairs, low), tuple(kernel), tuple(stride), ceil_mode=ceil_mode)
    return _MAX[n](t, tuple(kernel), tuple(stride), even, ceil_mode=ceil_mode)


def avg_pool_padded(
    t: torch.Tensor,
    kernel: Sequence[int],
    stride: Sequence[int],
    pairs: Pairs,
    *,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor: int | None = None,
) -> torch.Tensor:
    """Average each window.

    Args:
        t (torch.Tensor): shape (N, C, ...).
        kernel (Sequence[int]): window size per dimension.
        stride (Sequence[int]): step per dimension.
        pairs (list): padding (before, after) per dimension.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.
        divisor (int, optional): divide by this instead. Default: ``None``.
    """
    n = len(kernel)
    even = symmetric(pairs)
    kernel, stride = tuple(kernel), tuple(stride)
    if even is not None and all(2 * p <= k for p, k in zip(even, kernel, strict=True)):
        if n == 1:
            return _AVG[1](t, kernel, stride, even, ceil_mode, count_include_pad)
        return _AVG[n](t, kernel, stride, even, ceil_mode, count_include_pad, divisor)
    padded = pad_by(t, pairs)
    if n > 1 and divisor is not None:
        return _AVG[n](padded, kernel, stride, 0, ceil_mode, True, divisor)
    out = _AVG[n](padded, kernel, stride, 0, ceil_mode)
    if divisor is not None:
        return out * (prod(kernel) / divisor)
    if count_include_pad:
        return out
    counted = _AVG[n](pad_by(torch.ones_like(t), pairs), kernel, stride, 0, ceil_mode)
    return out / counted


def max_pool_with_indices(
    op: str,
    n: int,
    x: Tensor,
    kernel: int | Sequence[int],
    stride: int | Sequence[int] | None,
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the largest elements and their places, as torch tensors.

    Raises:
        ValueError: if the arguments do not fit, or the input has not `n` + 2 dimensions.
    """
    t = unwrap(x)
    if t.ndim != n + 2:
        msg = f"{op}: the input must have {n + 2} dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        return _MAX[n](t, kernel, stride, padding, dilation, ceil_mode=ceil_mode, return_indices=True)  # type: ignore[return-value]
    except RuntimeError as error:
        raise op_error(op, error, x=x, kernel_size=kernel, stride=stride, padding=padding) from None


def max_pool2d(
    x: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest element of each window of images.

    Args:
        x (Tensor): shape :math:`(N, C, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int], None]): step of the window; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides; what is padded never wins. Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        return_indices (bool): return the positions in the flattened image too. Default: ``False``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int64.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.max_pool2d, MindSpore 2.10
    """
    check_type(x, "ops.max_pool2d")
    if not isinstance(padding, (int, tuple)):
        msg = f"For 'MaxPoolWithArgmaxV2', the type of 'pads' should be one of '['int', 'tuple']', but got {padding!r}."
        raise TypeError(msg)
    out, indices = max_pool_with_indices("ops.max_pool2d", 2, x, kernel_size, stride, padding, dilation, ceil_mode)
    return (wrap(out), wrap(indices)) if return_indices else wrap(out)


def max_pool3d(
    x: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest element of each window of volumes.

    Args:
        x (Tensor): shape :math:`(N, C, D, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int], None]): step of the window; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): on both sides; what is padded never wins. Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        return_indices (bool): return the positions in the flattened volume too. Default: ``False``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int64.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.max_pool3d, MindSpore 2.10
    """
    check_type(x, "ops.max_pool3d")
    out, indices = max_pool_with_indices("ops.max_pool3d", 3, x, kernel_size, stride, padding, dilation, ceil_mode)
    return (wrap(out), wrap(indices)) if return_indices else wrap(out)


def window_of(op: str, name: str, value: object, n: int, *, least: int = 1) -> tuple[int, ...]:
    """Return one int per dimension, given as an int or a tuple of `n`.

    Raises:
        TypeError: if it is neither.
        ValueError: if it has another length, or an entry is too small.
    """
    values = (value,) * n if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(values, tuple) or not all(type(v) is int for v in values):
        msg = f"{op}: {name} must be an int or a tuple of {n} ints, got {value!r}"
        raise ValueError(msg) if isinstance(value, tuple) or (op == "ops.AvgPool") else TypeError(msg)
    if len(values) != n or any(v < least for v in values):
        msg = f"{op}: {name} must be an int of at least {least} or a tuple of {n} of them, got {value!r}"
        raise ValueError(msg)
    return values


def check_avg_padding(op: str, kernel: Sequence[int], pairs: Pairs) -> None:
    """Refuse a padding of which both sides together exceed the window.

    Raises:
        ValueError: if they do.
    """
    if any(before + after > k for k, (before, after) in zip(kernel, pairs, strict=True)):
        msg = f"{op}: the padding of both sides must not exceed the window, got {pairs} for kernel_size {tuple(kernel)}"
        raise ValueError(msg)


def _avg_pool(
    n: int,
    input_x: Tensor,
    kernel_size: object,
    stride: object,
    padding: object,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int,
) -> Tensor:
    op = f"ops.avg_pool{n}d"
    t = unwrap(input_x)
    if n == 1 and not (isinstance(kernel_size, int) and isinstance(stride, int)):
        msg = f"{op}: kernel_size and stride must be ints, got {kernel_size!r} and {stride!r}"
        raise TypeError(msg)
    kernel, steps = window_of(op, "kernel_size", kernel_size, n), window_of(op, "stride", stride, n)
    sides = (padding,) * (2 * n) if isinstance(padding, int) else padding
    if n == 1 and isinstance(sides, tuple) and len(sides) == 1:
        sides = sides * 2
    sides = window_of(op, "padding", sides, 2 * n, least=0)
    if isinstance(divisor_override, bool) or not isinstance(divisor_override, int):
        msg = f"{op}: divisor_override must be an int, got {divisor_override!r}"
        raise TypeError(msg)
    if t.ndim != n + 2 or divisor_override < 0:
        msg = (
            f"{op} needs an input of {n + 2} dimensions and divisor_override >= 0, got shape {tuple(t.shape)} and "
            f"{divisor_override}"
        )
        raise ValueError(msg)
    pairs = [(sides[2 * i], sides[2 * i + 1]) for i in range(n)]
    check_avg_padding(op, kernel, pairs)
    try:
        wide = t.float() if n == 3 and t.dtype is torch.float16 else t  # torch has no kernel for it
        out = avg_pool_padded(
            wide, kernel, steps, pairs, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
            divisor=divisor_override or None,
        ).to(dtype=t.dtype)  # fmt: skip
    except RuntimeError as error:
        raise op_error(op, error, input_x=input_x, kernel_size=kernel) from None
    return wrap(out)


def avg_pool1d(
    input_x: Tensor,
    kernel_size: int = 1,
    stride: int = 1,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Average each window of sequences.

    Args:
        input_x (Tensor): shape :math:`(N, C, L)`.
        kernel_size (int): size of the window. Default: ``1``.
        stride (int): step of the window. Default: ``1`` (torch's is the window's size).
        padding (Union[int, tuple[int]]): on both ends. Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.

    Returns:
        Tensor.

    Raises:
        TypeError: if a size is not an int.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.avg_pool1d, MindSpore 2.10
    """
    check_type(input_x, "ops.avg_pool1d")
    return _avg_pool(1, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad, 0)


def avg_pool2d(
    input_x: Tensor,
    kernel_size: int | tuple[int, int] = 1,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int, int, int] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> Tensor:
    """Average each window of images.

    Args:
        input_x (Tensor): shape :math:`(N, C, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        padding (Union[int, tuple[int]]): one number or (top, bottom, left, right). Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.
        divisor_override (int): divide by this instead; ``0``: do not. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.avg_pool2d, MindSpore 2.10
    """
    check_type(input_x, "ops.avg_pool2d")
    if (
        kernel_size.__class__ is int
        and stride.__class__ is int
        and padding.__class__ is int
        and (padding, ceil_mode, count_include_pad, divisor_override) == _PLAIN
    ):
        t = unwrap(input_x)
        if t.ndim == 4 and kernel_size > 0 and stride > 0:  # type: ignore[operator]
            try:
                return wrap(F.avg_pool2d(t, kernel_size, stride))  # type: ignore[arg-type]
            except RuntimeError:
                pass  # told below
    return _avg_pool(2, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    input_x: Tensor,
    kernel_size: int | tuple[int, int, int] = 1,
    stride: int | tuple[int, int, int] = 1,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> Tensor:
    """Average each window of volumes.

    Args:
        input_x (Tensor): shape :math:`(N, C, D, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1`` (torch's is the window's size).
        padding (Union[int, tuple[int]]): one number or (front, back, top, bottom, left, right). Default: ``0``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.
        count_include_pad (bool): count padded zeros in the divisor. Default: ``True``.
        divisor_override (int): divide by this instead; ``0``: do not. Default: ``0``.

    Returns:
        Tensor.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.avg_pool3d, MindSpore 2.10
    """
    check_type(input_x, "ops.avg_pool3d")
    return _avg_pool(3, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _norm_type(op: str, norm_type: object) -> float:
    if isinstance(norm_type, bool) or not isinstance(norm_type, (int, float)):
        msg = f"{op}: norm_type must be a number, got {norm_type!r}"
        raise TypeError(msg)
    if norm_type == 0:
        msg = f"{op}: norm_type must not be 0"
        raise ValueError(msg)
    return float(norm_type)


def lp_pool1d(
    x: Tensor, norm_type: float, kernel_size: int, stride: int | None = None, ceil_mode: bool = False
) -> Tensor:
    """Take the p-norm of each window of sequences.

    Args:
        x (Tensor): shape :math:`(N, C, L)` or :math:`(C, L)`.
        norm_type (Union[int, float]): the power p, not 0.
        kernel_size (int): size of the window.
        stride (int, optional): step of the window; ``None``: the window's size. Default: ``None``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `norm_type` is no number.
        ValueError: if `norm_type` is 0, or the arguments do not fit.

    Source: mindspore.ops.lp_pool1d, MindSpore 2.10
    """
    power = _norm_type("ops.lp_pool1d", norm_type)
    try:
        return wrap(F.lp_pool1d(admitted(x, "ops.lp_pool1d"), power, kernel_size, stride, ceil_mode))
    except RuntimeError as error:
        raise op_error("ops.lp_pool1d", error, x=x, kernel_size=kernel_size) from None


def lp_pool2d(
    x: Tensor,
    norm_type: float,
    kernel_size: int | tuple[int, int],
    stride: int | tuple[int, int] | None = None,
    ceil_mode: bool = False,
) -> Tensor:
    """Take the p-norm of each window of images.

    Args:
        x (Tensor): shape :math:`(N, C, H, W)`.
        norm_type (Union[int, float]): the power p, not 0.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step of the window; ``None``: the window's size. Default: ``None``.
        ceil_mode (bool): keep a last window that lies partly outside. Default: ``False``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `norm_type` is no number.
        ValueError: if `norm_type` is 0, or the arguments do not fit.

    Source: mindspore.ops.lp_pool2d, MindSpore 2.10
    """
    power = _norm_type("ops.lp_pool2d", norm_type)
    t = admitted(x, "ops.lp_pool2d")
    if t.ndim != 4:
        msg = f"ops.lp_pool2d: the input must have 4 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    try:
        return wrap(F.lp_pool2d(t, power, kernel_size, stride, ceil_mode))
    except RuntimeError as error:
        raise op_error("ops.lp_pool2d", error, x=x, kernel_size=kernel_size) from None
