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
_SOURCE = '''def {name}(factor):
    """Return a scale factor, one for each axis, or None, with floats for whole numbers."""
    if factor is None:
        return None
    return tuple(map(float, factor)) if isinstance(factor, (tuple, list)) else float(factor)
'''


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
        written = argument(self._as_float(given[_FACTOR].value), _FACTOR)
        args = [written if call.args[n] is given[_FACTOR] else call.args[n] for n in kept]
        added = argument("True", _RECOMPUTE)
        before = arranged(original, [*(original.args[n] for n in kept), added])
        return self.engine.rest(self, full, before, arranged(call, [*args, added]))

    def _as_float(self, node: cst.BaseExpression) -> str:
        """Return a factor, or one for each axis, as floats; by the file's own function where it may be either."""
        if isinstance(node, (cst.Tuple, cst.List)):
            return f"({', '.join(map(_float, _parts(node)))})"
        if isinstance(node, cst.IfExp):
            return f"{self._as_float(node.body)} if {text(node.test)} else {self._as_float(node.orelse)}"
        if not isinstance(node, (cst.Name, cst.Attribute, cst.Subscript)):
            return _float(node)
        if text(node) == "None" or self.ctx.kind_of(node) in {"int", "float", "number"}:
            return _float(node)
        name = "as_floats" if "as_floats" not in self.ctx.bound else "torch_as_floats"
        self.ctx.helpers.setdefault(name, _SOURCE.format(name=name))
        return f"{name}({text(node)})"


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [element.value for element in node.elements] if isinstance(node, (cst.Tuple, cst.List)) else [node]


def _is_whole(node: cst.BaseExpression) -> bool:
    return all(
        isinstance(part, cst.Integer) or (isinstance(part, cst.Float) and float(part.value).is_integer())
        for part in _parts(node)
    )


def _float(node: cst.BaseExpression) -> str:
    source = text(node).strip()
    if isinstance(node, cst.Integer):
        return f"{source}.0"
    return source if isinstance(node, cst.Float) or source == "None" else f"float({source})"
