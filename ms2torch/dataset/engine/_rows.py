"""What flows through a pipeline: rows of numpy arrays, epoch after epoch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset as TorchDataset

from ms2torch.common.tensor import Tensor
from ms2torch.dataset.core import config

Array: TypeAlias = "NDArray[Any]"
Row: TypeAlias = "tuple[Array, ...]"


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass over a pipeline.

    Args:
        number (int): counted from 0 for each iterator.
        seed (int, optional): seed of the whole iterator; ``None`` draws afresh.
    """

    number: int
    seed: int | None

    def generator(self) -> np.random.Generator:
        """Return the random numbers of this pass; every operation of a pipeline gets the same, as in MindSpore."""
        return np.random.default_rng(None if self.seed is None else (self.seed, self.number))

    def part(self, index: int, count: int) -> Epoch:
        """Return the pass number `index` of `count` inside this one."""
        return replace(self, number=self.number * count + index)


def to_array(value: object, where: str) -> Array:
    """Return what a user's code gave for one column as a numpy array.

    Raises:
        RuntimeError: if it is nothing that numpy holds as numbers or text.
    """
    if isinstance(value, Tensor):
        return value.asnumpy()
    if value is None or isinstance(value, (dict, set)):
        raise RuntimeError(f"{where}: a column must be a number, text, list, array or Tensor, but got {value!r}.")
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise RuntimeError(f"{where}: cannot make an array of {value!r}: {error}") from error
    if array.dtype.kind not in "biufcUS":
        raise RuntimeError(f"{where}: a column must be of numbers or text, but got {value!r}.")
    return array


def to_columns(value: object) -> tuple[object, ...]:
    """Return what a user's code gave as a tuple of columns; a list counts as one, as in MindSpore."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def workers_for(asked: int | None, python_multiprocessing: bool) -> int:
    """Return the number of worker processes: 0 unless multiprocessing is asked for and there is more than one."""
    if not python_multiprocessing:
        return 0
    number = config.get_num_parallel_workers() if asked is None else asked
    return number if number > 1 else 0


def call_each(function: Callable[[Any], Any], items: Iterable[Any], workers: int) -> Iterator[Any]:
    """Yield `function(item)` for every item in order, in `workers` processes of torch's DataLoader if there are any."""
    if not workers:
        yield from map(function, items)
        return
    yield from DataLoader(
        _Calls(function),
        # what a sampler yields goes to a worker as it is: a whole row serves as well as an index
        sampler=items,
        batch_size=None,
        num_workers=workers,
        collate_fn=_as_it_is,
        multiprocessing_context=config.get_multiprocessing_start_method(),
    )


class _Calls(TorchDataset[Any]):
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __getitem__(self, item: Any) -> Any:
        return self._function(item)


def _as_it_is(value: Any) -> Any:
    return value
