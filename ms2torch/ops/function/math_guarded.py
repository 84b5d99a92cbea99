"""Arithmetic with rules of its own: logarithms of sums, guarded quotients, interpolation, sums of many."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ms2torch._errors import op_error
from ms2torch.common._base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch.common.tensor_type import Tensor
from ms2torch.ops.function._elementwise import binary, both_tensors, tensor_pair
from ms2torch.ops.function.math import real_div, sub


def logaddexp(input: Tensor, other: Tensor) -> Tensor:
    """Compute log(exp(input) + exp(other)) without overflow.

    Args:
        input (Tensor): first operand.
        other (Tensor): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.logaddexp, MindSpore 2.10
    """
    return both_tensors("ops.logaddexp", torch.logaddexp, input, other)


def logaddexp2(input: Tensor, other: Tensor) -> Tensor:
    """Compute log2(2**input + 2**other) without overflow.

    Args:
        input (Tensor): first operand.
        other (Tensor): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.logaddexp2, MindSpore 2.10
    """
    return both_tensors("ops.logaddexp2", torch.logaddexp2, input, other)


def xlogy(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute `input` times log(`other`); 0 where `input` is 0.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.xlogy, MindSpore 2.10
    """
    return binary("ops.xlogy", torch.xlogy, input, other)


def xdivy(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Divide `x` by `y`; 0 where `x` is 0.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.xdivy, MindSpore 2.10
    """
    a, b = tensor_pair(x, y)
    nothing = torch.zeros((), dtype=a.dtype, device=a.device)
    try:
        return wrap(torch.where(a == 0, nothing, a / torch.where(a == 0, torch.ones_like(b), b)))
    except RuntimeError as error:
        raise op_error("ops.xdivy", error, x=x, y=y) from None


def div_no_nan(x1: Tensor | Number, x2: Tensor | Number) -> Tensor:
    """Divide `x1` by `x2`; 0 where `x2` is 0.

    Args:
        x1 (Union[Tensor, Number, bool]): first operand.
        x2 (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x1`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.DivNoNan, MindSpore 2.10
    """
    b = tensor_pair(x1, x2)[1]
    try:
        out = real_div(x1, wrap(torch.where(b == 0, torch.ones_like(b), b)))._t
        return wrap(torch.where(b == 0, torch.zeros_like(out), out))
    except RuntimeError as error:
        raise op_error("ops.DivNoNan", error, x1=x1, x2=x2) from None


def mul_no_nan(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Multiply `x` by `y`; 0 where `y` is 0, also for an infinite or nan `x`.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.MulNoNan, MindSpore 2.10
    """
    a, b = tensor_pair(x, y)
    try:
        return wrap(torch.where(b == 0, torch.zeros_like(a), a) * b)
    except RuntimeError as error:
        raise op_error("ops.MulNoNan", error, x=x, y=y) from None


def squared_difference(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Compute the square of the difference, element by element.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.SquaredDifference, MindSpore 2.10
    """
    difference = sub(x, y)._t
    return wrap(difference * difference)


def square_sum_all(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Add up the squares of all elements of each of two tensors.

    Args:
        x (Tensor): of any shape.
        y (Tensor): of any shape.

    Returns:
        tuple(Tensor, Tensor): two 0-d tensors.

    Source: mindspore.ops.SquareSumAll, MindSpore 2.10
    """
    return wrap(torch.square(unwrap(x)).sum()), wrap(torch.square(unwrap(y)).sum())


def copysign(x: Tensor, other: Tensor | Number) -> Tensor:
    """Give each element of `x` the sign of `other`.

    Args:
        x (Tensor): the moduli.
        other (Union[Tensor, Number]): the signs, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the type of `x`; integers give float32.

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Differs from MindSpore: -0.0 is negative here, as its sign bit says; there it is positive.

    Source: mindspore.ops.copysign, MindSpore 2.10
    """
    t = unwrap(x)
    out = binary("ops.copysign", torch.copysign, x, other)
    return wrap(out._t.to(t.dtype)) if t.is_floating_point() else out


def heaviside(input: Tensor, values: Tensor) -> Tensor:
    """Compute the step function: 0 below zero, 1 above, and `values` at zero.

    Args:
        input (Tensor): of any shape and number type.
        values (Tensor): the values at zero, of the type of `input` and a shape that broadcasts with it.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.heaviside, MindSpore 2.10
    """
    return both_tensors("ops.heaviside", torch.heaviside, input, values)


def nextafter(input: Tensor, other: Tensor) -> Tensor:
    """Take the next number of the type from `input` towards `other`.

    Args:
        input (Tensor): first operand.
        other (Tensor): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is not a Tensor.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.nextafter, MindSpore 2.10
    """
    return both_tensors("ops.nextafter", torch.nextafter, input, other)


def ldexp(x: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiply `x` by 2 to the power `other`.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape; integers give float32.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.ldexp, MindSpore 2.10
    """
    a, b = tensor_pair(x, other)
    return binary("ops.ldexp", torch.mul, wrap(a), wrap(torch.pow(2.0, b)))


def lerp(input: Tensor, end: Tensor, weight: float | Tensor) -> Tensor:
    """Interpolate: ``input + weight * (end - input)``.

    Args:
        input (Tensor): where weight 0 is.
        end (Tensor): where weight 1 is, of the type of `input` and a shape that broadcasts with it.
        weight (Union[float, Tensor]): how far to go from `input` to `end`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: if `weight` is neither a float nor a Tensor, or the types do not fit.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.lerp, MindSpore 2.10
    """
    w = weight if isinstance(weight, float) else unwrap(weight)
    try:
        a, b = unwrap(input), unwrap(end)
        return wrap(torch.lerp(a, b, w))  # type: ignore[arg-type]
    except RuntimeError as error:
        raise op_error("ops.lerp", error, input=input, end=end, weight=weight) from None


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
        quotient = torch.div(unwrap(tensor1), unwrap(tensor2))
        return wrap(unwrap(input) + quotient * unwrap_or_scalar(value))
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
        product = torch.mul(unwrap(tensor1), unwrap(tensor2))
        return wrap(unwrap(input) + product * unwrap_or_scalar(value))
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
    return _added_up("ops.accumulate_n", x)


def _added_up(op: str, x: Sequence[Tensor]) -> Tensor:
    if not isinstance(x, (tuple, list)):
        msg = f"{op}: x must be a tuple or list of Tensors, got {type(x).__name__}"
        raise TypeError(msg)
    if not x:
        msg = f"{op}: x must hold at least one Tensor"
        raise ValueError(msg)
    parts = [unwrap(each) for each in x]
    if any(part.dtype != parts[0].dtype for part in parts):
        msg = f"{op}: the tensors must be of one type, got {[str(part.dtype) for part in parts]}"
        raise TypeError(msg)
    if any(part.shape != parts[0].shape for part in parts):
        msg = f"{op}: the tensors must have one shape, got {[tuple(part.shape) for part in parts]}"
        raise ValueError(msg)
    out = parts[0].clone()
    for part in parts[1:]:
        out = out + part
    return wrap(out)
