"""Arithmetic of two operands, powers, and matrix products."""

from __future__ import annotations

import torch

from ms2torch._core import base as _base
from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.convert import is_bool, subtract_torch
from ms2torch._core.element_types import check_promoted, check_type
from ms2torch._core.promotion import alike, check_alpha, operands, scaled, scaled_alike, scaled_as_is, terms
from ms2torch._core.quotients import (
    divided,
    divided_as_integers,
    floor_quotient,
    floor_remainder,
    power,
    remainder_after,
    sign_of_dividend,
    truncate_remainder,
    truncated,
)
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function._elementwise import binary, binary_tensors, recovered, tensor_pair

# looked up once: overhead is all that counts for tiny tensors
_new, _add, _sub, _mul, _matmul = object.__new__, torch.add, torch.sub, torch.mul, torch.matmul


def add(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Add two tensors or a tensor and a number element by element, with broadcasting and type promotion.

    Args:
        input (Union[Tensor, Number, bool]): first term.
        other (Union[Tensor, Number, bool]): second term, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.add, MindSpore 2.10
    """
    try:  # what `operands` does, without the call
        a, b = input._t, other._t  # type: ignore[union-attr]
        if a.dtype is not b.dtype:
            a, b = alike(a, b)
    except AttributeError:
        a, b = operands(input, other)
    try:
        out = _new(_base._tensor_class)  # `wrap` without the call
        out._t = _add(a, b)
        return out  # type: ignore[return-value]
    except RuntimeError as error:
        raise op_error("ops.add", error, input=input, other=other) from None


def method_add(self: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Add `alpha` times `other` to the tensor.

    Args:
        other (Union[Tensor, Number, bool, list, tuple]): second term, of a shape that broadcasts; numbers of a list are
            taken in the tensor's type.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if `other` is neither a Tensor nor a number, or `alpha` is fractional and both sides are integers.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.add, MindSpore 2.10
    """
    try:
        if alpha.__class__ is int and alpha == 1:
            pair = terms(self._t, other) if other.__class__ in (list, tuple) else operands(self, other)
            return wrap(torch.add(*pair))
        a, b = operands(self, other)
        check_alpha("Tensor.add", alpha, a, b)
        factor = bool(alpha) if is_bool(a) and is_bool(b) else alpha
        return wrap(torch.add(a, b, alpha=factor))  # type: ignore[arg-type]
    except RuntimeError as error:
        raise op_error("Tensor.add", error, self=self, other=other, alpha=alpha) from None


def sub(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Subtract `other` from `input` element by element, with broadcasting and type promotion.

    Args:
        input (Union[Tensor, Number, bool]): what to subtract from.
        other (Union[Tensor, Number, bool]): what to subtract, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type. A bool on one side counts as 0 and 1.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.sub, MindSpore 2.10
    """
    a, b = operands(input, other)
    try:
        return wrap(_sub(a, b))
    except RuntimeError as error:
        if is_bool(a) and is_bool(b):
            msg = "ops.sub: two bools cannot be subtracted; use ops.logical_xor"
            raise TypeError(msg) from None
        if is_bool(a) or is_bool(b):
            return _subtract("ops.sub", input, other, 1)
        return recovered("ops.sub", error, _sub, a, b, input, other)


def method_sub(
    self: Tensor, other: Tensor | Number | None = None, *, alpha: Number = 1, y: Tensor | Number | None = None
) -> Tensor:
    """Subtract `alpha` times `other` from the tensor.

    Args:
        other (Union[Tensor, Number, bool, list, tuple]): what to subtract, of a shape that broadcasts; numbers of a
            list are taken in the tensor's type.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.
        y (Union[Tensor, Number, bool], optional): older name of `other`. Default: ``None``.

    Returns:
        Tensor of the broadcast shape and the promoted type; of two bools, where they differ.

    Raises:
        TypeError: if `other` is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.sub, MindSpore 2.10
    """
    term = y if other is None else other
    if isinstance(term, (list, tuple)) and alpha.__class__ is int and alpha == 1:
        term = wrap(terms(self._t, term)[1])
    return _subtract("Tensor.sub", self, term, alpha)


def subtract(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Subtract `alpha` times `other` from `input`.

    Args:
        input (Union[Tensor, Number, bool]): what to subtract from.
        other (Union[Tensor, Number, bool]): what to subtract, of a shape that broadcasts with `input`.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.subtract, MindSpore 2.10
    """
    return _subtract("ops.subtract", input, other, alpha)


def tensor_subtract(self: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Subtract `alpha` times `other` from the tensor.

    Args:
        other (Union[Tensor, Number, bool]): what to subtract, of a shape that broadcasts.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Source: mindspore.Tensor.subtract, MindSpore 2.10
    """
    return _subtract("Tensor.subtract", self, other, alpha)


def _subtract(op: str, input: object, other: object, alpha: Number) -> Tensor:
    a, b = operands(input, other)
    if alpha.__class__ is not int:
        check_alpha(op, alpha, a, b)
    try:
        if not (alpha.__class__ is int and alpha == 1):  # what is left is right, but for two bools
            both = is_bool(a) and is_bool(b)
            b = torch.logical_and(torch.as_tensor(b), torch.tensor(bool(alpha))) if both else alpha * b  # type: ignore[operator]
        return wrap(subtract_torch(a, b))
    except RuntimeError as error:
        raise op_error(op, error, input=input, other=other, alpha=alpha) from None


def mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiply two tensors or a tensor and a number element by element.

    Args:
        input (Union[Tensor, Number, bool]): first factor.
        other (Union[Tensor, Number, bool]): second factor, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.mul, MindSpore 2.10
    """
    try:  # what `scaled_as_is` does, without the call
        a, b = input._t, other._t  # type: ignore[union-attr]
        if a.dtype is not b.dtype:
            a, b = scaled_alike(a, b)
    except AttributeError:
        b, a = scaled_as_is(other, input)
    try:
        return wrap(_mul(a, b))
    except RuntimeError as error:
        raise op_error("ops.mul", error, input=input, other=other) from None


multiply = mul


def method_mul(self: Tensor, other: Tensor | Number) -> Tensor:
    """Multiply element by element; a number beside float16 is rounded to it first.

    Args:
        other (Union[Tensor, Number, bool]): the factor, of a shape that broadcasts.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if `other` is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.mul, MindSpore 2.10
    """
    try:
        return wrap(torch.mul(*scaled(self, other)))
    except RuntimeError as error:
        raise op_error("Tensor.mul", error, self=self, other=other) from None


def tensor_multiply(self: Tensor, value: Tensor | Number) -> Tensor:
    """Multiply element by element.

    Args:
        value (Union[Tensor, Number, bool]): the factor, of a shape that broadcasts.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Source: mindspore.Tensor.multiply, MindSpore 2.10
    """
    return mul(self, value)


def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
    """Divide `input` by `other` element by element.

    Args:
        input (Union[Tensor, Number, bool]): the dividend.
        other (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts with `input`.

    Keyword Args:
        rounding_mode (str, optional): ``None``: true division, integers give float32; ``"floor"`` or ``"trunc"``
            round the quotient. Default: ``None``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        ValueError: if `rounding_mode` is another word, or the shapes do not broadcast.

    Source: mindspore.ops.div, MindSpore 2.10
    """
    return _divided("ops.div", input, other, scaled_as_is(input, other), rounding_mode)


divide = div


def method_div(self: Tensor, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
    """Divide element by element; a number beside float16 is rounded to it first.

    Args:
        other (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts.

    Keyword Args:
        rounding_mode (str, optional): ``None``, ``"floor"`` or ``"trunc"``. Default: ``None``.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        ValueError: if `rounding_mode` is another word, or the shapes do not broadcast.

    Source: mindspore.Tensor.div, MindSpore 2.10
    """
    return _divided("Tensor.div", self, other, scaled(self, other), rounding_mode)


def _divided(
    op: str, input: object, other: object, sides: tuple[torch.Tensor, torch.Tensor], rounding_mode: str | None
) -> Tensor:
    try:
        if rounding_mode is None:
            return wrap(torch.div(*sides))
        if rounding_mode not in ("floor", "trunc"):
            msg = f"{op}: rounding_mode must be None, 'floor' or 'trunc', got {rounding_mode!r}"
            raise ValueError(msg)
        return wrap(divided(*sides, rounding_mode))
    except RuntimeError as error:
        raise op_error(op, error, input=input, other=other) from None


def div_plain(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Divide element by element; integers give float32. What the Primitive `Div` does.

    Args:
        x (Union[Tensor, Number, bool]): the dividend.
        y (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape.

    Source: mindspore.ops.Div, MindSpore 2.10
    """
    return div(x, y)


def true_divide(dividend: Tensor | Number, divisor: Tensor | Number) -> Tensor:
    """Divide element by element; integers give float32.

    Args:
        dividend (Union[Tensor, Number, bool]): first operand.
        divisor (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `dividend`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.true_divide, MindSpore 2.10
    """
    try:
        return wrap(torch.true_divide(*scaled_as_is(dividend, divisor)))
    except RuntimeError as error:
        raise op_error("ops.true_divide", error, dividend=dividend, divisor=divisor) from None


def tensor_true_divide(self: Tensor, other: Tensor | Number) -> Tensor:
    """Divide element by element; integers give float32.

    Args:
        other (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts.

    Returns:
        Tensor of the broadcast shape.

    Source: mindspore.Tensor.true_divide, MindSpore 2.10
    """
    return div(self, other)


def real_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Divide element by element in the promoted type: integers are divided as integers, towards zero.

    Args:
        x (Union[Tensor, Number, bool]): the dividend.
        y (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.RealDiv, MindSpore 2.10
    """
    a, b = tensor_pair(x, y)
    check_promoted("ops.RealDiv", a, b)
    integers = not (a.is_floating_point() or b.is_floating_point() or a.is_complex() or b.is_complex())
    try:
        return wrap(divided_as_integers(a, b) if integers else torch.div(a, b))
    except RuntimeError as error:
        raise op_error("ops.RealDiv", error, x=x, y=y) from None


def floor_divide(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Divide element by element and round down.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.floor_divide, mindspore.mint.floor_divide, MindSpore 2.10
    """
    return binary("ops.floor_divide", floor_quotient, input, other)


def floor_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Divide element by element and round down; the same as `floor_divide`.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.floor_div, MindSpore 2.10
    """
    return binary("ops.floor_div", floor_quotient, x, y)


def floor_mod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Compute the remainder of a division that rounds down: it has the sign of `y`.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.floor_mod, MindSpore 2.10
    """
    return binary("ops.floor_mod", floor_remainder, x, y)


floormod = floor_mod


def truncate_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Divide element by element in the promoted type and round towards zero.

    Args:
        x (Union[Tensor, Number, bool]): the dividend.
        y (Union[Tensor, Number, bool]): the divisor, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.truncate_div, MindSpore 2.10
    """
    _need_a_tensor("ops.truncate_div", x, y)
    by_tensor = isinstance(y, Tensor)  # which tells what a division by zero gives (measured 2.10)
    return binary_tensors("ops.truncate_div", divided_as_integers if by_tensor else truncated, x, y)


def truncate_mod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Compute the remainder of a division that rounds towards zero: it has the sign of `x`.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.truncate_mod, MindSpore 2.10
    """
    _need_a_tensor("ops.truncate_mod", x, y)
    return binary("ops.truncate_mod", truncate_remainder, x, y)


def _need_a_tensor(op: str, x: object, y: object) -> None:
    """Refuse two numbers.

    Raises:
        TypeError: if neither is a Tensor.
    """
    if not (isinstance(x, Tensor) or isinstance(y, Tensor)):
        msg = f"{op}: one of the inputs must be a Tensor, got {type(x).__name__} and {type(y).__name__}"
        raise TypeError(msg)


def plain_mod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Compute the remainder of a division that rounds towards zero, of every type of numbers.

    Args:
        x (Union[Tensor, Number, bool]): first operand.
        y (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `x`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.Mod, MindSpore 2.10
    """
    _need_a_tensor("ops.Mod", x, y)
    return binary("ops.Mod", truncate_remainder, x, y)


def fmod(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the remainder of a division that rounds towards zero: it has the sign of `input`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.fmod, mindspore.mint.fmod, MindSpore 2.10
    """
    a, b = scaled(input, other)
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and not a.ndim:
        a, b = alike(a, b)  # the second one gives way where it has 0 dimensions, the first does not
    try:
        if is_bool(a) and is_bool(b):
            return wrap(sign_of_dividend(1 * a, 1 * b).bool())
        return wrap(sign_of_dividend(a, b))
    except TypeError:
        return binary_tensors("ops.fmod", sign_of_dividend, input, other)
    except RuntimeError as error:
        raise op_error("ops.fmod", error, input=input, other=other) from None


def remainder(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the remainder of a division that rounds down: it has the sign of `other`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.remainder, mindspore.mint.remainder, MindSpore 2.10
    """
    return binary("ops.remainder", remainder_after, input, other)


def tensor_remainder(
    self: Tensor, other: Tensor | Number | None = None, *, divisor: Tensor | Number | None = None
) -> Tensor:
    """Compute the remainder of a division that rounds down: it has the sign of `other`.

    Args:
        other (Union[Tensor, Number, bool]): what to divide by, of a shape that broadcasts.

    Keyword Args:
        divisor (Union[Tensor, Number, bool], optional): older name of `other`. Default: ``None``.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Source: mindspore.Tensor.remainder, MindSpore 2.10
    """
    return binary("Tensor.remainder", remainder_after, self, divisor if other is None else other)


def pow(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """Raise each element of `input` to the power `exponent`.

    Args:
        input (Union[Tensor, Number]): the base.
        exponent (Union[Tensor, Number]): the exponent, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type; integers are raised as float64 and cast back.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.pow, mindspore.mint.pow, MindSpore 2.10
    """
    return binary("ops.pow", power, input, exponent)


def float_power(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """Raise each element to a power, in float64 (complex128 for complex numbers).

    Args:
        input (Union[Tensor, Number, bool]): the base.
        exponent (Union[Tensor, Number, bool]): the exponent, of a shape that broadcasts with `input`.

    Returns:
        Tensor of float64 or complex128, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.float_power, mindspore.mint.float_power, MindSpore 2.10
    """
    return binary("ops.float_power", torch.float_power, input, exponent)


def tensor_float_power(self: Tensor, other: Tensor | Number) -> Tensor:
    """Raise each element to a power, in float64 (complex128 for complex numbers).

    Args:
        other (Union[Tensor, Number]): the exponent, of a shape that broadcasts.

    Returns:
        Tensor of float64 or complex128.

    Source: mindspore.Tensor.float_power, MindSpore 2.10
    """
    check_type(self, "Tensor.float_power")
    return float_power(self, other)


def maximum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the larger of two elements, element by element; nan where either is nan.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Differs from MindSpore: its CPU kernel drops nan, against its documentation.

    Source: mindspore.ops.maximum, mindspore.mint.maximum, MindSpore 2.10
    """
    return binary_tensors("ops.maximum", torch.maximum, input, other)


def minimum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the smaller of two elements, element by element; nan where either is nan.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Differs from MindSpore: its CPU kernel drops nan, against its documentation.

    Source: mindspore.ops.minimum, mindspore.mint.minimum, MindSpore 2.10
    """
    return binary_tensors("ops.minimum", torch.minimum, input, other)


def fmax(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the larger of two elements; where one is nan, the other.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.fmax, MindSpore 2.10
    """
    return binary_tensors("ops.fmax", torch.fmax, input, other)


def fmin(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Take the smaller of two elements; where one is nan, the other.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.fmin, MindSpore 2.10
    """
    return binary_tensors("ops.fmin", torch.fmin, input, other)


class ProductShapeError(ValueError, RuntimeError):
    """Matrices that do not go together: a ValueError in MindSpore's documentation, a RuntimeError on its CPU."""


def matmul(input: Tensor, other: Tensor) -> Tensor:
    """Multiply two matrices, or batches of them, or vectors.

    Args:
        input (Tensor): shape :math:`(*, n, k)` or :math:`(k)`.
        other (Tensor): shape :math:`(*, k, m)` or :math:`(k)`; the batch dimensions broadcast.

    Returns:
        Tensor of shape :math:`(*, n, m)`, without the dimensions that vectors lack.

    Raises:
        ValueError: if the inner dimensions differ or the batches do not broadcast.
        TypeError: if the two are not of one element type.

    Source: mindspore.ops.matmul, mindspore.mint.matmul, MindSpore 2.10
    """
    a, b = unwrap(input), unwrap(other)
    try:
        return wrap(_matmul(a, b))
    except RuntimeError as error:
        if a.dtype == b.dtype:
            raise ProductShapeError(str(op_error("ops.matmul", error, input=input, other=other))) from None
    msg = f"ops.matmul: both tensors must be of one type, got {a.dtype} and {b.dtype}; convert one with .astype()"
    raise TypeError(msg)


def tensor_matmul(self: Tensor, tensor2: Tensor) -> Tensor:
    """Multiply by a matrix, a batch of them, or a vector.

    Args:
        tensor2 (Tensor): shape :math:`(*, k, m)` or :math:`(k)`; the batch dimensions broadcast.

    Returns:
        Tensor of shape :math:`(*, n, m)`, without the dimensions that vectors lack.

    Source: mindspore.Tensor.matmul, MindSpore 2.10
    """
    return matmul(self, tensor2)
