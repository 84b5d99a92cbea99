"""What the mappings table says about two layer classes, whichever side is the reference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import mappings


@dataclass(frozen=True, slots=True)
class Relation:
    """A row of the table between two classes.

    Args:
        row (mappings.Row): the row.
        flipped (bool): True if the reference is the MindSpore side.
    """

    row: mappings.Row
    flipped: bool


@cache
def relation(reference: str | None, port: str | None) -> Relation | None:
    """Return the row between two public class names, or None."""
    if reference is None or port is None:
        return None
    if _is_torch(reference) != _is_torch(port):
        flipped = _is_torch(port)
        row = mappings.row_for_classes(port, reference) if flipped else mappings.row_for_classes(reference, port)
        return Relation(row, flipped) if row is not None else None
    return None


@cache
def same_kind(reference: str | None, port: str | None) -> bool:
    """Tell whether two classes are the same layer: one class, partners in the table, or namesakes."""
    if reference is None or port is None:
        return False
    return reference == port or relation(reference, port) is not None or short(reference) == short(port)


@cache
def related(reference: str | None, port: str | None) -> bool:
    """Tell whether two classes stand in one family of the table, such as two activations."""
    if reference is None or port is None:
        return False
    return same_kind(reference, port) or bool(_families(reference) & _families(port))


@cache
def _families(api: str) -> frozenset[str]:
    rows = mappings.rows_for_torch(api) if _is_torch(api) else mappings.rows_for_mindspore(api)
    return frozenset(row.family for row in rows if row.kind in {"layer", "loss"})


def partners(reference: str, *, to_torch: bool) -> tuple[str, ...]:
    """Return the classes that the table names as counterparts of `reference` in the wanted framework."""
    if _is_torch(reference) == to_torch:
        return (reference,)
    if to_torch:
        return tuple(row.torch for row in mappings.rows_for_mindspore(reference))
    return tuple(row.mindspore for row in mappings.rows_for_torch(reference))


@cache
def other_spellings(api: str | None, argument: str) -> frozenset[str]:
    """Return the MindSpore arguments that a torch argument may go to instead of `argument`: keep_prob for p.

    Args:
        api (str | None): public name of the MindSpore class.
        argument (str): its argument.
    """
    rows = mappings.rows_for_mindspore(api) if api is not None and not _is_torch(api) else ()
    found: set[str] = set()
    for row in rows:
        sources = {param.torch for param in row.params if param.mindspore == argument and param.torch is not None}
        found |= {param.mindspore for param in row.params if param.torch in sources and param.mindspore is not None}
    return frozenset(found - {argument})


def short(api: str) -> str:
    """Return the class name of a public name."""
    return api.rpartition(".")[2]


def _is_torch(api: str) -> bool:
    return api.startswith("torch.")
