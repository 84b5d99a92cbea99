"""Checkpoint files as named torch tensors and strings: `.ckpt` and `.safetensors`, written atomically."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from math import ceil, prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import torch

from ms2torch.train._ckpt_wire import (
    Buffer,
    CheckpointFormatError,
    Chunk,
    crc_of,
    encode_chunk_header,
    encode_crc,
    index_chunks,
    split_trailer,
)

SLICE_BYTES = 512 << 20
"""A tensor above this size is written as several values."""

_TYPE_NAMES: dict[torch.dtype, str] = {
    torch.bool: "Bool",
    torch.int8: "Int8",
    torch.uint8: "UInt8",
    torch.int16: "Int16",
    torch.uint16: "UInt16",
    torch.int32: "Int32",
    torch.uint32: "UInt32",
    torch.int64: "Int64",
    torch.uint64: "UInt64",
    torch.float16: "Float16",
    torch.float32: "Float32",
    torch.float64: "Float64",
    torch.bfloat16: "BFloat16",
    torch.complex64: "Complex64",
    torch.complex128: "Complex128",
    torch.float8_e4m3fn: "Float8E4M3FN",
    torch.float8_e5m2: "Float8E5M2",
}
_TORCH_TYPES: dict[str, torch.dtype] = {name: dtype for dtype, name in _TYPE_NAMES.items()}
_INTEGERS = frozenset(dtype for dtype, name in _TYPE_NAMES.items() if "Int" in name)
_ZEROS_LIMIT = 1 << 28

Select = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a checkpoint file holds.

    Args:
        values (dict): name to torch tensor (CPU, owning its memory) or string, in file order.
        crc_matches (bool, optional): whether the file's checksum is right; ``None`` if there is none or nobody asked.
        metadata (dict): safetensors metadata, empty for `.ckpt`.
    """

    values: dict[str, torch.Tensor | str]
    crc_matches: bool | None
    metadata: dict[str, str]


@contextlib.contextmanager
def atomic_path(path: str) -> Iterator[Path]:
    """Give a temporary file beside `path` that replaces `path` when the block ends well and vanishes when it does not.

    The result is readable by its owner only and not writable, as MindSpore leaves its checkpoints.
    """
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    except FileNotFoundError:
        raise FileNotFoundError(f"cannot write {path}: its folder does not exist; create it first.") from None
    except OSError as error:
        raise type(error)(error.errno, f"cannot write {path}: {error.strerror}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(stat.S_IRUSR)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_ckpt(
    path: str,
    values: Mapping[str, torch.Tensor | str],
    *,
    crc_check: bool = False,
    split_rows: bool = False,
    slice_bytes: int | None = None,
) -> None:
    """Write `values` to the `.ckpt` file `path`.

    Args:
        path (str): file to create or replace.
        values (Mapping[str, Union[torch.Tensor, str]]): what to write, in this order.
        crc_check (bool): append a CRC32 of the file. Default: ``False``.
        split_rows (bool): split large tensors between rows, as MindSpore's asynchronous save does. Default: ``False``.
        slice_bytes (int, optional): size above which a tensor is split. Default: ``None``, `SLICE_BYTES`.
    """
    crc = 0
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        for tag, value in values.items():
            dims, tensor_type, data = _encode(tag, value)
            for part in _slices(dims, data, slice_bytes or SLICE_BYTES, split_rows):
                header = encode_chunk_header(tag, dims, tensor_type, len(part))
                file.write(header)
                file.write(part)
                if crc_check:
                    crc = zlib.crc32(part, zlib.crc32(header, crc))
        if crc_check:
            file.write(encode_crc(crc))


def read_ckpt(path: str, select: Select | None = None, *, crc_check: bool = False) -> Loaded:
    """Read the `.ckpt` file `path`.

    Args:
        path (str): file to read.
        select (Callable, optional): called with each name; what it refuses is not read. Default: ``None``, read all.
        crc_check (bool): compare the CRC32, where the file carries one. Default: ``False``.

    Raises:
        CheckpointFormatError: if the file is not a checkpoint, is truncated or otherwise damaged.
    """
    values: dict[str, torch.Tensor | str] = {}
    with Path(path).open("rb") as file:
        length, stored = split_trailer(file)
        matches = crc_of(file, length) == stored if crc_check and stored is not None else None
        if matches is False:
            return Loaded({}, False, {})
        # the whole file is indexed before any content is read: a damaged file costs no memory
        chunks = list(index_chunks(file, length, path))
        for tag, group in groupby(chunks, key=_tag):
            if select is None or select(tag):
                values[tag] = _decode(file, path, list(group))
    return Loaded(values, matches, {})


def write_safetensors(
    path: str,
    values: Mapping[str, torch.Tensor | str],
    *,
    crc_check: bool = False,
    remove_redundancy: bool | None = None,
) -> None:
    """Write `values` to the safetensors file `path`, as MindSpore does.

    Raises:
        TypeError: if a value is a string, which the format cannot hold.
    """
    from safetensors.torch import save_file

    tensors: dict[str, torch.Tensor] = {}
    metadata = {"format": "ms"}
    if remove_redundancy is not None:
        metadata["remove_redundancy"] = str(remove_redundancy)
    crc = 0
    for name in sorted(values):
        value = values[name]
        if isinstance(value, str):
            raise TypeError(f"a safetensors file holds no text, but '{name}' is a string; use format=\"ckpt\".")
        tensors[name] = value.detach().cpu().contiguous()
        if crc_check:
            crc = _safetensors_crc(name, tensors[name], crc)
    if crc_check:
        metadata["crc_num"] = str(crc)
    with atomic_path(path) as temporary:
        save_file(_unshared(tensors), temporary, metadata if tensors else None)
        with temporary.open("r+b") as file:
            _sort_metadata(file)


def read_safetensors(source: str | BytesIO, select: Select | None = None, *, crc_check: bool = False) -> Loaded:
    """Read a safetensors file or its bytes; the names come sorted. Arguments as `read_ckpt`."""
    from safetensors import SafetensorError

    try:
        tensors, metadata = _open_safetensors(source)
    except (SafetensorError, ValueError) as error:
        where = source if isinstance(source, str) else "the bytes given"
        raise CheckpointFormatError(f"{where}: not a safetensors file, or a damaged one: {error}") from None
    names = sorted(tensors)
    stored = metadata.get("crc_num")
    matches = None
    if crc_check and stored is not None:
        crc = 0
        for name in names:
            crc = _safetensors_crc(name, tensors[name], crc)
        matches = crc == int(stored)
    values: dict[str, torch.Tensor | str] = {name: tensors[name] for name in names if select is None or select(name)}
    return Loaded(values, matches, metadata)


def _sort_metadata(file: BinaryIO) -> None:
    """Sort a safetensors file's metadata in place: the writer leaves it in a random order."""
    size = int.from_bytes(file.read(8), "little")
    fields = json.loads(file.read(size))
    if len(fields.get("__metadata__", ())) > 1:
        fields["__metadata__"] = dict(sorted(fields["__metadata__"].items()))
        text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()
        if len(text) <= size:
            file.seek(8)
            file.write(text.ljust(size))


def _open_safetensors(source: str | BytesIO) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    from safetensors import safe_open
    from safetensors.torch import load

    if isinstance(source, str):
        with safe_open(source, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, dict(file.metadata() or {})  # noqa: SIM118
    data = source.getvalue()
    tensors = load(data)
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return tensors, header.get("__metadata__", {})


def _safetensors_crc(name: str, tensor: torch.Tensor, crc: int) -> int:
    """Return the checksum `crc` continued over a name and its values, as MindSpore 2.10 computes it."""
    crc = zlib.crc32(name.encode(), crc)
    if tensor.dim() == 0 and tensor.dtype in _INTEGERS:
        # MindSpore calls bytes() on a numpy scalar array, which for an integer n gives n zero bytes (and fails below 0)
        count = int(tensor)
        if 0 <= count <= _ZEROS_LIMIT:
            return zlib.crc32(bytes(count), crc)
    return zlib.crc32(_bytes_of(tensor), crc)


def _unshared(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Give each tensor its own memory: the safetensors writer refuses two names for one storage."""
    seen: set[int] = set()
    out: dict[str, torch.Tensor] = {}
    for name, tensor in tensors.items():
        pointer = tensor.untyped_storage().data_ptr()
        out[name] = tensor.clone() if pointer in seen else tensor
        seen.add(pointer)
    return out


def _tag(chunk: Chunk) -> str:
    return chunk.tag


def _encode(tag: str, value: torch.Tensor | str) -> tuple[tuple[int, ...], str, Buffer]:
    if isinstance(value, str):
        # numpy's fixed-width text: four bytes a character, at least one character, little-endian
        return (0,), "str", (value or "\0").encode("utf-32-le")
    name = _TYPE_NAMES.get(value.dtype)
    if name is None:
        raise TypeError(f"parameter '{tag}' has element type {value.dtype}, which a MindSpore checkpoint cannot hold.")
    return tuple(value.shape), name, _bytes_of(value)


def _bytes_of(tensor: torch.Tensor) -> memoryview:
    """Return the memory of a CPU copy of `tensor`, or of itself where it is contiguous on the CPU."""
    flat: Any = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()
    return memoryview(flat)


def _slices(dims: tuple[int, ...], data: Buffer, slice_bytes: int, split_rows: bool) -> Iterator[Buffer]:
    if len(data) <= slice_bytes:
        yield data
        return
    if not split_rows or not dims:
        for start in range(0, len(data), slice_bytes):
            yield data[start : start + slice_bytes]
        return
    count = ceil(len(data) / slice_bytes)
    row = len(data) // dims[0]
    short, longer = divmod(dims[0], count)
    start = 0
    for index in range(count):
        stop = start + (short + (index < longer)) * row
        yield data[start:stop]
        start = stop


def _decode(file: BinaryIO, path: str, chunks: list[Chunk]) -> torch.Tensor | str:
    first = chunks[0]
    size = sum(chunk.size for chunk in chunks)
    if first.tensor_type == "str":
        data = bytearray(size)
        _fill(file, path, chunks, memoryview(data))
        try:
            return data.decode("utf-32-le").rstrip("\0")
        except UnicodeDecodeError:
            raise CheckpointFormatError(f"{path}: the text '{first.tag}' is damaged.") from None
    dtype = _TORCH_TYPES.get(first.tensor_type)
    if dtype is None:
        raise CheckpointFormatError(
            f"{path}: parameter '{first.tag}' has element type {first.tensor_type!r}, which torch does not have; "
            f"known are {', '.join(_TORCH_TYPES)}."
        )
    # older MindSpore writes a scalar with the single dimension 0
    dims = () if first.dims == (0,) and size else first.dims
    if prod(dims) * dtype.itemsize != size:
        raise CheckpointFormatError(
            f"{path}: parameter '{first.tag}' of shape {dims} and type {first.tensor_type} needs "
            f"{prod(dims) * dtype.itemsize} bytes, the file has {size}: it is truncated or damaged."
        )
    out = torch.empty(dims, dtype=dtype)
    _fill(file, path, chunks, _bytes_of(out))
    if dtype is torch.bool:
        _check_bool(out, path, first.tag)
    return out


def _check_bool(tensor: torch.Tensor, path: str, tag: str) -> None:
    # any other byte in a torch.bool is undefined behaviour in later kernels
    if int(np.max(tensor.reshape(-1).view(torch.uint8).numpy(), initial=0)) > 1:
        raise CheckpointFormatError(f"{path}: parameter '{tag}' of type Bool holds a byte other than 0 and 1.")


def _fill(file: BinaryIO, path: str, chunks: list[Chunk], target: memoryview) -> None:
    start = 0
    for chunk in chunks:
        file.seek(chunk.offset)
        if file.readinto(target[start : start + chunk.size]) != chunk.size:  # type: ignore[attr-defined]
            raise CheckpointFormatError(f"{path}: the content of '{chunk.tag}' ended early; the file is changing.")
        start += chunk.size
