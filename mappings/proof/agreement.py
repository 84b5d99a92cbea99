"""Whether written cases that agree say of the arguments what their row says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mappings.lines.bindings import NotDerivableError, literal_value
from mappings.lines.calls import UnsaidArgumentError
from mappings.lines.expressions import is_program
from mappings.lines.meaning import NoCounterpartError
from mappings.lines.pairs import Pair, mapped, pairs
from mappings.rows.arguments import same_value
from mappings.rows.model import REQUIRED, Case, Opaque, Row
from mappings.rows.transforms import Context, apply
from mappings.signatures.recorded import overloads


def disagreements(row: Row) -> Iterator[tuple[Case, str]]:
    """Yield each case whose two calls agree when run and are not what the row makes of one another, and why."""
    many = any(a.kind == "many" for overload in overloads(row.mindspore) for a in overload)
    if many or row.kind in ("primitive", "initializer") or (row.write and not row.listed):
        return
    yield from _said_instead(row)
    for pair in pairs(row):
        if not is_program(pair.case.torch) and not row.write:
            continue  # a line is derived, and what is written beside it is another way on purpose
        for text in _disagreements(row, _listed(row, pair) if row.write else pair):
            yield pair.case, text


def _said_instead(row: Row) -> Iterator[tuple[Case, str]]:
    """Yield the cases that give an argument in the place of another otherwise than the row has it; one must give it."""
    for param in row.params:
        if param.transform != "unknown" or not param.transform_argument or param.mindspore is None:
            continue
        given = [pair for pair in pairs(row) if param.mindspore in pair.given and param.torch in pair.bound.given]
        for pair in given:
            known, value = literal_value(pair.bound.given[param.torch or ""])
            told, actual = literal_value(pair.given[param.mindspore])
            named = {param.torch or "": value}
            wanted = apply(param.transform_argument, value, Context(named, row.dims, "")) if known else None
            if known and told and not same_value(actual, wanted):
                yield pair.case, f"{param.mindspore} is {actual!r} where the row makes it {wanted!r}"
        if not given:
            yield row.cases[0], f"no case gives {param.mindspore}, which may be given instead of another argument"


def _listed(row: Row, pair: Pair) -> Pair:
    """Return the pair with those arguments alone of which the row speaks; the rest is in the expression it writes."""
    ours, theirs = {p.torch for p in row.listed}, {p.mindspore for p in row.listed}
    bound = replace(pair.bound, given={name: node for name, node in pair.bound.given.items() if name in ours})
    return replace(pair, bound=bound, given={name: node for name, node in pair.given.items() if name in theirs})


def _disagreements(row: Row, pair: Pair) -> Iterator[str]:
    try:
        wanted = mapped(row, pair.bound)
    except (NoCounterpartError, UnsaidArgumentError) as error:
        yield f"the row refuses it, and both sides agree: {error}"
        return
    except NotDerivableError:
        return
    for name, node in pair.given.items():
        if _is_unknown(row, name):
            continue
        if name in wanted:
            if not _same(wanted[name], node):
                yield f"{name} is {ast.unparse(node)} where the row makes it {ast.unparse(wanted[name])}"
        elif not _is_default(row, name, node) and not _comes_from(row, pair, name):
            yield f"{name}={ast.unparse(node)} comes from no argument of torch, as the row has it"
    for name, node in wanted.items():
        if name not in pair.given and not _is_default(row, name, node):
            yield f"{name} is left out where the row makes it {ast.unparse(node)}"


def _comes_from(row: Row, pair: Pair, name: str) -> bool:
    """Tell whether an argument of MindSpore stands for one that is given, in a way that the row cannot work out."""
    sources = [p for p in row.params if p.mindspore == name]
    return any(p.transform != "identity" and (p.torch is None or p.torch in pair.bound.given) for p in sources)


def _is_unknown(row: Row, name: str) -> bool:
    return any(p.mindspore == name and p.transform == "unknown" for p in row.params)


def _is_default(row: Row, name: str, node: ast.expr) -> bool:
    known, value = literal_value(node)
    defaults = [p.mindspore_default for p in row.params if p.mindspore == name]
    plain = [d for d in defaults if d is not REQUIRED and not isinstance(d, Opaque)]
    return any(known and same_value(value, default) for default in plain)


def _same(one: ast.expr, other: ast.expr) -> bool:
    """Tell whether two nodes may be one value, as far as they say it."""
    displays = [isinstance(node, (ast.Tuple, ast.List)) for node in (one, other)]
    if any(displays) and any(isinstance(node, ast.Name) for node in (one, other)):
        return False
    first, a = literal_value(one)
    second, b = literal_value(other)
    if first and second:
        return same_value(a, b)
    if isinstance(one, ast.Name) and isinstance(other, ast.Name):
        return one.id == other.id
    if isinstance(one, (ast.Tuple, ast.List)) and isinstance(other, (ast.Tuple, ast.List)):
        return len(one.elts) == len(other.elts) and all(map(_same, one.elts, other.elts))
    return first == second
