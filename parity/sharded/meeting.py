"""Ranks look before they exchange something whether the others will: none waits for one that has ended."""

from __future__ import annotations

import mmap
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

_KINDS = 63
_EPOCH = 1 << 20
_NAMES = 1 << 10
_SHAPES = 1 << 10
_WORDS = _NAMES * _SHAPES
_PAUSE = 0.0002
"""Seconds between two looks."""


class AbsentError(RuntimeError):
    """A rank waits for one that has returned, or raised, without exchanging anything."""


class Meeting:
    """What ranks of one machine tell one another: how often each came to exchange something, and whether it is done.

    Args:
        file (Path): the memory, which `made` has made.
        rank (int): of this process.
        size (int): how many there are.
    """

    def __init__(self, file: Path, rank: int, size: int) -> None:
        self._rank, self._size = rank, size
        with file.open("r+b") as opened:
            self._memory = memoryview(mmap.mmap(opened.fileno(), 0)).cast("q")
        self._epoch = 0
        self._counts: dict[int, int] = {}

    @staticmethod
    def made(file: Path, size: int) -> None:
        """Make the memory.

        Args:
            file (Path): where.
            size (int): how many ranks there are.
        """
        file.write_bytes(bytes(8 * size * (_KINDS + 1)))

    def begin(self, epoch: int) -> None:
        """Begin something that all ranks do.

        Args:
            epoch (int): its number, greater than those before.
        """
        self._epoch = epoch
        self._counts.clear()

    def end(self) -> None:
        """Say that this rank exchanges nothing more."""
        self._memory[self._place(self._rank, 0)] = self._epoch

    def come(self, members: Sequence[int], what: str, place: str, *, waiting: Sequence[int], given: str = "") -> None:
        """Say that this rank is about to exchange something, and wait until others are too.

        Args:
            members (Sequence[int]): the ranks that take part, in an order that all of them know.
            what (str): the function, which must be the same on all of them.
            place (str): the line that calls it.
            waiting (Sequence[int]): those of them that must have come.
            given (str, optional): what this rank gives, where all must give the same. Default: ``""``.

        Raises:
            AbsentError: if one of them ends before it comes, exchanges something else, or gives another shape.
        """
        kind = 1 + hash(tuple(members)) % _KINDS
        self._counts[kind] = self._counts.get(kind, 0) + 1
        here = self._epoch * _EPOCH + self._counts[kind]
        mine = sum(what.encode()) % _NAMES * _SHAPES + zlib.crc32(given.encode()) % _SHAPES
        self._memory[self._place(self._rank, kind)] = here * _WORDS + mine
        for rank in waiting:
            there, word = divmod(self._memory[self._place(rank, kind)], _WORDS)
            while there < here:
                if self._has_ended(rank, kind, here):
                    said = f"rank {self._rank} waits in {what} for rank {rank}, which has ended without it"
                    raise AbsentError(f"{place}: {said}")
                time.sleep(_PAUSE)
                there, word = divmod(self._memory[self._place(rank, kind)], _WORDS)
            if there == here and word // _SHAPES != mine // _SHAPES:
                raise AbsentError(f"{place}: rank {self._rank} is in {what}, and rank {rank} in another function")
            if there == here and word != mine:
                raise AbsentError(
                    f"{place}: rank {self._rank} gives {what} {given}, rank {rank} another number of elements"
                )

    def _has_ended(self, rank: int, kind: int, here: int) -> bool:
        """Tell whether a rank is done, and was before it came: what it said last is looked at once more."""
        if self._memory[self._place(rank, 0)] != self._epoch:
            return False
        return self._memory[self._place(rank, kind)] // _WORDS < here

    def _place(self, rank: int, kind: int) -> int:
        return rank * (_KINDS + 1) + kind
