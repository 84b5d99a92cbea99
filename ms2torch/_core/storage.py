"""`UntypedStorage`: the bytes under tensors."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.dtype import Type

__all__ = ["UntypedStorage"]


class UntypedStorage:
    """The bytes that tensors look at; made by `Tensor.untyped_storage`.

    Source: mindspore.Tensor.untyped_storage, MindSpore 2.10
    """

    def __init__(self) -> None:
        self._storage = torch.UntypedStorage()

    @classmethod
    def _of(cls, storage: torch.UntypedStorage) -> UntypedStorage:
        """Return the bytes that torch knows."""
        made = cls()
        made._storage = storage
        return made

    @property
    def device(self) -> str:
        """Where the bytes are."""
        return str(self._storage.device)

    @property
    def dtype(self) -> Type:
        """uint8: they are bytes."""
        return mstype.uint8

    def size(self) -> int:
        """Return how many bytes there are."""
        return self._storage.nbytes()

    def nbytes(self) -> int:
        """Return how many bytes there are."""
        return self._storage.nbytes()

    def element_size(self) -> int:
        """Return the size of a byte, 1."""
        return self._storage.element_size()

    def data_ptr(self) -> int:
        """Return the address of the first byte."""
        return self._storage.data_ptr()

    def is_shared(self) -> bool:
        """Tell whether other processes share the bytes."""
        return self._storage.is_shared()

    def resize_(self, size: int) -> UntypedStorage:
        """Make the bytes more or fewer, and return the storage.

        Args:
            size (int): the number of bytes.
        """
        self._storage.resize_(size)
        return self

    def copy_(self, src: Any, non_blocking: bool = False) -> UntypedStorage:
        """Take over the bytes of another storage, and return the storage.

        Args:
            src (UntypedStorage): the other, of the same size.
            non_blocking (bool): return before it is done, between devices. Default: ``False``.
        """
        self._storage.copy_(src._storage, non_blocking)
        return self
