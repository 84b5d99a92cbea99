"""Tensor methods that convert, copy, make new tensors and tell about memory."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.device import named_device
from ms2torch._core.dtype import Type, from_torch_dtype, to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.array import create as array_create, info as array_info
from ms2torch.ops.function.array._operands import assign_into, start_of


class TensorConvert(TensorBase):
    """Conversion, copies and memory as methods. Named after builtins in part: annotations here use no `int`, `bool`."""

    __slots__ = ()

    type_as = array_info.type_as
    numel = array_info.numel
    nelement = array_info.numel
    ndimension = array_info.rank
    dim = array_info.rank
    fills = array_create.fills

    def int(self) -> Tensor:
        """Convert the elements to int32.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.int, MindSpore 2.10
        """
        return wrap(self._t.to(torch.int32))

    def float(self) -> Tensor:
        """Convert the elements to float32.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.float, MindSpore 2.10
        """
        return wrap(self._t.to(torch.float32))

    def bool(self) -> Tensor:
        """Convert the elements to bool.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.bool, MindSpore 2.10
        """
        return wrap(self._t.to(torch.bool))

    def long(self) -> Tensor:
        """Convert the elements to int64.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.long, MindSpore 2.10
        """
        return wrap(self._t.to(torch.int64))

    def half(self) -> Tensor:
        """Convert the elements to float16.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.half, MindSpore 2.10
        """
        return wrap(self._t.to(torch.float16))

    def double(self) -> Tensor:
        """Convert the elements to float64.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.double, MindSpore 2.10
        """
        return wrap(self._t.to(torch.float64))

    def short(self) -> Tensor:
        """Convert the elements to int16.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.short, MindSpore 2.10
        """
        return wrap(self._t.to(torch.int16))

    def byte(self) -> Tensor:
        """Convert the elements to uint8.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.byte, MindSpore 2.10
        """
        return wrap(self._t.to(torch.uint8))

    def bfloat16(self) -> Tensor:
        """Convert the elements to bfloat16.

        Returns:
            Tensor, same shape.

        Source: mindspore.Tensor.bfloat16, MindSpore 2.10
        """
        return wrap(self._t.to(torch.bfloat16))

    def to(self, *args: Any, **named: Any) -> Tensor:
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
        return wrap(_moved(self._t, *args, **named))

    def move_to(self, to: str, blocking: builtins.bool = True) -> Tensor:
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

    def to_(self, device: str | None = None, non_blocking: builtins.bool = False) -> Tensor:
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
        return self  # type: ignore[return-value]

    def type(self, dtype: Type | None = None) -> Tensor | str:
        """Return the name of the element type, or convert to another.

        Args:
            dtype (mindspore.dtype, optional): the type wanted. Default ``None``: return the name.

        Returns:
            str such as ``"Float32"``, or Tensor.

        Source: mindspore.Tensor.type, MindSpore 2.10
        """
        return str(from_torch_dtype(self._t.dtype)) if dtype is None else wrap(self._t.to(to_torch_dtype(dtype)))

    def copy(self) -> Tensor:
        """Copy the tensor.

        Returns:
            Tensor with memory of its own, through which gradients flow.

        Source: mindspore.Tensor.copy, MindSpore 2.10
        """
        return wrap(self._t.clone())

    def clone(self) -> Tensor:
        """Copy the tensor.

        Returns:
            Tensor with memory of its own, through which gradients flow.

        Source: mindspore.Tensor.clone, MindSpore 2.10
        """
        return wrap(self._t.clone())

    def contiguous(self) -> Tensor:
        """Return the tensor with its elements in order in memory, copied if they are not.

        Returns:
            Tensor.

        Source: mindspore.Tensor.contiguous, MindSpore 2.10
        """
        t = self._t.contiguous()
        return self if t is self._t else wrap(t)  # type: ignore[return-value]

    # ---- memory ----------------------------------------------------------------------------------------------

    def is_contiguous(self) -> builtins.bool:
        """Tell whether the elements lie in order in memory.

        Source: mindspore.Tensor.is_contiguous, MindSpore 2.10
        """
        return self._t.is_contiguous()

    def stride(self, dim: builtins.int | None = None) -> list[builtins.int] | builtins.int:
        """Return how many elements to step in each dimension.

        Args:
            dim (int, optional): one dimension. Default ``None``: a list of all.

        Returns:
            list[int], or int.

        Raises:
            ValueError: if `dim` is out of range.

        Source: mindspore.Tensor.stride, MindSpore 2.10
        """
        if dim is None:
            return list(self._t.stride())
        try:
            return self._t.stride(dim)
        except IndexError as error:
            raise op_error("Tensor.stride", error, input=self, dim=dim) from None

    def storage_offset(self) -> builtins.int:
        """Return at which element of its memory the tensor starts.

        Source: mindspore.Tensor.storage_offset, MindSpore 2.10
        """
        return builtins.int(self._t.storage_offset())

    def data_ptr(self) -> builtins.int:
        """Return the address of the first element.

        Source: mindspore.Tensor.data_ptr, MindSpore 2.10
        """
        return self._t.data_ptr()

    def is_pinned(self) -> builtins.bool:
        """Tell whether the memory is pinned.

        Source: mindspore.Tensor.is_pinned, MindSpore 2.10
        """
        return self._t.is_pinned()

    def pin_memory(self) -> Tensor:
        """Copy the tensor to pinned memory, from where it goes to a device faster.

        Returns:
            Tensor.

        Source: mindspore.Tensor.pin_memory, MindSpore 2.10
        """
        return wrap(self._t.pin_memory())

    def is_shared(self) -> builtins.bool:
        """Tell whether other processes share the memory.

        Source: mindspore.Tensor.is_shared, MindSpore 2.10
        """
        return self._t.is_shared()

    # ---- new tensors -----------------------------------------------------------------------------------------

    def new_zeros(self, size: Any, dtype: Type | None = None) -> Tensor:
        """Make a tensor of zeros, of this type and on this device.

        Args:
            size (Union[int, tuple[int], list[int]]): its shape.
            dtype (mindspore.dtype, optional): another type. Default: ``None``.

        Returns:
            Tensor.

        Raises:
            ValueError: if a length is negative.

        Source: mindspore.Tensor.new_zeros, MindSpore 2.10
        """
        return wrap(_new("Tensor.new_zeros", self._t, size, 0, dtype))

    def new_ones(self, size: Any, dtype: Type | None = None) -> Tensor:
        """Make a tensor of ones, of this type and on this device.

        Args:
            size (Union[int, tuple[int], list[int]]): its shape.
            dtype (mindspore.dtype, optional): another type. Default: ``None``.

        Returns:
            Tensor.

        Raises:
            ValueError: if a length is negative.

        Source: mindspore.Tensor.new_ones, MindSpore 2.10
        """
        return wrap(_new("Tensor.new_ones", self._t, size, 1, dtype))

    def new_full(self, size: Any, fill_value: Any, *, dtype: Type | None = None) -> Tensor:
        """Make a tensor of one value, of this type and on this device.

        Args:
            size (Union[tuple[int], list[int]]): its shape.
            fill_value (Number): the value.

        Keyword Args:
            dtype (mindspore.dtype, optional): another type. Default: ``None``.

        Returns:
            Tensor.

        Raises:
            ValueError: if a length is negative.

        Source: mindspore.Tensor.new_full, MindSpore 2.10
        """
        return wrap(_new("Tensor.new_full", self._t, size, fill_value, dtype))

    def new_empty(self, size: Any, *, dtype: Type | None = None, device: str | None = None) -> Tensor:
        """Make a tensor whose values are not set, of this type and on this device.

        Args:
            size (Union[int, tuple[int], list[int]]): its shape.

        Keyword Args:
            dtype (mindspore.dtype, optional): another type. Default: ``None``.
            device (str, optional): another device. Default: ``None``.

        Returns:
            Tensor.

        Raises:
            ValueError: if a length is negative.

        Source: mindspore.Tensor.new_empty, MindSpore 2.10
        """
        made = _new("Tensor.new_empty", self._t, size, 0, dtype)
        return wrap(made if device is None else made.to(named_device("Tensor.new_empty", device)))

    def fill(self, value: Any) -> Tensor:
        """Make a tensor of one value, of this shape and type; this tensor stays as it is.

        Args:
            value (Union[None, int, float, bool]): the value; None counts as 0.

        Returns:
            Tensor.

        Raises:
            TypeError: if `value` is no number.

        Source: mindspore.Tensor.fill, MindSpore 2.10
        """
        return wrap(torch.full_like(self._t, 0 if value is None else value))

    def resize(self, *new_shape: Any) -> Tensor:
        """Return the elements in another shape: what is too many is cut off, what is missing is 0.

        Args:
            new_shape (Union[int, tuple[int], list[int]]): the shape.

        Returns:
            Tensor.

        Raises:
            ValueError: if a length is negative.

        Source: mindspore.Tensor.resize, MindSpore 2.10
        """
        wanted = shape_arg(new_shape[0] if len(new_shape) == 1 else new_shape)
        flat = self._t.reshape(-1)
        count = torch.Size(wanted).numel()
        if min(wanted, default=0) < 0:
            msg = f"Tensor.resize: lengths must not be negative, got {wanted}"
            raise ValueError(msg)
        if count > flat.numel():
            flat = torch.cat([flat, flat.new_zeros(count - flat.numel())])
        return wrap(flat[:count].reshape(wanted))

    def reshape_as(self, other: Tensor) -> Tensor:
        """Give the elements the shape of another tensor.

        Args:
            other (Tensor): whose shape is taken.

        Returns:
            Tensor that shares memory where the layout allows.

        Raises:
            ValueError: if the number of elements differs.

        Source: mindspore.Tensor.reshape_as, MindSpore 2.10
        """
        try:
            return wrap(self._t.reshape(unwrap(other).shape))
        except RuntimeError as error:
            raise op_error("Tensor.reshape_as", error, input=self, other=other) from None

    # ---- in place --------------------------------------------------------------------------------------------

    def fill_(self, value: Any) -> Tensor:
        """Set all elements to one value.

        Args:
            value (Union[Number, Tensor]): the value; a Tensor must be 0-d.

        Returns:
            Tensor, itself.

        Raises:
            ValueError: if a Tensor has dimensions.

        Source: mindspore.Tensor.fill_, MindSpore 2.10
        """
        number = value._t if isinstance(value, TensorBase) else value
        try:
            return assign_into(self, torch.empty_like(start_of(self)).fill_(number))
        except RuntimeError as error:
            raise op_error("Tensor.fill_", error, input=self, value=value) from None

    def zero_(self) -> Tensor:
        """Set all elements to 0.

        Returns:
            Tensor, itself.

        Source: mindspore.Tensor.zero_, MindSpore 2.10
        """
        return assign_into(self, torch.zeros_like(start_of(self)))

    def copy_(self, src: Tensor, non_blocking: builtins.bool = False) -> Tensor:
        """Take over the values of another tensor, broadcast and converted.

        Args:
            src (Tensor): the values.
            non_blocking (bool): do not wait for a copy between devices. Default: ``False``.

        Returns:
            Tensor, itself.

        Raises:
            TypeError: if `src` is not a Tensor.
            ValueError: if the shapes do not broadcast.

        Source: mindspore.Tensor.copy_, MindSpore 2.10
        """
        try:
            return assign_into(self, unwrap(src))
        except RuntimeError as error:
            raise op_error("Tensor.copy_", error, input=self, src=src) from None


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
    kind = t.dtype if dtype is None else to_torch_dtype(dtype)
    return t.to(place, kind, non_blocking=non_blocking, copy=copy)


def _new(op: str, t: torch.Tensor, size: int | Sequence[int], value: Any, dtype: Type | None) -> torch.Tensor:
    kind = t.dtype if dtype is None else to_torch_dtype(dtype)
    number = value if kind.is_floating_point or kind.is_complex else int(value)
    try:
        return t.new_full(shape_arg(size), number, dtype=kind)
    except RuntimeError as error:
        raise op_error(op, error, size=size) from None
