"""Names that `mindspore.ops.functional` has for older code: operators by function, and arithmetic of Python numbers."""

from __future__ import annotations

import math as pymath
from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import Number, wrap
from ms2torch._core.dtype import Type, float32, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import index as array_index, info as array_info, layout
from ms2torch.ops.function.math import (
    arithmetic,
    compare as math_compare,
    extreme as reduce_extreme,
    reduce,
    unary as math_unary,
)

tensor_add = arithmetic.add
tensor_mul = arithmetic.mul
tensor_muls = arithmetic.mul
tensor_div = arithmetic.real_div
tensor_pow = arithmetic.pow
pows = arithmetic.pow
tensor_floordiv = arithmetic.floor_divide
floordiv = arithmetic.floor_divide
tensor_mod = arithmetic.floor_mod
tensor_exp = math_unary.exp
tensor_expm1 = math_unary.expm1
tensor_le = math_compare.le
tensor_gt = math_compare.gt
tensor_ge = math_compare.ge
reshape_ = layout.reshape


def shape_(x: Tensor) -> tuple[int, ...]:
    """Return the shape as a tuple of ints.

    Args:
        x (Tensor): of any shape.

    Returns:
        tuple[int].

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.shape_, MindSpore 2.10
    """
    return array_info.shape(x)


def tensor_slice(input: Tensor, begin: Sequence[int], size: Sequence[int]) -> Tensor:
    """Cut a box out of a tensor.

    Args:
        input (Tensor): of any shape.
        begin (Union[tuple, list]): first place in each dimension.
        size (Union[tuple, list]): how many places; -1: up to the end.

    Returns:
        Tensor, a view.

    Raises:
        TypeError: if `begin` or `size` is no tuple or list.
        ValueError: if a dimension is missing, or the box does not lie in the tensor.

    Source: mindspore.ops.tensor_slice, MindSpore 2.10
    """
    return array_index.slice(input, begin, size)


def tensor_sub(*args: Tensor | Number) -> Tensor:
    """Subtract the second argument from the first.

    Args:
        args (Union[Tensor, Number]): two operands.

    Returns:
        Tensor.

    Source: mindspore.ops.tensor_sub, MindSpore 2.10
    """
    return arithmetic.sub(*args)


def tensor_lt(*args: Tensor | Number, **kwargs: Tensor | Number) -> Tensor:
    """Tell where the first argument is less than the second.

    Args:
        args (Union[Tensor, Number]): two operands.
        kwargs (Union[Tensor, Number]): or by name, `input` and `other`.

    Returns:
        Tensor of bool.

    Source: mindspore.ops.tensor_lt, MindSpore 2.10
    """
    return math_compare.lt(*args, **kwargs)


def hyper_add(*args: Tensor | Number | Sequence[Any]) -> Any:
    """Add two tensors, numbers, or nested tuples of them, leaf by leaf.

    Args:
        args (Union[Tensor, Number, tuple]): two terms, nested alike.

    Returns:
        A sum, or a tuple of sums.

    Source: mindspore.ops.hyper_add, MindSpore 2.10
    """
    first, second = args
    if isinstance(first, (tuple, list)) and isinstance(second, (tuple, list)):
        return tuple(hyper_add(a, b) for a, b in zip(first, second, strict=True))
    return first + second  # type: ignore[operator]


def reduce_sum(x: Tensor, axis: Any = ()) -> Tensor:
    """Add up the elements along some dimensions, in their own type.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple(int), list(int), Tensor]): dimensions; ``()``: all. Default: ``()``.

    Returns:
        Tensor of the type of `x`.

    Source: mindspore.ops.reduce_sum, MindSpore 2.10
    """
    if axis is None or not isinstance(x, Tensor):
        msg = f"ops.reduce_sum: expected a Tensor and an int or a tuple of ints, got {x!r} and {axis!r}"
        raise TypeError(msg)
    return reduce.sum(x, axis, dtype=None if x._t.is_floating_point() else x.dtype)


def _need_axis(op: str, axis: object) -> None:
    if axis is None:
        msg = f"{op}: axis must be an int or a tuple of ints, got None; write () for all"
        raise TypeError(msg)


def reduce_mean(x: Tensor, axis: Any = ()) -> Tensor:
    """Average the elements along some dimensions.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple(int), list(int), Tensor]): dimensions; ``()``: all. Default: ``()``.

    Returns:
        Tensor.

    Source: mindspore.ops.reduce_mean, MindSpore 2.10
    """
    _need_axis("ops.reduce_mean", axis)
    return reduce.mean(x, axis)


def reduce_max(x: Tensor, axis: Any = ()) -> Tensor:
    """Find the largest elements along some dimensions.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple(int), list(int), Tensor]): dimensions; ``()``: all. Default: ``()``.

    Returns:
        Tensor.

    Source: mindspore.ops.reduce_max, MindSpore 2.10
    """
    _need_axis("ops.reduce_max", axis)
    return reduce_extreme.amax(x, axis)


def reduce_min(x: Tensor, axis: Any = ()) -> Tensor:
    """Find the smallest elements along some dimensions.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple(int), list(int), Tensor]): dimensions; ``()``: all. Default: ``()``.

    Returns:
        Tensor.

    Source: mindspore.ops.reduce_min, MindSpore 2.10
    """
    _need_axis("ops.reduce_min", axis)
    return reduce_extreme.amin(x, axis)


def scalar_to_tensor(input_x: Number, dtype: Type = float32) -> Tensor:
    """Make a 0-d tensor of a Python number.

    Args:
        input_x (Union[bool, int, float]): the number.
        dtype (mindspore.dtype): type of the tensor. Default: ``mindspore.float32``.

    Returns:
        Tensor, 0-d.

    Raises:
        TypeError: if `input_x` is not a number.

    Source: mindspore.ops.scalar_to_tensor, MindSpore 2.10
    """
    if not isinstance(input_x, (bool, int, float)):
        msg = f"ops.scalar_to_tensor: input_x must be a bool, int or float, got {type(input_x).__name__}"
        raise TypeError(msg)
    return wrap(torch.tensor(input_x, dtype=torch.float64).to(given_type(dtype)))


def scalar_cast(input_x: Number, input_y: Type) -> Number:
    """Convert a Python number to int, float or bool.

    Args:
        input_x (Union[bool, int, float]): the number.
        input_y (mindspore.dtype): int64, float64 or bool.

    Returns:
        The Python number.

    Raises:
        ValueError: if `input_y` is another type.

    Source: mindspore.ops.scalar_cast, MindSpore 2.10
    """
    kinds = {torch.int64: int, torch.float64: float, torch.bool: bool}
    kind = kinds.get(given_type(input_y))
    if kind is None:
        msg = f"ops.scalar_cast: input_y must be mindspore.int64, float64 or bool, got {input_y}"
        raise ValueError(msg)
    return kind(input_x)  # type: ignore[no-any-return, arg-type]


def scalar_add(x: float, y: float) -> float:
    """Add two Python numbers.

    Source: mindspore.ops.scalar_add, MindSpore 2.10
    """
    return x + y


def scalar_sub(x: float, y: float) -> float:
    """Subtract one Python number from another.

    Source: mindspore.ops.scalar_sub, MindSpore 2.10
    """
    return x - y


def scalar_mul(x: float, y: float) -> float:
    """Multiply two Python numbers.

    Source: mindspore.ops.scalar_mul, MindSpore 2.10
    """
    return x * y


def scalar_div(x: float, y: float) -> float:
    """Divide one Python number by another.

    Source: mindspore.ops.scalar_div, MindSpore 2.10
    """
    return x / y


def scalar_floordiv(x: float, y: float) -> float:
    """Divide one Python number by another and round down.

    Source: mindspore.ops.scalar_floordiv, MindSpore 2.10
    """
    return x // y


def scalar_mod(x: float, y: float) -> float:
    """Compute the remainder of two Python numbers.

    Source: mindspore.ops.scalar_mod, MindSpore 2.10
    """
    return x % y


def scalar_pow(x: float, y: float) -> float:
    """Raise a Python number to a power.

    Source: mindspore.ops.scalar_pow, MindSpore 2.10
    """
    return x**y


def scalar_eq(x: float, y: float) -> bool:
    """Tell whether two Python numbers are equal.

    Source: mindspore.ops.scalar_eq, MindSpore 2.10
    """
    return x == y


def scalar_lt(x: float, y: float) -> bool:
    """Tell whether `x` is less than `y`.

    Source: mindspore.ops.scalar_lt, MindSpore 2.10
    """
    return x < y


def scalar_le(x: float, y: float) -> bool:
    """Tell whether `x` is less than or equal to `y`.

    Source: mindspore.ops.scalar_le, MindSpore 2.10
    """
    return x <= y


def scalar_gt(x: float, y: float) -> bool:
    """Tell whether `x` is greater than `y`.

    Source: mindspore.ops.scalar_gt, MindSpore 2.10
    """
    return x > y


def scalar_ge(x: float, y: float) -> bool:
    """Tell whether `x` is greater than or equal to `y`.

    Source: mindspore.ops.scalar_ge, MindSpore 2.10
    """
    return x >= y


def scalar_max(x: float, y: float) -> float:
    """Take the larger of two Python numbers.

    Source: mindspore.ops.scalar_max, MindSpore 2.10
    """
    return max(y, x)


def scalar_min(x: float, y: float) -> float:
    """Take the smaller of two Python numbers.

    Source: mindspore.ops.scalar_min, MindSpore 2.10
    """
    return min(y, x)


def scalar_uadd(x: float) -> float:
    """Return a Python number: a plus sign in front changes nothing.

    Source: mindspore.ops.scalar_uadd, MindSpore 2.10
    """
    return +x


def scalar_usub(x: float) -> float:
    """Change the sign of a Python number.

    Source: mindspore.ops.scalar_usub, MindSpore 2.10
    """
    return -x


def scalar_log(x: float) -> float:
    """Compute the natural logarithm of a Python number.

    Source: mindspore.ops.scalar_log, MindSpore 2.10
    """
    return pymath.log(x)
