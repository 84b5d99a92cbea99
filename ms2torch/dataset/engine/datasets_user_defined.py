"""Datasets made from the user's own objects.

Source: mindspore.dataset.engine.datasets_user_defined, MindSpore 2.10
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import islice
from pathlib import Path
from types import GeneratorType
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch._core.dtype import Type
from ms2torch.dataset.core.validator_helpers import INT32_MAX, check_num_samples, check_value, type_check
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._batch import _stack
from ms2torch.dataset.engine._processes import Workers, workers_for
from ms2torch.dataset.engine._rows import Epoch, Row, RowOfFile, to_array, to_columns
from ms2torch.dataset.engine._wording import stack_of, user_code_error
from ms2torch.dataset.engine.cache_client import check_cache
from ms2torch.dataset.engine.datasets import Dataset, Shuffle
from ms2torch.dataset.engine.samplers import BuiltinSampler, select_sampler


class MappableDataset(Dataset):
    """Base of the datasets read by position, which a sampler can choose from.

    Args:
        num_parallel_workers (int, optional): no effect here; `GeneratorDataset` has workers. Default: ``None``.
        sampler (Union[Sampler, Iterable], optional): what to read. Default: ``None``.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if options contradict each other.

    Source: mindspore.dataset.MappableDataset, MindSpore 2.10
    """

    def __init__(
        self,
        num_parallel_workers: int | None = None,
        sampler: Any = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__()
        self.cache = check_cache(cache)
        check.workers(num_parallel_workers)
        if num_samples is not None:
            check_num_samples(num_samples)
        if isinstance(shuffle, Shuffle):
            shuffle = shuffle is not Shuffle.FALSE
        elif shuffle is not None:
            check.boolean("shuffle", shuffle)
        self._num_samples = num_samples or None
        self._sampler = select_sampler(self._num_samples, sampler, shuffle, num_shards, shard_id)

    def use_sampler(self, new_sampler: BuiltinSampler | None) -> None:
        """Read with another sampler.

        Args:
            new_sampler (Sampler): the sampler; ``None`` leaves the one there is.

        Raises:
            TypeError: if it is no sampler.
            ValueError: if the source cannot be read by position.

        Source: mindspore.dataset.MappableDataset.use_sampler, MindSpore 2.10
        """
        if new_sampler is None:
            return
        if not isinstance(new_sampler, BuiltinSampler):
            raise TypeError(f"use_sampler: expected a sampler, but got {type(new_sampler)}.")
        self._require_positions("use_sampler")
        self._sampler = new_sampler

    def add_sampler(self, new_sampler: BuiltinSampler) -> None:
        """Let another sampler choose among the samples that are read now.

        Args:
            new_sampler (Sampler): the sampler.

        Raises:
            TypeError: if it is no sampler.
            RuntimeError: if it has a child, or the two mix rows in ways that do not go together.
            ValueError: if the source cannot be read by position.

        Source: mindspore.dataset.MappableDataset.add_sampler, MindSpore 2.10
        """
        if not isinstance(new_sampler, BuiltinSampler):
            raise TypeError(f"add_sampler: expected a sampler, but got {type(new_sampler)}.")
        self._require_positions("add_sampler")
        told = "When multiple samplers are used, ensure that the shuffle of the"
        if self._mixes() == Shuffle.PARTIAL:
            raise RuntimeError(f"{told} current sampler must not be Shuffle.PARTIAL.")
        if (added := new_sampler.get_shuffle_mode()) not in (Shuffle.FALSE, Shuffle.GLOBAL):
            raise RuntimeError(f"{told} input sampler must be Shuffle.FALSE or Shuffle.GLOBAL, but got: {added}.")
        new_sampler.add_child(self._sampler)
        self._sampler = new_sampler

    def _mixes(self) -> str:
        """Return how far the sampler that reads now mixes rows."""
        return self._sampler.get_shuffle_mode()

    def _require_positions(self, where: str) -> None:
        """Refuse to go on where this dataset's source has no positions."""


class GeneratorDataset(MappableDataset):
    """A dataset read from a Python object.

    Args:
        source (Union[Callable, Iterable, Iterator, Sequence]): an object with ``__getitem__`` and ``__len__``; an
            iterable or iterator; or a function without arguments that returns one, which is called for every epoch.
        column_names (Union[str, list[str]], optional): names of the columns it gives. Default: ``None``.
        column_types (list[mindspore.dtype], optional): checked against what it gives. Default: ``None``.
        schema (Union[str, Schema], optional): names and types of the columns, in the place of the two arguments
            before; shapes are not checked. Default: ``None``.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.
        num_parallel_workers (int): worker processes for a source with ``__getitem__``. Default: ``1``, this process.
        shuffle (bool, optional): read in a random order; only with ``__getitem__``. Default: ``None``, if it can.
        sampler (Union[Sampler, Iterable], optional): what to read; only with ``__getitem__``. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        python_multiprocessing (bool): whether workers are processes; ``False``: this process reads. Default: ``True``.
        max_rowsize (int, optional): no effect: there are no buffers of a fixed size. Default: ``None``.
        batch_sampler (Iterable, optional): gives lists of positions; each becomes a batch. Default: ``None``.
        collate_fn (Callable, optional): makes the columns of a batch from its samples, with `batch_sampler`.
            Default: ``None``, stack.

    Raises:
        ValueError: if there are no column names, or options contradict each other.
        TypeError: if `source` is none of those above.
        RuntimeError: at iteration, if the source gives another number of columns or cannot be read.

    Source: mindspore.dataset.GeneratorDataset, MindSpore 2.10
    """

    def __init__(
        self,
        source: Any,
        column_names: str | list[str] | None = None,
        column_types: list[Type] | None = None,
        schema: object = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        python_multiprocessing: bool = True,
        max_rowsize: int | list[int] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        collate_fn: Callable[[list[Any]], Any] | None = None,
    ) -> None:
        if schema is not None:
            column_names, column_types = _columns_of(schema)
        if column_names is None:
            raise ValueError("Neither columns_names nor schema are provided. GeneratorDataset needs `column_names`.")
        check.workers(num_parallel_workers)
        check.boolean("python_multiprocessing", python_multiprocessing)
        if isinstance(source, (zip, GeneratorType)):
            # one pass is all they can make: what they give is kept, as in MindSpore
            source = _Kept(source) if isinstance(source, GeneratorType) else list(source)
        self.source = source
        self.column_names = check.names("column_names", column_names)
        self._by_index = hasattr(source, "__getitem__") and hasattr(source, "__len__")
        self._batch_sampler = batch_sampler
        self._workers = workers_for(num_parallel_workers, python_multiprocessing, least=2)
        self._read = _Read(source, self.column_names, column_types, collate_fn)
        self._check_source(sampler, num_shards, collate_fn)
        if batch_sampler is not None and (sampler is not None or shuffle or num_shards or num_samples):
            raise ValueError(
                "batch_sampler is mutually exclusive with num_samples, shuffle, num_shards, shard_id and sampler."
            )
        if isinstance(sampler, BuiltinSampler) and any(
            one is not None for one in (num_shards, shard_id, shuffle, num_samples)
        ):
            raise ValueError(
                f"Conflicting arguments during sampler assignments. num_samples: {num_samples}, num_shards: "
                f"{num_shards}, shard_id: {shard_id}, shuffle: {shuffle}."
            )
        _check_shards(num_shards, shard_id)
        _check_max_rowsize(max_rowsize)
        super().__init__(num_parallel_workers, sampler, num_samples, shuffle, num_shards, shard_id)
        self.num_parallel_workers = num_parallel_workers

    def _check_source(self, sampler: object, num_shards: int | None, collate_fn: object) -> None:
        if not (callable(self.source) or hasattr(self.source, "__iter__") or hasattr(self.source, "__getitem__")):
            raise TypeError(
                f"Input `source` function of GeneratorDataset should be callable, iterable or random accessible, "
                f"commonly it should implement one of the method like yield, __getitem__ or __next__(__iter__). "
                f"It is of {type(self.source)}."
            )
        given = {"sampler": sampler, "batch_sampler": self._batch_sampler, "num_shards": num_shards}
        for name, value in given.items():
            if value is not None and not hasattr(self.source, "__getitem__"):
                raise ValueError(f"{name} is not supported if source does not have attribute '__getitem__'.")
        if collate_fn is not None and self._batch_sampler is None:
            raise ValueError("collate_fn can be specified only when batch_sampler is set.")

    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""
        return list(self.column_names)

    def _labels(self, column: str) -> Iterable[Any]:
        """Give the class of each sample, for a sampler that goes by class."""
        place = self.column_names.index(column) if column in self.column_names else -1
        return (int(np.asarray(self._read(number)[place])) for number in range(len(self.source)))

    def _require_positions(self, where: str) -> None:
        if not self._by_index or self._batch_sampler is not None:
            raise ValueError(f"{where}: the source must have __getitem__ and __len__, and no `batch_sampler`.")

    def _known_size(self) -> int | None:
        if self._batch_sampler is not None:
            return len(self._batch_sampler) if isinstance(self._batch_sampler, Sized) else None
        return self._sampler.count(len(self.source)) if self._by_index else None

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        if not self._by_index:
            items: Any = self.source() if callable(self.source) else self.source
            return map(self._read.columns, islice(items, self._num_samples))
        if self._batch_sampler is not None:
            return self._batches(self._batch_sampler, epoch)
        indices = self._sampler.indices(len(self.source), epoch.with_labels(self._labels))
        return self._called(self._read, indices, epoch)

    def _called(self, function: Callable[[Any], Any], indices: Iterable[Any], epoch: Epoch) -> Iterator[Any]:
        if not self._workers:
            return map(function, indices)
        return epoch.kept(self, lambda: Workers(function, self._workers)).results(indices)

    def _batches(self, sampler: Iterable[Iterable[Any]], epoch: Epoch) -> Iterator[Row]:
        """Give the batches of a sampler; its samples one by one go to the workers."""
        sizes: deque[int] = deque()

        def indices() -> Iterator[Any]:
            for batch in sampler:
                places = list(batch)
                if places:
                    sizes.append(len(places))
                    yield from places

        samples: list[Any] = []
        for sample in self._called(self._read.sample, indices(), epoch):
            samples.append(sample)
            if len(samples) == sizes[0]:
                sizes.popleft()
                yield self._read.joined(samples)
                samples = []


def _columns_of(schema: object) -> tuple[list[str], list[Type]]:
    """Return the names and types that a schema, or a file of one, tells."""
    from ms2torch.dataset.engine._schema import Schema

    if isinstance(schema, str):
        if not Path(schema).is_file():
            raise ValueError(f"The file {schema} does not exist or permission denied!")
        schema = Schema(schema)
    if not isinstance(schema, Schema):
        raise ValueError("schema should be a path to schema file or a schema object.")  # noqa: TRY004 - as in MindSpore
    return list(schema.columns), [getattr(mstype, entry["type"]) for entry in schema.columns.values()]


def _check_shards(num_shards: object, shard_id: object) -> None:
    if (num_shards is None) != (shard_id is None):
        raise ValueError("num_shards and shard_id need to be passed in together.")


def _check_max_rowsize(value: object) -> None:
    if value is not None:
        type_check(value, (int,), "max_rowsize")
        check_value(value, (-1, INT32_MAX), "max_rowsize")


class _Kept:
    """What a generator gives, for every epoch."""

    def __init__(self, source: GeneratorType[Any, Any, Any]) -> None:
        self._source: GeneratorType[Any, Any, Any] | None = source
        self._items: list[Any] = []

    def __iter__(self) -> Iterator[Any]:
        if self._source is not None:
            self._items, self._source = list(self._source), None
        return iter(self._items)


class _Read:
    """Reading one sample, and joining those of one batch; picklable where the source is."""

    def __init__(
        self,
        source: Any,
        column_names: list[str],
        column_types: list[Type] | None,
        collate_fn: Callable[[list[Any]], Any] | None,
    ) -> None:
        if column_types is not None and len(column_types) != len(column_names):
            raise ValueError(f"GeneratorDataset: {len(column_types)} column types for {len(column_names)} columns.")
        self._source = source
        self._column_names = column_names
        self._types = (
            [None if kind is None else kind.nptype for kind in column_types] if column_types is not None else None
        )
        self._collate_fn = collate_fn

    def __call__(self, index: Any) -> Row:
        return self.columns(self.sample(index))

    def joined(self, samples: list[Any]) -> Row:
        """Return samples as one row, by the user's function where there is one."""
        if self._collate_fn is not None:
            return self.columns(self._collate_fn(samples))
        rows = [self.columns(sample) for sample in samples]
        columns = zip(*rows, strict=True)
        return tuple(_stack(list(column), name) for column, name in zip(columns, self._column_names, strict=True))

    def sample(self, index: Any) -> Any:
        """Return what the source gives."""
        try:
            return self._source[index if type(index) is int else int(index)]
        except Exception as error:
            told = f"{stack_of(error)}\nThe source of GeneratorDataset raised it for sample {index}."
            raise RuntimeError(user_code_error(told)) from error

    def columns(self, sample: Any) -> Row:
        """Return a sample's columns as arrays."""
        values = sample if type(sample) is tuple else to_columns(sample)
        if len(values) != len(self._column_names):
            raise RuntimeError(
                user_code_error(
                    f"Invalid Python function, the 'source' of 'GeneratorDataset' should return same number of NumPy "
                    f"arrays as specified in column_names, the size of column_names is:{len(self._column_names)} and "
                    f"number of returned NumPy array is:{len(values)}. The names are {self._column_names}."
                )
            )
        arrays: list[Any] = []
        try:
            for value in values:
                arrays.append(to_array(value, "GeneratorDataset"))  # noqa: PERF401 - their number tells which failed
        except RuntimeError as error:
            which = f"{len(arrays) + 1}th item of the " if isinstance(sample, (tuple, list)) else "the "
            told = f"Data type of {which}input or its converted Numpy array is expected to be int or float or str"
            raise RuntimeError(user_code_error(f"TypeError: {told}, but got object. {error}")) from error
        row: Row = tuple(arrays)
        if type(sample) is RowOfFile:
            row = RowOfFile.of(row, sample.file)
        if self._types is None:
            return row
        for array, kind, name in zip(row, self._types, self._column_names, strict=True):
            if kind is not None and array.dtype != kind:
                raise RuntimeError(f"GeneratorDataset: column '{name}' is of type {array.dtype}, not {np.dtype(kind)}.")
        return row


class NumpySlicesDataset(GeneratorDataset):
    """A dataset of the slices of arrays along their first axis.

    Args:
        data (Union[list, tuple, dict, numpy.ndarray]): an array or list: one column; a tuple: a column each; a dict:
            its values are the columns.
        column_names (list[str], optional): their names. Default: ``None``: a dict's keys, else column_0, column_1 ...
        num_samples (int, optional): at most so many samples. Default: ``None``, all.
        num_parallel_workers (int): worker processes. Default: ``1``, this process.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Union[Sampler, Iterable], optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        TypeError: if `data` is none of those above.
        ValueError: if the columns differ in length, or the names in number.

    Source: mindspore.dataset.NumpySlicesDataset, MindSpore 2.10
    """

    def __init__(
        self,
        data: Any,
        column_names: str | list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        if not isinstance(data, (list, tuple, dict, np.ndarray)):
            raise TypeError(f"NumpySlicesDataset: `data` must be a list, tuple, dict or array, but got {type(data)}.")
        if len(data) == 0:
            raise ValueError("NumpySlicesDataset: `data` is empty.")
        if isinstance(data, dict):
            columns, names = list(data.values()), list(data)
        else:
            columns = list(data) if isinstance(data, tuple) else [data]
            names = [f"column_{index}" for index in range(len(columns))]
        names = names if column_names is None else check.names("column_names", column_names)
        if len(names) != len(columns):
            raise ValueError(f"NumpySlicesDataset: {len(names)} column names for {len(columns)} columns.")
        super().__init__(
            _Slices(columns),
            names,
            num_samples=num_samples,
            num_parallel_workers=num_parallel_workers,
            shuffle=shuffle,
            sampler=sampler,
            num_shards=num_shards,
            shard_id=shard_id,
        )


class _Slices:
    """Columns read at one position."""

    def __init__(self, columns: list[Any]) -> None:
        self._columns = [_whole_or_ragged(column) for column in columns]
        lengths = [len(column) for column in self._columns]
        if len(set(lengths)) > 1:
            raise ValueError(f"NumpySlicesDataset: the columns differ in length: {lengths}.")

    def __len__(self) -> int:
        return len(self._columns[0])

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        return tuple(column[index] for column in self._columns)


def _whole_or_ragged(column: Any) -> Any:
    lengths = {np.shape(row)[:1] for row in column if isinstance(row, (list, tuple, np.ndarray))}
    # rows of different length stay what they are: each is made an array when it is read
    return column if len(lengths) > 1 else to_array(column, "NumpySlicesDataset")
