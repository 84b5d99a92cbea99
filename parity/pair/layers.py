"""Which layer of the port is which layer of the reference: by execution, shape and type; names only break ties."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from parity.code.errors import CannotCompare
from parity.measure.thresholds import (
    PAIR_CUSTOM,
    PAIR_OTHER_SIZE,
    PAIR_RELATED,
    PAIR_SAME_INPUT,
    PAIR_SAME_KIND,
    PAIR_SAME_NAME,
    PAIR_SAME_OUTPUT,
    PAIR_SAME_WEIGHTS,
)
from parity.nets.base import Layer, Subject, Weight, weights_by_layer
from parity.nets.roles import is_statistic
from parity.nets.trace import Call, Key, Trace
from parity.pair.align import align
from parity.pair.flow import follow
from parity.pair.names import canonical_name
from parity.pair.packing import Packed, find_packed
from parity.pair.paths import pair_named
from parity.pair.whole import pair_whole
from parity.report.model import PairedBy
from parity.table.relations import related, same_kind

_PERFECT = PAIR_SAME_KIND + PAIR_SAME_WEIGHTS + PAIR_SAME_OUTPUT + PAIR_SAME_INPUT


@dataclass(frozen=True, slots=True)
class CallPair:
    """Two calls that are taken for the same computation, or one that has no partner.

    Args:
        reference (Call | None): the reference's; None where it has none.
        port (Call | None): the port's.
        leaf (bool): whether it is a layer that holds no others. Default: ``True``.
        by (PairedBy | None): which step decided. Default: ``None``, there is no partner.
    """

    reference: Call | None
    port: Call | None
    leaf: bool = True
    by: PairedBy | None = None

    @property
    def matched(self) -> bool:
        """Tell whether both sides are there."""
        return self.reference is not None and self.port is not None

    @property
    def idle(self) -> bool:
        """Tell whether neither side has run: layers that no forward calls."""
        return not any(call is not None and (call.done or call.raised) for call in (self.reference, self.port))


@dataclass(slots=True)
class Pairing:
    """All pairs, in the reference's order of execution; a call without partner stands where it ran.

    Attributes:
        pairs: the calls.
        dormant: layers that one side runs and the other holds and never calls, reference first.
        packed: layers of one side that are one layer on the other.
        named: layers whose weights are those of the same path, although a call of theirs may have another partner.
    """

    pairs: list[CallPair] = field(default_factory=list)
    dormant: list[tuple[Layer, Layer]] = field(default_factory=list)
    packed: list[Packed] = field(default_factory=list)
    named: frozenset[str] = frozenset()

    def matched_layers(self) -> list[tuple[Layer, Layer]]:
        """Return each pair of layers once, containers included."""
        found: dict[tuple[str, str], tuple[Layer, Layer]] = {}
        for pair in self.pairs:
            if pair.reference is not None and pair.port is not None:
                key = (pair.reference.layer.path, pair.port.layer.path)
                found.setdefault(key, (pair.reference.layer, pair.port.layer))
        return list(found.values())

    def by_port(self) -> dict[Key, Call]:
        """Return the reference's call for each matched call of the port."""
        return {pair.port.key: pair.reference for pair in self.pairs if pair.port and pair.reference}


@dataclass(frozen=True, slots=True)
class _Event:
    """A leaf call as pairing sees it."""

    call: Call
    weights: tuple[int, ...]
    inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[int, ...], ...]
    source: int
    name: str

    @property
    def signature(self) -> tuple[object, ...]:
        layer = self.call.layer
        return (layer.api or layer.type, self.weights, self.inputs, self.outputs)


def pair(
    reference: tuple[Subject, Trace],
    port: tuple[Subject, Trace],
    mapping: Mapping[str, str],
    names: frozenset[str] = frozenset(),
) -> Pairing:
    """Pair the calls of two traces.

    Args:
        reference (tuple[Subject, Trace]): the reference and a run of it.
        port (tuple[Subject, Trace]): the port and a run of it, which may have ended early.
        mapping (Mapping[str, str]): reference path to port path, settled by the user.
        names (frozenset[str]): layers whose counterparts are those of the same path. Default: none.

    Raises:
        CannotCompare: if layers could be paired in several ways and names do not decide, or `mapping` names no layer.
    """
    _check_mapping(mapping, reference[0], port[0])
    left = _events(*reference)
    right = _events(*port)
    if port[1].raised is not None:
        right += _never_called(*port)
    why = _Reasons()
    matches = why.note("map", _fixed(left, right, mapping)) or why.note("name", pair_named(left, right, names))
    packed = [] if mapping else find_packed(reference, port)
    of_left, of_right = ({layer.path for group in packed for layer in group.layers(of)} for of in (True, False))
    rest_left = _elsewhere(_left_over(left, [a for a, _ in matches]), of_left | names)
    rest_right = _elsewhere(_left_over(right, [b for _, b in matches]), of_right | names)
    aligned = [(rest_left[i], rest_right[j]) for i, j in align(rest_left, rest_right, _score, _PERFECT)]
    fitting = why.note("size", _uncrossed(why.note("order", aligned), rest_left, rest_right), aligned)
    matches = matches + why.note("tie", _break_ties(fitting), fitting)
    left_over = _left_over(rest_left, [a for a, _ in matches]), _left_over(rest_right, [b for _, b in matches])
    matches += why.note("crossed", _crossed(*left_over))
    settled = {id(a) for a, _ in matches if a.call.layer.path in names or a.call.layer.path in mapping}
    open_ = [pair for pair in matches if id(pair[0]) not in settled]
    followed = why.note("source", follow(open_, left, right), open_)
    matches = _within_bounds([pair for pair in matches if id(pair[0]) in settled] + followed)
    pairing = Pairing(_in_order(left, right, matches, why), packed=packed)
    _mark_packed(pairing, (of_left, of_right))
    _add_containers(pairing, reference[1], port[1])
    _add_whole(pairing, reference, port)
    _add_idle(pairing, reference, port, names)
    return pairing


class _Reasons:
    """Why each call of the reference has its partner: which step gave it the one that it has."""

    def __init__(self) -> None:
        self._by: dict[int, PairedBy] = {}

    def note(
        self, by: PairedBy, pairs: list[tuple[_Event, _Event]], before: Iterable[tuple[_Event, _Event]] = ()
    ) -> list[tuple[_Event, _Event]]:
        """Note that a step made some pairs, apart from those that were there before; return the pairs."""
        known = {(id(a), id(b)) for a, b in before}
        self._by.update({id(a): by for a, b in pairs if (id(a), id(b)) not in known})
        return pairs

    def of(self, event: _Event) -> PairedBy:
        """Return the step that gave a call of the reference its partner."""
        return self._by[id(event)]


def _elsewhere(events: list[_Event], paths: Collection[str]) -> list[_Event]:
    """Leave out the calls of some layers."""
    return [event for event in events if event.call.layer.path not in paths]


def _mark_packed(pairing: Pairing, paths: tuple[set[str], set[str]]) -> None:
    """Say of calls without a partner that their layers are packed with others."""
    for index, entry in enumerate(pairing.pairs):
        calls = zip((entry.reference, entry.port), paths, strict=True)
        if not entry.matched and any(call is not None and call.layer.path in of for call, of in calls):
            pairing.pairs[index] = replace(entry, by="packed")


def _check_mapping(mapping: Mapping[str, str], reference: Subject, port: Subject) -> None:
    for subject, names in ((reference, mapping.keys()), (port, mapping.values())):
        known = set(subject.layers) | {weight.name for weight in subject.weights}
        for name in names:
            if name not in known:
                raise CannotCompare(f"the map names {name!r}, which is no layer or weight of the {subject.role}")


def _events(subject: Subject, trace: Trace) -> list[_Event]:
    return _as_events(subject, [call for call in trace.calls.values() if call.leaf])


def _as_events(subject: Subject, calls: list[Call]) -> list[_Event]:
    weights = {weight.name: weight for weight in subject.weights}
    by_layer = weights_by_layer((call.layer.path for call in calls), weights)
    return [_event(call, by_layer[call.layer.path]) for call in calls]


def _event(call: Call, weights: list[Weight]) -> _Event:
    layer = call.layer
    # a buffer that is no statistic is a constant, which the other side may compute or hold as a plain tensor
    counted = [w for w in weights if w.trainable or (not w.buffer and layer.api is not None) or is_statistic(w.name)]
    sizes = tuple(sorted(weight.tensor.numel() for weight in counted))
    first = call.inputs[0][1].place if call.inputs else 0
    return _Event(
        call,
        tuple(size for size in sizes if size > 1) or sizes[:1],
        tuple(shape.shape for _, shape in call.inputs),
        tuple(shape.shape for _, shape in call.outputs),
        first,
        layer.path.rpartition(".")[2],
    )


def _never_called(subject: Subject, trace: Trace) -> list[_Event]:
    """Return the layers that a run did not reach, as calls without inputs, in order of definition."""
    return _as_events(subject, idle_calls(subject, trace))


def _around(path: str) -> Iterator[str]:
    """Yield the paths of the layers around one, the innermost first; of the net itself no more."""
    while "." in path:
        path = path.rpartition(".")[0]
        yield path


def idle_calls(subject: Subject, trace: Trace) -> list[Call]:
    """Return stand-ins for the leaf layers that `trace` did not reach."""
    reached = {path for path, _ in trace.calls}
    idle: list[Call] = []
    atomic: set[str] = set()
    for path, layer in subject.layers.items():
        if any(outer in atomic for outer in _around(path)):
            continue
        if subject.is_atomic(layer):
            atomic.add(path)
        elif any(True for _ in layer.module.children()) or (layer.api and subject.is_container(layer.api)):
            continue
        if path not in reached and (path or not trace.calls):
            idle.append(Call((path, 0), layer, None, ((), {}), []))
    return idle


def _score(a: _Event, b: _Event) -> float:
    left, right = a.call.layer, b.call.layer
    if any(one.custom and not one.path and other.path for one, other in ((left, right), (right, left))):
        return 0.0  # a net without layers is the whole of the other side, not one of its layers
    weighted = (bool(a.weights), bool(b.weights))
    same_weights = a.weights == b.weights
    same_output = a.outputs == b.outputs
    if same_kind(left.api, right.api):
        alike = not all(weighted) or max(a.weights) == max(b.weights)
        # of another size: another layer, run in another order, may be the partner
        worth = PAIR_SAME_KIND if alike else PAIR_OTHER_SIZE
    elif all(weighted):
        overlap = same_weights or (max(a.weights) == max(b.weights))
        worth = (PAIR_CUSTOM if left.custom or right.custom else PAIR_RELATED) if overlap else 0.0
    elif any(weighted):
        return 0.0
    elif (
        (left.custom and right.custom and (left.type == right.type or (same_output and a.inputs == b.inputs)))
        or left.path == right.path == ""
        or (same_output and related(left.api, right.api))
    ):
        worth = PAIR_RELATED
    else:
        worth = 0.0
    if not worth:
        return 0.0
    worth += PAIR_SAME_WEIGHTS * same_weights + PAIR_SAME_NAME * (a.name == b.name)
    return worth + PAIR_SAME_OUTPUT * same_output + PAIR_SAME_INPUT * (a.inputs == b.inputs)


def _fixed(left: list[_Event], right: list[_Event], mapping: Mapping[str, str]) -> list[tuple[_Event, _Event]]:
    by_key = {event.call.key: event for event in right}
    found: list[tuple[_Event, _Event]] = []
    for event in left:
        path, number = event.call.key
        wanted = mapping.get(path)
        partner = by_key.get((wanted, number)) if wanted is not None else None
        if partner is not None:
            found.append((event, partner))
    return found


def _break_ties(pairs: list[tuple[_Event, _Event]]) -> list[tuple[_Event, _Event]]:
    """Re-pair runs of layers that execution and shape cannot tell apart, by name."""
    result: list[tuple[_Event, _Event]] = []
    start = 0
    while start < len(pairs):
        end = start + 1
        while end < len(pairs) and _interchangeable(pairs[start], pairs[end]):
            end += 1
        result += _by_name(pairs[start:end]) if end - start > 1 else pairs[start:end]
        start = end
    return result


def _interchangeable(one: tuple[_Event, _Event], other: tuple[_Event, _Event]) -> bool:
    return all(
        a.weights and a.source == b.source and a.signature == b.signature and a.call.layer is not b.call.layer
        for a, b in zip(one, other, strict=True)
    )


def _by_name(group: list[tuple[_Event, _Event]]) -> list[tuple[_Event, _Event]]:
    left = [a for a, _ in group]
    right = {canonical_name(b.name): b for _, b in group}
    if len(right) < len(group):
        return group
    named = [(a, right.pop(canonical_name(a.name))) for a in left if canonical_name(a.name) in right]
    if not named or all(pair in group for pair in named):
        return group
    rest = [a for a in left if all(a is not taken for taken, _ in named)]
    if len(rest) > 1:
        raise CannotCompare(_ambiguous(left, [b for _, b in group]))
    return named + list(zip(rest, right.values(), strict=True))


def _ambiguous(left: Iterable[_Event], right: Iterable[_Event]) -> str:
    of_reference = ", ".join(event.call.layer.path for event in left)
    of_port = ", ".join(event.call.layer.path for event in right)
    return (
        f"the reference's layers {of_reference} could be any of the port's {of_port} (same type, shapes and input, "
        "other names in another order): settle it with --map FILE, a JSON object of reference path to port path"
    )


def _left_over(events: list[_Event], taken: list[_Event]) -> list[_Event]:
    seen = {id(event) for event in taken}
    return [event for event in events if id(event) not in seen]


def _uncrossed(
    pairs: list[tuple[_Event, _Event]], left: list[_Event], right: list[_Event]
) -> list[tuple[_Event, _Event]]:
    """Give layers that were paired with one of another size the one of their own size that fits in every respect."""
    odd = [(a, b) for a, b in pairs if a.weights and b.weights and a.weights != b.weights]
    free_left = _left_over(left, [a for a, _ in pairs]) + [a for a, _ in odd]
    free_right = _left_over(right, [b for _, b in pairs]) + [b for _, b in odd]
    exact: list[tuple[_Event, _Event]] = []
    for event in free_left:
        fitting = next((b for b in free_right if event.weights and _score(event, b) >= _PERFECT), None)
        if fitting is not None:
            free_right.remove(fitting)
            exact.append((event, fitting))
    taken = {id(event) for pair in exact for event in pair}
    kept = [(a, b) for a, b in pairs if id(a) not in taken and id(b) not in taken]
    order = {id(event): index for index, event in enumerate(left)}
    return sorted(kept + exact, key=lambda pair: order[id(pair[0])])


def _crossed(left: list[_Event], right: list[_Event]) -> list[tuple[_Event, _Event]]:
    """Pair layers with weights that run in another order on the two sides (branches that were swapped)."""
    found: list[tuple[_Event, _Event]] = []
    free = [event for event in right if event.weights]
    for event in (event for event in left if event.weights):
        fitting = [b for b in free if _score(event, b) >= PAIR_SAME_KIND + PAIR_SAME_WEIGHTS]
        if not fitting:
            continue
        best = max(fitting, key=_scoring(event))
        free = [b for b in free if b is not best]
        found.append((event, best))
    return found


def _scoring(event: _Event) -> Callable[[_Event], float]:
    def worth(other: _Event) -> float:
        return _score(event, other)

    return worth


def _within_bounds(matches: list[tuple[_Event, _Event]]) -> list[tuple[_Event, _Event]]:
    """Leave out what only shapes pair, and what lies in two constructs that layers with weights pair with others."""
    partners: dict[tuple[bool, Key | None], set[Key | None]] = {}
    for a, b in matches:
        if a.weights and b.weights:
            partners.setdefault((True, a.call.parent), set()).add(b.call.parent)
            partners.setdefault((False, b.call.parent), set()).add(a.call.parent)

    def is_within(a: _Event, b: _Event) -> bool:
        left, right = a.call, b.call
        known = partners.get((True, left.parent), set()), partners.get((False, right.parent), set())
        return not all(known) or right.parent in known[0] or left.parent in known[1]

    return [(a, b) for a, b in matches if not _is_by_shape(a, b) or is_within(a, b)]


def _is_by_shape(a: _Event, b: _Event) -> bool:
    """Tell whether nothing but shapes speaks for a pair: classes of the users' own without weights, of other names."""
    left, right = a.call.layer, b.call.layer
    own = left.custom and right.custom and left.type != right.type
    return own and not a.weights and not b.weights and a.name != b.name


def _in_order(
    left: list[_Event], right: list[_Event], matches: list[tuple[_Event, _Event]], why: _Reasons
) -> list[CallPair]:
    partner = {id(a): b for a, b in matches}
    matched_right = {id(b) for _, b in matches}
    position = {id(event): index for index, event in enumerate(right)}
    pairs: list[CallPair] = []
    done = 0
    for event in left:
        other = partner.get(id(event))
        if other is not None:
            limit = position[id(other)]
            pairs += [CallPair(None, b.call) for b in right[done:limit] if id(b) not in matched_right]
            done = max(done, limit)
        by = why.of(event) if other is not None else None
        pairs.append(CallPair(event.call, other.call if other is not None else None, by=by))
    pairs += [CallPair(None, b.call) for b in right[done:] if id(b) not in matched_right]
    return pairs


def _add_containers(pairing: Pairing, reference: Trace, port: Trace) -> None:
    """Pair the calls that hold others by the matched leaves inside them; the two nets are always a pair."""
    number = {"reference": {}, "port": {}}  # type: dict[str, dict[Key, int]]
    for index, entry in enumerate(pairing.pairs):
        if entry.reference is not None and entry.port is not None:
            number["reference"][entry.reference.key] = index
            number["port"][entry.port.key] = index
    left = _spans(reference, number["reference"])
    right = _spans(port, number["port"])
    for span, calls in left.items():
        for call, other in zip(calls, right.get(span, ()), strict=False):
            pairing.pairs.append(CallPair(call, other, leaf=False, by="inside"))
    roots = (reference.calls.get(("", 0)), port.calls.get(("", 0)))
    if not any(entry.reference is roots[0] and entry.matched for entry in pairing.pairs) and all(roots):
        pairing.pairs = [p for p in pairing.pairs if roots[0] is not p.reference and roots[1] is not p.port]
        pairing.pairs.append(CallPair(*roots, leaf=False, by="net"))


def _add_whole(pairing: Pairing, reference: tuple[Subject, Trace], port: tuple[Subject, Trace]) -> None:
    """Pair a module that has weights and no layers with the one that has layers in its place."""
    matched = [(entry.reference, entry.port) for entry in pairing.pairs]
    both = [(a, b) for a, b in matched if a is not None and b is not None and not (a.leaf or b.leaf)]
    lonely = [[pair[side] for pair in matched if pair[1 - side] is None] for side in (0, 1)]
    alone = [{call.key for call in side if call is not None} for side in lonely]
    for one, other in pair_whole(both, (alone[0], alone[1]), (reference, port)):
        leaf = one if one.leaf else other
        index = next(i for i, pair in enumerate(pairing.pairs) if leaf in (pair.reference, pair.port))
        pairing.pairs[index] = CallPair(one, other, leaf=False, by="name")


def _spans(trace: Trace, number: Mapping[Key, int]) -> dict[tuple[int, int], list[Call]]:
    """Return containers by the first and last matched leaf inside, outermost first; without the net itself."""
    inside: dict[Key, list[int]] = {}
    for call in trace.calls.values():
        if call.key not in number:
            continue
        parent = call.parent
        while parent is not None:
            inside.setdefault(parent, []).append(number[call.key])
            parent = trace.calls[parent].parent
    spans: dict[tuple[int, int], list[Call]] = {}
    for call in trace.calls.values():
        if call.key in inside and call.key != ("", 0):
            spans.setdefault((min(inside[call.key]), max(inside[call.key])), []).append(call)
    return spans


def _add_idle(
    pairing: Pairing, reference: tuple[Subject, Trace], port: tuple[Subject, Trace], names: frozenset[str]
) -> None:
    """Pair layers that neither run reached, so that their weights are accounted for."""
    known = {entry.port.key for entry in pairing.pairs if entry.port is not None}
    left = _never_called(*reference)
    right = [event for event in _never_called(*port) if event.call.key not in known]
    why = _Reasons()
    matches = why.note("name", pair_named(left, right, names))
    ours, theirs = ([event for event in side if event.call.layer.path not in names] for side in (left, right))
    aligned = [(ours[i], theirs[j]) for i, j in align(ours, theirs, _score, _PERFECT + PAIR_SAME_NAME)]
    matches = matches + why.note("idle", aligned)
    pairing.pairs += [CallPair(a.call, b.call, by=why.of(a)) for a, b in matches]
    pairing.pairs += [CallPair(a.call, None) for a in _left_over(left, [a for a, _ in matches])]
    pairing.pairs += [CallPair(None, b.call) for b in _left_over(right, [b for _, b in matches])]
    idle = (_left_over(left, [a for a, _ in matches]), _left_over(right, [b for _, b in matches]))
    _add_dormant(pairing, (reference[0], port[0]), idle)


def _add_dormant(pairing: Pairing, subjects: tuple[Subject, Subject], idle: tuple[list[_Event], list[_Event]]) -> None:
    """Find the partners, by weights and then by place and name, of layers that run on one side only."""
    alone = [entry for entry in pairing.pairs if entry.leaf and not entry.matched]
    for side in (0, 1):
        ran = [(entry.reference, entry.port)[side] for entry in alone]
        calls = [call for call in ran if call is not None and call.done and call.key[1] == 0]
        running = _as_events(subjects[side], calls)
        fitting = [
            (a.call.layer, b.call.layer)
            for a in running
            for b in idle[1 - side]
            if a.weights and a.weights == b.weights and _score(a, b) > 0
        ]
        taken: set[int] = set()
        for one, other in sorted(fitting, key=lambda pair: -_likeness(pair[0].path, pair[1].path)):
            if not {id(one), id(other)} & taken:
                taken |= {id(one), id(other)}
                pairing.dormant.append((one, other) if side == 0 else (other, one))


def _likeness(one: str, other: str) -> float:
    """Return how much two paths have in common, 1 for equal ones."""
    return difflib.SequenceMatcher(None, one.split("."), other.split(".")).ratio()


def idle_pairs(pairing: Pairing) -> list[CallPair]:
    """Return the matched pairs that ran on neither side."""
    matched = [(entry, entry.reference, entry.port) for entry in pairing.pairs]
    return [p for p, left, right in matched if left and right and not (left.done or right.done or right.raised)]
