"""``p.requires_grad_(False)`` of a Parameter or of a layer: MindSpore's Parameters have the attribute alone."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting, entering
from parity.port.project.kinds import LAYER, PARAMETER
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import operand, text

_METHOD = "requires_grad_"
_WEIGHTS = frozenset({"weight", "bias"})


class Freezing(Pass):
    """Writes statements that say whether weights train."""

    stage = Stage.FRAME

    def _kind(self, node: cst.Expr) -> str:
        """Return what a statement says it of: a layer or a Parameter; "" for another statement."""
        call = node.value
        if not (
            isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == _METHOD
        ):
            return ""
        if len(call.args) > 1 or any(entry.star for entry in call.args):
            return ""
        receiver = call.func.value
        kind = kind_of(receiver, self.ctx.scopes)
        if kind in {LAYER, PARAMETER}:
            return kind
        if text(receiver) == "self":
            return LAYER if self.ctx.within is not None and self.ctx.within.is_layer else ""
        named = isinstance(receiver, cst.Attribute) and receiver.attr.value in _WEIGHTS
        return PARAMETER if named and not kind else ""

    @entering(cst.Expr)
    def enter(self, node: cst.Expr) -> None:
        """Leave the call to the statement."""
        if self._kind(node):
            self.engine.claim(node.value)

    @converting(cst.Expr)
    def say(self, original: cst.Expr, updated: cst.Expr) -> cst.BaseSmallStatement | cst.RemovalSentinel | None:
        """Set the attribute, of a layer that of all its Parameters."""
        kind = self._kind(original)
        if not kind:
            return None
        call = cst.ensure_type(updated.value, cst.Call)
        receiver = cst.ensure_type(call.func, cst.Attribute).value
        value = call.args[0].value if call.args else cst.Name("True")
        self.ctx.done()
        if kind == PARAMETER:
            return cst.Assign([cst.AssignTarget(cst.Attribute(receiver, cst.Name("requires_grad")))], value)
        name = "p" if not self.ctx.scopes.is_bound("p") else "parameter"
        every = f"{operand(receiver)}.get_parameters()"
        if text(value).strip() != "False":  # moving means never train
            every = f'[{name} for {name} in {every} if "moving_" not in {name}.name]'
        self.ctx.following.append(f"for {name} in {every}:\n    {name}.requires_grad = {text(value).strip()}\n")
        return cst.RemoveFromParent()
