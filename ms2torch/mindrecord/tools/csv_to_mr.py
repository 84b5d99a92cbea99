"""CSV as MindRecord.

Source: mindspore.mindrecord.tools.csv_to_mr, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from ms2torch.mindrecord.core.shardutils import MSRStatus, check_filename
from ms2torch.mindrecord.filewriter import FileWriter
from ms2torch.mindrecord.tools import _convert

__all__ = ["CsvToMR"]

_TYPES = {"int64": "int64", "float64": "float64", "bool": "int32"}


class CsvToMR:
    """Write a CSV file as MindRecord; needs pandas, as in MindSpore.

    Args:
        source (str): the file; its first line has the names of the columns.
        destination (str): the MindRecord file.
        columns_list (list[str], optional): columns to write. Default: ``None``, all.
        partition_number (int): number of files. Default: ``1``.

    Raises:
        ValueError: if an argument is not of the type above.
        ParamValueError: if a name is none for a file.

    Source: mindspore.mindrecord.CsvToMR, MindSpore 2.10
    """

    def __init__(
        self, source: str, destination: str, columns_list: list[str] | None = None, partition_number: int = 1
    ) -> None:
        for name, value in (("source", source), ("destination", destination)):
            if not isinstance(value, str):
                raise ValueError(f"The parameter {name} must be str.")  # noqa: TRY004 - MindSpore's kind of error
            check_filename(value)
        if columns_list and not (isinstance(columns_list, list) and all(isinstance(one, str) for one in columns_list)):
            raise ValueError("The parameter columns_list must be list of str.")
        self.source = source
        self.destination = destination
        self.columns_list = columns_list
        self.partition_number = _convert.partitions(partition_number)
        self.writer = FileWriter(destination, self.partition_number)

    def transform(self) -> MSRStatus:
        """Write the file.

        Returns:
            MSRStatus, SUCCESS.

        Raises:
            OSError: if there is no such file.
            RuntimeError: if a column does not exist, or the file to be written is there already.
            ValueError: if the name of a column is a number.

        Source: mindspore.mindrecord.CsvToMR.transform, MindSpore 2.10
        """
        if not Path(self.source).exists():
            raise OSError(f"Csv file {self.source} do not exist.")
        table = import_module("pandas").read_csv(self.source)
        schema = self._schema(table)
        for name in schema:
            if name.isdigit():
                raise ValueError(
                    f"The first line content: {name} of the CSV file is used as a column name and does not "
                    f"allow starting "
                    f"with a number."
                )
        self.writer.set_page_size(1 << 26)
        return _convert.write_all(self.writer, schema, "csv_schema", list(schema), _rows(table, schema))

    def run(self) -> MSRStatus:
        """Write the file, as `transform`."""
        return self.transform()

    def _schema(self, table: Any) -> dict[str, Any]:
        columns = self.columns_list or list(table.columns)
        for name in columns:
            if name not in table.columns:
                raise RuntimeError(f"The parameter columns_list is illegal, column {name} does not exist.")
        return {str(name): {"type": _TYPES.get(str(table[name].dtype), "string")} for name in columns}


def _rows(table: Any, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    make = {"int64": int, "int32": int, "float64": float, "string": _itself}
    columns = [[make[schema[name]["type"]](value) for value in table[name]] for name in schema]
    return (dict(zip(schema, row, strict=True)) for row in zip(*columns, strict=True))


def _itself(value: Any) -> Any:
    return value
