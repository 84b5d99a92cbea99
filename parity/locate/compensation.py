"""Layers that are not their partner's counterpart and need not be: the code around compensates for the difference.

A Sigmoid stands where the reference has a SiLU, and its input is multiplied to what it returns; a pool drops the axes
that the reference flattens later; a net keeps its tokens where the reference keeps rows and columns. Whether it is so
is found out by letting the layer do what it does, on right inputs, and following the difference.
"""

from __future__ import annotations

from parity.body.check import BodyPair
from parity.forward.bench import Bench
from parity.forward.forcing import base_outputs
from parity.forward.patching import Patcher, Seen
from parity.forward.results import TensorResult
from parity.locate.localise import Located
from parity.nets.trace import Key, Named
from parity.pair.layers import CallPair
from parity.table.relations import same_kind

_MOST_RUNS = 64
"""Runs of the port that are spent on the question; what is not looked into keeps the status that was measured."""


_LEVELS = 3
"""How many constructs around a layer are asked whether they compensate for it, before the whole net is."""


def find_compensated(located: list[Located], bench: Bench) -> None:
    """Mark the pairs whose difference is compensated, and those that cannot be compared on their own.

    Args:
        located (list[Located]): every pair with its status; changed in place.
        bench (Bench): runs the port, and bodies apart from it.
    """
    patcher = bench.patcher
    candidates = [entry for entry in located if entry.status == "introduced" and _key(entry) != ("", 0)]
    for entry in candidates:
        if patcher.vanished(max((_error(tensor) for tensor in entry.forced), default=float("inf"))):
            _mark(entry, patcher)
    # a layer that gives the right result on other inputs than the reference's is right together with what is before it
    compensating = (entry for entry in located if entry.pair.leaf and entry.status == "same" and not entry.compensated)
    patcher.compensated.update(_key(entry) for entry in compensating if entry.inputs_agree is False)
    runs = _settle(candidates, bench, 0)
    # constructs around a layer that differs were not judged yet: their own code may differ or be compensated, too
    around = [entry for entry in located if _is_around(entry)]
    if around and not patcher.seen:
        patcher.look()
    for entry in around:
        _compare(entry, patcher)
    _settle([entry for entry in around if _seen(entry, patcher).reached], bench, runs)


def _is_around(entry: Located) -> bool:
    matched = entry.pair.matched and not entry.pair.leaf and _key(entry) != ("", 0)
    return matched and entry.status == "amplified" and not entry.forced


def _settle(candidates: list[Located], bench: Bench, runs: int) -> int:
    """Judge candidates until no more are compensated; return the number of runs."""
    judged, patcher = set[Key](), bench.patcher
    while runs < _MOST_RUNS:
        candidates = [entry for entry in candidates if not entry.compensated]
        if not candidates:
            return runs
        patcher.look()
        for entry in candidates:
            _compare(entry, patcher)
        for group in _alike([entry for entry in candidates if not entry.compensated], lines=True):
            _ask_around(group, bench)
        groups = _alike([entry for entry in candidates if not entry.compensated and _key(entry) not in judged])
        known = len(patcher.compensated) + len(patcher.bases)
        # first what is seen on right inputs: behind what is compensated, others are reached once that is known
        for group in sorted(groups, key=lambda group: not _reached(group, patcher)):
            if len(patcher.compensated) + len(patcher.bases) == known or _reached(group, patcher):
                runs += _judge(group, patcher)
                judged.update(_key(entry) for entry in group if _seen(entry, patcher).reached)
        if len(patcher.compensated) + len(patcher.bases) == known:
            return runs
    return runs


def _reached(group: list[Located], patcher: Patcher) -> bool:
    return any(_seen(entry, patcher).reached for entry in group)


def _mark(entry: Located, patcher: Patcher) -> None:
    entry.compensated = True
    patcher.compensated.add(_key(entry))


def _error(tensor: TensorResult) -> float:
    norms = tensor.norms64 or tensor.norms32
    return norms.relative if norms is not None else float("inf")


def _compare(entry: Located, patcher: Patcher) -> None:
    """Mark a layer that gives the reference's values as the port arranges them, or cannot be compared on its own."""
    seen = _seen(entry, patcher)
    entry.compensated = seen.reached and seen.agrees and not seen.helped
    own = entry.pair.port is not None and entry.pair.port.raised is None
    entry.incomparable = not seen.reached and own and (entry.raised is not None or _misfit(entry))


def _misfit(entry: Located) -> bool:
    shapes = [tensor.metrics64 or tensor.metrics32 for tensor in entry.forced]
    return entry.counts[0] != entry.counts[1] or any(
        figures is not None and figures.shapes_differ for figures in shapes
    )


def _seen(entry: Located, patcher: Patcher) -> Seen:
    return patcher.seen.get(_key(entry), Seen())


def _key(entry: Located) -> Key:
    return entry.pair.port.key if entry.pair.port is not None else ("", 0)


def _ask_around(group: list[Located], bench: Bench) -> None:
    """Mark what the constructs around it compensate for; of a group that is alike the first decides for the others."""
    for number, entry in enumerate(group):
        compensated = _compensated_nearby(entry, bench)
        if compensated:
            _mark(entry, bench.patcher)
        elif not number:
            return


def _compensated_nearby(entry: Located, bench: Bench) -> bool:
    """Tell whether a construct around a layer, run on right inputs, does what the reference's does all the same."""
    patcher, calls = bench.patcher, bench.forward.port_calls
    call = calls.get(_key(entry))
    own, opened = frozenset([_key(entry)]), set[Key]()
    error = max((_error(tensor) for tensor in entry.forced), default=float("inf"))
    for _ in range(_LEVELS):
        if call is None or call.parent is None:
            return False
        opened.add(call.key)
        call = calls.get(call.parent)
        reference = patcher.partners.get(call.key) if call is not None else None
        if call is None or reference is None:
            continue
        around = BodyPair(CallPair(reference, call, leaf=False), unpatched=own, opened=frozenset(opened))
        if around.compensates(bench, patcher.allowed(error)):
            return True
    return False


def _alike(candidates: list[Located], *, lines: bool = False) -> list[list[Located]]:
    """Return the candidates in groups of the same classes, or that the same lines built."""
    groups: dict[object, list[Located]] = {}
    for entry in candidates:
        left, right = entry.pair.reference, entry.pair.port
        if left is None or right is None:
            continue
        places = tuple(str(call.layer.location) for call in (left, right)) if lines else ()
        groups.setdefault((entry.pair.leaf, left.layer.type, right.layer.type, places), []).append(entry)
    return list(groups.values())


def _judge(group: list[Located], patcher: Patcher, *, lines: bool = False) -> int:
    """Judge a group together, and its members one by one only if they are not all alike; return the number of runs.

    One member decides for the rest: the last one, behind which the least is left to compute.
    """
    *others, last = group
    if lines and others and not _vanishes([last], patcher):
        return 2 if _as_base(group, patcher) else 1
    if _vanishes(group, patcher):
        for entry in group:
            _mark(entry, patcher)
        return 1
    if _as_base(group, patcher):
        return 2
    parts = [group] if lines else _alike(group, lines=True)
    if len(parts) > 1:
        return 2 + sum(_judge(part, patcher, lines=True) for part in parts)
    if not others or not _vanishes([last], patcher):
        return 1 + bool(others)
    _mark(last, patcher)
    for entry in others:
        if _vanishes([entry], patcher):
            _mark(entry, patcher)
    return 1 + len(group)


def _as_base(group: list[Located], patcher: Patcher) -> bool:
    """Tell whether the nets agree if layers return what the base classes of the reference's compute; mark them then."""
    made: dict[Key, Named] = {}
    for entry in group:
        left, right = entry.pair.reference, entry.pair.port
        if left is None or right is None or not left.layer.custom or right.layer.custom or right.key in patcher.bases:
            return False
        if not entry.pair.leaf or not same_kind(left.layer.api, right.layer.api):
            return False
        outputs = base_outputs(
            patcher.comparison.reference, patcher.base(right), patcher.dtype, patcher.comparison.seed
        )
        if outputs is None:
            return False
        made[right.key] = outputs
    patcher.bases.update(made)
    if patcher.vanishes((), float("inf")):
        for entry in group:
            entry.as_base = True
        return True
    for key in made:
        del patcher.bases[key]
    return False


def _vanishes(group: list[Located], patcher: Patcher) -> bool:
    return patcher.vanishes([_key(entry) for entry in group], min(_seen(entry, patcher).error for entry in group))
