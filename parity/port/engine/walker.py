"""What the conversions of both directions share: a walk over a file, its scopes, imports, marks and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from parity.port.engine import imports, remnants
from parity.port.engine.context import Context, Mark
from parity.port.engine.marks import marked
from parity.port.project.facts import Source
from parity.port.project.kinds import kinds_of_parts
from parity.port.project.names import OWN, Scope, absolute, bound_in, defined_in, imported, parameters_of, targets
from parity.port.syntax.pieces import is_same, text
from parity.port.syntax.rewriting import Rewriter
from parity.port.syntax.walking import Parts


def _in_brackets(before: Any, made: Any) -> Any:
    """Return what takes an expression's place within the brackets that this had, where it spans several lines."""
    brackets = getattr(before, "lpar", ())
    if not brackets or getattr(made, "lpar", True) or "\n" not in text(made):
        return made
    return made.with_changes(lpar=before.lpar, rpar=before.rpar)


def bound_elsewhere(parts: Parts, package: str, framework: str) -> set[str]:
    """Return every name that a file binds in any scope, other than by importing the framework.

    Args:
        parts (Parts): what the file says.
        package (str): the package that it is a module of; "" for none.
        framework (str): what is converted: ``torch`` or ``mindspore``.
    """
    found: set[str] = set()
    of_imports: set[int] = set()
    lines: list[cst.Import | cst.ImportFrom] = [*parts.of(cst.Import), *parts.of(cst.ImportFrom)]
    for line in lines:
        found |= {n for n, full in imported(line, package) if full.partition(".")[0] != framework}
        aliases = () if isinstance(line.names, cst.ImportStar) else line.names
        of_imports |= {id(alias.asname) for alias in aliases}
    node: Any
    for named in (cst.FunctionDef, cst.ClassDef, cst.Param):
        for node in parts.of(named):
            found.add(node.name.value)
    for binding in (cst.AssignTarget, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr):
        for node in parts.of(binding):
            found |= targets(node.target)
    for name in (node.name for node in parts.of(cst.AsName) if id(node) not in of_imports):
        found |= targets(name)
    return found


class Walker(Rewriter):
    """Walks the tree once; children are converted before their parents.

    Args:
        ctx (Context): the file's state.
        source (Source): the file.
    """

    def __init__(self, ctx: Context, source: Source) -> None:
        self.ctx = ctx
        self.source = source
        self.handled: set[int] = set()
        self.as_class: set[int] = set()
        self.elifs: set[int] = set()
        self.in_hint = 0
        self.places: list[tuple[cst.CSTNode, Mark]] = []
        self.narrowed: list[dict[str, tuple[str, ...]]] = []

    def left(self, node: cst.CSTNode, made: Any) -> Any:
        """Keep the brackets of what spanned several lines."""
        return _in_brackets(node, made)

    # ------------------------------------------------------------------------------------------------- type hints
    def is_convertible_hint(self, node: cst.CSTNode) -> bool:
        """Tell whether every name of a hint that is the source's has one in the other framework."""
        raise NotImplementedError

    def visit_Annotation(self, node: cst.Annotation) -> bool:
        """Convert hints as such."""
        self.in_hint += 1
        return self.is_convertible_hint(node.annotation)

    def leave_Annotation(self, original_node: cst.Annotation, updated_node: cst.Annotation) -> Any:
        """Write ``object`` where the other framework has no such type."""
        self.in_hint -= 1
        if self.is_convertible_hint(original_node.annotation):
            return updated_node
        return updated_node.with_changes(annotation=cst.Name("object"))

    # ------------------------------------------------------------------------------------------------- the file
    def visit_Module(self, node: cst.Module) -> None:
        """Know the names that the file binds at its top."""
        names = self.ctx.scopes.inner.names
        names.update(dict.fromkeys(bound_in(node), OWN))
        names.update({name: f"{self.source.module}.{name}" for name in defined_in(node)})
        if self.ctx.source not in self.ctx.bound:
            names.setdefault(self.ctx.source, self.ctx.source)  # a piece of a program, imported where the rest of it is

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> cst.Module:
        """Write the imports that the result needs, and the classes and functions of its own."""
        first = next(
            (n for n, node in enumerate(original_node.body) if self._imports_source(node)),
            imports.first_place(original_node.body),
        )
        new = imports.lines(self.ctx)
        extra = "\n\n\n".join(self.ctx.helpers.values())
        body = list(updated_node.body)
        kept = [n for n in original_node.body[:first] if not self._imports_source(n)]
        at = min(len(kept), len(body))
        made = updated_node.with_changes(body=imports.inserted(body, new, at, extra))
        self.places += [(original_node, mark) for mark in self.ctx.pending[0]]
        return made

    def _imports_source(self, node: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
        if not isinstance(node, cst.SimpleStatementLine):
            return False
        return any(
            isinstance(part, (cst.Import, cst.ImportFrom)) and imports.without_source(part, self.ctx) is not part
            for part in node.body
        )

    def visit_Import(self, node: cst.Import) -> bool:
        """Know what the imported names stand for."""
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
            known_as = facts.original(full)
            self.ctx.scopes.inner.names[name] = known_as if self.ctx.is_source(known_as) else full

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> Any:
        """Drop what is imported of the framework."""
        return self._import(original_node, updated_node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        """Know what the imported names stand for."""
        self._bind_imports(node)
        return False

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> Any:
        """Drop what is imported of the framework."""
        if isinstance(original_node.names, cst.ImportStar) and self.ctx.is_source(
            absolute(original_node, self.ctx.package)
        ):
            self.ctx.mark("IMPORT", "import *", "which names it binds is not known: name them")
            return updated_node
        return self._import(original_node, updated_node)

    def _import(self, original: cst.Import | cst.ImportFrom, updated: Any) -> Any:
        left = imports.without_source(original, self.ctx)
        return cst.RemoveFromParent() if left is None else updated if left is original else left

    # ------------------------------------------------------------------------------------------------- scopes
    def visit_Lambda(self, node: cst.Lambda) -> None:
        """Open the scope of a lambda."""
        names = {param.name.value: OWN for param in parameters_of(node.params)}
        self.ctx.scopes.stack.append(Scope(names=names))

    def leave_Lambda(self, original_node: cst.Lambda, updated_node: cst.Lambda) -> cst.Lambda:
        """Close the scope of a lambda."""
        del original_node
        self.ctx.scopes.stack.pop()
        return updated_node

    def visit_Arg(self, node: cst.Arg) -> None:
        """Leave the keywords of arguments alone."""
        if node.keyword is not None:
            self.handled.add(id(node.keyword))

    def visit_Param(self, node: cst.Param) -> None:
        """Leave the names of parameters alone."""
        self.handled.add(id(node.name))

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        """Leave the names that are bound alone."""
        if isinstance(node.target, cst.Name):
            self.handled.add(id(node.target))

    # ------------------------------------------------------------------------------------------------- statements
    def _with_marks(self, before: cst.CSTNode, node: Any) -> Any:
        marks = self.ctx.pending.pop()
        self.places += [(before, mark) for mark in marks]
        return marked(node, marks) if marks else node

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        """Collect the marks of a line."""
        del node
        self.ctx.pending.append([])

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> Any:
        """Write the marks of a line above it, and what is to follow it below."""
        made = self._with_marks(original_node, updated_node)
        following = [cst.parse_statement(line) for line in self.ctx.following]
        self.ctx.following.clear()
        if original_node.body and not updated_node.body:
            return cst.FlattenSentinel(following) if following else cst.RemoveFromParent()
        return cst.FlattenSentinel([made, *following]) if following else made

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is (`parity.port.kinds`), or ""."""
        raise NotImplementedError

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return the framework's layer class that an expression makes an instance of, or ""."""
        raise NotImplementedError

    def bind(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        """Know of a name what it is bound to."""
        scope = self.ctx.scopes.inner
        if isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)):
            scope.kinds[text(target)] = self.kind_of(value)
            if isinstance(target, cst.Name):
                made = self.class_of(value)
                scope.classes[target.value] = (made,) if made else ()
                for name, known in self._members(value).items():
                    scope.classes[f"{target.value}.{name.removeprefix('self.')}"] = known
            scope.named_after[text(target)] = _owner_of_name(value)
        elif isinstance(target, (cst.Tuple, cst.List)):
            kinds = kinds_of_parts(value, len(target.elements), self.kind_of)
            for element, kind in zip(target.elements, kinds, strict=True):
                if isinstance(element.value, cst.Name):
                    scope.kinds[element.value.value] = kind

    def _members(self, value: cst.BaseExpression) -> dict[str, tuple[str, ...]]:
        """Return the layers that an object of a class of the file has as attributes."""
        while (
            isinstance(value, cst.Call)
            and isinstance(value.func, cst.Attribute)
            and isinstance(value.func.value, cst.Call)
        ):
            value = value.func.value
        return self.ctx.members.get(self.ctx.scopes.full(value.func), {}) if isinstance(value, cst.Call) else {}

    def visit_While(self, node: cst.While) -> None:
        """Collect the marks of a condition."""
        del node
        self.ctx.pending.append([])

    def leave_While(self, original_node: cst.While, updated_node: cst.While) -> Any:
        """Write the marks of a condition above the loop."""
        return self._with_marks(original_node, updated_node)

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        """Write ``pass`` into a block of which nothing is left."""
        if original_node.body and not updated_node.body:
            return updated_node.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])
        return updated_node

    # --------------------------------------------------------------------------------------------------- decisions
    def visit_If(self, node: cst.If) -> None:
        """Collect the marks of a condition; know an ``elif`` from an ``if``."""
        self.ctx.pending.append([])
        if isinstance(node.orelse, cst.If):
            self.elifs.add(id(node.orelse))

    def visit_If_body(self, node: cst.If) -> None:
        """Know within the body what the condition says of the classes of objects."""
        found = self._instances(node.test)
        self.narrowed.append(dict(self.ctx.scopes.inner.classes))
        self.ctx.scopes.inner.classes.update(found)

    def leave_If_body(self, node: cst.If) -> None:
        """Forget what the condition said."""
        del node
        self.ctx.scopes.inner.classes = self.narrowed.pop()

    def _instances(self, test: cst.BaseExpression) -> dict[str, tuple[str, ...]]:
        """Return what a condition says of the classes of objects: ``isinstance(m, nn.Linear)``."""
        if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
            return {**self._instances(test.left), **self._instances(test.right)}
        if isinstance(test, cst.Comparison):
            return self._named(test)
        if not (isinstance(test, cst.Call) and text(test.func) == "isinstance" and len(test.args) == 2):
            return {}
        given = test.args[1].value
        nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
        names = [self.ctx.scopes.full(node) for node in nodes]
        known = tuple(self.ctx.facts.layers.get(name, name) for name in names)
        if all(name.startswith(f"{self.ctx.source}.nn.") for name in known):
            return {text(test.args[0].value): known}
        return {}

    def _named(self, test: cst.Comparison) -> dict[str, tuple[str, ...]]:
        """Return what a condition says of an object by a part of its class's name, which a name is bound to."""
        owner, written = self.class_name_part(test)
        return {owner: self.layers_named(str(written.evaluated_value))} if written is not None else {}

    def class_name_part(self, test: cst.Comparison) -> tuple[str, cst.SimpleString | None]:
        """Return the object and the text of a condition about the name of its class; ("", None) for another."""
        name, written = class_name_part(test) or ("", None)
        owner = next((s.named_after[name] for s in self.ctx.scopes.seen() if name in s.named_after), "")
        return (owner, written) if owner else ("", None)

    def layers_named(self, part: str) -> tuple[str, ...]:
        """Return the framework's layers in whose names a part occurs."""
        del part
        return ()

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> Any:
        """Take a decision whose condition became constant."""
        made = self._with_marks(original_node, updated_node)
        if is_same(original_node.test, updated_node.test):
            return made
        test = remnants.simplified(updated_node.test)
        if not isinstance(test, bool):
            return made.with_changes(test=test)
        is_elif = id(original_node) in self.elifs
        if test:
            if is_elif:
                return cst.Else(body=made.body, leading_lines=made.leading_lines)
            return cst.FlattenSentinel(unwrapped(made))
        if is_elif:
            return made.orelse if made.orelse is not None else cst.RemoveFromParent()
        if made.orelse is None:
            return cst.RemoveFromParent()
        if isinstance(made.orelse, cst.Else):
            return cst.FlattenSentinel(unwrapped(made.orelse))
        return made.orelse.with_changes(leading_lines=made.leading_lines)

    def leave_BooleanOperation(
        self, original_node: cst.BooleanOperation, updated_node: cst.BooleanOperation
    ) -> cst.BaseExpression:
        """Take the part of a condition that became constant."""
        if is_same(original_node, updated_node) or not _has_constant(updated_node):
            return updated_node
        made = remnants.simplified(updated_node)
        return cst.Name(str(made)) if isinstance(made, bool) else made

    def leave_IfExp(self, original_node: cst.IfExp, updated_node: cst.IfExp) -> cst.BaseExpression:
        """Take a decision whose condition became constant."""
        if is_same(original_node.test, updated_node.test):
            return updated_node
        test = remnants.simplified(updated_node.test)
        if isinstance(test, bool):
            return updated_node.body if test else updated_node.orelse
        return updated_node

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        """Leave the names of attributes alone; a name of the framework is converted as a whole."""
        self.handled.add(id(node.attr))
        return not self.ctx.is_source(self.ctx.scopes.full(node))


def class_name_part(test: cst.Comparison) -> tuple[str, cst.SimpleString] | None:
    """Return name and text of ``name.find("Conv") != -1`` and ``"Conv" in name``; None for another condition."""
    if len(test.comparisons) != 1:
        return None
    operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
    if isinstance(operator, cst.In) and isinstance(test.left, cst.SimpleString) and isinstance(right, cst.Name):
        return right.value, test.left
    call = test.left
    if not isinstance(operator, cst.NotEqual) or text(right) != "-1" or not isinstance(call, cst.Call):
        return None
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "find" or len(call.args) != 1:
        return None
    written, name = call.args[0].value, call.func.value
    return (name.value, written) if isinstance(written, cst.SimpleString) and isinstance(name, cst.Name) else None


def _owner_of_name(value: cst.BaseExpression) -> str:
    """Return ``m`` of ``m.__class__.__name__`` and ``type(m).__name__``, or ""."""
    if not isinstance(value, cst.Attribute) or value.attr.value != "__name__":
        return ""
    owner = value.value
    if isinstance(owner, cst.Attribute) and owner.attr.value == "__class__":
        return text(owner.value)
    is_type = isinstance(owner, cst.Call) and text(owner.func) == "type" and len(owner.args) == 1
    return text(owner.args[0].value) if is_type and isinstance(owner, cst.Call) else ""


def _has_constant(node: cst.BooleanOperation) -> bool:
    return any(text(part).strip() in {"True", "False"} for part in (node.left, node.right))


def unwrapped(node: cst.With | cst.If | cst.Else) -> Sequence[cst.BaseStatement]:
    """Return the statements of a block, one level further out."""
    body: list[Any] = list(node.body.body)
    if isinstance(node.body, cst.SimpleStatementSuite):
        body = [cst.SimpleStatementLine(body=node.body.body)]
    lines = getattr(node, "leading_lines", ())
    if body and lines and hasattr(body[0], "leading_lines"):
        body[0] = body[0].with_changes(leading_lines=[*lines, *body[0].leading_lines])
    return body
