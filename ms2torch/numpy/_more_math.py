"""Tests, products, statistics without NaN, random numbers, polynomials: functions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype, kinks
from ms2torch._core.base import wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.element_types import check_type
from ms2torch._core.seed import get_seed
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated
from ms2torch.numpy._operands import (
    cast,
    floating,
    kept,
    need_attributes,
    need_dims,
    need_tensor,
    promote,
    running,
    tensor,
    tensor_only,
    vector_or_number,
)
from ms2torch.ops.function.random._seeds import integer_numbers, normal_numbers, source_for, uniform_numbers

Axis = int | tuple[int, ...] | list[int] | None


@translated
def inner(a: Any, b: Any) -> Tensor:
    """Multiply and add over the last dimensions.

    Args:
        a (Any): the tensor.
        b (Any): second operand.

    Returns:
        Tensor.

    Source: mindspore.numpy.inner, MindSpore 2.10
    """
    first, second = tensor_only("inner", a), tensor_only("inner", b)
    if first.ndim and second.ndim and first.shape[-1] != second.shape[-1]:
        msg = f"numpy.inner: the last dimensions must be equal, got shapes {tuple(first.shape)}, {tuple(second.shape)}"
        raise ValueError(msg)
    return wrap(torch.inner(first, second))


def _within(t: torch.Tensor, among: torch.Tensor, invert: bool) -> torch.Tensor:
    """Tell which elements are among others; of bools, which torch refuses, as of the numbers 0 and 1."""
    numbers = [x.to(dtype=torch.uint8) if x.dtype is torch.bool else x for x in (t, among)]
    return torch.isin(*numbers, invert=invert)


@translated
def isin(element: Any, test_elements: Any, invert: bool = False) -> Tensor:
    """Tell which elements occur in another tensor.

    Args:
        element (Any): the elements.
        test_elements (Any): the other tensor.
        invert (bool): tell which do not. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isin, MindSpore 2.10
    """
    return wrap(_within(tensor(element), tensor(test_elements), invert))


@translated
def in1d(ar1: Any, ar2: Any, invert: bool = False) -> Tensor:
    """Tell which elements of the flattened tensor occur in another.

    Args:
        ar1 (Any): the elements.
        ar2 (Any): the other tensor.
        invert (bool): tell which do not. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.in1d, MindSpore 2.10
    """
    return wrap(_within(tensor(ar1).reshape(-1), tensor(ar2), invert))


@translated
def isneginf(x: Any) -> Tensor:
    """Tell which elements are negative infinity.

    Args:
        x (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.isneginf, MindSpore 2.10
    """
    need_tensor("isneginf", x)
    return wrap(torch.isneginf(tensor(x)))


@translated
def isposinf(x: Any) -> Tensor:
    """Tell which elements are positive infinity.

    Args:
        x (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.isposinf, MindSpore 2.10
    """
    need_tensor("isposinf", x)
    return wrap(torch.isposinf(tensor(x)))


@translated
def isscalar(element: Any) -> bool:
    """Tell whether something is a number, bool or string.

    Args:
        element (Any): anything.

    Returns:
        bool.

    Source: mindspore.numpy.isscalar, MindSpore 2.10
    """
    return isinstance(element, (int, float, bool, complex, str, np.generic))


@translated
def kron(a: Any, b: Any) -> Tensor:
    """Compute the Kronecker product.

    Args:
        a (Any): the tensor.
        b (Any): second operand.

    Returns:
        Tensor.

    Source: mindspore.numpy.kron, MindSpore 2.10
    """
    return wrap(torch.kron(tensor(a), tensor(b)))


@translated
def matrix_power(a: Any, n: int) -> Tensor:
    """Multiply a square matrix with itself.

    Args:
        a (Any): the tensor.
        n (int): how often; negative for its inverse.

    Returns:
        Tensor.

    Source: mindspore.numpy.matrix_power, MindSpore 2.10
    """
    return wrap(torch.linalg.matrix_power(tensor(a), n))


@translated
def multi_dot(arrays: Any) -> Tensor:
    """Multiply several matrices.

    Args:
        arrays (Any): the tensors.

    Returns:
        Tensor.

    Source: mindspore.numpy.multi_dot, MindSpore 2.10
    """
    return wrap(torch.linalg.multi_dot([tensor(x) for x in arrays]))


@translated
def nansum(a: Any, axis: Axis = None, dtype: Type | None = None, keepdims: bool = False) -> Tensor:
    """Add up the elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nansum, MindSpore 2.10
    """
    check_type(a, "numpy.nansum")
    t = tensor(a)
    need_dims("nansum", t, axis)
    return cast(torch.nansum(t, axis, keepdims, dtype=kept(t)), dtype)


@translated
def nanmean(a: Any, axis: Axis = None, dtype: Type | None = None, keepdims: bool = False) -> Tensor:
    """Average the elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nanmean, MindSpore 2.10
    """
    t = floating(a)
    need_dims("nanmean", t, axis)
    if t.dtype is torch.bfloat16:
        raise TypeError("numpy.nanmean: MindSpore has it not for bfloat16; convert with .astype(mindspore.float32)")
    return cast(torch.nanmean(t, axis, keepdims), dtype)


@translated
def nanmax(a: Any, axis: Axis = None, dtype: Type | None = None, keepdims: bool = False) -> Tensor:
    """Find the largest elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nanmax, MindSpore 2.10
    """
    t = tensor(a)
    need_dims("nanmax", t, axis)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    return cast(torch.amax(torch.nan_to_num(t, -torch.inf, torch.inf, -torch.inf), dims, keepdims), dtype)


@translated
def nanmin(a: Any, axis: Axis = None, dtype: Type | None = None, keepdims: bool = False) -> Tensor:
    """Find the smallest elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nanmin, MindSpore 2.10
    """
    t = tensor(a)
    need_dims("nanmin", t, axis)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    return cast(torch.amin(torch.nan_to_num(t, torch.inf, torch.inf, -torch.inf), dims, keepdims), dtype)


@translated
def nanvar(a: Any, axis: Axis = None, dtype: Type | None = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """Compute the variance of the elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        ddof (int): subtracted from the number of elements. Default: ``0``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nanvar, MindSpore 2.10
    """
    t = floating(a)
    need_dims("nanvar", t, axis)
    t = t if t.is_complex() else t.float()  # float32 whatever the input (measured 2.10)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    count = (~torch.isnan(t)).sum(dims, keepdims)
    square = torch.nansum((t - torch.nanmean(t, dims, True)).square(), dims, keepdims)
    return cast(square / (count - ddof), dtype)


@translated
def nanstd(a: Any, axis: Axis = None, dtype: Type | None = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """Compute the standard deviation of the elements that are not NaN.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.
        ddof (int): subtracted from the number of elements. Default: ``0``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nanstd, MindSpore 2.10
    """
    return cast(torch.sqrt(nanvar(a, axis, None, ddof, keepdims)._t), dtype)


@translated
def nancumsum(a: Any, axis: int | None = None, dtype: Type | None = None) -> Tensor:
    """Add up the elements so far, NaN counting as 0.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension; ``None``: flatten first. Default: ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.nancumsum, MindSpore 2.10
    """
    need_tensor("nancumsum", a)
    t = tensor(a) if axis is not None else tensor(a).reshape(-1)
    kind = running(t) if dtype is None else None
    kept = torch.where(torch.isnan(t), torch.zeros_like(t), t)
    return cast(torch.cumsum(kept, 0 if axis is None else axis, dtype=kind), dtype)


@translated
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Compute the norm of vectors or matrices.

    Args:
        x (Any): the tensor.
        ord (Any): order of the norm. Default: ``None``.
        axis (Any): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.norm, MindSpore 2.10
    """
    t = floating(x)
    if ord is None and (axis is None or isinstance(axis, int)):
        return wrap(kinks.length(t, axis, keepdims))
    return wrap(torch.linalg.norm(t, ord, axis, keepdims))


@translated
def ptp(x: Any, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Compute the range from the smallest to the largest element.

    Args:
        x (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.ptp, MindSpore 2.10
    """
    need_tensor("ptp", x)
    t = tensor(x)
    need_dims("ptp", t, axis)
    dims = tuple(range(t.ndim)) if axis is None else shape_arg(axis)
    return wrap(torch.amax(t, dims, keepdims) - torch.amin(t, dims, keepdims))


@translated
def promote_types(type1: Type, type2: Type) -> Type:
    """Find the type two types are promoted to.

    Args:
        type1 (Type): one type.
        type2 (Type): the other.

    Returns:
        mindspore.dtype.

    Source: mindspore.numpy.promote_types, MindSpore 2.10
    """
    if isinstance(type1, Tensor) or isinstance(type2, Tensor):
        raise TypeError("numpy.promote_types: two types are needed, got a Tensor; pass x.dtype")
    first, second = (torch.int32 if kind is int else to_torch_dtype(kind) for kind in (type1, type2))
    return mstype.from_torch_dtype(promote(first, second))


@translated
def rand(*shape: Any, dtype: Type = mstype.float32) -> Tensor:
    """Draw from the uniform law on [0, 1).

    Args:
        *shape (Any): as ints or one tuple.

    Keyword Args:
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.rand, MindSpore 2.10
    """
    wanted, kind = _drawn_shape("rand", shape), _drawn_type("rand", dtype)
    return wrap(uniform_numbers(wanted, source_for("UniformReal", get_seed()), dtype=kind))


@translated
def randn(*shape: Any, dtype: Type = mstype.float32) -> Tensor:
    """Draw from the standard normal law.

    Args:
        *shape (Any): as ints or one tuple.

    Keyword Args:
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.randn, MindSpore 2.10
    """
    wanted, kind = _drawn_shape("randn", shape), _drawn_type("randn", dtype)
    return wrap(normal_numbers(wanted, source_for("StandardNormal", get_seed()), dtype=kind))


def _drawn_shape(name: str, shape: tuple[Any, ...]) -> tuple[int, ...]:
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    if any(isinstance(size, bool) or not isinstance(size, int) for size in sizes):
        msg = f"numpy.{name}: the shape must be ints or one tuple of ints, got {shape}"
        raise TypeError(msg)
    return tuple(sizes)


def _drawn_type(name: str, dtype: Any) -> torch.dtype:
    kind = to_torch_dtype(dtype)
    if not kind.is_floating_point:
        msg = f"numpy.{name}: dtype must be a floating-point type, got {dtype!r}"
        raise ValueError(msg)
    return kind


@translated
def randint(minval: int, maxval: int | None = None, shape: Any = None, dtype: Type = mstype.int32) -> Tensor:
    """Draw integers evenly.

    Args:
        minval (int): the lowest; without `maxval`, the end.
        maxval (int, None): the end, not drawn. Default: ``None``.
        shape (Any): of the result; ``None``: one element. Default: ``None``.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.int32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.randint, MindSpore 2.10
    """
    low, high = (0, minval) if maxval is None else (minval, maxval)
    if not (isinstance(low, int) and isinstance(high, int)):
        msg = f"numpy.randint: minval and maxval must be ints, got {minval!r} and {maxval!r}"
        raise TypeError(msg)
    kind = to_torch_dtype(dtype)
    if low >= high or kind.is_floating_point:
        msg = f"numpy.randint: needs minval below maxval and an integer dtype, got {low}, {high} and {dtype!r}"
        raise ValueError(msg)
    size = (1,) if shape is None else shape_arg(shape)
    return wrap(integer_numbers(size, low, high, source_for("UniformInt", get_seed()), None, kind))


@translated
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Tensor:
    """Find where values belong in a sorted sequence.

    Args:
        a (Any): the tensor.
        v (Any): the values.
        side (str): ``'left'`` or ``'right'`` of equal elements. Default: ``'left'``.
        sorter (Any): indices that sort the sequence, where it is not sorted. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.searchsorted, MindSpore 2.10
    """
    order = None if sorter is None else tensor(sorter).long()
    sequence, values = tensor(a), tensor(v)
    if sequence.ndim != 1:
        msg = f"numpy.searchsorted: `a` must have one dimension, got shape {tuple(sequence.shape)}"
        raise ValueError(msg)
    kind = torch.promote_types(sequence.dtype, values.dtype)
    return wrap(
        torch.searchsorted(sequence.to(dtype=kind), values.to(dtype=kind), side=side, sorter=order, out_int32=True)
    )


@translated
def size(a: Any, axis: int | None = None) -> int:
    """Count the elements, all or along a dimension.

    Args:
        a (Any): the tensor.
        axis (int, None): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.

    Returns:
        int.

    Source: mindspore.numpy.size, MindSpore 2.10
    """
    t = tensor(a)
    return t.numel() if axis is None else t.shape[axis]


@translated
def sometrue(a: Any, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Tell whether any element is true.

    Args:
        a (Any): the tensor.
        axis (Axis): the dimension, or several where a tuple is given; ``None``: all. Default: ``None``.
        keepdims (bool): keep the reduced dimensions with length 1. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sometrue, MindSpore 2.10
    """
    need_attributes("sometrue", a)
    t = tensor(a)
    return wrap(torch.any(t, tuple(range(t.ndim)) if axis is None else shape_arg(axis), bool(keepdims)))


@translated
def take_along_axis(arr: Any, indices: Any, axis: int | None) -> Tensor:
    """Take elements along a dimension, one for each index.

    Args:
        arr (Any): the tensor.
        indices (Any): the indices.
        axis (int, None): the dimension; ``None``: flatten first.

    Returns:
        Tensor.

    Source: mindspore.numpy.take_along_axis, MindSpore 2.10
    """
    return wrap(torch.take_along_dim(tensor(arr), tensor(indices).long(), axis))


@translated
def tensordot(a: Any, b: Any, axes: Any = 2) -> Tensor:
    """Multiply and add over some dimensions.

    Args:
        a (Any): the tensor.
        b (Any): second operand.
        axes (Any): how many, or which of each. Default: ``2``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tensordot, MindSpore 2.10
    """
    need_tensor("tensordot", a, b)
    if isinstance(axes, (tuple, list)):
        axes = [[each] if isinstance(each, int) else list(each) for each in axes]
    return wrap(torch.tensordot(tensor(a), tensor(b), axes))


@translated
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Type | None = None) -> Tensor:
    """Add up a diagonal.

    Args:
        a (Any): the tensor.
        offset (int): which, above the main one if positive. Default: ``0``.
        axis1 (int): first dimension of the matrices. Default: ``0``.
        axis2 (int): second dimension of the matrices. Default: ``1``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.trace, MindSpore 2.10
    """
    need_attributes("trace", a)
    t = torch.diagonal(tensor(a), offset, axis1, axis2)
    return cast(t.sum(-1), dtype)


@translated
def trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Tensor:
    """Integrate by the trapezoid rule.

    Args:
        y (Any): the values.
        x (Any): their places. Default: ``None``.
        dx (float): their distance, without `x`. Default: ``1.0``.
        axis (int): the dimension. Default: ``-1``.

    Returns:
        Tensor.

    Source: mindspore.numpy.trapz, MindSpore 2.10
    """
    t = floating(y)
    return wrap(torch.trapezoid(t, dx=dx, dim=axis) if x is None else torch.trapezoid(t, floating(x), dim=axis))


@translated
def tri(N: int, M: int | None = None, k: int = 0, dtype: Type = mstype.float32) -> Tensor:
    """Create a matrix of ones on and below a diagonal.

    Args:
        N (int): rows.
        M (int, None): columns; ``None``: `N`. Default: ``None``.
        k (int): which diagonal; above the main one if positive. Default: ``0``.
        dtype (Type): type of the result; ``None``: as the operands give it. Default: ``mstype.float32``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tri, MindSpore 2.10
    """
    return cast(torch.tril(torch.ones(N, N if M is None else M), k), dtype)


@translated
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Tensor:
    """Create a matrix of powers.

    Args:
        x (Any): the tensor.
        N (int, None): columns; ``None``: as many as rows. Default: ``None``.
        increasing (bool): powers from 0 on. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.vander, MindSpore 2.10
    """
    t = tensor(x)
    # not torch.vander: it multiplies in place and has no gradient (torch 2.13)
    powers = torch.arange(len(t) if N is None else N, device=t.device)
    return wrap((t.unsqueeze(1) ** (powers if increasing else powers.flip(0))).to(dtype=t.dtype))


@translated
def polyadd(a1: Any, a2: Any) -> Tensor:
    """Add two polynomials.

    Args:
        a1 (Any): coefficients, highest first.
        a2 (Any): coefficients, highest first.

    Returns:
        Tensor.

    Source: mindspore.numpy.polyadd, MindSpore 2.10
    """
    x, y = (torch.atleast_1d(vector_or_number("polyadd", each)) for each in (a1, a2))
    n = max(len(x), len(y))
    return wrap(F.pad(x, (n - len(x), 0)) + F.pad(y, (n - len(y), 0)))


@translated
def polysub(a1: Any, a2: Any) -> Tensor:
    """Subtract two polynomials.

    Args:
        a1 (Any): coefficients, highest first.
        a2 (Any): coefficients, highest first.

    Returns:
        Tensor.

    Source: mindspore.numpy.polysub, MindSpore 2.10
    """
    return polyadd(a1, wrap(-tensor(a2)))


@translated
def polyval(p: Any, x: Any) -> Tensor:
    """Evaluate a polynomial.

    Args:
        p (Any): coefficients, highest first.
        x (Any): where.

    Returns:
        Tensor.

    Source: mindspore.numpy.polyval, MindSpore 2.10
    """
    t = tensor(x)
    out = torch.zeros_like(t)
    for coefficient in vector_or_number("polyval", p).reshape(-1):
        out = out * t + coefficient
    return wrap(out)
