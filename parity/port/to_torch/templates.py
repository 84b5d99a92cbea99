"""Expressions with MindSpore's arguments as variables, from `written.toml`: read, and filled in with a call's."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import libcst as cst

from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import NotLiteral, expression, literal, text
from parity.port.syntax.walking import children, walk

_FILE = Path(__file__).parent / "written.toml"
_KEY = re.compile(r"(?P<name>[\w.]+)(?:\((?P<first>[^()]*(?:\(\)[^()]*)*)\))?(?:\((?P<second>.*)\))?$")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a template.

    Attributes:
        name: its name.
        default: the source of its default; None where a call must give it.
        many: it takes any number of arguments.
    """

    name: str
    default: str | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """How torch writes a call.

    Attributes:
        name: MindSpore's name: ``ops.BatchMatMul``, or of a method ``astype``.
        made: the arguments of the constructor, of a primitive.
        called: the arguments of the call.
        source: torch's expression.
    """

    name: str
    made: tuple[Parameter, ...]
    called: tuple[Parameter, ...]
    source: str


@cache
def templates(section: str) -> Mapping[str, tuple[Template, ...]]:
    """Return the templates of a section of the file by name: several where a name is called in several ways.

    Args:
        section (str): ``functions``, ``primitives``, ``methods`` or ``layers``.
    """
    found: dict[str, tuple[Template, ...]] = {}
    for key, source in tomllib.loads(_FILE.read_text(encoding="utf-8"))[section].items():
        parts = _KEY.match(key)
        assert parts is not None, key
        first, second = _parameters(parts["first"]), _parameters(parts["second"])
        made, called = (first, second) if section == "primitives" else ((), first)
        name = parts["name"] if section == "methods" else f"mindspore.{parts['name']}"
        found[name] = (*found.get(name, ()), Template(name, made, called, source))
    return found


def _parameters(source: str | None) -> tuple[Parameter, ...]:
    if not source:
        return ()
    function = cst.ensure_type(cst.parse_statement(f"def f({source}): pass"), cst.FunctionDef)
    found = [
        Parameter(p.name.value, text(p.default) if p.default is not None else None)
        for p in (*function.params.params, *function.params.kwonly_params)
    ]
    star = function.params.star_arg
    if isinstance(star, cst.Param):
        found.insert(0, Parameter(star.name.value, many=True))
    return tuple(found)


Bound = dict[str, "cst.BaseExpression | Sequence[cst.Arg]"]


def bind(parameters: Sequence[Parameter], args: Sequence[cst.Arg]) -> Bound:
    """Return a call's arguments by name.

    Raises:
        Refused: if they do not fit.
    """
    found: Bound = {}
    plain = [p for p in parameters if not p.many]
    many = next((p for p in parameters if p.many), None)
    if many is not None:
        found[many.name] = [entry for entry in args if entry.keyword is None and entry.star != "**"]
    for number, entry in enumerate(args):
        if entry.star == "**" or (entry.star and many is None):
            raise Refused("its arguments are not all written out (*args, **options)")
        if entry.keyword is not None:
            key = entry.keyword.value
            if key not in {p.name for p in plain} or key in found:
                raise Refused(f"it has no argument {key!r}")
            found[key] = entry.value
        elif many is None:
            if number >= len(plain):
                raise Refused("it takes fewer arguments")
            found[plain[number].name] = entry.value
    missing = [p.name for p in plain if p.default is None and p.name not in found]
    if missing:
        raise Refused(f"the call does not give {missing[0]}")
    return found


def fits(parameters: Sequence[Parameter], args: Sequence[cst.Arg]) -> bool:
    """Tell whether a call's arguments can be those of a template."""
    try:
        bind(parameters, args)
    except Refused:
        return False
    return True


def filled(source: str, parameters: Sequence[Parameter], given: Bound) -> cst.BaseExpression:
    """Return a template's expression with a call's arguments in it, its decisions taken where they are known.

    Args:
        source (str): torch's expression.
        parameters (Sequence[Parameter]): its variables.
        given (Bound): what the call gives.

    Raises:
        Refused: if an argument is given that the expression does not honour.
    """
    _refuse_ignored(source, parameters, given)
    values: Bound = {p.name: expression(p.default) for p in parameters if p.default is not None and p.name not in given}
    left = {p.name for p in parameters if p.name not in given and p.default in {"None", "False", "()"}}
    tree = cst.parse_expression(source)
    decided = tree.visit(_Decided({**values, **given}))
    assert isinstance(decided, cst.BaseExpression)
    used = uses(decided)
    calls = {name: node for name, node in given.items() if isinstance(node, cst.BaseExpression) and _may_act(node)}
    if any(used[name] > 1 for name in calls):
        return _once(decided, {**values, **given}, [name for name in calls if used[name]], left)
    made = _with_values(decided, {**values, **given}, left)
    known = {p.name for p in parameters}
    rest = [text(node).strip() for name, node in calls.items() if not used[name] and name in known]
    return expression(f"({', '.join([text(made), *rest])})[0]") if rest else made


def _with_values(node: cst.BaseExpression, values: Bound, left: set[str]) -> cst.BaseExpression:
    made = node.visit(_Filled(values, left))
    assert isinstance(made, cst.BaseExpression)
    return made


def _once(node: cst.BaseExpression, values: Bound, calls: Sequence[str], left: set[str]) -> cst.BaseExpression:
    """Return an expression that computes each argument once: what draws numbers would draw twice."""
    variables = [name for name in values if name in calls or not _is_plain(values[name])]
    names: Bound = {name: expression(name) for name in variables}
    body = _with_values(node, {**values, **names}, left)
    given = ", ".join(
        text(value).strip() for name in variables if isinstance(value := values[name], cst.BaseExpression)
    )
    return expression(f"(lambda {', '.join(variables)}: {text(body)})({given})")


def _is_plain(node: object) -> bool:
    if not isinstance(node, cst.BaseExpression):
        return True
    try:
        literal(node)
    except NotLiteral:
        return False
    return True


def _may_act(node: cst.CSTNode) -> bool:
    """Tell whether computing an expression twice may not be the same as once: it calls something."""
    return any(isinstance(part, (cst.Call, cst.NamedExpr, cst.Await)) for part in walk(node))


def uses(node: cst.CSTNode) -> Counter[str]:
    """Return how often each name of an expression is read at most when it is computed."""
    if isinstance(node, cst.Name):
        return Counter([node.value])
    if isinstance(node, cst.IfExp):
        return uses(node.test) + (uses(node.body) | uses(node.orelse))
    parts = [node.value] if isinstance(node, (cst.Attribute, cst.Arg)) else children(node)
    return sum((uses(part) for part in parts), Counter())


def _refuse_ignored(source: str, parameters: Sequence[Parameter], given: Bound) -> None:
    """Refuse an argument that the expression does not name, unless it is given its default.

    Raises:
        Refused: if one is.
    """
    for name in ignored(source, parameters):
        default, value = next(p.default for p in parameters if p.name == name), given.get(name)
        if isinstance(value, cst.BaseExpression) and text(value).strip("\"' ") != str(default).strip("\"'"):
            raise Refused(f"torch has no counterpart of {name}")


def ignored(source: str, parameters: Sequence[Parameter]) -> list[str]:
    """Return the optional arguments that an expression does not name: they can be given at their default only."""
    named = uses(cst.parse_expression(source))
    return [p.name for p in parameters if p.default is not None and not named[p.name]]


class _Decided(cst.CSTTransformer):
    """Takes the branch of a condition on an argument whose value is known."""

    def __init__(self, values: Bound) -> None:
        self.values = values

    def leave_IfExp(self, original_node: cst.IfExp, updated_node: cst.IfExp) -> cst.BaseExpression:
        del original_node
        known = self._truth(updated_node.test)
        return updated_node if known is None else updated_node.body if known else updated_node.orelse

    def _truth(self, test: cst.BaseExpression) -> bool | None:
        if isinstance(test, cst.Name):
            known, value = self._value(test)
            return bool(value) if known else None
        if isinstance(test, cst.Comparison) and len(test.comparisons) == 1:
            left = self._value(test.left)
            right = self._value(test.comparisons[0].comparator)
            operator = test.comparisons[0].operator
            if isinstance(operator, (cst.Is, cst.IsNot)) and left[0] and right[0]:
                return (left[1] is right[1]) == isinstance(operator, cst.Is)
            if isinstance(operator, (cst.Is, cst.IsNot)) and isinstance(left[1], cst.Tuple):
                return isinstance(operator, cst.IsNot)
            if isinstance(operator, cst.Equal) and left[0] and right[0]:
                return bool(left[1] == right[1])
        return self._is_instance(test) if isinstance(test, cst.Call) and text(test.func) == "isinstance" else None

    def _is_instance(self, test: cst.Call) -> bool | None:
        asked, kind = test.args[0].value, text(test.args[1].value)
        if isinstance(asked, cst.Subscript):
            return self._begins_with_sequence(asked.value)
        known, value = self._value(asked)
        if kind == "float":
            return isinstance(value, float) or None if known else None
        return isinstance(value, (tuple, list)) if known else True if isinstance(value, cst.Tuple) else None

    def _begins_with_sequence(self, node: cst.BaseExpression) -> bool:
        """Tell whether an argument is written as a sequence of sequences."""
        given = self.values.get(node.value) if isinstance(node, cst.Name) else None
        written = isinstance(given, (cst.Tuple, cst.List)) and bool(given.elements)
        return (
            isinstance(given, (cst.Tuple, cst.List))
            and written
            and isinstance(given.elements[0].value, (cst.Tuple, cst.List))
        )

    def _value(self, node: cst.BaseExpression) -> tuple[bool, object]:
        given = self.values.get(node.value, node) if isinstance(node, cst.Name) else node
        if not isinstance(given, cst.BaseExpression):
            return False, None
        try:
            return True, literal(given)
        except NotLiteral:
            return False, given


class _Filled(cst.CSTTransformer):
    """Puts arguments in the place of variables."""

    def __init__(self, values: Bound, left: set[str]) -> None:
        self.values, self.left = values, left
        self.plain: set[int] = set()

    def visit_Arg(self, node: cst.Arg) -> None:
        self.plain.add(id(node.value))
        if node.keyword is not None:
            self.plain.add(id(node.keyword))

    def visit_Attribute(self, node: cst.Attribute) -> None:
        self.plain.add(id(node.attr))

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        value = self.values.get(original_node.value)
        if not isinstance(value, cst.BaseExpression):
            return updated_node
        if id(original_node) in self.plain:
            return value
        return bracketed(value)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        keyword = original_node.keyword
        if keyword is not None and updated_node.keyword is not keyword:
            return updated_node.with_changes(keyword=keyword)
        return updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        made: list[cst.Arg] = []
        for before, after in zip(original_node.args, updated_node.args, strict=True):
            name = before.value.value if isinstance(before.value, cst.Name) else ""
            many = self.values.get(name)
            if before.star == "*" and isinstance(many, Sequence):
                made += many
            elif name in self.left and before.keyword is not None:
                continue
            else:
                made.append(after)
        numbers = len(original_node.args)
        if len(made) == numbers:
            while made and made[-1].keyword is None and self._is_left(original_node.args[len(made) - 1]):
                made.pop()
        else:
            made = self._without_last_left(original_node, made)
        return updated_node.with_changes(args=[a.with_changes(comma=cst.MaybeSentinel.DEFAULT) for a in made])

    def _is_left(self, entry: cst.Arg) -> bool:
        return isinstance(entry.value, cst.Name) and entry.value.value in self.left

    def _without_last_left(self, original: cst.Call, made: list[cst.Arg]) -> list[cst.Arg]:
        plain = [entry for entry in original.args if entry.keyword is None and entry.star != "*"]
        count = sum(entry.keyword is None for entry in made)
        keywords = [entry for entry in made if entry.keyword is not None]
        while count == len(plain) and plain and not keywords and self._is_left(plain[-1]):
            plain.pop()
            count -= 1
            made = made[:count]
        return made


def bracketed(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return an expression that an operator or a trailer may stand beside."""
    atoms = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.SimpleString, cst.List, cst.Dict)
    if isinstance(node, atoms) or node.lpar:
        return node
    if isinstance(node, (cst.Integer, cst.Float)):
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
