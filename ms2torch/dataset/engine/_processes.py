"""The worker processes of `map`, `batch` and `GeneratorDataset`.

As in MindSpore they live as long as the iterator, take items in turn, and begin with the seed in force plus their
number, which they give to `random`, `numpy.random` and `dataset.config`. So what is drawn follows from the seed, epoch
after epoch. Where no seed is set, a process that was forked goes on with the state of `numpy.random`, and Python gives
`random` a fresh one.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from torch.utils.data import DataLoader, Dataset as TorchDataset

from ms2torch.dataset.core import config


def workers_for(asked: int | None, python_multiprocessing: bool, least: int = 1) -> int:
    """Return the number of worker processes: 0 unless multiprocessing is asked for.

    Args:
        asked (int, optional): ``None``: as `dataset.config` says.
        python_multiprocessing (bool): whether there are any.
        least (int): below this number the main process does the work. Default: ``1``.
    """
    if not python_multiprocessing or config.get_debug_mode():
        return 0
    number = config.get_num_parallel_workers() if asked is None else asked
    return number if number >= least else 0


class Workers:
    """Processes that do the work of one part of a pipeline.

    Args:
        function (Callable): what is done with each item; not ``None`` for any. Picklable where processes are spawned.
        number (int): how many processes.
    """

    def __init__(self, function: Callable[[Any], Any], number: int) -> None:
        self._function = function
        self._number = number
        self._feed = _Feed()
        self._busy = False
        self._turn = 0
        self._loader = DataLoader(
            _Calls(function),
            # what a sampler yields goes to a worker as it is: a whole row serves as well as an index
            sampler=self._feed,
            batch_size=None,
            num_workers=number,
            collate_fn=_as_it_is,
            multiprocessing_context=config.get_multiprocessing_start_method(),
            persistent_workers=True,
            worker_init_fn=_Start(),
        )

    def results(self, items: Iterable[Any], *, goes_on: bool = False) -> Iterator[Any]:
        """Give what becomes of items, in their order.

        Args:
            items (Iterable): one epoch's.
            goes_on (bool): the first goes to the process after the one that the end of the last epoch went to, and not
                to the first. Default: ``False``.
        """
        if self._busy:  # the same part stands twice in a pipeline
            yield from Workers(self._function, self._number).results(items)
            return
        self._busy = True
        skipped = self._turn % self._number if goes_on else 0
        self._feed.begin(items, skipped)
        try:
            for result in self._begin():
                if isinstance(result, RuntimeError):
                    try:
                        raise result
                    finally:
                        del result  # the error and this frame would keep each other alive, and the processes
                if result is not None:
                    self._turn += 1
                    yield result
            self._turn += 1
        finally:
            self._busy = False

    def _begin(self) -> Iterator[Any]:
        """Start the processes, the first time, with nothing that they could find to be thrown away.

        A process that is forked has what the main process has not thrown away yet, loaders among it; one that it throws
        away looks for workers that are not its own.
        """
        if gc.get_freeze_count():  # the program has done so itself
            return iter(self._loader)
        gc.freeze()
        try:
            return iter(self._loader)
        finally:
            gc.unfreeze()


class _Feed:
    """The items of the epoch that is running, after nothings for the processes that it does not begin with."""

    def __init__(self) -> None:
        self._items: Iterable[Any] = ()
        self._skipped = 0

    def begin(self, items: Iterable[Any], skipped: int) -> None:
        self._items, self._skipped = items, skipped

    def __iter__(self) -> Iterator[Any]:
        for _ in range(self._skipped):
            yield None
        yield from self._items


class _Calls(TorchDataset[Any]):
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __getitem__(self, item: Any) -> Any:
        try:
            return None if item is None else self._function(item)
        except RuntimeError as error:  # what the pipeline tells comes as it is, not wrapped in the loader's words
            return RuntimeError(str(error))


class _Start:
    """What a process does before its first item."""

    def __init__(self) -> None:
        self._seed = config.get_seed() if config.seed_is_set() else None
        forked = config.get_multiprocessing_start_method() == "fork"
        self._state = np.random.get_state() if forked and self._seed is None else None

    def __call__(self, number: int) -> None:
        # what was copied from the main process must not be cleared away here: loaders would look for their workers
        gc.freeze()
        if self._seed is not None:
            config.set_seed((self._seed + number) % 2**32)
        elif self._state is not None:
            np.random.set_state(self._state)


def _as_it_is(value: Any) -> Any:
    return value
