"""The operations on datasets, except batching."""

from __future__ import annotations

from builtins import zip as _zip
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ms2torch.dataset.core.random_engines import Mersenne64
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._rows import Epoch, Row, shuffled
from ms2torch.dataset.engine.datasets import Dataset
from ms2torch.dataset.engine.samplers import BuiltinSampler, DistributedSampler


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


class ShuffleDataset(_OneChild):
    """See `Dataset.shuffle`."""

    def __init__(self, child: Dataset, buffer_size: int) -> None:
        super().__init__(child)
        check.integer("buffer_size", buffer_size, 2)
        self._buffer_size = buffer_size

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        engine = epoch.kept(self, lambda: Mersenne64(epoch.seed))
        return shuffled(self._child._rows(epoch), self._buffer_size, engine)


class RepeatDataset(_OneChild):
    """See `Dataset.repeat`."""

    def __init__(self, child: Dataset, count: int) -> None:
        super().__init__(child)
        check.integer("count", count, -1, not_zero=True)
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


class TakeDataset(_OneChild):
    """See `Dataset.take`."""

    def __init__(self, child: Dataset, count: int) -> None:
        super().__init__(child)
        self._count = count

    def _known_size(self) -> int | None:
        size = self._child._known_size()
        return None if size is None else min(size, self._count)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return islice(self._child._rows(epoch), self._count)


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


class FilterDataset(_OneChild):
    """See `Dataset.filter`."""

    def __init__(self, child: Dataset, predicate: Callable[..., Any], input_columns: Any) -> None:
        super().__init__(child)
        if not callable(predicate):
            raise TypeError(f"filter: `predicate` must be a function, but got {predicate!r}.")
        columns = child.get_col_names()
        wanted = columns if input_columns is None else check.names("input_columns", input_columns)
        check.columns_exist("filter", wanted, columns)
        self._predicate = predicate
        self._places = [columns.index(name) for name in wanted]

    def _known_size(self) -> int | None:
        return None

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        for row in self._child._rows(epoch):
            if bool(self._predicate(*(row[place] for place in self._places))):
                yield row


class ProjectDataset(_OneChild):
    """See `Dataset.project`."""

    def __init__(self, child: Dataset, columns: list[str]) -> None:
        super().__init__(child)
        have = child.get_col_names()
        check.columns_exist("project", columns, have)
        self._columns = columns
        self._places = [have.index(name) for name in columns]

    def get_col_names(self) -> list[str]:
        return list(self._columns)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        for row in self._child._rows(epoch):
            yield tuple(row[place] for place in self._places)


class RenameDataset(_OneChild):
    """See `Dataset.rename`."""

    def __init__(self, child: Dataset, old: list[str], new: list[str]) -> None:
        super().__init__(child)
        columns = child.get_col_names()
        if len(old) != len(new):
            raise ValueError(f"rename: {len(old)} input columns, but {len(new)} output columns.")
        check.columns_exist("rename", old, columns)
        changed = dict(_zip(old, new, strict=True))
        self._columns = check.names("columns after rename", [changed.get(name, name) for name in columns])

    def get_col_names(self) -> list[str]:
        return list(self._columns)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return self._child._rows(epoch)


class ZipDataset(Dataset):
    """See `zip`."""

    def __init__(self, *children: Dataset) -> None:
        super().__init__(*children)
        columns = self.get_col_names()
        twice = sorted({name for name in columns if columns.count(name) > 1})
        if twice:
            raise RuntimeError(f"zip: the columns {twice} come twice; rename them first.")

    def get_col_names(self) -> list[str]:
        return [name for child in self.children for name in child.get_col_names()]

    def _known_size(self) -> int | None:
        sizes = [child._known_size() for child in self.children]
        return None if None in sizes else min(size for size in sizes if size is not None)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        for rows in _zip(*(child._rows(epoch) for child in self.children), strict=False):
            yield tuple(array for row in rows for array in row)


class ConcatDataset(Dataset):
    """See `Dataset.concat`."""

    def __init__(self, *children: Dataset) -> None:
        super().__init__(*children)
        columns = self.get_col_names()
        for child in children[1:]:
            if child.get_col_names() != columns:
                raise RuntimeError(f"concat: the columns {child.get_col_names()} are not {columns}; rename them first.")

        self._sampler: BuiltinSampler | None = None

    def get_col_names(self) -> list[str]:
        return self.children[0].get_col_names()

    def use_sampler(self, sampler: BuiltinSampler) -> None:
        """Read the rows, counted through all datasets, with a sampler.

        Args:
            sampler (Sampler): the sampler; one that shuffles or repeats needs datasets that are not without end.

        Raises:
            TypeError: if it is no sampler.
        """
        if not isinstance(sampler, BuiltinSampler):
            raise TypeError(f"use_sampler: expected a sampler, but got {type(sampler)}.")
        self._sampler = sampler

    def _known_size(self) -> int | None:
        sizes = [child._known_size() for child in self.children]
        if None in sizes:
            return None
        total = sum(size for size in sizes if size is not None)
        return total if self._sampler is None else _without_filling(self._sampler, total)

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        if self._sampler is None:
            for child in self.children:
                yield from child._rows(epoch)
            return
        rows = [row for child in self.children for row in child._rows(epoch)]
        places = self._sampler.indices(len(rows), epoch)
        for place in islice(iter(places), _without_filling(self._sampler, len(rows))):
            yield rows[place]


def _without_filling(sampler: BuiltinSampler, total: int) -> int | None:
    """Return how many rows a sampler reads; unlike elsewhere, a shard is not filled up to the size of the others."""
    count = sampler.count(total)
    if count is not None and isinstance(sampler, DistributedSampler):
        return min(count, len(range(sampler.shard_id, total, sampler.num_shards)))
    return count
