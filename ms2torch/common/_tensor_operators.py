"""Python's operators on Tensors.

Element types follow `ms2torch/_core/promotion.py`. What torch refuses becomes MindSpore's class of error.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from ms2torch._core import base as _base
from ms2torch._core.base import TensorBase, is_parameter, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.convert import subtract_torch
from ms2torch._core.graph_names import augmented
from ms2torch._core.promotion import (
    alike,
    comparable,
    dividends,
    factors,
    operand_error,
    ordered,
    scaled_alike,
    sides,
    terms,
)
from ms2torch._core.quotients import divided_as_integers, floor_quotient, floor_remainder, power
from ms2torch._core.sparse_tensor import SparseBase
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED, bit_for_bit, in_signed
from ms2torch._errors import op_error

_new = object.__new__
# the functions behind torch's operators: they save torch a look-up of its own
_add, _mul, _div = torch.add, torch.mul, torch.div
_NUMBERS_AS_TENSORS = {int: torch.int64, float: torch.float32}


class TensorOperators(TensorBase):
    """Arithmetic, comparisons and logic as operators."""

    __slots__ = ()

    def __neg__(self) -> Tensor:
        t = self._t
        return wrap(bit_for_bit(torch.neg, t) if t.dtype in UNSIGNED else -t)

    def __pos__(self) -> Tensor:
        return self  # type: ignore[return-value]

    def __abs__(self) -> Tensor:
        t = self._t
        if t.dtype in (torch.bool, torch.complex64, torch.complex128):  # the moduli stay complex, as in ops.abs
            return wrap(t.clone() if t.dtype is torch.bool else t.abs().to(dtype=t.dtype))
        return wrap(t.abs())

    def __invert__(self) -> Tensor:
        t = self._t
        if t.dtype is torch.bool:
            return wrap(t.logical_not())
        # MindSpore defines ~ as logical not for every type (measured 2.10: ~Tensor(5) is False)
        return wrap(t == 0)

    def __add__(self, other: object) -> Tensor:
        a, tensor = self._t, _base._tensor_class
        if other.__class__ is tensor:  # saves calls where they are felt most
            b = other._t  # type: ignore[attr-defined]
            if a.dtype is not b.dtype:
                a, b = alike(a, b)
        else:
            try:
                a, b = terms(a, other)
            except TypeError as error:
                if isinstance(other, SparseBase):  # which knows what to do beside a Tensor
                    return NotImplemented
                raise operand_error("Add", self, other, error) from None
        try:
            out = _new(tensor)
            out._t = _add(a, b)
            return out  # type: ignore[return-value]
        except RuntimeError as error:
            return _unsigned("+", error, _add, a, b, self, other)

    def __radd__(self, other: object) -> Tensor:
        try:
            b, a = terms(self._t, other)
        except TypeError as error:
            raise operand_error("Add", self, other, error) from None
        try:
            return wrap(a + b)
        except RuntimeError as error:
            return _unsigned("+", error, _add, a, b, other, self)

    def __sub__(self, other: object) -> Tensor:
        a, tensor = self._t, _base._tensor_class
        if other.__class__ is tensor:  # saves calls where they are felt most
            b = other._t  # type: ignore[attr-defined]
            if a.dtype is not b.dtype:
                a, b = alike(a, b)
        else:
            try:
                a, b = terms(a, other)
            except TypeError as error:
                if isinstance(other, SparseBase):  # which knows what to do beside a Tensor
                    return NotImplemented
                raise operand_error("Sub", self, other, error) from None
        try:
            out = _new(tensor)
            out._t = subtract_torch(a, b)
            return out  # type: ignore[return-value]
        except RuntimeError as error:
            return _unsigned("-", error, subtract_torch, a, b, self, other)

    def __rsub__(self, other: object) -> Tensor:
        try:
            b, a = terms(self._t, other)
        except TypeError as error:
            raise operand_error("Sub", other, self, error) from None
        try:
            return wrap(subtract_torch(a, b))
        except RuntimeError as error:
            return _unsigned("-", error, subtract_torch, a, b, other, self)

    def __mul__(self, other: object) -> Tensor:
        a, tensor = self._t, _base._tensor_class
        if other.__class__ is tensor:  # saves calls where they are felt most
            b = other._t  # type: ignore[attr-defined]
            if a.dtype is not b.dtype:
                a, b = scaled_alike(a, b)
        else:
            try:
                a, b = factors(a, other)
                if b.__class__ is float and a.dtype in UNSIGNED:
                    raise _no_factor(a)
            except TypeError as error:
                if isinstance(other, SparseBase):
                    return NotImplemented
                raise operand_error("Mul", self, other, error) from None
        try:
            out = _new(tensor)
            out._t = _mul(a, b)
            return out  # type: ignore[return-value]
        except RuntimeError as error:
            raise op_error("*", error, left=self, right=other) from None

    def __rmul__(self, other: object) -> Tensor:
        try:
            b, a = factors(self._t, other)
            if a.__class__ is float and b.dtype in UNSIGNED:
                raise _no_factor(b)
        except TypeError as error:
            raise operand_error("Mul", self, other, error) from None
        try:
            return wrap(a * b)
        except RuntimeError as error:
            raise op_error("*", error, left=other, right=self) from None

    # `x += y`: outside a graph another Tensor, as from `x + y`; in one an assignment to x (`_core/graph_names.py`)

    def __iadd__(self, other: object) -> Tensor:
        return augmented("Add", self, other, self.__add__) if _assigns(self) else self.__add__(other)

    def __isub__(self, other: object) -> Tensor:
        return augmented("Sub", self, other, self.__sub__) if _assigns(self) else self.__sub__(other)

    def __itruediv__(self, other: object) -> Tensor:
        return augmented("RealDiv", self, other, self._real_div) if _assigns(self) else self.__truediv__(other)

    def __ifloordiv__(self, other: object) -> Tensor:
        return augmented("FloorDiv", self, other, self.__floordiv__) if _assigns(self) else self.__floordiv__(other)

    def __imod__(self, other: object) -> Tensor:
        return augmented("FloorMod", self, other, self.__mod__) if _assigns(self) else self.__mod__(other)

    def __imul__(self, other: object) -> Tensor:
        if _assigns(self):
            return augmented("Mul", self, other, self.__mul__)
        # `*=` makes a 0-d tensor of the number, and two 0-d tensors take the wider type (measured 2.10)
        if other.__class__ in _NUMBERS_AS_TENSORS and self._t.ndim == 0:
            number = torch.tensor(other, dtype=_NUMBERS_AS_TENSORS[other.__class__], device=self._t.device)
            return self.__mul__(wrap(number))
        return self.__mul__(other)

    def __truediv__(self, other: object) -> Tensor:
        a, tensor = self._t, _base._tensor_class
        if other.__class__ is tensor:  # saves calls where they are felt most
            b = other._t  # type: ignore[attr-defined]
            if a.dtype is not b.dtype:
                a, b = scaled_alike(a, b)
        else:
            a, b = factors(a, other)
        try:
            out = _new(tensor)
            out._t = _div(a, b)
            return out  # type: ignore[return-value]
        except RuntimeError as error:
            raise op_error("/", error, left=self, right=other) from None

    def __rtruediv__(self, other: object) -> Tensor:
        b, a = factors(self._t, other)
        try:
            return wrap(a / b)
        except RuntimeError as error:
            raise op_error("/", error, left=other, right=self) from None

    def __floordiv__(self, other: object) -> Tensor:
        try:
            a, b = dividends(self._t, other)
        except TypeError as error:
            raise operand_error("FloorDiv", self, other, error) from None
        try:
            return wrap(floor_quotient(a, b))
        except RuntimeError as error:
            return _unsigned("//", error, floor_quotient, a, b, self, other)

    def __rfloordiv__(self, other: object) -> Tensor:
        try:
            b, a = dividends(self._t, other)
        except TypeError as error:
            raise operand_error("FloorDiv", other, self, error) from None
        try:
            return wrap(floor_quotient(a, b))
        except RuntimeError as error:
            return _unsigned("//", error, floor_quotient, a, b, other, self)

    def __mod__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(floor_remainder(a, b))
        except RuntimeError as error:
            return _unsigned("%", error, floor_remainder, a, b, self, other)

    def __rmod__(self, other: object) -> Tensor:
        if isinstance(other, TensorBase) and other._t.ndim:
            raise TypeError("__rmod__ takes a number, not a Tensor; write `other % x`")
        b, a = sides(self._t, other)
        try:
            return wrap(floor_remainder(a, b))
        except RuntimeError as error:
            return _unsigned("%", error, floor_remainder, a, b, other, self)

    def __pow__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(power(a, b))
        except RuntimeError as error:
            return _unsigned("**", error, power, a, b, self, other)

    def __rpow__(self, other: object) -> Tensor:
        b, a = sides(self._t, other)
        try:
            return wrap(power(a, b))
        except RuntimeError as error:
            return _unsigned("**", error, power, a, b, other, self)

    def __matmul__(self, other: object) -> Tensor:
        return _matmul(self, other)

    def __rmatmul__(self, other: object) -> Tensor:
        return _matmul(other, self)

    def __and__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a & b)
        except RuntimeError as error:
            raise op_error("&", error, left=self, right=other) from None

    __rand__ = __and__

    def __or__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a | b)
        except RuntimeError as error:
            raise op_error("|", error, left=self, right=other) from None

    __ror__ = __or__

    def __xor__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a ^ b)
        except RuntimeError as error:
            raise op_error("^", error, left=self, right=other) from None

    __rxor__ = __xor__

    def __eq__(self, other: object) -> Tensor | bool:  # type: ignore[override]
        try:
            a, b = comparable(self._t, other)
        except TypeError:
            if isinstance(other, TensorBase):
                raise
            return False
        try:
            return wrap(a == b)
        except RuntimeError as error:
            return _unsigned("==", error, torch.eq, a, b, self, other)

    def __ne__(self, other: object) -> Tensor | bool:  # type: ignore[override]
        try:
            a, b = comparable(self._t, other)
        except TypeError:
            if isinstance(other, TensorBase):
                raise
            return True
        try:
            return wrap(a != b)
        except RuntimeError as error:
            return _unsigned("!=", error, torch.ne, a, b, self, other)

    def __lt__(self, other: object) -> Tensor:
        a, b = ordered(self._t, other)
        try:
            return wrap(a < b)
        except RuntimeError as error:
            return _unsigned("<", error, torch.lt, a, b, self, other)

    def __le__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a <= b)
        except RuntimeError as error:
            return _unsigned("<=", error, torch.le, a, b, self, other)

    def __gt__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a > b)
        except RuntimeError as error:
            return _unsigned(">", error, torch.gt, a, b, self, other)

    def __ge__(self, other: object) -> Tensor:
        a, b = sides(self._t, other)
        try:
            return wrap(a >= b)
        except RuntimeError as error:
            return _unsigned(">=", error, torch.ge, a, b, self, other)

    def __hash__(self) -> int:
        return id(self)

    def _real_div(self, other: object) -> Tensor:
        """Divide as the operation RealDiv does: integers as integers, towards zero."""
        a = self._t
        if a.is_floating_point() or a.is_complex() or not isinstance(other, (TensorBase, int)):
            return self.__truediv__(other)
        b = other._t if isinstance(other, TensorBase) else torch.tensor(other, dtype=a.dtype, device=a.device)
        return wrap(divided_as_integers(a, b))


def _assigns(x: TensorBase) -> bool:
    """Tell whether `x += y` is an assignment to a Tensor here. Of a Parameter the Cell that holds it sees to that."""
    return in_graph() and not is_parameter(x._t)


def _no_factor(t: torch.Tensor) -> TypeError:
    """Return the complaint about a float times a tensor of a wide unsigned type."""
    return TypeError(f"a float is no factor of {str(t.dtype)[6:]}; convert the tensor with .astype()")


def _unsigned(
    op: str, error: RuntimeError, fn: Callable[..., torch.Tensor], a: object, b: object, left: object, right: object
) -> Tensor:
    """Return the result by way of a signed type where torch lacks the unsigned one; raise otherwise."""
    numbers = any(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (a, b))  # which MindSpore refuses
    found = in_signed(fn, a, b) if isinstance(error, NotImplementedError) and not numbers else None
    if found is None:
        raise op_error(op, error, left=left, right=right) from None
    return wrap(found)


def _matmul(left: object, right: object) -> Tensor:
    a, b = getattr(left, "_t", left), getattr(right, "_t", right)
    if not (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)) or a.dtype is not b.dtype:
        kinds = ", ".join(str(x._t.dtype) if isinstance(x, TensorBase) else type(x).__name__ for x in (left, right))
        msg = f"`@` needs two Tensors of one element type, got {kinds}; convert one with .astype()"
        raise TypeError(msg)
    try:
        return wrap(a @ b)
    except RuntimeError as error:
        raise op_error("@", error, left=left, right=right) from None
