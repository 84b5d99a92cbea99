"""How elementwise functions of two operands are called: numbers beside tensors, errors, in-place writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core import base as _base
from ms2torch._core.base import TensorBase, is_parameter, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.element_types import REFUSED, check_promoted, refuse
from ms2torch._core.promotion import alike, as_tensor, operands
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import in_signed
from ms2torch._errors import op_error

Binary = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
_NONE: frozenset[torch.dtype] = frozenset()


def tensor_pair(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both operands as torch tensors; a Python number takes part in the type that the result will have.

    For the torch functions that refuse Python numbers.
    """
    x, y = unwrap_or_scalar(a), unwrap_or_scalar(b)
    if not isinstance(x, torch.Tensor):
        if not isinstance(y, torch.Tensor):
            y = torch.tensor(y)
        return _number_like(x, y), y
    if not isinstance(y, torch.Tensor):
        return x, _number_like(y, x)
    return alike(x, y)


def _number_like(number: float | complex, t: torch.Tensor) -> torch.Tensor:
    """Return a number as a tensor of the type of its operation with `t`; torch treats it as weak no more."""
    kind = torch.result_type(t, number)
    out = as_tensor(number, torch.complex64 if kind is torch.complex32 else kind, t.device)
    return out.expand([1] * t.ndim) if t.ndim else out


def promoted_pair(a: object, b: object) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both operands as torch tensors of their common type, for the functions that do not promote."""
    x, y = tensor_pair(a, b)
    kind = torch.result_type(x, y)
    return x.to(dtype=kind), y.to(dtype=kind)


def binary(op: str, fn: Binary, input: object, other: object) -> Tensor:
    """Apply a torch function that takes Python numbers on at least one side.

    Raises:
        TypeError: if an operand is neither a Tensor nor a number, or torch has the function not for its type.
        ValueError: if the shapes do not broadcast.
    """
    tensor = _base._tensor_class
    if input.__class__ is tensor is other.__class__ and input._t.dtype is other._t.dtype:  # type: ignore[attr-defined]
        a, b = input._t, other._t  # type: ignore[attr-defined]
        if op in REFUSED and a.dtype in REFUSED[op]:
            refuse(op, a.dtype)
    else:
        a, b = operands(input, other)
        if op in REFUSED:
            check_promoted(op, a, b)
    try:
        return wrap(fn(a, b))
    except TypeError:
        return binary_tensors(op, fn, input, other)
    except RuntimeError as error:
        return recovered(op, error, fn, a, b, input, other)


def recovered(op: str, error: RuntimeError, fn: Binary, a: Any, b: Any, input: object, other: object) -> Tensor:
    """Return the result by way of a signed type where torch lacks the unsigned one; raise otherwise."""
    found = in_signed(fn, a, b) if isinstance(error, NotImplementedError) else None
    if found is None:
        raise op_error(op, error, input=input, other=other) from None
    return wrap(found)


def binary_tensors(op: str, fn: Binary, input: object, other: object) -> Tensor:
    """Apply a torch function that takes tensors only; a number takes part as a tensor.

    Raises:
        TypeError: if an operand is neither a Tensor nor a number, or torch has the function not for its type.
        ValueError: if the shapes do not broadcast.
    """
    refused = REFUSED.get(op, _NONE)
    if isinstance(input, Tensor) and isinstance(other, Tensor):
        a, b = input._t, other._t
        kind = a.dtype
        if kind is not b.dtype:
            a, b = alike(a, b)
        elif kind in refused:
            refuse(op, kind)
        else:
            refused = _NONE
    else:
        a, b = tensor_pair(input, other)
    if refused:
        check_promoted(op, a, b)
    try:
        return wrap(fn(a, b))
    except RuntimeError as error:
        return recovered(op, error, fn, a, b, input, other)


def both_tensors(op: str, fn: Binary, input: object, other: object) -> Tensor:
    """Apply a torch function to two Tensors; numbers are refused, as in MindSpore."""
    a, b = alike(unwrap(input), unwrap(other))
    if op in REFUSED:
        check_promoted(op, a, b)
    try:
        return wrap(fn(a, b))
    except RuntimeError as error:
        if a.dtype != b.dtype:
            msg = f"{op}: both tensors must be of one type, got {a.dtype} and {b.dtype}; convert one with .astype()"
            raise TypeError(msg) from None
        raise op_error(op, error, input=input, other=other) from None


def write_into(target: TensorBase, write: Callable[[torch.Tensor], object]) -> Tensor:
    """Run an in-place torch operation on what `target` holds, and return the result in a new Tensor.

    Torch forbids to write to a leaf of its graph. To a Parameter, a write is an assignment outside differentiation. An
    input being differentiated holds the result from then on, so that the gradient takes the write into account; after
    the gradient it has its old values again.
    """
    t = unwrap(target)
    if not (t.is_leaf and t.requires_grad and torch.is_grad_enabled()):
        write(t)
    elif is_parameter(t):
        write(t.data)
    else:
        t = t.clone()
        write(t)
        target._t = t
    return wrap(t)


def checked_write(op: str, target: Tensor, write: Callable[[torch.Tensor], object], **operands: object) -> Tensor:
    """Do the same for an operation whose errors name its operands."""
    try:
        return write_into(target, write)
    except RuntimeError as error:
        raise op_error(op, error, input=target, **operands) from None
