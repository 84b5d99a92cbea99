"""Sums of many: products and quotients added to a tensor, tensors added up, squares added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.casting import casts_each_operation
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.promotion import held, of_double
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import by_bits
from ms2torch._errors import op_error

_PLAIN_FLOATS = (torch.float32, torch.float64)


def square_sum_all(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Add up the squares of all elements of each of two tensors.

    Args:
        x (Tensor): of any shape.
        y (Tensor): of any shape.

    Returns:
        tuple(Tensor, Tensor): two 0-d tensors.

    Source: mindspore.ops.SquareSumAll, MindSpore 2.10
    """
    return wrap(torch.square(admitted(x, "ops.SquareSumAll")).sum()), wrap(torch.square(unwrap(y)).sum())


def _factor(value: Any, t: torch.Tensor) -> Any:
    """Return `value`, as an integer where the sum is one of integers."""
    factor: Any = unwrap_or_scalar(value)
    if isinstance(factor, torch.Tensor):
        return factor.to(dtype=t.dtype)
    return held(factor, t.dtype) if t.dtype is not torch.float64 else of_double(factor)


def _alike(op: str, input: object, first: object, second: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the two factors.

    Raises:
        TypeError: if the three tensors are not of one type.
    """
    t, a, b = unwrap(input), unwrap(first), unwrap(second)
    if not a.dtype is b.dtype is t.dtype and not casts_each_operation():
        msg = f"For '{op}', the input type must be same, but got {t.dtype}, {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    return a, b


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number | Tensor = 1) -> Tensor:
    """Compute ``input + value * tensor1 / tensor2``.

    Args:
        input (Tensor): what to add to.
        tensor1 (Tensor): the dividend, of a shape that broadcasts.
        tensor2 (Tensor): the divisor, of a shape that broadcasts.
        value (Union[Tensor, Number]): the factor. Default: ``1``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: if a tensor is not a Tensor, or the types differ.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.addcdiv, MindSpore 2.10
    """
    try:
        top, below = _alike("ops.addcdiv", input, tensor1, tensor2)
        whole = not (top.is_floating_point() or below.is_floating_point() or top.is_complex() or below.is_complex())
        if whole:  # multiplied first, and cut off
            quotient = torch.div(top * _factor(value, top), below, rounding_mode="trunc")
            return wrap(admitted(input, "ops.addcdiv") + quotient)
        quotient = torch.div(top, below)
        factor: Any = unwrap_or_scalar(value)
        factor = factor.to(quotient.dtype) if isinstance(factor, torch.Tensor) else factor
        return wrap(admitted(input, "ops.addcdiv") + quotient * factor)
    except RuntimeError as error:
        raise op_error("ops.addcdiv", error, input=input, tensor1=tensor1, tensor2=tensor2) from None


def tensor_addcdiv(self: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number | Tensor = 1) -> Tensor:
    """Compute ``self + value * tensor1 / tensor2``.

    Args:
        tensor1 (Tensor): the dividend, of a shape that broadcasts.
        tensor2 (Tensor): the divisor, of a shape that broadcasts.

    Keyword Args:
        value (Union[Tensor, Number]): the factor. Default: ``1``.

    Returns:
        Tensor of the broadcast shape.

    Source: mindspore.Tensor.addcdiv, MindSpore 2.10
    """
    return addcdiv(self, tensor1, tensor2, value)


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, value: Number | Tensor = 1) -> Tensor:
    """Compute ``input + value * tensor1 * tensor2``.

    Args:
        input (Tensor): what to add to.
        tensor1 (Tensor): first factor, of a shape that broadcasts.
        tensor2 (Tensor): second factor, of a shape that broadcasts.
        value (Union[Tensor, Number]): third factor. Default: ``1``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: if a tensor is not a Tensor, or the types differ.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.addcmul, MindSpore 2.10
    """
    try:
        t = admitted(input, "ops.addcmul")
        if value.__class__ is int and value == 1:
            a, b, kind = unwrap(tensor1), unwrap(tensor2), t.dtype
            if a.dtype is kind is b.dtype and kind in _PLAIN_FLOATS:
                return wrap(torch.addcmul(t, a, b))
        a, b = _alike("ops.addcmul", input, tensor1, tensor2)
        product = torch.mul(a, b)
        return wrap(t + product * _factor(value, product))
    except RuntimeError as error:
        raise op_error("ops.addcmul", error, input=input, tensor1=tensor1, tensor2=tensor2) from None


def addn(x: Sequence[Tensor]) -> Tensor:
    """Add up several tensors of one shape and type.

    Args:
        x (Union[tuple(Tensor), list(Tensor)]): the tensors.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a tuple or list of Tensors, or their types differ.
        ValueError: if there are none, or the shapes differ.

    Source: mindspore.ops.addn, MindSpore 2.10
    """
    return _added_up("ops.addn", x)


def accumulate_n(x: Sequence[Tensor]) -> Tensor:
    """Add up several tensors of one shape and type; the same as `addn`.

    Args:
        x (Union[tuple(Tensor), list(Tensor)]): the tensors.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a tuple or list of Tensors, or their types differ.
        ValueError: if there are none, or the shapes differ.

    Source: mindspore.ops.accumulate_n, MindSpore 2.10
    """
    check_type(x, "ops.accumulate_n")
    return _added_up("ops.accumulate_n", x)


def _added_up(op: str, x: Sequence[Tensor]) -> Tensor:
    if not isinstance(x, (tuple, list)):
        msg = f"{op}: x must be a tuple or list of Tensors, got {type(x).__name__}"
        raise TypeError(msg)
    if not x:
        msg = f"{op}: x must hold at least one Tensor"
        raise ValueError(msg)
    parts = [unwrap(each) for each in x]
    if casts_each_operation() and any(part.dtype is torch.float32 for part in parts):
        parts = [part.float() if part.is_floating_point() else part for part in parts]
    if any(part.dtype != parts[0].dtype for part in parts):
        msg = f"{op}: the tensors must be of one type, got {[str(part.dtype) for part in parts]}"
        raise TypeError(msg)
    if any(part.shape != parts[0].shape for part in parts):
        msg = f"{op}: the tensors must have one shape, got {[tuple(part.shape) for part in parts]}"
        raise ValueError(msg)
    out = parts[0].clone()
    for part in parts[1:]:
        out = by_bits(torch.add, out, part)
    return wrap(out)
