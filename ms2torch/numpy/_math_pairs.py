"""Elementwise functions of two operands of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.dtype import Type
from ms2torch._core.promotion import alike
from ms2torch._core.quotients import floor_quotient, nothing_after_zero, power as raised, truncate_remainder
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, translated
from ms2torch.numpy._operands import (
    cast,
    check_exp,
    common_pair,
    floating,
    narrow_floating,
    pair,
    promoted,
    tensor,
    tensor_only,
    tensors_only,
    with_bools,
)


@translated
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
    return cast(torch.add(*pair(x1, x2)), dtype)


@translated
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
    a, b = pair(x1, x2)
    if a.dtype != b.dtype:  # torch subtracts no bools
        a, b = (t.to(dtype=torch.uint8) if t.dtype is torch.bool else t for t in (a, b))
    return cast(torch.sub(a, b), dtype)


@translated
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
    tensors_only(x1, x2)
    return cast(torch.mul(*common_pair(x1, x2)), dtype)


@translated
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
    return cast(torch.true_divide(*_quotient(x1, x2)), dtype)


@translated
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
    return cast(torch.true_divide(*_quotient(x1, x2)), dtype)


@translated
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
    return cast(floor_quotient(*alike(tensor(x1), tensor(x2))), dtype)


@translated
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
    return cast(with_bools(nothing_after_zero, *common_pair(x1, x2)), dtype)


@translated
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
    return cast(with_bools(nothing_after_zero, *common_pair(x1, x2)), dtype)


@translated
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
    return cast(with_bools(truncate_remainder, *common_pair(x1, x2)), dtype)


@translated
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
    return cast(raised(*pair(x1, x2)), dtype)


@translated
def float_power(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Raise to a power in floating point.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: integers are taken too; it refuses them.

    Source: mindspore.numpy.float_power, MindSpore 2.10
    """
    return cast(torch.pow(*(t.float() for t in map(floating, tensors_only(x1, x2)))), dtype)


@translated
def maximum(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Choose the larger of each two elements.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: a float beside integers is not cut to an integer.

    Source: mindspore.numpy.maximum, MindSpore 2.10
    """
    return cast(torch.maximum(*_of_many(x1, x2)), dtype)


@translated
def minimum(x1: Any, x2: Any, dtype: Type | None = None) -> Tensor:
    """Choose the smaller of each two elements.

    Args:
        x1 (Any): first operand.
        x2 (Any): second operand, of a shape that broadcasts with `x1`.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Differs from MindSpore: a float beside integers is not cut to an integer.

    Source: mindspore.numpy.minimum, MindSpore 2.10
    """
    return cast(torch.minimum(*_of_many(x1, x2)), dtype)


@translated
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
    return cast(torch.eq(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.ne(*tensors_only(x1, x2)), dtype)


@translated
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
    return cast(torch.lt(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.le(*tensors_only(x1, x2)), dtype)


@translated
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
    return cast(torch.gt(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.ge(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.logical_and(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.logical_or(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.logical_xor(*tensors_only(x1, x2)), dtype)


@translated
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
    return cast(torch.bitwise_and(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.bitwise_or(*pair(x1, x2)), dtype)


@translated
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
    return cast(torch.bitwise_xor(*pair(x1, x2)), dtype)


@translated
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
    y, x = (narrow_floating(wrap(tensor_only("arctan2", each))) for each in (x1, x2))
    return cast(torch.atan2(*alike(y, x)), dtype)


@translated
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
    # the squares are taken first, and wrap around in a narrow integer type (measured 2.10)
    a, b = pair(x1, x2)
    if torch.bool in (tensor(x1).dtype, tensor(x2).dtype):
        raise TypeError("numpy.hypot: bools have no squares; convert them with .astype()")
    return cast(torch.sqrt(floating(wrap(a * a + b * b))), dtype)


@translated
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
    if torch.bool in (tensor(x1).dtype, tensor(x2).dtype):
        raise TypeError("numpy.copysign: bools have no sign")
    return cast(torch.copysign(floating(x1), tensor(x2)).to(tensor(x1).dtype), dtype)


@translated
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
    return cast(torch.heaviside(*promoted([tensor(x1), tensor(x2)])), dtype)


@translated
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
    check_exp(tensor(x1), tensor(x2))
    return cast(torch.logaddexp(floating(x1), floating(x2)), dtype)


@translated
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
    a, b = (wrap(tensor_only("logaddexp2", each)) for each in (x1, x2))
    return cast(torch.logaddexp2(floating(a), floating(b)), dtype)


def _gcd(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the greatest number that divides both, of floats too: by Euclid's steps, until nothing is left."""
    if not (a.is_floating_point() or b.is_floating_point()):
        return with_bools(torch.gcd, a, b)
    kind = torch.promote_types(a.dtype, b.dtype)
    x, y = torch.broadcast_tensors(torch.abs(a.to(dtype=kind)), torch.abs(b.to(dtype=kind)))
    while bool((left := (y != 0) & torch.isfinite(y) & torch.isfinite(x)).any()):
        x, y = torch.where(left, y, x), torch.where(left, torch.fmod(x, torch.where(left, y, 1)), y)
    return torch.where(torch.isfinite(y), x, torch.nan)


@translated
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
    return cast(_gcd(*common_pair(x1, x2)), dtype)


@translated
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
    a, b = common_pair(x1, x2)
    if not (a.is_floating_point() or b.is_floating_point()):
        return cast(with_bools(torch.lcm, a, b), dtype)
    product = torch.abs(a * b)
    return cast(torch.where(product == 0, product, product / _gcd(a, b)), dtype)


@translated
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
    try:
        return cast(torch.matmul(*tensors_only(x1, x2)), dtype)
    except RuntimeError as error:
        refused = op_error("numpy.matmul", error, x1=x1, x2=x2)
        raise (RuntimeError(str(refused)) if isinstance(refused, ValueError) else refused) from None


def _quotient(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both operands in the type of a quotient: float32, unless one is float16 or float32 (measured 2.10)."""
    a, b = tensor(x1), tensor(x2)
    plain = {torch.float16, torch.float32}
    kind = torch.promote_types(a.dtype, b.dtype) if plain & {a.dtype, b.dtype} else torch.float32
    return a.to(dtype=kind), b.to(dtype=kind)


def _of_many(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands; one of 0 dimensions takes the type of the other (measured 2.10)."""
    a, b = tensor(x1), tensor(x2)
    if torch.bfloat16 in (a.dtype, b.dtype):
        raise TypeError("mindspore.numpy orders no bfloat16; convert with .astype(mindspore.float32)")
    if a.ndim == 0 and b.ndim:
        return a.to(dtype=b.dtype), b
    return a, (b.to(dtype=a.dtype) if b.ndim == 0 and a.ndim else b)
