"""Where two executions part: every pair of operations judged, and what flows into it."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import torch

from parity.dumps.execution import Stored
from parity.executions.align import Pair, partners
from parity.executions.kinds import MOVERS, VIEWS, are_partners
from parity.executions.nearness import Apart, apart
from parity.executions.torch_calls import TorchCall, call_of, matched_inputs
from parity.executions.units import Operations, Unit
from parity.executions.variants import Variant, explaining, off

Status = Literal["same", "introduced", "amplified", "unmatched"]

CLEAN = 1e-5
"""Relative difference up to which the inputs of an operation count as equal."""
SHOWN = 5e-5
"""Relative difference of outputs above which operations differ on equal inputs: kernels of both frameworks, exp and
tanh among them, lie below by a factor of two."""
GROWTH = 20.0
"""A difference may grow by this factor in one operation without being introduced there."""
_SUSPECT = 8.0
_LEAST = 4e-7
_UNEXPLAINED = 1e-4
"""Relative error of a call that was run again, above which it counts though no argument explains it."""
_CHANGED = 1e-2
"""Relative difference that an operation makes, for a port that lacks it to be told from one that does it elsewhere."""
_ROUNDING = 1e-7
"""Rounding taken for that of a call too large to be run again in both precisions."""


@dataclass(slots=True)
class Judged:
    """One pair of operations.

    Args:
        pair (Pair): the operations.
        status (Status): as in the report.
        free (Apart | None): the outputs as recorded.
        inputs (list[Apart | None]): the inputs as recorded, in the reference's order.
        forced (float | None): relative error of what the reference's call gives on the port's inputs.
        noise (float): rounding error of that call, relative.
        variant (Variant | None): the change of one argument that explains the port's output.
        why (str): ``"argument"``, ``"kind"``, ``"order"``, ``"precision"``, ``"edge"``, ``"output"`` or "".
        region (Region | None): what lies before an input that is another one.
    """

    pair: Pair
    status: Status = "same"
    free: Apart | None = None
    inputs: list[Apart | None] = field(default_factory=list)
    forced: float | None = None
    noise: float = 0.0
    variant: Variant | None = None
    why: str = ""
    region: Region | None = None
    flipped: bool = False


@dataclass(slots=True)
class Region:
    """Operations without partner on the way from what agrees to an input that does not.

    Args:
        wanted (Stored): the input as the reference has it.
        got (Stored): as the port has it.
        reference (list[Unit]): the reference's operations on the way.
        port (list[Unit]): the port's.
    """

    wanted: Stored
    got: Stored
    reference: list[Unit]
    port: list[Unit]


class Judge:
    """Judges the pairs of two executions in the port's order.

    Args:
        reference (Operations): the side taken as right.
        port (Operations): the other.
        pairs (list[Pair]): which operation is which.
        weights (dict[int, Stored]): the port's weight, by `id` of the reference's.
        tell (Callable): told of progress, from 0 to 1.
        unequal (dict[int, float]): how far the weights of a reference's operation, by its number, are apart; none
            where they agree. Default: none.
    """

    def __init__(
        self,
        reference: Operations,
        port: Operations,
        pairs: list[Pair],
        weights: dict[int, Stored],
        tell: Callable[[float], None],
        unequal: dict[int, float] | None = None,
    ) -> None:
        self._sides = (reference, port)
        self._pairs = pairs
        self._weights = weights
        self._tell = tell
        self._unequal = unequal or {}
        self._partner = {p.port.number: p.reference for p in pairs if p.port is not None and p.reference is not None}
        self._paired = {unit.number for unit in self._partner.values()}
        self._tainted: set[int] = set()

    def judged(self) -> list[Judged]:
        """Return every pair with its status."""
        found: list[Judged] = []
        for number, pair in enumerate(self._pairs):
            self._tell(number / len(self._pairs))
            one = self._judge(pair)
            found.append(one)
            if pair.port is not None and self._differs(one):
                self._tainted.add(pair.port.number)
        return found

    def _differs(self, one: Judged) -> bool:
        if one.status == "unmatched":
            return any(
                (made := self._sides[1].producers.get(id(stored))) is not None and made.number in self._tainted
                for stored in (one.pair.port.inputs if one.pair.port is not None else ())
            )
        return one.free is None or one.free.relative > CLEAN or one.status == "introduced"

    def _judge(self, pair: Pair) -> Judged:
        reference, port = pair.reference, pair.port
        if reference is None or port is None:
            return Judged(pair, "unmatched")
        one = Judged(pair)
        one.free = _outputs_apart(reference, port)
        one.inputs = [apart(a, b) for a, b in _inputs_of(reference, port)]
        if partners(reference, port):
            self._force(one)
        if one.status == "same":
            self._free(one, reference, port)
        if one.status == "amplified":
            self._edges(one, reference, port)
        return one

    def _force(self, one: Judged) -> None:
        """Run the call of the side that has one on the inputs of the other."""
        reference, port = one.pair.reference, one.pair.port
        assert reference is not None
        assert port is not None
        for own, other, weights, flipped in (
            (reference, port, self._weights, False),
            (port, reference, self._backwards, True),
        ):
            execution = self._sides[1 if flipped else 0].execution
            call = call_of(own) if execution.is_torch else None
            target = _first_values(other)
            if call is None or target is None or not target.is_floating_point() or not target.numel():
                continue
            if _is_random(own):
                return
            given = matched_inputs(call, other, weights)
            if given is None:
                continue
            dtype = call.precision(target.numel())
            exact = call.run(given, dtype)
            error = off(exact, target)
            if not exact or (len(exact) > 1 and not math.isfinite(error)):
                continue
            if error > _UNEXPLAINED and self._outputs_agree(one):
                continue  # it is put together otherwise, or what it is given is not what was matched
            one.forced, one.flipped = error, flipped
            one.noise = _noise(call, given, exact, target) if dtype == torch.float64 else _ROUNDING
            exact.clear()  # what is tried next takes as much
            self._explain(one, call, given, target, error)
            return

    @staticmethod
    def _outputs_agree(one: Judged) -> bool:
        """Tell whether an operation recorded what the reference's did, whatever running it again gives."""
        return one.free is not None and one.free.by_values and one.free.relative <= CLEAN

    def _explain(
        self, one: Judged, call: TorchCall, given: dict[int, torch.Tensor], target: torch.Tensor, error: float
    ) -> None:
        reference, port = one.pair.reference, one.pair.port
        assert reference is not None
        assert port is not None
        if error <= _SUSPECT * one.noise + _LEAST:
            if error > _UNEXPLAINED:
                one.status, one.why = "introduced", "output"
            return
        if port.is_half and not reference.is_half:
            if error > 1e-5:
                one.status, one.why = "introduced", "precision"
            return
        if port.is_half:
            if error > 2e-2:
                one.status, one.why = "introduced", "output"
            return
        if self._swapped(call, given, target, error):
            one.status, one.why = "introduced", "order"
            return
        one.variant = explaining(call, given, target, error, one.noise)
        if one.variant is not None:
            one.status, one.why = "introduced", "argument"
        elif error > _UNEXPLAINED:
            one.status, one.why = "introduced", "output"

    def _swapped(self, call: TorchCall, given: dict[int, torch.Tensor], target: torch.Tensor, error: float) -> bool:
        """Tell whether a call of two operands gives what was recorded with the two changed round."""
        names = [name for name, value in call.arguments.items() if isinstance(value, Stored)]
        if len(names) != 2 or names[1] in {"weight", "bias"}:
            return False
        first, second = (call.arguments[name] for name in names)
        turned = call.changed(**{names[0]: second, names[1]: first})
        again = turned.run(given, call.precision(target.numel()))
        return off(again, target) < min(_LEAST * 10, error / 100)

    @functools.cached_property
    def _backwards(self) -> dict[int, Stored]:
        """The reference's weight, by `id` of the port's."""
        known = {id(stored): stored for unit in self._sides[0].units for stored in _all_tensors(unit)}
        return {id(theirs): known[mine] for mine, theirs in self._weights.items() if mine in known}

    def _free(self, one: Judged, reference: Unit, port: Unit) -> None:
        """Judge by what was recorded: the outputs differ although the inputs do not."""
        if one.free is None:
            return
        given = [entry.relative for entry in one.inputs if entry is not None]
        worst = max([*given, self._unequal.get(reference.number, 0.0)]) if one.inputs else math.inf
        limit = 2e-2 if port.is_half and reference.is_half else SHOWN
        if one.free.relative <= CLEAN or (one.free.relative <= limit and worst <= CLEAN):
            return
        if one.forced is not None:
            one.status = "amplified"
            if worst <= CLEAN and one.free.relative > SHOWN:
                one.status, one.why = "introduced", "output"
            return
        complete = bool(one.inputs) and all(entry is not None for entry in one.inputs)
        if not one.free.by_values and worst > 2 * CLEAN:
            complete = False  # figures are too coarse to tell growth from a difference of its own
        if complete and one.free.relative > max(limit, GROWTH * worst) and not _is_random(reference):
            one.status = "introduced"
            one.why = "output" if partners(reference, port) else "kind"
            if port.is_half and not reference.is_half:
                one.why = "precision"
        else:
            one.status = "amplified"

    def _edges(self, one: Judged, reference: Unit, port: Unit) -> None:
        """Look whether an input differs although nothing that it comes from does."""
        pairs = _inputs_of(reference, port)
        for (a, b), distance in zip(pairs, one.inputs, strict=True):
            if distance is None or distance.relative <= SHOWN:
                continue
            if a.dtype != b.dtype and not (a.is_floating and b.is_floating) and distance.relative <= CLEAN:
                continue
            mine, mine_open = self._upstream(1, b)
            theirs, _ = self._upstream(0, a)
            if (self._is_tainted(b, mine) or (mine_open and self._tainted)) and not self._lacks(a, b, theirs, mine):
                continue
            one.status, one.why = "introduced", "edge"
            one.region = Region(a, b, theirs, mine)
            return

    def _lacks(self, wanted: Stored, got: Stored, theirs: list[Unit], mine: list[Unit]) -> bool:
        """Tell whether the port hands on what the reference changes first, although what it hands on differs too."""
        made = self._sides[1].producers.get(id(got))
        partner = self._partner.get(made.number) if made is not None else None
        between = [unit for unit in theirs if unit.inputs]
        if mine or partner is None or len(between) != 1 or between[0].kind in MOVERS | VIEWS:
            return False
        producers = self._sides[0].producers
        if all(producers.get(id(stored)) is not partner for stored in between[0].inputs):
            return False
        if any(are_partners(between[0].kind, unit.kind) for unit in self._loose):
            return False  # done at another place
        changed = apart(partner.outputs[0], wanted) if partner.outputs else None
        return changed is not None and _CHANGED < changed.relative < math.inf

    @functools.cached_property
    def _loose(self) -> list[Unit]:
        """The port's operations that have no partner."""
        return [unit for unit in self._sides[1].units if unit.number not in self._partner]

    def _upstream(self, side: int, stored: Stored) -> tuple[list[Unit], bool]:
        """Return the unpaired operations that a tensor comes through, in order, and whether its origin is open."""
        operations = self._sides[side]
        found: dict[int, Unit] = {}
        waiting = [stored]
        open_end = False
        while waiting and len(found) < 40:
            made = operations.producers.get(id(waiting.pop()))
            if made is None:
                open_end = True
                continue
            has_partner = made.number in (self._partner if side else self._paired)
            if not has_partner and made.number not in found:
                found[made.number] = made
                waiting += made.inputs
        return [found[number] for number in sorted(found)], open_end and not found

    def _is_tainted(self, stored: Stored, through: list[Unit]) -> bool:
        producers = self._sides[1].producers
        reached = [stored, *(tensor for unit in through for tensor in unit.inputs)]
        makers = [producers.get(id(tensor)) for tensor in reached]
        inside = {unit.number for unit in through}
        return any(made is not None and made.number in self._tainted - inside for made in makers)


def _all_tensors(unit: Unit) -> list[Stored]:
    return [*unit.inputs, *unit.weights.values(), *(stored for call in unit.calls for stored in call.inputs)]


def _is_random(unit: Unit) -> bool:
    return "dropout" in unit.kind or unit.kind in {"rand", "randn", "randint", "bernoulli", "multinomial"}


def _inputs_of(reference: Unit, port: Unit) -> list[tuple[Stored, Stored]]:
    """Return the inputs of two operations side by side."""
    left, right = reference.inputs, list(port.inputs)
    if [s.numel for s in left] == [s.numel for s in right]:
        return list(zip(left, right, strict=True))
    pairs: list[tuple[Stored, Stored]] = []
    for stored in left:
        match = next((other for other in right if other.numel == stored.numel), None)
        if match is not None:
            right.remove(match)
            pairs.append((stored, match))
    return pairs


def _outputs_apart(reference: Unit, port: Unit) -> Apart | None:
    if not reference.outputs or not port.outputs:
        return None
    return apart(reference.outputs[0], port.outputs[0])


def _first_values(unit: Unit) -> torch.Tensor | None:
    if not unit.outputs or not unit.outputs[0].has_values:
        return None
    return unit.outputs[0].values()


def _noise(call: TorchCall, given: dict[int, torch.Tensor], exact: list[torch.Tensor], target: torch.Tensor) -> float:
    rough = call.run(given, torch.float32)
    if rough is None:
        return 0.0
    pairs = zip(rough, exact, strict=False)
    return next((off([r], e) for r, e in pairs if e.numel() == target.numel()), 0.0)
