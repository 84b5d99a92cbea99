"""Arithmetic that writes into a tensor: methods with an underscore, and assignments to Parameters."""

from __future__ import annotations

import torch

from ms2torch._core.base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import python_dtype
from ms2torch._core.element_types import check_type
from ms2torch._core.quotients import floor_quotient, floor_remainder
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function._elementwise import checked_write
from ms2torch.ops.function.math.clip import bounds


def add_(self: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Add `alpha` times `other` to the tensor, in place.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.add_, MindSpore 2.10
    """
    value = unwrap_or_scalar(other)
    return checked_write("Tensor.add_", self, lambda t: t.add_(value, alpha=alpha), other=other)


def sub_(self: Tensor, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """Subtract `alpha` times `other` from the tensor, in place.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Keyword Args:
        alpha (Number): factor of `other`. Default: ``1``.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.sub_, MindSpore 2.10
    """
    check_type(self, "Tensor.sub_")
    value = unwrap_or_scalar(other)
    return checked_write("Tensor.sub_", self, lambda t: t.sub_(value, alpha=alpha), other=other)


def mul_(self: Tensor, other: Tensor | Number) -> Tensor:
    """Multiply the tensor by `other`, in place.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.mul_, MindSpore 2.10
    """
    value = unwrap_or_scalar(other)
    return checked_write("Tensor.mul_", self, lambda t: t.mul_(value), other=other)


def div_(self: Tensor, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor:
    """Divide the tensor by `other`, in place.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Keyword Args:
        rounding_mode (str, optional): ``None``, ``"floor"`` or ``"trunc"``, as in `div`. Default: ``None``.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.div_, MindSpore 2.10
    """
    value = unwrap_or_scalar(other)
    return checked_write("Tensor.div_", self, lambda t: t.div_(value, rounding_mode=rounding_mode), other=other)


def _kept(t: torch.Tensor) -> torch.Tensor:
    """Return what the gradient of a quotient is computed from: the values before they are written over."""
    return t.clone() if t.requires_grad and torch.is_grad_enabled() else t


def _store(t: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    if not torch.can_cast(result.dtype, t.dtype):
        msg = f"result type {result.dtype} can't be cast to the desired output type {t.dtype}"
        raise TypeError(msg)
    return t.copy_(result)


def floor_divide_(self: Tensor, other: Tensor | Number) -> Tensor:
    """Divide the tensor by `other` and round down, in place.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.floor_divide_, MindSpore 2.10
    """
    value = unwrap_or_scalar(other)
    return checked_write(
        "Tensor.floor_divide_", self, lambda t: _store(t, floor_quotient(_kept(t), value)), other=other
    )


def remainder_(self: Tensor, other: Tensor | Number) -> Tensor:
    """Replace the tensor by the remainder of a division that rounds down.

    Args:
        other (Union[Tensor, Number, bool]): of a shape that broadcasts to that of the tensor.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the result does not fit the tensor's type.
        ValueError: if the shape of `other` does not broadcast to that of the tensor.

    Source: mindspore.Tensor.remainder_, MindSpore 2.10
    """
    value = unwrap_or_scalar(other)
    return checked_write("Tensor.remainder_", self, lambda t: _store(t, floor_remainder(_kept(t), value)), other=other)


def clamp_(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor:
    """Limit each element to a range, in place.

    Args:
        input (Tensor): of any shape.
        min (Union[Tensor, Number], optional): the lower bound. Default: ``None``.
        max (Union[Tensor, Number], optional): the upper bound. Default: ``None``.

    Returns:
        Tensor, the values written.

    Raises:
        ValueError: if both bounds are ``None``.

    Source: mindspore.ops.clamp_, MindSpore 2.10
    """
    low, high = bounds("ops.clamp_", min, max)
    return checked_write("ops.clamp_", input, lambda t: t.clamp_(low, high), min=min, max=max)


def exp_(self: Tensor) -> Tensor:
    """Replace each element by e to its power, in place.

    Returns:
        Tensor, the values written.

    Source: mindspore.Tensor.exp_, MindSpore 2.10
    """
    check_type(self, "Tensor.exp_")
    return checked_write("Tensor.exp_", self, torch.Tensor.exp_)


def log_(self: Tensor) -> Tensor:
    """Replace each element by its natural logarithm, in place.

    Returns:
        Tensor, the values written.

    Source: mindspore.Tensor.log_, MindSpore 2.10
    """
    return checked_write("Tensor.log_", self, torch.Tensor.log_)


def floor_(self: Tensor) -> Tensor:
    """Round each element down to an integer, in place.

    Returns:
        Tensor, the values written.

    Source: mindspore.Tensor.floor_, MindSpore 2.10
    """
    return checked_write("Tensor.floor_", self, torch.Tensor.floor_)


def sign_(self: Tensor) -> Tensor:
    """Replace each element by its sign, in place.

    Returns:
        Tensor, the values written.

    Source: mindspore.Tensor.sign_, MindSpore 2.10
    """
    return checked_write("Tensor.sign_", self, torch.Tensor.sign_)


def assign(variable: Tensor, value: Tensor | Number) -> Tensor:
    """Give a Parameter new values, outside differentiation.

    Args:
        variable (Parameter): what is written to.
        value (Union[Tensor, Number]): the values, of the same shape; converted to the type of `variable` where that
            loses nothing.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the type of `value` does not fit that of `variable`.
        ValueError: if the shapes differ.

    Source: mindspore.ops.assign, MindSpore 2.10
    """
    t = unwrap(variable)
    t.data.copy_(_assignable("ops.assign", t, value))
    return wrap(t)


def assign_add(variable: Tensor, value: Tensor | Number) -> Tensor:
    """Add to a Parameter in place, outside differentiation.

    Args:
        variable (Parameter): what is written to.
        value (Union[Tensor, Number]): what to add, of the same shape.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the type of `value` does not fit that of `variable`.
        ValueError: if the shapes differ.

    Source: mindspore.ops.assign_add, MindSpore 2.10
    """
    t = unwrap(variable)
    t.data.add_(_assignable("ops.assign_add", t, value, any_one_element=True))
    return wrap(t)


def assign_sub(variable: Tensor, value: Tensor | Number) -> Tensor:
    """Subtract from a Parameter in place, outside differentiation.

    Args:
        variable (Parameter): what is written to.
        value (Union[Tensor, Number]): what to subtract, of the same shape.

    Returns:
        Tensor, the values written.

    Raises:
        TypeError: if the type of `value` does not fit that of `variable`.
        ValueError: if the shapes differ.

    Source: mindspore.ops.assign_sub, MindSpore 2.10
    """
    t = unwrap(variable)
    t.data.sub_(_assignable("ops.assign_sub", t, value, any_one_element=True))
    return wrap(t)


def _assignable(
    op: str, target: torch.Tensor, value: Tensor | Number, *, any_one_element: bool = False
) -> torch.Tensor:
    """Return what to write, checked: MindSpore broadcasts nothing here, and converts upwards only."""
    source = unwrap_or_scalar(value)
    number = not isinstance(source, torch.Tensor)
    if number:
        source = torch.tensor(source, dtype=python_dtype(source), device=target.device)
    if source.shape != target.shape:
        # one element is added to one element, whatever their dimensions (measured 2.10)
        if not any_one_element or source.numel() != 1 or target.numel() != 1:
            shapes = f"But got 'value' shape: {tuple(source.shape)}, 'variable' shape: {tuple(target.shape)}."
            msg = f"{op}: 'value' must have the same shape as 'variable'. {shapes}"
            raise ValueError(msg)
        source = source.reshape(target.shape)
    wide = target.dtype if number else torch.promote_types(source.dtype, target.dtype)
    if wide is not target.dtype or not torch.can_cast(source.dtype, target.dtype):
        msg = (
            "Data type conversion is not supported for a 'Parameter', nor for the input tensor of an in-place "
            f"operator: {op}: {source.dtype} does not fit {target.dtype}; convert the value with .astype()"
        )
        raise TypeError(msg)
    return source.detach()
