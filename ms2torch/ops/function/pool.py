"""Pooling."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own convention

from ms2torch.common._base import unwrap, wrap
from ms2torch.common.tensor_type import Tensor
from ms2torch.ops.function._windows import Pairs, pad_by, symmetric

_MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
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
    out = _AVG[n](pad_by(t, pairs), kernel, stride, 0, ceil_mode)
    size = 1
    for k in kernel:
        size *= k
    if divisor is not None:
        return out * (size / divisor)
    if count_include_pad:
        return out
    counted = _AVG[n](pad_by(torch.ones_like(t), pairs), kernel, stride, 0, ceil_mode)
    return out / counted


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
    try:
        out = F.max_pool2d(
            unwrap(x), kernel_size, stride, padding, dilation, ceil_mode=ceil_mode, return_indices=return_indices
        )
    except RuntimeError as error:
        msg = f"ops.max_pool2d: {error}"
        raise ValueError(msg) from None
    return tuple(wrap(o) for o in out) if return_indices else wrap(out)  # type: ignore[return-value]


def adaptive_avg_pool2d(input: Tensor, output_size: int | None | Sequence[int | None]) -> Tensor:
    """Average images down to a size.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.adaptive_avg_pool2d, MindSpore 2.10
    """
    try:
        return wrap(F.adaptive_avg_pool2d(unwrap(input), output_size))  # type: ignore[arg-type]
    except RuntimeError as error:
        msg = f"ops.adaptive_avg_pool2d: {error}"
        raise ValueError(msg) from None
