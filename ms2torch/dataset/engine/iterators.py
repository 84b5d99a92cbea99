"""Iterators over a pipeline, as Tensors or numpy arrays.

Source: mindspore.dataset.engine.iterators, MindSpore 2.10
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol

import numpy as np
import torch

from ms2torch._core.base import wrap
from ms2torch.common._tensor_format import of_numpy
from ms2torch.dataset.engine._rows import Epoch, Row, first_epoch, to_array
from ms2torch.dataset.engine.cache_client import DatasetCache


class Pipeline(Protocol):
    """What an iterator asks of a dataset."""

    _fresh: bool
    cache: DatasetCache | None

    @property
    def children(self) -> Sequence[Pipeline]:
        """What it is made of."""
        ...

    def _rows(self, epoch: Epoch) -> Iterator[Row]: ...

    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""
        ...

    def get_dataset_size(self) -> int:
        """Return the number of rows of one epoch."""
        ...

    def get_init_step(self) -> int:
        """Return the row that the first pass begins with."""
        ...

    def project(self, columns: str | list[str]) -> Pipeline:
        """Keep some columns."""
        ...


_alive: weakref.WeakSet[DatasetIterator] = weakref.WeakSet()


def _cleanup() -> None:
    """Close every iterator there is.

    Source: mindspore.dataset.engine.iterators._cleanup, MindSpore 2.10
    """
    for iterator in list(_alive):
        iterator.release()


def _unset_iterator_cleanup() -> None:
    """Let iterators be made again; here they always can.

    Source: mindspore.dataset.engine.iterators._unset_iterator_cleanup, MindSpore 2.10
    """


class DatasetIterator:
    """One or more passes over a pipeline: each `for` over it, or each end of `next`, is one epoch.

    Args:
        dataset (Dataset): the pipeline.
        num_epochs (int): how many passes it has, -1 for any number.
        output_numpy (bool): give numpy arrays, not Tensors.
        do_copy (bool): the Tensors are no views of numpy arrays, which shows in how they print.
    """

    def __init__(self, dataset: Pipeline, num_epochs: int, output_numpy: bool, do_copy: bool = False) -> None:
        self.dataset = dataset
        self.col_names = dataset.get_col_names()
        # what a reader tells of a file is given only where the user renames it, as in MindSpore
        self._shown = [not name.startswith("_meta-") for name in self.col_names]
        _refuse_caches(dataset)
        self._num_epochs = num_epochs
        self._output_numpy = output_numpy
        self._do_copy = do_copy
        self._epoch = first_epoch()
        self._rows: Iterator[Row] | None = None
        self._stopped = False
        first = dataset.get_init_step()
        self._skipped = divmod(first, dataset.get_dataset_size()) if first else None
        _alive.add(self)

    def __iter__(self) -> DatasetIterator:
        return self

    def __next__(self) -> Any:
        if self._stopped:
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '_runtime_context': the iterator was stopped; make "
                f"another."
            )
        if self._skipped is not None:
            self._skip(*self._skipped)
        if self._rows is None:
            if 0 <= self._num_epochs <= self._epoch.number:
                raise RuntimeError(
                    f"EOF buffer encountered. User tries to fetch data beyond the specified number of epochs. "
                    f"The iterator "
                    f"has given its {self._num_epochs}; make another, or one with a larger `num_epochs`."
                )
            self._rows = self.dataset._rows(self._epoch)
        try:
            row = next(self._rows)
        except StopIteration:
            self._rows = None
            self._epoch = replace(self._epoch, number=self._epoch.number + 1)
            raise
        return self._pack(row)

    def _skip(self, epochs: int, steps: int) -> None:
        """Go through what `set_init_step` leaves out, so that shuffles and random operations go on as they would."""
        self._skipped = None
        for _ in range(epochs):
            for _row in self.dataset._rows(self._epoch):
                pass
            self._epoch = replace(self._epoch, number=self._epoch.number + 1)
        if steps:
            self._rows = self.dataset._rows(self._epoch)
            for _row in islice(self._rows, steps):
                pass

    def __del__(self) -> None:
        self.release()

    def release(self) -> None:
        """Stop in the middle of an epoch: close what the pipeline has open."""
        rows, self._rows = getattr(self, "_rows", None), None
        if rows is not None and hasattr(rows, "close"):
            rows.close()
        if hasattr(self, "_epoch"):
            self._epoch.memory.clear()  # worker processes end

    def stop(self) -> None:
        """End the iterator: it gives nothing more.

        Source: mindspore.dataset.engine.iterators.Iterator.stop, MindSpore 2.10
        """
        self.release()
        self._stopped = True

    def _pack(self, row: Row) -> Any:
        raise NotImplementedError

    def _convert(self, array: Any) -> Any:
        if isinstance(array, dict):
            return {name: self._convert(value) for name, value in array.items()}
        if not isinstance(array, np.ndarray):  # inside a dict, which may hold anything
            if isinstance(array, (list, tuple)):
                return type(array)([self._convert(value) for value in array])
            if not isinstance(array, (str, int, float, np.generic)):
                return array
            array = to_array(array, "the iterator")
        # torch holds no text: it stays a numpy array
        if not self.dataset._fresh:
            # the source may hold this memory, or give it again in the next epoch
            array = np.array(array, order="C")
        if self._output_numpy or array.dtype.kind in "US":
            return array
        values = torch.from_numpy(array)
        return wrap(values if self._do_copy else of_numpy(values))


def _refuse_caches(dataset: Pipeline) -> None:
    if dataset.cache is not None:
        dataset.cache.refuse()
    for child in dataset.children:
        _refuse_caches(child)


class TupleIterator(DatasetIterator):
    """Gives each row as a list.

    Args:
        dataset (Dataset): the pipeline.
        columns (list[str], optional): columns to give, in this order. ``None``: all.
        num_epochs (int): how many passes it has, -1 for any number.
        output_numpy (bool): give numpy arrays, not Tensors.
        do_copy (bool): as in `DatasetIterator`.
    """

    def __init__(
        self, dataset: Pipeline, columns: list[str] | None, num_epochs: int, output_numpy: bool, do_copy: bool = False
    ) -> None:
        chosen = dataset.project(columns) if columns is not None else dataset
        super().__init__(chosen, num_epochs, output_numpy, do_copy)

    def _pack(self, row: Row) -> list[Any]:
        return [self._convert(array) for array, shown in zip(row, self._shown, strict=True) if shown]


class DictIterator(DatasetIterator):
    """Gives each row as a dict from column name to value."""

    def _pack(self, row: Row) -> dict[str, Any]:
        columns = zip(self.col_names, row, self._shown, strict=True)
        return {name: self._convert(array) for name, array, shown in columns if shown}
