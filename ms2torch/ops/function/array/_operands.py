"""What the array operators share: their errors, their indices, writing in place."""

from __future__ import annotations

import torch

from ms2torch._core.base import TensorBase, is_parameter, unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function._elementwise import write_into


class CoordinateError(RuntimeError, ValueError):
    """Coordinates out of range: MindSpore raises a ValueError where it replaces, else a RuntimeError."""


def refused(op: str, error: Exception, **operands: object) -> Exception:
    """Return what MindSpore would raise: a RuntimeError for indices out of range, a TypeError for wrong types."""
    text = str(error).split("\n", 1)[0]
    if "out of bounds" in text or "out of DATA bounds" in text or "index out of range" in text:
        return CoordinateError(f"{op}: {text}")
    if "used as indices" in text or "must be Tensor" in text:
        return TypeError(f"{op}: {text}")
    return op_error(op, error, **operands)


def dim_arg(op: str, axis: object, ndim: int) -> int:
    """Return a dimension as a non-negative int.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is out of range.
    """
    if axis.__class__ is int and -ndim <= axis < ndim:  # type: ignore[operator]
        return axis if axis >= 0 else axis + ndim  # type: ignore[operator, return-value]
    if isinstance(axis, bool) or not isinstance(axis, (int, Tensor)):
        msg = f"{op}: the dimension must be an int, got {axis!r}"
        raise TypeError(msg)
    axis = int_arg(axis)
    reach = ndim or 1
    if not -reach <= axis < reach:
        msg = f"{op}: the dimension must be in [{-reach}, {reach}), got {axis}"
        raise ValueError(msg)
    return axis % reach


def need_int32(op: str, index: object) -> None:
    """Refuse indices of int64.

    Raises:
        TypeError: if they are no Tensor of int32.
    """
    t = unwrap(index)
    if t.dtype is not torch.int32:
        msg = f"{op}: the indices must be int32, got {str(t.dtype)[6:]}; convert with .astype(ms.int32)"
        raise TypeError(msg)


def index_arg(op: str, index: object, name: str = "index") -> torch.Tensor:
    """Return an index tensor in int64, which every torch operator takes.

    Raises:
        TypeError: if it is no Tensor of integers.
    """
    t = unwrap(index)
    if t.dtype is torch.int64:
        return t
    if t.is_floating_point() or t.is_complex() or t.dtype is torch.bool:
        msg = f"{op}: `{name}` must hold integers, got {t.dtype}".replace("torch.", "")
        raise TypeError(msg)
    return t.to(dtype=torch.int64)


def from_the_end(index: torch.Tensor, length: int) -> torch.Tensor:
    """Turn negative indices into those they stand for."""
    return torch.where(index < 0, index + length, index)


def refuse_negative(op: str, index: torch.Tensor) -> None:
    """Refuse negative coordinates as MindSpore's CPU does; other devices are not made to wait for a check.

    Raises:
        RuntimeError: if there is one.
    """
    if index.device.type == "cpu" and index.numel() and int(index.min()) < 0:
        msg = f"{op}: coordinates must not be negative, got {int(index.min())}"
        raise RuntimeError(msg)


def start_of(target: TensorBase) -> torch.Tensor:
    """Return what a write starts from: of a Parameter the values only, as `write_into` says."""
    t = unwrap(target)
    return t.detach() if is_parameter(t) else t


def fitting(op: str, target: TensorBase, updates: Tensor) -> Tensor:
    """Return what is written into `target` in its type: MindSpore converts upwards only.

    Raises:
        TypeError: if the updates are of a type that the target's does not hold.
    """
    kind, t = unwrap(target).dtype, unwrap(updates)
    if t.dtype is kind:
        return updates
    if torch.promote_types(t.dtype, kind) is not kind:
        msg = (
            "Data type conversion is not supported for a 'Parameter', nor for the input tensor of an in-place "
            f"operator: {op}: {t.dtype} does not fit {kind}; convert the updates with .astype()"
        )
        raise TypeError(msg)
    return wrap(t.to(dtype=kind))


def assign_into(target: TensorBase, new: torch.Tensor) -> Tensor:
    """Give `target` new values in place, and return them in a Tensor."""
    return write_into(target, lambda t: t.copy_(new))


def require_tensor_sequence(op: str, tensors: object) -> list[torch.Tensor]:
    """Return the torch tensors of a tuple or list of Tensors.

    Raises:
        TypeError: if it is something else.
    """
    if not isinstance(tensors, (tuple, list)):
        msg = f"{op}: expected a tuple or list of Tensors, got {type(tensors).__name__}"
        raise TypeError(msg)
    return [unwrap(x) for x in tensors]
