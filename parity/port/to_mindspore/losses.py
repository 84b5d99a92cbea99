"""Losses of classes: MindSpore's layer takes class numbers of int32 alone, torch's has them of int64."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_call
from parity.port.syntax.pieces import expression, text
from parity.port.to_mindspore import calls

_CLASSES = frozenset({"torch.nn.CrossEntropyLoss", "torch.nn.modules.loss.CrossEntropyLoss"})
_TARGET = "mindspore.nn.CrossEntropyLoss"
_SOURCE = '''class {name}({base}):
    """`{base}` of class numbers of any integer dtype."""

    def construct(self, logits, labels):
        if labels.dtype == {long}:
            labels = labels.astype({short})
        return super().construct(logits, labels)
'''


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert the making of a loss of classes; None for another call.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    if full not in _CLASSES:
        return None
    made = calls.convert(ctx, "torch.nn.CrossEntropyLoss", original, call)
    base = ctx.spell(_TARGET)
    name = "CrossEntropyLoss"
    if name in ctx.bound or not isinstance(made, cst.Call) or text(made.func) != base:
        return made
    ctx.helpers[full] = _SOURCE.format(
        name=name, base=base, long=ctx.spell("mindspore.int64"), short=ctx.spell("mindspore.int32")
    )
    return made.with_changes(func=expression(name))


class Losses(Pass):
    """Converts losses of classes."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        return convert(self.ctx, full, original, call)
