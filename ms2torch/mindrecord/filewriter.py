"""Writing MindRecord files.

Source: mindspore.mindrecord.filewriter, MindSpore 2.10
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ms2torch import log as logger
from ms2torch.mindrecord import config
from ms2torch.mindrecord.common.exceptions import (
    MRMAddSchemaError,
    MRMDefineIndexError,
    MRMGetMetaError,
    MRMInvalidSchemaError,
    ParamTypeError,
    ParamValueError,
)
from ms2torch.mindrecord.core._file_set import FileSet, create
from ms2torch.mindrecord.core._header import Schema
from ms2torch.mindrecord.core._index import index_path, set_private
from ms2torch.mindrecord.core._rows import wrong_with
from ms2torch.mindrecord.core.shardutils import (
    ARRAY_TYPES,
    FIELD_TYPES,
    MAX_HEADER_SIZE,
    MAX_PAGE_SIZE,
    MAX_SHARD_COUNT,
    MIN_HEADER_SIZE,
    MIN_PAGE_SIZE,
    MIN_SHARD_COUNT,
    check_filename,
)

__all__ = ["FileWriter"]

_NO_SCHEMA = (
    "Invalid data, schema is not found in header, please use 'add_schema' to add a schema for new mindrecord files."
)
_FLUSHED = (
    "Not allowed to call `write_raw_data` on flushed MindRecord files. When creating new MindRecord files, "
    "please remove "
    "`commit` before `write_raw_data`. In other cases, when appending to existing MindRecord files, please call "
    "`open_for_append` first and then `write_raw_data`."
)
_NO_ROWS = (
    "There is no valid data which can be written by 'write_raw_data' to mindrecord file. Please check the "
    "abnormal input "
    "data indicated in the warning log above."
)


class FileWriter:
    """Write a MindRecord file, or several that belong together; MindSpore reads them.

    Args:
        file_name (str): the file; of several, each name gets a number.
        shard_num (int): number of files, 1 to 1000. Default: ``1``.
        overwrite (bool): replace files that are there. Default: ``False``.

    Raises:
        ParamValueError: if an argument is not of the type above, or out of range.

    Differs from MindSpore:
        Rows that cannot be divided evenly among several files go to those with the fewest; MindSpore draws the files.
        With `parallel_writer` the rows are written in this process.
        A row whose only bytes are empty is written; MindSpore leaves it out in silence.

    Source: mindspore.mindrecord.FileWriter, MindSpore 2.10
    """

    def __init__(self, file_name: str, shard_num: int = 1, overwrite: bool = False) -> None:
        check_filename(file_name)
        if shard_num is None:
            raise ParamValueError("Parameter shard_num is None.")
        if not isinstance(shard_num, int):
            raise ParamValueError("Parameter shard_num's type is not int.")
        if not MIN_SHARD_COUNT <= shard_num <= MAX_SHARD_COUNT:
            raise ParamValueError(
                f"Parameter shard_num's value: {shard_num} should between {MIN_SHARD_COUNT} and {MAX_SHARD_COUNT}."
            )
        if not isinstance(overwrite, bool):
            raise ParamValueError("Parameter overwrite's type is not bool.")
        if shard_num > 1 and config.encryption_key() is not None:
            raise RuntimeError("When encode mode is enabled, the automatic sharding function is unavailable.")
        digits = len(str(shard_num - 1))
        names = [file_name] if shard_num == 1 else [f"{file_name}{shard:0{digits}}" for shard in range(shard_num)]
        self._paths = [Path(name) for name in names]
        self._overwrite = overwrite
        self._schema: Schema | None = None
        self._header_size, self._page_size = 1 << 24, 1 << 25
        self._sets: list[FileSet] = []
        self._parallel: bool | None = None
        self._turn = 0
        self._append = False
        self._flushed = False

    @classmethod
    def open_for_append(cls, file_name: str) -> FileWriter:
        """Return a writer that adds rows to a file, or to the set it belongs to.

        Args:
            file_name (str): the file.

        Raises:
            ParamValueError: if the name is none for a file.
            RuntimeError: if there is no such file, or it is damaged or encrypted with another key.

        Source: mindspore.mindrecord.FileWriter.open_for_append, MindSpore 2.10
        """
        check_filename(file_name)
        path = Path(file_name)
        config.decrypt_in_place(path)
        writer = cls(file_name)
        writer._append = True
        writer._parallel = False
        writer._sets = [FileSet.existing(path)]
        writer._schema = writer._sets[0].schema
        writer._paths = [path]
        return writer

    def add_schema(self, content: dict[str, dict[str, Any]], desc: str | None = None) -> None:
        """Say what the rows are made of.

        Args:
            content (dict): name to ``{"type": T}``, T one of int32, int64, float32, float64, string, bytes; or
                ``{"type": T, "shape": [...]}`` for an array of numbers, where -1 is any size.
            desc (str, optional): a description. Default: ``None``.

        Raises:
            MRMInvalidSchemaError: if it is none.
            MRMAddSchemaError: if there is one.

        Source: mindspore.mindrecord.FileWriter.add_schema, MindSpore 2.10
        """
        reason = _wrong_schema(content)
        if reason is not None:
            raise MRMInvalidSchemaError(reason)
        if self._schema is not None:
            raise MRMAddSchemaError
        self._schema = Schema(dict(content), desc or "")

    def add_index(self, index_fields: list[str]) -> None:
        """Choose the fields that rows can be found by; without a choice all numbers and texts.

        Args:
            index_fields (list[str]): names of fields of numbers or text.

        Raises:
            ParamTypeError: if it is no list of str.
            MRMDefineIndexError: if a field is bytes or an array.
            MRMGetMetaError: if there is no schema.
            RuntimeError: if a field does not exist, or is an index already.

        Source: mindspore.mindrecord.FileWriter.add_index, MindSpore 2.10
        """
        if not index_fields or not isinstance(index_fields, list):
            raise ParamTypeError("index_fields", "list")
        if self._schema is None:
            raise MRMGetMetaError
        for name in index_fields:
            if name in self._schema.blobs:
                raise MRMDefineIndexError(f"Failed to set field {name} since it's not primitive type.")
            if not isinstance(name, str):
                raise ParamTypeError("index field", "str")
            if name not in self._schema.fields:
                raise RuntimeError(
                    f"Invalid input, 'index_fields': {name} can not found in schema: {self._schema.fields}.\n "
                    f"Please use "
                    f"'add_index' function to add proper 'index_fields'."
                )
            if name in self._schema.index:
                raise RuntimeError(
                    f"The 'index_fields': {name} is added repeatedly. Please remove the redundant 'add_index' function."
                )
            self._schema.index.append(name)

    def write_raw_data(self, raw_data: list[dict[str, Any]], parallel_writer: bool = False) -> None:
        """Write rows; those that do not fit the schema are left out with a warning, and taken out of the list.

        Args:
            raw_data (list[dict]): rows, each a value for every field.
            parallel_writer (bool): write these rows into one file, the next into the next. Default: ``False``.

        Raises:
            TypeError: if `parallel_writer` is no bool.
            ParamTypeError: if `raw_data` is no list of dict.
            RuntimeError: if no row fits, a row is larger than a page, a file is there already, or `commit` was called.

        Source: mindspore.mindrecord.FileWriter.write_raw_data, MindSpore 2.10
        """
        if not isinstance(parallel_writer, bool):
            raise TypeError("The parameter `parallel_writer` must be bool.")
        if self._parallel is None:
            self._parallel = parallel_writer
        if self._parallel != parallel_writer:
            raise RuntimeError("The parameter `parallel_writer` must be consistent during use.")
        sets = self._open()
        if not isinstance(raw_data, list):
            raise ParamTypeError("raw_data", "list")
        if self._flushed and not self._append:
            raise RuntimeError(_FLUSHED)
        for row in raw_data:
            if not isinstance(row, dict):
                raise ParamTypeError("raw_data item", "dict")
        _leave_out_misfits(raw_data, sets[0].schema)
        if not raw_data:
            raise RuntimeError(_NO_ROWS)
        sets[self._turn % len(sets)].write(raw_data)
        self._turn += 1

    def set_header_size(self, header_size: int) -> None:
        """Set how much room the header has.

        Args:
            header_size (int): bytes, 16 KiB to 128 MiB, a multiple of 4.

        Raises:
            RuntimeError: if it is out of range.

        Source: mindspore.mindrecord.FileWriter.set_header_size, MindSpore 2.10
        """
        self._header_size = _size("header", header_size, MIN_HEADER_SIZE, MAX_HEADER_SIZE)

    def set_page_size(self, page_size: int) -> None:
        """Set how large a page is; a row must fit into one.

        Args:
            page_size (int): bytes, 32 KiB to 256 MiB, a multiple of 4.

        Raises:
            RuntimeError: if it is out of range.

        Source: mindspore.mindrecord.FileWriter.set_page_size, MindSpore 2.10
        """
        self._page_size = _size("page", page_size, MIN_PAGE_SIZE, MAX_PAGE_SIZE)

    def commit(self) -> None:
        """Finish the files, and write the index of each.

        Raises:
            RuntimeError: if there is no schema, or a file is there already.

        Source: mindspore.mindrecord.FileWriter.commit, MindSpore 2.10
        """
        if self._flushed:
            return
        for files in self._open():
            files.finish()
        self._flushed = True
        for path in self._paths:
            for written in (path, index_path(path)):
                set_private(written)
                config.encrypt_in_place(written)

    def _discard(self) -> None:
        """Take away the files that this writer has made; what was there before stays."""
        for files in self._sets:
            files.discard()
        self._sets = []

    def _open(self) -> list[FileSet]:
        if self._sets:
            return self._sets
        if self._schema is None:
            raise RuntimeError(_NO_SCHEMA)
        create(self._paths, self._overwrite)
        self._schema.index = self._schema.index or self._schema.plain
        groups: Sequence[list[Path]] = [[path] for path in self._paths] if self._parallel else [self._paths]
        self._sets = [FileSet.new(group, self._schema, self._header_size, self._page_size) for group in groups]
        return self._sets


def _leave_out_misfits(rows: list[dict[str, Any]], schema: Schema) -> None:
    for place in reversed(range(len(rows))):
        reason = wrong_with(rows[place], schema)
        if reason is not None:
            rows.pop(place)
            logger.warning("for schema, %s th data is wrong, %s.", place, reason)


def _size(what: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise RuntimeError(f"Invalid data, {what} size: {value} should be in range [{low} bytes, {high} bytes].")
    if value % 4:
        raise RuntimeError(f"Invalid data, {what} size {value} should be divided by four.")
    return value


def _wrong_schema(content: Any) -> str | None:
    if not content:
        return "Schema content is empty."
    if not isinstance(content, dict):
        return "Schema content should be dict."
    return next((reason for name, kind in content.items() if (reason := _wrong_field(name, kind))), None)


def _wrong_field(name: str, kind: Mapping[str, Any]) -> str | None:
    if not re.fullmatch(r"[0-9a-zA-Z_]+", name):
        return f"Field '{name}' should be composed of '0-9' or 'a-z' or 'A-Z' or '_'."
    if not kind or not isinstance(kind, dict):
        return f"Field '{name}' should be dict."
    if "type" not in kind or len(kind) > 2:
        return f"Field '{kind}' contains illegal attributes."
    if kind["type"] not in (FIELD_TYPES if len(kind) == 1 else ARRAY_TYPES):
        return f"Field '{name}' contain illegal attribute '{kind['type']}'."
    if len(kind) == 2 and "shape" not in kind:
        return f"Field '{kind}' contains illegal attributes."
    if len(kind) == 2 and not isinstance(kind["shape"], list):
        return f"Field '{name}' contain illegal attribute '{kind['shape']}'."
    return None
