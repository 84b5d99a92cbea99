"""The workers of `map` as threads: where they pay, which is measured as the rows go by.

What image operations do is done in OpenCV and numpy, which let other threads run; a user's Python function does not,
and what draws from Python's own generator must keep its order. So only MindSpore's operations on arrays go to threads,
and only if a row takes long enough. Each worker has a thread of its own: which stream of random numbers a row gets,
and the order of the draws, are what they are without threads.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ms2torch._core.origin import is_ours
from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import CompoundOperation, PyTensorOperation, TensorOperation

_LOOKED_AT = 8  # rows, before it is decided
_WORTH = 0.25e-3  # seconds a row must take: handing one over and back takes a fifth of it
_AHEAD = 2  # rows that each worker may be ahead


def possible(operations: Sequence[Any]) -> bool:
    """Return whether operations work on arrays alone, with random numbers of their own."""
    return all(_on_arrays(operation) for operation in operations)


def _on_arrays(operation: Any) -> bool:
    if isinstance(operation, CompoundOperation):
        return operation.implementation != Implementation.PY and possible(operation.transforms)
    return (
        isinstance(operation, TensorOperation)
        and is_ours(type(operation))  # of a user's own nobody knows
        and not isinstance(operation, PyTensorOperation)
        and operation.implementation != Implementation.PY
    )


def _in_turn(turns: Iterator[tuple[Callable[[Row], Row], Row]]) -> Generator[Callable[[], Row]]:
    """Give the work on each row, to be done when asked for."""
    for call, row in turns:
        yield lambda call=call, row=row: call(row)


def results(
    turns: Iterator[tuple[Callable[[Row], Row], Row]], calls: Sequence[Callable[[Row], Row]], *, threads: bool
) -> Generator[Callable[[], Row]]:
    """Give the results of the work on rows in order: the first are made here and timed; the rest in threads if it pays.

    Args:
        turns (Iterator): each row with the worker that it goes to.
        calls (Sequence): the workers.
        threads (bool): whether threads are possible.
    """
    if not threads:
        yield from _in_turn(turns)
        return
    spent: list[float] = []
    for work in _in_turn(turns):
        started = time.perf_counter()
        done = _kept(work)
        spent.append(time.perf_counter() - started)
        yield done
        if len(spent) == _LOOKED_AT:
            break
    # the shortest but one: what the first rows cost once, and pauses of the machine, do not count
    if len(spent) < _LOOKED_AT or sorted(spent)[1] < _WORTH:
        yield from _in_turn(turns)
        return
    yield from _in_threads(turns, calls)


def _kept(work: Callable[[], Row]) -> Callable[[], Row]:
    """Do work now, and return what gives its result, or raises its error, later."""
    try:
        row = work()
    except RuntimeError as error:
        return _raising(error)
    return lambda: row


def _raising(error: RuntimeError) -> Callable[[], Row]:
    def raise_it() -> Row:
        raise error

    return raise_it


def _in_threads(
    turns: Iterator[tuple[Callable[[Row], Row], Row]], calls: Sequence[Callable[[Row], Row]]
) -> Generator[Callable[[], Row]]:
    threads = {id(call): ThreadPoolExecutor(1, f"ms2torch-map-{place}") for place, call in enumerate(calls)}
    waiting: deque[Callable[[], Row]] = deque()
    try:
        for call, row in turns:
            waiting.append(threads[id(call)].submit(call, row).result)
            if len(waiting) > _AHEAD * len(calls):
                yield waiting.popleft()
        yield from waiting
    finally:
        for thread in threads.values():
            thread.shutdown(wait=True, cancel_futures=True)
