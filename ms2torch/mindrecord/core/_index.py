"""The index beside a MindRecord file: a SQLite file that says where each row is, and the values it can be found by."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ms2torch.mindrecord.core._header import BLOB, RAW, Header, file_error
from ms2torch.mindrecord.core._msgpack import DamagedRowError, unpack_row

_PLACES = (
    "ROW_ID               INT  NOT NULL, PAGE_ID_RAW          INT  NOT NULL, PAGE_OFFSET_RAW      INT  NOT NULL,"
    " PAGE_OFFSET_RAW_END  INT  NOT NULL, ROW_GROUP_ID         INT  NOT NULL, PAGE_ID_BLOB         INT  NOT NULL,"
    " PAGE_OFFSET_BLOB     INT  NOT NULL, PAGE_OFFSET_BLOB_END INT  NOT NULL"
)
_SQL_TYPES = {"int32": "INTEGER", "int64": "INTEGER", "float32": "REAL", "float64": "REAL"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row is: pages, and the bytes in them."""

    raw_page: int
    raw_start: int
    raw_end: int
    blob_page: int
    blob_start: int
    blob_end: int


def index_path(path: Path) -> Path:
    """Return the path of a file's index."""
    return path.with_name(path.name + ".db")


def write_index(path: Path, header: Header) -> None:
    """Write the index of a finished file, in place of one that is there."""
    target = index_path(path)
    target.unlink(missing_ok=True)
    names = header.schema.index
    columns = "".join(
        f",INC_{place} INT, {name}_0 {_SQL_TYPES.get(header.schema.fields[name]['type'], 'TEXT')}"
        for place, name in enumerate(names)
    )
    key = "".join(f",INC_{place}" for place in range(len(names)))
    marks = ",".join("?" * (8 + 2 * len(names)))
    with closing(sqlite3.connect(target)) as base:
        # names are checked when the schema is made: letters, digits and _
        base.execute(f"CREATE TABLE INDEXES(  {_PLACES}{columns}, PRIMARY KEY(ROW_ID{key}))")
        base.execute("CREATE TABLE SHARD_NAME(NAME TEXT NOT NULL)")
        base.execute("INSERT INTO SHARD_NAME (NAME) VALUES (?)", (path.name,))
        base.executemany(f"INSERT INTO INDEXES VALUES ({marks})", _entries(path, header))  # noqa: S608
        base.commit()


def _entries(path: Path, header: Header) -> Iterator[tuple[Any, ...]]:
    """Give the line of each row: groups of rows are pages of blobs, and know where their other fields begin."""
    blobs = [page for page in header.pages if page.kind == BLOB]
    with path.open("rb") as file:
        for page in header.pages:
            if page.kind != RAW:
                continue
            for group, start in page.groups:
                own = blobs[group]
                raw_end, blob_end = start, 0
                for row in range(own.start, own.end):
                    raw_start, blob_start = raw_end, blob_end
                    file.seek(header.offset(page.number) + raw_start)
                    raw_length = int.from_bytes(file.read(8), "little")
                    values = unpack_row(file.read(raw_length))
                    file.seek(header.offset(own.number) + blob_start)
                    raw_end = raw_start + 8 + raw_length
                    blob_end = blob_start + 8 + int.from_bytes(file.read(8), "little")
                    found = [part for name in header.schema.index for part in (0, values[name])]
                    yield row, page.number, raw_start, raw_end, group, own.number, blob_start, blob_end, *found


class Index:
    """Reading the index of a file.

    Args:
        path (Path): the MindRecord file.

    Raises:
        RuntimeError: if there is none, or it is damaged, or of another file.
    """

    def __init__(self, path: Path) -> None:
        self._path = index_path(path)
        self._file = path

    def _query(self, text: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            with closing(sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True)) as base:
                return base.execute(text, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the text of SQLite's own errors may be damaged too
            raise file_error(
                self._path, f"Failed to execute the sql [ {text} ] while verifying meta file: {error}."
            ) from error

    def check_name(self) -> None:
        """Raise unless this is the index of a MindRecord file."""
        self._query("SELECT NAME from SHARD_NAME;")

    def places(self) -> list[Place]:
        """Return where each row is, in the order of the rows."""
        return [Place(*row) for row in self._query(
            "SELECT PAGE_ID_RAW, PAGE_OFFSET_RAW, PAGE_OFFSET_RAW_END, PAGE_ID_BLOB, PAGE_OFFSET_BLOB, "
            "PAGE_OFFSET_BLOB_END FROM INDEXES ORDER BY ROW_ID"
        )]  # fmt: skip

    def values(self, field: str) -> list[Any]:
        """Return what an indexed field holds, in the order of the rows."""
        return [row[0] for row in self._query(f'SELECT "{field}_0" FROM INDEXES ORDER BY ROW_ID')]  # noqa: S608


def count_rows(header: Header) -> int:
    """Return how many rows a file has."""
    return max((page.end for page in header.pages if page.kind == BLOB), default=0)


def set_private(path: Path) -> None:
    """Let the owner alone read and write a file, as MindSpore leaves them."""
    if path.exists():
        path.chmod(0o600)


def read_at(descriptor: int, offset: int, length: int) -> bytes:
    """Return bytes of an open file."""
    return os.pread(descriptor, length, offset)


__all__ = ["DamagedRowError", "Index", "Place", "count_rows", "index_path", "read_at", "set_private", "write_index"]
