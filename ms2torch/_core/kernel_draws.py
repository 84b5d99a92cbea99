"""The random numbers of MindSpore's CPU kernels, from the same two seeds.

A kernel mixes its seeds with one block of Philox and starts an engine of C++ with the result: `std::minstd_rand0` for
normal, Laplace and dropout, orders and categories, `std::mt19937` for uniform numbers. A Primitive keeps one stream
for each shape and type of its inputs, since MindSpore builds one kernel for each; functions take new seeds each time.
In a compiled graph each call, of a Primitive too, has a stream of its own, which goes on from run to run; the n-th call
of a random function in a user's function or Cell takes its seeds once. What is called twice in a graph, a Primitive or
a user's function or Cell, draws the same numbers twice. Dropout of channels takes no seeds at all (`unseeded_draws`).
Traps, measured: what a `while` on Tensors repeats is one call in MindSpore, and counts as several here; MindSpore may
divide a dropout among threads that share one stream; such a call does not repeat there.

On other devices, under `torch.compile` and after `draw_from_torch` torch's own generators are used.
"""

from __future__ import annotations

import copy
import math
import struct
import sys
import weakref
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, Token
from types import FrameType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from ms2torch._core import seed as seeds
from ms2torch._core.casting import by_operation, casting_as
from ms2torch._core.philox import block
from ms2torch._core.random_engines import Mersenne32, MinimalStandard

Floats: TypeAlias = npt.NDArray[np.float32]

_MIXING_KEY = 0x02461E293EC8F720
_SINGLE_SPAN = np.float32(2**31 - 2)  # what `std::minstd_rand0` can give, as libstdc++ divides by it
_BELOW_ONE = np.nextafter(np.float32(1), np.float32(0))


class KernelDraws:
    """One stream of a random kernel.

    Args:
        seed (int): first seed.
        seed2 (int): second seed.
    """

    def __init__(self, seed: int, seed2: int) -> None:
        low, high, *_ = block(_MIXING_KEY, seed % 2**64 | (seed2 % 2**64) << 64)
        self._seed = low | high << 32
        self._minimal: MinimalStandard | None = None
        self._mersenne: Mersenne32 | None = None

    @classmethod
    def unseeded(cls) -> KernelDraws:
        """Return the stream of a kernel that takes no seeds: its engine starts as C++ makes it."""
        made = cls(0, 0)
        made._seed = 1
        return made

    @property
    def minimal(self) -> MinimalStandard:
        """The engine of the kernels that use `std::default_random_engine`."""
        if self._minimal is None:
            self._minimal = MinimalStandard(self._seed)
        return self._minimal

    @property
    def mersenne(self) -> Mersenne32:
        """The engine of the kernels that use `std::mt19937`."""
        if self._mersenne is None:
            self._mersenne = Mersenne32(self._seed)
        return self._mersenne

    def _singles(self, count: int) -> Floats:
        return np.minimum(self.minimal.raws(count).astype(np.float32) / _SINGLE_SPAN, _BELOW_ONE)

    def position(self) -> int:
        """Return where the stream stands, as one int."""
        if self._mersenne is not None:
            return self._mersenne.drawn << 32 | 1 << 63
        return self.minimal.last

    def go_to(self, position: int) -> None:
        """Go to where `position` was asked for."""
        if position >> 63:
            left = position >> 32 & 0x7FFFFFFF
            while left:
                left -= len(self.mersenne.raws(min(left, 1 << 20)))
        else:
            self.minimal.rewind(position)

    def kept(self, count: int, keep: float) -> npt.NDArray[np.bool_]:
        """Draw which elements a dropout keeps."""
        return self.minimal.raws(count) < _first_not_below(np.float32(keep))

    def kept_channels(self, count: int, keep: float) -> npt.NDArray[np.bool_]:
        """Draw which channels a dropout keeps, each by two raw numbers, as `std::bernoulli_distribution`."""
        raws = self.minimal.raws(2 * count).astype(np.float64).reshape(-1, 2)
        span = 2147483646.0
        return (raws[:, 0] + raws[:, 1] * span) / (span * span) < float(np.float32(keep))

    def laplace(self, count: int) -> Floats:
        """Draw standard Laplace numbers."""
        low = np.nextafter(np.float32(-1), np.float32(0))
        level = self._singles(count) * (np.float32(1) - low) + low
        size = np.log(1.0 - np.abs(level.astype(np.float64)))
        return (-np.copysign(1.0, level) * size).astype(np.float32)

    def normal(self, count: int) -> Floats:
        """Draw standard normal numbers by the polar method; of an odd count the last one's partner is lost."""
        pairs = (count + 1) // 2
        found: list[Floats] = []
        left = pairs
        while left:
            drawn = math.ceil(left * 1.3) + 16
            raws = self.minimal.raws(2 * drawn)
            points = np.minimum(raws.astype(np.float32) / _SINGLE_SPAN, _BELOW_ONE).reshape(-1, 2)
            points = np.float32(2) * points - np.float32(1)
            square = points[:, 0] * points[:, 0] + points[:, 1] * points[:, 1]
            inside = np.flatnonzero((square <= 1) & (square > 0))[:left]
            points, square = points[inside], square[inside]
            logarithm = np.log(square.astype(np.float64)).astype(np.float32)
            factor = np.sqrt(np.float32(-2) * logarithm / square)
            found.append((points[:, ::-1] * factor[:, None]).reshape(-1))
            left -= len(inside)
            if not left:
                self.minimal.rewind(int(raws[2 * int(inside[-1]) + 1]))
        return np.concatenate(found)[:count] if found else np.zeros(0, np.float32)

    def uniform(self, count: int) -> Floats:
        """Draw numbers from 0 to 1, each from two raw ones."""
        raws = self.mersenne.raws(2 * count).astype(np.float64).reshape(-1, 2)
        drawn = (raws[:, 0] + raws[:, 1] * 4294967296.0) / 18446744073709551616.0
        return np.minimum(drawn, np.nextafter(1.0, 0.0)).astype(np.float32)

    def integers(self, count: int, low: int, high: int) -> npt.NDArray[np.int64]:
        """Draw ints from `low` to ``high - 1``."""
        width = high - low
        scale = (2**32 - 1) // width
        found: list[npt.NDArray[np.uint64]] = []
        left = count
        while left:  # what lies beyond the last whole multiple is drawn again, one number after the other
            raws = self.mersenne.raws(left)
            usable = raws[raws < np.uint64(width * scale)] // np.uint64(scale)
            found.append(usable)
            left -= len(usable)
        drawn = np.concatenate(found) if found else np.zeros(0, np.uint64)
        return drawn.astype(np.int64) + low

    def permutation(self, count: int) -> list[int]:
        """Draw an order."""
        return self.minimal.permutation(count)

    def shared_categories(self, logits: Floats, count: int) -> npt.NDArray[np.int64]:
        """Draw places of the last dimension by the logarithms of their weights; all rows share the numbers drawn."""
        raws = self.minimal.raws(2 * count).astype(np.float64).reshape(-1, 2)
        span = 2147483646.0
        levels = ((raws[:, 0] + raws[:, 1] * span) / (span * span)).astype(np.float32)
        rows = []
        for row in logits:
            weights = np.exp((row - row.max()).astype(np.float32)).astype(row.dtype)
            bounds = np.cumsum(weights, dtype=row.dtype)
            rows.append(np.searchsorted(bounds, bounds[-1] * levels.astype(row.dtype), side="left"))
        return np.stack(rows)

    def categories(self, weights: Floats, count: int) -> npt.NDArray[np.int64]:
        """Draw places of the last dimension by their weights, with replacement."""
        rows = []
        for row in weights.reshape(-1, weights.shape[-1]):
            bounds = np.cumsum(row, dtype=row.dtype)
            if bounds[-1]:
                bounds = bounds / bounds[-1]
            rows.append(np.searchsorted(bounds[:-1], self._singles(count), side="right"))
        return np.stack(rows).reshape(*weights.shape[:-1], count)


def _first_not_below(bound: np.float32) -> np.uint64:
    """Return the smallest raw number whose quotient is not below a bound; the quotients rise with the numbers."""
    low, high = 0, 2**31 - 2
    while low < high:
        middle = (low + high) // 2
        if min(np.float32(middle) / _SINGLE_SPAN, _BELOW_ONE) < bound:
            low = middle + 1
        else:
            high = middle
    return np.uint64(low)


# ---- which stream --------------------------------------------------------------------------------------------


def _usable(device: torch.device | None) -> bool:
    here = device is None or device.type == "cpu"
    return here and not seeds.drawn_from_torch() and not torch.compiler.is_compiling()


def kernel_draws(kernel: str, seed: int | None, device: torch.device | None = None) -> KernelDraws | None:
    """Return the stream of one call of a function, or None where torch's generators are to be used.

    Args:
        kernel (str): the name under which MindSpore counts the calls.
        seed (int, optional): the seed of this call.
        device (torch.device, optional): where the numbers are wanted. Default ``None``: the CPU.
    """
    if not _usable(device):
        return None
    run = _running.get()
    if run is not None:
        return _noted(lambda: run.draws().stream(kernel, seed))
    return _noted(lambda: _new_draws(*seeds._get_graph_seed(seed, kernel)))


_unseeded: dict[Hashable, KernelDraws] = {}


def unseeded_draws(kernel: Hashable, device: torch.device) -> KernelDraws | None:
    """Return the stream of a kernel that takes no seeds, or None where torch's generators are to be used.

    MindSpore builds one such kernel in a process and, beside it, one at each place in a compiled graph: all start
    alike, go on from call to call, and `set_seed` does not reach them.

    Args:
        kernel (Hashable): what MindSpore builds a kernel for: its name, its attributes, the input's shape and type.
        device (torch.device): where the numbers are wanted.
    """
    if not _usable(device):
        return None
    run = _running.get()
    if run is not None:
        return _noted(lambda: run.draws().unseeded(kernel))
    return _noted(lambda: _unseeded.setdefault(kernel, KernelDraws.unseeded()))


def _new_draws(seed: int, seed2: int) -> KernelDraws | None:
    return KernelDraws(seed, seed2) if seed or seed2 else None


_every_stream: weakref.WeakSet[SeedStreams] = weakref.WeakSet()


class SeedStreams:
    """The streams of a Primitive with two seeds; a copy starts them again.

    Args:
        seed (int): first seed; both 0: there are no streams.
        seed2 (int): second seed.
    """

    __slots__ = ("__weakref__", "_open", "_seeds")

    def __init__(self, seed: int, seed2: int) -> None:
        self._seeds = (seed, seed2)
        self._open: dict[Hashable, KernelDraws] = {}
        if seed or seed2:
            _every_stream.add(self)

    def stream(self, key: Hashable, device: torch.device | None = None) -> KernelDraws | None:
        """Return the stream for inputs of one kind, or None where torch's generators are to be used."""
        if self._seeds == (0, 0) or not _usable(device):
            return None
        run = _running.get()
        if run is not None:
            return _noted(lambda: run.draws().of_primitive(self, key))
        return _noted(lambda: self.opened(key))

    def opened(self, key: Hashable) -> KernelDraws:
        """Return the stream for inputs of one kind."""
        if key not in self._open:
            draws = self._open[key] = KernelDraws(*self._seeds)
            position = seeds._restored.get(seeds.digest((self._seeds, key))) if seeds._restored else None
            if position is not None:
                draws.go_to(position)
        return self._open[key]

    def __deepcopy__(self, memo: object) -> SeedStreams:
        return SeedStreams(*self._seeds)

    def __reduce__(self) -> tuple[type[SeedStreams], tuple[int, int]]:
        return SeedStreams, self._seeds


_every_graph: weakref.WeakSet[GraphDraws] = weakref.WeakSet()
_PACKAGES = (__name__.partition(".")[0], "mindspore")


def _users_frame(frame: FrameType) -> FrameType:
    """Return the innermost frame of a Cell's `construct` or of a function that is not this package's."""
    while frame.f_code.co_name != "construct" and frame.f_globals.get("__name__", "").partition(".")[0] in _PACKAGES:
        if frame.f_back is None:
            break
        frame = frame.f_back
    return frame


class GraphDraws:
    """The streams of the random functions in one compiled graph: each call has one, which goes on in the next run.

    Args:
        name (Hashable): what tells the graph from others, also in another run of the program.
    """

    __slots__ = (
        "__weakref__",
        "_called",
        "_frames",
        "_name",
        "_primitives",
        "_seeds",
        "_sites",
        "_streams",
        "_unseeded",
    )

    def __init__(self, name: Hashable) -> None:
        self._name = name
        self._streams: dict[Hashable, SeedStreams] = {}
        self._seeds: dict[Hashable, tuple[int, int]] = {}
        self._sites: dict[Hashable, int] = {}
        self._primitives: dict[Hashable, SeedStreams] = {}
        self._unseeded: dict[Hashable, KernelDraws] = {}
        self.end()
        _every_graph.add(self)

    def end(self) -> None:
        """Say that a run has ended."""
        self._called: dict[Hashable, int] = {}
        self._frames: dict[Hashable, tuple[FrameType, int]] = {}

    def stream(self, kernel: str, seed: int | None) -> KernelDraws | None:
        """Return the stream of the next call in this run, or None without a seed."""
        key = (self._site(), kernel, seed)
        streams = self._streams.get(key)
        if streams is None:
            held = seeds._restored.get(seeds.digest((self._name, key))) if seeds._restored else None
            pair = seeds._get_graph_seed(seed, kernel) if held is None else (held >> 32, held & 0xFFFFFFFF)
            if pair == (0, 0):
                return None
            streams = SeedStreams(*pair)
            journal = _journal.get()
            if journal is None or not journal.trial:
                self._seeds[key], self._streams[key] = pair, streams
        return streams.opened((key, self._count(key)))

    def of_primitive(self, primitive: SeedStreams, kernel: Hashable) -> KernelDraws:
        """Return the stream of the next call in this run, of a Primitive with seeds: each place has one of its own."""
        key = (self._name, primitive._seeds, kernel, self._count((primitive._seeds, kernel)))
        streams = self._primitives.get(key)
        if streams is None:
            streams = self._primitives[key] = SeedStreams(*primitive._seeds)
        return streams.opened(key)

    def unseeded(self, kernel: Hashable) -> KernelDraws:
        """Return the stream of the next call in this run, of a kernel that takes no seeds."""
        return self._unseeded.setdefault((kernel, self._count(kernel)), KernelDraws.unseeded())

    def _count(self, key: Hashable) -> int:
        """Return how often something has been called in this run before."""
        count = self._called.get(key, 0)
        self._called[key] = count + 1
        return count

    def _site(self) -> int:
        """Return which call of a random function this is, in the user's function or the Cell that contains it."""
        frame = _users_frame(sys._getframe(2))
        code = frame.f_code
        owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        function = (code, id(owner) if hasattr(owner, "construct") else None)
        last, before = self._frames.get(function, (None, -1))
        number = before + 1 if last is frame else 0
        self._frames[function] = (frame, number)  # held, so that no other run of the function has its address
        return self._sites.setdefault((*function, number), len(self._sites))

    def pairs(self) -> dict[bytes, int]:
        """Return the two seeds of each call in one int."""
        return {seeds.digest((self._name, key)): one << 32 | two for key, (one, two) in self._seeds.items()}


class graph_run:
    """One run of a compiled graph; a graph called inside it is a part of it.

    Args:
        graph (Callable): returns the graph; asked for only where a random function is called.
    """

    __slots__ = ("_found", "_graph", "_token")

    def __init__(self, graph: Callable[[], GraphDraws]) -> None:
        self._graph = graph
        self._found: GraphDraws | None = None
        self._token: Token[graph_run | None] | None = None

    def __enter__(self) -> None:
        if _running.get() is None:
            self._token = _running.set(self)

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            _running.reset(self._token)
            if self._found is not None:
                self._found.end()

    def draws(self) -> GraphDraws:
        """Return the graph's streams."""
        if self._found is None:
            self._found = self._graph()
        return self._found


_running: ContextVar[graph_run | None] = ContextVar("_running", default=None)

_ENTRY = struct.Struct("<8sQ")
_ENTRIES = 1536  # a state is padded to so many, so that its length stays the same while training goes on


def positions() -> bytes:
    """Return where every stream stands, and how often each function has been called: a part of the random state."""
    held = {seeds.digest(key): current % seeds._MAX_INT32 for key, current in seeds._kernel_seeds.items()}
    for streams in _every_stream:
        for key, draws in streams._open.items():
            held[seeds.digest((streams._seeds, key))] = draws.position()
    for graph in _every_graph:
        held.update(graph.pairs())
    found = b"".join(_ENTRY.pack(*entry) for entry in sorted({**seeds._restored, **held}.items()))
    whole = _ENTRY.size * _ENTRIES
    return found.ljust(-(-max(len(found), 1) // whole) * whole, b"\0")


def set_positions(state: bytes) -> None:
    """Go to where `positions` was asked for; streams that it does not know begin again."""
    entries = {key: value for key, value in _ENTRY.iter_unpack(state) if any(key)}
    seeds._kernel_seeds.clear()
    seeds._restored.clear()
    seeds._restored.update(entries)
    for streams in _every_stream:
        streams._open.clear()


# ---- forward run once more -----------------------------------------------------------------------------------


class _Journal:
    def __init__(self, *, trial: bool = False) -> None:
        self.trial = trial
        self.states: list[KernelDraws | None] = []
        self.replay: Iterator[KernelDraws | None] | None = None


_journal: ContextVar[_Journal | None] = ContextVar("_journal", default=None)


def _noted(opened: Callable[[], KernelDraws | None]) -> KernelDraws | None:
    journal = _journal.get()
    if journal is None:
        return opened()
    if journal.replay is not None:
        return copy.deepcopy(next(journal.replay))
    draws = opened()
    if journal.trial:
        return copy.deepcopy(draws)
    journal.states.append(copy.deepcopy(draws))
    return draws


def repeatable(
    others: Callable[[], tuple[AbstractContextManager[Any], AbstractContextManager[Any]]] | None = None,
) -> tuple[AbstractContextManager[None], AbstractContextManager[None]]:
    """Return two contexts: what is run in the first draws the same numbers when it is run again in the second.

    It computes in the same types too, where something outside casts the inputs of each operation.

    Args:
        others (Callable, optional): returns two contexts that are entered inside these. Default: ``None``.
    """
    journal, modes = _Journal(), tuple(by_operation.modes)
    first, second = others() if others is not None else (nullcontext(), nullcontext())

    @contextmanager
    def noting() -> Iterator[None]:
        with _within(journal), first:
            yield

    @contextmanager
    def repeating() -> Iterator[None]:
        again = _Journal()
        again.replay = iter(journal.states)
        with _within(again), casting_as(modes), second:
            yield

    return noting(), repeating()


@contextmanager
def undone() -> Iterator[None]:
    """Leave every stream, and torch's on the CPU, where it was: what is run inside is not the program's own run."""
    state, counts = torch.get_rng_state(), dict(seeds._kernel_seeds)
    try:
        with _within(_Journal(trial=True)):
            yield
    finally:
        torch.set_rng_state(state)
        seeds._kernel_seeds.clear()
        seeds._kernel_seeds.update(counts)


@contextmanager
def _within(journal: _Journal) -> Iterator[None]:
    token = _journal.set(journal)
    try:
        yield
    finally:
        _journal.reset(token)
