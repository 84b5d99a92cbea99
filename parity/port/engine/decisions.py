"""Decisions: what a condition says of the classes of objects; the branch that is left when it became constant."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine import conditions
from parity.port.engine.engine import Pass, Stage, converting, entering, leaving
from parity.port.engine.statements import unwrapped
from parity.port.syntax.pieces import is_same, text


class Decisions(Pass):
    """Takes decisions whose condition became constant."""

    stage = Stage.FRAME

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.elifs: set[int] = set()
        self.narrowed: list[tuple[dict[str, tuple[str, ...]], dict[str, str]]] = []

    @entering(cst.If)
    def know_elif(self, node: cst.If) -> None:
        """Know an ``elif`` from an ``if``."""
        if isinstance(node.orelse, cst.If):
            self.elifs.add(id(node.orelse))

    @entering(cst.If, field="body")
    def narrow(self, node: cst.If) -> None:
        """Know within the body what the condition says of the classes of objects."""
        found = self._instances(node.test)
        self.narrowed.append((dict(self.ctx.scopes.inner.classes), dict(self.ctx.instances)))
        self.ctx.scopes.inner.classes.update(found)
        self.ctx.instances.update(self._of_names(node.test))

    @leaving(cst.If, field="body")
    def widen(self, node: cst.If) -> None:
        """Forget what the condition said."""
        del node
        self.ctx.scopes.inner.classes, self.ctx.instances = self.narrowed.pop()

    def _of_names(self, test: cst.BaseExpression) -> dict[str, str]:
        """Return the objects of which a condition names a class that no import says: ``isinstance(m, norm_layer)``."""
        if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
            return {**self._of_names(test.left), **self._of_names(test.right)}
        if not (isinstance(test, cst.Call) and text(test.func) == "isinstance" and len(test.args) == 2):
            return {}
        named = test.args[1].value
        return {} if self.ctx.scopes.full(named) else {text(test.args[0].value): text(named)}

    def _instances(self, test: cst.BaseExpression) -> dict[str, tuple[str, ...]]:
        """Return what a condition says of the classes of objects: ``isinstance(m, nn.Linear)``."""
        if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
            return {**self._instances(test.left), **self._instances(test.right)}
        if isinstance(test, cst.Comparison):
            owner, written = self.class_name_part(test)
            return {owner: self.ctx.layers_named(str(written.evaluated_value))} if written is not None else {}
        if not (isinstance(test, cst.Call) and text(test.func) == "isinstance" and len(test.args) == 2):
            return {}
        given = test.args[1].value
        nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
        names = [self.ctx.scopes.full(node) for node in nodes]
        known = tuple(self.ctx.facts.layers.get(name, name) for name in names)
        if all(name.startswith(f"{self.ctx.source}.nn.") for name in known):
            return {text(test.args[0].value): tuple(part for name in known for part in self.ctx.layers_of(name))}
        return {}

    def class_name_part(self, test: cst.Comparison) -> tuple[str, cst.SimpleString | None]:
        """Return the object and the text of a condition about the name of its class; ("", None) for another."""
        name, written = conditions.class_name_part(test) or ("", None)
        owner = next((s.named_after[name] for s in self.ctx.scopes.seen() if name in s.named_after), "")
        return (owner, written) if owner else ("", None)

    @converting(cst.If)
    def take(self, original: cst.If, updated: cst.If) -> Any:
        """Write the branch that is taken."""
        if is_same(original.test, updated.test):
            return None
        test = conditions.simplified(updated.test)
        if not isinstance(test, bool):
            return updated.with_changes(test=test)
        self.ctx.pending[-1].clear()  # nothing is left of the condition that they speak of
        is_elif = id(original) in self.elifs
        if test:
            if is_elif:
                return cst.Else(body=updated.body, leading_lines=updated.leading_lines)
            return cst.FlattenSentinel(unwrapped(updated))
        if is_elif:
            return updated.orelse if updated.orelse is not None else cst.RemoveFromParent()
        if updated.orelse is None:
            return cst.RemoveFromParent()
        if isinstance(updated.orelse, cst.Else):
            return cst.FlattenSentinel(unwrapped(updated.orelse))
        return updated.orelse.with_changes(leading_lines=updated.leading_lines)

    @converting(cst.BooleanOperation)
    def combine(self, original: cst.BooleanOperation, updated: cst.BooleanOperation) -> cst.BaseExpression | None:
        """Write the part of a condition that is left when another became constant."""
        if is_same(original, updated) or not conditions.has_constant(updated):
            return None
        made = conditions.simplified(updated)
        return cst.Name(str(made)) if isinstance(made, bool) else made

    @converting(cst.IfExp)
    def choose(self, original: cst.IfExp, updated: cst.IfExp) -> cst.BaseExpression | None:
        """Write the value that is chosen."""
        if is_same(original.test, updated.test):
            return None
        test = conditions.simplified(updated.test)
        return (updated.body if test else updated.orelse) if isinstance(test, bool) else None
