"""Datasets of rows that stand for others: given ones, and random ones.

Source: mindspore.dataset.engine.datasets_user_defined and datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.dataset.core import config
from ms2torch.dataset.core.validator_helpers import check_value, type_check
from ms2torch.dataset.engine._rows import Array
from ms2torch.dataset.engine._schema import Schema
from ms2torch.dataset.engine._sources import RecordsDataset, VisionBaseDataset
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset

_MOST = 2**31 - 1
_COLUMNS, _AXES, _EXTENT, _ROWS = 4, 4, 32, 1000  # no column, axis or row more than these, where nothing is said
_KINDS = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32",
          "float64")  # fmt: skip


class PaddedDataset(GeneratorDataset):
    """Rows that the user gives, to fill up a dataset that is divided among processes.

    Args:
        padded_samples (list[dict]): the rows, by name of column; the first one tells the columns.

    Raises:
        TypeError: if `padded_samples` is not a list, or has what is no dict.
        ValueError: if it is empty.

    Source: mindspore.dataset.PaddedDataset, MindSpore 2.10
    """

    def __init__(self, padded_samples: list[dict[str, Any]]) -> None:
        if not padded_samples:
            raise ValueError("padded_samples cannot be empty.")
        type_check(padded_samples, (list,), "padded_samples")
        for sample in padded_samples:
            type_check(sample, (dict,), "padded_element")
        if not padded_samples[0]:
            raise ValueError("column_names should not be empty.")
        self.padded_samples = padded_samples
        names = list(padded_samples[0])
        super().__init__(_Given(padded_samples, names), names, shuffle=False)


class _Given:
    def __init__(self, samples: list[dict[str, Any]], names: list[str]) -> None:
        self._samples = samples
        self._names = names

    def __len__(self) -> int:
        return len(self._samples)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return tuple(self._samples[index][name] for name in self._names)


class RandomDataset(RecordsDataset, VisionBaseDataset):
    """Random rows. All bytes of a column in a row are the same, drawn anew for each row.

    Args:
        total_rows (int, optional): how many. Default: ``None``, a random number.
        schema (Union[str, Schema], optional): the columns. Default: ``None``, random ones.
        columns_list (list[str], optional): names. Default: ``None``: those of `schema`, else c0, c1 ...
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `total_rows` is not positive, or options contradict each other.

    Differs from MindSpore:
        The rows, and the columns where none are told, are others.

    Source: mindspore.dataset.RandomDataset, MindSpore 2.10
    """

    def __init__(
        self,
        total_rows: int | None = None,
        schema: str | Schema | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        cache: object = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        if total_rows is not None:
            type_check(total_rows, (int,), "total_rows")
            check_value(total_rows, (1, _MOST), "total_rows")
        draw = np.random.default_rng(config.pipeline_seed())
        columns = _random_columns(draw) if schema is None else _told_columns(schema, draw)
        if columns_list is not None:
            type_check(columns_list, (list,), "columns_list")
            columns = {
                name: columns.get(name, kind) for name, kind in zip(columns_list, columns.values(), strict=False)
            }
        rows = total_rows or int(draw.integers(1, _ROWS))
        records = _Random(rows, list(columns.values()), int(draw.integers(_MOST)))
        options = (num_samples, num_parallel_workers, shuffle, None, num_shards, shard_id, cache)
        super().__init__(records, list(columns), *options)


def _random_columns(draw: np.random.Generator) -> dict[str, tuple[str, tuple[int, ...]]]:
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for place in range(int(draw.integers(1, _COLUMNS + 1))):
        shape = tuple(draw.integers(1, _EXTENT, int(draw.integers(1, _AXES + 1))).tolist())
        found[f"c{place}"] = (str(draw.choice(_KINDS)), shape)
    return found


def _told_columns(schema: str | Schema, draw: np.random.Generator) -> dict[str, tuple[str, tuple[int, ...]]]:
    told = Schema(schema) if isinstance(schema, str) else schema
    if not isinstance(told, Schema):
        raise TypeError(f"RandomDataset: `schema` must be a path or a Schema, but got {schema!r}.")
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for name, entry in told.columns.items():
        extents = (int(draw.integers(1, _EXTENT)) if size < 0 else size for size in entry.get("shape", ()))
        found[name] = (entry["type"], tuple(extents))
    return found


class _Random:
    """Random rows by position: the same for the same one."""

    def __init__(self, rows: int, columns: list[tuple[str, tuple[int, ...]]], seed: int) -> None:
        self._rows = rows
        self._columns = columns
        self._seed = seed

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, index: int) -> tuple[Array, ...]:
        values = np.random.default_rng((self._seed, index)).integers(0, 256, len(self._columns), np.uint8)
        return tuple(_filled(kind, shape, value) for (kind, shape), value in zip(self._columns, values, strict=True))


def _filled(kind: str, shape: tuple[int, ...], value: np.uint8) -> Array:
    if kind == "string":
        return np.full(shape, chr(ord("a") + int(value) % 26))
    if kind == "bool":
        return np.full(shape, bool(value & 1))
    found = np.empty(shape, kind)
    found.fill(np.full(found.itemsize, value, np.uint8).view(kind)[0])
    return found
