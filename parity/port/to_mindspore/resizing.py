"""Images resized by a factor: MindSpore takes a float, and computes the factor that it uses from the sizes.

For a whole factor that is the same factor; torch uses another as it is given.
"""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_call
from parity.port.syntax.pieces import argument, arranged, text

_FACTOR = "scale_factor"
_RECOMPUTE = "recompute_scale_factor"
_NAMES = ("torch.nn.functional.interpolate", "torch.nn.functional.upsample", "torch.nn.Upsample")


class Resizing(Pass):
    """Writes whole factors as floats that are computed anew; marks others."""

    stage = Stage.FRAME

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write a call with a factor."""
        given = {entry.keyword.value: entry for entry in call.args if entry.keyword is not None}
        if full not in _NAMES or _FACTOR not in given or text(given[_FACTOR].value) == "None":
            return None
        if _RECOMPUTE in given and text(given[_RECOMPUTE].value) == "True":
            return None
        factor = text(given[_FACTOR].value).strip()
        if not _is_whole(given[_FACTOR].value):
            reason = f"the same where the sizes of the image times {factor} are whole numbers: else write size="
            self.ctx.mark("DIFFERENT", full, reason)
        kept = [n for n, entry in enumerate(call.args) if entry is not given.get(_RECOMPUTE)]
        written = argument(_as_float(given[_FACTOR].value), _FACTOR)
        args = [written if call.args[n] is given[_FACTOR] else call.args[n] for n in kept]
        added = argument("True", _RECOMPUTE)
        before = arranged(original, [*(original.args[n] for n in kept), added])
        return self.engine.rest(self, full, before, arranged(call, [*args, added]))


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [element.value for element in node.elements] if isinstance(node, (cst.Tuple, cst.List)) else [node]


def _is_whole(node: cst.BaseExpression) -> bool:
    return all(
        isinstance(part, cst.Integer) or (isinstance(part, cst.Float) and float(part.value).is_integer())
        for part in _parts(node)
    )


def _as_float(node: cst.BaseExpression) -> str:
    """Return a factor, or one for each axis, as floats."""
    written = [_float(part) for part in _parts(node)]
    return f"({', '.join(written)})" if isinstance(node, (cst.Tuple, cst.List)) else written[0]


def _float(node: cst.BaseExpression) -> str:
    source = text(node).strip()
    if isinstance(node, cst.Integer):
        return f"{source}.0"
    return source if isinstance(node, cst.Float) else f"float({source})"
