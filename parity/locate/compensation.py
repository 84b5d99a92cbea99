"""Layers that are not their partner's counterpart and need not be: the code around makes up for what they do otherwise.

A Sigmoid stands where the reference has a SiLU, and its input is multiplied to what it returns; a pool drops the axes
that the reference flattens later; a net keeps its tokens where the reference keeps rows and columns. Whether it is so
is found out by letting the layer do what it does, on right inputs, and following the difference.
"""

from __future__ import annotations

from parity.body.check import BodyPair
from parity.forward.bench import Bench
from parity.forward.forcing import base_outputs
from parity.forward.mended import Mender, Seen
from parity.forward.results import TensorResult
from parity.locate.localise import Located
from parity.nets.trace import Key, Named
from parity.pair.layers import CallPair
from parity.table.relations import same_kind

_MOST_RUNS = 64
"""Runs of the port that are spent on the question; what is not looked into stays accused of what was measured."""


_LEVELS = 3
"""How many constructs around a layer are asked whether they make up for it, before the whole net is."""


def acquit(located: list[Located], bench: Bench) -> None:
    """Mark the pairs whose difference is made up for, and those that cannot be compared on their own.

    Args:
        located (list[Located]): every pair with its status; changed in place.
        bench (Bench): runs the port, and bodies apart from it.
    """
    mender = bench.mender
    suspects = [entry for entry in located if entry.status == "introduced" and _key(entry) != ("", 0)]
    for entry in suspects:
        if mender.vanished(max((_error(tensor) for tensor in entry.forced), default=float("inf"))):
            _free(entry, mender)
    # a layer that gives the right result on other inputs than the reference's is right together with what is before it
    healing = (entry for entry in located if entry.pair.leaf and entry.status == "same" and not entry.made_up)
    mender.free.update(_key(entry) for entry in healing if entry.inputs_agree is False)
    runs = _settle(suspects, bench, 0)
    # constructs around a layer that differs were not judged yet: their own code may differ or be made up for, too
    around = [entry for entry in located if _is_around(entry)]
    if around and not mender.seen:
        mender.look()
    for entry in around:
        _compare(entry, mender)
    _settle([entry for entry in around if _seen(entry, mender).reached], bench, runs)


def _is_around(entry: Located) -> bool:
    matched = entry.pair.matched and not entry.pair.leaf and _key(entry) != ("", 0)
    return matched and entry.status == "amplified" and not entry.forced


def _settle(suspects: list[Located], bench: Bench, runs: int) -> int:
    """Judge suspects until no more are made up for; return the number of runs."""
    judged, mender = set[Key](), bench.mender
    while runs < _MOST_RUNS:
        suspects = [entry for entry in suspects if not entry.made_up]
        if not suspects:
            return runs
        mender.look()
        for entry in suspects:
            _compare(entry, mender)
        for group in _alike([entry for entry in suspects if not entry.made_up], lines=True):
            _ask_around(group, bench)
        groups = _alike([entry for entry in suspects if not entry.made_up and _key(entry) not in judged])
        known = len(mender.free) + len(mender.bases)
        # first what is seen on right inputs: behind what is made up for, others are reached once that is known
        for group in sorted(groups, key=lambda group: not _reached(group, mender)):
            if len(mender.free) + len(mender.bases) == known or _reached(group, mender):
                runs += _judge(group, mender)
                judged.update(_key(entry) for entry in group if _seen(entry, mender).reached)
        if len(mender.free) + len(mender.bases) == known:
            return runs
    return runs


def _reached(group: list[Located], mender: Mender) -> bool:
    return any(_seen(entry, mender).reached for entry in group)


def _free(entry: Located, mender: Mender) -> None:
    entry.made_up = True
    mender.free.add(_key(entry))


def _error(tensor: TensorResult) -> float:
    norms = tensor.norms64 or tensor.norms32
    return norms.relative if norms is not None else float("inf")


def _compare(entry: Located, mender: Mender) -> None:
    """Mark a layer that gives the reference's values as the port arranges them, or cannot be compared on its own."""
    seen = _seen(entry, mender)
    entry.made_up = seen.reached and seen.agrees and not seen.helped
    own = entry.pair.port is not None and entry.pair.port.raised is None
    entry.incomparable = not seen.reached and own and (entry.raised is not None or _misfit(entry))


def _misfit(entry: Located) -> bool:
    shapes = [tensor.metrics64 or tensor.metrics32 for tensor in entry.forced]
    return entry.counts[0] != entry.counts[1] or any(
        figures is not None and figures.shapes_differ for figures in shapes
    )


def _seen(entry: Located, mender: Mender) -> Seen:
    return mender.seen.get(_key(entry), Seen())


def _key(entry: Located) -> Key:
    return entry.pair.port.key if entry.pair.port is not None else ("", 0)


def _ask_around(group: list[Located], bench: Bench) -> None:
    """Mark what the constructs around it make up for; of a group that is alike the first tells whether to ask more."""
    for number, entry in enumerate(group):
        made_up = _made_up_nearby(entry, bench)
        if made_up:
            _free(entry, bench.mender)
        elif not number:
            return


def _made_up_nearby(entry: Located, bench: Bench) -> bool:
    """Tell whether a construct around a layer, run on right inputs, does what the reference's does all the same."""
    mender, calls = bench.mender, bench.forward.port_calls
    call = calls.get(_key(entry))
    free, opened = frozenset([_key(entry)]), set[Key]()
    error = max((_error(tensor) for tensor in entry.forced), default=float("inf"))
    for _ in range(_LEVELS):
        if call is None or call.parent is None:
            return False
        opened.add(call.key)
        call = calls.get(call.parent)
        reference = mender.partners.get(call.key) if call is not None else None
        if call is None or reference is None:
            continue
        around = BodyPair(CallPair(reference, call, leaf=False), free=free, opened=frozenset(opened))
        if around.makes_up(bench, mender.allowed(error)):
            return True
    return False


def _alike(suspects: list[Located], *, lines: bool = False) -> list[list[Located]]:
    """Return the suspects in groups of the same classes, or that the same lines built."""
    groups: dict[object, list[Located]] = {}
    for entry in suspects:
        left, right = entry.pair.reference, entry.pair.port
        if left is None or right is None:
            continue
        places = tuple(str(call.layer.location) for call in (left, right)) if lines else ()
        groups.setdefault((entry.pair.leaf, left.layer.type, right.layer.type, places), []).append(entry)
    return list(groups.values())


def _judge(group: list[Located], mender: Mender, *, lines: bool = False) -> int:
    """Judge a group together, and its members one by one only if they are not all alike; return the number of runs.

    One member tells of the rest: the last one, behind which the least is left to compute.
    """
    *others, last = group
    if lines and others and not _vanishes([last], mender):
        return 2 if _as_base(group, mender) else 1
    if _vanishes(group, mender):
        for entry in group:
            _free(entry, mender)
        return 1
    if _as_base(group, mender):
        return 2
    parts = [group] if lines else _alike(group, lines=True)
    if len(parts) > 1:
        return 2 + sum(_judge(part, mender, lines=True) for part in parts)
    if not others or not _vanishes([last], mender):
        return 1 + bool(others)
    _free(last, mender)
    for entry in others:
        if _vanishes([entry], mender):
            _free(entry, mender)
    return 1 + len(group)


def _as_base(group: list[Located], mender: Mender) -> bool:
    """Tell whether the nets agree if layers return what the base classes of the reference's compute; mark them then."""
    made: dict[Key, Named] = {}
    for entry in group:
        left, right = entry.pair.reference, entry.pair.port
        if left is None or right is None or not left.layer.custom or right.layer.custom or right.key in mender.bases:
            return False
        if not entry.pair.leaf or not same_kind(left.layer.api, right.layer.api):
            return False
        outputs = base_outputs(mender.comparison.reference, mender.base(right), mender.dtype, mender.comparison.seed)
        if outputs is None:
            return False
        made[right.key] = outputs
    mender.bases.update(made)
    if mender.vanishes((), float("inf")):
        for entry in group:
            entry.as_base = True
        return True
    for key in made:
        del mender.bases[key]
    return False


def _vanishes(group: list[Located], mender: Mender) -> bool:
    return mender.vanishes([_key(entry) for entry in group], min(_seen(entry, mender).error for entry in group))
