"""Dividing a dataset, and batching rows of like length."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ms2torch.dataset.core.random_engines import Mersenne32, Mersenne64
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._batch import BatchInfo, _Stack
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._rows import Epoch, Row, first_epoch, shuffled
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset, MappableDataset
from ms2torch.dataset.engine.samplers import SubsetSampler


def split(dataset: Dataset, sizes: Sequence[int] | Sequence[float], randomize: bool) -> list[Dataset]:
    """See `Dataset.split`."""
    check.boolean("randomize", randomize)
    total = dataset.get_dataset_size()
    counts = _counts(sizes, total)
    # one order for all parts and all epochs, or rows would wander from one part to another
    fixed = first_epoch()
    order = list(range(total))
    if randomize:
        _mix(order, dataset, fixed.seed)
    ends = np.cumsum(counts)
    return [_part(dataset, order[end - count : end], fixed) for count, end in zip(counts, ends, strict=True)]


def _mix(order: list[int], dataset: Dataset, seed: int) -> None:
    """Mix positions as MindSpore does: by a sampler where there are positions, else through a buffer of all rows."""
    if isinstance(dataset, MappableDataset):
        Mersenne32(seed).shuffle(order)
    else:
        order[:] = shuffled(list(order), len(order), Mersenne64(seed))


def _counts(sizes: Sequence[int] | Sequence[float], total: int) -> list[int]:
    if not isinstance(sizes, (list, tuple)):
        raise TypeError(f"split: `sizes` must be a list, but got {type(sizes)}.")
    if not sizes:
        raise ValueError("split: `sizes` is empty.")
    if all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        whole = [int(size) for size in sizes]
        if min(whole) <= 0:
            raise ValueError(f"split: the sizes must be positive, but got {sizes}.")
        if sum(whole) != total:
            raise RuntimeError(f"split: the sizes add up to {sum(whole)}, but the dataset has {total} rows.")
        return whole
    if not all(isinstance(size, float) for size in sizes):
        raise TypeError(f"split: `sizes` must be all int or all float, but got {sizes}.")
    if not all(0 < size <= 1 for size in sizes) or abs(sum(sizes) - 1) > 1e-9:
        raise ValueError(f"split: the parts must be above 0 and add up to 1, but got {sizes}.")
    counts = [round(total * size) for size in sizes]
    if 0 in counts:
        raise RuntimeError(f"split: {sizes[counts.index(0)]} of {total} rows is less than one.")
    missing = total - sum(counts)
    if missing > 0:
        counts[0] += missing
    for place in range(len(counts)) if missing < 0 else ():
        taken = min(-missing, counts[place] - 1)
        counts[place] -= taken
        missing += taken
    return counts


def _part(dataset: Dataset, places: Any, fixed: Epoch) -> Dataset:
    if isinstance(dataset, GeneratorDataset) and dataset._by_index and dataset._batch_sampler is None:
        chosen = list(dataset._sampler.indices(len(dataset.source), fixed))
        part = copy.copy(dataset)
        part._sampler = SubsetSampler([chosen[place] for place in places])
        return part
    return SplitDataset(dataset, [int(place) for place in places], fixed)


class SplitDataset(_OneChild):
    """Some rows of a dataset that cannot be read by position."""

    def __init__(self, child: Dataset, places: list[int], fixed: Epoch) -> None:
        super().__init__(child)
        self._fresh = False
        self._places = places
        self._fixed = fixed

    def _known_size(self) -> int | None:
        return len(self._places)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        if self._places == list(range(self._places[0], self._places[-1] + 1)):
            rows = self._child._rows(Epoch(0, self._fixed.seed))
            for number, row in enumerate(rows):
                if number > self._places[-1]:
                    return
                if number >= self._places[0]:
                    yield row
            return
        wanted = set(self._places)
        kept = {
            number: row for number, row in enumerate(self._child._rows(Epoch(0, self._fixed.seed))) if number in wanted
        }
        for place in self._places:
            yield kept[place]


class BucketBatchDataset(_OneChild):
    """See `Dataset.bucket_batch_by_length`."""

    def __init__(
        self,
        child: Dataset,
        column_names: str | list[str],
        bucket_boundaries: list[int],
        bucket_batch_sizes: list[int],
        element_length_function: Callable[..., Any] | None,
        pad_info: dict[str, Any] | None,
        pad_to_bucket_boundary: bool,
        drop_remainder: bool,
    ) -> None:
        super().__init__(child)
        where = "bucket_batch_by_length"
        names = check.names("column_names", column_names)
        columns = child.get_col_names()
        check.columns_exist(where, names, columns)
        lists = {"bucket_boundaries": bucket_boundaries, "bucket_batch_sizes": bucket_batch_sizes}
        for argument, values in lists.items():
            if not isinstance(values, list) or not values:
                raise TypeError(f"{where}: `{argument}` must be a list of int that is not empty, but got {values!r}.")
            for value in values:
                check.integer(argument, value, 1)
        if sorted(set(bucket_boundaries)) != bucket_boundaries:
            raise ValueError(f"{where}: `bucket_boundaries` must rise, but got {bucket_boundaries}.")
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError(
                f"{where}: {len(bucket_boundaries)} boundaries need one more batch size than that, but there are "
                f"{len(bucket_batch_sizes)}."
            )
        if element_length_function is None and len(names) != 1:
            raise ValueError(f"{where}: several columns need an `element_length_function`.")
        if element_length_function is not None and not callable(element_length_function):
            raise TypeError(f"{where}: `element_length_function` must be a function.")
        check.columns_exist(where, pad_info or {}, columns)
        check.boolean("pad_to_bucket_boundary", pad_to_bucket_boundary)
        check.boolean("drop_remainder", drop_remainder)
        if pad_info is not None and not pad_info:
            pad_info = dict.fromkeys(columns)
        self._fresh = True
        self._places = [columns.index(name) for name in names]
        self._boundaries = bucket_boundaries
        self._sizes = bucket_batch_sizes
        self._length = element_length_function
        self._pad_info = pad_info or {}
        self._to_boundary = pad_to_bucket_boundary
        self._drop_remainder = drop_remainder

    def _known_size(self) -> int | None:
        return None

    def get_batch_size(self) -> int:
        return -1

    def _bucket(self, row: Row) -> int:
        values = [row[place] for place in self._places]
        length = len(values[0]) if self._length is None else self._length(*values)
        length = int(np.asarray(length[0] if isinstance(length, tuple) else length))
        return int(np.searchsorted(self._boundaries, length, side="right"))

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        buckets: list[list[Row]] = [[] for _ in self._sizes]
        number = 0
        for row in self._child._rows(epoch):
            place = self._bucket(row)
            buckets[place].append(row)
            if len(buckets[place]) == self._sizes[place]:
                yield self._stack(place, buckets[place], number)
                buckets[place] = []
                number += 1
        for place, rows in enumerate(buckets):
            if rows and not self._drop_remainder:
                yield self._stack(place, rows, number)
                number += 1

    def _stack(self, place: int, rows: list[Row], number: int) -> Row:
        pad_info = self._pad_info
        if self._to_boundary:
            if place == len(self._boundaries):
                raise RuntimeError(
                    f"bucket_batch_by_length: a row is longer than the last boundary, {self._boundaries[-1]}, so that "
                    f"`pad_to_bucket_boundary` has no length to pad to."
                )
            most = self._boundaries[place] - 1
            pad_info = {name: _bounded(rule, most) for name, rule in pad_info.items()}
        stack = _Stack(self.get_col_names(), None, [], [], [], pad_info)
        return stack((rows, BatchInfo(number, 0)))


def _bounded(rule: Any, most: int) -> Any:
    shape, value = rule if rule is not None else (None, None)
    return rule if shape is None else ([most if size is None else size for size in shape], value)
