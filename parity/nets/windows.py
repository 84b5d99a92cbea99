"""Activations in windows: a run of the reference of which only a part of the calls is held at a time.

Where the activations of the whole net exceed the memory that was allowed, the reference runs once for each window of
calls, and again whenever a call of another window is asked for. What is found is the same; it takes longer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import torch

from parity.code.errors import CannotCompare
from parity.nets.trace import Call, Key, Named, Trace, held_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

Window = frozenset[Key]
"""The calls that are held together."""

_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[kKmMgGtT]?)(?:i?[bB])?", re.ASCII)
_UNITS = ("", "K", "M", "G", "T")

_WIDTH = 8
"""Bytes of an element in float64."""


class Shelf:
    """One run of the reference, held window by window.

    Args:
        run (Callable[[Window], Trace]): runs the reference holding these calls.
        windows (tuple[Window, ...]): which calls are held together.
        trace (Trace): a run that holds none.

    Attributes:
        trace: the run; its calls fetch their tensors when they are asked for.
    """

    def __init__(self, run: Callable[[Window], Trace], windows: tuple[Window, ...], trace: Trace) -> None:
        self._run = run
        self._window_of = {key: window for window in windows for key in window}
        self._held: dict[Key, tuple[Named, Named]] = {}
        self._open: Window = frozenset()
        self._sizes: dict[Window, int] = {}
        self._windows = frozenset(windows)
        self._bytes = 0
        self.trace = trace
        trace.calls = {key: self._shelved(call) for key, call in trace.calls.items()}

    @property
    def held(self) -> int:
        """Bytes that are held now."""
        return self._bytes if self._open else 0

    @property
    def total(self) -> int:
        """Bytes of all windows that were held."""
        return sum(self._sizes.values())

    def load(self, window: Window) -> None:
        """Hold `window` in place of what is held now."""
        if window == self._open:
            return
        self.close()
        with _generators_kept():
            run = self._run(window)
        self._held = {key: (call.held_inputs, call.held_outputs) for key, call in run.calls.items() if key in window}
        self._open = window
        self._bytes = held_bytes(run)
        if window in self._windows:
            self._sizes[window] = self._bytes

    def together(self, keys: Window) -> None:
        """Hold these calls, if they are not held already."""
        wanted = frozenset(key for key in keys if key in self._window_of)
        if not wanted <= self._open:
            self.load(wanted)

    def close(self) -> None:
        """Hold nothing."""
        self._held, self._open = {}, frozenset()

    def of(self, key: Key) -> tuple[Named, Named]:
        """Return the input and output tensors of a call; none for a call in no window."""
        window = self._window_of.get(key)
        if window is None:
            return [], []
        if key not in self._open:
            self.load(window)
        return self._held.get(key, ([], []))

    def has(self, key: Key) -> bool:
        """Tell whether the tensors of a call can be had."""
        return key in self._window_of

    def _shelved(self, call: Call) -> ShelvedCall:
        known = {field.name: getattr(call, field.name) for field in fields(Call) if not field.name.startswith("held_")}
        made = ShelvedCall(**known)
        made.shelf = self
        return made


def fetch(calls: Iterable[Call]) -> None:
    """Hold calls together that will be asked for together, where they would be fetched window by window.

    Args:
        calls (Iterable[Call]): of one run.
    """
    shelved = [call for call in calls if isinstance(call, ShelvedCall)]
    if shelved:
        shelved[0].shelf.together(frozenset(call.key for call in shelved))


class ShelvedCall(Call):
    """A call whose tensors are fetched when they are asked for."""

    __slots__ = ("shelf",)
    shelf: Shelf

    def holds(self, count: int) -> bool:
        """Tell whether so many output tensors, and all, can be had, without fetching them."""
        return self.shelf.has(self.key) and len(self.outputs) == count

    @property
    def held_inputs(self) -> Named:
        """The input tensors."""
        return self.shelf.of(self.key)[0]

    @held_inputs.setter
    def held_inputs(self, value: Named) -> None:
        del value

    @property
    def held_outputs(self) -> Named:
        """The output tensors."""
        return self.shelf.of(self.key)[1]

    @held_outputs.setter
    def held_outputs(self, value: Named) -> None:
        del value


def read_size(size: int | str) -> int:
    """Return a number of bytes given as such or as ``"512M"``, ``"1.5G"``, ``"2GiB"``.

    Raises:
        CannotCompare: if it is none.
    """
    match = _SIZE.fullmatch(str(size).strip())
    if match is None:
        raise CannotCompare(f"size {size!r} does not parse: write bytes, or 512M, 1.5G")
    return int(float(match["number"]) * 1024 ** _UNITS.index(match["unit"].upper()))


def bytes_of(calls: Iterable[Call], *, copies: float) -> int:
    """Return how many bytes the tensors of calls need together.

    Args:
        calls (Iterable[Call]): the calls, with the shapes of their tensors.
        copies (float): how many times they are held, in units of float64.
    """
    shapes = (shape for call in calls for _, shape in (*call.inputs, *call.outputs))
    return math.ceil(copies * sum(_bytes(shape.shape, shape.dtype) for shape in shapes))


def windows_of(calls: Iterable[Call], limit: int, *, copies: float) -> tuple[Window, ...]:
    """Divide calls, in the order they began, into windows that need at most `limit` bytes each.

    Args:
        calls (Iterable[Call]): the calls, with the shapes of their tensors.
        limit (int): bytes; a call that needs more is a window of its own.
        copies (float): how many times a window is held, in units of float64.
    """
    windows: list[set[Key]] = [set()]
    used = 0
    for call in calls:
        size = bytes_of([call], copies=copies)
        if windows[-1] and used + size > limit:
            windows.append(set())
            used = 0
        windows[-1].add(call.key)
        used += size
    return tuple(frozenset(window) for window in windows if window)


def _bytes(shape: tuple[int, ...], dtype: torch.dtype) -> int:
    return math.prod(shape) * (_WIDTH if dtype.is_floating_point else dtype.itemsize)


@contextmanager
def _generators_kept() -> Iterator[None]:
    """Leave the generators of random numbers as they are: a window may be fetched while a net runs."""
    drawn = np.random.get_state()
    with torch.random.fork_rng(devices=[]):
        try:
            yield
        finally:
            np.random.set_state(drawn)
