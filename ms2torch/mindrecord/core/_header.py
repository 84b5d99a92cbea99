"""The beginning of a MindRecord file: what its rows are made of, and where its pages lie.

A file is: the length of the header (8 bytes, little endian) and the header as JSON, in a room of `header_size`; then
pages of `page_size`, each of rows' blobs or of rows' other fields.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ms2torch.mindrecord.core.shardutils import (
    FIELD_TYPES,
    MAX_HEADER_SIZE,
    MAX_PAGE_SIZE,
    MIN_FILE_SIZE,
    MIN_HEADER_SIZE,
    MIN_PAGE_SIZE,
)

BLOB, RAW = "BLOB_DATA", "RAW_DATA"


def file_error(path: object, what: str) -> RuntimeError:
    """Return the error for a file that is no MindRecord file, with what to do."""
    return RuntimeError(
        f"Invalid file, {what} Please check file path: {path}; make the file again with 'mindrecord.FileWriter', and "
        f"do not rename or change it afterwards."
    )


@dataclass
class Page:
    """A page of a file.

    Args:
        number (int): its place in the file.
        shard (int): which file of the set it is in.
        kind (str): `BLOB` or `RAW`.
        kind_number (int): of a page of blobs: how many there are before; of another: one more than the page before.
        start (int): first row; 0 for a page without blobs.
        end (int): one after the last row; 0 for a page without blobs.
        groups (list): number and offset of each group of rows in it.
        size (int): bytes used.
    """

    number: int
    shard: int
    kind: str
    kind_number: int
    start: int = 0
    end: int = 0
    groups: list[tuple[int, int]] = field(default_factory=list)
    size: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the page's entry in the header."""
        return {
            "end_row_id": self.end,
            "page_id": self.number,
            "page_size": self.size,
            "page_type": self.kind,
            "page_type_id": self.kind_number,
            "row_group_ids": [{"id": number, "offset": offset} for number, offset in self.groups],
            "shard_id": self.shard,
            "start_row_id": self.start,
        }

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Page:
        """Return the page of an entry in a header."""
        return cls(
            entry["page_id"],
            entry["shard_id"],
            entry["page_type"],
            entry["page_type_id"],
            entry["start_row_id"],
            entry["end_row_id"],
            [(group["id"], group["offset"]) for group in entry["row_group_ids"]],
            entry["page_size"],
        )


@dataclass
class Schema:
    """The fields of a row.

    Args:
        fields (dict): name to ``{"type": ...}``, of arrays with ``"shape"``.
        description (str): what the writer said of it.
        index (list[str]): fields that rows can be found by.
    """

    fields: dict[str, dict[str, Any]]
    description: str = ""
    index: list[str] = field(default_factory=list)

    @property
    def blobs(self) -> list[str]:
        """Return the fields kept in pages of blobs: bytes and arrays."""
        return sorted(name for name, kind in self.fields.items() if kind["type"] == "bytes" or "shape" in kind)

    @property
    def plain(self) -> list[str]:
        """Return the other fields: numbers and text."""
        blobs = set(self.blobs)
        return sorted(name for name in self.fields if name not in blobs)


@dataclass
class Header:
    """The header of one file of a set."""

    schema: Schema
    shard: int = 0
    addresses: list[str] = field(default_factory=list)
    header_size: int = 1 << 24
    page_size: int = 1 << 25
    compression_size: int = 0
    pages: list[Page] = field(default_factory=list)
    version: str = "3.0"

    def dump(self) -> bytes:
        """Return the header as the bytes at the beginning of its file."""
        index = [{"index_field": name, "schema_id": 0} for name in self.schema.index]
        about = {"blob_fields": self.schema.blobs, "desc": self.schema.description, "schema": self.schema.fields}
        parts = {
            "header_size": self.header_size,
            "index_fields": index or None,
            "page": [page.as_json() for page in self.pages] or None,
            "page_size": self.page_size,
            "compression_size": self.compression_size,
            "schema": [about],
            "shard_addresses": self.addresses,
            "shard_id": self.shard,
            "statistics": None,
            "version": self.version,
        }
        text = ",".join(f'"{name}":{_json(value)}' for name, value in parts.items())
        data = f"{{{text}}}".encode()
        return len(data).to_bytes(8, "little") + data

    @classmethod
    def load(cls, path: Path) -> Header:
        """Return the header of a file.

        Raises:
            RuntimeError: if the file is none.
        """
        text = _header_text(path)
        try:
            return cls._from_json(json.loads(text))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise file_error(path, f"the header is damaged ({type(error).__name__}: {error}).") from error

    @classmethod
    def _from_json(cls, content: dict[str, Any]) -> Header:
        about = content["schema"][0]
        index = [entry["index_field"] for entry in content["index_fields"] or ()]
        header = cls(
            Schema(dict(about["schema"]), str(about["desc"]), index),
            int(content["shard_id"]),
            [str(name) for name in content["shard_addresses"]],
            int(content["header_size"]),
            int(content["page_size"]),
            int(content.get("compression_size", 0)),
            [Page.from_json(entry) for entry in content["page"] or ()],
            str(content["version"]),
        )
        header._check()
        return header

    def _check(self) -> None:
        if not MIN_HEADER_SIZE <= self.header_size <= MAX_HEADER_SIZE:
            raise ValueError(f"header size {self.header_size}")
        if not MIN_PAGE_SIZE <= self.page_size <= MAX_PAGE_SIZE:
            raise ValueError(f"page size {self.page_size}")
        if not self.schema.fields:
            raise ValueError("no schema")
        for name, kind in self.schema.fields.items():
            if kind["type"] not in FIELD_TYPES:
                raise ValueError(f"field {name!r} of type {kind['type']!r}")
            if not all(isinstance(size, int) and size >= -1 for size in kind.get("shape", ())):
                raise ValueError(f"field {name!r} of shape {kind['shape']!r}")
        for page in self.pages:
            if page.kind not in (BLOB, RAW) or not 0 <= page.size <= self.page_size or page.number < 0:
                raise ValueError(f"page {page.number}")

    def offset(self, page: int) -> int:
        """Return where a page begins in the file."""
        return self.header_size + page * self.page_size

    def last(self, kind: str) -> Page | None:
        """Return the last page of a kind, if there is one."""
        return next((page for page in reversed(self.pages) if page.kind == kind), None)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def _header_text(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if length > MAX_HEADER_SIZE:
                raise file_error(
                    path,
                    f"the size of mindrecord file header is larger than the upper limit. It is said to be {length}.",
                )
            if size < MIN_FILE_SIZE or not 0 < length <= size - 8:
                raise file_error(path, f"the size of the header is {length}, that of the file {size} bytes.")
            return file.read(length)
    except OSError as error:
        raise file_error(path, f"it cannot be read ({error}).") from error
