"""``x.unfold(1, 3, 1)``: the windows of an axis, for which the file gets a function of its own.

MindSpore's `Tensor.unfold` and `ops.unfold` are what torch calls `nn.functional.unfold`.
"""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting_method
from parity.port.project.kinds import OF_TENSORS
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import is_starred

_ARGUMENTS = ("dimension", "size", "step")
_SOURCE = '''def {name}(tensor, dimension, size, step):
    """Return the windows of an axis as a new last axis: each of `size`, the next `step` further, as torch does."""
    shape, axis = tensor.shape, dimension % tensor.ndim
    count = (shape[axis] - size) // step + 1
    index = {ops}.arange(count).reshape(-1, 1) * step + {ops}.arange(size)
    taken = tensor.index_select(axis, index.reshape(-1)).reshape(shape[:axis] + (count, size) + shape[axis + 1 :])
    order = [number for number in range(tensor.ndim + 1) if number != axis + 1]
    return taken.permute((*order, axis + 1))
'''


class Unfolding(Pass):
    """Converts windows of an axis."""

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Call the file's own function."""
        before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
        if before.attr.value != "unfold" or len(call.args) != len(_ARGUMENTS) or is_starred(call.args):
            return None
        if kind_of(before.value, self.ctx.scopes) not in {"", *OF_TENSORS}:
            return None
        if any(entry.keyword is not None and entry.keyword.value not in _ARGUMENTS for entry in call.args):
            return None
        ctx = self.ctx
        name = "unfold" if "unfold" not in ctx.bound else "torch_unfold"
        if "unfold" not in ctx.helpers:
            ops = ctx.spell("mindspore.ops.x").rpartition(".")[0]
            ctx.helpers["unfold"] = _SOURCE.format(name=name, ops=ops)
        ctx.done()
        return call.with_changes(func=cst.Name(name), args=[cst.Arg(after.value), *call.args])
