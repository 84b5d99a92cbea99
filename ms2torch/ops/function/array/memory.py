"""The memory under a tensor: its layout, its bytes, other memory put there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
import torch.utils.dlpack

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.device import current_device, placed
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.storage import UntypedStorage
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error


def tensor_is_contiguous(self: Tensor) -> bool:
    """Tell whether the elements lie in order in memory.

    Source: mindspore.Tensor.is_contiguous, MindSpore 2.10
    """
    return self._t.is_contiguous()


def tensor_stride(self: Tensor, dim: int | None = None) -> list[int] | int:
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


def tensor_storage_offset(self: Tensor) -> int:
    """Return at which element of its memory the tensor starts.

    Source: mindspore.Tensor.storage_offset, MindSpore 2.10
    """
    return int(self._t.storage_offset())


def tensor_data_ptr(self: Tensor) -> int:
    """Return the address of the first element.

    Source: mindspore.Tensor.data_ptr, MindSpore 2.10
    """
    return self._t.data_ptr()


def tensor_is_pinned(self: Tensor) -> bool:
    """Tell whether the memory is pinned.

    Source: mindspore.Tensor.is_pinned, MindSpore 2.10
    """
    return self._t.is_pinned()


def tensor_pin_memory(self: Tensor) -> Tensor:
    """Copy the tensor to pinned memory, from where it goes to a device faster.

    Returns:
        Tensor.

    Source: mindspore.Tensor.pin_memory, MindSpore 2.10
    """
    return wrap(self._t.pin_memory())


def tensor_is_shared(self: Tensor) -> bool:
    """Tell whether other processes share the memory.

    Source: mindspore.Tensor.is_shared, MindSpore 2.10
    """
    return self._t.is_shared()


def tensor_untyped_storage(self: Tensor) -> UntypedStorage:
    """Return the bytes under the tensor.

    Source: mindspore.Tensor.untyped_storage, MindSpore 2.10
    """
    return UntypedStorage._of(self._t.untyped_storage())


def tensor_storage(self: Tensor) -> UntypedStorage:
    """Return the bytes under the tensor.

    Source: mindspore.Tensor.storage, MindSpore 2.10
    """
    return tensor_untyped_storage(self)


def tensor_set_(
    self: Tensor,
    source: Tensor | UntypedStorage | None = None,
    storage_offset: int = 0,
    size: tuple[int, ...] | None = None,
    stride: tuple[int, ...] | None = None,
) -> Tensor:
    """Look at other memory from now on, and return the tensor.

    Args:
        source (Union[Tensor, UntypedStorage], optional): a tensor of the same type, or bytes. Default ``None``:
            no memory.
        storage_offset (int): the element at which the tensor starts. Default: ``0``.
        size (tuple[int], optional): the shape. Default ``None``: that of `source`; of bytes all, in a row.
        stride (tuple[int], optional): the steps between elements. Default ``None``: row by row.

    Source: mindspore.Tensor.set_, MindSpore 2.10
    """
    t: Any = self._t
    with torch.no_grad():
        if source is None:
            t.set_()
        elif size is None and storage_offset == 0 and stride is None:
            t.set_(source._storage if isinstance(source, UntypedStorage) else unwrap(source))
        else:
            bytes_of = source._storage if isinstance(source, UntypedStorage) else unwrap(source).untyped_storage()
            shape = tuple(unwrap(source).shape) if size is None and isinstance(source, TensorBase) else size
            if shape is None:
                shape = (bytes_of.nbytes() // t.element_size() - storage_offset,)
            t.set_(bytes_of, storage_offset, shape, *(() if stride is None else (stride,)))
    return self


def tensor_get_bytes(self: Tensor) -> bytes:
    """Return the bytes of the elements, in order.

    Source: mindspore.Tensor.get_bytes, MindSpore 2.10
    """
    flat = self._t.detach().cpu().contiguous().reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes()


def convert_bytes_to_tensor(bytes_obj: bytes, shape: tuple[int, ...], dtype: Type) -> Tensor:
    """Make a tensor of what `get_bytes` gave.

    Args:
        bytes_obj (bytes): the bytes of the elements.
        shape (tuple[int]): the shape.
        dtype (mindspore.dtype): the type.

    Raises:
        TypeError: if `bytes_obj` is no bytes.
        ValueError: if there are not as many as the shape needs.

    Source: mindspore.Tensor.convert_bytes_to_tensor, MindSpore 2.10
    """
    if not isinstance(bytes_obj, bytes):
        msg = f"For 'convert_bytes_to_tensor', 'bytes_obj' must be bytes, but got {type(bytes_obj).__name__}."
        raise TypeError(msg)
    made = torch.empty(tuple(shape), dtype=given_type(dtype), device=current_device())
    if len(bytes_obj) != made.numel() * made.element_size():
        msg = (
            f"For 'convert_bytes_to_tensor', {tuple(shape)} of {dtype} needs {made.numel() * made.element_size()} "
            f"bytes, but got {len(bytes_obj)}."
        )
        raise ValueError(msg)
    if bytes_obj:
        made.reshape(-1).view(torch.uint8).copy_(placed(torch.frombuffer(bytearray(bytes_obj), dtype=torch.uint8)))
    return wrap(made)


def tensor_set_dtype(self: Tensor, dtype: Type) -> Type:
    """Convert the tensor itself to another type, and return the type.

    Args:
        dtype (mindspore.dtype): the type.

    Source: mindspore.Tensor.set_dtype, MindSpore 2.10
    """
    self._hold(self._t.detach().to(given_type(dtype)))
    return dtype


def tensor_flush_from_cache(self: Tensor) -> None:
    """Do nothing: no tensor is kept in a cache here.

    Source: mindspore.Tensor.flush_from_cache, MindSpore 2.10
    """


def tensor_set_init_flag(self: Tensor, flag: bool) -> None:
    """Keep what `is_init` tells.

    Args:
        flag (bool): what it is to tell.

    Source: mindspore.Tensor.set_init_flag, MindSpore 2.10
    """
    self.__dict__["_init_flag"] = bool(flag)


def tensor_is_init(self: Tensor) -> bool:
    """Tell what `set_init_flag` was last given.

    Source: mindspore.Tensor.is_init, MindSpore 2.10
    """
    return bool(self.__dict__.get("_init_flag", False))


def tensor_offload(self: Tensor, file_path: str, release: bool = True) -> bool:
    """Write the bytes of the elements to a file, and return ``True``.

    Args:
        file_path (str): the file.
        release (bool): without effect. Default: ``True``.

    Differs from MindSpore: the tensor keeps its values in memory.

    Source: mindspore.Tensor.offload, MindSpore 2.10
    """
    Path(file_path).write_bytes(tensor_get_bytes(self))
    self.__dict__["_offload_file_path"] = file_path
    return True


def tensor_to_host(self: Tensor, release: bool = True) -> None:
    """Move the elements from a device's memory to the host's; where they are there already, do nothing.

    Args:
        release (bool): free the device's memory, which torch does when nothing else uses it. Default: ``True``.

    Source: mindspore.Tensor._offload, MindSpore 2.10
    """
    del release
    t = unwrap(self)
    if t.device.type != "cpu":
        t.data = t.data.cpu()


def tensor_offload_file_path(self: Tensor) -> str:
    """Return the file `offload` has written; an empty string where it was not called.

    Source: mindspore.Tensor.offload_file_path, MindSpore 2.10
    """
    return self.__dict__.get("_offload_file_path", "")


def tensor_requires_grad_(self: Tensor, requires_grad: bool = True) -> None:
    """Keep whether a gradient is wanted. Of a Parameter this says whether optimizers update it.

    Args:
        requires_grad (bool): whether it is. Default: ``True``.

    Source: mindspore.Tensor.requires_grad_, MindSpore 2.10
    """
    self.__dict__["_requires_grad"] = bool(requires_grad)


def tensor_data_sync(self: Tensor, need_wait: bool = True) -> None:
    """Wait until the values have been computed.

    Args:
        need_wait (bool): without it nothing is done. Default: ``True``.

    Source: mindspore.Tensor.data_sync, MindSpore 2.10
    """
    if need_wait and self._t.is_cuda:
        torch.cuda.synchronize(self._t.device)


def tensor_wait_pipeline(self: Tensor) -> None:
    """Do nothing: no operation waits to be sent to a device.

    Source: mindspore.Tensor.wait_pipeline, MindSpore 2.10
    """


def tensor_to_dlpack(self: Tensor) -> Any:
    """Return a capsule through which another library can use the memory.

    Source: mindspore.Tensor.to_dlpack, MindSpore 2.10
    """
    return torch.utils.dlpack.to_dlpack(self._t.detach())


def from_dlpack(dlpack: Any) -> Tensor:
    """Return a tensor over the memory of another library.

    Args:
        dlpack (object): a capsule, or an array with ``__dlpack__``.

    Source: mindspore.Tensor.from_dlpack, MindSpore 2.10
    """
    return wrap(torch.utils.dlpack.from_dlpack(dlpack))
