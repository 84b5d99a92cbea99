"""Elementwise functions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import bit_for_bit
from ms2torch.numpy._operands import (
    cast,
    check_common,
    check_exp,
    common_pair,
    floating,
    need_attributes,
    need_tensor,
    tensor,
)

_REAL = (int, float)


def abs(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.abs, MindSpore 2.10
    """
    need_attributes("abs", x)
    t = tensor(x)
    # of complex numbers complex again (measured 2.10)
    return cast(t if t.dtype is torch.bool else torch.abs(t).to(dtype=t.dtype), dtype)


def absolute(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.absolute, MindSpore 2.10
    """
    need_attributes("absolute", x)
    return abs(x, dtype)


def fabs(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fabs, MindSpore 2.10
    """
    need_attributes("fabs", x)
    return abs(x, dtype)


def exp(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute e to the power of each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.exp, MindSpore 2.10
    """
    check_exp(tensor(x))
    return cast(torch.exp(floating(x)), dtype)


def exp2(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute 2 to the power of each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.exp2, MindSpore 2.10
    """
    return cast(torch.exp2(floating(x)), dtype)


def expm1(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute e to the power of each element, less 1.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.expm1, MindSpore 2.10
    """
    return cast(torch.expm1(floating(x)), dtype)


def log(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the natural logarithm.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.log, MindSpore 2.10
    """
    return cast(torch.log(floating(x)), dtype)


def log2(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the logarithm to base 2.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.log2, MindSpore 2.10
    """
    need_attributes("log2", x)
    return cast(torch.log2(floating(x)), dtype)


def log10(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the logarithm to base 10.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.log10, MindSpore 2.10
    """
    need_attributes("log10", x)
    return cast(torch.log10(floating(x)), dtype)


def log1p(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the natural logarithm of each element plus 1.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.log1p, MindSpore 2.10
    """
    return cast(torch.log1p(floating(x)), dtype)


def sqrt(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the square root.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sqrt, MindSpore 2.10
    """
    return cast(torch.sqrt(floating(x)), dtype)


def cbrt(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the cube root.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cbrt, MindSpore 2.10
    """
    t = floating(_real("cbrt", x) if isinstance(x, Tensor) else x)
    t = t.float() if t.dtype is torch.float16 else t
    return cast(torch.sign(t) * torch.abs(t).pow(1 / 3), dtype)


def square(x: Any, dtype: Type | None = None) -> Tensor:
    """Square each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.square, MindSpore 2.10
    """
    return cast(torch.square(tensor(x)), dtype)


def reciprocal(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute 1 divided by each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.reciprocal, MindSpore 2.10
    """
    t = tensor(x)
    inverse = torch.reciprocal(floating(x))
    # of integers all but 1 and -1 give 0, as documented
    return cast(inverse if t.is_floating_point() or t.is_complex() else inverse.to(dtype=t.dtype), dtype)


def ceil(x: Any, dtype: Type | None = None) -> Tensor:
    """Round up.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Every type gives float32, as in MindSpore.

    Differs from MindSpore: integers and bools are taken too; it refuses them.

    Source: mindspore.numpy.ceil, MindSpore 2.10
    """
    t = floating(x)
    return cast(torch.ceil(t.real if t.is_complex() else t).float(), dtype)


def floor(x: Any, dtype: Type | None = None) -> Tensor:
    """Round down.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.floor, MindSpore 2.10
    """
    return cast(torch.floor(floating(x)), dtype)


def trunc(x: Any, dtype: Type | None = None) -> Tensor:
    """Round towards zero.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Integers give float32, as in MindSpore.

    Differs from MindSpore: float64 stays float64, where its answer is float32.

    Source: mindspore.numpy.trunc, MindSpore 2.10
    """
    t = floating(x)
    return cast(torch.trunc(t if t.dtype is torch.float16 else t.float()), dtype)


def rint(x: Any, dtype: Type | None = None) -> Tensor:
    """Round to the nearest integer, halves to the even one.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers and bools are taken too, as float32; it refuses them.

    Source: mindspore.numpy.rint, MindSpore 2.10
    """
    t = tensor(x)
    if t.dtype not in (torch.float16, torch.float32, torch.float64):
        msg = f"numpy.rint: the elements must be of float16, float32 or float64, got {t.dtype}"
        raise TypeError(msg)
    return cast(torch.round(t), dtype)


def sign(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell the sign as -1, 0 or 1.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Integers give float32, as in MindSpore.

    Raises:
        TypeError: if `x` holds bools.

    Source: mindspore.numpy.sign, MindSpore 2.10
    """
    if tensor(x).dtype is torch.bool:
        raise TypeError("numpy.sign: bools have no sign; convert them with .astype()")
    return cast(torch.sgn(floating(x)), dtype)


def _real(name: str, x: Any) -> torch.Tensor:
    t = tensor(x)
    if t.is_complex():
        msg = f"numpy.{name}: the elements must be real, got {t.dtype}"
        raise TypeError(msg)
    return t


def _whole(name: str, x: Any) -> torch.Tensor:
    t = tensor(x)
    if t.is_floating_point() or t.is_complex():
        msg = f"numpy.{name}: the elements must be integers or bools, got {t.dtype}"
        raise TypeError(msg)
    return t


def isnan(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are NaN.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isnan, MindSpore 2.10
    """
    t = _real("isnan", x)
    if t.dtype is torch.bfloat16:
        raise TypeError("numpy.isnan: MindSpore has it not for bfloat16; convert with .astype(mindspore.float32)")
    return cast(torch.isnan(t), dtype)


def isinf(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are infinite.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isinf, MindSpore 2.10
    """
    return cast(torch.isinf(_real("isinf", x)), dtype)


def isfinite(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are finite.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isfinite, MindSpore 2.10
    """
    return cast(torch.isfinite(_real("isfinite", x)), dtype)


def signbit(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements have their sign bit set.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.signbit, MindSpore 2.10
    """
    return cast(torch.signbit(tensor(x)), dtype)


def invert(x: Any, dtype: Type | None = None) -> Tensor:
    """Invert each bit.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.invert, MindSpore 2.10
    """
    return cast(bit_for_bit(torch.bitwise_not, _whole("invert", x)), dtype)


def bitwise_not(x: Any, dtype: Type | None = None) -> Tensor:
    """Invert each bit.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.bitwise_not, MindSpore 2.10
    """
    return cast(bit_for_bit(torch.bitwise_not, _whole("invert", x)), dtype)


def negative(a: Any, dtype: Type | None = None) -> Tensor:
    """Change the sign.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.negative, MindSpore 2.10
    """
    return cast(torch.neg(tensor(a)), dtype)


def positive(a: Any, dtype: Type | None = None) -> Tensor:
    """Return the elements as they are.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.positive, MindSpore 2.10
    """
    need_tensor("positive", a)
    return cast(tensor(a).clone(), dtype)


def logical_not(a: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are false.

    Args:
        a (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logical_not, MindSpore 2.10
    """
    return cast(torch.logical_not(tensor(a)), dtype)


def fix(x: Any) -> Tensor:
    """Round towards zero.

    Args:
        x (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.fix, MindSpore 2.10
    """
    need_tensor("fix", x)
    t = floating(x)
    return wrap(torch.trunc(t if t.dtype is torch.float16 else t.float()))


def clip(x: Any, xmin: Any, xmax: Any, dtype: Type | None = None) -> Tensor:
    """Limit to an interval.

    Args:
        x (Any): the tensor.
        xmin (Any): lower bound; ``None``: none.
        xmax (Any): upper bound; ``None``: none.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.clip, MindSpore 2.10
    """
    if isinstance(x, Tensor) and x._t.is_floating_point() and x._t.ndim and type(xmin) in _REAL and type(xmax) in _REAL:
        return cast(torch.clamp(x._t, xmin, xmax), dtype)
    t = tensor(x)
    low, high = (None if b is None else tensor(b) for b in (xmin, xmax))
    for bound in (low, high):
        if bound is not None:
            check_common(t.dtype, bound.dtype)
    if t.is_complex():
        raise TypeError("numpy.clip: complex numbers have no order")
    out = torch.clamp(t, low, high)
    # of the type of `x`, cut, unless a bound is an array (measured 2.10)
    plain = dtype is None and not any(b is not None and b.ndim for b in (low, high))
    return cast(out.to(t.dtype) if plain else out, dtype)


def around(a: Any, decimals: int = 0) -> Tensor:
    """Round to some decimals.

    Args:
        a (Any): the tensor.
        decimals (int): decimals to keep. Default: ``0``.

    Returns:
        Tensor.

    Source: mindspore.numpy.around, MindSpore 2.10
    """
    t = tensor(a)
    return wrap(torch.round(t, decimals=decimals) if t.is_floating_point() else t.clone())


def where(condition: Any, x: Any = None, y: Any = None) -> Tensor:
    """Choose from two tensors element by element.

    Args:
        condition (Any): bool.
        x (Any): taken where it is true. Default: ``None``.
        y (Any): taken where it is not. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.where, MindSpore 2.10
    """
    return wrap(torch.where(tensor(condition).bool(), *common_pair(x, y)))


def isclose(a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Tell which elements of two tensors are close.

    Args:
        a (Any): the tensor.
        b (Any): second operand.
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count NaN as equal to NaN. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isclose, MindSpore 2.10
    """
    x, y = tensor(a), tensor(b)
    if x.dtype is not y.dtype:
        msg = f"numpy.isclose: both must be of one type, got {x.dtype} and {y.dtype}"
        raise TypeError(msg)
    return wrap(torch.isclose(x, y, rtol, atol, equal_nan))
