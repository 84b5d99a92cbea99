"""TFRecord files and the `tf.train.Example` messages in them.

A record is: the length (8 bytes, little endian), a check sum of it (4), the message, a check sum of it (4). The
schema is three levels deep and frozen, so that reading its wire format here costs less than the package protobuf and
its
descriptors: Example {1: Features}, Features {1: map of name to Feature}, Feature {1: BytesList | 2: FloatList | 3:
Int64List}, each list {1: values}.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

Feature: TypeAlias = "list[bytes] | np.ndarray[Any, Any]"
Fields: TypeAlias = "dict[str, Feature]"

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


class DamagedExampleError(Exception):
    """Raised where bytes are no `tf.train.Example`."""


def split_records(data: bytes) -> Iterator[bytes]:
    """Give the messages in the bytes of a file, one after another.

    Raises:
        DamagedExampleError: if they are no TFRecord file.
    """
    start = 0
    while start < len(data):
        length = int.from_bytes(data[start : start + 8], "little")
        if start + 16 + length > len(data):
            raise DamagedExampleError(f"the record at byte {start} goes beyond the end of the file")
        yield data[start + 12 : start + 12 + length]
        start += 16 + length


def read_records(path: Path) -> Iterator[bytes]:
    """Give the messages of a file, one after another.

    Raises:
        DamagedExampleError: if the file is no TFRecord file.
    """
    return split_records(path.read_bytes())


def parse_example(data: bytes) -> Fields:
    """Return the features of a message: lists of bytes, or arrays of float32 or int64.

    Raises:
        DamagedExampleError: if it is none.
    """
    try:
        fields: Fields = {}
        for number, features in _messages(data):
            if number == 1:
                fields.update(_feature(entry) for tag, entry in _messages(features) if tag == 1)
        return fields
    except (IndexError, struct.error, UnicodeDecodeError, ValueError, TypeError) as error:
        raise DamagedExampleError(f"this is no tf.train.Example ({error})") from error


def _messages(data: bytes) -> Iterator[tuple[int, Any]]:
    """Give field number and value of each field: bytes, or a number."""
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        kind = tag & 7
        if kind == _VARINT:
            value: Any
            value, place = _varint(data, place)
        elif kind == _BYTES:
            length, place = _varint(data, place)
            value, place = data[place : place + length], place + length
            if place > len(data):
                raise ValueError("a field goes beyond the end")
        elif kind in (_EIGHT, _FOUR):
            width = 8 if kind == _EIGHT else 4
            value, place = data[place : place + width], place + width
        else:
            raise ValueError(f"wire type {kind}")
        yield tag >> 3, value


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7


def _feature(entry: bytes) -> tuple[str, Feature]:
    parts = dict(_messages(entry))
    values: Feature = []
    for number, content in _messages(parts.get(2, b"")):
        found = [value for tag, value in _messages(content) if tag == 1]
        values = _VALUES[number](found)
    return parts[1].decode(), values


def _bytes(found: list[Any]) -> Feature:
    return [bytes(value) for value in found]


def _floats(found: list[Any]) -> Feature:
    return np.frombuffer(b"".join(found), "<f4")


def _ints(found: list[Any]) -> Feature:
    values: list[int] = []
    for value in found:
        if isinstance(value, int):
            values.append(value)
            continue
        place = 0
        while place < len(value):
            one, place = _varint(value, place)
            values.append(one)
    return np.array(values, np.uint64).astype(np.int64)


_VALUES = {1: _bytes, 2: _floats, 3: _ints}
