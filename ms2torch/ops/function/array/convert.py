"""Tensors converted: to other types, to other devices, copied."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import TensorBase, is_parameter, unwrap, wrap
from ms2torch._core.casts import after_cast, as_truth, converted
from ms2torch._core.device import named_device
from ms2torch._core.dtype import Type, from_torch_dtype, given_type
from ms2torch._core.tensor_type import Tensor


def tensor_int(self: Tensor) -> Tensor:
    """Convert the elements to int32.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.int, MindSpore 2.10
    """
    return _as_type(self, torch.int32)


def tensor_float(self: Tensor) -> Tensor:
    """Convert the elements to float32.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.float, MindSpore 2.10
    """
    return _as_type(self, torch.float32)


def tensor_bool(self: Tensor) -> Tensor:
    """Convert the elements to bool.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.bool, MindSpore 2.10
    """
    return _as_type(self, torch.bool)


def tensor_long(self: Tensor) -> Tensor:
    """Convert the elements to int64.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.long, MindSpore 2.10
    """
    return _as_type(self, torch.int64)


def tensor_half(self: Tensor) -> Tensor:
    """Convert the elements to float16.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.half, MindSpore 2.10
    """
    return _as_type(self, torch.float16)


def tensor_double(self: Tensor) -> Tensor:
    """Convert the elements to float64.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.double, MindSpore 2.10
    """
    return _as_type(self, torch.float64)


def tensor_short(self: Tensor) -> Tensor:
    """Convert the elements to int16.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.short, MindSpore 2.10
    """
    return _as_type(self, torch.int16)


def tensor_byte(self: Tensor) -> Tensor:
    """Convert the elements to uint8.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.byte, MindSpore 2.10
    """
    return _as_type(self, torch.uint8)


def tensor_bfloat16(self: Tensor) -> Tensor:
    """Convert the elements to bfloat16.

    Returns:
        Tensor, same shape.

    Source: mindspore.Tensor.bfloat16, MindSpore 2.10
    """
    return _as_type(self, torch.bfloat16)


def tensor_to(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Convert to a type, a device, or both: ``x.to(ms.float16)``, ``x.to("CPU")``, ``x.to(other)``.

    Args:
        args: a type, a device (``"CPU"``, ``"GPU"``, ``"Ascend"``) or a Tensor that has both; then `non_blocking`
            and `copy`.
        named: `dtype`, `device`, `other`, `non_blocking`, `copy`.

    Returns:
        Tensor; the same memory where nothing changes and `copy` is False.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if there is no such device.

    Source: mindspore.Tensor.to, MindSpore 2.10
    """
    t = _moved(self._t, *args, **named)
    if t.dtype is torch.bool and self._t.is_complex():
        t = as_truth(self._t).to(t.device)
    elif t.dtype is not self._t.dtype:
        t = after_cast(self._t, t)
    return self if t is self._t and not is_parameter(t) else wrap(t)


def tensor_move_to(self: Tensor, to: str, blocking: bool = True) -> Tensor:
    """Copy the tensor to a device.

    Args:
        to (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``.
        blocking (bool): wait until it is there. Default: ``True``.

    Returns:
        Tensor.

    Raises:
        ValueError: if there is no such device.

    Source: mindspore.Tensor.move_to, MindSpore 2.10
    """
    return wrap(self._t.to(named_device("Tensor.move_to", to), non_blocking=not blocking))


def tensor_to_(self: Tensor, device: str | None = None, non_blocking: bool = False) -> Tensor:
    """Move the tensor itself to a device.

    Args:
        device (str, optional): ``"CPU"``, ``"GPU"`` or ``"Ascend"``. Default ``None``: where it is.
        non_blocking (bool): do not wait. Default: ``False``.

    Returns:
        Tensor, itself.

    Raises:
        ValueError: if there is no such device.

    Source: mindspore.Tensor.to_, MindSpore 2.10
    """
    if device is not None:
        self._t.data = self._t.data.to(named_device("Tensor.to_", device), non_blocking=non_blocking)
    return self


def tensor_type(self: Tensor, dtype: Type | None = None) -> Tensor | str:
    """Return the name of the element type, or convert to another.

    Args:
        dtype (mindspore.dtype, optional): the type wanted. Default ``None``: return the name.

    Returns:
        str such as ``"Float32"``, or Tensor.

    Source: mindspore.Tensor.type, MindSpore 2.10
    """
    return str(from_torch_dtype(self._t.dtype)) if dtype is None else wrap(self._t.to(given_type(dtype)))


def tensor_copy(self: Tensor) -> Tensor:
    """Copy the tensor.

    Returns:
        Tensor with memory of its own, through which gradients flow.

    Source: mindspore.Tensor.copy, MindSpore 2.10
    """
    return wrap(self._t.clone())


def tensor_clone(self: Tensor) -> Tensor:
    """Copy the tensor.

    Returns:
        Tensor with memory of its own, through which gradients flow.

    Source: mindspore.Tensor.clone, MindSpore 2.10
    """
    return wrap(self._t.clone())


def tensor_contiguous(self: Tensor) -> Tensor:
    """Return the tensor with its elements in order in memory, copied if they are not.

    Returns:
        Tensor.

    Source: mindspore.Tensor.contiguous, MindSpore 2.10
    """
    t = self._t.contiguous()
    return self if t is self._t else wrap(t)


def _as_type(x: Tensor, kind: torch.dtype) -> Tensor:
    """Convert a Tensor; one of that type already is returned itself, a Parameter as a Tensor that shares its memory."""
    t = x._t
    if t.dtype is not kind:
        return wrap(converted(t, kind))
    return wrap(t) if is_parameter(t) else x


def _moved(
    t: torch.Tensor,
    first: Any = None,
    second: Any = None,
    non_blocking: Any = False,
    copy: Any = False,
    *,
    dtype: Type | None = None,
    device: str | torch.device | None = None,
    other: Tensor | None = None,
) -> torch.Tensor:
    """Sort out the call forms of `Tensor.to`."""
    if isinstance(first, TensorBase):
        other = first  # type: ignore[assignment]
    elif isinstance(first, Type):
        dtype = first
    elif isinstance(first, (str, torch.device)):
        device = first
    elif first is not None:
        msg = f"Tensor.to: expected a dtype, a device or a Tensor, got {first!r}"
        raise TypeError(msg)
    if isinstance(second, Type):
        dtype = second
    elif second is not None:
        # after a type or a Tensor the flags follow at once
        non_blocking, copy = second, non_blocking
    if other is not None:
        return t.to(unwrap(other), non_blocking=non_blocking, copy=copy)
    place = t.device if device is None else named_device("Tensor.to", device)
    kind = t.dtype if dtype is None else given_type(dtype)
    return t.to(place, kind, non_blocking=non_blocking, copy=copy)
