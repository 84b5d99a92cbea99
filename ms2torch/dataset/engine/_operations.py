"""The operations on datasets, except batching."""

from __future__ import annotations

from builtins import zip as _zip
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ms2torch._core.random_engines import Mersenne64
from ms2torch.dataset.core import config
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Epoch, Row, shuffled
from ms2torch.dataset.engine._wording import pipeline_error, stack_of, user_code_error
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.engine.samplers import DistributedSampler, RandomSampler


class _OneChild(Dataset):
    """An operation that keeps the columns and, unless it says otherwise, the size."""

    def __init__(self, child: Dataset) -> None:
        super().__init__(child)
        self._child = child
        self._fresh = child._fresh

    def get_col_names(self) -> list[str]:
        return self._child.get_col_names()

    def _known_size(self) -> int | None:
        return self._child._known_size()


@called_by("shuffle")
class ShuffleDataset(_OneChild):
    """See `Dataset.shuffle`."""

    def __init__(self, child: Dataset, buffer_size: int) -> None:
        super().__init__(child)
        check.integer("buffer_size", buffer_size, 2)
        if child.is_sync():
            raise RuntimeError("No shuffle after sync operators.")
        self._buffer_size = buffer_size

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        engine = epoch.kept(self, lambda: Mersenne64(epoch.seed))
        return shuffled(self._child._rows(epoch), self._buffer_size, engine)


@called_by("repeat")
class RepeatDataset(_OneChild):
    """See `Dataset.repeat`."""

    def __init__(self, child: Dataset, count: int) -> None:
        super().__init__(child)
        check.repeats(count)
        self._count = count

    def get_repeat_count(self) -> int:
        return self._count

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        # a pipeline without end has, as in MindSpore, the size of one pass
        return size if size is None or self._count < 0 else size * self._count

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        index = 0
        while index != self._count:
            empty = True
            for row in self._child._rows(epoch.part(index, max(self._count, 1))):
                empty = False
                yield row
            if empty:
                return
            index += 1


class _Left:
    """The rows of an epoch that were not taken: MindSpore reads them all the same, and what is drawn for them is drawn.

    They are read when the next epoch begins, and only where a seed is set, since nobody can tell otherwise; and not
    where they may be without end.
    """

    def __init__(self) -> None:
        self._rows: list[Iterator[Row]] = []

    def of(self, child: Dataset, epoch: Epoch) -> Iterator[Row]:
        """Return the rows of a child, to be read to their end later."""
        rows = child._rows(epoch)
        if config.seed_is_set() and child._known_size() is not None and not _without_end(child):
            self._rows.append(rows)
        return rows

    def read(self) -> None:
        """Read what was left."""
        for rows in self._rows:
            for _row in rows:
                pass
        self._rows.clear()


def _without_end(dataset: Dataset) -> bool:
    if isinstance(dataset, TakeDataset):
        return False
    repeated = isinstance(dataset, RepeatDataset) and dataset._count < 0
    return repeated or any(_without_end(child) for child in dataset.children)


@called_by("take")
class TakeDataset(_OneChild):
    """See `Dataset.take`."""

    def __init__(self, child: Dataset, count: int) -> None:
        super().__init__(child)
        self._count = count

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        return None if size is None else min(size, self._count)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        left = epoch.kept(self, _Left)
        left.read()
        return islice(left.of(self._child, epoch), self._count)


@called_by("skip")
class SkipDataset(_OneChild):
    """See `Dataset.skip`."""

    def __init__(self, child: Dataset, count: int) -> None:
        super().__init__(child)
        check.integer("count", count, 0)
        self._count = count

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        return None if size is None else max(0, size - self._count)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return islice(self._child._rows(epoch), self._count, None)


@called_by("filter")
class FilterDataset(_OneChild):
    """See `Dataset.filter`."""

    def __init__(self, child: Dataset, predicate: Callable[..., Any], input_columns: Any) -> None:
        super().__init__(child)
        if not callable(predicate):
            raise TypeError(f"filter: `predicate` must be a function, but got {predicate!r}.")
        self._predicate = predicate
        self._wanted = None if input_columns is None else check.names("input_columns", input_columns)

    def _known_size(self) -> int | None:
        return None

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        columns = self.get_col_names()
        wanted = columns if self._wanted is None else self._wanted
        sentence = "Invalid parameter, column name: {} does not exist in the dataset columns."
        check.columns_exist("filter", wanted, columns, sentence)
        places = [columns.index(name) for name in wanted]
        for row in self._child._rows(epoch):
            if self._is_kept([row[place] for place in places]):
                yield row

    def _is_kept(self, values: list[Any]) -> bool:
        try:
            return bool(self._predicate(*values))
        except Exception as error:
            raise RuntimeError(user_code_error(stack_of(error))) from error


@called_by("project")
class ProjectDataset(_OneChild):
    """See `Dataset.project`."""

    def __init__(self, child: Dataset, columns: list[str]) -> None:
        super().__init__(child)
        self._columns = columns

    def get_col_names(self) -> list[str]:
        have = self._child.get_col_names()
        check.columns_exist("project", self._columns, have, "Invalid column, column name: {} does not exist.")
        return list(self._columns)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        have = self._child.get_col_names()
        places = [have.index(name) for name in self.get_col_names()]
        for row in self._child._rows(epoch):
            yield tuple(row[place] for place in places)


@called_by("rename")
class RenameDataset(_OneChild):
    """See `Dataset.rename`."""

    def __init__(self, child: Dataset, old: list[str], new: list[str]) -> None:
        super().__init__(child)
        if len(old) != len(new):
            raise ValueError(
                f"Number of column in input_columns and output_columns is not equal. They are {len(old)} and "
                f"{len(new)}."
            )
        self._changed = dict(_zip(old, new, strict=True))

    def get_col_names(self) -> list[str]:
        columns = self._child.get_col_names()
        missing = "Invalid column, column to be renamed does not exist. It is {}."
        check.columns_exist("rename", self._changed, columns, missing)
        return check.names("columns after rename", [self._changed.get(name, name) for name in columns])

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return self._child._rows(epoch)


@called_by("zip")
class ZipDataset(Dataset):
    """See `zip`."""

    def __init__(self, *children: Dataset) -> None:
        super().__init__(*children)

    def get_col_names(self) -> list[str]:
        columns = [name for child in self.children for name in child.get_col_names()]
        for name in columns:
            if columns.count(name) > 1:
                told = f"Invalid data, duplicate column {name} already exists when zipping datasets."
                raise RuntimeError(pipeline_error(f"{told} Rename it first."))
        return columns

    def _known_size(self) -> int | None:
        sizes = [child._known_size() for child in self.children]
        return None if None in sizes else min(size for size in sizes if size is not None)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        left = epoch.kept(self, _Left)
        left.read()
        for rows in _zip(*[left.of(child, epoch) for child in self.children], strict=False):
            yield tuple(array for row in rows for array in row)


@called_by("concat")
class ConcatDataset(Dataset):
    """See `Dataset.concat`."""

    def __init__(self, *children: Dataset) -> None:
        super().__init__(*children)
        self._sampler: DistributedSampler | RandomSampler | None = None

    def get_col_names(self) -> list[str]:
        columns = self.children[0].get_col_names()
        for child in self.children[1:]:
            if child.get_col_names() != columns:
                told = "Invalid columns, 'column name' or 'column order' of concat datasets should be the same."
                raise RuntimeError(
                    pipeline_error(f"{told} They are {child.get_col_names()} and {columns}: rename or project them.")
                )
        return columns

    def use_sampler(self, sampler: DistributedSampler | RandomSampler) -> None:
        """Read a part of the rows, counted through all datasets, or take the datasets' rows in turns that are drawn.

        Args:
            sampler (Union[DistributedSampler, RandomSampler]): which part, not shuffled; or that each next row comes
                from a dataset drawn by how many rows it has left, whose own order stays.

        Raises:
            TypeError: if it is another sampler.
            ValueError: if a `DistributedSampler` shuffles, a `RandomSampler` draws with replacement, or `num_samples`
                is given.

        Differs from MindSpore: the same seed draws other turns.

        Source: mindspore.dataset.ConcatDataset.use_sampler, MindSpore 2.10
        """
        if not isinstance(sampler, (DistributedSampler, RandomSampler)):
            raise TypeError(f"The parameter {sampler} of concat must be DistributedSampler or RandomSampler!")
        kind = type(sampler).__name__
        if isinstance(sampler, RandomSampler) and sampler.replacement:
            raise ValueError(f"The parameter replacement of {kind} must be False!")
        if isinstance(sampler, DistributedSampler) and sampler.shuffle:
            raise ValueError(f"The parameter shuffle of {kind} must be False!")
        if sampler.num_samples is not None:
            raise ValueError(f"The parameter num_samples of {kind} is not support to be set!")
        self._sampler = sampler

    def get_dataset_size(self) -> int:
        """Return the number of rows of one epoch; the datasets are counted one by one where they must be."""
        size = self._known_size()
        return sum(child.get_dataset_size() for child in self.children) if size is None else size

    def _known_size(self) -> int | None:
        sizes = [child._known_size() for child in self.children]
        if None in sizes:
            return None
        total = sum(size for size in sizes if size is not None)
        return _without_filling(self._sampler, total) if isinstance(self._sampler, DistributedSampler) else total

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        if self._sampler is None:
            yield from _of_one_type(child._rows(epoch) for child in self.children)
            return
        if isinstance(self._sampler, RandomSampler):
            # counted once: of a generator that takes a pass
            sizes = epoch.kept(self, lambda: [child.get_dataset_size() for child in self.children])
            owners = [number for number, size in enumerate(sizes) for _ in range(size)]
            rows = [child._rows(epoch) for child in self.children]
            for place in self._sampler.indices(len(owners), epoch):
                yield next(rows[owners[place]])
            return
        everything = [row for child in self.children for row in child._rows(epoch)]
        places = iter(self._sampler.indices(len(everything), epoch))
        for place in islice(places, _without_filling(self._sampler, len(everything))):
            yield everything[place]


def _of_one_type(datasets: Iterable[Iterator[Row]]) -> Iterator[Row]:
    """Give the rows of one dataset after the other; the first rows must agree in the types of the columns."""
    kinds: list[Any] = []
    for rows in datasets:
        first = next(rows, None)
        if first is None:
            continue
        own = [getattr(array, "dtype", dict) for array in first]
        for before, now in _zip(kinds or own, own, strict=False):
            if before != now and getattr(now, "kind", "U") not in "US":
                told = "Concat: the data types of the two datasets to be concatenated should be the same"
                raise RuntimeError(pipeline_error(f"{told}, but got: {before} and {now}."))
        kinds = kinds or own
        yield first
        yield from rows


def _without_filling(sampler: DistributedSampler, total: int) -> int:
    """Return how many rows a sampler reads; unlike elsewhere, a shard is not filled up to the size of the others."""
    return len(range(sampler.shard_id, total, sampler.num_shards))
