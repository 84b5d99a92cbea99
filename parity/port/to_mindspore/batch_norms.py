"""``F.batch_norm`` without statistics of its own: MindSpore's function takes none away, so the file gets one."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_call
from parity.port.syntax.pieces import expression, text

_FULL = "torch.nn.functional.batch_norm"
_NAME = "batch_norm"
_STATISTICS = ("running_mean", "running_var")
_SOURCE = '''def {name}(
    input, running_mean=None, running_var=None, weight=None, bias=None, training=True, momentum=0.1, eps=1e-5
):
    """Normalize each channel by its own mean and variance, as torch's function of this name without running ones."""
    axes = tuple(axis for axis in range(input.ndim) if axis != 1)
    shape = (1, -1) + (1,) * (input.ndim - 2)
    centred = input - input.mean(axes, True)
    output = centred / {ops}.sqrt({ops}.square(centred).mean(axes, True) + eps)
    output = output if weight is None else output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)
'''


class BatchNorms(Pass):
    """Converts normalization by the statistics of a batch alone."""

    stage = Stage.FRAME

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call that gives None for the running statistics."""
        if full != _FULL or any(entry.star for entry in original.args):
            return None
        by_name = {entry.keyword.value: entry.value for entry in original.args if entry.keyword is not None}
        by_place = [entry.value for entry in original.args if entry.keyword is None]
        for number, name in enumerate(_STATISTICS, 1):
            value = by_name.get(name) or (by_place[number] if number < len(by_place) else None)
            if value is None or text(value).strip() != "None":
                return None
        name = _NAME if _NAME not in self.ctx.bound else f"torch_{_NAME}"
        if full not in self.ctx.helpers:
            ops = self.ctx.spell("mindspore.ops.x").rpartition(".")[0]
            self.ctx.helpers[full] = _SOURCE.format(name=name, ops=ops)
        self.ctx.done()
        return call.with_changes(func=expression(name))
