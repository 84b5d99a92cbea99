"""Large parameters in mapped files: a net that is built, run and compared without its weights in memory at once.

Each large parameter of a net that the comparison builds is written to a file when the constructor of its layer returns,
and is that file mapped from then on. The values are all there and every operation takes them; what a run has read of
them is let go of when the call ends, and comes from the file the next time. The files have no name: they are gone when
their tensors are, also where the process is killed.
"""

from __future__ import annotations

import mmap
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import torch

from parity.nets.heap import LARGE, return_freed_blocks

LEAST = 1 << 20
"""Bytes of a parameter that is worth a file of its own."""

_MARGIN = 1 << 30
"""Bytes of a disk that are left free."""

_IN_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "hugetlbfs"})


class MappedParameters:
    """The parameters of this process that lie in files, by the address of their storage."""

    _files: ClassVar[weakref.WeakValueDictionary[int, mmap.mmap]] = weakref.WeakValueDictionary()

    @classmethod
    def take(cls, tensor: torch.Tensor) -> bool:
        """Move a tensor's values into a file.

        Args:
            tensor (torch.Tensor): on the CPU; stays the same object.

        Returns:
            bool, False if it is too small or of another kind, or there is no disk with room for it.
        """
        if not _fits(tensor) or tensor.untyped_storage().data_ptr() in cls._files:
            return False
        opened = _mapped(tensor)
        if opened is None:
            return False
        flat = torch.frombuffer(opened, dtype=torch.uint8)
        cls._files[flat.untyped_storage().data_ptr()] = opened
        tensor.data = flat.view(tensor.dtype).view(tensor.shape)
        return True

    @classmethod
    def holds(cls, tensor: torch.Tensor) -> bool:
        """Tell whether a tensor's values lie in a file.

        Args:
            tensor (torch.Tensor): on any device.
        """
        return tensor.nbytes >= LEAST and tensor.untyped_storage().data_ptr() in cls._files

    @classmethod
    def let_go(cls, tensors: Iterable[torch.Tensor | None]) -> None:
        """Let the system have the memory of what was read or written of some parameters; their values stay.

        Args:
            tensors (Iterable[torch.Tensor | None]): the parameters; one that lies in no file is passed over.
        """
        if not cls._files:
            return
        for tensor in tensors:
            if tensor is None or tensor.nbytes < LEAST:
                continue
            opened = cls._files.get(tensor.untyped_storage().data_ptr())
            if opened is not None:
                opened.madvise(mmap.MADV_DONTNEED)


class Taking:
    """Puts the parameters of layers into files as they are built, from `LARGE` bytes of them on."""

    def __init__(self) -> None:
        self._waiting: list[weakref.ref[torch.nn.Module]] = []
        self._bytes = 0
        self._seen: set[int] = set()
        self._begun = False

    def built(self, module: torch.nn.Module) -> None:
        """Take note that the constructor of a layer, or of a class that it derives from, returned.

        Args:
            module (torch.nn.Module): the layer.
        """
        held = vars(module).get("_parameters")
        if not held:
            return
        if self._begun:
            self._take(module)
            return
        for tensor in held.values():
            if tensor is not None and tensor.nbytes >= LEAST and id(tensor) not in self._seen:
                self._seen.add(id(tensor))
                self._bytes += tensor.nbytes
        self._waiting.append(weakref.ref(module))
        if self._bytes > LARGE:
            self._begun = True
            return_freed_blocks()
            for waiting in self._waiting:
                known = waiting()
                if known is not None:
                    self._take(known)
            self._waiting.clear()

    def finish(self, net: torch.nn.Module) -> None:
        """Take what a constructor put in later, as the weights of a checkpoint."""
        if self._begun:
            for module in net.modules():
                self._take(module)

    @staticmethod
    def _take(module: torch.nn.Module) -> None:
        for tensor in module._parameters.values():
            if tensor is not None:
                MappedParameters.take(tensor)


def _fits(tensor: torch.Tensor) -> bool:
    if tensor.nbytes < LEAST or tensor.device.type != "cpu" or tensor.layout != torch.strided:
        return False
    whole = tensor.untyped_storage().nbytes() == tensor.nbytes  # a view of another tensor shares its memory
    return whole and tensor.is_contiguous() and not tensor.is_quantized and type(tensor.data) is torch.Tensor


def _mapped(tensor: torch.Tensor) -> mmap.mmap | None:
    """Return a new file without a name that holds a tensor's values, mapped; None where that cannot be."""
    folder = _folder()
    if folder is None or shutil.disk_usage(folder).free < tensor.nbytes + _MARGIN:
        return None
    values = tensor.detach().reshape(-1).view(torch.uint8).numpy().data
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            os.posix_fallocate(file.fileno(), 0, len(values))  # a hole that finds no room later would end the process
            written = 0
            while written < len(values):
                written += os.pwrite(file.fileno(), values[written : written + (1 << 30)], written)
            return mmap.mmap(file.fileno(), len(values))
    except OSError:
        return None


def _folder() -> Path | None:
    """Return a folder for temporary files that lies on a disk; None where the system cannot give memory back so."""
    if not hasattr(mmap, "MADV_DONTNEED") or not hasattr(os, "posix_fallocate"):
        return None
    kinds = _file_systems()
    for folder in (Path(tempfile.gettempdir()), Path("/var/tmp"), Path.cwd()):  # noqa: S108 - a file there has no name
        around = [kinds[str(each)] for each in (folder.resolve(), *folder.resolve().parents) if str(each) in kinds]
        if around and around[0] not in _IN_MEMORY and os.access(folder, os.W_OK):
            return folder
    return None


def _file_systems() -> dict[str, str]:
    """Return the kind of each mounted file system by where it is mounted; nothing where the system does not say."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return {}
    lines = [line.split() for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines()]
    return {parts[1]: parts[2] for parts in lines if len(parts) > 2}
