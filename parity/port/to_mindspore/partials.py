"""``functools.partial`` of what is torch's: the arguments that are kept are converted."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting, entering
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import expression
from parity.port.to_mindspore import layer_values, remnants, values
from parity.port.to_mindspore.steps import CASTS

_PARTIAL = "functools.partial"


class Partials(Pass):
    """Converts ``partial(nn.LayerNorm, eps=1e-6)``."""

    def _of(self, call: cst.Call) -> str:
        """Return the full name of torch's that a call keeps arguments of, or ""."""
        if self.ctx.scopes.full(call.func) != _PARTIAL or not call.args:
            return ""
        full: str = self.ctx.scopes.full(call.args[0].value)
        return full if self.ctx.is_source(full) else ""

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave the name to the call."""
        if self._of(node):
            self.engine.claim(node.args[0].value)

    @converting(cst.Call)
    def call(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert the arguments."""
        full = self._of(original)
        if not full:
            return None
        if full in CASTS and remnants.casts_nothing(original):
            self.ctx.done()
            if self.ctx.scopes.full(cst.Name("nullcontext")) != "contextlib.nullcontext":
                self.ctx.needs["contextlib", "nullcontext"] = None
            return cst.Name("nullcontext")
        first = original.args[0].value
        try:
            made = layer_values.partial_call(self.ctx, full, call)
        except Refused as error:
            self.ctx.mark("ARGUMENT", full, str(error))
            return self._with_first(call, expression(self.ctx.keep(first)))
        if made is None:
            assert isinstance(first, (cst.Name, cst.Attribute))
            return self._with_first(call, values.convert(self.ctx, first, full, as_class=False))
        self.ctx.done()
        return made

    def _with_first(self, call: cst.Call, value: cst.BaseExpression) -> cst.Call:
        return call.with_changes(args=[call.args[0].with_changes(value=value), *call.args[1:]])
