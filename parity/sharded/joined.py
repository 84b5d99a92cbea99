"""The ranks of one net joined to one execution, as an unsharded net would have left it."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch

from parity.code.errors import CannotCompare
from parity.dumps.execution import Entry, Execution, Figures, Stored, figures_of
from parity.dumps.placement import fits
from parity.dumps.values import same_figures
from parity.executions.kinds import VIEWS, kind_of
from parity.executions.nearness import apart
from parity.executions.torch_calls import torch_call
from parity.executions.variants import off
from parity.sharded.collectives import is_collective
from parity.sharded.copies import clusters, odd_ones

Way = int | str
"""How tensors of ranks are one: the axis of a concatenation, ``"same"``, ``"sum"``, ``"mean"``, or ``"open"``."""

_FITS = 2e-5
_FIGURES = 1e-3
_Key = tuple[tuple[tuple[int, ...], float | None, float | None, float | None, tuple[float, ...]], ...]


@dataclass(slots=True)
class Joined:
    """The ranks of one step as one execution.

    Args:
        execution (Execution): the joined one; collectives are gone.
        ranks (tuple[str, ...]): their names.
        shards (int): how many parts a weight was cut into.
        replicas (int): how many ranks held each part.
        counts (dict[str, int]): how many tensors were joined in which way.
        parts (list[Entry]): calls that were given the parts of a sum which no collective had added.
    """

    execution: Execution
    ranks: tuple[str, ...]
    shards: int
    replicas: int
    counts: dict[str, int] = field(default_factory=dict)
    parts: list[Entry] = field(default_factory=list)

    @property
    def layout(self) -> str:
        """Say how many shards there are, and how many copies of each."""
        shards = f"{self.shards} shards" if self.shards > 1 else "whole weights"
        return f"{shards}, {self.replicas} {'copy' if self.replicas == 1 else 'copies'} of each"


def joined(ranks: Sequence[Execution], reference: Execution | None) -> Joined:
    """Join the ranks of one step.

    Copies are one; shards are concatenated along the axis that makes them a tensor of the reference, or with which
    the call gives its joined result of its joined inputs; parts of a sum are added, as a collective will.

    Args:
        ranks (Sequence[Execution]): of one step, by rank.
        reference (Execution | None): the unsharded one they will be compared with.

    Raises:
        CannotCompare: if the ranks are not so many shards in so many copies each.
    """
    return _Joiner(ranks, reference).run()


class _Joiner:
    def __init__(self, ranks: Sequence[Execution], reference: Execution | None) -> None:
        self._ranks = ranks
        self._classes = _classes(ranks)
        self._known: dict[_Key, Way] = {}
        self._open: set[_Key] = set()
        self._wanted: dict[int, list[Stored]] = {}
        self._counts: dict[str, int] = {}
        self._parts: list[Entry] = []
        self._batches = False
        self._summands: set[_Key] = set()
        for entry in reference.entries if reference is not None else ():
            for stored in (*entry.inputs, *entry.parameters.values(), *entry.results):
                self._wanted.setdefault(stored.numel, []).append(stored)

    def run(self) -> Joined:
        """Return the joined execution."""
        named = [{entry.name: entry for entry in rank.entries} for rank in self._ranks]
        entries: list[Entry] = []
        for entry in self._ranks[0].entries:
            each = [names[entry.name] for names in named if entry.name in names]
            if len(each) != len(self._ranks):
                continue
            made = self._entry(each)
            if not is_collective(entry):
                entries.append(made)
        first = self._ranks[0]
        name = f"{first.folder.parent.as_posix()}, {len(self._ranks)} ranks" if first.folder is not None else first.name
        notes = list(dict.fromkeys(note for rank in self._ranks for note in rank.notes))
        if self._batches:  # of a mean loss each rank's gradients are those of its own part of the batch
            entries = list(itertools.takewhile(lambda entry: entry.phase == "forward", entries))
            notes.append("the ranks have batches of their own: not what flowed back is compared, but the next weights")
        execution = replace(first, name=name, entries=entries, rank="", notes=notes)
        shards = len(self._classes)
        names = tuple(rank.rank for rank in self._ranks)
        return Joined(execution, names, shards, len(names) // shards, self._counts, self._parts)

    def _entry(self, each: list[Entry]) -> Entry:
        weights = {
            name: self._one([entry.parameters[name] for entry in each], weight=True)
            for name in each[0].parameters
            if all(name in entry.parameters for entry in each)
        }
        if not is_collective(each[0]) and self._adds_parts(each):
            self._parts.append(each[0])
        args = self._tree([entry.args for entry in each])
        kwargs = {name: self._tree([entry.kwargs.get(name) for entry in each]) for name in each[0].kwargs}
        given = replace(each[0], args=_as_tuple(args), kwargs=kwargs, parameters=weights)
        outputs = self._tree([entry.outputs for entry in each], given)
        return replace(given, outputs=_as_tuple(outputs))

    def _adds_parts(self, each: list[Entry]) -> bool:
        """Tell whether a call is given parts of a sum beside something else: it must not be, before they are added."""
        if each[0].kind != "api" or each[0].phase != "forward" or kind_of(each[0]) in VIEWS:
            return False
        keys = [_key([entry.inputs[n] for entry in each]) for n in range(min(len(entry.inputs) for entry in each))]
        return any(key in self._summands for key in keys)

    def _tree(self, values: Sequence[object], call: Entry | None = None) -> object:
        first = values[0]
        if isinstance(first, Stored) and all(isinstance(value, Stored) for value in values):
            return self._one([value for value in values if isinstance(value, Stored)], call)
        if isinstance(first, (list, tuple)) and all(
            isinstance(value, (list, tuple)) and len(value) == len(first) for value in values
        ):
            made = [self._tree([value[n] for value in values], call) for n in range(len(first))]  # type: ignore[index]
            return made if isinstance(first, list) else tuple(made)
        if isinstance(first, Mapping) and all(isinstance(value, Mapping) for value in values):
            return {name: self._tree([value.get(name) for value in values], call) for name in first}  # type: ignore[attr-defined]
        return first

    def _one(self, each: list[Stored], call: Entry | None = None, *, weight: bool = False) -> Stored:
        """Join one tensor of all ranks: first the copies' batches, then the shards."""
        parts = [self._copies([each[number] for number in group], call, weight=weight) for group in self._classes]
        if len(parts) == 1:
            self._count("copies" if parts[0] is each[0] else "batches")
            return parts[0]
        key = _key(parts)
        told = self._told(parts)
        way = told if told is not None else self._known.get(key)
        if way is None:
            way = self._way(parts, call, weight=weight) if call is not None or key not in self._open else "open"
            if way != "open":
                self._known[key] = way
            elif call is not None:
                self._open.add(key)
        self._count({"same": "copies", "sum": "sums", "open": "left open"}.get(str(way), "shards"))
        return _made(parts, way)

    @staticmethod
    def _told(parts: Sequence[Stored]) -> Way | None:
        """Return how the dump says that the parts are one, where it does and they fit together so."""
        cut = parts[0].cut
        if cut is None or any(part.cut != cut for part in parts) or not fits(cut, [part.shape for part in parts]):
            return None
        return cut % len(parts[0].shape) if isinstance(cut, int) else cut

    def _copies(self, mine: list[Stored], call: Entry | None, *, weight: bool) -> Stored:
        """Join what the copies of one shard hold: parts of the batch, or of a figure of it."""
        groups = clusters(mine)
        if len(set(groups)) == 1 or (weight and odd_ones(mine, groups)):
            return mine[0]
        self._batches = True
        if not mine[0].shape:
            found = self._by_call(mine, ["mean", "sum"], call) if call is not None else None
            return _made(mine, found or "mean")
        return _cat(mine, 0)

    def _way(self, parts: list[Stored], call: Entry | None, *, weight: bool) -> Way:
        groups = clusters(parts)
        if len(set(groups)) == 1 or (weight and odd_ones(parts, groups)):
            return "same"
        if len({len(part.shape) for part in parts}) != 1:
            return "open"
        ways: list[Way] = [
            axis
            for axis in range(len(parts[0].shape))
            if len({part.shape[:axis] + part.shape[axis + 1 :] for part in parts}) == 1
        ]
        if call is not None and call.phase == "forward":
            found = self._by_call(parts, [*ways, "sum"], call)
            if found == "sum":
                self._summands.add(_key(parts))
            if found is not None:
                return found
        by_shape = call is None or not any(_is_open(stored) for stored in call.inputs)
        return self._by_reference(parts, ways, by_shape=by_shape)

    def _by_call(self, parts: list[Stored], ways: list[Way], call: Entry) -> Way | None:
        """Return the way in which a call gives its joined result of its joined inputs."""
        again = torch_call(call)
        results = again.run({}, torch.float64) if again is not None else None
        if not results:
            return None
        tried = [(off(results, values), way) for way in ways if (values := _made(parts, way).values()) is not None]
        best = min(tried, key=lambda pair: pair[0], default=(math.inf, "open"))
        return best[1] if best[0] <= _FITS else None

    def _by_reference(self, parts: list[Stored], ways: list[Way], *, by_shape: bool) -> Way:
        """Return the axis along which the parts make a tensor of the reference; else the one its shapes allow.

        Not by shapes alone where what a call was given could not be joined: an embedding of one rank's own words.
        """
        sums: list[tuple[float, Way]] = []
        alike: list[Way] = []
        fitting: list[Way] = []
        for way in [*ways, "sum"]:
            whole = _made(parts, way)
            for wanted in self._wanted.get(whole.numel, ()):
                near = _near(wanted, whole)
                turned = wanted.shape != whole.shape and sorted(wanted.shape) == sorted(whole.shape)
                if not (wanted.shape == whole.shape or turned):
                    continue
                if wanted.shape == whole.shape and way != "sum" and way not in fitting:
                    fitting.append(way)
                if wanted.shape == whole.shape and same_figures(wanted.figures, whole.figures, _FIGURES):
                    alike.append(way)
                distance = apart(wanted, whole) if near or way == "sum" else None
                if distance is not None and distance.relative <= _FIGURES:
                    sums.append((distance.relative, way))
        if sums:
            return min(sums, key=lambda pair: pair[0])[1]
        told = list(dict.fromkeys(alike)) or (fitting if by_shape else [])
        return told[0] if len(told) == 1 else "open"

    def _count(self, word: str) -> None:
        self._counts[word] = self._counts.get(word, 0) + 1


def _classes(ranks: Sequence[Execution]) -> list[list[int]]:
    """Return the ranks by the shard that they hold: copies of one shard are together."""
    signature: list[list[int]] = [[] for _ in ranks]
    named = [{entry.name: entry for entry in rank.entries if entry.parameters} for rank in ranks]
    for name, entry in named[0].items():
        others = [names.get(name) for names in named]
        for weight in entry.parameters:
            held = [other.parameters.get(weight) for other in others if other is not None]
            known = [stored for stored in held if stored is not None]
            if entry.phase != "forward" or len(known) != len(ranks):
                continue
            groups = clusters(known)
            odd = odd_ones(known, groups)
            for number, group in enumerate(groups):
                signature[number].append(0 if number in odd else group)
    found: dict[tuple[int, ...], list[int]] = {}
    for number, words in enumerate(signature):
        found.setdefault(tuple(words), []).append(number)
    sizes = {len(group) for group in found.values()}
    if len(sizes) != 1:
        told = "; ".join(", ".join(ranks[n].rank for n in group) for group in found.values())
        raise CannotCompare(f"the ranks are not so many shards in as many copies each: {told}")
    return list(found.values())


def _as_tuple(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _key(parts: Sequence[Stored]) -> _Key:
    return tuple(
        (
            part.shape,
            *((part.figures.max, part.figures.min, part.figures.norm) if part.figures else (None, None, None)),
            _corner(part),
        )
        for part in parts
    )


def _corner(part: Stored) -> tuple[float, ...]:
    """Return a few elements of a tensor that, transposed, has the same shape, and the same figures."""
    if len(set(part.shape)) == len(part.shape):
        return ()
    values = part.values()
    return tuple(values.flatten()[1:4].tolist()) if values is not None else ()


def _near(wanted: Stored, whole: Stored) -> bool:
    ours, theirs = wanted.figures, whole.figures
    if ours is None or theirs is None or ours.max is None or theirs.max is None:
        return True
    scale = max(abs(ours.max), abs(ours.min or 0.0)) or 1.0
    return abs(ours.max - theirs.max) <= 10 * _FIGURES * scale


def _made(parts: list[Stored], way: Way) -> Stored:
    if way == "same":
        return parts[0]
    if way == "open":
        return replace(parts[0], figures=None, digest="", load=_nothing, has_values=False, held=None)
    if way in {"sum", "mean"}:
        return _sum(parts, 1.0 if way == "sum" else 1.0 / len(parts))
    return _cat(parts, int(way))


def _is_open(stored: Stored) -> bool:
    return stored.figures is None and not stored.has_values and not stored.digest


def _nothing() -> None:
    return None


def _loader(
    parts: Sequence[Stored], together: Callable[[list[torch.Tensor]], torch.Tensor]
) -> Callable[[], torch.Tensor | None]:
    def load() -> torch.Tensor | None:
        values = [part.values() for part in parts]
        known = [value for value in values if value is not None]
        return together(known) if len(known) == len(parts) else None

    return load


def _cat(parts: list[Stored], axis: int) -> Stored:
    shape = list(parts[0].shape)
    if not shape:
        return parts[0]
    shape[axis] = sum(part.shape[axis] for part in parts)
    load = _loader(parts, lambda values: torch.cat(values, axis))
    figures = _together([part.figures for part in parts], [part.numel for part in parts])
    return replace(
        parts[0], shape=tuple(shape), figures=figures, digest="", load=load, held=None,
        has_values=all(part.has_values for part in parts),
    )  # fmt: skip


def _sum(parts: list[Stored], share: float) -> Stored:
    load = _loader(parts, lambda values: functools.reduce(torch.add, values) * share)
    values = load()
    return replace(
        parts[0],
        figures=figures_of(values) if values is not None else None,
        digest="",
        load=load,
        held=None,
        has_values=values is not None,
    )


def _together(figures: Sequence[Figures | None], sizes: Sequence[int]) -> Figures | None:
    """Return the figures of a concatenation."""
    known = [entry for entry in figures if entry is not None]
    if len(known) != len(figures):
        return None
    columns = list(zip(*known, strict=True))
    greatest, least, mean, norm = ([value for value in column if value is not None] for column in columns)
    if len(greatest) != len(known) or len(mean) != len(known) or len(norm) != len(known):
        return None
    average = sum(m * n for m, n in zip(mean, sizes, strict=True)) / (sum(sizes) or 1)
    return Figures(max(greatest), min(least), average, math.sqrt(sum(n * n for n in norm)))
