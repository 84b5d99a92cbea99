"""The MindSpore line that a torch line becomes, derived through a row: names, transforms and defaults."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from mappings.lines.bindings import (
    RECEIVER,
    Bound,
    NotDerivableError,
    bind,
    find_call,
    literal_value,
    node_of,
    torch_name,
    values_of,
)
from mappings.lines.expressions import dotted, names_in, parse
from mappings.lines.meaning import NOTHING, Given, NoCounterpartError, is_default, is_left_out
from mappings.rows.arguments import same_value
from mappings.rows.model import REQUIRED, Opaque, Param, Row
from mappings.signatures.recorded import Argument, is_property
from mappings.table.derive import GENERAL, arguments_of, is_method, mindspore_overload
from mappings.table.registry import rows_for_torch

Style = Literal["plain", "short", "positional", "keyword", "shuffled", "explicit", "literal", "known"]
STYLES: tuple[Style, ...] = ("plain", "short", "positional", "keyword", "shuffled", "explicit")

_SHORT = (
    ("mindspore.common.initializer.", "init."),
    ("mindspore.nn.", "nn."),
    ("mindspore.ops.", "ops."),
    ("mindspore.mint.", "mint."),
    ("mindspore.", "ms."),
)
_DTYPES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "long": "int64",
    "int": "int32",
    "short": "int16",
}
_DTYPE_NAMES = frozenset({
    "bool", "int8", "int16", "int32", "int64", "uint8", "float16", "float32", "float64", "bfloat16", "complex64",
    "complex128", *_DTYPES,
})  # fmt: skip
_INITIALIZER = re.compile(r"(?:Normal|Uniform|TruncatedNormal|HeNormal|HeUniform|XavierUniform)\(")
_HELPERS = {"torch.tensor": "ms.Tensor", "torch.nn.Parameter": "ms.Parameter"}
_NOTHING = frozenset({"resolve_conj", "resolve_neg"})  # of lazy values, which MindSpore does not have
_TUPLE_FIELDS = {"values": 0, "indices": 1}


class UnsaidArgumentError(NotDerivableError):
    """The row does not say what an argument of torch is in MindSpore."""


def mindspore_line(row: Row, text: str, *, style: Style = "plain", without: Collection[str] = ()) -> str:
    """Return the MindSpore line that a torch line becomes.

    Args:
        row (Row): the pair of names; the line calls its torch name.
        text (str): the torch line.
        style (str): how the call is written: with what is given and the defaults that differ (``plain``), without what
            equals MindSpore's defaults (``short``), by position, by keyword, with the keywords turned round, or with
            every argument whose value is known (``explicit``). For proofs: with torch's values as they are
            (``literal``), without the arguments that the row leaves open (``known``).
        without (Collection[str]): MindSpore arguments to leave out.

    Raises:
        NotDerivableError: if the line does not say by itself what the MindSpore line is.
        NoCounterpartError: if it gives an argument or a value that MindSpore does not have.
    """
    tree = parse(text)
    target = find_call(tree, row.torch)
    if target is None:
        raise NotDerivableError(f"it does not call {row.torch}")
    if not row.mindspore and not row.write:
        raise NoCounterpartError(f"{row.torch} has no counterpart")
    return ast.unparse(_Carrier(row, target, style, frozenset(without)).visit(tree.body))


def mindspore_arguments(row: Row, text: str) -> dict[str, ast.expr]:
    """Return the arguments that the derived MindSpore call of a torch line is given, by name.

    Raises:
        NotDerivableError: if none can be derived.
    """
    target = find_call(parse(text), row.torch)
    if target is None or row.write:
        return {}
    bound = bind(row, target)
    return Written(row, bound, bound.given, "plain").mapped(bound.given)


def spelled(name: str) -> str:
    """Return a MindSpore name as the lines of cases spell it: ``nn.Dense``."""
    for prefix, short in _SHORT:
        if name.startswith(prefix):
            return short + name.removeprefix(prefix)
    return name


class _Carrier(ast.NodeTransformer):
    """Carry a torch line over: the row's call through the row, other names through theirs."""

    def __init__(
        self, row: Row, target: ast.AST, style: Style, without: frozenset[str], proved: Row | None = None
    ) -> None:
        self.row, self.target, self.style, self.without = row, target, style, without
        self.proved = proved or row

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.target:
            bound = bind(self.row, self.target)  # type: ignore[arg-type]
            own = "tensor" if self.row.kind == "initializer" and not self.row.write else ""
            named = {p.torch for p in self.row.params if p.transform == "named"}  # a function by its name
            given = {name: value for name, value in bound.given.items() if name != own}
            carried = {name: value if name in named else self.visit(value) for name, value in given.items()}
            return Written(self.row, bound, carried, self.style, self.without).call()  # type: ignore[arg-type]
        found: ast.AST = super().visit(node)
        return found

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = dotted(node)
        short = name.removeprefix("torch.")
        if name.startswith("torch.") and short in _DTYPE_NAMES:
            return ast.parse(f"ms.{_DTYPES.get(short, short)}", mode="eval").body
        if torch_name(node):
            raise NotDerivableError(f"{name} stands in it")
        known = rows_for_torch(f"torch.Tensor.{node.attr}")
        if known and is_property(f"torch.Tensor.{node.attr}"):
            return _Carrier(known[0], node, "plain", frozenset(), self.proved).visit(node)
        value = self.visit(node.value)
        if node.attr in _TUPLE_FIELDS:
            return ast.Subscript(value, ast.Constant(_TUPLE_FIELDS[node.attr]), ast.Load())  # type: ignore[arg-type]
        return ast.Attribute(value, node.attr, ast.Load())  # type: ignore[arg-type]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = torch_name(node.func)
        if not name and isinstance(node.func, ast.Attribute) and node.func.attr in _NOTHING:
            return self.visit(node.func.value)
        if not name and isinstance(node.func, ast.Attribute):
            return self._other(node, f"torch.Tensor.{node.func.attr}", needed=False)
        if name in _HELPERS:
            helper = ast.parse(_HELPERS[name], mode="eval").body
            return ast.Call(helper, [self.visit(a) for a in node.args], node.keywords)  # type: ignore[misc]
        return self._other(node, name, needed=True) if name else self.generic_visit(node)

    def _other(self, node: ast.Call, name: str, *, needed: bool) -> ast.AST:
        """Carry over a call of another name, by that name's first row."""
        rows = [row for row in rows_for_torch(name) if row.torch != self.row.torch]
        if name == self.proved.torch and name != self.row.torch:
            rows = [self.proved]
        if rows:
            rows = sorted(rows, key=lacks_a_kernel)
            return _Carrier(rows[0], node, "plain", frozenset(), self.proved).visit(node)
        if needed:
            raise NotDerivableError(f"{name} stands in it, which is not in the table")
        return self.generic_visit(node)


def lacks_a_kernel(row: Row) -> bool:
    """Tell whether no case of a row runs on MindSpore's CPU: another counterpart then stands for it within a line."""
    return bool(row.cases) and all(case.oracle in ("skip", "raises") for case in row.cases)


@dataclass(frozen=True, slots=True)
class Written:
    """One call on the MindSpore side, about to be written.

    Attributes:
        row: the pair of names.
        bound: torch's call.
        carried: its arguments' nodes, carried over.
        style, without: see `mindspore_line`.
        spell: how MindSpore's names are written.
    """

    row: Row
    bound: Bound
    carried: Mapping[str, ast.expr]
    style: Style
    without: frozenset[str] = field(default_factory=frozenset)
    spell: Callable[[str], str] = spelled

    def call(self) -> ast.expr:
        """Return the call."""
        if self.row.write:
            self.refuse_unused(self.row.write)
            return substituted(self.row.write, torch_variables(self.row, self.carried))
        if self.row.kind == "initializer":
            return self._initializer()
        values, receiver = self.values()
        if receiver is not None and is_property(self.row.mindspore):
            return ast.Attribute(receiver, self.row.mindspore.rpartition(".")[2], ast.Load())
        if receiver is not None:
            func: ast.expr = ast.Attribute(receiver, self.row.mindspore.rpartition(".")[2], ast.Load())
        else:
            func = ast.parse(self.spell(self.row.mindspore), mode="eval").body
        args, keywords = self._arranged(values)
        call = ast.Call(func, args, keywords)
        calls_it = self.row.kind == "primitive" and not self.row.torch.rpartition(".")[2][:1].isupper()
        return ast.Call(call, self._call_arguments(), []) if calls_it else call

    def refuse_unused(self, code: str) -> None:
        """Refuse what torch is given and an expression of the row does not speak of.

        Raises:
            NoCounterpartError: if there is such an argument.
        """
        used = names_in(code)
        defaults = {name: argument.default for name, argument in arguments_of(self.row.torch).items()}
        for name, node in self.bound.given.items():
            known, value = literal_value(node)
            plain = known and name in defaults and same_value(value, defaults[name])
            if name not in used and name not in GENERAL and not plain:
                raise NoCounterpartError(f"{name}={ast.unparse(node)} has no counterpart")

    def _initializer(self) -> ast.expr:
        tensor = self.bound.given.get("tensor")
        made = isinstance(tensor, ast.Call) and torch_name(tensor.func) == "torch.empty"
        if not isinstance(tensor, ast.Call) or not made or len(tensor.args) != 1:
            raise NotDerivableError("the tensor to fill is not written torch.empty(shape)")
        args, keywords = self._arranged(self.values()[0])
        filler = ast.Call(ast.parse(self.spell(self.row.mindspore), mode="eval").body, args, keywords)
        return ast.Call(ast.Name("initializer", ast.Load()), [filler, tensor.args[0]], [])

    def values(self) -> tuple[dict[str, ast.expr], ast.expr | None]:
        """Return the MindSpore arguments by name, and the tensor whose method is called (None for a function)."""
        carried = dict(self.carried)
        mine, theirs = is_method(self.row.torch), is_method(self.row.mindspore)
        listed = {p.torch for p in self.row.listed}
        receiver: ast.expr | None = None
        found: dict[str, ast.expr] = {}
        if theirs:
            first = RECEIVER if mine else next((name for name in carried if name not in listed), "")
            if first not in carried:
                raise NotDerivableError("no tensor whose method could be called")
            receiver = carried.pop(first)
        elif mine and self.row.kind != "primitive":
            found[first_argument(self.row)] = carried.pop(RECEIVER)
        found |= self.mapped(carried)
        return found, receiver

    def mapped(self, carried: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
        """Return the MindSpore arguments by name; `carried` are torch's, but for a method's own tensor."""
        covered = {p.torch for p in self.row.params}
        for name in carried:
            if name not in covered and name not in self._outside():
                raise UnsaidArgumentError(f"the row does not say what {name!r} is")
        given = Given(self.row, values_of(carried))
        found: dict[str, ast.expr] = {}
        for param in given.deciding():
            node = self._value(param, carried, given)
            if node is not None and param.mindspore is not None and param.mindspore not in self.without:
                found.setdefault(param.mindspore, node)
        return found

    def _outside(self) -> set[str]:
        """Return the arguments of torch that are no arguments of MindSpore's name: a primitive's inputs, a receiver."""
        if self.row.kind == "primitive":
            return {RECEIVER} | {a.name for a in self.bound.overload}
        return (
            {RECEIVER, "tensor"}
            if self.row.kind == "initializer"
            else {RECEIVER}
            if is_method(self.row.torch)
            else set()
        )

    def _value(self, param: Param, carried: Mapping[str, ast.expr], given: Given) -> ast.expr | None:
        """Return what is written for one parameter; None where nothing is."""
        if self.style == "explicit" and self._says_its_default(param, carried):
            return carried[param.torch] if param.torch else node_of(param.mindspore_default)
        if self.style == "literal" and param.torch is not None and param.mindspore is not None:
            return carried.get(param.torch)
        if self.style == "known" and param.transform == "unknown":
            return None
        value = given.value(param)
        if value is NOTHING or param.mindspore is None:
            return None
        if self.style != "explicit" and is_default(param, value) and not self._is_told(param):
            return None
        name = param.torch or ""
        return carried[name] if name in carried and value is given.values[name] else self._node(value)

    def _says_its_default(self, param: Param, carried: Mapping[str, ast.expr]) -> bool:
        """Tell whether MindSpore's default is written out: of an argument that torch has not, or gives as None."""
        if param.torch is None:
            known = not isinstance(param.mindspore_default, Opaque) and param.mindspore_default is not REQUIRED
            return param.must is REQUIRED and known
        node = carried.get(param.torch)
        return node is not None and literal_value(node) == (True, None) and is_left_out(param)

    def _is_told(self, param: Param) -> bool:
        """Tell whether a value is written although it is MindSpore's default: torch's call, or the row, names it."""
        return self.style != "short" and (param.torch is None or param.torch in self.carried)

    def _node(self, value: object) -> ast.expr:
        if isinstance(value, Opaque):
            initializer = f"mindspore.common.initializer.{value.text}"
            text = self.spell(initializer) if _INITIALIZER.match(value.text) else value.text
            return ast.parse(text, mode="eval").body
        return node_of(value)

    def _call_arguments(self) -> list[ast.expr]:
        """Return what a primitive is called with: torch's arguments that its constructor does not take."""
        covered = {p.torch for p in self.row.params}
        return [node for name, node in self.carried.items() if name not in covered]

    def _arranged(self, values: Mapping[str, ast.expr]) -> tuple[list[ast.expr], list[ast.keyword]]:
        order = _order(self.row, values)
        args: list[ast.expr] = []
        by_position = True
        keywords: list[ast.keyword] = []
        for argument in order:
            node = values.get(argument.name)
            if argument.kind == "many":
                args += _splat(node) if node is not None else []
                by_position = False
                continue
            by_position = by_position and self._at_position(argument)
            if node is None:
                filler = self._filler(argument, order, values) if by_position else None
                by_position = filler is not None
                args += [filler] if filler is not None else []
            elif by_position or argument.kind == "position":
                args.append(node)
            else:
                keywords.append(ast.keyword(argument.name, node))
        return args, keywords[::-1] if self.style == "shuffled" else keywords

    def _at_position(self, argument: Argument) -> bool:
        if argument.kind == "keyword":
            return False
        if argument.kind == "position" or self.style == "positional":
            return True
        return self.style in ("plain", "short", "literal") and argument.required

    def _filler(self, argument: Argument, order: list[Argument], values: Mapping[str, ast.expr]) -> ast.expr | None:
        """Return the default, where a later argument is to be given by position."""
        later = order[order.index(argument) + 1 :]
        wanted = self.style == "positional" and any(a.name in values and a.kind == "plain" for a in later)
        literal = isinstance(argument.default, (bool, int, float, str, tuple, type(None)))
        return node_of(argument.default) if wanted and literal and argument.name not in self.without else None


def first_argument(row: Row) -> str:
    """Return the name of a function's argument that is the tensor of torch's method."""
    named = next((p.mindspore for p in row.listed if p.torch == RECEIVER and p.mindspore), None)
    if named is not None:
        return named
    listed = {p.mindspore for p in row.listed}
    for argument in mindspore_overload(row) or ():
        if argument.required and argument.name not in listed:
            return argument.name
    return RECEIVER


def _order(row: Row, values: Mapping[str, ast.expr]) -> list[Argument]:
    """Return the MindSpore arguments in the order of the signature; those it does not know at the end."""
    known = list(mindspore_overload(row) or ())
    if not known:
        defaults = {p.mindspore: p.mindspore_default for p in row.params if p.mindspore}
        known = [Argument(name, default) for name, default in defaults.items() if name]
    names = {argument.name for argument in known}
    return known + [Argument(name, None, (), "keyword") for name in values if name not in names]


def _splat(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, (ast.Tuple, ast.List)) else [node]


def torch_variables(row: Row, carried: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return torch's arguments by name, with the defaults of those that are not given, as nodes."""
    found = dict(carried)
    for argument in arguments_of(row.torch).values():
        if argument.name not in found and not isinstance(argument.default, Opaque) and argument.default is not REQUIRED:
            found[argument.name] = node_of(argument.default)
    for param in row.params:
        plain = not isinstance(param.torch_default, Opaque) and param.torch_default is not REQUIRED
        if param.torch and param.torch not in carried and plain:
            found[param.torch] = node_of(param.torch_default)
    return {**found, **{name: carried[name] for name in carried}}


def substituted(text: str, variables: Mapping[str, ast.expr]) -> ast.expr:
    """Return the expression `text` with variables replaced by nodes."""
    return _Substitution(variables).visit(parse(text).body)  # type: ignore[no-any-return]


class _Substitution(ast.NodeTransformer):
    """Replace names by nodes, but for those that a lambda binds."""

    def __init__(self, variables: Mapping[str, ast.expr]) -> None:
        self.variables = dict(variables)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.variables.get(node.id, node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        bound = {argument.arg for argument in node.args.args}
        inner = _Substitution({name: value for name, value in self.variables.items() if name not in bound})
        return ast.Lambda(node.args, inner.visit(node.body))
