"""Which arguments of torch stand in which of MindSpore's, in the expression that a row writes for a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mappings.lines.expressions import names_in, parse
from mappings.lines.pairs import arguments_of_mindspore, find_mindspore
from mappings.rows.model import REQUIRED, Param, Row
from mappings.signatures.recorded import Argument, overloads
from mappings.table.derive import GENERAL, arguments_of


def params_of(row: Row) -> tuple[Param, ...]:
    """Return the params of a row as far as what it writes shows them; those of any other row as they are."""
    if not row.write or not row.mindspore or row.params:
        return row.params
    call = find_mindspore(parse(row.write), row.mindspore)
    given = arguments_of_mindspore(row, call) if call is not None else None
    return tuple(_pairs(row, given)) if given is not None else row.params


def _pairs(row: Row, given: Mapping[str, ast.expr]) -> Iterator[Param]:
    ours = arguments_of(row.torch)
    theirs = {argument.name: argument for overload in overloads(row.mindspore) for argument in overload}
    left, right = dict(ours), dict(theirs)
    for name, node in given.items():
        variables = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in ours]
        for variable in dict.fromkeys(variables):
            left.pop(variable, None)
            right.pop(name, None)
            yield _param(ours[variable], theirs.get(name) or Argument(name))
    if "generator" in left and "seed" in right:
        yield _param(left.pop("generator"), right.pop("seed"))
    elsewhere = names_in(row.write)  # what the layer that is made is called with
    for argument in (argument for name, argument in left.items() if name not in elsewhere):
        yield Param(argument.name, None, argument.default, shows="none" if argument.name in GENERAL else "forward")
    for name, argument in right.items():
        if name not in given:
            yield Param(None, argument.name, REQUIRED, argument.default)


def _param(ours: Argument, theirs: Argument) -> Param:
    return Param(ours.name, theirs.name, ours.default, theirs.default, transform="unknown")
