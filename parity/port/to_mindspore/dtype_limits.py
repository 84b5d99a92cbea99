"""``torch.finfo(x.dtype).max``: the limits of a dtype, which numpy tells of the dtype's own."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting_attribute, converting_call
from parity.port.project.kinds import LIMITS
from parity.port.project.torch_kinds import kind_of
from parity.port.rows.dtypes import dtype_of
from parity.port.syntax.pieces import expression, text

_LIMITS = {"torch.finfo": "finfo", "torch.iinfo": "iinfo"}
_NUMBERS = {
    "max": "", "min": "", "eps": "float", "tiny": "float", "smallest_normal": "float", "resolution": "float",
    "bits": "int",
}  # fmt: skip
_IN_NUMPY = frozenset({"float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"})


class DtypeLimits(Pass):
    """Writes the limits as numpy has them; a limit itself as a number of Python, which tensors take."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Ask numpy."""
        if full not in _LIMITS or len(call.args) > 1 or any(entry.star for entry in call.args):
            return None
        numpy = self.ctx.numpy()
        self.ctx.done()
        if not call.args:
            return expression(f"{numpy}.{_LIMITS[full]}({numpy}.float32)")
        given = dtype_of(self.ctx.scopes.full(original.args[0].value)) or ""
        known = given.rpartition(".")[2]
        if known in _IN_NUMPY:
            return expression(f"{numpy}.{_LIMITS[full]}({numpy}.{known})")
        asked = self.ctx.spell("mindspore.dtype_to_nptype")
        return expression(f"{numpy}.{_LIMITS[full]}({asked}({text(call.args[0].value).strip()}))")

    @converting_attribute
    def limit(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write one limit as a number."""
        name = original.attr.value
        if name not in _NUMBERS or kind_of(original.value, self.ctx.scopes) != LIMITS:
            return None
        whole = isinstance(original.value, cst.Call) and self.ctx.scopes.full(original.value.func) == "torch.iinfo"
        return expression(f"{_NUMBERS[name] or ('int' if whole else 'float')}({text(updated)})")


class Sizes(Pass):
    """Writes ``torch.Size`` as the tuple that a shape is in MindSpore."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write a tuple."""
        del original
        if full != "torch.Size" or len(call.args) > 1 or any(entry.star or entry.keyword for entry in call.args):
            return None
        self.ctx.done()
        return call.with_changes(func=cst.Name("tuple")) if call.args else expression("()")
