"""Where a value at fault comes from: the line that sets the attribute which a differing line only reads.

A finding about a number in a body names the line that computes with it. Where both sides compute the same there, each
with a number that its layer holds, the mistake is in the line of the port that gives the layer its number:
``self.scaling = self.head_dim**-0.5``. A layer of an installed package that the port's own class built is likewise
named where it was built, as nobody writes into the package.
"""

from __future__ import annotations

import ast
import linecache
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import torch

from parity.code.places import Location, is_framework, shown_path, source_of
from parity.code.worlds import in_library
from parity.nets.base import Layer, Subject
from parity.report.finding import placed
from parity.report.model import Finding
from parity.rules.attention_scale import AttentionScale
from parity.rules.body import Body

_CLOSE = 1e-6
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Pow: operator.pow,
}  # fmt: skip


def at_origins(findings: tuple[Finding, ...], reference: Subject, port: Subject) -> tuple[Finding, ...]:
    """Return findings, each error at the line that its value comes from.

    Args:
        findings (tuple[Finding, ...]): of a comparison.
        reference (Subject): the net it ought to be.
        port (Subject): the other.
    """
    return tuple(_at_origin(finding, reference, port) for finding in findings)


def _at_origin(finding: Finding, reference: Subject, port: Subject) -> Finding:
    if finding.severity != "error" or finding.rule not in {Body.code, AttentionScale.code}:
        return finding
    mine = port.layers.get(finding.port_layer or "")
    theirs = reference.layers.get(finding.reference_layer or "")
    if mine is None or theirs is None:
        return finding
    return (
        _at_assignment(finding, theirs, mine) or _at_construction(finding, (reference, port), theirs, mine) or finding
    )


def _at_assignment(finding: Finding, theirs: Layer, mine: Layer) -> Finding | None:
    """Return a finding at the line that sets the number; None where a side does not read it from its layer."""
    numbers = finding.reference_value, finding.port_value
    if not all(isinstance(number, float) for number in numbers):
        return None
    places = placed(finding.reference_location), placed(finding.location)
    if places[0] is None or places[1] is None:
        return None
    here = _attribute_read(mine, places[1], numbers[1])
    there = _attribute_read(theirs, places[0], numbers[0])
    if here is None or there is None or here.place == there.place:
        return None
    text, own = source_of(there.place), source_of(here.place)
    fix = _rewritten(here, there, mine, numbers[0])
    read = f"self.{here.name}, which {finding.location} reads,"
    values = f"is {numbers[1]:.6g}, in the reference {numbers[0]:.6g}"
    message = f"in {mine.type}: {read} {values}: `{own}`; the reference has `{text}`"
    evidence = "; ".join(part for part in (finding.message, finding.evidence.partition("; ")[0]) if part)
    return replace(
        finding, message=message, location=str(here.place), reference_location=str(there.place), fix=fix,
        evidence=evidence,
    )  # fmt: skip


def _at_construction(finding: Finding, sides: tuple[Subject, Subject], theirs: Layer, mine: Layer) -> Finding | None:
    """Return a finding at the line of the port's own class that builds the layer of a package at fault."""
    place = placed(finding.location)
    file = _file_of(mine.module)
    if place is None or file is None or shown_path(file) != place[0] or not in_library(file):
        return None
    built, there = _set_in_holder(sides[1], mine), _set_in_holder(sides[0], theirs)
    if built is None or in_library(built.place.file):
        return None
    message = f"{mine.type} {mine.path} is another layer than the reference's: {finding.message}"
    if there is None:
        return replace(finding, message=message, location=str(built.place), fix="")
    fix = f"self.{built.name} = {there.text}" if there.text != built.text else ""
    return replace(
        finding, message=f"{message}; the reference builds `{there.text}`", location=str(built.place),
        reference_location=str(there.place), fix=fix,
    )  # fmt: skip


def _set_in_holder(side: Subject, layer: Layer) -> _Read | None:
    """Return where the class that holds a layer sets it; None where that is not one line."""
    holder, _, name = layer.path.rpartition(".")
    around = side.layers.get(holder) if layer.path else None
    if around is None:
        return None
    sources = _sources(around.module)
    found = [assigned for file, owner in sources for assigned in _assigned(file, owner, name)]
    return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class _Read:
    """What a layer holds: its name, where it is set, and what to, as a tree and as it is written."""

    name: str
    place: Location
    value: ast.expr
    text: str


def _assigned(file: str, owner: ast.ClassDef, name: str) -> list[_Read]:
    """Return where a class sets an attribute."""
    nodes = [node for node in ast.walk(owner) if isinstance(node, ast.Assign)]
    own = [node for node in nodes if any(_own_name(target) == name for target in node.targets)]
    text = "".join(linecache.getlines(file))
    places = [Location(file, node.lineno, node.end_lineno) for node in own]
    return [_Read(name, place, node.value, _written(text, node.value)) for place, node in zip(places, own, strict=True)]


def _written(text: str, node: ast.expr) -> str:
    return " ".join((ast.get_source_segment(text, node) or ast.unparse(node)).split())


def _attribute_read(layer: Layer, place: tuple[str, int], number: object) -> _Read | None:
    """Return the attribute of a layer with this value that a line reads, by itself or as a function's argument."""
    assert isinstance(number, float)
    classes = list(_sources(layer.module))
    file = next((file for file, _ in classes if shown_path(file) == place[0]), None)
    if file is None:
        return None
    tree = _parsed(file)
    if tree is None:
        return None
    for name in _read_at(tree, place[1], [node for _, node in classes]):
        if not _is(getattr(layer.module, name, None), number):
            continue
        found = [assigned for file, owner in classes for assigned in _assigned(file, owner, name)]
        if len(found) == 1:
            return found[0]
    return None


def _read_at(tree: ast.Module, line: int, classes: list[ast.ClassDef]) -> Iterator[str]:
    """Yield the attributes that a line reads of `self`, or that a class hands to the arguments it reads."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and _holds(n, line)]
    if not functions:
        return
    function = max(functions, key=lambda node: node.lineno)
    statements = [n for n in ast.walk(function) if isinstance(n, ast.stmt) and n is not function and _holds(n, line)]
    nodes = [node for statement in statements[-1:] for node in ast.walk(statement)]
    yield from filter(None, map(_own_name, nodes))
    read = {node.id for node in nodes if isinstance(node, ast.Name)}
    for owner in classes:
        handed = [node for node in ast.walk(owner) if isinstance(node, ast.keyword) and node.arg in read]
        yield from filter(None, (_own_name(keyword.value) for keyword in handed))


def _rewritten(here: _Read, there: _Read, layer: Layer, wanted: object) -> str:
    """Return the port's line with the reference's expression, if that gives the reference's number in the port."""
    assert isinstance(wanted, float)
    names = {**layer.construction.arguments, "self": layer.module}
    value = _evaluated(there.value, names)
    if not _is(value, wanted):
        return ""
    return f"self.{here.name} = {there.text}"


def _evaluated(node: ast.expr, names: Mapping[str, object]) -> object:
    """Return what plain arithmetic of attributes comes to; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        return getattr(_evaluated(node.value, names), node.attr, None)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _evaluated(node.operand, names)
        return -value if isinstance(value, (int, float)) else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluated(node.left, names), _evaluated(node.right, names)
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            try:
                return _OPERATORS[type(node.op)](left, right)
            except (ArithmeticError, ValueError):
                return None
    return None


def _is(value: object, number: float) -> bool:
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return known and math.isclose(float(value), number, rel_tol=_CLOSE)  # type: ignore[arg-type]


def _own_name(node: ast.AST) -> str | None:
    """Return the name of an attribute of `self`; None for anything else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return node.attr
    return None


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _sources(module: torch.nn.Module) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the definitions of a layer's class and of those it derives from, with their files."""
    for kind in type(module).__mro__:
        codes = [value.__code__ for value in vars(kind).values() if isinstance(value, FunctionType)]
        own = [code for code in codes if not is_framework(code.co_filename) and kind.__name__ in code.co_qualname]
        tree = _parsed(own[0].co_filename) if own else None
        if tree is None:
            continue
        line = own[0].co_firstlineno
        around = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and _holds(node, line)]
        yield from ((own[0].co_filename, node) for node in around if node.name == kind.__name__)


def _parsed(file: str) -> ast.Module | None:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return None


def _file_of(module: torch.nn.Module) -> str | None:
    return next((file for file, _ in _sources(module)), None)
