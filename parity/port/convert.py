"""One file: torch's source in, MindSpore's source out. Each concern has a module; here they are called in turn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import libcst as cst

from parity.port import (
    attention,
    calls,
    classes,
    creation,
    hints,
    imports,
    initializers,
    inplace,
    layer_values,
    methods,
    modules,
    remnants,
    values,
)
from parity.port.arguments import Refused
from parity.port.context import Context, Mark
from parity.port.kinds import LAYER, PLACE, TENSOR, is_layer_class, kind_of, of_annotation, of_parts
from parity.port.marks import marked, share_converted
from parity.port.names import OWN, Scope, absolute, bound_in, defined_in, imported, parameters_of, targets
from parity.port.project import Facts, Source
from parity.port.syntax import expression, text
from parity.port.walking import walk

_PARTIAL = "functools.partial"
_NO_GRAPH = frozenset({"torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"})
_CASTS = ("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast")


@dataclass(frozen=True, slots=True)
class Converted:
    """One file's conversion.

    Args:
        source (str): the MindSpore source.
        marks (tuple[Mark, ...]): what stays as it is.
        converted (int): uses of torch names that were converted.
        unproved (tuple[str, ...]): methods taken over under the same name without a row.
    """

    source: str
    marks: tuple[Mark, ...]
    converted: int
    unproved: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """The share of uses that were converted; 1 where there were none."""
        return share_converted(self.converted, len(self.marks))


def convert(source: Source, facts: Facts) -> Converted:
    """Convert one file of torch.

    Args:
        source (Source): the file.
        facts (Facts): what is known of its project.
    """
    ctx = Context(facts, source.package, _bound_elsewhere(source))
    converter = _Converter(ctx, source)
    made = source.tree.visit(converter)
    marks = _with_lines(source.tree.code, converter.places) if converter.places else []
    return Converted(made.code, tuple(marks), ctx.converted, tuple(ctx.unproved))


def _with_lines(source: str, places: Sequence[tuple[cst.CSTNode, Mark]]) -> list[Mark]:
    """Return the marks with the lines of the statements that they stand at, found again by how these begin."""
    rows = [row.strip() for row in source.splitlines()] if places else []
    seen: dict[str, list[int]] = {}
    made: list[Mark] = []
    known: dict[int, int] = {}
    for node, mark in places:
        if id(node) not in known:
            begins = _beginning(node)
            left = seen.setdefault(begins, [n for n, row in enumerate(rows, start=1) if row.startswith(begins)])
            known[id(node)] = (left.pop(0) if len(left) > 1 else left[0]) if left else 1
        made.append(replace(mark, line=known[id(node)]))
    return sorted(made, key=lambda mark: mark.line)


def _beginning(node: cst.CSTNode) -> str:
    """Return the first line of a statement, without the comments above it."""
    if isinstance(node, cst.FunctionDef):
        return f"def {node.name.value}("
    if isinstance(node, cst.ClassDef):
        return f"class {node.name.value}"
    changes: dict[str, Any] = {"leading_lines": ()}
    if isinstance(node, (cst.If, cst.For, cst.While, cst.With)):
        changes["body"] = cst.SimpleStatementSuite([cst.Pass()])
        if not isinstance(node, cst.With):
            changes["orelse"] = None
    source = text(node.with_changes(**changes)) if hasattr(node, "leading_lines") else ""
    return source.strip().removesuffix("pass").rstrip().partition("\n")[0].strip()


def _bound_elsewhere(source: Source) -> set[str]:
    """Return every name that a file binds in any scope, other than by importing torch."""
    found: set[str] = set()
    for node in walk(source.tree, lambda inner: not isinstance(inner, (cst.Import, cst.ImportFrom))):
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            found |= {name for name, full in imported(node, source.package) if not imports.is_torch(full)}
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Param)):
            found.add(node.name.value)
        elif isinstance(node, (cst.AssignTarget, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr)):
            found |= targets(node.target)
        elif isinstance(node, cst.AsName):
            found |= targets(node.name)
    return found


_LAYOUT = (
    cst.BaseParenthesizableWhitespace, cst.TrailingWhitespace, cst.EmptyLine, cst.Newline, cst.Comment, cst.Comma,
    cst.AssignEqual, cst.Dot, cst.LeftParen, cst.RightParen, cst.LeftSquareBracket, cst.RightSquareBracket,
    cst.BaseBinaryOp, cst.BaseUnaryOp, cst.BaseBooleanOp, cst.BaseCompOp, cst.BaseNumber, cst.SimpleString, cst.Colon,
    cst.Semicolon,
)  # fmt: skip


@cache
def _is_layout(kind: Hashable) -> bool:
    return isinstance(kind, type) and issubclass(kind, _LAYOUT)


@cache
def _handler(converter: Any, kind: Hashable, prefix: str) -> Any:
    assert isinstance(kind, type)
    own = getattr(converter, prefix + kind.__name__, None)
    return own if own is not getattr(cst.CSTTransformer, prefix + kind.__name__, None) else None


def _kind(node: object) -> Any:
    return type(node)


class _Converter(cst.CSTTransformer):
    """Walks the tree once; children are converted before their parents."""

    def __init__(self, ctx: Context, source: Source) -> None:
        super().__init__()
        self.ctx = ctx
        self.source = source
        self.handled: set[int] = set()
        self.as_class: set[int] = set()
        self.statements: set[int] = set()
        self.elifs: set[int] = set()
        self.in_hint = 0
        self.places: list[tuple[cst.CSTNode, Mark]] = []
        self.narrowed: list[dict[str, tuple[str, ...]]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Call the handler of a node's type; white space and punctuation are not walked through."""
        kind = _kind(node)
        handler = _handler(_kind(self), kind, "visit_")
        if handler is None:
            return not _is_layout(kind)
        return handler(self, node) is not False

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        """Call the handler of a node's type, if there is one."""
        handler = _handler(_kind(self), _kind(original_node), "leave_")
        return updated_node if handler is None else handler(self, original_node, updated_node)

    # ------------------------------------------------------------------------------------------------- the file
    def visit_Module(self, node: cst.Module) -> None:
        names = self.ctx.scopes.inner.names
        names.update(dict.fromkeys(bound_in(node), OWN))
        names.update({name: f"{self.source.module}.{name}" for name in defined_in(node)})
        if "torch" not in self.ctx.bound:
            names.setdefault("torch", "torch")  # a piece of a program, imported where the rest of it is

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> cst.Module:
        first = next(
            (n for n, node in enumerate(original_node.body) if self._imports_torch(node)),
            imports.first_place(original_node.body),
        )
        new = imports.lines(self.ctx)
        extra = "\n\n\n".join(self.ctx.helpers.values())
        body = list(updated_node.body)
        kept = [n for n in original_node.body[:first] if not self._imports_torch(n)]
        at = min(len(kept), len(body))
        made = updated_node.with_changes(body=imports.inserted(body, new, at, extra))
        self.places += [(original_node, mark) for mark in self.ctx.pending[0]]
        return made

    def _imports_torch(self, node: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
        if not isinstance(node, cst.SimpleStatementLine):
            return False
        return any(
            isinstance(part, (cst.Import, cst.ImportFrom)) and imports.without_torch(part, self.ctx) is not part
            for part in node.body
        )

    def visit_Import(self, node: cst.Import) -> bool:
        self._bind_imports(node)
        return False

    def _bind_imports(self, node: cst.Import | cst.ImportFrom) -> None:
        facts = self.ctx.facts
        if isinstance(node, cst.ImportFrom) and isinstance(node.names, cst.ImportStar):
            before = f"{absolute(node, self.ctx.package)}."
            known = {**facts.layers, **facts.passed_on}
            for full in (name for name in known if name.startswith(before)):
                self.ctx.scopes.inner.names[full.removeprefix(before)] = facts.original(full)
        for name, full in imported(node, self.ctx.package):
            self.ctx.scopes.inner.names[name] = facts.original(full) if imports.is_torch(facts.original(full)) else full

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> Any:
        return self._import(original_node, updated_node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        self._bind_imports(node)
        return False

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> Any:
        if isinstance(original_node.names, cst.ImportStar) and imports.is_torch(
            absolute(original_node, self.ctx.package)
        ):
            self.ctx.mark("IMPORT", "import *", "which names it binds is not known: name them")
            return updated_node
        return self._import(original_node, updated_node)

    def _import(self, original: cst.Import | cst.ImportFrom, updated: Any) -> Any:
        left = imports.without_torch(original, self.ctx)
        return cst.RemoveFromParent() if left is None else updated if left is original else left

    # ------------------------------------------------------------------------------------- functions and classes
    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        ctx = self.ctx
        in_class = ctx.scopes.inner.is_class
        scope = classes.scope_of(ctx.classes[-1]) if in_class and ctx.classes else Scope()
        scope.names.update(dict.fromkeys(bound_in(node.body), OWN))
        self.handled.add(id(node.name))
        is_forward = in_class and ctx.classes[-1].is_layer and node.name.value.startswith(("forward", "_forward"))
        for param in parameters_of(node.params):
            name = param.name.value
            scope.names[name] = OWN
            kind = of_annotation(param.annotation.annotation, ctx.scopes) if param.annotation is not None else ""
            plain = param.default is None and param.star in {"", None} and param.annotation is None
            scope.kinds[name] = kind or (TENSOR if is_forward and plain and name != "self" else "")
        ctx.scopes.stack.append(scope)
        ctx.functions.append(node.name.value)
        ctx.pending.append([])

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> Any:
        ctx = self.ctx
        ctx.scopes.stack.pop()
        ctx.functions.pop()
        if ctx.scopes.inner.is_class and ctx.classes and ctx.classes[-1].is_layer:
            name = _METHODS.get(original_node.name.value)
            if name == "set_train":
                ctx.mark("STRUCTURE", "Module.train", "set_train of an outer Cell does not call that of its children")
            if name is not None:
                updated_node = updated_node.with_changes(name=cst.Name(name))
        return self._with_marks(original_node, updated_node)

    def visit_Lambda(self, node: cst.Lambda) -> None:
        names = {param.name.value: OWN for param in parameters_of(node.params)}
        self.ctx.scopes.stack.append(Scope(names=names))

    def leave_Lambda(self, original_node: cst.Lambda, updated_node: cst.Lambda) -> cst.Lambda:
        del original_node
        self.ctx.scopes.stack.pop()
        return updated_node

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        ctx = self.ctx
        known = classes.entered(ctx, node)
        self.handled.add(id(node.name))
        classes.attributes(ctx, node, known)
        self.handled |= {id(entry.value) for entry in node.bases if imports.is_torch(ctx.scopes.full(entry.value))}
        ctx.classes.append(known)
        ctx.scopes.stack.append(Scope(names=dict.fromkeys(bound_in(node.body), OWN), is_class=True))
        ctx.pending.append([])

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> Any:
        ctx = self.ctx
        ctx.scopes.stack.pop()
        known = ctx.classes.pop()
        bases: list[cst.Arg] = []
        for before, after in zip(original_node.bases, updated_node.bases, strict=True):
            full = ctx.scopes.full(before.value)
            if imports.is_torch(full):
                written = classes.base(ctx, full, known)
                if written is None:
                    code = "AUTOGRAD" if full == "torch.autograd.Function" else "NO-ROW"
                    ctx.mark(code, full, "nothing of MindSpore takes its place as a base class")
                    written = ctx.keep(before.value)
                else:
                    ctx.done()
                after = after.with_changes(value=expression(written))
            bases.append(after)
        made = classes.finished(ctx, original_node, updated_node.with_changes(bases=bases), known)
        return self._with_marks(original_node, made)

    def leave_Decorator(self, original_node: cst.Decorator, updated_node: cst.Decorator) -> Any:
        node = original_node.decorator
        full = self.ctx.scopes.full(node.func if isinstance(node, cst.Call) else node)
        if remnants.is_decorator(full) or full in _NO_GRAPH:
            return cst.RemoveFromParent()
        return updated_node

    def visit_Decorator(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        full = self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner)
        return not (remnants.is_decorator(full) or full in _NO_GRAPH)

    # ------------------------------------------------------------------------------------------------- statements
    def _with_marks(self, before: cst.CSTNode, node: Any) -> Any:
        marks = self.ctx.pending.pop()
        self.places += [(before, mark) for mark in marks]
        return marked(node, marks) if marks else node

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        del node
        self.ctx.pending.append([])

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> Any:
        made = self._with_marks(original_node, updated_node)
        if original_node.body and not updated_node.body:
            return cst.RemoveFromParent()
        if self.ctx.following:
            following = [cst.parse_statement(line) for line in self.ctx.following]
            self.ctx.following.clear()
            return cst.FlattenSentinel([made, *following])
        return made

    def visit_Expr(self, node: cst.Expr) -> None:
        if isinstance(node.value, cst.Call) and inplace.is_in_place(self.ctx, node.value):
            self.statements.add(id(node.value))

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> Any:
        before, after = original_node.value, updated_node.value
        if not isinstance(before, cst.Call):
            return updated_node
        full = self.ctx.scopes.full(before.func)
        if isinstance(after, cst.Call):
            asserted = remnants.assertion(self.ctx, full, after)
            if asserted is not None:
                return asserted
        if remnants.is_statement(full):
            self.ctx.done()
            return cst.RemoveFromParent()
        if id(before) in self.statements and isinstance(after, cst.Call):
            return self._in_place(before, after, updated_node)
        return updated_node

    def _in_place(self, before: cst.Call, after: cst.Call, updated: cst.Expr) -> Any:
        filled = initializers.fill(self.ctx, before, after)
        if filled is not None:
            return updated.with_changes(value=filled)
        assigned = inplace.as_assignment(self.ctx, before, after)
        if assigned is not None:
            return assigned
        assert isinstance(before.func, cst.Attribute)
        method = before.func.attr.value
        reason = inplace.reason_against(self.ctx, method)
        if reason:
            self.ctx.mark("IN-PLACE", f"Tensor.{method}", reason)
        else:
            self.ctx.done()
        return updated

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        for target in original_node.targets:
            self._bind(target.target, original_node.value)
        if calls.is_place(original_node.value) and not self.ctx.places_marked:
            self.ctx.places_marked = True
            self.ctx.mark("DEVICE", text(original_node.targets[0].target), "device and dtype do not reach new weights")
        if not self.ctx.functions and not self.ctx.classes and modules.trains(self.ctx, original_node.value):
            return updated_node.with_changes(value=expression(f"{text(updated_node.value)}.set_train()"))
        return updated_node

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> Any:
        if original_node.value is not None:
            self._bind(original_node.target, original_node.value)
        return updated_node

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        scope = self.ctx.scopes.inner
        if calls.is_place(value):
            scope.kinds[text(target)] = PLACE
        elif isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)):
            scope.kinds[text(target)] = kind_of(value, self.ctx.scopes)
            full = self.ctx.scopes.full(value.func) if isinstance(value, cst.Call) else ""
            if isinstance(target, cst.Name):
                scope.classes[target.value] = (full,) if is_layer_class(full) else ()
        elif isinstance(target, (cst.Tuple, cst.List)):
            kinds = of_parts(value, len(target.elements), self.ctx.scopes)
            for element, kind in zip(target.elements, kinds, strict=True):
                if isinstance(element.value, cst.Name):
                    scope.kinds[element.value.value] = kind

    def visit_For(self, node: cst.For) -> None:
        self.ctx.pending.append([])
        if modules.loop_over_modules(node.iter) is not None and isinstance(node.target, cst.Name):
            self.ctx.scopes.inner.kinds[node.target.value] = LAYER

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> Any:
        made = self._loop(original_node, updated_node)
        return self._with_marks(original_node, made)

    def leave_CompFor(self, original_node: cst.CompFor, updated_node: cst.CompFor) -> Any:
        return self._loop(original_node, updated_node)

    def _loop(self, original: cst.For | cst.CompFor, updated: Any) -> Any:
        receiver = modules.loop_over_modules(original.iter)
        if receiver is None or text(original.iter) == text(updated.iter):
            return updated
        target = text(original.target)
        return updated.with_changes(
            target=expression(f"_, {target}").with_changes(lpar=[], rpar=[]),
            iter=expression(f"{receiver}.cells_and_names()"),
        )

    def visit_While(self, node: cst.While) -> None:
        del node
        self.ctx.pending.append([])

    def leave_While(self, original_node: cst.While, updated_node: cst.While) -> Any:
        return self._with_marks(original_node, updated_node)

    def visit_With(self, node: cst.With) -> None:
        self.ctx.pending.append([])
        for item in node.items:
            if isinstance(item.item, cst.Call) and self._is_context(item.item):
                self.handled.add(id(item.item))

    def _is_context(self, call: cst.Call) -> bool:
        full = self.ctx.scopes.full(call.func)
        return full in _NO_GRAPH or full.startswith(_CASTS)

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        ctx = self.ctx
        left: list[cst.WithItem] = []
        for before, after in zip(original_node.items, updated_node.items, strict=True):
            if isinstance(before.item, cst.Call) and self._is_context(before.item):
                full = ctx.scopes.full(before.item.func)
                if (not self._in_forward() and full in _NO_GRAPH) or self._is_off(before.item):
                    ctx.done()
                    continue
                ctx.mark("NO-GRAD", full, "within construct, use ops.stop_gradient on what is computed here")
                after = after.with_changes(item=after.item.with_changes(func=expression(ctx.keep(before.item.func))))
            left.append(after)
        if len(left) == len(original_node.items):
            return self._with_marks(original_node, updated_node.with_changes(items=left))
        if left:
            left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return self._with_marks(original_node, updated_node.with_changes(items=left))
        return cst.FlattenSentinel(_unwrapped(self._with_marks(original_node, updated_node)))

    def _in_forward(self) -> bool:
        ctx = self.ctx
        inside = bool(ctx.functions) and ctx.within is not None and ctx.within.is_layer
        return inside and ctx.functions[-1].lstrip("_").startswith(("forward", "call", "__call__"))

    def _is_off(self, call: cst.Call) -> bool:
        return any(
            a.keyword is not None and a.keyword.value == "enabled" and text(a.value) == "False" for a in call.args
        )

    # --------------------------------------------------------------------------------------------------- decisions
    def visit_If(self, node: cst.If) -> None:
        self.ctx.pending.append([])
        if isinstance(node.orelse, cst.If):
            self.elifs.add(id(node.orelse))

    def visit_If_body(self, node: cst.If) -> None:
        found = self._instances(node.test)
        self.narrowed.append(dict(self.ctx.scopes.inner.classes))
        self.ctx.scopes.inner.classes.update(found)

    def leave_If_body(self, node: cst.If) -> None:
        del node
        self.ctx.scopes.inner.classes = self.narrowed.pop()

    def _instances(self, test: cst.BaseExpression) -> dict[str, tuple[str, ...]]:
        """Return what a condition says of the classes of objects: ``isinstance(m, nn.Linear)``."""
        if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
            return {**self._instances(test.left), **self._instances(test.right)}
        if not (isinstance(test, cst.Call) and text(test.func) == "isinstance" and len(test.args) == 2):
            return {}
        given = test.args[1].value
        nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
        names = [self.ctx.scopes.full(node) for node in nodes]
        known = tuple(self.ctx.facts.layers.get(name, name) for name in names)
        if all(name.startswith("torch.nn.") for name in known):
            return {text(test.args[0].value): known}
        return {}

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> Any:
        made = self._with_marks(original_node, updated_node)
        if text(original_node.test) == text(updated_node.test):
            return made
        test = remnants.simplified(updated_node.test)
        if not isinstance(test, bool):
            return made.with_changes(test=test)
        is_elif = id(original_node) in self.elifs
        if test:
            if is_elif:
                return cst.Else(body=made.body, leading_lines=made.leading_lines)
            return cst.FlattenSentinel(_unwrapped(made))
        if is_elif:
            return made.orelse if made.orelse is not None else cst.RemoveFromParent()
        if made.orelse is None:
            return cst.RemoveFromParent()
        if isinstance(made.orelse, cst.Else):
            return cst.FlattenSentinel(_unwrapped(made.orelse))
        return made.orelse.with_changes(leading_lines=made.leading_lines)

    def leave_IfExp(self, original_node: cst.IfExp, updated_node: cst.IfExp) -> cst.BaseExpression:
        if text(original_node.test) == text(updated_node.test):
            return updated_node
        test = remnants.simplified(updated_node.test)
        if isinstance(test, bool):
            return updated_node.body if test else updated_node.orelse
        return updated_node

    # --------------------------------------------------------------------------------------------------- type hints
    def visit_Annotation(self, node: cst.Annotation) -> bool:
        self.in_hint += 1
        return hints.is_convertible(self.ctx, node.annotation)

    def leave_Annotation(self, original_node: cst.Annotation, updated_node: cst.Annotation) -> Any:
        self.in_hint -= 1
        if hints.is_convertible(self.ctx, original_node.annotation):
            return updated_node
        return updated_node.with_changes(annotation=cst.Name("object"))

    # --------------------------------------------------------------------------------------------------- expressions
    def visit_Attribute(self, node: cst.Attribute) -> bool:
        self.handled.add(id(node.attr))
        return not imports.is_torch(self.ctx.scopes.full(node))

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        if imports.is_torch(full):
            return self._value(original_node, full)
        if full:
            return updated_node
        return modules.attribute(self.ctx, original_node, updated_node)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if id(original_node) in self.handled:
            return updated_node
        full = self.ctx.scopes.full(original_node)
        return self._value(original_node, full) if imports.is_torch(full) else updated_node

    def _value(self, node: cst.Attribute | cst.Name, full: str) -> cst.BaseExpression:
        if self.in_hint:
            written = hints.name_of(self.ctx, full)
            return node if written is None else expression(written)
        return values.convert(self.ctx, node, full, as_class=id(node) in self.as_class)

    def visit_Arg(self, node: cst.Arg) -> None:
        if node.keyword is not None:
            self.handled.add(id(node.keyword))

    def visit_Param(self, node: cst.Param) -> None:
        self.handled.add(id(node.name))

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        if isinstance(node.target, cst.Name):
            self.handled.add(id(node.target))

    def visit_Call(self, node: cst.Call) -> None:
        full = self.ctx.scopes.full(node.func)
        if imports.is_torch(full):
            self.handled.add(id(node.func))
            for number, entry in enumerate(node.args):
                if number == 0 and full.startswith("torch.nn.init."):
                    self.handled.discard(id(entry.value))
        if full == _PARTIAL and node.args and imports.is_torch(self.ctx.scopes.full(node.args[0].value)):
            self.handled.add(id(node.args[0].value))
        if remnants.has(self.ctx, node) is not None:
            self.handled.add(id(node.args[0].value))
        if isinstance(node.func, cst.Name) and node.func.value in {"isinstance", "issubclass"} and len(node.args) == 2:
            given = node.args[1].value
            nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
            self.as_class |= {id(entry) for entry in nodes}
        if isinstance(node.func, cst.Attribute):
            self.handled.add(id(node.func))

    def leave_Comparison(self, original_node: cst.Comparison, updated_node: cst.Comparison) -> cst.BaseExpression:
        known = remnants.listed(self.ctx, original_node)
        return updated_node if known is None else expression(str(known))

    def visit_Comparison(self, node: cst.Comparison) -> None:
        if remnants.listed(self.ctx, node) is not None:
            self.handled.add(id(cst.ensure_type(node.comparisons[0].comparator, cst.Call).args[0].value))
        if isinstance(node.left, cst.Call) and text(node.left.func) == "type":
            self.as_class |= {id(target.comparator) for target in node.comparisons}

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if id(original_node) in self.handled or id(original_node) in self.statements:
            return updated_node
        known = remnants.has(self.ctx, original_node)
        if known is not None:
            return expression(str(known))
        full = self.ctx.scopes.full(original_node.func)
        if imports.is_torch(full):
            return self._framework_call(full, original_node, updated_node)
        if full == _PARTIAL and original_node.args:
            return self._partial(original_node, updated_node)
        if isinstance(original_node.func, cst.Attribute) and not full:
            return self._method(original_node, updated_node)
        return updated_node

    def _framework_call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        ctx = self.ctx
        value = remnants.value(ctx, full, call)
        if value is not None:
            return value
        if remnants.is_statement(full):
            return call
        attended = attention.convert(ctx, full, call)
        if attended is not None:
            return attended
        plain = remnants.recomputed(ctx, full, call)
        if plain is not None:
            return plain
        tensor = creation.convert(ctx, full, original, call)
        if tensor is not None:
            return tensor
        made = initializers.convert(ctx, full, original, call)
        if made is not None:
            return made
        known = hints.name_of(ctx, full)
        if known is not None and not full.startswith("torch.nn.modules") and full in _MADE:
            ctx.done()
            args = [a for a in call.args if a.keyword is None or a.keyword.value != "data"]
            return (
                call.with_changes(func=expression(known)) if len(args) == len(call.args) else _data_first(call, known)
            )
        return calls.convert(ctx, full, original, call)

    def _partial(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        full = self.ctx.scopes.full(original.args[0].value)
        if not imports.is_torch(full):
            return call
        try:
            made = layer_values.partial_call(self.ctx, full, call)
        except Refused as error:
            self.ctx.mark("ARGUMENT", full, str(error))
            return call.with_changes(
                args=[
                    call.args[0].with_changes(value=expression(self.ctx.keep(original.args[0].value))),
                    *call.args[1:],
                ]
            )
        if made is None:
            first = values.convert(self.ctx, original.args[0].value, full, as_class=False)  # type: ignore[arg-type]
            return call.with_changes(args=[call.args[0].with_changes(value=first), *call.args[1:]])
        self.ctx.done()
        return made

    def _method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
        assert isinstance(original.func, cst.Attribute)
        ctx = self.ctx
        receiver, method = text(original.func.value), original.func.attr.value
        if method == "__init__" and receiver.startswith("super("):
            return classes.super_init(ctx, original, call)
        trained = remnants.training(ctx, original)
        if trained:
            ctx.mark("TRAINING", f"{receiver}.{method}", trained)
            return call
        made = modules.convert(ctx, original, call)
        if made is not None:
            return made
        padded = modules.with_weights(ctx, original, call)
        if padded is not None:
            return padded
        if modules.is_modules(ctx, original.func.value, method):
            return call
        made = methods.convert(ctx, original, call)
        return call if made is None else made


# What a class's own methods are called as a Cell's.
_METHODS = {"forward": "construct", "extra_repr": "extend_repr", "train": "set_train"}
_MADE = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})


def _data_first(call: cst.Call, name: str) -> cst.Call:
    args = [a.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT) if a.keyword and a.keyword.value == "data"
            else a for a in call.args]  # fmt: skip
    return call.with_changes(func=expression(name), args=args)


def _unwrapped(node: cst.With | cst.If | cst.Else) -> Sequence[cst.BaseStatement]:
    """Return the statements of a block, one level further out."""
    body: list[Any] = list(node.body.body)
    if isinstance(node.body, cst.SimpleStatementSuite):
        body = [cst.SimpleStatementLine(body=node.body.body)]
    lines = getattr(node, "leading_lines", ())
    if body and lines and hasattr(body[0], "leading_lines"):
        body[0] = body[0].with_changes(leading_lines=[*lines, *body[0].leading_lines])
    return body
