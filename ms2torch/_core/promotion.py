"""The element types of two operands, as MindSpore 2.10 promotes them (tests/goldens/promotion.json, measured).

Two rules differ from torch's. A tensor of 0 dimensions counts like any other: float16 + 0-d float32 is float32, where
torch lets the tensor with dimensions decide. Only products and quotients follow torch. And a Python number becomes a
tensor of the type that the result will have *before* the operation: beside float16, -1e9 is -inf and 0 times it nan;
beside int8, 200 is -56.
"""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap_or_scalar

_NUMBERS = (int, float, bool, complex)
# what every element type holds exactly: the numbers that need no second look
_HELD_BY_ALL = range(128)
_WIDE = (torch.float32, torch.float64)


def alike(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors such that torch gives their operation MindSpore's type; one of 0 dimensions needs help."""
    if a.dtype is b.dtype or (a.ndim == 0) is (b.ndim == 0):
        return a, b
    kind = torch.promote_types(a.dtype, b.dtype)
    return a.to(kind), b.to(kind)


def beside(number: float | complex, t: torch.Tensor) -> float | complex:
    """Return what a Python number is once it has the type of its operation with `t`, as a Python number again.

    Args:
        number (Union[int, float, bool, complex]): the number.
        t (torch.Tensor): the tensor on the other side.

    Returns:
        The number, wrapped to the range of an integer type, or rounded to a floating one.
    """
    kind = number.__class__
    if kind is bool or (kind is int and number in _HELD_BY_ALL):
        return number
    dtype = t.dtype
    if kind is float and (dtype in _WIDE or not dtype.is_floating_point):
        return number  # torch rounds to float32 itself; beside integers it stays a float32
    if kind is complex:
        return number
    return held(number, dtype if dtype is not torch.bool else torch.int64)


def held(number: float | complex, dtype: torch.dtype) -> float | complex:
    """Return a Python number as an element of `dtype` holds it: wrapped, rounded or infinite, never refused."""
    if isinstance(number, int):
        # an int of Python may exceed what torch takes
        whole = (int(number) + 2**63) % 2**64 - 2**63
        return torch.tensor(whole).to(dtype).item()
    if isinstance(number, complex):
        return torch.tensor(number, dtype=torch.complex128).to(dtype).item()
    return torch.tensor(number, dtype=torch.float64).to(dtype).item()


def as_tensor(number: float | complex, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return a Python number as a 0-d tensor of `dtype`, with the same rule."""
    if isinstance(number, int) and not -(2**63) <= number < 2**63:
        number = (int(number) + 2**63) % 2**64 - 2**63
    wide = torch.float64 if isinstance(number, float) else None
    return torch.tensor(number, dtype=wide, device=device).to(dtype)


def operands(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what torch's operators take for two operands, Tensors or Python numbers.

    Raises:
        TypeError: if an operand is neither.
    """
    x, y = unwrap_or_scalar(a), unwrap_or_scalar(b)
    if isinstance(x, torch.Tensor):
        if isinstance(y, torch.Tensor):
            return (x, y) if x.dtype is y.dtype else alike(x, y)
        return with_number(x, y)
    if isinstance(y, torch.Tensor):
        y, x = with_number(y, x)
    return x, y


def scaled(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Do the same for products and quotients, where a tensor of 0 dimensions gives way to one with dimensions."""
    x, y = unwrap_or_scalar(a), unwrap_or_scalar(b)
    if isinstance(x, torch.Tensor):
        return (x, y) if isinstance(y, torch.Tensor) else with_number(x, y)
    if isinstance(y, torch.Tensor):
        y, x = with_number(y, x)
    return x, y


def with_number(t: torch.Tensor, number: float | complex) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a tensor and a number such that torch gives their operation MindSpore's type and values."""
    if number.__class__ is complex and t.dtype in (torch.float16, torch.bfloat16):
        t = t.to(torch.complex64)  # torch has a complex type of half precision, MindSpore has not
    return t, beside(number, t)  # type: ignore[return-value]
