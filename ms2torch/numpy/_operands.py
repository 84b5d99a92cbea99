"""What the functions of `mindspore.numpy` take and return: anything like an array, and Tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import to_torch
from ms2torch._core.dtype import Type, to_torch_dtype
from ms2torch._core.promotion import alike
from ms2torch._core.tensor_type import Tensor


def tensor(x: Any) -> torch.Tensor:
    """Return a Tensor's torch tensor as it is; numbers and lists converted, Python ints to int32.

    Raises:
        TypeError: if `x` is a numpy array: only `array`, `asarray` and `asfarray` take those.
    """
    if isinstance(x, Tensor):
        return x._t
    if isinstance(x, np.ndarray):
        raise TypeError("expected a Tensor, a number, or a list or tuple of those, got a numpy array; wrap it")
    return to_int32(to_torch(x))


def array_or_tensor(x: Any) -> torch.Tensor:
    """Return `tensor(x)`, of a numpy array as well."""
    return to_int32(to_torch(x)) if isinstance(x, np.ndarray) else tensor(x)


def in_rows(x: Any, make: Callable[[Any], torch.Tensor]) -> torch.Tensor:
    """Return `make(x)`, for what makes arrays: they refuse rows of unequal length in numpy's words.

    Raises:
        ValueError: if the rows of a list are of unequal length.
    """
    try:
        return make(x)
    except TypeError:
        if isinstance(x, (list, tuple)):
            np.array(x)  # which says where it is uneven
        raise


def vector_or_number(name: str, x: Any) -> torch.Tensor:
    """Return the coefficients of a polynomial as a tensor.

    Raises:
        ValueError: if they have more than one dimension.
    """
    t = tensor(x)
    if t.ndim > 1:
        msg = f"numpy.{name}: coefficients must be a number or a vector, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def tensor_only(name: str, x: Any) -> torch.Tensor:
    """Return the torch tensor inside a Tensor.

    Raises:
        TypeError: if `x` is anything else.
    """
    if not isinstance(x, Tensor):
        msg = f"numpy.{name}: expected a Tensor, got {type(x).__name__}; wrap it with mindspore.Tensor(x)"
        raise TypeError(msg)
    return x._t


def need_tensor(name: str, *operands: Any) -> None:
    """Refuse what is no Tensor, in the functions that convert neither numbers nor lists.

    Raises:
        TypeError: if an operand is no Tensor.
    """
    for x in operands:
        if not isinstance(x, Tensor):
            msg = f"numpy.{name}: expected a Tensor, got {type(x).__name__}; wrap it with mindspore.Tensor(x)"
            raise TypeError(msg)


def need_attributes(name: str, *operands: Any) -> None:
    """Do the same for the functions that ask for an attribute first, whose error is an AttributeError in MindSpore."""
    for x in operands:
        if not isinstance(x, Tensor):
            msg = f"numpy.{name}: '{type(x).__name__}' is no Tensor and has no shape and dtype; wrap it in one"
            raise AttributeError(msg)  # noqa: TRY004  # as in MindSpore, whose first step is to ask for one


_MADE = frozenset(
    (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint32,
     torch.uint64, torch.float16, torch.float32, torch.float64)
)  # fmt: skip


def made(name: str, t: torch.Tensor) -> torch.Tensor:
    """Return a tensor that was made, if it is of a type that these functions make.

    Raises:
        TypeError: if it is bfloat16 or complex, which this package of MindSpore does not know.
    """
    if t.dtype not in _MADE:
        msg = f"numpy.{name}: {t.dtype} is no type of mindspore.numpy; make float32 and convert it with .astype()"
        raise TypeError(msg)
    return t


def together(*tensors: torch.Tensor) -> list[torch.Tensor]:
    """Move tensors that were made of Python values to the device of the others: the first that is not the CPU."""
    place = next((t.device for t in tensors if t.device.type != "cpu"), None)
    return list(tensors) if place is None else [t.to(place) for t in tensors]


def pair(a: Any, b: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands such that torch promotes them by their types alone, whatever their dimensions.

    Raises:
        TypeError: if one is of bfloat16 and the other of integers: MindSpore has no common type for them here.
    """
    first, second = tensor(a), tensor(b)
    if first.dtype is not second.dtype and torch.bfloat16 in (first.dtype, second.dtype):
        other = second if first.dtype is torch.bfloat16 else first
        if not (other.is_floating_point() or other.is_complex()):
            _no_common(first.dtype, second.dtype)
    return alike(first, second)


def common_pair(a: Any, b: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands as `pair` does, for the functions that look for the common type first.

    Raises:
        TypeError: if one is of bfloat16 or complex and the other of another type.
    """
    first, second = tensor(a), tensor(b)
    check_common(first.dtype, second.dtype)
    return alike(first, second)


def check_common(first: torch.dtype, second: torch.dtype) -> None:
    """Refuse two types that this package of MindSpore has no common one for (measured 2.10).

    Raises:
        TypeError: if they differ and one is bfloat16 or complex.
    """
    if first is not second and (_is_alone(first) or _is_alone(second)):
        _no_common(first, second)


def _is_alone(kind: torch.dtype) -> bool:
    return kind is torch.bfloat16 or kind.is_complex


def _no_common(first: torch.dtype, second: torch.dtype) -> NoReturn:
    msg = f"mindspore.numpy has no common type for {first} and {second}; convert one with .astype()"
    raise TypeError(msg)


def tensors_only(a: Any, b: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands as `pair` does, for the functions that take no numbers and arrays."""
    return alike(unwrap(a), unwrap(b))


def to_int32(t: torch.Tensor) -> torch.Tensor:
    """Return integers in int32, the type that this package of MindSpore makes of Python's (measured 2.10)."""
    return t.to(dtype=torch.int32) if t.dtype is torch.int64 else t


def floating(x: Any) -> torch.Tensor:
    """Return `tensor(x)`, integers and bools as float32."""
    t = tensor(x)
    return t if t.is_floating_point() or t.is_complex() else t.to(dtype=torch.float32)


def narrow_floating(x: Any) -> torch.Tensor:
    """Return `tensor(x)`, bools and bytes as float16 and longer integers as float32, as numpy and MindSpore do here.

    Raises:
        TypeError: if it is bfloat16 or complex: MindSpore has no common type for them here.
    """
    t = tensor(x)
    if t.is_complex() or t.dtype is torch.bfloat16:
        msg = f"mindspore.numpy has this function not for {t.dtype}; use the function of mindspore.ops"
        raise TypeError(msg)
    return t.to(dtype=torch.float16) if t.dtype in (torch.bool, torch.int8, torch.uint8) else floating(t)


def promote(first: torch.dtype, second: torch.dtype) -> torch.dtype:
    """Return the type that two are promoted to; torch has no answer for some unsigned ones, and numpy has."""
    check_common(first, second)
    try:
        return torch.promote_types(first, second)
    except RuntimeError:
        names = (str(kind).removeprefix("torch.") for kind in (first, second))
        return to_torch_dtype(np.promote_types(*names))


def with_bools(
    fn: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], a: torch.Tensor, b: torch.Tensor
) -> torch.Tensor:
    """Return `fn` of two tensors; of bools, which torch refuses, as of the numbers 0 and 1."""
    if a.dtype is torch.bool and b.dtype is torch.bool:
        return fn(a.byte(), b.byte()).bool()
    return fn(a, b)


def of_whole_numbers(
    fn: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], a: torch.Tensor, b: torch.Tensor
) -> torch.Tensor:
    """Return `fn` of two tensors; of floats, which torch refuses, as of their whole parts."""
    if a.is_floating_point() or b.is_floating_point():
        return fn(a.long(), b.long()).to(torch.promote_types(a.dtype, b.dtype))
    return with_bools(fn, a, b)


def need_dims(name: str, t: torch.Tensor, axis: object) -> None:
    """Refuse a dimension of a tensor that has none, in the functions that look for it (measured 2.10).

    Raises:
        ValueError: if there is a dimension to reduce and `t` has none.
    """
    if not t.ndim and axis is not None and axis != ():
        msg = f"numpy.{name}: axis {axis} is out of bounds for a tensor of 0 dimensions"
        raise ValueError(msg)


def check_exp(*tensors: torch.Tensor) -> None:
    """Refuse the short integers, of which MindSpore's exponential is not defined."""
    for t in tensors:
        if t.dtype in (torch.uint8, torch.int8, torch.int16, torch.int32):
            msg = f"mindspore.numpy has no exponential of {t.dtype}; convert with .astype(mindspore.float32)"
            raise TypeError(msg)


def cast(t: torch.Tensor, dtype: Type | None) -> Tensor:
    """Return a result, in a given type."""
    return wrap(t if dtype is None else t.to(to_torch_dtype(dtype)))


def promoted(tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    """Return the tensors in the one type that all are promoted to, by their types alone."""
    kind = tensors[0].dtype
    for each in tensors[1:]:
        check_common(kind, each.dtype)
        kind = torch.promote_types(kind, each.dtype)
    return [each.to(dtype=kind) for each in tensors]


def place(name: str, axis: Any, count: int) -> int:
    """Return a dimension counted from 0.

    Raises:
        TypeError: if it is no int.
        ValueError: if there is none such among `count`.
    """
    if not isinstance(axis, int) or isinstance(axis, bool):
        msg = f"numpy.{name}: a dimension must be an int, got {axis!r}"
        raise TypeError(msg)
    if not -count <= axis < count:
        msg = f"numpy.{name}: there is no dimension {axis} among {count}"
        raise ValueError(msg)
    return axis % count


def kept(t: torch.Tensor) -> torch.dtype | None:
    """Return the type of a sum of `t`: its own, where torch would widen integers; of bools torch decides."""
    return None if t.dtype is torch.bool else t.dtype


def running(t: torch.Tensor) -> torch.dtype:
    """Return the type of a running sum of `t`: its own, at least int32 (measured 2.10; torch would make int64)."""
    return torch.int32 if t.dtype in (torch.bool, torch.int8, torch.int16, torch.uint8) else t.dtype
