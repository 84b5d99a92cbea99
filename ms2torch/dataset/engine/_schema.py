"""`Schema`: which columns files of records have.

Source: mindspore.dataset.engine.datasets, MindSpore 2.10
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch._core.dtype import Type
from ms2torch.common import dtype as mstype

_KINDS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
          "float64", "string")  # fmt: skip


class Schema:
    """Names, types and shapes of columns, and the number of rows.

    Args:
        schema_file (str, optional): JSON file with ``columns``, ``numRows`` and ``datasetType``. Default: ``None``.

    Raises:
        RuntimeError: if the file cannot be read or is no schema.

    Source: mindspore.dataset.Schema, MindSpore 2.10
    """

    def __init__(self, schema_file: str | None = None) -> None:
        self.schema_file = schema_file or ""
        self.columns: dict[str, dict[str, Any]] = {}
        self.num_rows = 0
        self.dataset_type = ""
        if self.schema_file:
            try:
                self.from_json(json.loads(Path(self.schema_file).read_text(encoding="utf-8")))
            except (OSError, ValueError) as error:
                raise RuntimeError(f"Schema: cannot read {self.schema_file}: {error}") from error

    def add_column(self, name: str, de_type: Any, shape: Sequence[int] | None = None) -> None:
        """Add a column.

        Args:
            name (str): its name.
            de_type (Union[mindspore.dtype, str]): type of its elements.
            shape (list[int], optional): its shape; -1 is any size. Default: ``None``, any.

        Raises:
            TypeError: if the type is none.
            RuntimeError: if there is such a column.

        Source: mindspore.dataset.Schema.add_column, MindSpore 2.10
        """
        if not isinstance(name, str):
            raise TypeError(f"Argument name with value {name!r} is not of type [<class 'str'>].")
        kind = _kind(de_type)
        if name in self.columns:
            raise RuntimeError(f"Schema: there is a column '{name}' already.")
        self.columns[name] = {"type": kind, **({} if shape is None else {"shape": list(shape), "rank": len(shape)})}

    def parse_columns(self, columns: Any) -> None:
        """Take these columns in the place of those there are.

        Args:
            columns (Union[dict, list[dict]]): name to ``{"type", "shape"}``; or these with ``"name"``.

        Raises:
            TypeError: if it is none of these.
            RuntimeError: if a column has no name or type.

        Source: mindspore.dataset.Schema.parse_columns, MindSpore 2.10
        """
        if isinstance(columns, dict):
            entries = [{"name": name, **entry} for name, entry in columns.items()]
        elif isinstance(columns, list):
            entries = columns
        else:
            raise TypeError("columns must be dict or list, columns contain name, type, shape(optional).")
        self.columns.clear()  # they are the columns from then on (measured 2.10)
        for entry in entries:
            if "name" not in entry or "type" not in entry:
                raise RuntimeError(f"Schema: a column must have name and type, but got {entry}.")
            self.add_column(entry["name"], entry["type"], entry.get("shape"))

    def to_json(self) -> str:
        """Return the schema as JSON.

        Source: mindspore.dataset.Schema.to_json, MindSpore 2.10
        """
        columns = [{"name": name, **entry} for name, entry in self.columns.items()]
        content: dict[str, Any] = {"columns": columns, "numRows": self.num_rows}
        if self.dataset_type:
            content["datasetType"] = self.dataset_type
        return json.dumps(content, indent=2)

    def from_json(self, json_obj: dict[str, Any]) -> None:
        """Read the schema from a dict, in place of what there is.

        Args:
            json_obj (dict): with ``columns``, ``numRows`` and ``datasetType``.

        Raises:
            RuntimeError: if it has no columns, or they are none.

        Source: mindspore.dataset.Schema.from_json, MindSpore 2.10
        """
        if not isinstance(json_obj, dict) or "columns" not in json_obj:
            raise RuntimeError('"columns" node is required in the schema json file.')
        self.columns = {}
        self.dataset_type = str(json_obj.get("datasetType", ""))
        self.num_rows = int(json_obj.get("numRows", 0))
        if self.num_rows < 0:
            raise RuntimeError(f"numRows must be greater than or equal to 0, but got {self.num_rows}.")
        self.parse_columns(json_obj["columns"])

    def __str__(self) -> str:
        return self.to_json()

    @staticmethod
    def get_num_rows(schema: Any) -> int:
        """Return the number of rows that a schema, or the file of one, tells; 0 if none."""
        return (schema if isinstance(schema, Schema) else Schema(schema)).num_rows


def _kind(de_type: Any) -> str:
    name = str(np.dtype(mstype.dtype_to_nptype(de_type))) if isinstance(de_type, Type) else de_type
    if isinstance(de_type, Type) and de_type == mstype.string:
        name = "string"
    if name not in _KINDS:
        raise TypeError(f"Schema: unknown type {de_type!r}.")
    return str(name)
