"""Integers as bits, and their divisors."""

from __future__ import annotations

import torch

from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.no_gradient import without_gradient
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import bit_for_bit
from ms2torch.ops.function._elementwise import Binary, binary_tensors, tensor_pair


def bitwise_and(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Combine the bits of two integers by *and*; bools by logical *and*.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.bitwise_and, mindspore.mint.bitwise_and, MindSpore 2.10
    """
    return _bits("ops.bitwise_and", torch.bitwise_and, input, other)


def bitwise_or(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Combine the bits of two integers by *or*; bools by logical *or*.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.bitwise_or, mindspore.mint.bitwise_or, MindSpore 2.10
    """
    return _bits("ops.bitwise_or", torch.bitwise_or, input, other)


def bitwise_xor(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Combine the bits of two integers by *exclusive or*.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.bitwise_xor, mindspore.mint.bitwise_xor, MindSpore 2.10
    """
    return _bits("ops.bitwise_xor", torch.bitwise_xor, input, other)


def tensor_bitwise_not(self: Tensor) -> Tensor:
    """Flip every bit; of a bool, the truth.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.Tensor.bitwise_not, MindSpore 2.10
    """
    return wrap(torch.bitwise_not(self._t))


def invert(x: Tensor) -> Tensor:
    """Flip every bit of each integer.

    Args:
        x (Tensor): of any shape and an integer type.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.invert, MindSpore 2.10
    """
    t = unwrap(x)
    if t.dtype is torch.bool or t.is_floating_point() or t.is_complex():
        msg = f"ops.invert: x must be of an integer type, got {t.dtype}; use ops.logical_not for bool"
        raise TypeError(msg)
    return wrap(bit_for_bit(torch.bitwise_not, t))


@without_gradient("LeftShift")
def bitwise_left_shift(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Shift the bits of `input` to the left by `other`.

    Args:
        input (Union[Tensor, Number, bool]): integers.
        other (Union[Tensor, Number, bool]): how far, integers of the same type.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.bitwise_left_shift, MindSpore 2.10
    """
    return _shift("ops.bitwise_left_shift", torch.bitwise_left_shift, input, other)


@without_gradient("RightShift")
def bitwise_right_shift(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Shift the bits of `input` to the right by `other`, keeping the sign.

    Args:
        input (Union[Tensor, Number, bool]): integers.
        other (Union[Tensor, Number, bool]): how far, integers of the same type.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.bitwise_right_shift, MindSpore 2.10
    """
    return _shift("ops.bitwise_right_shift", torch.bitwise_right_shift, input, other)


def tensor_bitwise_right_shift(self: Tensor, other: Tensor | Number) -> Tensor:
    """Shift the bits to the right by `other`, keeping the sign.

    Args:
        other (Union[Tensor, Number, bool]): how far; of another type than the tensor it is converted to that.

    Returns:
        Tensor of the broadcast shape and the type of the tensor.

    Raises:
        TypeError: if the tensor holds no integers.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.bitwise_right_shift, MindSpore 2.10
    """
    if isinstance(other, (bool, int, float)):
        other = int(other)
    elif isinstance(other, Tensor) and other._t.dtype is not self._t.dtype:
        other = wrap((other._t.real if other._t.is_complex() else other._t).to(dtype=self._t.dtype))
    return bitwise_right_shift(self, other)


@without_gradient("Gcd")
def gcd(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the greatest common divisor of two integers.

    Args:
        input (Union[Tensor, Number, bool]): integers.
        other (Union[Tensor, Number, bool]): integers, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.gcd, mindspore.mint.gcd, MindSpore 2.10
    """
    for each in (input, other):
        unwrap(each)  # a TypeError for what is no Tensor
    return binary_tensors("ops.gcd", torch.gcd, input, other)


@without_gradient("Lcm")
def lcm(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the least common multiple of two integers.

    Args:
        input (Union[Tensor, Number, bool]): integers.
        other (Union[Tensor, Number, bool]): integers, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.lcm, MindSpore 2.10
    """
    return binary_tensors("ops.lcm", torch.lcm, input, other)


def _bits(op: str, fn: Binary, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    a, b = tensor_pair(input, other)
    for t in (a, b):
        if t.is_floating_point() or t.is_complex():
            msg = f"{op}: both sides must be integers or bools, got {a.dtype} and {b.dtype}"
            raise TypeError(msg)
    return binary_tensors(op, fn, input, other)


def _shift(op: str, fn: Binary, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    if isinstance(input, float) or isinstance(other, float):
        msg = f"{op}: both sides must be integers, got {input!r} and {other!r}"
        raise TypeError(msg)
    a, b = tensor_pair(input, other)
    if a.dtype != b.dtype or a.dtype is torch.bool or a.is_floating_point() or a.is_complex():
        msg = f"{op}: both sides must be integers of one type, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    # how far is counted in as many bits as the processor's instruction looks at (measured 2.10)
    reach = 63 if b.dtype in (torch.int64, torch.uint64) else 31
    return binary_tensors(op, lambda left, right: fn(left, right & reach), input, other)
