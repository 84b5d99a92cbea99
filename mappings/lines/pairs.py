"""The two calls that a case pairs, torch's and MindSpore's, found in its code and given other arguments there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mappings.lines.bindings import RECEIVER, Bound, NotDerivableError, bind, find_call, fitted
from mappings.lines.calls import Written
from mappings.lines.expressions import dotted, is_program, parse, parse_program
from mappings.lines.values import values_of
from mappings.rows.model import Case, Param, Row
from mappings.signatures.recorded import Argument, Overload, overloads
from mappings.table.derive import GENERAL, arguments_of, is_method

_ROOTS = {
    "ms": "mindspore",
    "nn": "mindspore.nn",
    "ops": "mindspore.ops",
    "mint": "mindspore.mint",
    "init": "mindspore.common.initializer",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A case whose code calls both names of its row.

    Attributes:
        case: the case.
        bound: torch's call.
        theirs: MindSpore's call.
        given: the arguments of MindSpore's call by name.
    """

    case: Case
    bound: Bound
    theirs: ast.Call
    given: Mapping[str, ast.expr]


def tree_of(text: str) -> ast.AST:
    """Return the syntax tree of a line or program of a case."""
    return parse_program(text) if is_program(text) else parse(text)


def pairs(row: Row) -> Iterator[Pair]:
    """Yield the cases that agree and whose own code calls both names."""
    for case in row.cases:
        if case.expected == "equal" and case.mindspore and row.mindspore:
            found = pair_of(row, case)
            if found is not None:
                yield found


def pair_of(row: Row, case: Case) -> Pair | None:
    """Return the two calls of a case; None where one of them is not to be found, or fits no signature."""
    ours = find_torch(tree_of(case.torch), row.torch)
    theirs = find_mindspore(tree_of(case.mindspore), row.mindspore)
    if ours is None or theirs is None:
        return None
    given = arguments_of_mindspore(row, theirs)
    try:
        bound = bind(row, ours)
    except NotDerivableError:
        return None
    return None if given is None else Pair(case, bound, theirs, given)


def find_torch(tree: ast.AST, name: str) -> ast.expr | None:
    """Return the call of a torch name, also of a method of a module or optimizer; None without one."""
    return _find_method(tree, name) if _is_method_of_class(name) else find_call(tree, name)


def find_mindspore(tree: ast.AST, name: str) -> ast.Call | None:
    """Return the call of a MindSpore name; None without one."""
    if is_method(name) or _is_method_of_class(name):
        return _find_method(tree, name)
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return next((call for call in calls if public(call.func) == name), None)


def public(node: ast.expr) -> str:
    """Return the public MindSpore name that ``nn.Dense`` or ``ms.ops.abs`` spells; "" for anything else."""
    head, _, rest = dotted(node).partition(".")
    return f"{_ROOTS[head]}.{rest}" if head in _ROOTS and rest else ""


def _is_method_of_class(name: str) -> bool:
    owner, _, own = name.rpartition(".")
    return owner.rpartition(".")[2][:1].isupper() and not own[:1].isupper() and not is_method(name)


def _find_method(tree: ast.AST, name: str) -> ast.Call | None:
    short = name.rpartition(".")[2]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == short:
            head = dotted(node.func).partition(".")[0]
            if head not in _ROOTS and head not in ("torch", "F"):
                return node
    return None


def arguments_of_mindspore(row: Row, call: ast.Call) -> dict[str, ast.expr] | None:
    """Return the arguments of a call of the row's MindSpore name, by name; None where it fits no signature."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    names = dict.fromkeys(p.mindspore for p in row.params if p.mindspore)
    stated = tuple(Argument(name, None) for name in names)
    for overload in overloads(row.mindspore) or (stated,):
        found = fitted(overload, call)
        if found is not None:
            return found
    return None


def with_torch(row: Row, case: Case, name: str, value: str) -> Case | None:
    """Return the case with another value for an argument of torch's call; None where it has no such call.

    Where the overload that is called lacks the argument, one that has it is called with what both take.
    """
    tree = tree_of(case.torch)
    call = find_torch(tree, row.torch)
    if not isinstance(call, ast.Call):
        return None
    try:
        bound = bind(row, call)
    except NotDerivableError:
        return None
    _set(call, name, bound.given.get(name), parse(value).body)
    if bound.overload and name not in {a.name for a in bound.overload}:
        _leave(call, bound, next((o for o in overloads(row.torch) if name in {a.name for a in o}), bound.overload))
    return replace(case, torch=_text(tree))


def with_mindspore(row: Row, case: Case, values: Mapping[str, ast.expr]) -> Case | None:
    """Return the case with other arguments for MindSpore's call; None where it has no such call."""
    tree = tree_of(case.mindspore)
    call = find_mindspore(tree, row.mindspore)
    given = None if call is None else arguments_of_mindspore(row, call)
    if call is None or given is None:
        return None
    for name, value in values.items():
        _set(call, name, given.get(name), value)
    return replace(case, mindspore=_text(tree))


def _leave(call: ast.Call, bound: Bound, overload: Overload) -> None:
    """Take away the arguments of a call that an overload lacks."""
    names = {a.name for a in overload}
    gone = [node for name, node in bound.given.items() if name not in names and name != RECEIVER]
    many = any(a.kind == "many" and a.name not in names for a in bound.overload)
    call.args = [] if many else [a for a in call.args if a not in gone]
    call.keywords = [k for k in call.keywords if k.value not in gone]


def _text(tree: ast.AST) -> str:
    return ast.unparse(tree) + ("\n" if isinstance(tree, ast.Module) and len(tree.body) > 1 else "")


def _set(call: ast.Call, name: str, now: ast.expr | None, value: ast.expr) -> None:
    if now is None:
        call.keywords.append(ast.keyword(name, value))
        return
    call.args = [value if argument is now else argument for argument in call.args]
    for keyword in call.keywords:
        if keyword.value is now:
            keyword.value = value


def program_values(row: Row, param: Param) -> list[str]:
    """Return values for an argument of a call within a program: the row's own, or some of its type."""
    name = param.torch or ""
    if name in row.tries:
        return list(row.tries[name])
    argument = arguments_of(row.torch).get(name)
    return values_of(argument, param.torch_default) if argument is not None and name not in GENERAL else []


def carried(row: Row, case: Case, param: Param, value: str) -> Case | None:
    """Return the case with a value for an argument on both sides; None where the row does not say MindSpore's."""
    varied = with_torch(row, case, param.torch or "", value)
    pair = pair_of(row, varied) if varied is not None else None
    before = pair_of(row, case)
    if varied is None or pair is None or before is None:
        return None
    try:
        after, now = mapped(row, pair.bound), mapped(row, before.bound)
    except NotDerivableError:
        return None
    changed = {n: node for n, node in after.items() if n not in now or ast.unparse(now[n]) != ast.unparse(node)}
    if any("torch." in ast.unparse(node) for node in changed.values()):
        return None
    return with_mindspore(row, replace(varied, proves=""), changed) if changed else None


def mapped(row: Row, bound: Bound) -> dict[str, ast.expr]:
    """Return the arguments of MindSpore's call that a call of torch asks for, by name.

    Raises:
        NotDerivableError: if the row does not say them.
    """
    values, _ = Written(row, bound, bound.given, "known").values()
    own = is_method(row.torch)
    return {name: node for name, node in values.items() if not own or name != RECEIVER}
