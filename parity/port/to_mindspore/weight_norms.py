"""``weight_norm``: MindSpore has none, so the file gets a function that keeps length and direction as Parameters."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting_call, converting_name
from parity.port.syntax.pieces import expression

_ADDED = frozenset({
    "torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm",
    "torch.nn.utils.weight_norm.weight_norm",
})  # fmt: skip
_REMOVED = frozenset({"torch.nn.utils.remove_weight_norm", "torch.nn.utils.weight_norm.remove_weight_norm"})
_ADD = '''def {name}(cell, name="weight", dim=0):
    """Have a layer compute its weight of a length and a direction, as torch's function of this name does."""
    weight = getattr(cell, name)
    wider = isinstance(cell, ({nn}.Conv1d, {nn}.Conv1dTranspose))  # MindSpore's weight has an axis more
    whole = dim is None or dim == -1  # one length of all axes
    if not whole:
        dim %= weight.ndim - wider
        dim += wider and dim > 1
    axes = tuple(axis for axis in range(weight.ndim) if whole or axis != dim)

    def length(direction):
        return {ops}.sqrt({ops}.square(direction).sum(axes, keepdims=not whole))

    def compute(cell, inputs):
        direction = getattr(cell, f"{{name}}_v")
        setattr(cell, name, getattr(cell, f"{{name}}_g") * direction / length(direction))

    delattr(cell, name)
    setattr(cell, f"{{name}}_g", {Parameter}(length(weight), name=f"{{name}}_g"))
    setattr(cell, f"{{name}}_v", {Parameter}(weight.copy(), name=f"{{name}}_v"))
    object.__setattr__(cell, name, weight)  # until the first call
    cell.weight_norm = cell.register_forward_pre_hook(compute)
    return cell
'''
_REMOVE = '''def {name}(cell, name="weight"):
    """Give a layer back the weight that it computes of a length and a direction."""
    weight = getattr(cell, name)
    cell.weight_norm.remove()
    for part in (f"{{name}}_g", f"{{name}}_v", name):
        delattr(cell, part)
    setattr(cell, name, {Parameter}(weight, name=name))
    return cell
'''


class WeightNorms(Pass):
    """Writes weights of a length and a direction."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        del original
        name = self._function(full)
        return call.with_changes(func=expression(name)) if name else None

    @converting_name
    def value(self, full: str, original: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression | None:
        """Convert the function as a value."""
        del original, updated
        name = self._function(full)
        return expression(name) if name else None

    def _function(self, full: str) -> str:
        """Return the name of the file's own function, or "" for another name."""
        if full not in _ADDED | _REMOVED:
            return ""
        short = "weight_norm" if full in _ADDED else "remove_weight_norm"
        name = short if short not in self.ctx.bound else f"torch_{short}"
        if name not in self.ctx.helpers:
            nn, ops = (self.ctx.spell(f"mindspore.{part}.x").rpartition(".")[0] for part in ("nn", "ops"))
            source = _ADD if full in _ADDED else _REMOVE
            self.ctx.helpers[name] = source.format(
                name=name, nn=nn, ops=ops, Parameter=self.ctx.spell("mindspore.Parameter")
            )
        self.ctx.done()
        return name
