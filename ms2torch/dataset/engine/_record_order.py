"""The order in which `MindDataset` reads rows: its ways of mixing and of dividing, which are MindSpore's own for them.

Source: mindspore.dataset.MindDataset, MindSpore 2.10
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import chain

from ms2torch._core.random_engines import MinimalStandard
from ms2torch.dataset.engine.datasets import Shuffle

_BY_BLOCK = "MS_DEV_MINDRECORD_SHARD_BY_BLOCK"  # MindSpore's own variable, told in the notes on MindDataset
_AT_ONCE = 1_000_000  # so many rows are mixed with each other by Shuffle.PARTIAL

Ranges = list[tuple[int, int]]  # first place and end of the rows of each file


class Mixed:
    """The order of all rows, where each epoch mixes that of the one before (PARTIAL: that in the files).

    Args:
        files (list[tuple[int, int]]): first row and end of each file.
        scope (Shuffle): how far rows are mixed.
        most (int, optional): how many rows of the first order are left. Default: all.
    """

    def __init__(self, files: Ranges, scope: Shuffle, most: int | None) -> None:
        self._files = files
        self._scope = scope
        self._most = most
        self._order = [row for start, end in files for row in range(start, end)]
        self._mixed = 0

    def order(self, seed: int, number: int) -> list[int]:
        """Return the order of an epoch."""
        if self._scope is Shuffle.PARTIAL:  # alone in beginning each epoch from the order in the files
            now = seed + number + 1
            return mixed_in_pieces(arranged(self._order, self._files, self._scope, now), now)[: self._most or None]
        while self._mixed <= number:
            self._mixed += 1
            self._order = arranged(self._order, self._files, self._scope, seed + self._mixed)
            if self._scope not in (Shuffle.FILES, Shuffle.INFILE):
                self._order = self._order[: self._most or None]
        return list(self._order)


@dataclass(frozen=True, slots=True)
class Share:
    """What one of several readers gets.

    Args:
        shards (int): number of readers.
        shard (int): which of them.
        most (int, optional): at most so many rows.
        offset (int): the first reader to get a row more where they do not come out even; -1: all get the same number.
    """

    shards: int
    shard: int
    most: int | None
    offset: int

    def places(self, total: int) -> range:
        """Return which places of the order are this reader's; those past the end begin anew."""
        each, more = divmod(total, self.shards)
        if self.offset >= 0:  # blocks without MindSpore's variable, too
            sizes = [each + ((shard - self.offset) % self.shards < more) for shard in range(self.shards)]
            start = sum(sizes[: self.shard])
            found = range(start, start + sizes[self.shard])
        elif by_block():
            each += more > 0
            found = range(self.shard * each, (self.shard + 1) * each)
        else:
            each += more > 0
            found = range(self.shard, self.shard + each * self.shards, self.shards)
        return found[: self.most or None]


def part(files: Ranges, scope: Shuffle, seed: int, share: Share) -> list[int]:
    """Return the rows of one of several readers in one epoch.

    Args:
        files (list[tuple[int, int]]): first row and end of each file.
        scope (Shuffle): how far rows are mixed.
        seed (int): the epoch's seed, which all readers share.
        share (Share): which part.
    """
    order = arranged([row for start, end in files for row in range(start, end)], files, scope, seed)
    rows = [order[place % len(order)] for place in share.places(len(order))]
    return mixed_in_pieces(rows, seed) if scope is Shuffle.PARTIAL else rows


def by_block() -> bool:
    """Return whether MindSpore's variable asks that each reader gets rows that follow each other."""
    return os.environ.get(_BY_BLOCK, "").lower() == "true"


def arranged(order: list[int], files: Ranges, scope: Shuffle, seed: int) -> list[int]:
    """Return an order mixed once; what stands where a file's rows were counts as that file."""
    engine = MinimalStandard(seed)
    if scope is Shuffle.FALSE:
        return order
    if scope in (Shuffle.FILES, Shuffle.PARTIAL):
        turns = list(files)
        engine.shuffle(turns)
        return [row for start, end in turns for row in order[start:end]]
    if scope is Shuffle.INFILE:
        # each file begins with the seed anew
        return list(chain.from_iterable(_mixed(order[start:end], seed) for start, end in files))
    return _mixed(order, seed)


def mixed_in_pieces(order: list[int], seed: int) -> list[int]:
    """Return an order of which so many rows at a time are mixed."""
    pieces = range(0, len(order), _AT_ONCE)
    return list(chain.from_iterable(_mixed(order[start : start + _AT_ONCE], seed) for start in pieces))


def _mixed(rows: list[int], seed: int) -> list[int]:
    rows = list(rows)
    MinimalStandard(seed).shuffle(rows)
    return rows
