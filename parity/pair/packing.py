"""Layers packed into one: query, key and value as three layers of one input, or as one of three times the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from mappings.layouts import Rows
from parity.nets.base import Layer, Subject, Weight, weights_by_layer
from parity.nets.trace import Call, Trace
from parity.table.relations import same_kind

_LEAST = 2


@dataclass(frozen=True, slots=True)
class Packed:
    """One layer and the layers of the other side whose rows it holds, in order.

    Args:
        whole (Layer): the packed layer.
        parts (tuple[Layer, ...]): the separate ones, in the order in which they run.
        of_reference (bool): True if the separate ones are the reference's.
    """

    whole: Layer
    parts: tuple[Layer, ...]
    of_reference: bool


@dataclass(frozen=True, slots=True)
class _Linear:
    """A call of a layer with one weight of two axes: its rows, columns, and where its input lies."""

    call: Call
    rows: int
    columns: int
    source: int


def find_packed(reference: tuple[Subject, Trace], port: tuple[Subject, Trace]) -> list[Packed]:
    """Return the groups of separate layers that the other side packs into one.

    Only layers that have no counterpart of their own size are taken: where the sizes of both sides agree, nothing is
    packed.

    Args:
        reference (tuple[Subject, Trace]): the reference and a run of it.
        port (tuple[Subject, Trace]): the port and a run of it.
    """
    left, right = _linears(*reference), _linears(*port)
    sizes = [Counter((entry.rows, entry.columns) for entry in side) for side in (left, right)]
    found: list[Packed] = []
    for of_reference, parts, wholes in ((True, left, right), (False, right, left)):
        spare = sizes[0] - sizes[1] if of_reference else sizes[1] - sizes[0]
        large = sizes[1] - sizes[0] if of_reference else sizes[0] - sizes[1]
        groups = [group for group in _by_source(parts) if all(spare[e.rows, e.columns] for e in group)]
        for whole in (entry for entry in wholes if large[entry.rows, entry.columns]):
            fitting = next((g for g in groups if _fits(g, whole)), None)
            if fitting is not None:
                groups.remove(fitting)
                layers = tuple(entry.call.layer for entry in fitting)
                found.append(Packed(whole.call.layer, layers, of_reference))
    return found


def _fits(group: Sequence[_Linear], whole: _Linear) -> bool:
    kind = all(same_kind(entry.call.layer.api, whole.call.layer.api) for entry in group)
    return kind and group[0].columns == whole.columns and sum(entry.rows for entry in group) == whole.rows


def _linears(subject: Subject, trace: Trace) -> list[_Linear]:
    calls = [call for call in trace.calls.values() if call.leaf and call.layer.api and call.key[1] == 0]
    weights = weights_by_layer((call.layer.path for call in calls), {w.name: w for w in subject.weights})
    found: list[_Linear] = []
    for call in calls:
        matrices = [w for w in weights[call.layer.path] if w.tensor.ndim == 2]
        others = [w for w in weights[call.layer.path] if w.tensor.ndim > 2]
        if len(matrices) == 1 and not others and call.inputs and "Embedding" not in (call.layer.api or ""):
            rows, columns = matrices[0].tensor.shape
            found.append(_Linear(call, rows, columns, call.inputs[0][1].place))
    return found


def _by_source(entries: Sequence[_Linear]) -> list[list[_Linear]]:
    """Return runs of layers that read the same tensor."""
    groups: list[list[_Linear]] = []
    for entry in entries:
        last = groups[-1] if groups else None
        together = last is not None and last[-1].source == entry.source and last[-1].columns == entry.columns
        if together and last is not None and entry.call.layer not in [known.call.layer for known in last]:
            last.append(entry)
        else:
            groups.append([entry])
    return [group for group in groups if len(group) >= _LEAST]


def rows_of(parts: Sequence[Weight]) -> list[Rows]:
    """Return the rows of the packed weight that each part is."""
    sizes = [weight.tensor.shape[0] for weight in parts]
    ends = list(accumulate(sizes))
    return [Rows(end - size, end, ends[-1]) for size, end in zip(sizes, ends, strict=True)]
