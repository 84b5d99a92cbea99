"""`TFRecordDataset`: files of `tf.train.Example`, read without TensorFlow.

Source: mindspore.dataset.engine.datasets_standard_format, MindSpore 2.10
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._schema import Schema
from ms2torch.dataset.engine._sources import SourceDataset, files_of
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.mindrecord.core._tf_example import DamagedExampleError, parse_example, split_records

_COMPRESSIONS = ("", "GZIP", "ZLIB")


class TFRecordDataset(SourceDataset):
    """Files of `tf.train.Example` messages.

    Args:
        dataset_files (Union[str, list[str]]): paths or patterns.
        schema (Union[str, Schema], optional): columns, or the JSON file that tells them. Default: ``None``: as the
            first row, numbers as int64 and float32, bytes as bytes.
        columns_list (list[str], optional): columns to give. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``: as many as the schema tells, or all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the files into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        shard_equal_rows (bool): divide the rows, not the files. Default: ``False``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        compression_type (str, optional): ``""``, ``"GZIP"`` or ``"ZLIB"``. Default: ``None``, none.

    Raises:
        ValueError: if a file does not exist, or an argument is out of range.
        RuntimeError: if a file is damaged, or has not the columns asked for.

    Source: mindspore.dataset.TFRecordDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        schema: str | Schema | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = False,
        cache: object = None,
        compression_type: str | None = None,
    ) -> None:
        if schema is not None and not isinstance(schema, (str, Schema)):
            raise TypeError(f"schema should be path to schema file, Schema object or None, but got {type(schema)}.")
        if (compression_type or "") not in _COMPRESSIONS:
            raise ValueError(
                f"Input compression_type can only be one of ['', 'ZLIB', 'GZIP'], but got {compression_type}."
            )
        self._whole = Schema(schema) if isinstance(schema, str) else schema
        self._in_order = isinstance(schema, Schema)
        self._compression = compression_type or ""
        self._equal = shard_equal_rows
        self._wanted = columns_list
        if self._whole is not None and not num_samples:
            num_samples = self._whole.num_rows or None
        files = files_of("TFRecordDataset", dataset_files)
        super().__init__(files, [], num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        self._counts: dict[Path, int] = {}
        self._known: dict[str, dict[str, Any]] | None = None

    @property
    def _kinds(self) -> dict[str, dict[str, Any]]:
        """Return type and shape of each column; the first row tells them where no schema does."""
        if self._known is None:
            kinds = dict(self._whole.columns) if self._whole is not None else self._from_first_row()
            missing = [name for name in self._wanted or () if name not in kinds]
            if missing:
                raise RuntimeError(
                    f"Invalid columns_list, column name: {missing[0]} does not exist in tfrecord file or schema."
                )
            # a Schema's columns come as they were added, those of a file by name
            order = self._wanted or (list(kinds) if self._in_order else sorted(kinds))
            self._known = {name: kinds[name] for name in order}
        return self._known

    def _from_first_row(self) -> dict[str, dict[str, Any]]:
        features = parse_example(next(iter(self._messages(self._files[0]))))
        return {name: {"type": _TYPES[_type_of(features[name])]} for name in sorted(features)}

    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""
        return list(self._kinds)

    def _known_size(self) -> int | None:
        shard, shards = self._shard
        files = self._files if shards == 1 or self._equal else self._files[shard::shards]
        total = sum(self._count(path) for path in files)
        if shards > 1 and self._equal:
            total = -(-total // shards)
        return total if self._num_samples is None else min(total, self._num_samples)

    def _count(self, path: Path) -> int:
        if path not in self._counts:
            self._counts[path] = sum(1 for _ in self._messages(path))
        return self._counts[path]

    def _messages(self, path: Path) -> Iterator[bytes]:
        data = path.read_bytes()
        try:
            if self._compression:
                data = gzip.decompress(data) if self._compression == "GZIP" else zlib.decompress(data)
            yield from split_records(data)
        except (DamagedExampleError, OSError, zlib.error, EOFError) as error:
            raise RuntimeError(
                f"Invalid TFRecord file: {path} ({error}); it has to be a sequence of tf.train.Example records, "
                f"compressed as `compression_type` says."
            ) from error

    def _lines(self, path: Path) -> Iterator[Row]:
        for number, message in enumerate(self._messages(path)):
            try:
                features = parse_example(message)
            except DamagedExampleError as error:
                raise RuntimeError(f"Invalid TFRecord file: {path}, record {number}: {error}.") from error
            yield tuple(_column(name, kind, features, path) for name, kind in self._kinds.items())

    def _mine(self, files: list[Path]) -> Iterator[Row]:
        shard, shards = self._shard
        if shards == 1 or self._equal:
            return super()._mine(files)
        own, self._shard = files[shard::shards], (0, 1)
        try:
            return super()._mine(own)
        finally:
            self._shard = (shard, shards)


_TYPES = {"bytes": "uint8", "float": "float32", "int": "int64"}


def _type_of(values: Any) -> str:
    if isinstance(values, np.ndarray):
        return "float" if values.dtype.kind == "f" else "int"
    return "bytes"


def _column(name: str, kind: dict[str, Any], features: dict[str, Any], path: Path) -> Any:
    values = features.get(name)
    if values is None:
        raise RuntimeError(f"Invalid columns_list, column name: {name} does not exist in tfrecord file {path}.")
    if isinstance(values, list):
        return _bytes_column(values, kind, name, path)
    array = np.asarray(values).astype(kind["type"] if kind["type"] != "string" else None)
    return _shaped(array, kind, name, path)


def _bytes_column(values: list[bytes], kind: dict[str, Any], name: str, path: Path) -> Any:
    if kind["type"] == "string":
        array: Any = np.array([value.decode() for value in values], dtype=np.str_)
    else:
        longest = max(map(len, values), default=0)  # shorter ones are padded with spaces, as in MindSpore
        array = np.frombuffer(b"".join(value.ljust(longest) for value in values), np.uint8).copy()
    return _shaped(array, kind, name, path)


def _shaped(array: Any, kind: dict[str, Any], name: str, path: Path) -> Any:
    shape = kind.get("shape")
    if not shape:
        return array if shape is None or array.size != 1 else array.reshape(())
    try:
        return array.reshape(shape)
    except ValueError as error:
        raise RuntimeError(
            f"Invalid data, the shape of column '{name}' in {path} is {array.shape}, not {shape} as in the schema."
        ) from error
