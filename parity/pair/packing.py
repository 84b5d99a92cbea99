"""Layers packed into one: query, key and value as three layers of one input, or a convolution's groups on their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from parity.measure.thresholds import PACK_FITS, PACK_SAME_INPUT, PACK_SAME_NAME
from parity.nets.base import Layer, Subject, weights_by_layer
from parity.nets.trace import Call, Trace
from parity.pair.align import align
from parity.pair.names import canonical_name
from parity.table.relations import same_kind

_LEAST = 2
_MOST = 8
_QKV = re.compile(r"(?=[qkv])q?k?v?$")


@dataclass(frozen=True, slots=True)
class Packed:
    """One layer and the layers of the other side whose rows it holds, in order.

    Args:
        whole (Layer): the packed layer.
        parts (tuple[Layer, ...]): the separate ones, in the order of their rows.
        of_reference (bool): True if the separate ones are the reference's.
        named (bool): True if names tell the order. Default: ``False``, the order in which they run.
    """

    whole: Layer
    parts: tuple[Layer, ...]
    of_reference: bool
    named: bool = False

    def layers(self, of_reference: bool) -> tuple[Layer, ...]:
        """Return the layers of one side: the one that packs, or those that it packs."""
        return self.parts if of_reference == self.of_reference else (self.whole,)


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A call of a layer with one weight: its rows, what each row is, and where its input lies.

    `groups` tells how many parts of the input have rows of their own, `position` when the call was made.
    """

    call: Call
    rows: int
    rest: tuple[int, ...]
    source: int
    groups: int
    position: int

    @property
    def size(self) -> tuple[int, tuple[int, ...], int]:
        """What layers that are alike have in common."""
        return self.rows, self.rest, self.groups

    @property
    def name(self) -> str:
        """The core of the layer's name."""
        return canonical_name(self.call.layer.path.rpartition(".")[2])

    @property
    def input(self) -> tuple[int, ...]:
        """The shape of what the layer reads."""
        return self.call.inputs[0][1].shape


@dataclass(frozen=True, slots=True)
class _Group:
    """Separate layers that may be one on the other side, in the order of their rows."""

    parts: tuple[_Matrix, ...]
    named: bool

    @property
    def name(self) -> str:
        """The names of all, joined."""
        return "".join(part.name for part in self.parts)

    @property
    def position(self) -> int:
        """When the last of them was called."""
        return max(part.position for part in self.parts)


def find_packed(reference: tuple[Subject, Trace], port: tuple[Subject, Trace]) -> list[Packed]:
    """Return the groups of separate layers that the other side packs into one.

    Only layers that have no counterpart of their own size are taken: where the sizes of both sides agree, nothing is
    packed. Which of several layers of the packed size it is, the order of execution tells.

    Args:
        reference (tuple[Subject, Trace]): the reference and a run of it.
        port (tuple[Subject, Trace]): the port and a run of it.
    """
    left, right = _matrices(*reference), _matrices(*port)
    found: list[Packed] = []
    while more := [*_packed(left, right, of_reference=True), *_packed(right, left, of_reference=False)]:
        found += more
        left, right = (_apart(side, more, of_reference=of) for side, of in ((left, True), (right, False)))
    return found


def _packed(parts: Sequence[_Matrix], wholes: Sequence[_Matrix], *, of_reference: bool) -> list[Packed]:
    """Return which of one side's layers the other side packs, where the numbers of layers of each size tell."""
    found: list[Packed] = []
    sizes = [Counter(entry.size for entry in side) for side in (parts, wholes)]
    spare, large = sizes[0] - sizes[1], sizes[1] - sizes[0]
    for size in large:
        groups = [group for group in _groups(parts, size, wholes) if all(spare[e.size] for e in group.parts)]
        for group, whole in _aligned(groups, parts, [entry for entry in wholes if entry.size == size]):
            layers = tuple(part.call.layer for part in group.parts)
            found.append(Packed(whole.call.layer, layers, of_reference, group.named))
    return found


def _apart(side: Sequence[_Matrix], found: Sequence[Packed], *, of_reference: bool) -> list[_Matrix]:
    """Return the layers of one side that are not among those found; others of their size may be packed, too."""
    gone = {layer.path for group in found for layer in group.layers(of_reference)}
    return [entry for entry in side if entry.call.layer.path not in gone]


def _aligned(
    groups: Sequence[_Group], parts: Sequence[_Matrix], wholes: Sequence[_Matrix]
) -> Iterator[tuple[_Group, _Matrix]]:
    """Yield each group with the layer that packs it; layers of that size on the groups' side have partners, too."""
    if not groups or not wholes:
        return
    alone = [entry for entry in parts if entry.size == wholes[0].size]
    items: list[_Group | _Matrix] = sorted([*groups, *alone], key=_position)
    for i, j in align(items, wholes, _score, PACK_FITS + PACK_SAME_INPUT + PACK_SAME_NAME):
        item = items[i]
        if isinstance(item, _Group):
            yield item, wholes[j]


def _position(item: _Group | _Matrix) -> int:
    return item.position


def _score(item: _Group | _Matrix, whole: _Matrix) -> float:
    first = item.parts[-1] if isinstance(item, _Group) else item
    if not same_kind(first.call.layer.api, whole.call.layer.api):
        return 0.0
    return PACK_FITS + PACK_SAME_INPUT * (first.input == whole.input) + PACK_SAME_NAME * (item.name == whole.name)


def _matrices(subject: Subject, trace: Trace) -> list[_Matrix]:
    calls = [call for call in trace.calls.values() if call.leaf and call.layer.api and call.key[1] == 0]
    weights = weights_by_layer((call.layer.path for call in calls), {w.name: w for w in subject.weights})
    found: list[_Matrix] = []
    for position, call in enumerate(calls):
        large = [w.tensor.shape for w in weights[call.layer.path] if w.tensor.ndim >= 2]
        if len(large) != 1 or not call.inputs or "Embedding" in (call.layer.api or ""):
            continue
        rows, *rest = large[0]
        groups = _groups_of(call, rest)
        if groups:
            found.append(_Matrix(call, rows, tuple(rest), call.inputs[0][1].place, groups, position))
    return found


def _groups_of(call: Call, rest: Sequence[int]) -> int:
    """Return in how many parts a layer takes its input, each with rows of its own; 0 where that is not known."""
    shape = call.inputs[0][1].shape
    if len(rest) == 1:
        return 1
    channels = shape[1] if len(shape) == len(rest) + 1 else 0
    return channels // rest[0] if rest[0] and channels % rest[0] == 0 else 0


def _groups(
    parts: Sequence[_Matrix], size: tuple[int, tuple[int, ...], int], wholes: Sequence[_Matrix]
) -> list[_Group]:
    """Return the layers that together have a size: of each run those whose names the other side's layer has first."""
    names = {entry.name for entry in wholes if entry.size == size}
    found: list[_Group] = []
    for run in [*_runs(parts, _reads_the_same), *_runs(parts, _reads_another)]:
        fitting = [_ordered(chosen) for chosen in _stretches(run) if _size(chosen) == size]
        fitting.sort(key=lambda group: group.name not in names)
        taken: set[int] = set()
        for group in fitting:
            mine = {id(part) for part in group.parts}
            if not mine & taken:
                taken |= mine
                found.append(group)
    return found


def _size(chosen: Sequence[_Matrix]) -> tuple[int, tuple[int, ...], int]:
    """Return the size of the layer that would pack some: of one input, or of an input whose parts they read."""
    apart = _reads_another(chosen[0], chosen[1])
    groups = sum(part.groups for part in chosen) if apart else chosen[0].groups
    return sum(part.rows for part in chosen), chosen[0].rest, groups


def _stretches(run: Sequence[_Matrix]) -> Iterator[Sequence[_Matrix]]:
    """Yield what of a run may be packed: all of it first, then shorter stretches, the later ones first."""
    for length in range(len(run), _LEAST - 1, -1):
        if length <= _MOST or length == len(run):
            for start in range(len(run) - length, -1, -1):
                yield run[start : start + length]


def _ordered(chosen: Sequence[_Matrix]) -> _Group:
    """Return layers in the order of their rows: query, key, value, if that is what they are called."""
    names = [part.name for part in chosen]
    if all(_QKV.match(name) for name in names) and len(set("".join(names))) == len("".join(names)):
        return _Group(tuple(sorted(chosen, key=lambda part: "qkv".index(part.name[0]))), True)
    return _Group(tuple(chosen), False)


def _reads_the_same(one: _Matrix, other: _Matrix) -> bool:
    return one.source == other.source and one.groups == other.groups == 1


def _reads_another(one: _Matrix, other: _Matrix) -> bool:
    """Tell whether two convolutions are alike and read parts of one size, as the groups of one would."""
    alike = one.rest == other.rest and len(one.rest) > 1 and one.input == other.input
    return alike and one.source != other.source and one.call.source == other.call.source


def _runs(entries: Sequence[_Matrix], belongs: Callable[[_Matrix, _Matrix], bool]) -> list[list[_Matrix]]:
    """Return runs of layers that belong together, each layer once."""
    groups: list[list[_Matrix]] = []
    for entry in entries:
        last = groups[-1] if groups else None
        together = last is not None and last[-1].rest == entry.rest and belongs(last[-1], entry)
        if together and last is not None and entry.call.layer not in [known.call.layer for known in last]:
            last.append(entry)
        else:
            groups.append([entry])
    return [group for group in groups if len(group) >= _LEAST]
