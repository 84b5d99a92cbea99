"""`MindDataset`: MindRecord files.

Source: mindspore.dataset.engine.datasets_standard_format, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import pairwise
from typing import Any

import numpy as np

from ms2torch._core.random_engines import Mersenne32, MinimalStandard
from ms2torch.dataset.core import config
from ms2torch.dataset.engine._record_order import Mixed, Ranges, Share, part
from ms2torch.dataset.engine._rows import Epoch, Row
from ms2torch.dataset.engine._wording import pipeline_error
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.dataset.engine.datasets_user_defined import MappableDataset
from ms2torch.dataset.engine.samplers import (
    BuiltinSampler,
    DistributedSampler,
    PKSampler,
    RandomSampler,
    SequentialSampler,
    SubsetRandomSampler,
    SubsetSampler,
)

_LEAST = 8  # bytes: what a file begins with, the size of its header
_SAMPLERS = (
    DistributedSampler,
    PKSampler,
    RandomSampler,
    SequentialSampler,
    SubsetRandomSampler,
    SubsetSampler,
)


class MindDataset(MappableDataset):
    """MindRecord files. Columns: the fields of the rows; bytes come as one element of numpy's bytes.

    Args:
        dataset_files (Union[str, list[str]]): a file, which is read with those it was written with; or a list of files.
        columns_list (list[str], optional): fields to read. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (Union[bool, Shuffle], optional): mix all rows, the files, or the rows of each file. Default:
            ``None``, all rows.
        num_shards (int, optional): divide the rows into so many parts, each every so many-th row; each a block of
            rows where the environment has ``MS_DEV_MINDRECORD_SHARD_BY_BLOCK=True``. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        padded_sample (dict, optional): a row to add, with the fields of `columns_list`. Default: ``None``.
        num_padded (int, optional): how often it is added. Default: ``None``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if a file does not exist, or a sampler cannot choose rows of files.
        RuntimeError: if options contradict each other, a file is damaged or a field does not exist.

    Differs from MindSpore:
        `num_samples` with shuffling, `RandomSampler` with replacement and `PKSampler` draw other rows, and so do
        samplers with children after the first epoch; what is drawn keeps to their description.

    Source: mindspore.dataset.MindDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        columns_list: list[str] | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        sampler: Any = None,
        padded_sample: dict[str, Any] | None = None,
        num_padded: int | None = None,
        num_samples: int | None = None,
        cache: object = None,
    ) -> None:
        _check_options(shuffle, num_shards, shard_id, sampler, padded_sample, num_padded, columns_list)
        self.dataset_files = _existing(dataset_files)
        self._columns_list = columns_list
        self._scope = shuffle if isinstance(shuffle, Shuffle) else Shuffle.GLOBAL
        chosen = None if isinstance(shuffle, Shuffle) and shuffle is not Shuffle.FALSE else shuffle
        super().__init__(num_parallel_workers, sampler, num_samples, chosen, num_shards, shard_id, cache)
        if num_samples and shuffle in (Shuffle.FILES, Shuffle.INFILE):
            told = "'Shuffle.FILES' or 'Shuffle.INFILE' and 'num_samples' cannot be specified at the same time."
            raise ValueError(told)
        self._padding = _padding(padded_sample)
        self._padded = num_padded or 0
        self._reader: Any = None

    @property
    def _rows_of_files(self) -> Any:
        if self._reader is None:
            from ms2torch.mindrecord.core._reader import RecordReader

            self._reader = RecordReader(self.dataset_files, self._columns_list)
        return self._reader

    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""
        return list(self._columns_list or sorted(self._rows_of_files.schema.fields))

    def _total(self) -> int:
        return len(self._rows_of_files) + self._padded

    def _known_size(self) -> int | None:
        total = self._total()
        if isinstance(self._sampler, DistributedSampler) and self._sampler.child_sampler is None:
            return len(_share(self._sampler).places(total))
        return self._drawn_again(total) or self._sampler.count(total)

    def _drawn_again(self, total: int) -> int:
        """Return how many rows are drawn with replacement, which here may be more than there are; 0: none are."""
        sampler = self._sampler
        if isinstance(sampler, RandomSampler) and sampler.replacement and sampler.child_sampler is None:
            return sampler.num_samples or total
        return 0

    def use_sampler(self, new_sampler: BuiltinSampler | None) -> None:
        """Read with another sampler.

        Args:
            new_sampler (Sampler): the sampler; ``None`` leaves the one there is.

        Raises:
            ValueError: if it cannot choose rows of files.

        Source: mindspore.dataset.MindDataset.use_sampler, MindSpore 2.10
        """
        _check_sampler(new_sampler)
        super().use_sampler(new_sampler)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        chained = self._sampler.child_sampler
        if self._padded and chained is not None and not isinstance(chained, DistributedSampler):
            told = "When the padded sample logic is enabled and use sampler chain,the first sampler which is specified "
            raise RuntimeError(f"{told}by parameter sampler or (num_shards, shard_id) is not distributed sampling.")
        names = self.get_col_names()
        for name in names if self._padding else ():
            if not isinstance(self._padding[name], (str, int, float)):
                told = f"Invalid padded_sample, the value of column: {name} should be string or number but got: {{}}, "
                told += f"check 'padded_sample'. It is {self._padding[name]!r}."
                raise RuntimeError(pipeline_error(told))  # noqa: TRY004 - as in MindSpore
        whole = len(self._rows_of_files)
        for number in self._numbers(epoch):
            yield self._row(number, names) if number < whole else tuple(_value(self._padding[name]) for name in names)

    def _row(self, number: int, names: list[str]) -> Row:
        row = self._rows_of_files[number]
        fields = self._rows_of_files.schema.fields
        return tuple(_value(row[name], fields[name]["type"]) for name in names)

    def _numbers(self, epoch: Epoch) -> Iterable[int]:
        return self._chosen(self._sampler, self._total(), self._starts(), epoch)

    def _chosen(self, sampler: BuiltinSampler, total: int, files: Ranges, epoch: Epoch) -> Iterable[int]:
        if sampler.child_sampler is not None:
            inner = list(self._chosen(sampler.child_sampler, total, files, epoch))
            alone = copy(sampler)
            alone.child_sampler = None
            return [inner[place] for place in self._chosen(alone, len(inner), [(0, len(inner))], epoch)]
        if sampler is self._sampler and (again := self._drawn_again(total)):
            engine = Mersenne32(epoch.seed + epoch.number)
            return [engine.below(total) for _ in range(again)]
        if isinstance(sampler, RandomSampler) and not sampler.replacement:
            order = epoch.kept(self, lambda: Mixed(files, self._scope_of(sampler), sampler.num_samples))
            return order.order(epoch.seed, epoch.number)
        if isinstance(sampler, SubsetRandomSampler):
            places = MinimalStandard(epoch.seed + 1).permutation(sampler.count(total) or 0)
            return [sampler._indices[place] for place in places]
        if isinstance(sampler, DistributedSampler):
            seed = config.shared_seed(epoch.seed) + 1 + epoch.number
            return part(files, self._scope_of(sampler), seed, _share(sampler))
        return sampler.indices(total, epoch.with_labels(self._labels))

    def _mixes(self) -> str:
        own = self._sampler.get_shuffle_mode()
        return self._scope if own == Shuffle.GLOBAL else own

    def _scope_of(self, sampler: RandomSampler | DistributedSampler) -> Shuffle:
        own = Shuffle(sampler.get_shuffle_mode())
        if own is Shuffle.FALSE or sampler is not self._innermost():
            return own
        return own if self._scope == Shuffle.GLOBAL else self._scope

    def _innermost(self) -> BuiltinSampler:
        sampler = self._sampler
        while sampler.child_sampler is not None:
            sampler = sampler.child_sampler
        return sampler

    def _starts(self) -> Ranges:
        """Return first row and end of each file; what is added counts as one more."""
        ends = np.cumsum([0, *(len(one.places) for one in self._rows_of_files.files), self._padded]).tolist()
        return [(start, end) for start, end in pairwise(ends) if end > start]

    def _labels(self, column: str) -> Iterable[Any]:
        if column not in self._rows_of_files.schema.fields:
            raise RuntimeError(
                f"Invalid data, 'class_column': {column} can not found in fields of mindrecord files. Please check "
                f"'class_column' in PKSampler."
            )
        return self._rows_of_files.values(column)


def _share(sampler: DistributedSampler) -> Share:
    # where a million rows at a time are mixed the offset has no effect, as in MindSpore
    offset = -1 if sampler.get_shuffle_mode() == Shuffle.PARTIAL else sampler.offset
    return Share(sampler.num_shards, sampler.shard_id, sampler.num_samples, offset)


def _check_options(
    shuffle: object,
    num_shards: object,
    shard_id: object,
    sampler: object,
    padded_sample: dict[str, Any] | None,
    num_padded: object,
    columns_list: list[str] | None,
) -> None:
    if shuffle is not None and not isinstance(shuffle, (bool, Shuffle)):
        raise TypeError(
            "shuffle must be of boolean or enum of 'Shuffle' values like 'Shuffle.GLOBAL' or 'Shuffle.FILES' or "
            "'Shuffle.INFILE'."
        )
    if sampler is not None and shuffle is not None:
        raise RuntimeError("sampler and shuffle cannot be specified at the same time.")
    if sampler is not None and num_shards is not None:
        raise RuntimeError("sampler and sharding cannot be specified at the same time.")
    if num_shards is not None and shard_id is None:
        raise RuntimeError("num_shards is specified and currently requires shard_id as well.")
    if shard_id is not None and num_shards is None:
        raise RuntimeError("shard_id is specified but num_shards is not.")
    _check_sampler(sampler)
    if padded_sample is not None:
        if num_padded is None:
            raise RuntimeError("padded_sample is specified and requires num_padded as well.")
        if columns_list is None:
            raise RuntimeError("padded_sample is specified and requires columns_list as well.")
    elif num_padded is not None:
        raise RuntimeError("num_padded is specified but padded_sample is not.")
    for name in columns_list or () if padded_sample is not None else ():
        if name not in (padded_sample or {}):
            raise ValueError("padded_sample cannot match columns_list.")


def _check_sampler(sampler: object) -> None:
    if sampler is not None and not isinstance(sampler, _SAMPLERS):
        raise ValueError("The sampler is not supported yet.")


def _existing(dataset_files: Any) -> str | list[str]:
    from pathlib import Path

    if not isinstance(dataset_files, (str, list)):
        raise TypeError(f"MindDataset: `dataset_files` must be a str or a list of str, but got {dataset_files!r}.")
    for path in dataset_files if isinstance(dataset_files, list) else [dataset_files]:
        if not Path(path).is_file():
            raise ValueError(f"The file {path} does not exist or permission denied!")
        size = Path(path).stat().st_size
        if size < _LEAST:
            raise RuntimeError(
                f"Invalid file, the size of mindrecord file: {size} is smaller than the lower limit: {_LEAST}.\n "
                f"Please check file path: {path} and use 'FileWriter' to generate valid mindrecord files."
            )
    return dataset_files


def _padding(sample: dict[str, Any] | None) -> dict[str, Any]:
    return dict(sample or {})


def _value(value: Any, kind: str | None = None) -> Any:
    if isinstance(value, bytes):
        return np.array([value], dtype=f"S{len(value) or 1}")
    return np.array(value, None if kind is None or kind == "string" else kind)
