"""The bytes of a MindSpore `.ckpt` file: a small reader and writer of its protobuf wire format.

A file is a concatenation of messages of one schema::

    Checkpoint { repeated Value value = 1; }
    Value { required string tag = 1; oneof { TensorProto tensor = 2; MapTensorProto maptensor = 3; } }
    TensorProto { repeated int64 dims = 1; required string tensor_type = 2; required bytes tensor_content = 3; }

optionally followed by `crc_num` and ten big-endian bytes with the CRC32 of everything before. A large tensor is
several consecutive values of one tag, each with the full dims and a part of the content.

The protobuf library is not used: it copies a tensor three times (measured on three tensors of 100 MB, one thread:
saves 0.3 GB/s and loads 0.25 GB/s, against 1.7 and 1.3 here), parses the whole file as one message, which
must stay below 2 GiB, and cannot say where a damaged file is damaged.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

Buffer: TypeAlias = "bytes | bytearray | memoryview"

CRC_MARK = b"crc_num"
CRC_SIZE = 10
_TRAILER = len(CRC_MARK) + CRC_SIZE
_BLOCK = 1 << 22

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class CheckpointFormatError(ValueError):
    """A file that is not a checkpoint, or a damaged one."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One value of the file: where the content of a tensor, or a part of it, lies.

    Args:
        tag (str): name of the parameter.
        dims (tuple[int, ...]): shape of the whole tensor.
        tensor_type (str): element type in MindSpore's spelling, ``"str"`` for text.
        offset (int): position of the content in the file.
        size (int): length of the content in bytes.
    """

    tag: str
    dims: tuple[int, ...]
    tensor_type: str
    offset: int
    size: int


def encode_chunk_header(tag: str, dims: Iterable[int], tensor_type: str, size: int) -> bytes:
    """Return the bytes that stand before `size` bytes of content in one single-value message."""
    tensor = b"".join(b"\x08" + _varint(dim) for dim in dims)
    tensor += b"\x12" + _delimited(tensor_type.encode()) + b"\x1a" + _varint(size)
    value = b"\x0a" + _delimited(tag.encode()) + b"\x12" + _varint(len(tensor) + size) + tensor
    return b"\x0a" + _varint(len(value) + size) + value


def encode_crc(crc: int) -> bytes:
    """Return the trailer that carries the checksum `crc`."""
    return CRC_MARK + crc.to_bytes(CRC_SIZE, "big")


def split_trailer(file: BinaryIO) -> tuple[int, int | None]:
    """Return the length of the messages in `file` and the checksum that follows them, None if there is none."""
    length = file.seek(0, os.SEEK_END)
    if length < _TRAILER:
        return length, None
    file.seek(length - _TRAILER)
    tail = file.read(_TRAILER)
    if not tail.startswith(CRC_MARK):
        return length, None
    return length - _TRAILER, int.from_bytes(tail[len(CRC_MARK) :], "big")


def crc_of(file: BinaryIO, length: int) -> int:
    """Return the CRC32 of the first `length` bytes of `file`."""
    file.seek(0)
    crc = 0
    while length:
        block = file.read(min(length, _BLOCK))
        if not block:
            break
        crc = zlib.crc32(block, crc)
        length -= len(block)
    return crc


def index_chunks(file: BinaryIO, length: int, path: str) -> Iterator[Chunk]:
    """Yield the values in the first `length` bytes of `file`; contents are skipped, not read.

    Raises:
        CheckpointFormatError: if the bytes do not follow the schema; the message names `path` and the position.
    """
    reader = _Reader(file, length, path)
    while reader.position < length:
        start = reader.position
        field, kind = reader.key()
        if (field, kind) != (1, _BYTES):
            raise reader.error(f"there is no checkpoint entry at byte {start}")
        yield _read_value(reader, reader.span())


def _read_value(reader: _Reader, end: int) -> Chunk:
    tag: str | None = None
    tensor: tuple[tuple[int, ...], str, int, int] | None = None
    while reader.position < end:
        field, kind = reader.key()
        if (field, kind) == (1, _BYTES):
            tag = reader.text(end)
            reader.last_tag = tag
        elif (field, kind) == (2, _BYTES):
            tensor = _read_tensor(reader, reader.span(end))
        elif (field, kind) == (3, _BYTES):
            raise CheckpointFormatError(
                f"{reader.path}: parameter '{tag}' is a MapParameter (a hash table for recommendation models), "
                f"which ms2torch does not read; save the checkpoint without it, with `choice_func`."
            )
        else:
            reader.skip(kind, end)
    if tag is None or tensor is None:
        raise reader.error(f"the entry that ends at byte {end} has no {'name' if tag is None else 'tensor'}")
    return Chunk(tag, *tensor)


def _read_tensor(reader: _Reader, end: int) -> tuple[tuple[int, ...], str, int, int]:
    dims: list[int] = []
    tensor_type: str | None = None
    content: tuple[int, int] | None = None
    while reader.position < end:
        field, kind = reader.key()
        if (field, kind) == (1, _VARINT):
            dims.append(reader.varint())
        elif (field, kind) == (1, _BYTES):
            # a packed list: MindSpore does not write it, but a protobuf reader must take it
            stop = reader.span(end)
            while reader.position < stop:
                dims.append(reader.varint())
        elif (field, kind) == (2, _BYTES):
            tensor_type = reader.text(end)
        elif (field, kind) == (3, _BYTES):
            stop = reader.span(end)
            content = reader.position, stop - reader.position
            reader.seek(stop)
        else:
            reader.skip(kind, end)
    if tensor_type is None or content is None:
        raise reader.error(f"the tensor that ends at byte {end} has no {'content' if tensor_type else 'type'}")
    return tuple(dims), tensor_type, *content


class _Reader:
    """A position in the file, with the wire format's few primitives."""

    def __init__(self, file: BinaryIO, length: int, path: str) -> None:
        self.path = path
        self.position = 0
        self.last_tag: str | None = None
        self._file = file
        self._length = length
        file.seek(0)

    def error(self, what: str) -> CheckpointFormatError:
        if self.last_tag is None:
            return CheckpointFormatError(f"{self.path} is not a MindSpore checkpoint: {what}. {_guess(self._file)}")
        return CheckpointFormatError(
            f"{self.path} is damaged: {what}, after parameter '{self.last_tag}'. Copy or save the file again."
        )

    def seek(self, position: int) -> None:
        self._file.seek(position)
        self.position = position

    def varint(self) -> int:
        result = shift = 0
        start = self.position
        while True:
            byte = self._file.read(1) if self.position < self._length else b""
            if not byte:
                raise self._truncated(1)
            self.position += 1
            result |= (byte[0] & 0x7F) << shift
            if byte[0] < 0x80:
                return result
            shift += 7
            if shift > 63:
                raise self.error(f"there is no valid number at byte {start}")

    def key(self) -> tuple[int, int]:
        key = self.varint()
        return key >> 3, key & 7

    def span(self, end: int | None = None) -> int:
        """Read a length and return the position where what follows ends."""
        start = self.position
        size = self.varint()
        stop = self.position + size
        if stop > self._length:
            raise self._truncated(stop - self._length)
        if end is not None and stop > end:
            raise self.error(f"the length at byte {start} runs past the entry that holds it")
        return stop

    def text(self, end: int) -> str:
        start = self.position
        size = self.span(end) - self.position
        data = self._file.read(size)
        self.position += size
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise self.error(f"there is no valid text at byte {start}") from None

    def skip(self, kind: int, end: int) -> None:
        start = self.position
        if kind == _VARINT:
            self.varint()
            return
        if kind == _BYTES:
            self.seek(self.span(end))
            return
        step = {_FIXED64: 8, _FIXED32: 4}.get(kind)
        if step is None or start + step > end:
            raise self.error(f"there is no valid field at byte {start}")
        self.seek(start + step)

    def _truncated(self, missing: int) -> CheckpointFormatError:
        if self.last_tag is None:
            return self.error("its first entry is longer than the file")
        return CheckpointFormatError(
            f"{self.path} is truncated: at least {missing} bytes are missing at its end "
            f"(the last parameter begun is '{self.last_tag}'). Copy or save the file again."
        )


def _guess(file: BinaryIO) -> str:
    file.seek(0)
    head = file.read(10)
    if head.startswith(b"PK\x03\x04"):
        return "It looks like a torch file (.pth, .pt): load it with torch.load(..., weights_only=True)."
    if head[8:9] == b"{":
        return 'It looks like a safetensors file: load it with format="safetensors".'
    if head.startswith((b"\x89HDF", b"\x93NUMPY")):
        return "It looks like an HDF5 or numpy file."
    return "If it is encrypted, decrypt it with MindSpore first; else check the path."


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _delimited(data: bytes) -> bytes:
    return _varint(len(data)) + data
