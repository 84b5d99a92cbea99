"""Tensor methods about the memory under a tensor."""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.array import memory as array_memory


class TensorMemory(TensorBase):
    """Memory as methods."""

    __slots__ = ()

    @property
    def init_flag(self) -> bool:
        """What `set_init_flag` was last given."""
        return bool(self.__dict__.get("_init_flag", False))

    @property
    def init_finished(self) -> bool:
        """True: values are there as soon as the Tensor is."""
        return True

    @property
    def is_meta(self) -> bool:
        """Whether the tensor has a shape but no values."""
        return self._t.is_meta

    @property
    def _requires_grad(self) -> bool:
        """Whether gradients of it are wanted, by MindSpore's private name."""
        return bool(self.requires_grad)  # type: ignore[attr-defined]  # of another part of the Tensor

    @staticmethod
    def _make_subclass(kind: Any, data: TensorBase) -> TensorBase:
        """Return a Tensor of a derived class that shares the values of another one; no `__init__` is run.

        Args:
            kind (type): the class.
            data (Tensor): the other one.
        """
        made: TensorBase = kind.__new__(kind)
        made._t = data._t
        return made

    untyped_storage = array_memory.tensor_untyped_storage
    storage = array_memory.tensor_storage
    set_ = array_memory.tensor_set_
    get_bytes = array_memory.tensor_get_bytes
    convert_bytes_to_tensor = staticmethod(array_memory.convert_bytes_to_tensor)
    set_dtype = array_memory.tensor_set_dtype
    flush_from_cache = array_memory.tensor_flush_from_cache
    set_init_flag = array_memory.tensor_set_init_flag
    is_init = array_memory.tensor_is_init
    offload = array_memory.tensor_offload
    _offload = array_memory.tensor_to_host
    offload_file_path = array_memory.tensor_offload_file_path
    requires_grad_ = array_memory.tensor_requires_grad_
    data_sync = array_memory.tensor_data_sync
    wait_pipeline = array_memory.tensor_wait_pipeline
    to_dlpack = array_memory.tensor_to_dlpack
    from_dlpack = staticmethod(array_memory.from_dlpack)
