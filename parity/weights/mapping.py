"""Weights: every weight of the reference gets a partner in the port, or is listed as unmatched.

Within a pair of layers the mappings table gives names and layouts; where it has no row, names (with their usual
synonyms) and then shapes decide. What belongs to no layer pair is matched by shape, and by name where several fit.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import torch

import mappings
from mappings.rows.layouts import SAME, Layout, Rows, Transpose, fit
from parity.code.errors import CannotCompare
from parity.measure.thresholds import CONSTANT_FLOAT32
from parity.nets.base import Layer, Subject, Weight, weights_by_layer
from parity.nets.offload import MappedParameters
from parity.nets.roles import is_counter, last, torch_name
from parity.pair.layers import Pairing
from parity.pair.names import canonical_name
from parity.pair.packing import Packed
from parity.table.relations import Relation, relation, same_kind
from parity.weights.arrangements import group_counts, numbers_around, orders, rows_of
from parity.weights.stacking import Piece, is_held, stackings
from parity.weights.weightnorm import computed_names, split_name

_PACKED = ("q", "k", "v")
_JOINED = "in_proj_"
"""How the names begin of the weights and biases that torch's attention packs."""

T = TypeVar("T")

_MOST_LIKELY = 8
"""Numbers of groups that are tried with the parts in every order; the others with the parts as they are."""

_MOST_STACKED = 32
"""Other ways of a tensor to hold several weights that are offered."""

_TRANSPOSED = Layout((Transpose(0, 1),))


@dataclass(frozen=True, slots=True)
class Mapped:
    """A weight and its partner.

    Args:
        reference (Weight): the reference's.
        port (Weight): the port's.
        layout (Layout): what makes the port's weight of the reference's; it may speak of part of either.
    """

    reference: Weight
    port: Weight
    layout: Layout = SAME

    def value(self) -> torch.Tensor:
        """Return the reference's value in the port's layout."""
        return self.layout.apply(self.reference.tensor.detach())

    def part(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return what belongs to this pair of the port's weight, or of a gradient or update of it."""
        return self.layout.part(tensor)

    def copy(self) -> None:
        """Write the reference's value into the port."""
        _write(self.port, self.layout, self.reference)

    def copy_back(self) -> None:
        """Write the port's value into the reference."""
        _write(self.reference, self.layout.inverse, self.port)


def _write(target: Weight, layout: Layout, source: Weight) -> None:
    with torch.no_grad():
        if any(step == 0 and size > 1 for step, size in zip(target.tensor.stride(), target.tensor.shape, strict=True)):
            target.tensor.data = target.tensor.detach().clone()  # a buffer that was expanded: its elements are one
        if layout.is_view:
            layout.part(target.tensor.detach()).copy_(layout.apply(source.tensor.detach()))
        else:
            target.tensor.copy_(layout.put(target.tensor.detach(), source.tensor.detach()))
    MappedParameters.let_go((target.tensor, source.tensor))


@dataclass(frozen=True, slots=True)
class Choice:
    """Pairs that something weak decided, and what else they may be: running the nets tells.

    Args:
        taken (tuple[Mapped, ...]): the pairs as they are in the map.
        others (Callable[[], Iterable[tuple[Mapped, ...]]]): gives the other ways, of the same weights.
    """

    taken: tuple[Mapped, ...]
    others: Callable[[], Iterable[tuple[Mapped, ...]]]


@dataclass(frozen=True, slots=True)
class Gap:
    """Rows of a weight that have no partner although the others have.

    Args:
        weight (Weight): the weight.
        rows (Rows): the rows.
        of_reference (bool): True if the weight is the reference's.
    """

    weight: Weight
    rows: Rows
    of_reference: bool


@dataclass(slots=True)
class WeightMap:
    """What became of every weight.

    Attributes:
        mapped: the pairs.
        left_reference, left_port: weights without partner.
        tied_apart: port weights that one tensor holds together although their partners in the reference differ.
        misshapen: partners by name whose shapes do not fit.
        untied: pairs whose weights one tensor holds together in the reference and two in the port.
        guessed: pairs that only the order of use or definition decides.
        constants: untrained tensors of the reference that the port holds with the same values, as plain tensors.
        apart: pairs of constants that the constructors compute and that differ: each side keeps its own.
        gaps: rows of weights that have no partner although the rest of the weight has.
        choices: what may be otherwise; running the nets tells.
        by_values: names of the port's weights whose partners were told by what the nets compute with them.
        directed: whether the user's own map says of some which is which.
    """

    mapped: list[Mapped] = field(default_factory=list)
    left_reference: list[Weight] = field(default_factory=list)
    left_port: list[Weight] = field(default_factory=list)
    tied_apart: list[tuple[Mapped, Mapped]] = field(default_factory=list)
    misshapen: list[tuple[Weight, Weight]] = field(default_factory=list)
    untied: list[tuple[Mapped, Mapped]] = field(default_factory=list)
    guessed: list[Mapped] = field(default_factory=list)
    constants: list[Weight] = field(default_factory=list)
    apart: list[Mapped] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    by_values: set[str] = field(default_factory=set)
    directed: bool = False

    def exchange(self, taken: Iterable[Mapped], instead: Iterable[Mapped]) -> None:
        """Put other pairs in the place of some."""
        gone = {id(entry) for entry in taken}
        self.mapped = [entry for entry in self.mapped if id(entry) not in gone] + list(instead)

    def copy_back(self) -> None:
        """Write the port's values into the reference: a recorded port keeps those it ran with."""
        for entry in self.mapped:
            entry.copy_back()

    def copy(self) -> None:
        """Write the reference's values into the port."""
        for entry in self.mapped:
            entry.copy()

    def share(self) -> None:
        """Let the port's parameters be the reference's memory where both hold the same values in the same layout.

        For nets that nothing is written into afterwards: neither is trained, and which weight is which is settled.
        """
        for entry in self.mapped:
            ours, theirs = entry.reference.tensor, entry.port.tensor
            plain = not entry.layout and not entry.reference.buffer and not entry.port.buffer
            if plain and ours.dtype == theirs.dtype and ours.shape == theirs.shape and ours.device == theirs.device:
                theirs.data = ours.data


@contextmanager
def held(pairs: Collection[Mapped]) -> Iterator[None]:
    """Hold the reference's values in the port's weights of some pairs within the block.

    Args:
        pairs (Collection[Mapped]): the pairs; the port has its own values again afterwards.
    """
    saved = [(entry.port.tensor, entry.port.tensor.data) for entry in pairs]
    try:
        for tensor, data in saved:
            tensor.data = data.clone()
        for entry in pairs:
            entry.copy()
        yield
    finally:
        for tensor, data in saved:
            tensor.data = data


Uses = Mapping[int, int]
"""The order in which weights are first used in a run, by identity of the tensor."""

Below = dict[str, list[Weight]]
"""The weights at or below each layer's path."""


class _Mapper:
    def __init__(self, reference: dict[str, Weight], port: dict[str, Weight], mapping: Mapping[str, str]) -> None:
        self.mapping = mapping
        self.reference = reference
        self.port = port
        self.result = WeightMap(directed=bool(mapping))
        self.uses: Callable[[], tuple[Uses, Uses]] = _unknown
        self.subjects: tuple[Subject, ...] = ()
        self.below: tuple[Below, Below] = ({}, {})
        self.direct: dict[str, dict[str, Weight]] = {}
        self.taken_reference: set[str] = set()
        self.taken_port: set[str] = set()
        self.computed: set[str] = set()
        self.open = True

    def _directly(self, path: str) -> Mapping[str, Weight]:
        """Return the port's weights that a layer holds itself; of a net of many layers they are looked for once."""
        if path not in self.direct:
            self.direct[path] = _direct(path, self.below[1])
        return self.direct[path]

    def join(self, left: Weight, right: Weight, layout: Layout | None = None) -> bool:
        """Pair two weights if their shapes fit (through `layout`, or whichever does)."""
        if left.name in self.taken_reference and right.name in self.taken_port:
            return True
        if right.name in self.taken_port:
            return False
        fitting = fit(left.tensor.shape, right.tensor.shape) if layout is None else layout
        if fitting is None or fitting.shape(left.tensor.shape) != tuple(right.tensor.shape):
            return False
        made = Mapped(left, right, fitting)
        self.result.mapped.append(made)
        if layout is None and self.open and _is_square(made):
            self.result.choices.append(Choice((made,), lambda: [(Mapped(left, right, _TRANSPOSED),)]))
        self.taken_reference.add(left.name)
        self.taken_port.add(right.name)
        return True

    def explicit(self) -> None:
        """Pair what the user's map names."""
        for left, right in self.mapping.items():
            if left in self.reference and right in self.port:
                one, other = self.reference[left], self.port[right]
                if not self.join(one, other):
                    shapes = f"{tuple(one.tensor.shape)} and {tuple(other.tensor.shape)}"
                    raise CannotCompare(f"the map pairs {left!r} with {right!r}, whose shapes {shapes} do not fit")

    def layer(self, left: Layer, right: Layer) -> None:
        """Pair the weights of two layers that are taken in one piece."""
        ours = _local(left.path, self.below[0])
        theirs = _free(_local(right.path, self.below[1]), self.taken_port)
        self._held_around(left, ours, right, theirs)
        self.between(left, ours, right, theirs)
        self._computed(left, right, theirs)

    def _held_around(self, left: Layer, ours: Mapping[str, Weight], right: Layer, theirs: Mapping[str, Weight]) -> None:
        """Pair what a layer of the reference holds and the port's construct around its layer, by the same name.

        So a weight_norm is written for MindSpore: a Cell holds length and direction, and a layer that it hands them.
        What the port's layer holds itself, by whatever name, is not looked for around it.
        """
        found = relation(left.api, right.api)
        around = right.path.rpartition(".")[0]
        held = _free(self._directly(around), self.taken_port) if right.path and around in self.below[1] else {}
        for name, weight in ours.items():
            local = split_name(name)
            if local in held and local not in theirs and _partner(found, name) not in theirs:
                self.join(weight, held[local])

    def _computed(self, left: Layer, right: Layer, theirs: Mapping[str, Weight]) -> None:
        """Note weights of the port's layer that are no weights in the reference's, as its length and direction are."""
        found = relation(left.api, right.api)
        for name in computed_names(left.module):
            weight = theirs.get(_partner(found, name))
            if weight is not None and weight.name not in self.taken_port:
                self.computed.add(weight.name)

    def between(self, left: Layer, ours: Mapping[str, Weight], right: Layer, theirs: Mapping[str, Weight]) -> None:
        """Pair weights of two layers given by their local names."""
        found = relation(left.api, right.api)
        if found is not None and not left.custom and not right.custom:
            self._by_row(found, ours, theirs)
        self.open = not same_kind(left.api, right.api) or left.custom or right.custom
        self._by_names(ours, theirs)
        self._by_shape(ours, theirs)
        self.open = True

    def packed(self, group: Packed) -> None:
        """Pair the weights of separate layers with rows of the one that holds them all."""
        below = self.below if group.of_reference else self.below[::-1]
        whole = _local(group.whole.path, below[1])
        parts = [_local(layer.path, below[0]) for layer in group.parts]
        before = len(self.result.mapped)
        for name, weight in whole.items():
            self._rows(weight, [local[name] for local in parts if name in local], of_reference=group.of_reference)
        taken = tuple(self.result.mapped[before:])

        def made(order: Sequence[Mapping[str, Weight]], groups: int) -> tuple[Mapped, ...]:
            pieces = [(w, [local[name] for local in order if name in local]) for name, w in whole.items()]
            found = (_in_rows(w, held, groups, of_reference=group.of_reference) for w, held in pieces)
            return tuple(itertools.chain.from_iterable(found))

        def others() -> Iterator[tuple[Mapped, ...]]:
            sizes = [len(next(iter(local.values())).tensor) for local in parts if local]
            for order, groups in self._arrangements(parts, sizes, (group.whole, *group.parts)):
                yield made(order, groups)

        self.result.choices.append(Choice(taken, others))

    def _arrangements(
        self, parts: Sequence[T], sizes: Sequence[int], layers: Sequence[Layer]
    ) -> Iterator[tuple[Sequence[T], int]]:
        """Yield how parts may lie in what packs them, other than one after the other in their order.

        Args:
            parts (Sequence[T]): in their order.
            sizes (Sequence[int]): the rows of each.
            layers (Sequence[Layer]): whose they are, and whose code may hold the number of groups.
        """
        told = {number for subject in self.subjects for number in numbers_around(subject, layers)}
        counts = group_counts(sizes, told)
        likely = counts[:_MOST_LIKELY]
        yield from ((parts, groups) for groups in likely)
        yield from ((order, 1) for order in orders(parts))
        yield from ((order, groups) for groups in likely for order in orders(parts))
        yield from ((parts, groups) for groups in counts[_MOST_LIKELY:])

    def _rows(self, whole: Weight, pieces: Sequence[Weight], *, of_reference: bool) -> None:
        """Pair a weight with those of the other side that are its rows, one after the other."""
        for made in _in_rows(whole, pieces, of_reference=of_reference):
            self._take(made)

    def _take(self, made: Mapped) -> None:
        self.result.mapped.append(made)
        self.taken_reference.add(made.reference.name)
        self.taken_port.add(made.port.name)

    def own(self, left: Layer, right: Layer) -> None:
        """Pair the weights that two containers hold themselves."""
        ours = _free(_direct(left.path, self.below[0]), self.taken_reference)
        theirs = _free(_direct(right.path, self.below[1]), self.taken_port)
        self._by_names(ours, theirs)
        self._by_shape(ours, theirs)

    def inside(self, left: Layer, right: Layer) -> None:
        """Pair what is left below two containers: by name, as parts of one another, and where only one fits."""
        ours = _free(_local(left.path, self.below[0]), self.taken_reference)
        theirs = _free(_local(right.path, self.below[1]), self.taken_port)
        if not ours or not theirs:
            return
        for name, weight in ours.items():
            partner = theirs.get(name)
            if partner is not None:
                self.join(weight, partner)
        self._flat(_free(ours, self.taken_reference), _free(theirs, self.taken_port))
        for of_reference, wholes, parts in ((False, ours, theirs), (True, theirs, ours)):
            for name, weight in wholes.items():
                if weight.name not in self.taken_reference | self.taken_port:
                    self._split(weight, name, parts, of_reference=of_reference)
                    self._stacked(weight, name, parts, (left, right), of_reference=of_reference)
        ours, theirs = _free(ours, self.taken_reference), _free(theirs, self.taken_port)
        for weight in ours.values():
            fitting = [w for w in theirs.values() if _fits_any([weight], w)]
            rivals = [w for w in ours.values() if fitting and _fits_any([w], fitting[0])]
            if len(fitting) == len(rivals) == 1:
                self.join(weight, fitting[0])

    def _flat(self, ours: Mapping[str, Weight], theirs: Mapping[str, Weight]) -> None:
        """Pair what one side holds itself and the other in a layer: ``q_bias`` is ``q.bias``."""
        plain = {name.replace(".", "_"): weight for name, weight in theirs.items()}
        for name, weight in ours.items():
            partner = plain.get(name.replace(".", "_"))
            if partner is not None and partner.tensor.shape == weight.tensor.shape:
                self.join(weight, partner)

    def _split(self, whole: Weight, name: str, parts: Mapping[str, Weight], *, of_reference: bool) -> None:
        """Pair a weight with those of the other side whose rows it holds, if names or their number tell which."""
        taken = self.taken_reference if of_reference else self.taken_port
        pieces = [
            (canonical_name(last(local.rpartition(".")[0])), weight)
            for local, weight in _free(parts, taken).items()
            if weight.tensor.ndim
            and weight.tensor.shape[1:] == whole.tensor.shape[1:]
            and last(torch_name(local)) == last(torch_name(name)).removeprefix(_JOINED)
        ]
        groups = _filling(pieces, sum(whole.tensor.shape[:1]), packed=last(name).startswith(_JOINED))
        if not groups:
            self._with_a_gap(whole, pieces, of_reference=of_reference)
            return
        before = len(self.result.mapped)
        self._rows(whole, groups[0], of_reference=of_reference)

        def others() -> Iterator[tuple[Mapped, ...]]:
            for number, group in enumerate(groups):
                for order in orders(group) if not number else itertools.permutations(group):
                    yield tuple(_in_rows(whole, order, of_reference=of_reference))
            sizes = [len(weight.tensor) for weight in groups[0]]
            for count in group_counts(sizes, ())[:_MOST_LIKELY]:
                yield tuple(_in_rows(whole, groups[0], count, of_reference=of_reference))

        self.result.choices.append(Choice(tuple(self.result.mapped[before:]), others))

    def _stacked(
        self, whole: Weight, name: str, parts: Mapping[str, Weight], around: Sequence[Layer], *, of_reference: bool
    ) -> None:
        """Pair a tensor that no layer holds with weights of the other side's layers that it holds together."""
        mine, others = (
            (self.taken_port, self.taken_reference) if of_reference else (self.taken_reference, self.taken_port)
        )
        if whole.name in mine or not is_held(name, parts):
            return
        told = {number for subject in self.subjects for number in numbers_around(subject, around)}
        ways = stackings(whole, name, _free(parts, others), told)
        first = next(ways, None)
        if first is None:
            return

        def made(way: Sequence[Piece]) -> tuple[Mapped, ...]:
            return tuple(_of_rows(whole, piece, layout.inverse, of_reference=of_reference) for piece, layout in way)

        taken = made(first)
        for entry in taken:
            self._take(entry)
        names = {piece.name for piece, _ in first}
        rest = [made(way) for way in itertools.islice(ways, _MOST_STACKED) if {piece.name for piece, _ in way} == names]
        self.result.choices.append(Choice(taken, lambda: rest))

    def _with_a_gap(self, whole: Weight, pieces: Sequence[tuple[str, Weight]], *, of_reference: bool) -> None:
        """Pair the bias of query, key and value with those of two of them: softmax is blind to the bias of keys."""
        named = {core: weight for core, weight in pieces if core in _PACKED}
        rows = whole.tensor.shape[0] if whole.tensor.ndim == 1 else 0
        size = rows // len(_PACKED)
        if len(named) != len(_PACKED) - 1 or any(len(_PACKED) * len(w.tensor) != rows for w in named.values()):
            return
        for number, core in enumerate(_PACKED):
            part = Rows(number * size, (number + 1) * size, rows)
            if core in named:
                self._take(_of_rows(whole, named[core], Layout((part,)), of_reference=of_reference))
            else:
                self.result.gaps.append(Gap(whole, part, not of_reference))

    def rest(self) -> None:
        """Pair what is left of both nets by shape; names decide where several fit."""
        ours = _free(self.reference, self.taken_reference)
        theirs = _free(self.port, self.taken_port)
        tied = {id(entry.reference.tensor) for entry in self.result.mapped}
        ours = {name: weight for name, weight in ours.items() if id(weight.tensor) not in tied}
        for shape in dict.fromkeys(_key(weight) for weight in ours.values()):
            left = [weight for weight in ours.values() if _key(weight) == shape]
            right = _fitting(left, [w for w in theirs.values() if w.name not in self.taken_port])
            if len(left) == len(right) == 1:
                self.join(left[0], right[0])
            elif left and right:
                self._ambiguous(left, right)
        self._choose_in_order(list(ours.values()))

    def _choose_in_order(self, left: Sequence[Weight]) -> None:
        """Offer to pair what no layer holds in the order of use, shapes that fit transposed included."""
        names = {weight.name for weight in left}
        taken = tuple(entry for entry in self.result.mapped if entry.reference.name in names)
        shapes = [tuple(weight.tensor.shape) for weight in left]
        if not taken or len({tuple(sorted(shape)) for shape in shapes}) == len(shapes):
            return

        def others() -> Iterator[tuple[Mapped, ...]]:
            uses = self.uses()
            free = _order_of([entry.port for entry in taken], uses[1])
            made: list[Mapped] = []
            for weight in _order_of([entry.reference for entry in taken], uses[0]):
                ways = ((w, fit(weight.tensor.shape, w.tensor.shape)) for w in free)
                found = next(((w, layout) for w, layout in ways if layout is not None), None)
                if found is None:
                    return
                free = [w for w in free if w is not found[0]]
                made.append(Mapped(weight, *found))
            yield tuple(made)

        self.result.choices.append(Choice(taken, others))

    def _exchangeable(self, made: Sequence[Mapped]) -> None:
        """Note pairs of weights of one shape that might as well be paired otherwise."""
        if len(made) < 2:
            return
        ports = [entry.port for entry in made]

        def others() -> Iterator[tuple[Mapped, ...]]:
            for order in orders(ports):
                lefts = [entry.reference for entry in made]
                ways = [(a, b, fit(a.tensor.shape, b.tensor.shape)) for a, b in zip(lefts, order, strict=True)]
                if all(layout is not None for _, _, layout in ways):
                    yield tuple(Mapped(left, right, layout or SAME) for left, right, layout in ways)

        self.result.choices.append(Choice(tuple(made), others))

    def _ambiguous(self, left: list[Weight], right: list[Weight]) -> None:
        """Pair several weights of one shape: by whole name, by last part of it, by the order in which they are used."""
        for key in (_whole, _core):
            names = {key(weight.name): weight for weight in right}
            mine = {key(weight.name) for weight in left}
            if len(names) < len(right) or len(mine) < len(left):
                continue
            for one in left:
                if key(one.name) in names:
                    self.join(one, names[key(one.name)])
            left = [weight for weight in left if weight.name not in self.taken_reference]
            right = [weight for weight in right if weight.name not in self.taken_port]
        if not left or len(left) != len(right):
            return
        first = [_order_of(side, uses) for side, uses in zip((left, right), self.uses(), strict=True)]
        made: list[Mapped] = []
        for one, other in zip(*first, strict=True):
            if self.join(one, other) and len(left) > 1:
                made.append(self.result.mapped[-1])
        self.result.guessed += made
        self._exchangeable(made)

    def _by_row(self, found: Relation, ours: Mapping[str, Weight], theirs: Mapping[str, Weight]) -> None:
        torch_side, ms_side = (theirs, ours) if found.flipped else (ours, theirs)
        for name, weight in torch_side.items():
            try:
                partner = mappings.match_weight(found.row.weights, name)
            except KeyError:
                continue
            if partner is None or partner[0] not in ms_side:
                continue
            other, layout = ms_side[partner[0]], partner[1]
            left, right = (other, weight) if found.flipped else (weight, other)
            if not self.join(left, right, layout.inverse if found.flipped else layout):
                self._misshapen(left, right)

    def _by_names(self, ours: Mapping[str, Weight], theirs: Mapping[str, Weight]) -> None:
        plain = {torch_name(name): weight for name, weight in theirs.items()}
        for name, weight in ours.items():
            partner = theirs.get(name) or plain.get(torch_name(name))
            if partner is None or partner.name in self.taken_port:
                continue
            if not self.join(weight, partner):
                self._misshapen(weight, partner)

    def _misshapen(self, left: Weight, right: Weight) -> None:
        if right.name not in self.taken_port:
            self.result.misshapen.append((left, right))

    def _by_shape(self, ours: Mapping[str, Weight], theirs: Mapping[str, Weight]) -> None:
        made: dict[tuple[int, ...], list[Mapped]] = {}
        for weight in ours.values():
            if weight.name in self.taken_reference:
                continue
            free = [w for w in theirs.values() if w.name not in self.taken_port]
            rivals = [
                w for w in ours.values() if w.name not in self.taken_reference and w.tensor.shape == weight.tensor.shape
            ]
            fitting = _fitting(rivals, free)
            if len(fitting) == len(rivals) and self.join(weight, fitting[0]):
                made.setdefault(_key(weight), []).append(self.result.mapped[-1])
        for alike in made.values():
            self._exchangeable(alike)

    def finish(self) -> WeightMap:
        """List what is left, and return everything."""
        result = self.result
        mapped = {id(entry.reference.tensor) for entry in result.mapped}
        for name, weight in self.reference.items():
            if name in self.taken_reference or is_counter(name):
                continue
            if id(weight.tensor) not in mapped:
                result.left_reference.append(weight)
        filled = {id(entry.port.tensor) for entry in result.mapped}
        settled = self.taken_port | self.computed
        result.left_port = [
            weight
            for name, weight in self.port.items()
            if name not in settled and not is_counter(name) and id(weight.tensor) not in filled
        ]
        by_port: dict[int, Mapped] = {}
        by_reference: dict[int, Mapped] = {}
        for entry in (entry for entry in result.mapped if not entry.layout.is_partial):
            known = by_port.setdefault(id(entry.port.tensor), entry)
            if known.reference.tensor is not entry.reference.tensor:
                result.tied_apart.append((known, entry))
            tied = by_reference.setdefault(id(entry.reference.tensor), entry)
            if tied.port.tensor is not entry.port.tensor:
                result.untied.append((tied, entry))
        return result

    def settle_constants(self, reference: Subject, held: Iterable[torch.Tensor]) -> None:
        """Take constants of the reference that the port holds otherwise out of the unmatched ones."""
        values = list(held)
        for weight in [w for w in self.result.left_reference if reference.is_constant(w)]:
            mine = weight.tensor.detach()
            if any(_equal(mine, other.detach()) for other in values):
                self.result.left_reference.remove(weight)
                self.result.constants.append(weight)


def _partner(found: Relation | None, name: str) -> str:
    """Return what MindSpore's layer calls a weight of torch's: the same, if no row says."""
    try:
        known = mappings.match_weight(found.row.weights, name) if found is not None and not found.flipped else None
    except KeyError:
        return name
    return known[0] if known is not None else name


def _in_rows(whole: Weight, pieces: Sequence[Weight], groups: int = 1, *, of_reference: bool) -> list[Mapped]:
    """Return the pairs of a weight with those of the other side that are its rows; none if they do not fill it."""
    sizes = [piece.tensor.shape[0] for piece in pieces]
    if not pieces or sum(sizes) != whole.tensor.shape[0] or any(size % groups for size in sizes):
        return []
    parts = zip(pieces, rows_of(sizes, groups), strict=True)
    return [_of_rows(whole, piece, layout, of_reference=of_reference) for piece, layout in parts]


def _of_rows(whole: Weight, piece: Weight, layout: Layout, *, of_reference: bool) -> Mapped:
    """Return the pair of a weight with one that is some of its rows."""
    return Mapped(piece, whole, layout.inverse) if of_reference else Mapped(whole, piece, layout)


def _filling(pieces: Sequence[tuple[str, Weight]], rows: int, *, packed: bool) -> list[Sequence[Weight]]:
    """Return which of some weights, given with the cores of their layers' names, have a number of rows together.

    All of them, if they do; else those called query, key and value; else, of a weight that is known to be packed, the
    ones that are defined one after the other.
    """
    named = [(core, weight) for core, weight in pieces if core in _PACKED]
    found: list[Sequence[Weight]] = []
    for group in (pieces, named):
        cores = [core for core, _ in group]
        if set(cores) <= set(_PACKED) and len(set(cores)) == len(cores):
            group = sorted(group, key=lambda piece: _PACKED.index(piece[0]))
        elif group is named:
            continue
        found.append([weight for _, weight in group])
    if packed:
        weights = [weight for _, weight in pieces]
        found += [weights[i:j] for i, j in itertools.combinations(range(len(weights) + 1), 2)]
    fitting = [group for group in found if len(group) >= len(_PACKED) - 1 and _heights(group) == rows]
    return list({tuple(weight.name for weight in group): group for group in fitting}.values())


def _heights(group: Iterable[Weight]) -> int:
    return sum(weight.tensor.shape[0] for weight in group)


def _is_square(made: Mapped) -> bool:
    shape = made.reference.tensor.shape
    return not made.layout and len(shape) == 2 and shape[0] == shape[1] > 1


def _equal(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Tell whether two constants are the same numbers, axes of length 1 apart, up to float32."""
    if one.numel() != other.numel() or one.squeeze().shape != other.squeeze().shape:
        return False
    a, b = one.squeeze().to(torch.float64), other.squeeze().to(torch.float64)
    return bool(torch.allclose(a, b, rtol=CONSTANT_FLOAT32, atol=0.0, equal_nan=True))


def _fitting(left: list[Weight], candidates: list[Weight]) -> list[Weight]:
    """Return the weights that weights of one shape may go to: those of the very shape, if there is one for each."""
    exact = [weight for weight in candidates if weight.tensor.shape == left[0].tensor.shape]
    return exact if len(exact) == len(left) else [weight for weight in candidates if _fits_any(left, weight)]


def _unknown() -> tuple[Uses, Uses]:
    return {}, {}


def _order_of(weights: list[Weight], uses: Uses) -> list[Weight]:
    """Return weights in the order of their first use; those that are not used keep theirs, at the end."""
    return sorted(weights, key=lambda weight: uses.get(id(weight.tensor), len(uses)))


def map_weights(
    reference: Subject,
    port: Subject,
    pairing: Pairing,
    mapping: Mapping[str, str],
    uses: Callable[[], tuple[Uses, Uses]] = _unknown,
) -> WeightMap:
    """Find every weight's partner.

    Args:
        reference (Subject): the reference.
        port (Subject): the port.
        pairing (Pairing): which layer is which.
        mapping (Mapping[str, str]): weight names settled by the user.
        uses (Callable[[], tuple[Uses, Uses]], optional): tells, for either side, in which order a run uses the
            weights; called where nothing else decides. Default: nothing is known.

    Raises:
        CannotCompare: if `mapping` pairs weights that do not fit.
    """
    ours = {weight.name: weight for weight in reference.weights}
    theirs = {weight.name: weight for weight in port.weights}
    mapper = _Mapper(ours, theirs, mapping)
    mapper.uses = uses
    mapper.subjects = (reference, port)
    mapper.below = (weights_by_layer(reference.layers, ours), weights_by_layer(port.layers, theirs))
    mapper.explicit()
    for group in pairing.packed:
        mapper.packed(group)
    leaves = [pair for pair in pairing.pairs if pair.leaf and pair.matched]
    for entry in leaves:
        if entry.reference is not None and entry.port is not None:
            mapper.layer(entry.reference.layer, entry.port.layer)
    for left, right in pairing.matched_layers():
        mapper.own(left, right)
    containers = [pair for pair in pairing.matched_layers() if not reference.is_atomic(pair[0])]
    for left, right in sorted(containers, key=lambda pair: -pair[0].path.count(".") if pair[0].path else 1):
        mapper.inside(left, right)
    for left, right in pairing.dormant:
        if not any(weight.name in mapper.taken_reference for weight in mapper.below[0][left.path]):
            mapper.layer(left, right)
    mapper.rest()
    found = mapper.finish()
    layers = port.layers.values()
    mapper.settle_constants(reference, (tensor for layer in layers for _, tensor in port.stray_tensors(layer.module)))
    return found


def match_layer(reference: Layer, ours: dict[str, Weight], port: Layer, theirs: dict[str, Weight]) -> list[Mapped]:
    """Pair the weights of two layers, given by local name; `theirs` may belong to a rebuilt copy of `port`."""
    mapper = _Mapper(ours, theirs, {})
    mapper.between(reference, ours, port, theirs)
    return mapper.result.mapped


def _free(weights: Mapping[str, Weight], taken: set[str]) -> dict[str, Weight]:
    return {name: weight for name, weight in weights.items() if weight.name not in taken}


def _fits_any(left: Iterable[Weight], right: Weight) -> bool:
    return any(fit(weight.tensor.shape, right.tensor.shape) is not None for weight in left)


def _key(weight: Weight) -> tuple[int, ...]:
    return tuple(weight.tensor.shape)


def _local(path: str, below: Below) -> dict[str, Weight]:
    start = len(path) + 1 if path else 0
    return {weight.name[start:]: weight for weight in below[path]}


def _direct(path: str, below: Below) -> dict[str, Weight]:
    return {name: weight for name, weight in _local(path, below).items() if "." not in name}


def _whole(name: str) -> str:
    return ".".join(canonical_name(part) for part in torch_name(name).split("."))


def _core(name: str) -> str:
    return canonical_name(last(name))
