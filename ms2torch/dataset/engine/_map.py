"""`Dataset.map`: operations on columns of each row."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from ms2torch._core.origin import is_ours
from ms2torch.dataset.callback import DSCallback
from ms2torch.dataset.callback.ds_callback import CallbackParam
from ms2torch.dataset.core import config
from ms2torch.dataset.engine import _checks as check, _side_by_side as side_by_side
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._processes import Workers, workers_for
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Epoch, Row, RowOfFile, to_array
from ms2torch.dataset.engine._sync import waiting
from ms2torch.dataset.engine._wording import pipeline_error, stack_of, user_code_error
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.transforms._random import streams_seeded
from ms2torch.dataset.transforms.transforms import CompoundOperation, TensorOperation


@called_by("map")
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
        for operation in chain:
            if any(_is_computing(kind) for kind in type(operation).__mro__):
                raise ValueError(
                    f"Input operations should not contain network computing operator like in mindspore.nn or "
                    f"mindspore.ops, got operation: {operation}"
                )
            if isinstance(operation, type):
                raise ValueError(  # noqa: TRY004 - MindSpore's kind of error
                    f"Parameter operations's element of method map should be a dataset processing operation instance, "
                    f"but got: {operation}. It may be missing parentheses for instantiation."
                )
            if not callable(operation):
                raise ValueError(  # noqa: TRY004 - MindSpore's kind of error
                    f"Parameter operations's element of method map should be a python function or class method which "
                    f"should be callable, but got: {operation}. It doesn't need parentheses for python function or "
                    f"class method."
                )
        self.operations = chain
        self.input_columns = [] if input_columns is None else check.names("input_columns", input_columns)
        self.output_columns = self.input_columns
        if output_columns is not None:
            self.output_columns = check.names("output_columns", output_columns)
        self.python_multiprocessing = python_multiprocessing
        self.callbacks = _callbacks(callbacks)
        self.num_parallel_workers = num_parallel_workers
        self._fresh = False
        # operations on arrays alone have no use for processes, as in MindSpore
        in_processes = python_multiprocessing and not side_by_side.possible(chain)
        self._workers = workers_for(num_parallel_workers, in_processes)

    def _names(self) -> tuple[list[str], list[str], list[str]]:
        """Return the columns before, those that go in and those that come out; the first goes in if none is named."""
        columns = self._child.get_col_names()
        inputs = self.input_columns or columns[:1]
        sentence = "Invalid parameter, input column name: {} doesn't exist in the dataset columns."
        check.columns_exist("map", inputs, columns, sentence)
        return columns, inputs, self.output_columns or inputs

    def get_col_names(self) -> list[str]:
        return check.names("columns after map", columns_after_map(*self._names())[0])

    def _call(self) -> MapRow:
        if not self.operations:
            raise RuntimeError(pipeline_error("Map: 'operations' should not be empty.", "Syntax error."))
        columns, inputs, outputs = self._names()
        order = columns_after_map(columns, inputs, outputs)[1]
        return MapRow(self.operations, [columns.index(name) for name in inputs], outputs, order)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        rows = self._child._rows(epoch)
        if self._workers:
            workers = epoch.kept(self, lambda: Workers(self._call(), self._workers))
            called = workers.results(rows, goes_on=True)
        else:
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
        self._calls = [dataset._call().with_streams(seed, worker) for worker in range(number)]
        self._turn = 0
        self._in_threads = number > 1 and side_by_side.possible(dataset.operations) and not waiting(dataset)

    def _turns(self, rows: Iterator[Row]) -> Iterator[tuple[MapRow, Row]]:
        """Give each row with the worker whose turn it is."""
        for row in rows:
            call = self._calls[self._turn % len(self._calls)]
            self._turn += 1
            yield call, row
        self._turn += 1

    def rows(self, rows: Iterator[Row], mode: config.ErrorSamplesMode) -> Iterator[Row]:
        """Give what becomes of rows, in their order."""
        turns = self._turns(rows)
        if not self._in_threads and mode == config.ErrorSamplesMode.RETURN:
            yield from (call(row) for call, row in turns)
            return
        last: Row | None = None
        with closing(side_by_side.results(turns, self._calls, threads=self._in_threads)) as results:
            for result in results:
                try:
                    last = result()
                except RuntimeError:
                    if mode == config.ErrorSamplesMode.RETURN:
                        raise
                    if mode == config.ErrorSamplesMode.SKIP or last is None:
                        continue
                yield last


def _copied(operations: Sequence[Any], seed: int, worker: int) -> list[Any]:
    """Return operations with streams of their own; a user's own functions are what they were."""
    with streams_seeded(seed + worker, held=seed):
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

    def with_streams(self, seed: int, worker: int) -> MapRow:
        """Return the same work with random streams of its own, for one worker of a pipeline with a seed."""
        return MapRow(_copied(self._chain, seed, worker), self._places, self._outputs, self._order)

    def __call__(self, row: Row) -> Row:
        values: tuple[Any, ...] = tuple([row[place] for place in self._places])
        if self._hooks:
            self._look(self._chain[0], values, is_input=True)
        for operation in self._chain:
            try:
                out = operation(*values)
            except Exception as error:
                raise _failed(operation, error, row) from error
            # unlike a source's, a list that an operation gives is one column
            values = out if isinstance(out, tuple) else (out,)
            if self._hooks:
                self._look(operation, values, is_input=False)
        if len(values) != len(self._outputs):
            raise RuntimeError(
                pipeline_error(
                    f"Invalid columns, the number of columns returned in 'map' operations should match the number of "
                    f"'output_columns', but got the number of columns returned in 'map' operations: {len(values)}, the "
                    f"number of 'output_columns': {len(self._outputs)}. They are {self._outputs}."
                )
            )
        arrays: list[Any] = []
        try:
            for value in values:
                arrays.append(to_array(value, "map"))  # noqa: PERF401 - how many there are tells which column failed
        except (RuntimeError, TypeError) as error:
            which = f"column '{self._outputs[len(arrays)]}'"
            raise RuntimeError(user_code_error(f"map operation: [PyFunc] failed. {which}: {error}")) from error
        out = [arrays[-1 - place] if place < 0 else row[place] for place in self._order]
        return RowOfFile.of(out, row.file) if type(row) is RowOfFile else tuple(out)

    def _look(self, operation: Any, values: tuple[Any, ...], is_input: bool) -> None:
        for hook in self._hooks:
            hook.set_previous_op_name(_name(operation))
            hook.set_is_first(is_input)
            hook(*values)


def _is_computing(kind: type) -> bool:
    return kind.__name__ in ("Cell", "Primitive") and is_ours(kind)


def _failed(operation: Any, error: Exception, row: Row) -> RuntimeError:
    """Return the error of an operation: with the stack of calls where it is the user's, or works on Pillow images."""
    of_arrays = isinstance(operation, TensorOperation) and not isinstance(operation, CompoundOperation)
    if of_arrays and isinstance(error, RuntimeError):
        head = "Shape is incorrect." if " crop size is bigger than " in str(error) else None
        message = f"map operation: [{_name(operation)}] failed. {_source_of(row)}{error}"
        return RuntimeError(pipeline_error(message, head) if head else pipeline_error(message))
    stack = stack_of(error)
    told = f"map operation: [PyFunc] failed. {_source_of(row)}Error description:\n{type(error).__name__}: {stack}"
    return RuntimeError(user_code_error(f"{told}\nThe operation is '{_name(operation)}'."))


def _source_of(row: Row) -> str:
    return f"The corresponding data file is: {row.file}. " if isinstance(row, RowOfFile) else ""


def _name(operation: Any) -> str:
    return getattr(operation, "__name__", type(operation).__name__)


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
