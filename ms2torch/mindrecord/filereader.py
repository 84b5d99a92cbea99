"""Reading MindRecord files.

Source: mindspore.mindrecord.filereader, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ms2torch._errors import require_default
from ms2torch.mindrecord.common.exceptions import ParamTypeError
from ms2torch.mindrecord.core._reader import RecordReader
from ms2torch.mindrecord.core.shardutils import check_reader

__all__ = ["FileReader"]


class FileReader:
    """Read MindRecord files, those that MindSpore wrote too.

    Args:
        file_name (Union[str, list[str]]): a file, which is read with those it was written with; or a list of files.
        num_consumer (int): number of readers, up to the number of processors; no effect. Default: ``4``.
        columns (list[str], optional): fields to read. Default: ``None``, all.
        operator: not supported, and obsolete in MindSpore; must be ``None``. Default: ``None``.

    Raises:
        ParamValueError: if a name is none for a file, or `num_consumer` out of range.
        ParamTypeError: if `columns` is no list.
        RuntimeError: if a file is not there or damaged, or a field does not exist.

    Source: mindspore.mindrecord.FileReader, MindSpore 2.10
    """

    def __init__(
        self,
        file_name: str | list[str],
        num_consumer: int = 4,
        columns: list[str] | None = None,
        operator: object = None,
    ) -> None:
        check_reader(file_name, num_consumer)
        require_default("mindrecord.FileReader", "operator", operator, None, "leave it out")
        if columns and not isinstance(columns, list):
            raise ParamTypeError("columns", "list")
        self._reader = RecordReader(file_name, columns or None)
        self._next = 0

    def get_next(self) -> Iterator[dict[str, Any]]:
        """Give the rows that were not given before, one file after another; none once the reader is closed.

        Returns:
            Iterator[dict], name to number, text, bytes or array.

        Raises:
            RuntimeError: if a row is damaged.

        Source: mindspore.mindrecord.FileReader.get_next, MindSpore 2.10
        """
        while self._next < len(self._reader):
            self._next += 1
            yield self._reader[self._next - 1]

    def close(self) -> None:
        """Close the files.

        Source: mindspore.mindrecord.FileReader.close, MindSpore 2.10
        """
        self._next = len(self._reader)
        self._reader.close()

    def schema(self) -> dict[str, dict[str, Any]]:
        """Return what the rows are made of.

        Source: mindspore.mindrecord.FileReader.schema, MindSpore 2.10
        """
        return self._reader.schema.fields

    def len(self) -> int:
        """Return the number of rows.

        Source: mindspore.mindrecord.FileReader.len, MindSpore 2.10
        """
        return len(self._reader)
