"""Comparisons, logic, and questions about values."""

from __future__ import annotations

import torch

from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.element_types import admitted, alike_admitted, check_type
from ms2torch._core.promotion import compared
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function._elementwise import Binary, binary, binary_tensors, both_tensors, recovered


def eq(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where two tensors are equal, element by element.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.eq, MindSpore 2.10
    """
    return _of_tensor("ops.eq", torch.eq, input, other)


def tensor_eq(input: Tensor, other: Tensor | Number) -> Tensor:
    """Tell where two tensors are equal, element by element; a number takes the type of the tensor first.

    Args:
        input (Tensor): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if `input` is no Tensor, or `other` neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.Tensor.eq, MindSpore 2.10
    """
    unwrap(input)
    return binary("Tensor.eq", torch.eq, input, other)


def ne(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where two tensors differ, element by element.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.ne, mindspore.mint.ne, MindSpore 2.10
    """
    return binary("ops.ne", torch.ne, input, other)


def gt(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where `input` is greater than `other`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.gt, mindspore.mint.gt, MindSpore 2.10
    """
    return binary("ops.gt", torch.gt, input, other)


def ge(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where `input` is greater than or equal to `other`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.ge, MindSpore 2.10
    """
    return binary("ops.ge", torch.ge, input, other)


def lt(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where `input` is less than `other`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.lt, mindspore.mint.lt, MindSpore 2.10
    """
    return _of_tensor("ops.lt", torch.lt, input, other)


def le(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Tell where `input` is less than or equal to `other`.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.le, mindspore.mint.le, MindSpore 2.10
    """
    return binary("ops.le", torch.le, input, other)


def _of_tensor(op: str, fn: Binary, input: object, other: object) -> Tensor:
    """Compare a Tensor with a Tensor or a number; a number does not come first here."""
    a, b = compared(input, other)
    try:
        return wrap(fn(a, b))
    except RuntimeError as error:
        return recovered(op, error, fn, a, b, input, other)


equal = eq
not_equal = ne
greater = gt
greater_equal = ge
less = lt
less_equal = le


def logical_and(input: Tensor | bool, other: Tensor | bool) -> Tensor:
    """Tell where both are true (not zero).

    Args:
        input (Union[Tensor, bool]): first operand.
        other (Union[Tensor, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.logical_and, mindspore.mint.logical_and, MindSpore 2.10
    """
    return _logical("ops.logical_and", torch.logical_and, input, other)


def logical_or(input: Tensor | bool, other: Tensor | bool) -> Tensor:
    """Tell where at least one is true (not zero).

    Args:
        input (Union[Tensor, bool]): first operand.
        other (Union[Tensor, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.logical_or, mindspore.mint.logical_or, MindSpore 2.10
    """
    return _logical("ops.logical_or", torch.logical_or, input, other)


def logical_xor(input: Tensor | bool, other: Tensor | bool) -> Tensor:
    """Tell where exactly one is true (not zero).

    Args:
        input (Union[Tensor, bool]): first operand.
        other (Union[Tensor, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is neither a Tensor nor a bool.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.logical_xor, mindspore.mint.logical_xor, MindSpore 2.10
    """
    return _logical("ops.logical_xor", torch.logical_xor, input, other)


def logical_not(input: Tensor) -> Tensor:
    """Tell where the elements are false (zero).

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.logical_not, mindspore.mint.logical_not, MindSpore 2.10
    """
    return wrap(torch.logical_not(unwrap(input)))


def isnan(input: Tensor) -> Tensor:
    """Tell where the elements are nan.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isnan, MindSpore 2.10
    """
    return wrap(torch.isnan(admitted(input, "ops.isnan")))


def tensor_isnan(self: Tensor) -> Tensor:
    """Tell where the elements are nan.

    Returns:
        Tensor of bool, same shape.

    Source: mindspore.Tensor.isnan, MindSpore 2.10
    """
    return wrap(torch.isnan(self._t))


def isinf(input: Tensor) -> Tensor:
    """Tell where the elements are infinite.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isinf, mindspore.mint.isinf, MindSpore 2.10
    """
    return wrap(torch.isinf(unwrap(input)))


def isfinite(input: Tensor) -> Tensor:
    """Tell where the elements are finite: neither infinite nor nan.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isfinite, mindspore.mint.isfinite, MindSpore 2.10
    """
    return wrap(torch.isfinite(admitted(input, "ops.isfinite")))


def isneginf(input: Tensor) -> Tensor:
    """Tell where the elements are -inf.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isneginf, mindspore.mint.isneginf, MindSpore 2.10
    """
    return wrap(torch.isneginf(unwrap(input)))


def isposinf(input: Tensor) -> Tensor:
    """Tell where the elements are inf.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isposinf, MindSpore 2.10
    """
    return wrap(torch.isposinf(unwrap(input)))


def isreal(input: Tensor) -> Tensor:
    """Tell where the elements have no imaginary part.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.isreal, MindSpore 2.10
    """
    return wrap(torch.isreal(unwrap(input)))


def is_complex(input: Tensor) -> bool:
    """Tell whether a tensor holds complex numbers.

    Args:
        input (Tensor): of any shape.

    Returns:
        bool.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.is_complex, MindSpore 2.10
    """
    return unwrap(input).is_complex()


def is_floating_point(input: Tensor) -> bool:
    """Tell whether a tensor holds floating-point numbers.

    Args:
        input (Tensor): of any shape.

    Returns:
        bool.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.is_floating_point, MindSpore 2.10
    """
    return unwrap(input).is_floating_point()


def is_signed(self: Tensor) -> bool:
    """Tell whether the tensor's type has negative numbers.

    Source: mindspore.Tensor.is_signed, MindSpore 2.10
    """
    return self._t.is_signed()


def is_nonzero(input: Tensor) -> bool:
    """Tell whether the only element of a tensor is not zero.

    Args:
        input (Tensor): of one element.

    Returns:
        bool.

    Raises:
        ValueError: if there is not exactly one element.

    Source: mindspore.ops.is_nonzero, MindSpore 2.10
    """
    t = unwrap(input)
    if t.numel() != 1:
        msg = f"ops.is_nonzero: input must have one element, got {t.numel()}"
        raise ValueError(msg)
    return bool(t)


def isclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Tell where two tensors agree up to a tolerance: ``|input - other| <= atol + rtol * |other|``.

    Args:
        input (Tensor): first operand.
        other (Tensor): second operand, of the type of `input` and a shape that broadcasts with it.
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count nan as equal to nan. Default: ``False``.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: if an argument is not a Tensor, or the types differ.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.isclose, mindspore.mint.isclose, MindSpore 2.10
    """
    return both_tensors(
        "ops.isclose", lambda a, b: torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan), input, other
    )


def tensor_isclose(
    self: Tensor,
    other: Tensor | None = None,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    *,
    x2: Tensor | None = None,
) -> Tensor:
    """Tell where two tensors agree up to a tolerance.

    Args:
        other (Tensor): what to compare with.
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count nan as equal to nan. Default: ``False``.

    Keyword Args:
        x2 (Tensor, optional): older name of `other`. Default: ``None``.

    Returns:
        Tensor of bool.

    Source: mindspore.Tensor.isclose, MindSpore 2.10
    """
    check_type(self, "Tensor.isclose")
    return isclose(self, x2 if other is None else other, rtol, atol, equal_nan)  # type: ignore[arg-type]


def tensor_allclose(
    self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Tell whether two tensors agree everywhere up to a tolerance.

    Args:
        other (Tensor): what to compare with.
        rtol (float): relative tolerance. Default: ``1e-05``.
        atol (float): absolute tolerance. Default: ``1e-08``.
        equal_nan (bool): count nan as equal to nan. Default: ``False``.

    Returns:
        bool.

    Source: mindspore.Tensor.allclose, MindSpore 2.10
    """
    check_type(self, "Tensor.allclose")
    return bool(isclose(self, other, rtol, atol, equal_nan)._t.all())


_MOST_DIMENSIONS = 8  # of MindSpore's kernel


def approximate_equal(x: Tensor, y: Tensor, tolerance: float = 1e-05) -> Tensor:
    """Tell where two tensors differ by less than a tolerance.

    Args:
        x (Tensor): first operand.
        y (Tensor): second operand, of the shape of `x`.
        tolerance (float): the bound, not included. Default: ``1e-05``.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if an argument is not a Tensor.
        RuntimeError: if the shapes differ.

    Source: mindspore.ops.approximate_equal, MindSpore 2.10
    """
    a, b = alike_admitted("ops.approximate_equal", x, y)
    if not isinstance(tolerance, float):
        got = type(tolerance).__name__
        msg = f"For 'ApproximateEqual', the type of 'tolerance' should be 'float', but got type '{got}'."
        raise TypeError(msg)
    if a.shape != b.shape:
        shapes = f"But got 'x1' shape: {tuple(a.shape)}, 'x2' shape: {tuple(b.shape)}."
        msg = f"For 'ApproximateEqual', arg 'x1' must have the same shape as 'x2'. {shapes}"
        raise RuntimeError(msg)
    if a.ndim >= _MOST_DIMENSIONS:
        msg = f"For 'ApproximateEqual', the x's rank should be less than {_MOST_DIMENSIONS}, but got: {a.ndim}"
        raise RuntimeError(msg)
    return wrap(torch.abs(a - b) < tolerance)


def tensor_approximate_equal(self: Tensor, other: Tensor, tolerance: float = 1e-05) -> Tensor:
    """Tell where two tensors differ by less than a tolerance.

    Args:
        other (Tensor): of the same shape.
        tolerance (float): the bound, not included. Default: ``1e-05``.

    Returns:
        Tensor of bool.

    Raises:
        ValueError: if the shapes differ.

    Source: mindspore.Tensor.approximate_equal, MindSpore 2.10
    """
    if unwrap(other).shape != self._t.shape:
        msg = f"Tensor.approximate_equal: both must have one shape, got {self.shape} and {other.shape}"
        raise ValueError(msg)
    return approximate_equal(self, other, tolerance)


def _logical(op: str, fn: Binary, input: Tensor | bool, other: Tensor | bool) -> Tensor:
    for side in (input, other):
        if not isinstance(side, (Tensor, bool)):
            msg = f"{op}: expected a Tensor or a bool, got {type(side).__name__}"
            raise TypeError(msg)
    return binary_tensors(op, fn, input, other)
