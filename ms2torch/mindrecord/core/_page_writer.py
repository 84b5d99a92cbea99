"""Writing the pages of one MindRecord file, in MindSpore's own layout."""

from __future__ import annotations

from pathlib import Path

from ms2torch.mindrecord.core._header import BLOB, RAW, Header, Page

_EMPTY_BLOB = bytes(4)  # what a row without bytes and arrays has in the page of blobs


def framed(data: bytes) -> bytes:
    """Return a row's bytes with their length before them."""
    return len(data).to_bytes(8, "little") + data


class PageWriter:
    """One file that is being written.

    Args:
        path (Path): the file; it exists.
        header (Header): its header, whose list of pages grows.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self._file = path.open("r+b")

    def write(self, blobs: list[bytes], raws: list[bytes]) -> None:
        """Write rows: their blobs, and their other fields.

        The rows are divided into groups; a group fills a page of blobs, and lies in one page of other fields. The first
        group goes on with the page that was written last, and may be empty.
        """
        groups = self._groups(blobs, raws)
        if not groups:
            return
        first = groups[0]
        self._append_blobs(blobs[first[0] : first[1]])
        for start, end in groups[1:]:
            self._new_blobs(blobs[start:end])
        self._move_group_that_grows(sum(map(len, raws[first[0] : first[1]])))
        self._write_raws([raws[start:end] for start, end in groups])

    def close(self) -> None:
        """Close the file as it is."""
        self._file.close()

    def finish(self) -> None:
        """Write the header and close the file.

        Raises:
            RuntimeError: if the header does not fit into the room that is kept for it.
        """
        data = self.header.dump()
        if len(data) > self.header.header_size:
            raise RuntimeError(
                f"Invalid data, the header of {self.path} needs {len(data)} bytes, but has "
                f"{self.header.header_size}; use "
                f"'set_header_size' before writing."
            )
        self._file.seek(0)
        self._file.write(data)
        self._file.close()

    def _groups(self, blobs: list[bytes], raws: list[bytes]) -> list[tuple[int, int]]:
        last_blob, last_raw = self.header.last(BLOB), self.header.last(RAW)
        blob_bytes = last_blob.size if last_blob else 0
        raw_bytes = last_raw.size - last_raw.groups[-1][1] if last_raw and last_raw.groups else 0
        groups, start = [], 0
        for row, (blob, raw) in enumerate(zip(blobs, raws, strict=True)):
            blob_bytes += len(blob)
            raw_bytes += len(raw)
            full = blob_bytes > self.header.page_size or raw_bytes > self.header.page_size
            if full or blob_bytes == len(blob):
                groups.append((start, row))
                start, blob_bytes, raw_bytes = row, len(blob), len(raw)
        groups.append((start, len(blobs)))
        return groups

    def _put(self, page: int, offset: int, rows: list[bytes]) -> None:
        self._file.seek(self.header.offset(page) + offset)
        self._file.write(b"".join(rows))

    def _append_blobs(self, rows: list[bytes]) -> None:
        page = self.header.last(BLOB)
        if page is None or not rows:
            return
        self._put(page.number, page.size, rows)
        page.size += sum(map(len, rows))
        page.end += len(rows)

    def _new_blobs(self, rows: list[bytes]) -> None:
        before = self.header.last(BLOB)
        row = before.end if before else 0
        number = before.kind_number + 1 if before else 0
        page = Page(self._next(), self.header.shard, BLOB, number, row, row + len(rows), [(0, 0)], sum(map(len, rows)))
        self.header.pages.append(page)
        self._put(page.number, 0, rows)

    def _next(self) -> int:
        return len(self.header.pages)

    def _move_group_that_grows(self, growth: int) -> None:
        """Give the last group a page of its own where what it gets no longer fits behind the groups before it."""
        page = self.header.last(RAW)
        if page is None or not growth or page.size + growth <= self.header.page_size:
            return
        group, offset = page.groups[-1]
        self._file.seek(self.header.offset(page.number) + offset)
        data = self._file.read(page.size - offset)
        page.groups.pop()
        page.size = offset
        moved = Page(self._next(), self.header.shard, RAW, page.number + 1, 0, 0, [(group, 0)], len(data))
        self.header.pages.append(moved)
        self._put(moved.number, 0, [data])

    def _write_raws(self, groups: list[list[bytes]]) -> None:
        page = self.header.last(RAW)
        number = page.groups[-1][0] if page and page.groups else -1
        for place, rows in enumerate(groups):
            size = sum(map(len, rows))
            if page is None or page.size + size > self.header.page_size:
                page = Page(self._next(), self.header.shard, RAW, page.number + 1 if page else 0)
                self.header.pages.append(page)
            if place:
                number += 1
                page.groups.append((number, page.size))
            self._put(page.number, page.size, rows)
            page.size += size
