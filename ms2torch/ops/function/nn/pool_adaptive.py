"""Adaptive and fractional pooling, and its inverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import bool_arg
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error

OutputSize = int | tuple[int | None, ...]


def _length(op: str, input: Tensor, output_size: object) -> torch.Tensor:
    """Check an adaptive pool of sequences, whose input must be a multiple of the output."""
    t = unwrap(input)
    if isinstance(output_size, bool) or not isinstance(output_size, int):
        msg = f"{op}: output_size must be an int, got {output_size!r}"
        raise TypeError(msg)
    if t.ndim != 3 or output_size < 1 or t.shape[-1] < output_size or t.shape[-1] % output_size:
        msg = (
            f"{op} needs an input of 3 dimensions whose length is a multiple of output_size, got shape "
            f"{tuple(t.shape)} and {output_size}"
        )
        raise ValueError(msg)
    return t


def output_sizes(op: str, output_size: object, n: int, *, lists: bool = False) -> tuple[int | None, ...]:
    """Return one size, or ``None`` for the input's, per dimension.

    Raises:
        TypeError: if it is neither an int nor a tuple of ints and ``None``.
        ValueError: if it has another length or a negative entry.
    """
    sizes = (output_size,) * n if isinstance(output_size, int) else output_size
    kinds = (tuple, list) if lists else (tuple,)
    if not isinstance(sizes, kinds) or any(s is not None and type(s) is not int for s in sizes):
        msg = f"{op}: output_size must be an int or a tuple of {n} ints, got {output_size!r}"
        raise TypeError(msg)
    if len(sizes) != n or any(s is not None and s < 0 for s in sizes):
        msg = f"{op}: output_size must be {n} ints not below 0, got {output_size!r}"
        raise ValueError(msg)
    return tuple(sizes)


def adaptive_avg_pool1d(input: Tensor, output_size: int) -> Tensor:
    r"""Average sequences down to a length.

    Args:
        input (Tensor): shape :math:`(N, C, L)`.
        output_size (int): the length, which divides :math:`L`.

    Returns:
        Tensor of shape :math:`(N, C, output\_size)`.

    Raises:
        TypeError: if `output_size` is no int.
        ValueError: if it does not divide the input's length, or the input has not three dimensions.

    Source: mindspore.ops.adaptive_avg_pool1d, MindSpore 2.10
    """
    check_type(input, "ops.adaptive_avg_pool1d")
    return wrap(F.adaptive_avg_pool1d(_length("ops.adaptive_avg_pool1d", input, output_size), output_size))


def adaptive_max_pool1d(input: Tensor, output_size: int) -> Tensor:
    r"""Take the largest elements of sequences, down to a length.

    Args:
        input (Tensor): shape :math:`(N, C, L)`.
        output_size (int): the length, which divides :math:`L`.

    Returns:
        Tensor of shape :math:`(N, C, output\_size)`.

    Raises:
        TypeError: if `output_size` is no int.
        ValueError: if it does not divide the input's length, or the input has not three dimensions.

    Source: mindspore.ops.adaptive_max_pool1d, MindSpore 2.10
    """
    check_type(input, "ops.adaptive_max_pool1d")
    return wrap(F.adaptive_max_pool1d(_length("ops.adaptive_max_pool1d", input, output_size), output_size))


def _adaptive(op: str, function: Any, input: Tensor, sizes: tuple[int | None, ...]) -> Any:
    t = unwrap(input)
    n = len(sizes)
    if t.ndim not in (n + 1, n + 2):
        msg = f"{op}: the input must have {n + 1} or {n + 2} dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    wanted = [t.shape[i - n] if s is None else s for i, s in enumerate(sizes)]
    try:
        if n == 3 and not (t.is_floating_point() or t.is_complex()):  # torch pools volumes of floats only
            found = function(t.double(), wanted)
            return (found[0].to(dtype=t.dtype), found[1]) if isinstance(found, tuple) else found.to(dtype=t.dtype)
        return function(t, wanted)
    except RuntimeError as error:
        raise op_error(op, error, input=input, output_size=sizes) from None


def adaptive_avg_pool2d(input: Tensor, output_size: OutputSize) -> Tensor:
    """Average images down to a size.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Returns:
        Tensor.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.adaptive_avg_pool2d, MindSpore 2.10
    """
    check_type(input, "ops.adaptive_avg_pool2d")
    if output_size.__class__ is int and output_size >= 0:  # type: ignore[operator]
        t = unwrap(input)
        if t.ndim in (3, 4):
            try:
                return wrap(F.adaptive_avg_pool2d(t, output_size))  # type: ignore[arg-type]
            except RuntimeError as error:
                raise op_error("ops.adaptive_avg_pool2d", error, input=input, output_size=output_size) from None
    sizes = output_sizes("ops.adaptive_avg_pool2d", output_size, 2)
    return wrap(_adaptive("ops.adaptive_avg_pool2d", F.adaptive_avg_pool2d, input, sizes))


def adaptive_avg_pool3d(input: Tensor, output_size: OutputSize) -> Tensor:
    """Average volumes down to a size.

    Args:
        input (Tensor): shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.

    Returns:
        Tensor.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.adaptive_avg_pool3d, MindSpore 2.10
    """
    check_type(input, "ops.adaptive_avg_pool3d")
    sizes = output_sizes("ops.adaptive_avg_pool3d", output_size, 3)
    return wrap(_adaptive("ops.adaptive_avg_pool3d", F.adaptive_avg_pool3d, input, sizes))


def adaptive_max_pool2d(
    input: Tensor, output_size: OutputSize, return_indices: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest elements of images, down to a size.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.
        return_indices (bool): return the positions in the flattened image too. Default: ``False``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int64.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.adaptive_max_pool2d, mindspore.mint.nn.functional.adaptive_max_pool2d, MindSpore 2.10
    """
    bool_arg("ops.adaptive_max_pool2d", "return_indices", return_indices)
    sizes = output_sizes("ops.adaptive_max_pool2d", output_size, 2, lists=True)
    out, indices = _adaptive("ops.adaptive_max_pool2d", F.adaptive_max_pool2d_with_indices, input, sizes)
    return (wrap(out), wrap(indices)) if return_indices else wrap(out)


def adaptive_max_pool3d(
    input: Tensor, output_size: int | Sequence[int], return_indices: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest elements of volumes, down to a size.

    Args:
        input (Tensor): shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        output_size (Union[int, tuple]): the size; ``None`` in it keeps the input's.
        return_indices (bool): return the positions in the flattened volume too. Default: ``False``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int32.

    Raises:
        TypeError: if `output_size` is of another kind.
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.adaptive_max_pool3d, MindSpore 2.10
    """
    check_type(input, "ops.adaptive_max_pool3d")
    sizes = output_sizes("ops.adaptive_max_pool3d", output_size, 3, lists=True)
    out, indices = _adaptive("ops.adaptive_max_pool3d", F.adaptive_max_pool3d_with_indices, input, sizes)
    return (wrap(out), wrap(indices.to(dtype=torch.int32))) if return_indices else wrap(out)


def _max_unpool(
    n: int, function: Any, x: Tensor, indices: Tensor, kernel: Any, stride: Any, padding: Any, output_size: Any
) -> Tensor:
    op = f"ops.max_unpool{n}d"
    t, places = unwrap(x), unwrap(indices)
    if output_size is not None and not isinstance(output_size, tuple):
        msg = f"{op}: output_size must be a tuple, got {output_size!r}"
        raise ValueError(msg)
    if output_size and len(output_size) not in (n, n + 1, n + 2):
        msg = f"{op}: output_size must have {n} to {n + 2} entries, got {output_size!r}"
        raise ValueError(msg)
    wanted = list(output_size[-n:]) if output_size else None
    kind = t.dtype
    if not kind.is_floating_point:  # torch puts floats back only; float64 holds what integers there are but the largest
        t = t.double()
    try:
        return wrap(function(t, places.long(), kernel, stride, padding, wanted).to(dtype=kind))
    except (RuntimeError, ValueError) as error:
        raise op_error(op, error, x=x, indices=indices, output_size=output_size) from None


def max_unpool1d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
) -> Tensor:
    """Put the elements of max-pooled sequences back to their places, and zeros elsewhere.

    Args:
        x (Tensor): shape :math:`(N, C, L)` or :math:`(C, L)`.
        indices (Tensor): their places, of the same shape.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.
        output_size (tuple[int], optional): the size; ``None``: the least that fits. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.max_unpool1d, MindSpore 2.10
    """
    check_type(x, "ops.max_unpool1d")
    return _max_unpool(1, F.max_unpool1d, x, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
) -> Tensor:
    """Put the elements of max-pooled images back to their places, and zeros elsewhere.

    Args:
        x (Tensor): shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        indices (Tensor): their places in the flattened image, of the same shape.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.
        output_size (tuple[int], optional): the size; ``None``: the least that fits. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.max_unpool2d, MindSpore 2.10
    """
    check_type(x, "ops.max_unpool2d")
    return _max_unpool(2, F.max_unpool2d, x, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
) -> Tensor:
    """Put the elements of max-pooled volumes back to their places, and zeros elsewhere.

    Args:
        x (Tensor): shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        indices (Tensor): their places in the flattened volume, of the same shape.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]], optional): step; ``None``: the window's size. Default: ``None``.
        padding (Union[int, tuple[int]]): what the pool had. Default: ``0``.
        output_size (tuple[int], optional): the size; ``None``: the least that fits. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if the arguments do not fit.

    Source: mindspore.ops.max_unpool3d, MindSpore 2.10
    """
    check_type(x, "ops.max_unpool3d")
    return _max_unpool(3, F.max_unpool3d, x, indices, kernel_size, stride, padding, output_size)


def _fractional(
    n: int, function: Any, input: Tensor, kernel: Any, size: Any, ratio: Any, return_indices: bool, samples: Any
) -> Any:
    op = f"ops.fractional_max_pool{n}d"
    if size is None and ratio is None:
        msg = f"{op}: give output_size or output_ratio"
        raise ValueError(msg)
    t = unwrap(input)
    if size is None:
        ratios = (ratio,) * n if isinstance(ratio, (int, float)) else tuple(ratio)
        if any(not 0 < r < 1 for r in ratios):
            msg = f"{op}: output_ratio must lie between 0 and 1, got {ratio!r}"
            raise ValueError(msg)
        size = tuple(int(t.shape[i - n] * r) for i, r in enumerate(ratios))
    try:
        out, indices = function(
            t, kernel, size, return_indices=True, _random_samples=None if samples is None else unwrap(samples)
        )
    except RuntimeError as error:
        raise op_error(op, error, input=input, kernel_size=kernel, output_size=size) from None
    return (wrap(out), wrap(indices)) if return_indices else wrap(out)


def fractional_max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[int, int],
    output_size: int | tuple[int, int] | None = None,
    output_ratio: float | tuple[float, float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest element of windows of images that lie at random steps.

    Args:
        input (Tensor): shape :math:`(N, C, H, W)` or :math:`(C, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window.
        output_size (Union[int, tuple[int]], optional): the size. Default: ``None``.
        output_ratio (Union[float, tuple[float]], optional): the size as a share of the input's. Default: ``None``.
        return_indices (bool): return the positions in the flattened image too. Default: ``False``.
        _random_samples (Tensor, optional): the random numbers in [0, 1), of shape :math:`(N, C, 2)`.
            Default: ``None``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int64.

    Raises:
        ValueError: if neither `output_size` nor `output_ratio` is given, or the arguments do not fit.

    Source: mindspore.ops.fractional_max_pool2d, MindSpore 2.10
    """
    check_type(input, "ops.fractional_max_pool2d")
    return _fractional(
        2, F.fractional_max_pool2d, input, kernel_size, output_size, output_ratio, return_indices, _random_samples
    )


def fractional_max_pool3d(
    input: Tensor,
    kernel_size: int | tuple[int, int, int],
    output_size: int | tuple[int, int, int] | None = None,
    output_ratio: float | tuple[float, float, float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """Take the largest element of windows of volumes that lie at random steps.

    Args:
        input (Tensor): shape :math:`(N, C, D, H, W)` or :math:`(C, D, H, W)`.
        kernel_size (Union[int, tuple[int]]): size of the window.
        output_size (Union[int, tuple[int]], optional): the size. Default: ``None``.
        output_ratio (Union[float, tuple[float]], optional): the size as a share of the input's. Default: ``None``.
        return_indices (bool): return the positions in the flattened volume too. Default: ``False``.
        _random_samples (Tensor, optional): the random numbers in [0, 1), of shape :math:`(N, C, 3)`.
            Default: ``None``.

    Returns:
        Tensor, or with `return_indices` a pair of Tensors, the second of int64.

    Raises:
        ValueError: if neither `output_size` nor `output_ratio` is given, or the arguments do not fit.

    Source: mindspore.ops.fractional_max_pool3d, MindSpore 2.10
    """
    check_type(input, "ops.fractional_max_pool3d")
    return _fractional(
        3, F.fractional_max_pool3d, input, kernel_size, output_size, output_ratio, return_indices, _random_samples
    )
