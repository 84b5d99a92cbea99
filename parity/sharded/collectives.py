"""Collectives computed again from what every rank gave: the result that each rank must have received."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from mappings.rows.model import Opaque
from parity.dumps.execution import Entry, Stored

FAMILIES = frozenset({"Distributed", "MintDistributed"})
_REDUCE = ("all_reduce", "reduce_scatter")


def is_collective(entry: Entry) -> bool:
    """Tell whether an entry exchanges tensors between ranks."""
    return entry.family in FAMILIES or entry.type.lower().replace("_", "") in {
        "allreduce", "allgather", "broadcast", "reducescatter", "alltoall",
    }  # fmt: skip


def group_of(entry: Entry, count: int) -> list[int]:
    """Return the ranks that take part: those of its group, or all."""
    for value in (*entry.args, *entry.kwargs.values()):
        if isinstance(value, (list, tuple)) and value and all(type(item) is int for item in value):
            ranks = [int(item) for item in value]
            if sorted(set(ranks)) == sorted(ranks) and max(ranks) < count:
                return ranks
    return list(range(count))


def operation_of(entry: Entry) -> str:
    """Return how an all-reduce combines: ``"sum"``, ``"max"``, ``"min"``, ``"prod"`` or ``"avg"``."""
    for value in (*entry.args, *entry.kwargs.values()):
        text = value.text if isinstance(value, Opaque) else value if isinstance(value, str) else ""
        for name in ("max", "min", "prod", "avg"):
            if name in text.lower():
                return name
    return "sum"


def expected(entries: Sequence[Entry], own: int) -> torch.Tensor | None:
    """Return what the rank at place `own` of the group must have received; None where that is not known.

    Args:
        entries (Sequence[Entry]): the same collective of every rank of the group, in its order.
        own (int): the place of a rank in it.
    """
    name = entries[own].type.lower().replace("_", "")
    given = [_first(entry) for entry in entries]
    values = [stored.values() if stored is not None else None for stored in given]
    known = [value.double() for value in values if value is not None]
    if len(known) != len(entries) or len({tuple(value.shape) for value in known}) != 1:
        return None
    if name == "allreduce":
        return _reduced(known, operation_of(entries[own]))
    if name in {"allgather", "allgatherintotensor"}:
        return torch.cat(known, 0)
    return None


def _first(entry: Entry) -> Stored | None:
    """Return the tensor that a rank gives: of a gather the last, as torch lists the receiving one first."""
    inputs = entry.inputs
    if not inputs:
        return None
    return inputs[-1] if "gather" in entry.type else inputs[0]


def _reduced(values: list[torch.Tensor], operation: str) -> torch.Tensor:
    stacked = torch.stack(values)
    if operation == "max":
        return stacked.amax(0)
    if operation == "min":
        return stacked.amin(0)
    if operation == "prod":
        return stacked.prod(0)
    return stacked.mean(0) if operation == "avg" else stacked.sum(0)
