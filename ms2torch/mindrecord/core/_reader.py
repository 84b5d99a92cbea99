"""Reading rows of MindRecord files by position."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ms2torch.mindrecord import config
from ms2torch.mindrecord.common.exceptions import MindRecordException
from ms2torch.mindrecord.core._header import Header, file_error
from ms2torch.mindrecord.core._index import DamagedRowError, Index, Place, index_path, read_at
from ms2torch.mindrecord.core._rows import RowCodec


class _OneFile:
    """A file, its header and where its rows are; picklable."""

    def __init__(self, path: Path, shown: Path) -> None:
        self.path = path
        self.shown = shown  # what the user calls it: an encrypted file is read from a copy
        self.header = Header.load(path)
        self.index = Index(path)
        self.index.check_name()
        self.places = self.index.places()
        self._codec = RowCodec(self.header.schema)
        self._descriptor: int | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_descriptor": None}

    def open(self) -> int:
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_RDONLY)
        return self._descriptor

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __del__(self) -> None:
        if hasattr(self, "_descriptor"):
            self.close()

    def row(self, number: int, columns: Sequence[str] | None) -> dict[str, Any]:
        place = self.places[number]
        raw = self._read(place.raw_page, place.raw_start, place.raw_end, number)
        blob = self._read(place.blob_page, place.blob_start, place.blob_end, number)
        try:
            return self._codec.decode(raw, blob, columns)
        except DamagedRowError as error:
            raise file_error(self.shown, f"row {number} is damaged ({error}).") from error

    def _read(self, page: int, start: int, end: int, number: int) -> bytes:
        if not 0 <= start <= end - 8 <= self.header.page_size:
            raise file_error(self.shown, f"the index is damaged: row {number} is said to be at {start} to {end}.")
        data = read_at(self.open(), self.header.offset(page) + start, end - start)
        if len(data) != end - start or int.from_bytes(data[:8], "little") != end - start - 8:
            raise file_error(self.shown, f"row {number} is damaged: it has not the length that the index says.")
        return data[8:]


class RecordReader:
    """The rows of one or more files, one file after another; picklable.

    Args:
        file_name (Union[str, list[str]]): a file, which is read with those it was written with; or a list of files.
        columns (list[str], optional): fields to read. Default: ``None``, all.

    Raises:
        RuntimeError: if a file is not there, is damaged, or differs from the others in its fields.
    """

    def __init__(self, file_name: str | list[str], columns: list[str] | None = None) -> None:
        named = [Path(one) for one in (file_name if isinstance(file_name, list) else [file_name])]
        for path in named:
            config.require_file(path)
            if not index_path(path).exists():
                raise RuntimeError(f"The input: {index_path(path)} is not exists.")
        self._copies: list[Path] = []
        files = [self._open(path) for path in named]
        if isinstance(file_name, str) and not self._copies:
            files = self._with_siblings(files[0])
        self.files = files
        self.schema = files[0].header.schema
        for one in files[1:]:
            if one.header.schema.fields != self.schema.fields:
                raise file_error(one.shown, f"its fields are not those of {files[0].shown}.")
        self.columns = columns
        for name in columns or ():
            if name not in self.schema.fields:
                raise RuntimeError(
                    f"Invalid data, column name: {name} can not found in schema. Please check the 'column_list'."
                )
        self._starts = [0]
        for one in files:
            self._starts.append(self._starts[-1] + len(one.places))

    def _open(self, path: Path) -> _OneFile:
        plain = config.decrypted(path)
        if plain != path:
            self._copies.append(plain)
        return _OneFile(plain, path)

    def _with_siblings(self, first: _OneFile) -> list[_OneFile]:
        names = first.header.addresses
        if len(names) == 1:
            return [first]
        paths = [first.path.with_name(name) for name in names]
        for path in paths:
            _require_sibling(path)
        return [first if path == first.path else self._open(path) for path in paths]

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, number: int) -> dict[str, Any]:
        for place, one in enumerate(self.files):
            if number < self._starts[place + 1]:
                return one.row(number - self._starts[place], self.columns)
        raise IndexError(number)

    def places(self, number: int) -> list[Place]:
        """Return where the rows of one of the files are."""
        return self.files[number].places

    def values(self, field: str) -> list[Any]:
        """Return what an indexed field holds in every row."""
        return [value for one in self.files for value in one.index.values(field)]

    def close(self) -> None:
        """Close the files, and remove decrypted copies."""
        for one in self.files:
            one.close()
        config.remove_copies(self._copies)
        self._copies = []


def _require_sibling(path: Path) -> None:
    if not path.exists():
        raise RuntimeError(
            f"Invalid file, {path} can not be found. Please check whether the mindrecord file exists and do not "
            f"rename the "
            f"mindrecord file."
        )
    if not index_path(path).exists():
        raise RuntimeError(
            f"Invalid file, please check whether the meta file {index_path(path)} exists and do not rename the "
            f"mindrecord "
            f"file and meta file."
        )


__all__ = ["MindRecordException", "RecordReader"]
