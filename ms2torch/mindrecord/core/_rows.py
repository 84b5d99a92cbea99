"""Rows between what a user gives or gets and the bytes in the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ms2torch.mindrecord.common.exceptions import MRMUnsupportedSchemaError
from ms2torch.mindrecord.core._header import Schema
from ms2torch.mindrecord.core._ints import pack_ints, unpack_ints
from ms2torch.mindrecord.core._msgpack import DamagedRowError, pack_row, unpack_row
from ms2torch.mindrecord.core._page_writer import _EMPTY_BLOB

_KINDS = {
    "int": ("int32", "int64"),
    "float": ("float32", "float64"),
    "str": ("string",),
    "bytes": ("bytes",),
    "int32": ("int32",),
    "int64": ("int64",),
    "float32": ("float32",),
    "float64": ("float64",),
    "ndarray": ("int32", "int64", "float32", "float64"),
}


def wrong_with(row: Mapping[str, Any], schema: Schema) -> str | None:
    """Return why a row does not fit its schema, or ``None``."""
    for name, kind in schema.fields.items():
        if name not in row:
            return f"there is not field: '{name}' in the raw data"
        value = row[name]
        given = type(value).__name__
        if kind["type"] not in _KINDS.get(given, ()):
            return f"data type: '{given}' for field: '{name}' is not matched"
        if given == "ndarray" and (reason := _wrong_with_array(value, kind, name)):
            return reason
    return None


def _wrong_with_array(value: Any, kind: Mapping[str, Any], name: str) -> str | None:
    if "shape" not in kind:
        return f"data shape for field: '{name}' is not specified"
    if kind["type"] != str(value.dtype):
        return f"data type: '{value.dtype}' for field: '{name}' is not matched"
    try:
        np.reshape(value, kind["shape"])
    except ValueError:
        return f"data shape: '{value.shape}' for field: '{name}' is not matched"
    return None


class RowCodec:
    """Turns rows of one schema into bytes and back.

    Args:
        schema (Schema): the fields.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._blobs = schema.blobs
        self._plain = schema.plain
        self._whole = {
            name: schema.fields[name]["type"]
            for name in self._blobs
            if schema.fields[name]["type"] in ("int32", "int64")
        }
        self.saved = 0  # bytes that storing integers narrowly saved, of all rows encoded

    def blob(self, row: Mapping[str, Any]) -> bytes:
        """Return the bytes and arrays of a row."""
        if not self._blobs:
            return _EMPTY_BLOB
        parts = [self._field(name, row[name]) for name in self._blobs]
        if len(parts) == 1:
            return parts[0]
        return b"".join(len(part).to_bytes(8, "big") + part for part in parts)

    def _field(self, name: str, value: Any) -> bytes:
        if isinstance(value, bytes):
            return value
        kind = self._schema.fields[name]["type"]
        array = np.ascontiguousarray(value, kind)
        if name not in self._whole:
            return array.tobytes()
        packed = pack_ints(array)
        self.saved += array.nbytes - len(packed)
        return packed

    def raw(self, row: Mapping[str, Any]) -> bytes:
        """Return the numbers and texts of a row; a row without has the number of its schema."""
        plain = {name: _plain(row[name]) for name in self._plain}
        return pack_row(plain or {"id": 0})

    def decode(self, raw: bytes, blob: bytes, columns: Sequence[str] | None) -> dict[str, Any]:
        """Return a row, or some of its fields, with arrays in their shapes.

        Raises:
            DamagedRowError: if the bytes are no row of this schema.
            MRMUnsupportedSchemaError: if an array has another size than its shape.
        """
        wanted = set(self._schema.fields if columns is None else columns)
        row: dict[str, Any] = {
            name: value for name, value in unpack_row(raw).items() if name in wanted & set(self._plain)
        }
        for name, data in self._split(blob).items():
            if name in wanted:
                row[name] = self._value(name, data)
        return row

    def _split(self, blob: bytes) -> dict[str, bytes]:
        if len(self._blobs) <= 1:
            return dict.fromkeys(self._blobs, blob)
        parts: dict[str, bytes] = {}
        place = 0
        for name in self._blobs:
            length = int.from_bytes(blob[place : place + 8], "big")
            place += 8
            if place + length > len(blob):
                raise DamagedRowError(f"field '{name}' goes beyond the end of its row")
            parts[name] = blob[place : place + length]
            place += length
        return parts

    def _value(self, name: str, data: bytes) -> Any:
        kind = self._schema.fields[name]
        if kind["type"] == "bytes":
            return data
        try:
            array = unpack_ints(data, kind["type"]) if name in self._whole else np.frombuffer(data, kind["type"])
        except ValueError as error:
            raise DamagedRowError(f"field '{name}': {error}") from error
        try:
            return array.reshape(kind["shape"])
        except ValueError as error:
            raise MRMUnsupportedSchemaError("Shape in schema is illegal.") from error


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
