"""The tensor files of one dump: ``.pt`` and ``.npy``, of which nothing is executed; small ones are kept for a while."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zipfile
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from parity.code.errors import one_line

_SMALL = 1 << 20
"""Bytes of a file above which it is mapped, and not kept: opening it costs less than looking at it."""


@dataclass(frozen=True, slots=True)
class _Form:
    """What the description of a tensor in a ``.pt`` file says."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    bytes: int


class TensorFiles:
    """Reads the tensor files beside one dump.json.

    Args:
        folder (Path): where they lie; it need not exist.
        kept (int): bytes of small files that are kept: an operation is looked at several times, with those around it.
            Default: 16 MiB.
    """

    def __init__(self, folder: Path, kept: int = 1 << 24) -> None:
        self._folder = folder
        self._most = kept
        self._names = _files_in(folder)
        self._kept: OrderedDict[str, torch.Tensor] = OrderedDict()
        self._held = 0
        self._forms: dict[tuple[bytes, bytes], _Form] = {}

    def has(self, name: str) -> bool:
        """Tell whether there is a file of that name."""
        return name in self._names

    def path(self, name: str) -> Path:
        """Return where a file of that name lies, or would."""
        return self._folder / name

    def read(self, name: str) -> torch.Tensor:
        """Return the tensor of a file. Nobody may change it: it is kept, or lies in the file itself.

        Args:
            name (str): of the file.

        Raises:
            OSError: if it is not there or cannot be read.
            Exception: whatever torch or numpy raise of what is no tensor file.
        """
        known = self._kept.get(name)
        if known is not None:
            self._kept.move_to_end(name)
            return known
        path = f"{self._folder}{os.sep}{name}"
        with open(path, "rb") as file:  # noqa: PTH123 - a Path of each of a hundred thousand files takes longer
            small = os.fstat(file.fileno()).st_size <= _SMALL
            content = file.read() if small and name.endswith(".pt") else b""
        if not name.endswith(".pt"):
            tensor = _numpy_file(path, mapped=not small)
        else:
            tensor = self._small_archive(path, content) if content.startswith(b"PK") else _torch_file(path)
        if small:
            self._keep(name, tensor)
        return tensor

    def _keep(self, name: str, tensor: torch.Tensor) -> None:
        self._kept[name] = tensor
        self._held += tensor.nbytes
        while self._held > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._held -= oldest.nbytes

    def _small_archive(self, path: str, read: bytes) -> torch.Tensor:
        """Read a ``.pt`` archive; torch unpickles a description of a tensor only where none of these bytes was read."""
        content = memoryview(read)
        with zipfile.ZipFile(io.BytesIO(read)) as archive:
            entries = archive.infolist()
        described = next((e for e in entries if e.filename.endswith("/data.pkl")), None)
        if described is None or any(e.compress_type != zipfile.ZIP_STORED for e in entries):
            return _torch_file(path)
        within = described.filename.removesuffix("data.pkl")
        order = next((bytes(_content(content, e)) for e in entries if e.filename == f"{within}byteorder"), b"")
        stores = [e for e in entries if e.filename.startswith(f"{within}data/")]
        key = bytes(_content(content, described)), order
        form = self._forms.get(key)
        if form is None or len(stores) != 1 or stores[0].file_size != form.bytes:
            tensor = _torch_file(path)
            if len(stores) == 1 and _is_plain(tensor):
                self._forms[key] = _form_of(tensor)
            return tensor
        held = torch.frombuffer(bytearray(_content(content, stores[0])), dtype=torch.uint8)
        whole = held.untyped_storage()
        return torch.empty(0, dtype=form.dtype).set_(whole, form.offset, form.shape, form.stride)


def _content(archive: memoryview, entry: zipfile.ZipInfo) -> memoryview:
    """Return what an archive stores of an entry, which starts behind a header of its own."""
    name, extra = struct.unpack_from("<HH", archive, entry.header_offset + 26)
    start = entry.header_offset + 30 + name + extra
    if start + entry.file_size > len(archive):
        raise ValueError("its directory speaks of bytes that are not there")
    return archive[start : start + entry.file_size]


def _files_in(folder: Path) -> frozenset[str]:
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries if entry.is_file())
    except OSError:
        return frozenset()


def _is_plain(tensor: torch.Tensor) -> bool:
    """Tell whether a tensor is its storage, shape and strides, and no more."""
    plain = type(tensor) is torch.Tensor and tensor.layout == torch.strided and tensor.device.type == "cpu"
    return plain and tensor.numel() > 0 and not (tensor.is_quantized or tensor.is_conj() or tensor.is_neg())


def _form_of(tensor: torch.Tensor) -> _Form:
    return _Form(
        tensor.dtype,
        tuple(tensor.shape),
        tensor.stride(),
        int(tensor.storage_offset()),
        tensor.untyped_storage().nbytes(),
    )


def _torch_file(path: str) -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = torch.load(path, map_location="cpu", weights_only=True, mmap=_is_zip(path))
    if not isinstance(loaded, torch.Tensor):
        raise TypeError(f"it holds a {type(loaded).__name__}, no tensor")
    return loaded.detach()


def _is_zip(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(2) == b"PK"


def _numpy_file(path: str, *, mapped: bool) -> torch.Tensor:
    array = np.load(path, allow_pickle=False, mmap_mode="r" if mapped else None)
    if not isinstance(array, np.ndarray):
        raise TypeError("it holds no array")
    if array.dtype.kind not in "biufc":
        raise TypeError(one_line(f"it holds {array.dtype}"))
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("="))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a mapped file cannot be written, and nobody does
        return torch.from_numpy(np.asarray(array))
