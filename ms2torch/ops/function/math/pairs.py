"""Functions of two operands beyond arithmetic: logarithms of sums, guarded quotients, signs, interpolation."""

from __future__ import annotations

import torch

from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.element_types import admitted, check_promoted, check_type
from ms2torch._core.no_gradient import without_gradient
from ms2torch._core.promotion import single
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function._elementwise import binary, both_tensors, tensor_pair
from ms2torch.ops.function.math.arithmetic import real_div, sub


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

    Source: mindspore.ops.logaddexp, mindspore.mint.logaddexp, MindSpore 2.10
    """
    _need_floats("ops.logaddexp", input, other)
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

    Source: mindspore.ops.logaddexp2, mindspore.mint.logaddexp2, MindSpore 2.10
    """
    _need_floats("ops.logaddexp2", input, other)
    return both_tensors("ops.logaddexp2", torch.logaddexp2, input, other)


def _need_floats(op: str, *operands: Tensor) -> None:
    """Refuse integers beside floats, which torch would promote."""
    for x in operands:
        if not unwrap(x).is_floating_point():
            msg = f"{op}: both tensors must be of a float type, got {x.dtype}; convert it with .astype()"
            raise TypeError(msg)


def _need_one_type(op: str, a: Tensor, b: Tensor) -> None:
    x, y = unwrap(a).dtype, unwrap(b).dtype
    if x is not y:
        msg = f"{op}: both tensors must be of one type, got {x} and {y}; convert one with .astype()"
        raise TypeError(msg)


_HALF = (torch.float16, torch.bfloat16)


def _xlogy(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    if any(isinstance(x, torch.Tensor) and x.is_complex() for x in (a, b)):  # torch has it not for complex numbers
        return a * torch.log(torch.as_tensor(b))
    return torch.xlogy(a, b)


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

    Source: mindspore.ops.xlogy, mindspore.mint.xlogy, MindSpore 2.10
    """
    for t, number in ((input, other), (other, input)):
        # beside a number the result is float32 at least (measured 2.10)
        if isinstance(t, Tensor) and not isinstance(number, Tensor) and t._t.dtype in _HALF:
            return xlogy(*(wrap(x._t.float()) if isinstance(x, Tensor) else x for x in (input, other)))
    return binary("ops.xlogy", _xlogy, input, other)


def xlogy_of_tensors(input: Tensor, other: Tensor) -> Tensor:
    """Compute `input` times log(`other`) of two Tensors, as the Primitive does.

    Args:
        input (Tensor): first operand.
        other (Tensor): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is no Tensor.

    Source: mindspore.ops.Xlogy, MindSpore 2.10
    """
    for each in (input, other):
        unwrap(each)  # a TypeError for what is no Tensor
    return xlogy(input, other)


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
    check_promoted("ops.xdivy", a, b)
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
    check_type(x1, "ops.DivNoNan")
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
    check_promoted("ops.MulNoNan", a, b)
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
    check_promoted("ops.SquaredDifference", difference)
    return wrap(difference * difference)


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
    beside = getattr(other, "_t", None)
    if t.dtype is torch.bool or (beside is not None and beside.dtype is torch.bfloat16):
        msg = f"ops.copysign: bools have no sign and bfloat16 gives none, got {x.dtype} and {other!r}"
        raise TypeError(msg)
    out = binary("ops.copysign", torch.copysign, x, other)
    return wrap(out._t.to(t.dtype if t.dtype in (torch.float16, torch.float64) else torch.float32))


@without_gradient("Heaviside")
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
    _need_one_type("ops.heaviside", input, values)
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
    _need_one_type("ops.nextafter", input, other)
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
    a, b = admitted(input, "ops.lerp"), admitted(end, "ops.lerp")
    w = single(weight) if isinstance(weight, float) else unwrap(weight)
    try:
        return wrap(torch.lerp(a, b, w))  # type: ignore[arg-type]
    except RuntimeError as error:
        raise op_error("ops.lerp", error, input=input, end=end, weight=weight) from None
