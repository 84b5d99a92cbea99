"""Quotients, remainders and powers where torch's rules are not MindSpore's (measured 2.10).

MindSpore divides integers as floats and casts the result back as C does: a quotient by zero is the largest or smallest
number of the type, a remainder after it or a power beyond the type the smallest int32 or int64, of which a narrower
type keeps the low bits. Floats leave nan after a division by infinity.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.promotion import held
from ms2torch._core.unsigned import UNSIGNED

_LARGEST = torch.finfo(torch.float32).max
_NARROW = (torch.int8, torch.int16, torch.uint8, torch.uint16, torch.int32)


# ---- casts -----------------------------------------------------------------------------------------------------------
def _cut(x: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Return doubles in an integer type; what lies beyond, and nan, becomes the smallest int32 or int64 first."""
    wide = torch.int32 if kind in _NARROW else torch.int64
    lowest = float(torch.iinfo(wide).min)
    return torch.where((x >= lowest) & (x < -lowest), x, lowest).to(dtype=wide).to(dtype=kind)


def _largest(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return what integers divided by zero give."""
    if x.dtype is torch.bool:
        return x
    info = torch.iinfo(x.dtype)
    return torch.where(x > 0, info.max, torch.where(x < 0, info.min, 0)).to(dtype=x.dtype)


def _lowest(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the smallest number of the type."""
    return torch.full_like(x, torch.iinfo(x.dtype).min)


def _cut_nan(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return nan cast to the type."""
    return _cut(torch.full_like(x, torch.nan, dtype=torch.float64), x.dtype)


def _itself(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x


def _nothing(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(x)


Operation = Callable[..., torch.Tensor]


def _but_by_zero(fn: Operation, a: Any, b: Any, by_zero: Operation) -> torch.Tensor:
    """Apply a torch function to integers; torch refuses to divide by zero, and only then the zeros are looked for."""
    try:
        return fn(a, b)
    except RuntimeError as error:
        if "ZeroDivision" not in str(error):
            raise
    kind = torch.result_type(a, b)
    device = next(x.device for x in (a, b) if isinstance(x, torch.Tensor))
    x, y = torch.broadcast_tensors(*(torch.as_tensor(each, device=device).to(dtype=kind) for each in (a, b)))
    zero = y == 0
    return torch.where(zero, by_zero(x, y), fn(x, torch.where(zero, 1, y).to(dtype=kind)))


# ---- quotients -------------------------------------------------------------------------------------------------------
def _floored(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both parts of a complex quotient rounded down: of the real part, and nothing (measured 2.10)."""
    real = torch.floor((a / b).real)
    return real, torch.zeros_like(real)


def _rounded_down(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return a quotient rounded down, taken in double: 1 // 0.1 of float32 is 9, for 0.1 is a little more there."""
    if isinstance(a, torch.Tensor) and a.dtype is torch.float32 and b.__class__ is int and 0 <= b < 128:
        return a.double().div_(b).floor_().float()
    tensors = [x.dtype for x in (a, b) if isinstance(x, torch.Tensor)]
    kind = torch.result_type(a, b)
    if torch.float64 in tensors or not kind.is_floating_point:
        return torch.floor(a / b)
    wide: Any = [x.double() if isinstance(x, torch.Tensor) else held(x, kind) for x in (a, b)]
    return torch.floor(wide[0] / wide[1]).to(dtype=kind)


def floor_quotient(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Divide and round down: floats as floor(a / b), so that 1 // -inf is -0, and with a gradient, which is zero."""
    if a.__class__ is torch.Tensor and a.dtype is torch.float32 and b.__class__ is int:
        return _rounded_down(a, b)
    if any(isinstance(x, torch.Tensor) and x.is_complex() for x in (a, b)):
        return torch.complex(*_floored(a, b))
    if any(x.is_floating_point() if isinstance(x, torch.Tensor) else isinstance(x, float) for x in (a, b)):
        return _rounded_down(a, b)
    bools = [isinstance(x, bool) or getattr(x, "dtype", None) is torch.bool for x in (a, b)]
    if all(bools):
        a, b = 1 * a, 1 * b
        return _but_by_zero(torch.floor_divide, a, b, _itself).bool()
    return _but_by_zero(torch.floor_divide, a, b, _largest)


def truncated(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Divide integers, or floats, and round towards zero."""
    return _but_by_zero(_truncate, a, b, _lowest)


def divided_as_integers(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Divide integers towards zero, with the largest number of the type after a division by zero."""
    return _but_by_zero(_truncate, a, b, _largest)


def divided(a: torch.Tensor, b: torch.Tensor, rounding: str) -> torch.Tensor:
    """Divide and round, `"floor"` or `"trunc"`."""
    return truncated(a, b) if rounding == "trunc" else _but_by_zero(_floor, a, b, _largest)


def _floor(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.div(a, b, rounding_mode="floor")


def _truncate(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.div(a, b, rounding_mode="trunc")


# ---- remainders ------------------------------------------------------------------------------------------------------
def _divisor(b: Any) -> Any:
    """Return a number to divide by; nan stands for infinity, which leaves nan."""
    return torch.nan if b.__class__ is float and not -_LARGEST <= b <= _LARGEST else b


def floor_remainder(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return what a division that rounds down leaves, as `%` does."""
    return _but_by_zero(torch.remainder, a, _divisor(b), _cut_nan)


def nothing_after_zero(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Do the same, with 0 after a division of integers by zero."""
    return _but_by_zero(torch.remainder, a, _divisor(b), _nothing)


def sign_of_dividend(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return what a division that rounds towards zero leaves; of integers divided by zero, themselves."""
    return _but_by_zero(torch.fmod, a, _divisor(b), _itself)


def truncate_remainder(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Do the same, with 0 after a division of integers by zero."""
    return _but_by_zero(torch.fmod, a, _divisor(b), _nothing)


def remainder_after(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return what a division that rounds down leaves, of complex numbers and bools too, which torch refuses."""
    kinds = [x.dtype if isinstance(x, torch.Tensor) else type(x) for x in (a, b)]
    if any(isinstance(kind, torch.dtype) and kind.is_complex for kind in kinds):
        return 1 * a - floor_quotient(a, b) * b
    if all(kind in (torch.bool, bool) for kind in kinds):
        return torch.remainder(1 * a, 1 * b).bool()
    return _but_by_zero(torch.remainder, a, _divisor(b), _itself)


# ---- powers ----------------------------------------------------------------------------------------------------------
def power(a: Any, b: Any) -> torch.Tensor:
    """Raise to a power; integers as doubles, cast back as C does."""
    t = a if isinstance(a, torch.Tensor) else b
    if not isinstance(t, torch.Tensor) or t.is_floating_point():
        return torch.pow(a, b)
    kind = torch.result_type(a, b)
    if kind.is_floating_point or kind.is_complex or kind is torch.bool:
        return torch.pow(a, b)
    if kind in UNSIGNED and not all(isinstance(x, (torch.Tensor, bool)) for x in (a, b)):
        msg = f"Type implicit conversion between int64 and {str(kind)[6:]} is not supported; convert with .astype()"
        raise TypeError(msg)
    x: Any
    y: Any
    x, y = (each.double() if isinstance(each, torch.Tensor) else float(held(each, kind).real) for each in (a, b))
    return _cut(torch.pow(x, y), kind)
