"""Whether the layers of two nets are paired by execution or, where the nets are named alike, by their names.

Where both ways pair the same layers there is nothing to decide. Else that way is taken under which the nets agree. If
neither is, names decide on the weights, since weights are loaded by them. Of calls that then still differ in number,
execution says which is which: it shows a layer that is called in the place of another.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from parity.nets.base import Subject
from parity.nets.trace import Trace
from parity.pair.layers import Pairing, pair
from parity.pair.paths import called_otherwise, named_alike
from parity.pipeline.by_values import close
from parity.weights.mapping import WeightMap

Paired = tuple[Pairing, WeightMap]
Rerun = Callable[[Subject], Trace]
MapWeights = Callable[[Pairing], WeightMap]


def prefer_by_paths(
    paired: Paired, left: tuple[Subject, Trace], right: tuple[Subject, Trace], weigh: MapWeights, rerun: Rerun
) -> Paired:
    """Return the pairs of layers and weights that names give, if they fit better than those of execution.

    Args:
        paired (Paired): what execution gives.
        left (tuple[Subject, Trace]): the reference, and the run of it by which execution paired the layers.
        right (tuple[Subject, Trace]): likewise the port.
        weigh (MapWeights): gives the pairs of weights that follow from pairs of layers.
        rerun (Rerun): runs a net as it is.
    """
    recorded = left[0].is_recorded or right[0].is_recorded
    names = frozenset() if recorded or left[1].raised is not None else named_alike(left[0], right[0])
    if not names:
        return paired
    pairing = pair(left, right, {}, names)
    if right[1].raised is not None:  # execution saw part of the port, and there are no values to tell by
        return pairing, weigh(pairing)
    differ = called_otherwise(left[1], right[1], names)
    if not differ and _with_weights(pairing) <= _with_weights(paired[0]):
        return paired
    weights = weigh(pairing)
    trace = _with(right[0], weights, rerun)
    if not _agree(left[1], trace):
        if trace.raised is not None or _agree(left[1], _with(right[0], paired[1], rerun)):
            return paired
        if called_otherwise(left[1], trace, names):
            executed = pair(left, (right[0], trace), {})
            executed.named = names
            return executed, weights
    return (pair(left, (right[0], trace), {}, names) if differ else pairing), weights


def _with_weights(pairing: Pairing) -> set[tuple[str, str]]:
    """Return the paths of paired layers that hold parameters."""
    pairs = ((p.reference, p.port) for p in pairing.pairs if p.leaf and p.reference is not None and p.port is not None)
    return {(a.layer.path, b.layer.path) for a, b in pairs if any(True for _ in a.layer.module.parameters())}


def _with(port: Subject, weights: WeightMap, rerun: Rerun) -> Trace:
    """Run the port with the reference's weights; it has its own again afterwards."""
    with port.precision(torch.float32, whole=True), torch.no_grad():
        weights.copy()
        return rerun(port)


def _agree(reference: Trace, port: Trace) -> bool:
    expected = [tensor for _, tensor in reference.outputs]
    found = [tensor for _, tensor in port.outputs]
    if port.raised is not None or not expected or len(expected) != len(found):
        return False
    return all(close(a, b) for a, b in zip(expected, found, strict=True))
