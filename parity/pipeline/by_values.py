"""Which of several ways to pair weights is right: the one under which the nets compute the same.

Names, shapes and the order of execution leave some pairs open: the rows of a packed weight, a square one that may be
transposed, alike ones that nothing tells apart. The smallest pair of calls around such weights is fed the
reference's own input under each way, in float64; a way is preferred only if that brings it far closer. A pair whose
sides take or return other things (a table of angles, weights of attention) is not fed: the port runs freely, and the
paired calls inside are compared.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch

from parity.forward.forcing import Forced, force
from parity.forward.results import Comparison
from parity.measure.judgement import Norms
from parity.measure.metrics import error_norms
from parity.measure.thresholds import VALUES_BETTER, VALUES_WRONG
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.nets.trace import Call, Key, Named, Trace, call_seed
from parity.pair.layers import Pairing
from parity.weights.mapping import Choice, Mapped, WeightMap

_MOST_RUNS = 16
_MOST_TRIES = 64
"""Ways that are tried for one pair of calls; what is left open stays as names and order have it.

Of the whole net fewer are, each of which is a run of it.
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """The smallest pair of calls around the weights of some choices."""

    reference: Call
    port: Call
    choices: list[Choice]
    inner: tuple[tuple[Call, Call], ...] = ()
    """The paired calls inside, of the first run of each."""


def prefer_by_values(comparison: Comparison, weights: WeightMap, port: Trace) -> None:
    """Take, of each choice that is open, the way under which the nets agree.

    Args:
        comparison (Comparison): the comparison.
        weights (WeightMap): which weight is which; changed in place.
        port (Trace): a run of the port that came to its end, with the forms of its calls.
    """
    if not weights.choices or port.raised is not None or _agree(comparison, weights):
        return
    places = list(_places(comparison, weights, port))
    keys = frozenset(key for place in places for key in (place.reference.key, *(a.key for a, _ in place.inner)))
    exact = comparison.run(comparison.reference, torch.float64, hold=True, only=keys)
    if exact.raised is not None:
        return
    with comparison.port.precision(torch.float64, whole=True), torch.no_grad():
        weights.copy()
        for place in places:
            _settle(comparison, weights, place, exact.calls)


def prefer_with_runs(
    nets: tuple[Subject, Subject],
    inputs: tuple[Input, ...],
    paired: tuple[Pairing, WeightMap],
    traces: tuple[Trace, Trace],
    seed: int,
) -> None:
    """Do likewise for two nets that are not compared any further.

    Args:
        nets (tuple[Subject, Subject]): reference and port.
        inputs (tuple[Input, ...]): of both.
        paired (tuple[Pairing, WeightMap]): their layers and weights; the weights are changed in place.
        traces (tuple[Trace, Trace]): a run of each in float32.
        seed (int): of those runs.
    """
    earlier = tuple(tensor for _, tensor in traces[0].outputs)
    comparison = Comparison(*nets, inputs, paired[0], "float32", seed, _silent, earlier=earlier)
    prefer_by_values(comparison, paired[1], traces[1])


def _silent(what: str) -> None:
    del what


def _agree(comparison: Comparison, weights: WeightMap) -> bool:
    """Tell whether the nets agree as the weights are paired now, up to what float32 rounds."""
    with comparison.port.precision(torch.float32, whole=True):
        weights.copy()
        trace = comparison.run(comparison.port, None)
    expected = comparison.earlier
    if trace.raised is not None or not expected or len(trace.outputs) != len(expected):
        return False
    return all(close(a, b) for a, (_, b) in zip(expected, trace.outputs, strict=True))


def close(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Tell whether two outputs are of one shape and equal up to what float32 rounds."""
    if one.shape != other.shape or one.is_floating_point() != other.is_floating_point():
        return False
    a, b = one.to(torch.float64), other.to(torch.float64)
    return bool(torch.linalg.vector_norm(a - b) <= VALUES_BETTER**2 * torch.linalg.vector_norm(a))


def _places(comparison: Comparison, weights: WeightMap, port: Trace) -> Iterator[_Place]:
    """Yield the choices by the smallest pair of calls that holds what they are about, inner calls first."""
    pairs = [(p.reference, p.port) for p in comparison.pairing.pairs if p.reference is not None and p.port is not None]
    pairs = [(a, b) for a, b in pairs if a.key[1] == b.key[1] == 0 and b.key in port.calls and b.done]
    pairs.sort(key=_depth, reverse=True)
    found: dict[Key, _Place] = {}
    for choice in weights.choices:
        names = [{e.reference.name for e in choice.taken}, {e.port.name for e in choice.taken}]
        fitting = (p for p in pairs if _holds(p[0], names[0]) and _holds(p[1], names[1]))
        pair = next(fitting, None)
        if pair is not None:
            inner = tuple((a, b) for a, b in pairs if _is_inside(b, pair[1]) and _is_inside(a, pair[0]))
            found.setdefault(pair[1].key, _Place(*pair, [], inner)).choices.append(choice)
    ends = {key: number for number, key in enumerate(port.calls)}

    def order(place: _Place) -> tuple[int, int]:
        """Return when a call ends, inner calls first: what a free run shows needs what is before it to be right."""
        last = max((ends[key] for key, call in port.calls.items() if _is_inside(call, place.port)), default=0)
        return max(last, ends[place.port.key]), -_depth((place.reference, place.port))

    yield from sorted(found.values(), key=order)


def _is_inside(call: Call, around: Call) -> bool:
    path = around.layer.path
    return call.key != around.key and (not path or call.layer.path.startswith(f"{path}."))


def _depth(pair: tuple[Call, Call]) -> int:
    return min(call.layer.path.count(".") + bool(call.layer.path) for call in pair)


def _holds(call: Call, names: Iterable[str]) -> bool:
    path = call.layer.path
    return not path or all(name.startswith(f"{path}.") for name in names)


def _settle(comparison: Comparison, weights: WeightMap, place: _Place, exact: Mapping[Key, Call]) -> None:
    """Try the ways of one place, the fewest changes first, until the calls agree or none is left."""
    base = exact[place.reference.key]
    measured = functools.partial(_error, comparison, place, base)
    best = before = measured()
    free = math.isinf(before)
    if free:
        measured = functools.partial(_free_error, comparison, place, exact)
        best = before = measured()
    if before <= VALUES_WRONG:
        return
    known = {id(entry) for entry in weights.mapped}
    open_ = [choice for choice in place.choices if all(id(entry) in known for entry in choice.taken)]
    taken: list[tuple[Choice, tuple[Mapped, ...]]] = []
    for changed in itertools.islice(_ways(open_), _MOST_RUNS if free or not place.port.layer.path else _MOST_TRIES):
        _copy(entry for _, instead in changed for entry in instead)
        error = measured()
        if error < best:
            best, taken = error, changed
        _copy(entry for choice, _ in changed for entry in choice.taken)
        if best <= comparison.thresholds.float64:
            break
    if best > VALUES_BETTER * before:
        return
    for choice, instead in taken:
        weights.exchange(choice.taken, instead)
        weights.by_values |= {entry.port.name for entry in instead}
        settled = {id(entry) for entry in choice.taken}
        weights.guessed = [entry for entry in weights.guessed if id(entry) not in settled]
        _copy(instead)


def _ways(choices: Sequence[Choice]) -> Iterator[list[tuple[Choice, tuple[Mapped, ...]]]]:
    """Yield what to change: one choice, then two of them, and so on."""
    others = [list(itertools.islice(choice.others(), _MOST_TRIES)) for choice in choices]
    for count in range(1, len(choices) + 1):
        for chosen in itertools.combinations(range(len(choices)), count):
            for ways in itertools.product(*(others[number] for number in chosen)):
                changed = [(choices[number], way) for number, way in zip(chosen, ways, strict=True)]
                names = [entry.port.name for choice, _ in changed for entry in choice.taken]
                if count == 1 or len(set(names)) == len(names):  # two choices about one weight are one choice
                    yield changed


def _copy(entries: Iterable[Mapped]) -> None:
    for entry in entries:
        entry.copy()


def _error(comparison: Comparison, place: _Place, base: Call) -> float:
    """Return the greatest relative error of what the port's call returns for the reference's input."""
    port = place.port
    forced = force(
        comparison.port, port.layer.module, port.arguments, base, (call_seed(comparison.seed, base.layer.path), {})
    )
    return _greatest(forced)


def _free_error(comparison: Comparison, place: _Place, exact: Mapping[Key, Call]) -> float:
    """Return the greatest relative error of what the calls of a place, or inside it, return in a run of the port."""
    partners = {b.key: exact[a.key] for a, b in ((place.reference, place.port), *place.inner) if a.key in exact}
    errors: list[float] = []

    def leave(call: Call, _: Named, outputs: Named) -> None:
        base = partners.get(call.key)
        if base is not None:
            pairs = [(a, b) for (_, a), (_, b) in zip(base.held_outputs, outputs, strict=False) if a.shape == b.shape]
            errors.extend(Norms(*error_norms(a, b)).relative for a, b in pairs)

    trace = comparison.run(comparison.port, torch.float64, listener=leave)
    return max(errors) if errors and trace.raised is None else math.inf


def _greatest(forced: Forced) -> float:
    if forced.raised is not None or forced.count[0] != forced.count[1]:
        return float("inf")
    norms = [tensor.norms64 for tensor in forced.outputs]
    return max((entry.relative if entry is not None else float("inf") for entry in norms), default=float("inf"))
