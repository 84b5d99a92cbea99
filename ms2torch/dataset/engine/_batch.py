"""Batching, with padding or a function on each batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ms2torch._core.base import TensorBase
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._map import columns_after_map
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._processes import Workers, workers_for
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Array, Epoch, Row, to_array
from ms2torch.dataset.engine._sync import waiting
from ms2torch.dataset.engine._wording import pipeline_error, stack_of, user_code_error
from ms2torch.dataset.engine.datasets import Dataset


class BatchInfo:
    """What a batch function may know: which batch of which epoch it makes.

    Source: mindspore.dataset.BatchInfo, MindSpore 2.10
    """

    def __init__(self, batch_num: int, epoch_num: int) -> None:
        self._batch_num = batch_num
        self._epoch_num = epoch_num

    def get_batch_num(self) -> int:
        """Return the number of the batch in its epoch, from 0."""
        return self._batch_num

    def get_epoch_num(self) -> int:
        """Return the number of the epoch, from 0."""
        return self._epoch_num


@called_by("batch")
class BatchDataset(_OneChild):
    """See `Dataset.batch` and `Dataset.padded_batch`."""

    def __init__(
        self,
        child: Dataset,
        batch_size: int | Callable[[BatchInfo], int],
        drop_remainder: bool,
        num_parallel_workers: int | None,
        per_batch_map: Callable[..., Any] | None = None,
        input_columns: Any = None,
        output_columns: Any = None,
        python_multiprocessing: bool = False,
        pad_info: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(child)
        check.boolean("drop_remainder", drop_remainder)
        if not callable(batch_size):
            if not isinstance(batch_size, int):
                raise TypeError(f"batch_size should either be an int or a callable. It is {batch_size!r}.")
            batch_size = int(batch_size)
            if batch_size != -1:  # refused below: only rows that are batches already have no size
                check.integer("batch_size", batch_size, 1)
        check.workers(num_parallel_workers)
        check.boolean("python_multiprocessing", python_multiprocessing)
        for argument, value in (("input_columns", input_columns), ("output_columns", output_columns)):
            if per_batch_map is None and value is not None:
                raise ValueError(f"{argument} can be specified only when per_batch_map is set.")
        self._inputs = None if input_columns is None else check.names("input_columns", input_columns)
        self._outputs = None if output_columns is None else check.names("output_columns", output_columns)
        self._pad_info = pad_info
        self.batch_size = batch_size
        self.drop_remainder = drop_remainder
        self.per_batch_map = per_batch_map
        self.num_parallel_workers = num_parallel_workers
        self._fresh = per_batch_map is None
        self._batch_size = batch_size
        self._drop_remainder = drop_remainder
        self._workers = workers_for(num_parallel_workers, python_multiprocessing) if per_batch_map else 0
        if not callable(batch_size):
            for place in waiting(child).values():
                place.count_batches(batch_size)

    def _names(self) -> tuple[list[str], list[str], list[str]]:
        """Return the columns before, those that go into the function and those that come out."""
        columns = self._child.get_col_names()
        inputs = self._inputs or columns
        sentence = "Invalid input_columns, '{}' of 'input_columns' doesn't exist."
        check.columns_exist("batch", inputs, columns, sentence)
        return columns, inputs, self._outputs or inputs

    def get_col_names(self) -> list[str]:
        return columns_after_map(*self._names())[0]

    def _stacked(self) -> _Stack:
        columns, inputs, outputs = self._names()
        pad_info = self._pad_info or {}
        check.columns_exist("padded_batch", pad_info, columns, "Invalid pad_info, column name: {} does not exist.")
        if self._pad_info is not None and not pad_info:
            pad_info = dict.fromkeys(columns)
        order = columns_after_map(columns, inputs, outputs)[1]
        return _Stack(columns, self.per_batch_map, [columns.index(name) for name in inputs], outputs, order, pad_info)

    def get_batch_size(self) -> int:
        return self._batch_size if isinstance(self._batch_size, int) else -1

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        if size is None or not isinstance(self._batch_size, int):
            return None
        full, rest = divmod(size, self._batch_size)
        return full + (rest > 0 and not self._drop_remainder)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        if self._batch_size == -1:
            raise RuntimeError(pipeline_error("Batch size cannot be -1 without using batch sampler."))
        groups = self._groups(epoch)
        if not self._workers:
            return map(self._stacked(), groups)
        workers = epoch.kept(self, lambda: Workers(self._stacked(), self._workers))
        return workers.results(groups, goes_on=True)

    def _groups(self, epoch: Epoch) -> Iterator[tuple[list[Row], BatchInfo]]:
        rows = self._child._rows(epoch)
        number = 0
        while True:
            info = BatchInfo(number, epoch.number)
            size = self._batch_size if isinstance(self._batch_size, int) else self._batch_size(info)
            group = list(islice(rows, size))
            if not group or (self._drop_remainder and len(group) < size):
                return
            yield group, info
            number += 1


class _Stack:
    """The work of `batch` on one group of rows; picklable where the function is."""

    def __init__(
        self,
        columns: list[str],
        function: Callable[..., Any] | None,
        places: list[int],
        outputs: list[str],
        order: list[int],
        pad_info: dict[str, Any],
    ) -> None:
        self._columns = columns
        self._function = function
        self._places = places
        self._outputs = outputs
        self._order = order
        self._pad_info = pad_info

    def __call__(self, group: tuple[list[Row], BatchInfo]) -> Row:
        rows, info = group
        columns = [list(column) for column in zip(*rows, strict=True)]
        for name, rule in self._pad_info.items():
            place = self._columns.index(name)
            columns[place] = _pad(columns[place], rule, name)
        if self._function is None:
            return tuple(
                _stack(column, name, place)
                for place, (column, name) in enumerate(zip(columns, self._columns, strict=True))
            )
        try:
            results = self._function(*(columns[place] for place in self._places), info)
        except Exception as error:
            raise RuntimeError(user_code_error(f"{type(error).__name__}: {stack_of(error)}")) from error
        results = results if isinstance(results, tuple) else (results,)
        if len(results) != len(self._outputs):
            raise RuntimeError(
                pipeline_error(
                    f"Invalid per_batch_map, the number of columns returned in 'per_batch_map' function should be "
                    f"{len(self._outputs)} , but got: {len(results)}. The output columns are {self._outputs}."
                )
            )
        if len({isinstance(values, dict) for values in results}) > 1:
            raise RuntimeError(
                pipeline_error(
                    "Invalid per_batch_map, different types were returned from per_batch_map function. If different "
                    "types are returned, all of them should be convertible to Python lists. Got: Python dict"
                )
            )
        return tuple(
            self._result(results[-1 - place], -1 - place) if place < 0 else self._untouched(columns[place], place)
            for place in self._order
        )

    def _untouched(self, column: list[Array], place: int) -> Any:
        """Batch a column that the function was not given; of dicts their values become lists, as in MindSpore."""
        if isinstance(column[0], dict):
            return _gathered(column, place)
        return _stack(column, self._columns[place])

    def _result(self, values: Any, index: int) -> Any:
        name = self._outputs[index]
        if isinstance(values, list) and values and isinstance(values[0], dict):
            return _stack_dicts(values, index) if len(values) == 1 else _gathered(values, index)  # measured 2.10
        if isinstance(values, (list, tuple)):
            return _stack([to_array(value, f"batch, column '{name}'") for value in values], name)
        return to_array(values, f"batch, column '{name}'")


def _stack(column: list[Array], name: str, place: int = 0) -> Any:
    first = column[0]
    if isinstance(first, dict):
        return _stack_dicts(column, place)
    for array in column:
        if isinstance(array, dict):
            raise _unlike("shapes", place, f"First element had shape {_angled(first)} and this element is a dict.")
        if array.shape != first.shape:
            told = f"First element had shape {_angled(first)} and this element had shape {_angled(array)}."
            raise _unlike("shapes", place, f"{told} Make column '{name}' equal with map, or use padded_batch.")
        if array.dtype != first.dtype and not (array.dtype.kind in "US" and first.dtype.kind in "US"):
            told = f"First element had type {first.dtype} and this element had type {array.dtype}."
            raise _unlike("types", place, f"{told} Make column '{name}' equal with map.")
    return np.array(column)  # all are of one shape: two thirds of np.stack's time, a tenth for numbers


def _gathered(column: list[Any], place: int) -> dict[Any, list[Any]]:
    """Return dicts as one: to each key of the first the values of all."""
    first = column[0]
    for row in column:
        if not isinstance(row, dict):
            raise _unlike("shapes", place, f"First element is a dict and this element had shape {_angled(row)}.")
        if len(row) != len(first):
            told = f"First row: {len(first)}, current row: {len(row)}."
            raise _failed(f"the number of key/value pairs in dictionaries do not match. {told}")
        for key in row:
            if key not in first:
                raise _failed(f"{key} was not found in previous rows.")
    return {key: [row[key] for row in column] for key in first}


def _stack_dicts(column: list[Any], place: int) -> dict[Any, Array]:
    """Return dicts as one, with an array to each key."""
    found: dict[Any, Array] = {}
    for key, values in _gathered(column, place).items():
        try:
            array = np.array([value._t.numpy() if isinstance(value, TensorBase) else value for value in values])
        except ValueError as error:
            raise _failed(f"ValueError: {error}") from error
        if array.dtype.kind == "O":
            raise RuntimeError(
                pipeline_error(
                    f"Invalid data, only arrays of numbers, bools and text can be made of dictionaries: use them "
                    f"with primitive types for the dictionary objects in column {place}, key: '{key}'. If you want a "
                    f"customized array, define a custom 'per_batch_map' function."
                )
            )
        found[key] = array
    return found


def _failed(told: str) -> RuntimeError:
    return RuntimeError(pipeline_error(f"Failed to create a batch: {told}"))


def _unlike(what: str, place: int, told: str) -> RuntimeError:
    return RuntimeError(pipeline_error(f"Cannot batch tensors with different {what} in column {place}. {told}"))


def _angled(array: Array) -> str:
    return f"<{','.join(map(str, array.shape))}>"


def _pad(column: list[Array], rule: Any, name: str) -> list[Array]:
    if isinstance(column[0], dict):  # is stacked as it is
        return column
    wanted, value = rule if rule is not None else (None, None)
    ranks = {array.ndim for array in column}
    if len(ranks) > 1 or (wanted is not None and len(wanted) not in ranks):
        raise RuntimeError(f"padded_batch: the rows of column '{name}' have {sorted(ranks)} dimensions, not {wanted}.")
    largest = [max(sizes) for sizes in zip(*(array.shape for array in column), strict=True)]
    shape = (
        largest
        if wanted is None
        else [most if size is None else size for size, most in zip(wanted, largest, strict=True)]
    )
    fill = _filling(column[0].dtype.kind, value, name)
    return [_filled(array, shape, fill) for array in column]


def _filling(kind: str, value: Any, name: str) -> Any:
    """Return what a column is padded with, by the kind of its type: text with text, bytes with bytes."""
    wanted = {"U": str, "S": bytes}.get(kind)
    if value is None:
        return wanted() if wanted else 0
    if (wanted and not isinstance(value, wanted)) or (not wanted and isinstance(value, (str, bytes))):
        given = "text" if isinstance(value, str) else "bytes" if isinstance(value, bytes) else "a number"
        told = "text" if kind == "U" else "bytes" if kind == "S" else "numbers"
        raise _failed(f"column '{name}' holds {told}, but is to be padded with {given}, {value!r}.")
    return value


def _filled(array: Array, shape: list[int], value: Any) -> Array:
    # a row that is larger than the shape is cut, as in MindSpore; text is as wide as its longest part
    kind = np.result_type(array.dtype, np.array(value).dtype) if array.dtype.kind in "US" else array.dtype
    out = np.full(shape, value, kind)
    part = tuple(slice(0, min(have, want)) for have, want in zip(array.shape, shape, strict=True))
    out[part] = array[part]
    return out


@called_by("padded_batch")
class PaddedBatchDataset(BatchDataset):
    """See `Dataset.padded_batch`."""
