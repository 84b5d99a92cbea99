"""The MindSpore line that a torch line becomes, derived through a row: names, transforms and defaults."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from mappings.arguments import as_default, deciding, same_value, stands_for_another
from mappings.bindings import (
    RECEIVER,
    Bound,
    NotDerivableError,
    bind,
    find_call,
    known_values,
    literal_value,
    node_of,
    torch_name,
)
from mappings.derive import GENERAL, NOT_GIVEN, arguments_of, is_method, mindspore_overload
from mappings.expressions import dotted, names_in, parse
from mappings.literals import parse_literal
from mappings.model import REQUIRED, Opaque, Param, Row
from mappings.signatures import Argument, is_property
from mappings.transforms import Context, TransformError, UnknownValue, apply

Style = Literal["plain", "positional", "keyword", "shuffled", "explicit", "literal"]
STYLES: tuple[Style, ...] = ("plain", "positional", "keyword", "shuffled", "explicit")

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
_HELPERS = {"torch.tensor": "ms.Tensor", "torch.nn.Parameter": "ms.Parameter"}
_NOTHING = frozenset({"resolve_conj", "resolve_neg"})  # of lazy values, which MindSpore does not have
_TUPLE_FIELDS = {"values": 0, "indices": 1}


class NoCounterpartError(NotDerivableError):
    """An argument, or this value of it, has no MindSpore counterpart."""


class UnsaidArgumentError(NotDerivableError):
    """The row does not say what an argument of torch is in MindSpore."""


def mindspore_line(row: Row, text: str, *, style: Style = "plain", without: Collection[str] = ()) -> str:
    """Return the MindSpore line that a torch line becomes.

    Args:
        row (Row): the pair of names; the line calls its torch name.
        text (str): the torch line.
        style (str): how the call is written: with what differs from the defaults (``plain``), by position, by keyword,
            with the keywords turned round, or with every argument whose value is known (``explicit``).
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
        from mappings.registry import rows_for_torch

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
        from mappings.registry import rows_for_torch

        rows = [row for row in rows_for_torch(name) if row.torch != self.row.torch]
        if name == self.proved.torch and name != self.row.torch:
            rows = [self.proved]
        if rows:
            rows = sorted(rows, key=_lacks_a_kernel)
            return _Carrier(rows[0], node, "plain", frozenset(), self.proved).visit(node)
        if needed:
            raise NotDerivableError(f"{name} stands in it, which is not in the table")
        return self.generic_visit(node)


def _lacks_a_kernel(row: Row) -> bool:
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
    """

    row: Row
    bound: Bound
    carried: Mapping[str, ast.expr]
    style: Style
    without: frozenset[str] = field(default_factory=frozenset)

    def call(self) -> ast.expr:
        """Return the call."""
        if self.row.write:
            self._refuse_unused()
            return substituted(self.row.write, torch_variables(self.row, self.carried))
        if self.row.kind == "initializer":
            return self._initializer()
        values, receiver = self.values()
        if receiver is not None and is_property(self.row.mindspore):
            return ast.Attribute(receiver, self.row.mindspore.rpartition(".")[2], ast.Load())
        if receiver is not None:
            func: ast.expr = ast.Attribute(receiver, self.row.mindspore.rpartition(".")[2], ast.Load())
        else:
            func = ast.parse(spelled(self.row.mindspore), mode="eval").body
        args, keywords = self._arranged(values)
        call = ast.Call(func, args, keywords)
        calls_it = self.row.kind == "primitive" and not self.row.torch.rpartition(".")[2][:1].isupper()
        return ast.Call(call, self._call_arguments(), []) if calls_it else call

    def _refuse_unused(self) -> None:
        """Refuse what torch is given and the row's own expression does not speak of."""
        used = names_in(self.row.write)
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
        filler = ast.Call(ast.parse(spelled(self.row.mindspore), mode="eval").body, args, keywords)
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
        values = known_values(self.bound)
        filled: dict[str | None, object] = {
            p.torch: p.torch_default for p in self.row.params if p.torch and p.torch_default is not REQUIRED
        }
        filled.update(values)
        covered = {p.torch for p in self.row.params}
        for name in carried:
            if name not in covered and name not in self._outside():
                raise UnsaidArgumentError(f"the row does not say what {name!r} is")
        found: dict[str, ast.expr] = {}
        told = {p.torch for p in self.row.params if p.torch and p.mindspore and p.transform != "unknown"}
        for param in deciding(self.row, values):
            if param.transform == "unknown" and param.torch in told:
                continue  # another argument of MindSpore takes the value: nn.Dropout's p, not keep_prob
            node = self._value(param, carried, filled)
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

    def _value(
        self, param: Param, carried: Mapping[str, ast.expr], filled: Mapping[str | None, object]
    ) -> ast.expr | None:
        """Return what is written for one parameter; None where nothing is."""
        if param.torch is None:
            return self._own_value(param)
        if param.torch in carried:
            return self._given_value(param, carried[param.torch], filled)
        return self._default_value(param, filled)

    def _own_value(self, param: Param) -> ast.expr | None:
        if param.must is not REQUIRED:
            return node_of(param.must)
        default = param.mindspore_default
        if self.style == "explicit" and not isinstance(default, Opaque) and default is not REQUIRED:
            return node_of(default)
        return None

    def _given_value(self, param: Param, node: ast.expr, filled: Mapping[str | None, object]) -> ast.expr | None:
        known, value = literal_value(node)
        if self.style == "literal" and param.mindspore is not None:
            return node
        if param.mindspore is None:
            if param.shows != "none" and not (known and _is_plain(param, value)):
                raise NoCounterpartError(f"{param.torch}={ast.unparse(node)} has no counterpart")
            return None
        if known and value is None and self._is_left_out(param):
            return None
        if param.transform == "identity" and known:
            return node if as_default(value, param) is value else node_of(as_default(value, param))
        if param.transform in ("identity", "unknown") or (param.transform == "given" and not known):
            return node
        if param.transform == "named" and not known:
            return ast.Constant(dotted(node).rpartition(".")[2])
        if not known:
            raise NotDerivableError(f"{ast.unparse(node)} is no literal, which {param.torch} needs to be")
        try:
            return node_of(as_default(apply(param.transform, value, self._context(param, filled)), param))
        except TransformError as error:
            raise NoCounterpartError(f"{param.torch}: {error}") from error
        except UnknownValue:
            if param.mindspore_default is REQUIRED or param.transform in ("last_axis", "given"):
                raise NotDerivableError(f"{param.mindspore} cannot be worked out from {param.torch}") from None
            return None

    def _is_left_out(self, param: Param) -> bool:
        """Tell whether a written None is left out: as in torch it says nothing, and some of MindSpore's refuse it."""
        unsaid = (None, NOT_GIVEN)
        plain = any(param.mindspore_default is each for each in unsaid)
        plain = plain and any(param.torch_default is each for each in unsaid)
        return plain and param.transform == "identity" and self.style != "explicit"

    def _default_value(self, param: Param, filled: Mapping[str | None, object]) -> ast.expr | None:
        if param.torch not in filled or isinstance(filled[param.torch], Opaque):
            return None
        if param.mindspore is None:
            if param.shows != "none" and not _is_plain(param, filled[param.torch]):
                raise NoCounterpartError(f"{param.torch}={filled[param.torch]!r} has no counterpart")
            return None
        if self.style == "literal" or stands_for_another(param, filled[param.torch]):
            return None
        try:
            value = apply(param.transform, filled[param.torch], self._context(param, filled))
        except TransformError as error:
            if param.shows == "none":
                return None
            raise NoCounterpartError(f"{param.torch}: {error}") from error
        except UnknownValue:
            if param.transform == "given":
                raise NotDerivableError(f"{param.torch} is worked out from the input where it is left out") from None
            return None
        default = param.mindspore_default
        if isinstance(default, Opaque) or param.shows == "none":
            return None
        if default is not REQUIRED and same_value(value, default) and self.style != "explicit":
            return None
        return None if isinstance(value, Opaque) else node_of(as_default(value, param))

    def _context(self, param: Param, filled: Mapping[str | None, object]) -> Context:
        known = {name: value for name, value in filled.items() if name is not None}
        return Context(known, self.row.dims, param.transform_argument)

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
        return self.style in ("plain", "literal") and argument.required

    def _filler(self, argument: Argument, order: list[Argument], values: Mapping[str, ast.expr]) -> ast.expr | None:
        """Return the default, where a later argument is to be given by position."""
        later = order[order.index(argument) + 1 :]
        wanted = self.style == "positional" and any(a.name in values and a.kind == "plain" for a in later)
        literal = isinstance(argument.default, (bool, int, float, str, tuple, type(None)))
        return node_of(argument.default) if wanted and literal and argument.name not in self.without else None


def _is_plain(param: Param, value: object) -> bool:
    """Tell whether a value of an argument without counterpart does what MindSpore does."""
    plain = parse_literal(param.transform_argument) if param.transform == "only" else param.torch_default
    return same_value(value, plain)


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
