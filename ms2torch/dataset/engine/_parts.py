"""Dividing a dataset, and batching rows of like length."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ms2torch._core.random_engines import Mersenne32, Mersenne64
from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._batch import BatchInfo, _Stack
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Epoch, Row, first_epoch, shuffled
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset, MappableDataset
from ms2torch.dataset.engine.samplers import SubsetSampler


@called_by("split")
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
        raise TypeError(f"Argument sizes with value {sizes} is not of type [<class 'list'>], but got {type(sizes)}.")
    if not sizes:
        raise ValueError("sizes cannot be empty.")
    if all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        whole = [int(size) for size in sizes]
        if min(whole) <= 0:
            raise ValueError(f"sizes is a list of int, but there should be no negative or zero numbers. It is {sizes}.")
        if sum(whole) != total:
            raise RuntimeError(f"Sum of split sizes {sum(whole)} is not equal to dataset size {total}.")
        return whole
    if not all(isinstance(size, float) for size in sizes):
        raise ValueError(f"sizes should be list of int or list of float. It is {sizes}.")
    if not all(0 < size <= 1 for size in sizes):
        told = "there should be no numbers outside the range (0, 1]"
        raise ValueError(f"sizes is a list of float, but {told}. It is {sizes}.")
    if abs(sum(sizes) - 1) > 1e-9:
        raise ValueError(f"sizes is a list of float, but the percentages do not sum up to 1. It is {sizes}.")
    counts = [round(total * size) for size in sizes]
    if 0 in counts:
        raise RuntimeError(
            f"split percentage {sizes[counts.index(0)]} is too small. It is less than one of {total} rows."
        )
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


@called_by("bucket_batch_by_length")
class BucketBatchByLengthDataset(_OneChild):
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
        given = {"column_names": column_names, "bucket_boundaries": bucket_boundaries}
        given["bucket_batch_sizes"] = bucket_batch_sizes
        for argument, value in given.items():
            type_check(value, (list,), argument)
        check.boolean("pad_to_bucket_boundary", pad_to_bucket_boundary)
        check.boolean("drop_remainder", drop_remainder)
        names = check.names("column_names", column_names)
        if element_length_function is None and len(names) != 1:
            raise ValueError(
                f"If element_length_function is not specified, exactly one column name should be passed. There are "
                f"{len(names)}."
            )
        if element_length_function is not None and not callable(element_length_function):
            raise TypeError(f"element_length_function object is not callable. It is {element_length_function!r}.")
        _check_buckets(bucket_boundaries, bucket_batch_sizes)
        self._fresh = True
        self._names = names
        self._boundaries = bucket_boundaries
        self._sizes = bucket_batch_sizes
        self._length = element_length_function
        self._pad_info = pad_info
        self._to_boundary = pad_to_bucket_boundary
        self._drop_remainder = drop_remainder

    def _known_size(self) -> int | None:
        return None

    def get_batch_size(self) -> int:
        return -1

    def _columns(self) -> tuple[list[int], dict[str, Any]]:
        """Return where the columns are that the length depends on, and how to pad each column."""
        columns = self.get_col_names()
        sentence = "Invalid parameter, input column name: {} doesn't exist in the dataset columns."
        check.columns_exist("bucket_batch_by_length", self._names, columns, sentence)
        padding = dict.fromkeys(columns) if self._pad_info == {} else self._pad_info or {}
        check.columns_exist(
            "bucket_batch_by_length", padding, columns, "Invalid pad_info, column name: {} does not exist."
        )
        return [columns.index(name) for name in self._names], padding

    def _bucket(self, row: Row, places: list[int]) -> int:
        values = [row[place] for place in places]
        length = len(values[0]) if self._length is None else self._length(*values)
        length = int(np.asarray(length[0] if isinstance(length, tuple) else length))
        return int(np.searchsorted(self._boundaries, length, side="right"))

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        buckets: list[list[Row]] = [[] for _ in self._sizes]
        number = 0
        places, padding = self._columns()
        for row in self._child._rows(epoch):
            place = self._bucket(row, places)
            buckets[place].append(row)
            if len(buckets[place]) == self._sizes[place]:
                yield self._stack(place, buckets[place], number, padding)
                buckets[place] = []
                number += 1
        for place, rows in enumerate(buckets):
            if rows and not self._drop_remainder:
                yield self._stack(place, rows, number, padding)
                number += 1

    def _stack(self, place: int, rows: list[Row], number: int, padding: dict[str, Any]) -> Row:
        pad_info = padding
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


def _check_buckets(boundaries: list[int], sizes: list[int]) -> None:
    if not boundaries:
        raise ValueError("bucket_boundaries cannot be empty.")
    if not all(isinstance(one, int) for one in boundaries):
        raise TypeError(f"bucket_boundaries should be a list of int. It is {boundaries}.")
    if min(boundaries) <= 0:
        raise ValueError(f"bucket_boundaries must only contain positive numbers. It is {boundaries}.")
    if sorted(set(boundaries)) != boundaries:
        raise ValueError(f"bucket_boundaries should be strictly increasing. It is {boundaries}.")
    if len(sizes) != len(boundaries) + 1:
        told = f"There are {len(sizes)} and {len(boundaries)}."
        raise ValueError(f"bucket_batch_sizes must contain one element more than bucket_boundaries. {told}")
    if not all(isinstance(one, int) for one in sizes):
        raise TypeError(f"bucket_batch_sizes should be a list of int. It is {sizes}.")
    if min(sizes) <= 0:
        raise ValueError(f"bucket_batch_sizes should be a list of positive numbers. It is {sizes}.")


def _bounded(rule: Any, most: int) -> Any:
    shape, value = rule if rule is not None else (None, None)
    return rule if shape is None else ([most if size is None else size for size in shape], value)
