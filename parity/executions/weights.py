"""Weights of paired operations: which is which, and which differ."""

from __future__ import annotations

from dataclasses import dataclass

from parity.dumps.execution import Stored
from parity.executions.align import Pair, alike
from parity.executions.nearness import Apart, apart
from parity.executions.torch_calls import call_of
from parity.executions.units import Unit
from parity.executions.words import row_of

_STATISTICS = {"moving_mean": "running_mean", "moving_variance": "running_var"}
_NAMES = {"gamma": "weight", "beta": "bias", "embedding_table": "weight", **_STATISTICS}


def torch_name(name: str) -> str:
    """Return a weight's name in torch's words: ``norm.gamma`` is ``norm.weight``."""
    path, dot, own = name.rpartition(".")
    return f"{path}{dot}{_NAMES.get(own, own)}"


@dataclass(frozen=True, slots=True)
class WeightPair:
    """One weight of a pair of operations; `name` is the reference's, `port_name` the port's."""

    pair: Pair
    name: str
    port_name: str
    reference: Stored
    port: Stored

    @property
    def is_statistic(self) -> bool:
        """Tell whether it is a running statistic."""
        return "running" in self.name or "moving" in self.name

    @property
    def is_of_two_moments(self) -> bool:
        """Tell whether it is a statistic that training changed between what one side recorded and what the other did.

        A call is given it before; what a layer is said to have is read when it has run.
        """
        reference, port = self.pair.reference, self.pair.port
        if not self.is_statistic or reference is None or port is None:
            return False
        if _is_after(reference, self.name, self.reference) == _is_after(port, self.port_name, self.port):
            return False
        calls = [call for unit in (reference, port) if (call := call_of(unit)) is not None]
        return any(call.value("training") is True for call in calls)

    def apart(self) -> Apart | None:
        """Return how far the two are apart; None where nothing is known of it."""
        return apart(self.reference, self.port) if not self.is_of_two_moments else None


def weight_pairs(pairs: list[Pair], *, flipped: bool) -> list[WeightPair]:
    """Return the weights of all paired operations.

    Args:
        pairs (list[Pair]): the operations.
        flipped (bool): whether the reference is MindSpore's and the port torch's.
    """
    found: list[WeightPair] = []
    for pair in pairs:
        if pair.reference is not None and pair.port is not None:
            found += _of_pair(pair, pair.reference, pair.port, flipped=flipped)
    return found


def _is_after(unit: Unit, name: str, stored: Stored) -> bool:
    return unit.module is not None and unit.module.parameters.get(name) is stored


def _named(unit: Unit) -> dict[str, Stored]:
    """Return a unit's weights, and what its one call of torch is given under the names of weights."""
    found = dict(unit.weights)
    call = call_of(unit)
    if call is not None:
        for name, stored in call.tensors():
            if name in {"weight", "bias", "running_mean", "running_var"} and name not in found:
                found[name] = stored
    return found


def _of_pair(pair: Pair, reference: Unit, port: Unit, *, flipped: bool) -> list[WeightPair]:
    ours, theirs = _named(reference), _named(port)
    row = row_of(port, reference) if flipped else row_of(reference, port)
    names = {w.mindspore: w.torch for w in row.weights if w.mindspore} if row is not None else {}
    named = {names.get(name, _NAMES.get(name, name)): name for name in ours}
    found: list[WeightPair] = []
    left, unnamed = dict(ours), dict(theirs)
    for name, stored in theirs.items():
        match = named.get(names.get(name, _NAMES.get(name, name)))
        if match in left and left[match].numel == stored.numel:
            found.append(WeightPair(pair, match, name, left.pop(match), unnamed.pop(name)))
    for name, stored in unnamed.items():
        match = next((key for key, value in left.items() if alike(value, stored)), None)
        if match is not None:
            found.append(WeightPair(pair, match, name, left.pop(match), stored))
    return found


def by_identity(pairs: list[WeightPair]) -> dict[int, Stored]:
    """Return the port's weight by `id` of every tensor of the reference that is its counterpart."""
    found: dict[int, Stored] = {}
    for entry in pairs:
        found[id(entry.reference)] = entry.port
        unit = entry.pair.reference
        call = call_of(unit) if unit is not None else None
        if call is not None and isinstance(call.arguments.get(entry.name), Stored):
            found[id(call.arguments[entry.name])] = entry.port
    return found
