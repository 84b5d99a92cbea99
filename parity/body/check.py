"""Run two bodies on the reference's input with the layers inside held right, and say where they diverge."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import torch

from parity.body.counterfactual import Counterfactual
from parity.body.expand import expanded
from parity.body.explain import Departure, Explainer
from parity.body.lines import place_to_change
from parity.body.match import close, only_masked_otherwise
from parity.body.record import Body, BodyRun, Held, Sink, Substitute, record_body
from parity.code import tree
from parity.forward.arrangement import find_order
from parity.forward.bench import REFUSED, Bench, Change, Outcome
from parity.measure.judgement import Norms, least_noise, same_in_float64
from parity.measure.metrics import error_norms
from parity.measure.thresholds import NOISE_SHARE, NOISY_UNITS
from parity.nets.trace import Call, Key, Named, calls_inside
from parity.nets.windows import fetch
from parity.pair.layers import CallPair

Flow = Callable[[torch.Tensor], torch.Tensor]
"""A change of what flows in."""


@dataclass(frozen=True, slots=True)
class BodyResult:
    """What became of one body.

    Args:
        departures (tuple[Departure, ...]): each place where a difference arises; none: the body is right.
        raised (BaseException | None): what the port's body raised.
        cut (bool): True if the port's body ended early, as the reference keeps what it is given in another form: that
            is no mistake, and of what lies behind nothing is known. Default: ``False``.
        reached (frozenset[str | None]): the inner layers that the port's body came to; None for its outputs.
    """

    departures: tuple[Departure, ...]
    raised: BaseException | None = None
    cut: bool = False
    reached: frozenset[str | None] = frozenset()


@dataclass(frozen=True, slots=True)
class _How:
    """What flows in, and whether operations are noted."""

    change: Flow | None
    operations: bool
    dtype: torch.dtype | None = None
    gradients: bool = False
    made: dict[int, tuple[torch.Tensor, torch.Tensor]] = field(default_factory=dict)
    flows: dict[Key, Named] = field(default_factory=dict)

    def changed(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return what flows in for `tensor`, the same on both sides."""
        if self.change is None and self.dtype is None:
            return tensor
        if id(tensor) not in self.made:
            made = tensor if self.change is None else self.change(tensor)
            made = made.to(self.dtype) if self.dtype is not None and made.is_floating_point() else made
            self.made[id(tensor)] = (tensor, made)
        return self.made[id(tensor)][1]

    @property
    def size(self) -> int:
        """Bytes of what was made."""
        return sum(made.nbytes for _, made in self.made.values())

    def returned(self, call: Call) -> Named:
        """Return what an inner call returns, the same on both sides."""
        if call.key not in self.flows:
            self.flows[call.key] = self.named(call.held_outputs)
        return self.flows[call.key]

    def named(self, tensors: Named) -> Named:
        return [(path, self.changed(tensor)) for path, tensor in tensors]


@dataclass(frozen=True, slots=True)
class BodyPair:
    """What two containers compute themselves, with the layers inside held right.

    Args:
        calls (CallPair): of the containers.
        inside (bool): follow the operations to where a difference arises. Default: ``False``, compare what reaches the
            layers inside and the outputs.
        unpatched (frozenset[Key]): inner calls of the port that do what they do, with all that is inside, instead of
            being held right. Default: none.
        opened (frozenset[Key]): inner calls that are run with what is inside held right. Default: none.
    """

    calls: CallPair
    inside: bool = False
    unpatched: frozenset[Key] = frozenset()
    opened: frozenset[Key] = frozenset()

    def compared(self, bench: Bench, change: Change) -> Outcome[BodyResult]:
        """Run both bodies on the reference's input; where that cannot be done, nothing is known to differ."""
        change.only("probe")
        flow = change.probe.change if change.probe is not None else None
        runs = _Bodies(bench, self.unpatched, self.opened)
        if not self.inside:
            return _outcome(runs.agree(self.calls, flow), None)
        result = runs.departures(self.calls, flow)
        return _outcome(result is None or not (result.departures or result.raised), result)

    def compensates(self, bench: Bench, relative: float) -> bool:
        """Tell whether the code around the unpatched calls compensates for what they do; False where that is unknown.

        It does if the bodies agree; or if the port computes what the reference's calls return out of what they return,
        and what differs in the end stems from values that the reference has too: that difference arises behind them.

        Args:
            bench (Bench): the nets.
            relative (float): relative difference up to which two values agree.
        """
        return _Bodies(bench, self.unpatched, self.opened).compensated(self.calls, relative)


def _outcome(same: bool, result: BodyResult | None) -> Outcome[BodyResult]:
    return Outcome(same, 0.0 if same else REFUSED, "no difference" if same else "a difference", result)


def differentiable(bench: Bench, pair: CallPair) -> tuple[Body, Body, list[tuple[Sink, Sink]]] | None:
    """Return runs of both bodies that can be differentiated, and the sinks that belong together.

    Args:
        bench (Bench): the nets.
        pair (CallPair): the calls. None where that cannot be done.
    """
    return _Bodies(bench).differentiable(pair)


class _Bodies:
    """Runs both bodies of a pair of calls, on a bench."""

    def __init__(
        self, bench: Bench, unpatched: frozenset[Key] = frozenset(), opened: frozenset[Key] = frozenset()
    ) -> None:
        self._bench = bench
        self._patcher = bench.patcher
        self._unpatched = unpatched
        self._open = unpatched | opened
        self._comparison = bench.comparison
        self._forward = bench.forward
        self._partners = bench.patcher.partners

    def departures(self, pair: CallPair, change: Flow | None) -> BodyResult | None:
        """Follow the operations of both to where they diverge; None where that cannot be done."""
        calls = self._calls(pair)
        if calls is None:
            return None
        left, right = calls
        reference, port, held = self._both(left, right, _How(change, True))
        if reference.raised is not None:
            return None
        for side, body in enumerate((reference, port)):
            self._bench.looked_into[side].update(op.layer for op in body.operations if op.layer is not None)
        opened = self._open - self._unpatched
        _take_in(reference, {self._partners[key].layer.path for key in opened})
        _take_in(port, {path for path, _ in opened})
        found = self._departures(reference, port, right, held)
        if right.raised is not None:  # of what it did not come to nothing is known
            reached = {path for path, _ in self._forward.port_calls}
            found = [d for d in found if d.sink.layer is not None and d.sink.layer in reached]
        if port.raised is not None and not found:
            if self._raised_inside(right):
                return BodyResult(())
            if right.done and self._fed_otherwise(left, right, held):
                return BodyResult((), cut=True, reached=frozenset(sink.layer for sink in port.sinks))
            last = self._explainer(reference, port).dangling()
            # what its own run raised is what its author sees, not what float64 makes of it here
            return BodyResult((last,) if last is not None else (), right.raised or port.raised)
        return BodyResult(tuple(found), reached=frozenset(sink.layer for sink in port.sinks))

    def _fed_otherwise(self, left: Call, right: Call, held: list[tuple[Call, Call]]) -> bool:
        """Tell whether a body was given tensors of other shapes than in the port's own run."""
        fed = [(self._patcher.given(right, left.held_inputs), right.inputs)]
        fed += [(self._patcher.returned(call, base.held_outputs), call.outputs) for base, call in held if call.done]
        return any(
            tuple(tensor.shape) != shape.shape
            for tensors, own in fed
            for (_, tensor), (_, shape) in zip(tensors, own, strict=False)
        )

    def _raised_inside(self, right: Call) -> bool:
        """Tell whether an inner call raised what ended the port's own call: that call is judged by itself."""
        inside = calls_inside(right, self._forward.port_calls) if right.raised is not None else []
        return any(call.raised is right.raised and call.key in self._partners for call in inside)

    def agree(self, pair: CallPair, change: Flow | None) -> bool:
        """Tell whether two bodies give the same; True where that cannot be found out."""
        calls = self._calls(pair)
        if calls is None:
            return True
        exchanged = self._bench.fused.keys() | self._patcher.bases.keys()
        if change is not None and any(b.key in exchanged for _, b in self._held(*calls)):
            return True  # the layer would have to be run on what is changed
        reference, port, held = self._both(*calls, _How(change, False))
        if reference.raised is not None:
            return True
        if port.raised is not None:
            return False
        theirs, mine, partner = _by_call(reference), _by_call(port), _in_order(held)
        keys = _keys(calls[1], held)
        if not self._open and self._gives_less(theirs, mine, partner, keys):
            return False
        apart: list[tuple[_Place, _Place]] = []
        for key, sink in mine.items():
            place = partner.get(key, key)
            if place in theirs and not self._agree((reference, theirs[place]), (port, sink), keys.get(key)):
                apart.append((place, key))
        return not apart or self._only_rounding((reference, port), apart, calls, change)

    def _gives_less(
        self, theirs: Mapping[_Place, Sink], mine: Mapping[_Place, Sink], partner: Mapping[_Place, _Place],
        keys: Mapping[_Place, Key],
    ) -> bool:  # fmt: skip
        """Tell whether an inner layer is not called, or with fewer tensors than it was: edited code may do so."""
        for place, other in partner.items():
            call, sink = self._forward.port_calls.get(keys[place]), mine.get(place)
            if call is None or other not in theirs:  # a run that ended early did not come to it
                continue
            if sink is None or len(sink.values) < min(len(call.inputs), len(theirs[other].values)):
                return True
        return False

    def compensated(self, pair: CallPair, relative: float) -> bool:
        """Tell whether what the unpatched calls do otherwise is gone, or is no part of what differs at last."""
        calls = self._calls(pair)
        if calls is None:
            return False
        if self._agrees_within(calls, relative):
            return True
        reference, port, held = self._both(*calls, _How(None, True))
        if reference.raised is not None or port.raised is not None:
            return False
        explainer = self._explainer(reference, port)
        loose = {key[0] for key in self._unpatched}
        apart = [
            (other, sink)
            for other, sink, key in self._sinks(reference, port, calls[1], held)
            if other is None or not self._agree((reference, other), (port, sink), key)
        ]
        if not apart or any(explainer.stems_from(other, sink, loose) for other, sink in apart):
            return False
        right = [self._patcher.base(self._forward.port_calls[key]) for key in self._unpatched]
        return all(base is not None and all(explainer.has_made(t) for _, t in base.held_outputs) for base in right)

    def _agrees_within(self, calls: tuple[Call, Call], relative: float) -> bool:
        reference, port, held = self._both(*calls, _How(None, False))
        if reference.raised is not None or port.raised is not None:
            return False
        return all(
            other is not None and self._agree((reference, other), (port, sink), key, relative, strictly=True)
            for other, sink, key in self._sinks(reference, port, calls[1], held)
        )

    def _sinks(
        self, reference: Body, port: Body, right: Call, held: list[tuple[Call, Call]]
    ) -> Iterator[tuple[Sink | None, Sink, Key | None]]:
        """Yield the reference's and the port's sinks that belong together, and the port's call."""
        theirs, partner, keys = _by_call(reference), _in_order(held), _keys(right, held)
        for place, sink in _by_call(port).items():
            yield theirs.get(partner.get(place, place)), sink, keys.get(place)

    def differentiable(self, pair: CallPair) -> tuple[Body, Body, list[tuple[Sink, Sink]]] | None:
        """Run both bodies so that they can be differentiated; None where that cannot be done."""
        calls = self._calls(pair)
        if calls is None:
            return None
        reference, port, held = self._both(*calls, _How(None, True, gradients=True))
        if reference.raised is not None or port.raised is not None:
            return None
        theirs, mine, partner = _by_call(reference), _by_call(port), _in_order(held)
        places = [(partner.get(key, key), sink) for key, sink in mine.items()]
        return reference, port, [(theirs[place], sink) for place, sink in places if place in theirs]

    def _only_rounding(
        self, bodies: tuple[Body, Body], apart: list[tuple[_Place, _Place]], calls: tuple[Call, Call],
        change: Flow | None,
    ) -> bool:  # fmt: skip
        """Tell whether what differs in float64 is rounding: next to nothing beside what float32 does to either side."""
        if self._forward.no_float64:
            return False
        fine = [_by_call(body) for body in bodies]
        tensors = [
            tuple(body.tensors(by_call[at]) for body, by_call, at in zip(bodies, fine, places, strict=True))
            for places in apart
        ]
        if calls[0].key not in self._forward.casts and _more_than_rounding(bodies[0], tensors):
            return False
        with self._comparison.reference.precision(torch.float32), self._comparison.port.precision(torch.float32):
            before = torch.get_default_dtype()
            torch.set_default_dtype(torch.float32)
            try:
                *single, _ = self._both(*calls, _How(change, False, torch.float32))
            finally:
                torch.set_default_dtype(before)
        rough = [_by_call(body) for body in single]
        for places, pair in zip(apart, tensors, strict=True):
            if any(at not in by_call for by_call, at in zip(rough, places, strict=True)):
                return False
            rounded = [single[side].tensors(rough[side][at]) for side, at in enumerate(places)]
            for a, b, a32, b32 in zip(*pair, *rounded, strict=False):
                if a.shape != b.shape:
                    return False
                noise, norms = max(error_norms(a, a32)[0], error_norms(b, b32)[0]), Norms(*error_norms(a, b))
                cast = calls[0].key in self._forward.casts and self._forward.within_noise(norms, noise)
                if not cast and not same_in_float64(norms, noise, relative=self._forward.thresholds.float64):
                    return False
        return True

    def _calls(self, pair: CallPair) -> tuple[Call, Call] | None:
        if pair.reference is None or pair.port is None:
            return None
        if self._comparison.reference.is_recorded or self._comparison.port.is_recorded:
            return None  # a trace holds no code
        left = self._forward.reference64.calls.get(pair.reference.key)
        right = self._forward.port_calls.get(pair.port.key)
        if left is None or right is None or not left.done:
            return None
        if tree.slots(right.arguments) != len(left.inputs):
            return None
        return left, right

    def _both(self, left: Call, right: Call, how: _How) -> tuple[Body, Body, list[tuple[Call, Call]]]:
        self._bench.settle()  # nothing is cast for nets that agree
        held = self._held(left, right)
        fetch([left, *(base for base, _ in held)])
        reference = self._record(left, left, {a.key: (a, a) for a, _ in held}, how)
        port = self._record(right, left, {b.key: (a, b) for a, b in held}, how)
        self._forward.memory.note(how.size + reference.size + port.size)
        return reference, port, held

    def _held(self, left: Call, right: Call) -> list[tuple[Call, Call]]:
        """Return the pairs of inner calls that are not run: those with a partner and outputs of one form."""
        inside = {call.key: call for call in calls_inside(left, self._forward.reference64.calls)}
        skipped: set[Key | None] = set(self._unpatched)
        found: list[tuple[Call, Call]] = []
        for call in calls_inside(right, self._forward.port_calls):
            if call.parent in skipped:
                skipped.add(call.key)
                continue
            partner = self._partners.get(call.key)
            loose = call.key in self._patcher.compensated or call.key in self._open
            base = inside.get(partner.key) if partner is not None and not loose else None
            if base is not None and self._exchangeable(base, call) and _given_alike(base, call):
                found.append((base, call))
                skipped.add(call.key)
        return found + self._not_reached(right, inside)

    def _not_reached(self, right: Call, inside: Mapping[Key, Call]) -> list[tuple[Call, Call]]:
        """Return the pairs of inner layers that a call which ended early did not come to."""
        if right.raised is None:
            return []
        within = f"{right.layer.path}." if right.layer.path else ""
        calls = [pair.port for pair in self._comparison.pairing.pairs if pair.leaf and pair.port is not None]
        idle = [c for c in calls if c.key not in self._forward.port_calls and c.layer.path.startswith(within)]
        pairs = [(inside.get(self._partners[c.key].key), c) for c in idle if c.key in self._partners]
        return [(base, call) for base, call in pairs if base is not None and self._exchangeable(base, call)]

    def _exchangeable(self, base: Call, call: Call) -> bool:
        return base.done and base.holds(tree.slots(self._form(base, call)))

    def _form(self, base: Call, call: Call) -> object:
        """Return the form of what a call returned; the reference's where the port's did not come to its end."""
        if call.done:
            return call.result
        return tree.recast(base.result, self._comparison.port.tensor_class(call.layer.module))

    def _record(
        self, call: Call, base: Call, held: dict[Key, tuple[Call, Call]], how: _How,
        substitutes: Mapping[int, Substitute] = MappingProxyType({}), *, lean: bool = False,
    ) -> Body:  # fmt: skip
        subject = self._comparison.reference if call is base else self._comparison.port
        calls = self._forward.reference64.calls if call is base else self._forward.port_calls
        by_path: dict[str, list[Held | None]] = {}
        skipped: set[Key | None] = set()
        loose: set[Key | None] = set(self._unpatched) if call is not base else set()
        for inner in calls_inside(call, calls):
            if inner.parent in skipped:
                skipped.add(inner.key)
                continue
            known = held.get(inner.key)
            if known is not None:
                skipped.add(inner.key)
            entry = None
            if inner.parent in loose:
                loose.add(inner.key)
                entry = self._while_right(inner)
            elif known is not None:
                fused = self._bench.fused.get(inner.key) if call is not base else None
                outputs = how.named(fused) if fused is not None else how.returned(known[0])
                outputs = self._patcher.returned(inner, outputs) if call is not base and fused is None else outputs
                entry = Held(self._form(known[0], inner), outputs)
            by_path.setdefault(inner.layer.path, []).append(entry)
        for key, (known_base, inner) in held.items():
            if key not in calls:  # not reached: it would have been called first of all
                outputs = how.returned(known_base)
                by_path.setdefault(inner.layer.path, []).append(Held(self._form(known_base, inner), outputs))
        given = [(path, how.changed(tensor)) for path, tensor in base.held_inputs]
        given = given if call is base else self._patcher.given(call, given)
        inputs = [tensor.clone() for _, tensor in given]
        run = BodyRun(
            subject,
            call.layer,
            call.arguments,
            inputs,
            by_path,
            self._comparison.seed,
            self._bench.relative,
            how.operations,
            how.gradients,
            substitutes,
            lean,
        )
        return record_body(run)

    def _while_right(self, inner: Call) -> Held | None:
        """Return how a layer inside an unpatched one is held as long as it is given what it should be."""
        base = self._patcher.base(inner)
        if base is None or not inner.leaf or not inner.done or not self._exchangeable(base, inner):
            return None
        given = self._patcher.given(inner, base.held_inputs)
        return Held(self._form(base, inner), self._patcher.returned(inner, base.held_outputs), given)

    def _explainer(self, reference: Body, port: Body) -> Explainer:
        return Explainer(reference, port, self._bench.relative)

    def _departures(self, reference: Body, port: Body, right: Call, held: list[tuple[Call, Call]]) -> list[Departure]:
        explainer = self._explainer(reference, port)
        theirs, mine = _by_call(reference), _by_call(port)
        partner, keys = _in_order(held), _keys(right, held)
        found: list[Departure] = []
        reported: set[tuple[int | None, int | None]] = set()
        apart = [
            (theirs[partner.get(key, key)], sink)
            for key, sink in mine.items()
            if partner.get(key, key) in theirs
            and not self._agree((reference, theirs[partner.get(key, key)]), (port, sink), keys.get(key))
        ]
        healed = self._healed(reference, port, right, held, apart)
        for other, sink in apart:
            if sink in healed:
                found += healed[sink]
                continue
            idle = self._only_masks((reference, other), (port, sink))
            departure = replace(explainer.departure(other, sink), idle=idle)
            name = (_number(departure.port), _number(departure.reference))
            if name not in reported:
                reported.add(name)
                found.append(departure)
        return found

    def _healed(
        self, reference: Body, port: Body, right: Call, held: list[tuple[Call, Call]], apart: list[tuple[Sink, Sink]]
    ) -> dict[Sink, list[Departure]]:
        """Return, for each of the port's sinks that changes of operations make right, where these operations are."""
        if not apart or port.raised is not None:
            return {}
        left = next(base for base in [self._patcher.base(right)] if base is not None)
        by_key = {b.key: (a, b) for a, b in held}

        def rerun(substitutes: Mapping[int, Substitute], *, lean: bool) -> Body:
            return self._record(right, left, by_key, _How(None, True), substitutes, lean=lean)

        def agreeing(body: Body) -> frozenset[Sink]:
            sinks = self._sinks(reference, body, right, held)
            return frozenset(
                sink
                for other, sink, key in sinks
                if other is not None and self._agree((reference, other), (body, sink), key, strictly=True)
            )

        both = Counter(op.name for op in port.operations)
        known = {name for name, count in Counter(op.name for op in reference.operations).items() if both[name] == count}
        search = Counterfactual(expanded(reference, known), port, rerun, agreeing, self._bench.relative)
        found: dict[Sink, list[Departure]] = {}
        for healing in search.heal(apart):
            change = healing.change
            found.setdefault(healing.sink, []).append(
                Departure(
                    healing.sink, change.operation, change.reference, place=place_to_change(change, healing.sink),
                    error=healing.error, change=change,
                )
            )  # fmt: skip
        return found

    def _only_masks(self, reference: tuple[Body, Sink], port: tuple[Body, Sink]) -> bool:
        """Tell whether what arrives at two sinks differs in the constants of masks alone."""
        pairs = list(zip(reference[0].tensors(reference[1]), port[0].tensors(port[1]), strict=False))
        relative = self._bench.relative
        apart = [(a, b) for a, b in pairs if a.shape != b.shape or not close(a, b, relative)]
        return bool(apart) and all(only_masked_otherwise(a, b, relative) for a, b in apart)

    def _agree(
        self, reference: tuple[Body, Sink], port: tuple[Body, Sink], key: Key | None,
        relative: float | None = None, *, strictly: bool = False,
    ) -> bool:  # fmt: skip
        ours, theirs = reference[0].tensors(reference[1]), port[0].tensors(port[1])
        if port[1].layer is None and len(ours) != len(theirs):
            return not strictly  # said of the outputs
        elsewhere = key is not None and self._patcher.keeps_otherwise(key)
        if self._forward.no_float64:
            relative = NOISY_UNITS * least_noise(self._forward.dtype)
        elif relative is None:
            relative = self._bench.relative
        for a, b in zip(ours, theirs, strict=False):
            if a.shape != b.shape and not (elsewhere and find_order(a, b, 0.0, relative) is not None):
                return False
            if a.shape == b.shape and not close(a, b, relative):
                return False
        return True


def _take_in(body: Body, paths: Collection[str]) -> None:
    """Take what some inner layers computed for the body's own: their counterparts are known, and run with it."""
    for number, operation in enumerate(body.operations):
        if operation.layer in paths:
            body.operations[number] = replace(operation, layer=None, called=None)


def _given_alike(base: Call, call: Call) -> bool:
    """Tell whether a call is given as many tensors as its partner, as one that makes its own of them is not."""
    return base.leaf or call.leaf or len(base.inputs) == len(call.inputs)


def _number(operation: object) -> int | None:
    number = getattr(operation, "number", None)
    return number if isinstance(number, int) else None


_Place = tuple[str | None, int]


def _more_than_rounding(body: Body, pairs: Iterable[Sequence[Sequence[torch.Tensor]]]) -> bool:
    """Tell whether something differs so much that float32 would have to lose every digit of the body's greatest value.

    It is told without a run in float32, which costs as much as the one that found the difference.
    """
    values = [value.tensor for value in body.values if value.tensor.is_floating_point() and value.tensor.numel()]
    most = NOISE_SHARE * max((float(tensor.detach().abs().max()) for tensor in values), default=0.0)
    return any(a.shape != b.shape or _error(a, b) > most for pair in pairs for a, b in zip(*pair, strict=False))


def _error(one: torch.Tensor, other: torch.Tensor) -> float:
    """Return the root of the mean square of a difference."""
    return float(error_norms(one, other)[0]) / math.sqrt(max(1, one.numel()))


def _by_call(body: Body) -> dict[_Place, Sink]:
    """Return the sinks by layer and how often it was reached before."""
    count: dict[str | None, int] = {}
    found: dict[_Place, Sink] = {}
    for sink in body.sinks:
        number = count.get(sink.layer, 0)
        count[sink.layer] = number + 1
        found[sink.layer, number] = sink
    return found


def _keys(right: Call, held: list[tuple[Call, Call]]) -> dict[_Place, Key]:
    """Return the port's call at each place; that of the construct itself for its outputs."""
    count: dict[str, int] = {}
    found: dict[_Place, Key] = {(None, 0): right.key}
    for call in sorted((b for _, b in held), key=lambda c: c.key[1]):
        number = count.get(call.layer.path, 0)
        count[call.layer.path] = number + 1
        found[call.layer.path, number] = call.key
    return found


def _in_order(held: list[tuple[Call, Call]]) -> dict[_Place, _Place]:
    """Return the reference's place of each place of the port."""
    counts: tuple[dict[str, int], dict[str, int]] = ({}, {})
    places: list[dict[Key, _Place]] = []
    for side, count in enumerate(counts):
        found: dict[Key, _Place] = {}
        for call in sorted((pair[side] for pair in held), key=lambda c: c.key[1]):
            number = count.get(call.layer.path, 0)
            count[call.layer.path] = number + 1
            found[call.key] = (call.layer.path, number)
        places.append(found)
    return {places[1][b.key]: places[0][a.key] for a, b in held}
