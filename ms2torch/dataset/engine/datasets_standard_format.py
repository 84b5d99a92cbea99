"""Datasets in files of a common format.

Source: mindspore.dataset.engine.datasets_standard_format, MindSpore 2.10
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import SourceDataset, as_text, files_of
from ms2torch.dataset.engine.datasets import Shuffle


class CSVDataset(SourceDataset):
    """Rows of text files, divided by a character; one column for each field.

    Args:
        dataset_files (Union[str, list[str]]): paths, or patterns with ``*``; read in the order of their names.
        field_delim (str): one character. Default: ``','``.
        column_defaults (list, optional): int, float or str for each field: its type (int32, float32, text), and its
            value where it is empty. Default: ``None``, all text.
        column_names (list[str], optional): names. Default: ``None``: the first line of each file has them.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, 8.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a file does not exist.
        RuntimeError: at iteration, if a row has another number of fields or a field is not of its type.

    Differs from MindSpore:
        An empty field takes the default, as documented; MindSpore's reader fails.

    Source: mindspore.dataset.CSVDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        field_delim: str = ",",
        column_defaults: list[Any] | None = None,
        column_names: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        name = type(self).__name__
        files = files_of(name, dataset_files)
        if not isinstance(field_delim, str):
            raise TypeError(f"{name}: `field_delim` must be a str, but got {field_delim!r}.")
        if len(field_delim) != 1 or field_delim in '"\r\n':
            raise ValueError(f"{name}: `field_delim` must be one character, but got {field_delim!r}.")
        for value in column_defaults or ():
            if not isinstance(value, (int, float, str)):
                raise TypeError(f"{name}: a default must be an int, float or str, but got {value!r}.")
        self._delimiter = field_delim
        self._header = column_names is None
        if column_names is None:
            columns = [name.strip() for name in next(self._fields(files[0]), [])]
        else:
            columns = check.names("column_names", column_names)
        if column_defaults is not None and len(column_defaults) != len(columns):
            raise ValueError(f"{name}: {len(column_defaults)} defaults for the columns {columns}.")
        self._defaults: list[Any] = column_defaults if column_defaults is not None else [""] * len(columns)
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _fields(self, path: Path) -> Iterator[list[str]]:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter=self._delimiter):
                if row:
                    yield row

    def _lines(self, path: Path) -> Iterator[Row]:
        for number, row in enumerate(self._fields(path)):
            if number == 0 and self._header:
                continue
            if len(row) != len(self.column_names):
                raise RuntimeError(
                    f"{type(self).__name__}: row {number + 1} of {path} has {len(row)} fields, not "
                    f"{len(self.column_names)}."
                )
            yield tuple(self._cell(text, place, path, number) for place, text in enumerate(row))

    def _cell(self, text: str, place: int, path: Path, number: int) -> Any:
        default = self._defaults[place]
        if isinstance(default, str):
            return as_text(text or default)
        kind = np.int32 if isinstance(default, int) else np.float32
        try:
            return np.array(type(default)(text) if text else default, kind)
        except ValueError as error:
            raise RuntimeError(
                f"{type(self).__name__}: {text!r}, field {place + 1} of row {number + 1} of {path}, is no "
                f"{type(default).__name__}."
            ) from error
