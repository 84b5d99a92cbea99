"""What flows through a pipeline: rows of numpy arrays, epoch after epoch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ms2torch._core.random_engines import RandomEngine
from ms2torch.common.tensor import Tensor
from ms2torch.dataset.core import config

Array: TypeAlias = "NDArray[Any]"
Row: TypeAlias = "tuple[Array, ...]"
_T = TypeVar("_T")


class RowOfFile(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have no slots with names
    """A row that knows the file it was read from, so that an error can say it."""

    file: str = ""

    @classmethod
    def of(cls, columns: Iterable[Any], file: str) -> RowOfFile:
        """Return columns as a row of a file."""
        row = cls(columns)
        row.file = file
        return row


_END = object()


def _no_labels(column: str) -> Iterable[Any]:
    raise RuntimeError(f"PKSampler: this dataset does not tell the classes of its samples (column '{column}').")


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass over a pipeline, or one of the passes that `repeat` makes of it.

    Args:
        number (int): counted from 0 for each iterator.
        seed (int): seed of the whole iterator.
        memory (dict): what the parts of the pipeline keep from one pass of the iterator to the next. Default: none yet.
    """

    number: int
    seed: int
    memory: dict[Any, Any] = field(default_factory=dict)
    labels: Callable[[str], Iterable[Any]] = _no_labels

    def with_labels(self, labels: Callable[[str], Iterable[Any]]) -> Epoch:
        """Return the same pass for a dataset that tells the class of each sample, given the name of a column."""
        return replace(self, labels=labels)

    def part(self, index: int, count: int) -> Epoch:
        """Return the pass number `index` of `count` inside this one."""
        return replace(self, number=self.number * count + index)

    def kept(self, owner: object, make: Callable[[], _T]) -> _T:
        """Return what a part of the pipeline keeps; it is made when first asked for."""
        if id(owner) not in self.memory:
            # the owner is kept with it, so that no other object can get its id
            self.memory[id(owner)] = (owner, make())
        return self.memory[id(owner)][1]


def first_epoch() -> Epoch:
    """Return the first pass of a new iterator: its seed is the one in force, or drawn."""
    return Epoch(0, config.pipeline_seed())


def shuffled(rows: Iterable[Any], buffer_size: int, engine: RandomEngine) -> Iterator[Any]:
    """Give rows mixed: each is drawn from a buffer of the next ones."""
    source = iter(rows)
    buffer = list(islice(source, buffer_size))
    while buffer:
        place = engine.raw() % len(buffer)
        out = buffer[place]
        buffer[place] = buffer[-1]
        following = next(source, _END)
        if following is _END:
            buffer.pop()
        else:
            buffer[-1] = following
        yield out


def to_array(value: object, where: str) -> Any:
    """Return what a user's code gave for one column as a numpy array; a dict stays one.

    Raises:
        RuntimeError: if it is nothing that numpy holds as numbers or text.
    """
    if type(value) is np.ndarray and value.dtype.kind in "biufcUS":
        return value
    if isinstance(value, dict):
        return value
    if isinstance(value, Tensor):
        return value.asnumpy()
    if value is None or isinstance(value, set):
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
