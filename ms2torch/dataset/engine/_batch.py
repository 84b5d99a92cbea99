"""Batching, with padding or a function on each batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._map import columns_after_map
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._rows import Array, Epoch, Row, call_each, to_array, workers_for
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
        if not callable(batch_size):
            check.integer("batch_size", batch_size, 1)
        check.boolean("drop_remainder", drop_remainder)
        check.workers(num_parallel_workers)
        check.boolean("python_multiprocessing", python_multiprocessing)
        columns = child.get_col_names()
        if per_batch_map is None and (input_columns is not None or output_columns is not None):
            raise ValueError("batch: `input_columns` and `output_columns` need a `per_batch_map`.")
        inputs = columns if input_columns is None else check.names("input_columns", input_columns)
        check.columns_exist("batch", inputs, columns)
        outputs = inputs if output_columns is None else check.names("output_columns", output_columns)
        check.columns_exist("padded_batch", pad_info or {}, columns)
        if pad_info is not None and not pad_info:
            pad_info = dict.fromkeys(columns)
        self.batch_size = batch_size
        self.drop_remainder = drop_remainder
        self.per_batch_map = per_batch_map
        self.num_parallel_workers = num_parallel_workers
        self._fresh = per_batch_map is None
        self._batch_size = batch_size
        self._drop_remainder = drop_remainder
        self._workers = workers_for(num_parallel_workers, python_multiprocessing) if per_batch_map else 0
        self._columns, order = columns_after_map(columns, inputs, outputs)
        places = [columns.index(name) for name in inputs]
        self._call = _Stack(columns, per_batch_map, places, outputs, order, pad_info or {})

    def get_col_names(self) -> list[str]:
        return list(self._columns)

    def get_batch_size(self) -> int:
        return self._batch_size if isinstance(self._batch_size, int) else -1

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        if size is None or not isinstance(self._batch_size, int):
            return None
        full, rest = divmod(size, self._batch_size)
        return full + (rest > 0 and not self._drop_remainder)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return call_each(self._call, self._groups(epoch), self._workers)

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
            return tuple(_stack(column, name) for column, name in zip(columns, self._columns, strict=True))
        results = self._function(*(columns[place] for place in self._places), info)
        results = results if isinstance(results, tuple) else (results,)
        if len(results) != len(self._outputs):
            raise RuntimeError(
                f"batch: `per_batch_map` gave {len(results)} columns, but there are {len(self._outputs)} output "
                f"columns {self._outputs}; give `output_columns`."
            )
        return tuple(
            self._result(results[-1 - place], -1 - place) if place < 0 else _stack(columns[place], self._columns[place])
            for place in self._order
        )

    def _result(self, values: Any, index: int) -> Array:
        name = self._outputs[index]
        if isinstance(values, (list, tuple)):
            return _stack([to_array(value, f"batch, column '{name}'") for value in values], name)
        return to_array(values, f"batch, column '{name}'")


def _stack(column: list[Array], name: str) -> Array:
    shapes = {array.shape for array in column}
    if len(shapes) > 1:
        raise RuntimeError(
            f"batch: the rows differ in the shape of column '{name}': {sorted(shapes)}; make them equal with map, "
            f"or use padded_batch."
        )
    kinds = {array.dtype for array in column}
    if len(kinds) > 1 and any(kind.kind not in "US" for kind in kinds):
        raise RuntimeError(f"batch: the rows differ in the type of column '{name}': {sorted(map(str, kinds))}.")
    return np.stack(column)


def _pad(column: list[Array], rule: Any, name: str) -> list[Array]:
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
    return [_filled(array, shape, value) for array in column]


def _filled(array: Array, shape: list[int], value: Any) -> Array:
    # a row that is larger than the shape is cut, as in MindSpore
    out = np.full(shape, "" if array.dtype.kind in "US" and value is None else value or 0, array.dtype)
    part = tuple(slice(0, min(have, want)) for have, want in zip(array.shape, shape, strict=True))
    out[part] = array[part]
    return out
