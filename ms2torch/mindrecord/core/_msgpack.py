"""The row format of a MindRecord file's raw pages: MessagePack, always in its shortest form.

A library packs floats in one width; MindRecord writes 32 bits where that is exact and 64 otherwise, and "the same
bytes" needs the same choice. Only what a row can hold exists here: a map of text to int, float and text.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TypeAlias

Value: TypeAlias = "int | float | str"


class DamagedRowError(Exception):
    """Raised where bytes are no row."""


def pack_row(row: Mapping[str, Value]) -> bytes:
    """Return a row as bytes, its names in alphabetical order."""
    parts = [_head(len(row), 0x80, 16, ((0xDE, 16), (0xDF, 32)))]
    for name in sorted(row, key=str.encode):
        parts += [_pack_text(name), _pack(row[name])]
    return b"".join(parts)


def _pack(value: Value) -> bytes:
    if isinstance(value, str):
        return _pack_text(value)
    return _pack_float(value) if isinstance(value, float) else _pack_int(value)


def _head(length: int, small: int, below: int, wider: tuple[tuple[int, int], ...]) -> bytes:
    if length < below:
        return bytes([small | length])
    for code, bits in wider:
        if length < 1 << bits:
            return bytes([code]) + length.to_bytes(bits // 8, "big")
    raise ValueError(f"{length} is too long for a MindRecord row.")


def _pack_text(text: str) -> bytes:
    data = text.encode()
    return _head(len(data), 0xA0, 32, ((0xD9, 8), (0xDA, 16), (0xDB, 32))) + data


def _pack_float(value: float) -> bytes:
    try:
        short = struct.pack(">f", value)
    except OverflowError:
        return b"\xcb" + struct.pack(">d", value)
    # NaN differs from itself and so is written wide
    return b"\xca" + short if struct.unpack(">f", short)[0] == value else b"\xcb" + struct.pack(">d", value)


def _pack_int(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack("b", value)
    if value >= 0:
        codes, forms = (0xCC, 0xCD, 0xCE, 0xCF), (8, 16, 32, 64)
    else:
        codes, forms = (0xD0, 0xD1, 0xD2, 0xD3), (7, 15, 31, 63)
    for place, bits in enumerate(forms):
        if -(1 << bits) <= value < 1 << bits:
            return bytes([codes[place]]) + value.to_bytes(1 << place, "big", signed=value < 0)
    raise ValueError(f"{value} does not fit into 64 bits.")


def unpack_row(data: bytes) -> dict[str, Value]:
    """Return the row in some bytes.

    Raises:
        DamagedRowError: if they are none.
    """
    try:
        count, place = _map_length(data)
        row: dict[str, Value] = {}
        for _ in range(count):
            name, place = _unpack(data, place)
            row[str(name)], place = _unpack(data, place)
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise DamagedRowError(str(error)) from error
    if place != len(data):
        raise DamagedRowError(f"{len(data) - place} bytes too many")
    return row


def _map_length(data: bytes) -> tuple[int, int]:
    if data[0] & 0xF0 == 0x80:
        return data[0] & 0x0F, 1
    if data[0] == 0xDE:
        return struct.unpack_from(">H", data, 1)[0], 3
    if data[0] == 0xDF:
        return struct.unpack_from(">I", data, 1)[0], 5
    raise DamagedRowError(f"code {data[0]:#x} begins no map")


_NUMBERS = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I",
    0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}


def _unpack(data: bytes, place: int) -> tuple[Value, int]:
    code = data[place]
    place += 1
    if code < 0x80:
        return code, place
    if code >= 0xE0:
        return code - 256, place
    form = _NUMBERS.get(code)
    if form is not None:
        return struct.unpack_from(form, data, place)[0], place + struct.calcsize(form)
    if code & 0xE0 == 0xA0:
        length = code & 0x1F
    elif code in _TEXTS:
        length = struct.unpack_from(_TEXTS[code], data, place)[0]
        place += struct.calcsize(_TEXTS[code])
    else:
        raise DamagedRowError(f"code {code:#x} is neither number nor text")
    if place + length > len(data):
        raise DamagedRowError("a text goes beyond the end")
    return data[place : place + length].decode(), place + length
