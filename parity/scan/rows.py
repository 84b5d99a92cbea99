"""Which row of the table a name is judged by."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import mappings
from mappings.lines.bindings import suits
from mappings.lines.expressions import is_program
from mappings.signatures.recorded import Overload, overloads, recorded_of
from mappings.table.index import entries
from mappings.table.registry import FIT, rank

_FUNCTIONAL = "torch.nn.functional."


@cache
def rows_of(name: str) -> tuple[mappings.Row, ...]:
    """Return the rows of a full name, the counterpart to take first: the one with the fewest differences.

    Args:
        name (str): of either framework; of a method ``torch.Tensor.view``.
    """
    rows = mappings.rows_for_torch(name) if is_torch(name) else mappings.rows_for_mindspore(name)
    if not rows and is_torch(name) and name.count(".") == 1:  # torch.relu is torch.nn.functional.relu
        rows = mappings.rows_for_torch(_FUNCTIONAL + name.partition(".")[2])
    rows = tuple(row for row in rows if row.kind != "module")  # its names have rows; it is no use of one
    if is_torch(name):
        return tuple(sorted(rows, key=rank))
    return tuple(sorted(rows, key=lambda row: (_is_one_step(row), *rank(row))))


def _is_one_step(row: mappings.Row) -> bool:
    """Tell whether all of a row's cases are programs: its torch name does more than one call of MindSpore's."""
    return bool(row.cases) and all(is_program(case.torch) for case in row.cases)


def literal_row(name: str) -> mappings.Row | None:
    """Return the row of what a literal copy would be: the name itself in ``nn``, ``ops`` or ``Tensor``.

    A default that bites is one of the namesake, even where another counterpart has none.
    """
    rows = rows_of(name)
    return min(rows, key=_literal_rank) if rows else None


def _literal_rank(row: mappings.Row) -> tuple[bool, bool, bool, bool, bool, int]:
    last = row.torch.rpartition(".")[2]
    namesakes = (f"mindspore.{room}.{last}" for room in ("nn", "ops", "Tensor"))
    return (
        row.mindspore not in namesakes,
        row.kind == "primitive",
        ".experimental." in row.mindspore,
        _is_one_step(row),
        ".mint." in row.mindspore,
        FIT.index(row.status),
    )


@cache
def tensor_methods() -> frozenset[str]:
    """Return the methods of tensors that the table speaks of."""
    names = (name for entry in entries() for name in entry.names)
    return frozenset(name.rpartition(".")[2] for name in names if ".Tensor." in name)


def is_torch(name: str) -> bool:
    """Tell whether a full name is torch's."""
    return name.startswith("torch.")


def own_name(name: str, row: mappings.Row) -> str:
    """Return the row's name in the framework of `name`."""
    return row.torch if is_torch(name) else row.mindspore


def other_name(name: str, row: mappings.Row) -> str:
    """Return what a name of one framework is in the other, by a row."""
    return row.mindspore if is_torch(name) else row.torch


@dataclass(frozen=True, slots=True)
class Judged:
    """The row that a name is judged by, seen from the framework of the name.

    Attributes:
        row: the row.
        names: those that the row speaks of.
    """

    row: mappings.Row
    names: frozenset[str]


@cache
def judged(name: str) -> Judged | None:
    """Return what a name is judged by; None where the table has nothing to say of any call of it."""
    row = literal_row(name)
    if row is None or _is_silent(row):
        return None
    listed = [param.torch if is_torch(name) else param.mindspore for param in row.params]
    return Judged(row, frozenset(entry for entry in listed if entry))


def order_of(
    name: str, row: mappings.Row, positional: Sequence[ast.expr], keywords: Collection[str]
) -> tuple[str, ...]:
    """Return the names of the arguments that a call gives by position; () where no signature takes them, or several do.

    Args:
        name (str): the full name.
        row (Row): a row of it.
        positional (Sequence[expr]): what the call gives by position.
        keywords (Collection[str]): the names of the others.
    """
    count = len(positional)
    found = {_places(overload, name, positional, keywords) for overload in overloads(own_name(name, row))} - {None}
    if found:
        return (found.pop() or ()) if len(found) == 1 else ()
    order = _listed_order(name, row)
    return order[:count] if count <= len(order) else ()


def _places(
    overload: Overload, name: str, positional: Sequence[ast.expr], keywords: Collection[str]
) -> tuple[str, ...] | None:
    """Return the names that an overload has for what is given by position; None where it is not the one called."""
    by_position = [argument for argument in overload if argument.kind != "keyword"]
    if ".Tensor." in name and [a.name for a in by_position[:1]] in (["self"], ["input"]):
        by_position = by_position[1:]
    if any(argument.kind == "many" for argument in by_position):
        return () if set(keywords) <= {argument.name for argument in overload} else None
    taken = by_position[: len(positional)]
    if len(positional) > len(by_position) or not set(keywords) <= {argument.name for argument in overload}:
        return None
    given = {argument.name for argument in taken} | set(keywords)
    if any(argument.required and argument.name not in given for argument in by_position):
        return None
    if not all(suits(node, argument) for node, argument in zip(positional, taken, strict=True)):
        return None
    return tuple(argument.name for argument in taken)


def _listed_order(name: str, row: mappings.Row) -> tuple[str, ...]:
    """Return the argument names as they are recorded as one signature, or as the row lists them."""
    listed = [param.torch if is_torch(name) else param.mindspore for param in row.params]
    signature = recorded_of(own_name(name, row))
    names = tuple(signature) if signature else tuple(dict.fromkeys(entry for entry in listed if entry))
    if not signature and is_torch(name):  # a primitive's row leaves out what it is called with
        others = [tuple(dict.fromkeys(p.torch for p in other.params if p.torch)) for other in rows_of(name)]
        names = max((names, *others), key=len)
    return names[1:] if ".Tensor." in name and names[:1] in {("self",), ("input",)} else names


def _is_silent(row: mappings.Row) -> bool:
    """Tell whether a row has nothing to say: the same arguments, the same defaults, no difference."""
    plain = all(
        p.torch == p.mindspore and p.transform == "identity" and p.torch_default == p.mindspore_default
        for p in row.params
    )
    return plain and not row.differences and row.status in {"same", "names"}
