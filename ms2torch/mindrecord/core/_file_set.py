"""The files of one MindRecord data set, for writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ms2torch.mindrecord.core._header import Header, Schema
from ms2torch.mindrecord.core._index import count_rows, index_path, write_index
from ms2torch.mindrecord.core._page_writer import PageWriter, framed
from ms2torch.mindrecord.core._rows import RowCodec


def create(paths: Sequence[Path], overwrite: bool) -> None:
    """Make empty files.

    Raises:
        RuntimeError: if one is there and `overwrite` is not set, or there is no such folder.
    """
    for path in paths:
        if not overwrite and (path.exists() or index_path(path).exists()):
            raise RuntimeError(
                f"Invalid file, mindrecord files already exist. Please check file path: {path.absolute()}.\nIf "
                f"you do not "
                f"want to keep the files, set the 'overwrite' parameter to True and try again."
            )
        if not path.absolute().parent.is_dir():
            raise RuntimeError(f"Invalid file, there is no folder {path.absolute().parent}; please make it first.")
    for path in paths:
        index_path(path).unlink(missing_ok=True)
        path.write_bytes(b"")


class FileSet:
    """The files of one data set that are being written, and their headers.

    Args:
        paths (list[Path]): the files; they exist.
        headers (list[Header]): the header of each.
    """

    def __init__(self, paths: Sequence[Path], headers: Sequence[Header]) -> None:
        self._writers = [PageWriter(path, header) for path, header in zip(paths, headers, strict=True)]
        self._codec = RowCodec(headers[0].schema)
        self._saved_before = headers[0].compression_size

    @classmethod
    def new(cls, paths: Sequence[Path], schema: Schema, header_size: int, page_size: int) -> FileSet:
        """Return a set of empty files, with the header that each is to have."""
        addresses = [path.name for path in paths]
        return cls(paths, [Header(schema, shard, addresses, header_size, page_size) for shard in range(len(paths))])

    @classmethod
    def existing(cls, path: Path) -> FileSet:
        """Return the set that a file belongs to."""
        paths = [path.with_name(name) for name in Header.load(path).addresses]
        return cls(paths, [Header.load(one) for one in paths])

    @property
    def schema(self) -> Schema:
        """Return the schema of the rows."""
        return self._writers[0].header.schema

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write rows: a like number into each file, those left over into the files with the fewest.

        Raises:
            RuntimeError: if a row is larger than a page.
        """
        blobs = [framed(self._codec.blob(row)) for row in rows]
        raws = [framed(self._codec.raw(row)) for row in rows]
        page_size = self._writers[0].header.page_size
        for what, parts in (("blob", blobs), ("raw", raws)):
            if max(map(len, parts)) > page_size:
                raise RuntimeError(
                    f"Invalid data, Page size: {page_size} is too small to save a {what} row. Please try to use the "
                    f"mindrecord api 'set_page_size(value)' to enable larger page size, and the value range is "
                    f"in [32768 "
                    f"bytes, 268435456 bytes]."
                )
        start = 0
        for writer, count in zip(self._writers, self._shares(len(rows)), strict=True):
            writer.write(blobs[start : start + count], raws[start : start + count])
            start += count

    def _shares(self, rows: int) -> list[int]:
        each, rest = divmod(rows, len(self._writers))
        have = [count_rows(writer.header) for writer in self._writers]
        favoured = sorted(range(len(have)), key=lambda shard: have[shard])[:rest]
        return [each + (shard in favoured) for shard in range(len(have))]

    def finish(self) -> None:
        """Write headers and indexes."""
        for writer in self._writers:
            writer.header.compression_size = max(0, self._saved_before + self._codec.saved)
            writer.finish()
            write_index(writer.path, writer.header)

    def discard(self) -> None:
        """Take the files away."""
        for writer in self._writers:
            writer.close()
            writer.path.unlink(missing_ok=True)
