"""Bodies around a layer whose output has another form: what follows from the layer, and what is wrong beside it.

A convolution that pads on both sides is right if the code behind it cuts off what is too much. Held at what the
reference's returns, it takes the ground from under that code; so the body is run with the layer as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from parity.body.check import BodyPair, BodyResult
from parity.body.explain import Departure
from parity.forward.bench import Bench
from parity.locate.localise import Located
from parity.nets.trace import Key


def beside_layers(
    entry: Located, result: BodyResult, bench: Bench, accused: Collection[str]
) -> tuple[BodyResult, tuple[str, ...]]:
    """Return where a body diverges, without what only follows from layers inside of which findings speak.

    Args:
        entry (Located): the pair of bodies.
        result (BodyResult): where they diverge.
        bench (Bench): runs them.
        accused (Collection[str]): paths of the port's layers of which another finding speaks.

    Returns:
        tuple[BodyResult, tuple[str, ...]], with the paths of the layers that turn out to be right as they are.
    """
    keys = _reshaping(result, bench, accused)
    if not keys:
        return result, ()
    paths = tuple(sorted({path for path, _ in keys}))
    freed = bench.run(BodyPair(entry.pair, inside=True, unpatched=keys)).seen
    if freed is not None and freed.raised is None and freed.departures:
        elsewhere = all(
            d.change is not None and d.port is not None and d.port.layer not in paths for d in freed.departures
        )
        if elsewhere:
            return freed, paths
    return replace(result, departures=tuple(d for d in result.departures if not _follows(d, paths))), ()


def _follows(departure: Departure, paths: Collection[str]) -> bool:
    touched = {departure.sink.layer, *departure.read[1]}
    return departure.change is None and any(path in touched for path in paths)


def _reshaping(result: BodyResult, bench: Bench, accused: Collection[str]) -> frozenset[Key]:
    """Return the accused layers' calls that give another shape than the reference's, beside what diverges."""
    touched = {path for d in result.departures if d.change is None for path in (d.sink.layer, *d.read[1])}
    found: set[Key] = set()
    for key, call in bench.forward.port_calls.items():
        base = bench.patcher.base(call) if call.layer.path in accused and call.layer.path in touched else None
        if base is None or not call.done:
            continue
        shapes = [[shape.shape for _, shape in side.outputs] for side in (base, call)]
        if shapes[0] != shapes[1]:
            found.add(key)
    return frozenset(found)
