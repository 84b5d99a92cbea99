"""The values that the arguments of torch are given to vary a call."""

from __future__ import annotations

import ast

from mappings.lines.bindings import NotDerivableError, bind, find_call, literal_value
from mappings.lines.expressions import parse
from mappings.rows.literals import parse_literal
from mappings.rows.model import REQUIRED, Case, Opaque, Row
from mappings.signatures.recorded import Argument
from mappings.table.derive import arguments_of

_AXES = frozenset(
    {"dim", "dims", "dim0", "dim1", "dim2", "axis", "axis0", "axis1", "start_dim", "end_dim", "diagonal", "offset"}
)
_WINDOWS = frozenset({"padding", "stride", "dilation", "output_padding", "kernel_size"})
_REDUCTIONS = ("mean", "sum", "none", "batchmean")
_WORDS: dict[str, tuple[object, ...]] = {
    "reduction": _REDUCTIONS,
    "approximate": ("tanh", "none"),
    "padding_mode": ("reflect", "replicate", "circular"),
    "mode": ("bilinear", "nearest", "area", "bicubic", "reflect", "replicate", "fan_out", "max", "mean", "sum"),
    "indexing": ("ij", "xy"),
    "rounding_mode": ("floor", "trunc"),
    "nonlinearity": ("relu", "tanh"),
    "norm": ("ortho", "forward", "backward"),
    "side": ("right", "left"),
    "UPLO": ("U",),
    "correction": (0, 2),
}


def other_values(row: Row, case: Case, name: str) -> list[str]:
    """Return values for an argument of torch as code: the row's own, or some of its type."""
    if name in row.tries:
        return list(row.tries[name])
    argument = arguments_of(row.torch).get(name)
    if argument is None:
        return []
    target = find_call(parse(case.torch), row.torch)
    now = None
    if isinstance(target, ast.Call):
        node = bind(row, target).given.get(name)
        known, now = literal_value(node) if node is not None else (True, argument.default)
        if not known:
            return []
    nothing = ["None"] if argument.default is None and now is not None else []
    nothing += ["()"] if argument.default == () and now != () else []
    found = nothing + _meant_by_none(row, name, argument) + _of_map(row, name) + values_of(argument, now)
    return list(dict.fromkeys(found))


def fix_values(row: Row, case: Case, name: str) -> list[str]:
    """Return values for an argument that a fix is written with, of its type: numbers that all differ too."""
    target = find_call(parse(case.torch), row.torch)
    node = bind(row, target).given.get(name) if target is not None else None
    known, now = literal_value(node) if node is not None else (False, None)
    apart: list[str] = []
    if known and isinstance(now, (tuple, list)) and all(isinstance(item, int) for item in now):
        apart = [repr(type(now)(item + number for number, item in enumerate(now)))]
    alike = [text for text in other_values(row, case, name) if type(literal_value(parse(text).body)[1]) is type(now)]
    return apart + alike if known else []


def values_of(argument: Argument, now: object, *, framework: str = "torch") -> list[str]:
    """Return values of an argument's type, as code of a framework, around the one that it has."""
    if "dtype" in argument.types or (argument.name == "dtype" and not argument.types):
        return [f"{framework}.float64"]
    if argument.name.endswith("_init"):
        return ["0.25"]
    return [repr(value) for value in _of_type(argument, now) if repr(value) != repr(now)]


def _of_type(argument: Argument, now: object) -> list[object]:
    """Return values of an argument's type around the one that it has."""
    if argument.name in _WORDS:
        return list(_WORDS[argument.name])
    sample = now if isinstance(now, (bool, int, float, str, tuple, list)) else argument.default
    types = set(argument.types)
    if isinstance(sample, bool) or types & {"bool"}:
        return [not sample] if isinstance(sample, bool) else [True, False]
    if isinstance(sample, (tuple, list)):
        return [type(sample)(reversed(sample))] if all(isinstance(v, (int, float)) for v in sample) else []
    if isinstance(sample, int) and _is_window(argument):
        words = ["same"] if argument.name == "padding" and "str" in argument.types else []
        return [(sample + 1, sample), (sample, sample + 1, sample), sample + 1, 2, *words]
    if isinstance(sample, int) and types not in ({"float"}, {"float", "None"}):
        return [sample + 1, -1, 0] if argument.name in _AXES else [sample + 1, 2]
    if isinstance(sample, (int, float)):
        return [sample * 0.5, sample * 2 + 0.25]
    if sample is None and argument.default is None and "float" in types:
        return [0.5, 2.0]
    if argument.name in _AXES and types & {"int", "ints"}:
        return [0, -1, (0, 1)] if "ints" in types else [0, -1]
    return []


def _is_window(argument: Argument) -> bool:
    """Tell whether an argument is of a convolution or pool: one number, or one for each axis."""
    return argument.name in _WINDOWS and ("ints" in argument.types or not argument.types)


def _of_map(row: Row, name: str) -> list[str]:
    """Return the values that the row names where it says what each of an argument's values becomes."""
    tables = [parse_literal(p.transform_argument) for p in row.params if p.torch == name and p.transform == "map"]
    return [repr(value) for table in tables if isinstance(table, dict) for value in table if value != "*"]


def _meant_by_none(row: Row, name: str, argument: Argument) -> list[str]:
    """Return the default that the row names where the signature only says None: it must do the same."""
    stated = next((p.torch_default for p in row.listed if p.torch == name), REQUIRED)
    names_it = argument.default is None and stated is not REQUIRED and not isinstance(stated, Opaque)
    return [repr(stated)] if names_it and stated is not None else []


def with_value(row: Row, text: str, name: str, value: str) -> str | None:
    """Return the torch line with another value for an argument; None where it cannot be written."""
    tree = parse(text)
    call = find_call(tree, row.torch)
    if not isinstance(call, ast.Call):
        return None
    try:
        bound = bind(row, call)
    except NotDerivableError:
        return None
    node = parse(value).body
    if name in bound.given:
        return _replaced(tree, bound.given[name], node)
    call.keywords.append(ast.keyword(name, node))
    return ast.unparse(tree)


def _replaced(tree: ast.Expression, old: ast.expr, new: ast.expr) -> str | None:
    for parent in ast.walk(tree):
        if isinstance(parent, ast.Call):
            parent.args = [new if arg is old else arg for arg in parent.args]
        if isinstance(parent, ast.keyword) and parent.value is old:
            parent.value = new
    return ast.unparse(tree)
