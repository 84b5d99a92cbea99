"""Elementwise functions of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch.common._base import wrap
from ms2torch.common.dtype import Type
from ms2torch.common.tensor_type import Tensor
from ms2torch.numpy._operands import cast, floating, tensor


def abs(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.abs, MindSpore 2.10
    """
    return cast(torch.abs(tensor(x)), dtype)


def absolute(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.absolute, MindSpore 2.10
    """
    return cast(torch.abs(tensor(x)), dtype)


def fabs(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute absolute values.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fabs, MindSpore 2.10
    """
    return cast(torch.abs(floating(x)), dtype)


def exp(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute e to the power of each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.exp, MindSpore 2.10
    """
    return cast(torch.exp(floating(x)), dtype)


def exp2(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute 2 to the power of each element.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

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

    Source: mindspore.numpy.log2, MindSpore 2.10
    """
    return cast(torch.log2(floating(x)), dtype)


def log10(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the logarithm to base 10.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.log10, MindSpore 2.10
    """
    return cast(torch.log10(floating(x)), dtype)


def log1p(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the natural logarithm of each element plus 1.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

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
    return cast(torch.sign(floating(x)) * torch.abs(floating(x)).pow(1 / 3), dtype)


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
    return cast(torch.reciprocal(floating(x)), dtype)


def sin(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sin, MindSpore 2.10
    """
    return cast(torch.sin(floating(x)), dtype)


def cos(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cos, MindSpore 2.10
    """
    return cast(torch.cos(floating(x)), dtype)


def tan(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tan, MindSpore 2.10
    """
    return cast(torch.tan(floating(x)), dtype)


def arcsin(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arcsin, MindSpore 2.10
    """
    return cast(torch.asin(floating(x)), dtype)


def arctan(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arctan, MindSpore 2.10
    """
    return cast(torch.atan(floating(x)), dtype)


def sinh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sinh, MindSpore 2.10
    """
    return cast(torch.sinh(floating(x)), dtype)


def cosh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cosh, MindSpore 2.10
    """
    return cast(torch.cosh(floating(x)), dtype)


def tanh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tanh, MindSpore 2.10
    """
    return cast(torch.tanh(floating(x)), dtype)


def arcsinh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arcsinh, MindSpore 2.10
    """
    return cast(torch.asinh(floating(x)), dtype)


def arccosh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arccosh, MindSpore 2.10
    """
    return cast(torch.acosh(floating(x)), dtype)


def arctanh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arctanh, MindSpore 2.10
    """
    return cast(torch.atanh(floating(x)), dtype)


def ceil(x: Any, dtype: Type | None = None) -> Tensor:
    """Round up.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.ceil, MindSpore 2.10
    """
    return cast(torch.ceil(floating(x)), dtype)


def floor(x: Any, dtype: Type | None = None) -> Tensor:
    """Round down.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

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

    Source: mindspore.numpy.trunc, MindSpore 2.10
    """
    return cast(torch.trunc(tensor(x)), dtype)


def rint(x: Any, dtype: Type | None = None) -> Tensor:
    """Round to the nearest integer, halves to the even one.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.rint, MindSpore 2.10
    """
    return cast(torch.round(floating(x)), dtype)


def sign(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell the sign as -1, 0 or 1.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sign, MindSpore 2.10
    """
    return cast(torch.sign(tensor(x)), dtype)


def deg2rad(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert degrees to radians.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.deg2rad, MindSpore 2.10
    """
    return cast(torch.deg2rad(floating(x)), dtype)


def radians(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert degrees to radians.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.radians, MindSpore 2.10
    """
    return cast(torch.deg2rad(floating(x)), dtype)


def rad2deg(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert radians to degrees.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.rad2deg, MindSpore 2.10
    """
    return cast(torch.rad2deg(floating(x)), dtype)


def isnan(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are NaN.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isnan, MindSpore 2.10
    """
    return cast(torch.isnan(tensor(x)), dtype)


def isinf(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are infinite.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isinf, MindSpore 2.10
    """
    return cast(torch.isinf(tensor(x)), dtype)


def isfinite(x: Any, dtype: Type | None = None) -> Tensor:
    """Tell which elements are finite.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.isfinite, MindSpore 2.10
    """
    return cast(torch.isfinite(tensor(x)), dtype)


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
    return cast(torch.bitwise_not(tensor(x)), dtype)


def bitwise_not(x: Any, dtype: Type | None = None) -> Tensor:
    """Invert each bit.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.bitwise_not, MindSpore 2.10
    """
    return cast(torch.bitwise_not(tensor(x)), dtype)


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


def arccos(input: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc cosine.

    Args:
        input (Any): of any shape.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arccos, MindSpore 2.10
    """
    return cast(torch.acos(floating(input)), dtype)


def fix(x: Any) -> Tensor:
    """Round towards zero.

    Args:
        x (Any): the tensor.

    Returns:
        Tensor.

    Source: mindspore.numpy.fix, MindSpore 2.10
    """
    return wrap(torch.trunc(floating(x)))


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
    low, high = (None if b is None else tensor(b) for b in (xmin, xmax))
    return cast(torch.clamp(tensor(x), low, high), dtype)


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
    return wrap(torch.where(tensor(condition).bool(), tensor(x), tensor(y)))


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
    kind = torch.promote_types(x.dtype, y.dtype)
    return wrap(torch.isclose(x.to(kind), y.to(kind), rtol, atol, equal_nan))


def add(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Add.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.add, MindSpore 2.10
    """
    return cast(torch.add(tensor(x1), tensor(x2)), dtype)


def subtract(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Subtract.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.subtract, MindSpore 2.10
    """
    return cast(torch.sub(tensor(x1), tensor(x2)), dtype)


def multiply(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Multiply.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.multiply, MindSpore 2.10
    """
    return cast(torch.mul(tensor(x1), tensor(x2)), dtype)


def divide(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Divide.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.divide, MindSpore 2.10
    """
    return cast(torch.true_divide(tensor(x1), tensor(x2)), dtype)


def true_divide(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Divide.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.true_divide, MindSpore 2.10
    """
    return cast(torch.true_divide(tensor(x1), tensor(x2)), dtype)


def floor_divide(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Divide and round down.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.floor_divide, MindSpore 2.10
    """
    return cast(torch.floor_divide(tensor(x1), tensor(x2)), dtype)


def remainder(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the rest with the sign of the divisor.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.remainder, MindSpore 2.10
    """
    return cast(torch.remainder(tensor(x1), tensor(x2)), dtype)


def mod(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the rest with the sign of the divisor.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.mod, MindSpore 2.10
    """
    return cast(torch.remainder(tensor(x1), tensor(x2)), dtype)


def fmod(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the rest with the sign of the dividend.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fmod, MindSpore 2.10
    """
    return cast(torch.fmod(tensor(x1), tensor(x2)), dtype)


def power(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Raise to a power.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.power, MindSpore 2.10
    """
    return cast(torch.pow(tensor(x1), tensor(x2)), dtype)


def float_power(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Raise to a power in floating point.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.float_power, MindSpore 2.10
    """
    return cast(torch.pow(floating(x1), floating(x2)), dtype)


def maximum(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Choose the larger of each two elements.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.maximum, MindSpore 2.10
    """
    return cast(torch.maximum(tensor(x1), tensor(x2)), dtype)


def minimum(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Choose the smaller of each two elements.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.minimum, MindSpore 2.10
    """
    return cast(torch.minimum(tensor(x1), tensor(x2)), dtype)


def equal(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where two tensors are equal.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.equal, MindSpore 2.10
    """
    return cast(torch.eq(tensor(x1), tensor(x2)), dtype)


def not_equal(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where two tensors differ.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.not_equal, MindSpore 2.10
    """
    return cast(torch.ne(tensor(x1), tensor(x2)), dtype)


def less(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where the first is smaller.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.less, MindSpore 2.10
    """
    return cast(torch.lt(tensor(x1), tensor(x2)), dtype)


def less_equal(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where the first is not larger.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.less_equal, MindSpore 2.10
    """
    return cast(torch.le(tensor(x1), tensor(x2)), dtype)


def greater(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where the first is larger.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.greater, MindSpore 2.10
    """
    return cast(torch.gt(tensor(x1), tensor(x2)), dtype)


def greater_equal(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where the first is not smaller.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.greater_equal, MindSpore 2.10
    """
    return cast(torch.ge(tensor(x1), tensor(x2)), dtype)


def logical_and(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where both are true.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logical_and, MindSpore 2.10
    """
    return cast(torch.logical_and(tensor(x1), tensor(x2)), dtype)


def logical_or(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where either is true.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logical_or, MindSpore 2.10
    """
    return cast(torch.logical_or(tensor(x1), tensor(x2)), dtype)


def logical_xor(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Tell where just one is true.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logical_xor, MindSpore 2.10
    """
    return cast(torch.logical_xor(tensor(x1), tensor(x2)), dtype)


def bitwise_and(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Combine bits by and.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.bitwise_and, MindSpore 2.10
    """
    return cast(torch.bitwise_and(tensor(x1), tensor(x2)), dtype)


def bitwise_or(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Combine bits by or.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.bitwise_or, MindSpore 2.10
    """
    return cast(torch.bitwise_or(tensor(x1), tensor(x2)), dtype)


def bitwise_xor(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Combine bits by exclusive or.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.bitwise_xor, MindSpore 2.10
    """
    return cast(torch.bitwise_xor(tensor(x1), tensor(x2)), dtype)


def arctan2(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the angle of points.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arctan2, MindSpore 2.10
    """
    return cast(torch.atan2(floating(x1), floating(x2)), dtype)


def hypot(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hypotenuse.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.hypot, MindSpore 2.10
    """
    return cast(torch.hypot(floating(x1), floating(x2)), dtype)


def copysign(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Take size from one and sign from the other.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.copysign, MindSpore 2.10
    """
    return cast(torch.copysign(floating(x1), tensor(x2)), dtype)


def heaviside(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the step function, with a given value at zero.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.heaviside, MindSpore 2.10
    """
    return cast(torch.heaviside(floating(x1), floating(x2)), dtype)


def logaddexp(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Add logarithmically.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logaddexp, MindSpore 2.10
    """
    return cast(torch.logaddexp(floating(x1), floating(x2)), dtype)


def logaddexp2(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Add logarithmically, to base 2.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.logaddexp2, MindSpore 2.10
    """
    return cast(torch.logaddexp2(floating(x1), floating(x2)), dtype)


def gcd(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the greatest common divisor.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.gcd, MindSpore 2.10
    """
    return cast(torch.gcd(tensor(x1), tensor(x2)), dtype)


def lcm(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Compute the least common multiple.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.lcm, MindSpore 2.10
    """
    return cast(torch.lcm(tensor(x1), tensor(x2)), dtype)


def matmul(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Multiply matrices.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.matmul, MindSpore 2.10
    """
    return cast(torch.matmul(tensor(x1), tensor(x2)), dtype)
