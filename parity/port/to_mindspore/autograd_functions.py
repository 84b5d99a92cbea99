"""Classes of ``autograd.Function``: each becomes a Cell with a ``bprop``, and ``Square.apply(x)`` a call of it."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting, entering
from parity.port.project import autograd_functions
from parity.port.syntax.pieces import expression, text


class AutogradFunctions(Pass):
    """Writes the Cells and their calls."""

    @converting(cst.ClassDef)
    def definition(self, original: cst.ClassDef, updated: cst.ClassDef) -> cst.ClassDef | None:
        """Write a Cell."""
        known = self.ctx.scopes.full(original.name) in self.ctx.facts.functions
        planned = autograd_functions.plan(original) if known else None
        if planned is None:
            return None
        self.ctx.done()
        return autograd_functions.as_cell(updated, self.ctx.spell("mindspore.nn.Cell"), planned)

    def _is_apply(self, node: cst.BaseExpression) -> bool:
        """Tell whether an expression is ``Square.apply`` of a class that becomes a Cell."""
        return (
            isinstance(node, cst.Attribute)
            and node.attr.value == "apply"
            and self.ctx.scopes.full(node.value) in self.ctx.facts.functions
        )

    @converting(cst.Attribute)
    def value(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write what is passed on: a Cell, or what makes one for each call where it keeps what its gradient needs."""
        if not self._is_apply(original) or self.engine.is_claimed(original):
            return None
        self.ctx.done()
        named = text(original.value)
        plans = [
            autograd_functions.plan(node) for node in self.engine.parts.of(cst.ClassDef) if node.name.value == named
        ]
        if plans and all(plan is not None and not plan.keeps for plan in plans):
            return cst.Call(updated.value)
        return expression(f"lambda *args: {text(updated.value)}()(*args)")

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave what is called at once to the call."""
        if self._is_apply(node.func):
            self.engine.claim(node.func)

    @converting(cst.Call)
    def call(self, original: cst.Call, call: cst.Call) -> cst.Call | None:
        """Write a call."""
        if not self._is_apply(original.func):
            return None
        self.ctx.done()
        return call.with_changes(func=cst.Call(cst.ensure_type(call.func, cst.Attribute).value))
