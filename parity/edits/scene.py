"""One function under search: its expressions, what they come to, the names in reach and what the reference has."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from parity.edits.edit import Edit
from parity.edits.site import Site
from parity.edits.watch import Seen, Span, Watched, span_of

_BINARY: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 11), ast.Sub: ("-", 11), ast.Mult: ("*", 12), ast.Div: ("/", 12), ast.FloorDiv: ("//", 12),
    ast.Mod: ("%", 12), ast.MatMult: ("@", 12), ast.Pow: ("**", 14), ast.BitOr: ("|", 7), ast.BitXor: ("^", 8),
    ast.BitAnd: ("&", 9), ast.LShift: ("<<", 10), ast.RShift: (">>", 10),
}  # fmt: skip
_UNARY, ATOM = 13, 16


def symbol(operator: ast.operator) -> str:
    """Return how a binary operator is written."""
    return _BINARY[type(operator)][0]


@dataclass(frozen=True, slots=True)
class Pool:
    """What the reference has that the port may lack.

    Args:
        numbers (tuple[float | int, ...]): constants of its source, of its operations and of its layers.
        texts (tuple[str, ...]): strings.
        calls (tuple[str, ...]): short names of the functions it calls, and of their counterparts.
        forms (tuple[tuple[str, str], ...]): the same, with the keywords they are given: ``", approximate='tanh'"``.
        given (tuple[tuple[str, str, bool], ...]): plain arguments that its source writes in calls without keywords,
            behind the function's name, with whether it is a method of a tensor.
    """

    numbers: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, str, bool], ...] = ()


@dataclass(frozen=True)
class Scene:
    """One function under search.

    Args:
        site (Site): the function.
        watched (Watched): what its expressions came to; empty of one that did not run.
        pool (Pool): what the reference has.
        only (frozenset[Span] | None): the nodes that may be edited. Default: ``None``, all.
    """

    site: Site
    watched: Watched
    pool: Pool
    only: frozenset[Span] | None = field(default=None, repr=False)

    @functools.cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node around each node of the function."""
        return {child: node for node in ast.walk(self.site.node) for child in ast.iter_child_nodes(node)}

    @functools.cached_property
    def nodes(self) -> list[ast.AST]:
        """The nodes of the function's body and of its defaults, in the order of the text."""
        definition = self.site.node
        roots: list[ast.AST] = [*definition.args.defaults, *filter(None, definition.args.kw_defaults), *definition.body]
        found = [node for root in roots for node in ast.walk(root)]
        wanted = [node for node in found if self.only is None or span_of(node) in self.only]
        return [node for node in wanted if isinstance(node, (ast.expr, ast.stmt)) and not self._is_docstring(node)]

    @functools.cached_property
    def expressions(self) -> list[ast.expr]:
        """The expressions among the nodes that give a value."""
        nodes = [node for node in self.nodes if isinstance(node, ast.expr)]
        return [node for node in nodes if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))]

    @functools.cached_property
    def tensors(self) -> list[ast.expr]:
        """The expressions that gave a tensor."""
        return [node for node in self.expressions if self.seen(node).is_tensor]

    def _is_docstring(self, node: ast.AST) -> bool:
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        return is_text and isinstance(self.parents.get(node), ast.Expr)

    def seen(self, node: ast.AST) -> Seen:
        """Return what an expression came to; of one that did not run, nothing but its kind where it is a constant."""
        known = self.watched.get(span_of(node))
        if known is not None:
            return known
        if isinstance(node, ast.Constant):
            kinds = {bool: "bool", int: "int", float: "float", str: "str"}
            return Seen(kinds.get(type(node.value), "other"), node.value)
        return Seen("other")

    def text(self, node: ast.AST) -> str:
        """Return the source of a node."""
        return self.site.lines.of(node)

    @functools.cached_property
    def locals(self) -> dict[str, list[tuple[int, Seen]]]:
        """The function's own names: on which lines they are bound, and what to."""
        found: dict[str, list[tuple[int, Seen]]] = {}
        for argument in ast.walk(self.site.node.args):
            if isinstance(argument, ast.arg):
                found.setdefault(argument.arg, []).append((argument.lineno, self.seen(argument)))
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.setdefault(node.id, []).append((node.lineno, self.seen(node)))
        return found

    def in_reach(self, node: ast.AST) -> Iterator[tuple[str, Seen]]:
        """Yield the function's names that are bound before a node, with what they came to."""
        line = self.statement(node).lineno
        for name, bound in self.locals.items():
            known = [seen for at, seen in bound if at < line or at <= self.site.node.body[0].lineno - 1]
            if known:
                yield name, known[-1]

    @functools.cached_property
    def owner(self) -> tuple[str, object] | None:
        """The name of ``self``, and what it was."""
        first = self.site.node.args.args[:1]
        if len(self.site.nest) < 2 or not first:
            return None
        seen = self.seen(first[0])
        return (first[0].arg, seen.value) if seen.kind == "layer" else None

    @functools.cached_property
    def read(self) -> frozenset[str]:
        """The names of attributes that the function reads, or binds, of whatever object."""
        return frozenset(node.attr for node in ast.walk(self.site.node) if isinstance(node, ast.Attribute))

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the statement that a node belongs to; of a default value, the first one."""
        while not isinstance(node, ast.stmt):
            if isinstance(node, ast.arguments) or node not in self.parents:
                return self.site.node.body[0]
            node = self.parents[node]
        return node

    def is_default(self, node: ast.AST) -> bool:
        """Tell whether a node belongs to a default value of the function's arguments."""
        while node in self.parents:
            if isinstance(node, ast.arguments):
                return self.parents[node] is self.site.node
            node = self.parents[node]
        return False

    def resolve(self, node: ast.expr) -> object:
        """Return what a dotted name stands for; None where it is not known."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        if self.owner is not None and node.id == self.owner[0]:
            value = self.owner[1]
        elif node.id in self.locals:
            return None
        else:
            value = self.site.function.__globals__.get(node.id, getattr(builtins, node.id, None))
        for part in reversed(parts):
            value = getattr(value, part, None)
        return value

    def replaced(self, node: ast.expr, text: str, cost: float, kind: str) -> Edit:
        """Return the edit that writes something else for an expression, in parentheses where it needs them."""
        return Edit((self.change(node, text),), cost, kind, self.is_default(node))

    def change(self, node: ast.expr, text: str) -> tuple[int, int, str]:
        """Return the change that `replaced` is made of."""
        start, end = self.site.lines.span(node)
        source, level = self.site.lines.text, strength(text)
        enclosed = (
            source[start - 1 : start] == "(" and source[end : end + 1] == ")" and not self._is_only_argument(node)
        )
        if enclosed and level >= self.needed(node):
            return start - 1, end + 1, text
        return start, end, text if enclosed or level >= self.needed(node) else f"({text})"

    def _is_only_argument(self, node: ast.expr) -> bool:
        parent = self.parents.get(node)
        is_argument = isinstance(parent, ast.Call) and node is not parent.func
        return is_argument or isinstance(node, (ast.Tuple, ast.GeneratorExp)) or isinstance(parent, ast.ClassDef)

    def needed(self, node: ast.expr) -> int:
        """Return how strongly what stands in the place of a node has to bind."""
        parent = self.parents.get(node)
        if isinstance(parent, ast.BinOp):
            level = _BINARY[type(parent.op)][1]
            if isinstance(parent.op, ast.Pow):
                return _UNARY if node is parent.right else ATOM
            return level + (node is parent.right)
        if isinstance(parent, ast.UnaryOp):
            return 5 if isinstance(parent.op, ast.Not) else _UNARY
        if isinstance(parent, ast.Compare):
            return 7
        if isinstance(parent, (ast.Attribute, ast.Await)):
            return ATOM
        if isinstance(parent, (ast.Subscript, ast.Call)):
            return ATOM if node in (getattr(parent, "value", None), getattr(parent, "func", None)) else 0
        return {ast.BoolOp: 5, ast.IfExp: 3, ast.Starred: 7}.get(type(parent), 0)

    def bound(self, node: ast.expr, least: int) -> str:
        """Return the source of a node, in parentheses where it binds less than it must."""
        text = self.text(node)
        return text if strength_of(node) >= least else f"({text})"

    def binary(self, left: ast.expr, operator: str, right: ast.expr) -> str:
        """Return the source of an operation on two expressions."""
        level = next(at for sign, at in _BINARY.values() if sign == operator)
        if operator == "**":
            return f"{self.bound(left, ATOM)} ** {self.bound(right, _UNARY)}"
        return f"{self.bound(left, level)} {operator} {self.bound(right, level + 1)}"

    def with_operand(self, node: ast.expr, operator: str, text: str) -> str:
        """Return the source of an operation on an expression and a text."""
        level = next(at for sign, at in _BINARY.values() if sign == operator)
        right = text if strength(text) > level else f"({text})"
        return f"{self.bound(node, ATOM if operator == '**' else level)} {operator} {right}"


@functools.lru_cache(maxsize=4096)
def strength(text: str) -> int:
    """Return how strongly an expression binds; 0 for what is none, such as a slice."""
    try:
        return strength_of(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return 0


def strength_of(node: ast.expr) -> int:
    """Return how strongly an expression binds."""
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)][1]
    if isinstance(node, ast.UnaryOp):
        return 5 if isinstance(node.op, ast.Not) else _UNARY
    if isinstance(node, ast.BoolOp):
        return 3 if isinstance(node.op, ast.Or) else 4
    if isinstance(node, (ast.Lambda, ast.IfExp, ast.Tuple, ast.NamedExpr, ast.Starred, ast.Yield)):
        return 1
    negative = isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and str(node.value)[0] == "-"
    if isinstance(node, ast.Compare):
        return 6
    return _UNARY if negative else ATOM


def distinct(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits without those that make the same changes again, the cheapest of each."""
    found: dict[tuple[tuple[int, int, str], ...], Edit] = {}
    for edit in edits:
        known = found.get(edit.changes)
        if known is None or edit.cost < known.cost:
            found[edit.changes] = edit
    return list(found.values())
