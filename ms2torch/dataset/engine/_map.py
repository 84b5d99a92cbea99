"""`Dataset.map`: operations on columns of each row."""

from __future__ import annotations

import copy
from builtins import zip as _zip
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from torch.utils.data import get_worker_info

from ms2torch.dataset.callback import DSCallback
from ms2torch.dataset.callback.ds_callback import CallbackParam
from ms2torch.dataset.core import config
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._rows import Epoch, Row, call_each, to_array, workers_for
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.transforms._random import streams_seeded
from ms2torch.dataset.transforms.transforms import TensorOperation


class MapDataset(_OneChild):
    """See `Dataset.map`."""

    def __init__(
        self,
        child: Dataset,
        operations: Any,
        input_columns: Any,
        output_columns: Any,
        num_parallel_workers: int | None,
        python_multiprocessing: bool,
        callbacks: Any = None,
    ) -> None:
        super().__init__(child)
        check.workers(num_parallel_workers)
        check.boolean("python_multiprocessing", python_multiprocessing)
        chain = list(operations) if isinstance(operations, (list, tuple)) else [operations]
        if not chain:
            raise RuntimeError("map: `operations` is empty.")
        for operation in chain:
            if not callable(operation):
                raise TypeError(f"map: an operation must be a function, but got {operation!r}.")
        columns = child.get_col_names()
        inputs = columns[:1] if input_columns is None else check.names("input_columns", input_columns)
        check.columns_exist("map", inputs, columns)
        outputs = inputs if output_columns is None else check.names("output_columns", output_columns)
        self.operations = chain
        self.input_columns = inputs
        self.output_columns = outputs
        self.python_multiprocessing = python_multiprocessing
        self.callbacks = _callbacks(callbacks)
        self.num_parallel_workers = num_parallel_workers
        self._fresh = False
        self._workers = workers_for(num_parallel_workers, python_multiprocessing)
        self._columns, self._order = columns_after_map(columns, inputs, outputs)
        check.names("columns after map", self._columns)
        self._places = [columns.index(name) for name in inputs]

    def get_col_names(self) -> list[str]:
        return list(self._columns)

    def _call(self) -> MapRow:
        return MapRow(self.operations, self._places, self.output_columns, self._order)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        rows = self._child._rows(epoch)
        if self._workers:
            # a process begins anew with each epoch, and so does its stream: not the one of the epoch before again
            return call_each(_InProcess(self._call(), epoch.seed + 1000 * epoch.number), rows, self._workers)
        streams = epoch.kept(self, lambda: _Streams(self, epoch.seed))
        called = streams.rows(rows, config.get_error_samples_mode())
        return with_callbacks(called, self.callbacks, epoch) if self.callbacks else called


class _Streams:
    """What the workers of one `map` keep through the epochs of an iterator: operations with streams of their own.

    MindSpore gives the rows to its workers in turn, and the end of an epoch too; so which stream a row gets depends on
    their number alone, and one thread can do the work of all in the same order.
    """

    def __init__(self, dataset: MapDataset, seed: int) -> None:
        number = dataset.num_parallel_workers or config.get_num_parallel_workers()
        if not any(isinstance(operation, TensorOperation) for operation in dataset.operations):
            number = 1
        self._calls = [dataset._call().with_streams(seed + worker) for worker in range(number)]
        self._turn = 0

    def rows(self, rows: Iterator[Row], mode: config.ErrorSamplesMode) -> Iterator[Row]:
        last: Row | None = None
        for row in rows:
            call = self._calls[self._turn % len(self._calls)]
            self._turn += 1
            try:
                last = call(row)
            except RuntimeError:
                if mode == config.ErrorSamplesMode.RETURN:
                    raise
                if mode == config.ErrorSamplesMode.SKIP or last is None:
                    continue
            yield last
        self._turn += 1


class _InProcess:
    """The work of `map` in a process of its own, with a random stream for each process."""

    def __init__(self, call: MapRow, seed: int) -> None:
        self._call = call
        self._seed = seed
        self._ready: MapRow | None = None

    def __call__(self, row: Row) -> Row:
        if self._ready is None:
            worker = get_worker_info()
            self._ready = self._call.with_streams(self._seed + (worker.id if worker is not None else 0))
        return self._ready(row)


def _copied(operations: Sequence[Any], seed: int) -> list[Any]:
    """Return operations with streams that begin with a seed; a user's own functions are what they were."""
    with streams_seeded(seed % 2**32):
        return [copy.deepcopy(one) if isinstance(one, TensorOperation) else one for one in operations]


def columns_after_map(columns: list[str], inputs: list[str], outputs: list[str]) -> tuple[list[str], list[int]]:
    """Return the columns' names, and where each comes from: not negative in the old row, -1-i the i-th result.

    As many results as inputs take their places; otherwise the results come first.
    """
    if len(inputs) == len(outputs):
        order = [-1 - inputs.index(name) if name in inputs else place for place, name in enumerate(columns)]
    else:
        results = [-1 - index for index in range(len(outputs))]
        order = results + [place for place, name in enumerate(columns) if name not in inputs]
    return [outputs[-1 - place] if place < 0 else columns[place] for place in order], order


class MapRow:
    """The work of `map` on one row; picklable where the operations are."""

    def __init__(
        self, chain: list[Callable[..., Any]], places: list[int], outputs: list[str], order: list[int]
    ) -> None:
        self._chain = chain
        self._places = places
        self._outputs = outputs
        self._order = order
        self._hooks = config.debug_hooks()

    def with_streams(self, seed: int) -> MapRow:
        """Return the same work with random streams of its own, which begin with a seed."""
        return MapRow(_copied(self._chain, seed), self._places, self._outputs, self._order)

    def __call__(self, row: Row) -> Row:
        values: tuple[Any, ...] = tuple(row[place] for place in self._places)
        for number, operation in enumerate(self._chain):
            if self._hooks and not number:
                self._look(operation, values, is_input=True)
            try:
                values = _results(operation(*values))
            except Exception as error:
                raise RuntimeError(
                    f"map: operation '{_name(operation)}' raised {type(error).__name__}: {error}"
                ) from error
            if self._hooks:
                self._look(operation, values, is_input=False)
        if len(values) != len(self._outputs):
            raise RuntimeError(
                f"map: the operations gave {len(values)} columns, but there are {len(self._outputs)} output columns "
                f"{self._outputs}; give `output_columns`."
            )
        arrays = [to_array(value, f"map, column '{name}'") for name, value in _zip(self._outputs, values, strict=True)]
        return tuple(arrays[-1 - place] if place < 0 else row[place] for place in self._order)

    def _look(self, operation: Any, values: tuple[Any, ...], is_input: bool) -> None:
        for hook in self._hooks:
            hook.set_previous_op_name(_name(operation))
            hook.set_is_first(is_input)
            hook(*values)


def _name(operation: Any) -> str:
    return getattr(operation, "__name__", type(operation).__name__)


def _results(value: Any) -> tuple[Any, ...]:
    # unlike a source's, a list that an operation gives is one column
    return value if isinstance(value, tuple) else (value,)


def _callbacks(given: Any) -> list[DSCallback]:
    callbacks = [] if given is None else list(given) if isinstance(given, (list, tuple)) else [given]
    for callback in callbacks:
        if not isinstance(callback, DSCallback):
            raise TypeError(f"map: a callback must be a DSCallback, but got {type(callback)}.")
        callback.check_overridden()
    return callbacks


def with_callbacks(rows: Iterator[Row], callbacks: list[DSCallback], epoch: Epoch) -> Iterator[Row]:
    """Give rows, and tell callbacks where the pipeline is."""
    steps = epoch.kept(callbacks, lambda: [0])
    number = epoch.number + 1
    if not epoch.number:
        _tell(callbacks, "ds_begin", CallbackParam(0, 0, 0))
    _tell(callbacks, "ds_epoch_begin", CallbackParam(number, 0, steps[0]))
    step = 0
    while True:
        due = [one for one in callbacks if step % one.step_size == 0]
        here = CallbackParam(number, step + 1, steps[0] + 1)
        row = next(rows, None)
        if row is None:
            break
        _tell(due, "ds_step_begin", here)
        step += 1
        steps[0] += 1
        _tell(due, "ds_step_end", here)
        yield row
    _tell(callbacks, "ds_epoch_end", CallbackParam(number, step, steps[0]))


def _tell(callbacks: list[DSCallback], what: str, here: CallbackParam) -> None:
    for callback in callbacks:
        getattr(callback, what)(here)
