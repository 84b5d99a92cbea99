"""The element types of two operands, as MindSpore 2.10 promotes them (tests/goldens/promotion.json, measured).

Two rules differ from torch's. A tensor of 0 dimensions counts like any other: float16 + 0-d float32 is float32, where
torch lets the tensor with dimensions decide. Only products and quotients follow torch. And a Python number becomes an
element of the result's type *before* the operation: beside float16, -1e9 is -inf and 0 times it nan; int8 + 200 is
int8 + (-56). A float is a float32 even beside float64: 1e300 is inf there. `<`, equality by function and quotients of
integers take the number as it is, and so do `ops.mul` and `ops.div` beside half types. A complex number is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_float
from typing import Any

import numpy as np
import torch

from ms2torch._core import base as _base
from ms2torch._core.base import unwrap, unwrap_or_scalar
from ms2torch._core.grad_mode import is_for_torch
from ms2torch._core.unsigned import UNSIGNED

_NUMBERS = (int, float, bool, complex)
# what every element type holds exactly: the numbers that need no second look
_HELD_BY_ALL = range(128)
_SINGLE = torch.float32
_LARGEST = torch.finfo(torch.float32).max
_HALF = (torch.float16, torch.bfloat16)
_NOT_SINGLE = (*_HALF, torch.float64)


# ---- two tensors -----------------------------------------------------------------------------------------------------
def alike(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors such that torch gives their operation MindSpore's type; one of 0 dimensions needs help.

    Raises:
        TypeError: if one is of uint16, uint32 or uint64 and the other of another type than bool.
    """
    if a.dtype is b.dtype:
        return a, b
    if a.dtype in UNSIGNED or b.dtype in UNSIGNED:
        return _with_unsigned(a, b)
    if (a.ndim == 0) is (b.ndim == 0):
        return a, b
    kind = torch.promote_types(a.dtype, b.dtype)
    return a.to(dtype=kind), b.to(dtype=kind)


def _with_unsigned(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Do it where one is of a wide unsigned type, which goes with bools only."""
    if a.dtype is torch.bool or b.dtype is torch.bool:
        kind = b.dtype if a.dtype is torch.bool else a.dtype
        return a.to(dtype=kind), b.to(dtype=kind)
    raise _no_common_type(a.dtype, b.dtype)


def scaled_alike(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors to multiply or divide, of which torch promotes the types itself.

    Raises:
        TypeError: if one is of uint16, uint32 or uint64 and the other of another type.
    """
    if a.dtype is not b.dtype and (a.dtype in UNSIGNED or b.dtype in UNSIGNED):
        raise _no_common_type(a.dtype, b.dtype)
    return a, b


def _no_common_type(a: object, b: object) -> TypeError:
    kinds = f"{a} and {b}".replace("torch.", "")
    return TypeError(f"Type implicit conversion between {kinds} is not supported; convert one with .astype()")


# ---- a tensor and a number -------------------------------------------------------------------------------------------
def held(number: float | complex, dtype: torch.dtype) -> float | complex:
    """Return a Python number as an element of `dtype` holds it: wrapped, rounded or infinite, never refused."""
    return as_tensor(number, dtype, torch.device("cpu")).item()  # on the host, whatever the device of new tensors


def fitted(number: float | complex, dtype: torch.dtype) -> float | complex:
    """Return a Python number of which torch makes the element that MindSpore makes: itself where torch's rule does."""
    kind = number.__class__
    if kind is float and dtype in (_SINGLE, torch.float64) and -_LARGEST <= number <= _LARGEST:  # type: ignore[operator]
        return number
    if dtype is not torch.bool:
        if kind is int and number in _HELD_BY_ALL:
            return number
        if kind is float and not dtype.is_floating_point and 0 <= number < 128:  # type: ignore[operator]
            return int(number)  # type: ignore[arg-type]
    return held(number, dtype)


def as_tensor(number: float | complex, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return a Python number as a 0-d tensor of `dtype`, with the same rule."""
    if isinstance(number, int) and not -(2**63) <= number < 2**63:
        number = (int(number) + 2**63) % 2**64 - 2**63
    wide = torch.float64 if isinstance(number, float) else None
    return torch.tensor(number, dtype=wide, device=device).to(dtype=dtype)


def single(number: float) -> float:
    """Return a float as float32 holds it, infinite where it lies beyond: what MindSpore makes of a Python float."""
    return c_float(number).value


def of_double(number: float | complex) -> float | complex:
    """Return a Python number as it goes with float64; a Cell that was called with torch tensors follows torch."""
    return single(number) if isinstance(number, float) and not is_for_torch() else number


def by_single(number: float | complex, dtype: torch.dtype) -> float | complex:
    """Do what `held` does for the functions where even an int is a float32 first: 2**31 - 1 is beyond int32 then."""
    if isinstance(number, (bool, complex)) or dtype.is_complex or dtype.is_floating_point:
        return of_double(number) if dtype is torch.float64 and isinstance(number, float) else fitted(number, dtype)
    wide = torch.int64 if dtype is torch.int64 else torch.int32
    lowest, x = torch.iinfo(wide).min, single(float(number))
    return held(int(x) if lowest <= x < -lowest else lowest, dtype)


def beside(number: float | complex, t: torch.Tensor) -> float | complex:
    """Return what a Python number is once it has the type of its operation with `t`, as a Python number again.

    Args:
        number (Union[int, float, bool]): the number.
        t (torch.Tensor): the tensor on the other side.

    Returns:
        The number, wrapped to the range of an integer type, or rounded to a floating one.

    Raises:
        TypeError: if the number is complex, or the tensor of uint16, uint32 or uint64.
    """
    kind, dtype = number.__class__, t.dtype
    if kind is bool or (kind is int and number in _HELD_BY_ALL):
        return number
    if kind is float and dtype is _SINGLE and -_LARGEST <= number <= _LARGEST:  # type: ignore[operator]
        return number
    if isinstance(number, complex):
        msg = f"a tensor goes with no complex number, got {number}; wrap it with mindspore.Tensor(x)"
        raise TypeError(msg)
    if dtype is torch.float32 and not -_LARGEST <= number <= _LARGEST:
        return held(number, dtype)  # some of torch's functions refuse it
    if dtype is torch.float64:
        return of_double(number)
    if dtype in UNSIGNED:
        msg = f"Type implicit conversion between a number and {str(dtype)[6:]} is not supported; convert with .astype()"
        raise TypeError(msg)
    if dtype is torch.float32 or (isinstance(number, float) and not dtype.is_floating_point):
        return number  # torch rounds to float32 itself; beside integers a float makes float32
    return held(number, torch.int64 if dtype is torch.bool else dtype)


def _scaling(number: float | complex, t: torch.Tensor) -> float | complex:
    """Do the same for products and quotients: of integers the number is taken as it is."""
    if t.dtype in _NOT_SINGLE or isinstance(number, complex):
        return beside(number, t)
    return number


def _scaling_as_is(number: float | complex, t: torch.Tensor) -> float | complex:
    """Do the same for the functions that multiply float16 by a float32.

    Raises:
        TypeError: if the tensor is of uint16, uint32 or uint64, which go with no number there.
    """
    if t.dtype in UNSIGNED:
        raise _no_common_type(t.dtype, type(number).__name__)
    return number if t.dtype in _HALF and isinstance(number, float) else _scaling(number, t)


def _comparable(t: torch.Tensor, number: float | complex) -> tuple[torch.Tensor, float | complex]:
    """Do the same for `<` and equality by function: integers are compared with the number as it is."""
    if isinstance(number, int) and not (t.is_floating_point() or t.is_complex()):
        info = torch.iinfo(torch.uint8 if t.dtype is torch.bool else t.dtype)
        # torch would wrap the number to the type of the tensor
        return (t, number) if info.min <= number <= info.max else (t.to(dtype=torch.int64), number)
    if t.dtype in _HALF and isinstance(number, float):
        return t.float(), number
    return t, beside(number, t)


# ---- operators -------------------------------------------------------------------------------------------------------
def sides(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what stands on both sides of a Python operator: of the Tensor that defines it, and of the other operand.

    Raises:
        TypeError: if `other` is no tensor, of MindSpore or torch, and no number; lists, tuples and numpy arrays are
            refused, as in MindSpore.
    """
    kind = other.__class__
    if kind is _base._tensor_class:
        x = other._t  # type: ignore[attr-defined]
        return (t, x) if t.dtype is x.dtype else alike(t, x)
    if (kind is float and t.dtype is _SINGLE) or (kind is int and other in _HELD_BY_ALL):
        return t, other  # type: ignore[return-value]
    x = getattr(other, "_t", None)
    if x is None and isinstance(other, torch.Tensor):
        x = other
    if x is not None:
        return (t, x) if t.dtype is x.dtype else alike(t, x)
    return t, beside(_number(other), t)  # type: ignore[return-value]


def comparable(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for `==` and `!=`, to which numpy's numbers are strangers, but for its double, a Python float.

    A negative number is compared with unsigned integers as it is.
    """
    kind = other.__class__
    if kind is _base._tensor_class:
        x = other._t  # type: ignore[attr-defined]
        return (t, x) if t.dtype is x.dtype else alike(t, x)
    if kind is int and t.dtype in UNSIGNED and other < 0:  # type: ignore[operator]
        return t.to(torch.int64), other  # type: ignore[return-value]
    if isinstance(other, np.generic) and not isinstance(other, float):
        msg = f"a Tensor is not compared with {_kind(other)}; convert it with .item()"
        raise TypeError(msg)
    return sides(t, other)


def terms(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for sums and differences, which take a list or tuple of numbers too, in the type of the tensor."""
    if isinstance(other, (list, tuple)):
        if t.dtype is torch.bool:
            raise TypeError("a sum of bools takes no list; wrap it with mindspore.Tensor(x)")
        return t, _listed(t, other)
    return sides(t, other)


def dividends(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for quotients that are rounded down, of bools too."""
    if isinstance(other, (list, tuple)):
        return t, _listed(t, other)
    return sides(t, other)


def _listed(t: torch.Tensor, numbers: object) -> torch.Tensor:
    values = np.array([each.asnumpy() if isinstance(each, _base.TensorBase) else each for each in numbers])  # type: ignore[attr-defined]
    if values.dtype.kind not in "biuf":
        msg = f"a tensor goes with numbers only, got {numbers!r}"
        raise TypeError(msg)
    return torch.as_tensor(values, device=t.device).to(dtype=t.dtype)


def factors(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for products and quotients."""
    kind = other.__class__
    if (kind is float and t.dtype is _SINGLE) or (kind is int and other in _HELD_BY_ALL):
        return t, other  # type: ignore[return-value]
    x = getattr(other, "_t", None)
    if x is None and isinstance(other, torch.Tensor):
        x = other
    return (t, _scaling(_number(other), t)) if x is None else scaled_alike(t, x)  # type: ignore[return-value]


def ordered(t: torch.Tensor, other: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for `<`, which alone among the operators takes a number as it is."""
    kind = other.__class__
    if kind is _base._tensor_class:
        x = other._t  # type: ignore[attr-defined]
        return (t, x) if t.dtype is x.dtype else alike(t, x)
    if (kind is float and t.dtype is _SINGLE) or (kind is int and other in _HELD_BY_ALL):
        return t, other  # type: ignore[return-value]
    x = getattr(other, "_t", None)
    if x is None and isinstance(other, torch.Tensor):
        x = other
    if x is not None:
        return (t, x) if t.dtype is x.dtype else alike(t, x)
    return _comparable(t, _number(other))  # type: ignore[return-value]


def _kind(x: object) -> str:
    return f"{type(x).__module__}.{type(x).__name__}"


def operand_error(primitive: str, left: object, right: object, error: TypeError) -> TypeError:
    """Return the complaint about an operand in MindSpore's words, with ours after it.

    Args:
        primitive (str): MindSpore's name of the operation.
        left (object): the one operand.
        right (object): the other.
        error (TypeError): what was wrong with it.
    """
    given = f"input={_told(left)}, other={_told(right)}"
    return TypeError(
        f'Failed calling {primitive} with "{primitive}()({given})".\nThe valid calling should be: \n'
        f'"{primitive}()(input=<Number, Tensor>, other=<Number, Tensor>)".\n{error}'
    )


_TOLD = {str: "string", int: "int", float: "float", bool: "bool", type(None): "None"}


def _told(x: object) -> str:
    """Return how MindSpore names the type of an argument."""
    if isinstance(x, _base.TensorBase):
        return "Tensor"
    if isinstance(x, (list, tuple)):
        return f"{type(x).__name__.capitalize()}<{', '.join(map(_told, x))}>"
    return _TOLD.get(type(x), str(type(x)))


def _number(other: object) -> float | complex:
    """Return the Python number that an operand is, or say what is wrong with it."""
    if isinstance(other, np.generic) and other.dtype.kind in "biuf":
        return other.item()
    if isinstance(other, _NUMBERS):
        return other
    msg = f"expected a mindspore Tensor or a number beside a Tensor, got {_kind(other)}"
    hint = "; wrap it with mindspore.Tensor(x)" if isinstance(other, (list, tuple, np.ndarray)) else ""
    raise TypeError(msg + hint)


# ---- functions -------------------------------------------------------------------------------------------------------
def operands(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what torch's functions take for two operands, Tensors or Python numbers.

    Raises:
        TypeError: if an operand is neither.
    """
    kind = b.__class__
    if kind is float or kind is int:
        return _with_number(unwrap_or_scalar(a), b)
    try:  # two Tensors of one type are the common case, and the one whose overhead is felt
        x, y = a._t, b._t  # type: ignore[attr-defined]
    except AttributeError:
        return _with_number(unwrap_or_scalar(a), unwrap_or_scalar(b))
    return (x, y) if x.dtype is y.dtype else alike(x, y)


def _with_number(x: Any, y: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Do it for two operands of which at least one is a number."""
    if isinstance(x, torch.Tensor):
        return x, beside(y, x)  # type: ignore[return-value]
    return (beside(x, y) if isinstance(y, torch.Tensor) else x), y  # type: ignore[return-value]


def scaled(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for products and quotients, where a tensor of 0 dimensions gives way to one with dimensions."""
    kind = b.__class__
    if not (kind is float or kind is int):
        try:
            return scaled_alike(a._t, b._t)  # type: ignore[attr-defined]
        except AttributeError:
            pass
    return _scaled(a, b, _scaling)


def scaled_as_is(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for the functions whose number is not rounded to a half type first."""
    kind = b.__class__
    if not (kind is float or kind is int):
        try:
            return scaled_alike(a._t, b._t)  # type: ignore[attr-defined]
        except AttributeError:
            pass
    return _scaled(a, b, _scaling_as_is)


def _scaled(a: object, b: object, scaling: Callable[..., Any]) -> tuple[torch.Tensor, torch.Tensor]:
    """Do it for two operands of which at least one is a number, which `scaling` makes fit the tensor."""
    x: Any = unwrap_or_scalar(a)
    y: Any = unwrap_or_scalar(b)
    if isinstance(x, torch.Tensor):
        return scaled_alike(x, y) if isinstance(y, torch.Tensor) else (x, scaling(y, x))
    return (scaling(x, y) if isinstance(y, torch.Tensor) else x), y


def compared(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for `less` and `equal`, which take the Tensor first and a number as it is.

    Raises:
        TypeError: if `a` is no Tensor, or `b` neither Tensor nor number.
    """
    try:
        x, y = a._t, b._t  # type: ignore[attr-defined]
    except AttributeError:
        return _comparable(unwrap(a), unwrap_or_scalar(b))  # type: ignore[return-value]
    return (x, y) if x.dtype is y.dtype else alike(x, y)


def choices(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for what is chosen from, where torch refuses a float beside integers that float32 does not hold."""
    x, y = operands(a, b)
    if x.__class__ is y.__class__ is torch.Tensor:
        return x, y
    if isinstance(x, float) and isinstance(y, torch.Tensor) and not y.is_floating_point():
        return held(x, torch.float32), y  # type: ignore[return-value]
    if isinstance(y, float) and isinstance(x, torch.Tensor) and not x.is_floating_point():
        return x, held(y, torch.float32)  # type: ignore[return-value]
    return x, y


def check_alpha(op: str, alpha: float | complex, *terms: torch.Tensor) -> None:
    """Refuse a factor `alpha` of another kind than the terms of a sum.

    Raises:
        TypeError: if it is a bool and a term is not, or a float where no term is and one is an integer.
    """
    kinds = [x.dtype if isinstance(x, torch.Tensor) else type(x) for x in terms]
    if isinstance(alpha, bool) and any(kind not in (torch.bool, bool) for kind in kinds):
        msg = f"{op}: a bool `alpha` goes with bools only, got {kinds}"
        raise TypeError(msg)
    if all(kind in (torch.bool, bool) for kind in kinds):
        return  # any factor: it counts as true or false
    if isinstance(alpha, float) and not any(getattr(k, "is_floating_point", k is float) for k in kinds):
        msg = f"{op}: a float `alpha` goes with floats only, got {kinds}"
        raise TypeError(msg)
