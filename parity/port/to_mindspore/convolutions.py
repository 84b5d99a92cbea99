"""``_conv_forward`` of a convolution's heir, which torch's forward calls with the weight, and MindSpore's does not."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting, converting_method
from parity.port.syntax.pieces import is_starred, text
from parity.port.to_mindspore.classes import Classes

_NAME = "_conv_forward"
_AXES = {"torch.nn.Conv1d": 1, "torch.nn.Conv2d": 2, "torch.nn.Conv3d": 3}
_CONSTRUCT = """def construct(self, x):
    return self._conv_forward(x, {weight}, self.bias)
"""


class Convolutions(Pass):
    """Has construct call the method, and writes the method of the base as the function that it calls."""

    stage = Stage.OUTER

    def _axes(self) -> int:
        known = self.ctx.within
        return _AXES.get(known.base, 0) if known is not None else 0

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write the base's method."""
        func = cst.ensure_type(original.func, cst.Attribute)
        axes = self._axes()
        if func.attr.value != _NAME or not axes or len(call.args) < len(("x", "weight")) or is_starred(call.args):
            return None
        if text(func.value) == "self" and self._is_defined():
            return None
        name = self.ctx.spell(f"mindspore.ops.conv{axes}d")
        part = "[-1:]" if axes == 1 else ""
        padding = (
            "self.padding if isinstance(self.padding, int) else self.padding[::2]" if axes > 1 else "self.padding[-1:]"
        )
        given = [f"self.stride{part}", "self.pad_mode", padding, f"self.dilation{part}", "self.group"]
        plain = [entry.with_changes(comma=cst.MaybeSentinel.DEFAULT) for entry in call.args]
        if len(plain) == len(("x", "weight")):
            plain.append(cst.Arg(cst.Name("None")))
        self.ctx.done()
        return cst.Call(cst.parse_expression(name), [*plain, *(cst.Arg(cst.parse_expression(part)) for part in given)])

    def _is_defined(self) -> bool:
        """Tell whether the class has the method of its own."""
        known = self.ctx.within
        classes = (node for node in self.engine.parts.of(cst.ClassDef) if known and node.name.value == known.name)
        return any(_NAME in _methods(node) for node in classes)

    @converting(cst.ClassDef)
    def definition(self, original: cst.ClassDef, updated: cst.ClassDef) -> cst.ClassDef | None:
        """Have construct call the method."""
        known = self.engine.the(Classes).left
        methods = _methods(original)
        if known is None or known.base not in _AXES or _NAME not in methods or "forward" in methods:
            return None
        weight = "self.weight.squeeze(2)" if _AXES[known.base] == 1 else "self.weight"
        made = cst.parse_module(_CONSTRUCT.format(weight=weight)).body[0]
        made = made.with_changes(leading_lines=[cst.EmptyLine(indent=False)])
        body = cst.ensure_type(updated.body, cst.IndentedBlock)
        whole = updated.with_changes(body=body.with_changes(body=[*body.body, made]))
        return self.engine.the(Classes).definition(original, whole)


def _methods(node: cst.ClassDef) -> set[str]:
    return {part.name.value for part in node.body.body if isinstance(part, cst.FunctionDef)}
