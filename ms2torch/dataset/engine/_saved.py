"""Writing the rows of a pipeline to MindRecord files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.mindrecord.filewriter import FileWriter

_STORED = {
    "bool": "int32", "int8": "int32", "int16": "int32", "int32": "int32", "uint8": "int32", "uint16": "int32",
    "int64": "int64", "uint32": "int64", "uint64": "int64", "float16": "float32", "float32": "float32",
    "float64": "float64",
}  # fmt: skip
"""The type of the file for each type of an array: MindRecord has four for numbers."""
_AT_ONCE = 256  # rows that are held before they are written


@called_by("save")
def save(dataset: Dataset, file_name: str, num_files: int) -> None:
    """Write all rows of a pipeline, one pass.

    Args:
        dataset (Dataset): the pipeline.
        file_name (str): the file; of several, each name gets a number.
        num_files (int): number of files.

    Raises:
        RuntimeError: if there is no name or folder, the files are there already, there is no row, or a row cannot be
            written.
    """
    if not file_name:
        raise RuntimeError("SaveToDisk failed, dataset_path must not be empty")
    if not Path(file_name).absolute().parent.is_dir():
        raise RuntimeError(f"SaveToDisk failed, can not get real dataset path: {Path(file_name).parent}")
    writer = FileWriter(file_name, num_files)
    try:
        _write_all(dataset, writer)
    except BaseException:
        writer._discard()
        raise


def _write_all(dataset: Dataset, writer: FileWriter) -> None:
    names, number = dataset.get_col_names(), 0
    schema: dict[str, dict[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for row in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True):
        if not number:
            schema = {name: _field(name, array) for name, array in zip(names, row, strict=True)}
            writer.add_schema(schema, "mindrecord")
            found_by = [name for name, field in schema.items() if "shape" not in field and field["type"] != "bytes"]
            if found_by:
                writer.add_index(found_by)
        rows.append({name: _value(schema[name], array) for name, array in zip(names, row, strict=True)})
        number += 1
        if len(rows) == _AT_ONCE:
            _write(writer, rows, number)
            rows = []
    if not number:
        raise RuntimeError("SaveToDisk failed: the dataset has no row, so that the types of its columns are not known.")
    if rows:
        _write(writer, rows, number)
    writer.commit()


def _write(writer: FileWriter, rows: list[dict[str, Any]], number: int) -> None:
    count = len(rows)
    writer.write_raw_data(rows)
    if len(rows) < count:  # the writer left some out, with a warning for each
        raise RuntimeError(
            f"SaveToDisk failed: {count - len(rows)} of the rows {number - count} to {number - 1} do not have the "
            "types and sizes of the first row; sizes may differ in the first dimension only."
        )


def _field(name: str, array: NDArray[Any]) -> dict[str, Any]:
    """Return the schema of a column; the first dimension of an array may change from row to row."""
    if array.dtype.kind in "US":
        if array.ndim:
            raise RuntimeError("Invalid data, mindrecord can not support multi-dimensional string tensor.")
        return {"type": "string" if array.dtype.kind == "U" else "bytes"}
    kind = _STORED.get(array.dtype.name)
    if kind is None:
        raise RuntimeError(f"SaveToDisk failed: MindRecord has no type for the column {name!r} of {array.dtype}.")
    return {"type": kind, "shape": [-1, *array.shape[1:]]} if array.ndim else {"type": kind}


def _value(field: dict[str, Any], array: NDArray[Any]) -> Any:
    """Return what is written of a column's value."""
    if list(array.shape[1:]) != field.get("shape", [-1])[1:]:
        raise RuntimeError(
            "Tensor with dynamic shape do not currently support saving. Except for the shape of dimension 0, the other "
            f"dimension shapes must be fixed: {field['shape'][1:]} in the first row, now {list(array.shape[1:])}."
        )
    if array.dtype.kind in "US":
        return array.item() if not array.ndim else array
    kind = _STORED.get(array.dtype.name)
    stored = array if kind is None else array.astype(np.dtype(kind))
    return stored if array.ndim else stored.item()
