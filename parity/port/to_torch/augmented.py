"""``x += y`` of tensors as ``x = x + y``: MindSpore's changes no tensor in place, torch's does."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.engine.engine import Pass, converting
from parity.port.project.kinds import DICT, LIST, PARAMETER, SHAPE, TENSOR, TENSORS
from parity.port.syntax.pieces import expression, text

_OPERATORS: Mapping[type[cst.BaseAugOp], str] = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.FloorDivideAssign: "//",
}


class Augmented(Pass):
    """Binds the result."""

    @converting(cst.AugAssign)
    def assign(self, original: cst.AugAssign, updated: cst.AugAssign) -> cst.Assign | None:
        """Write ``x = x + y`` for ``x += y``."""
        target = original.target
        operator = _OPERATORS.get(type(original.operator))
        kind = self.ctx.kind_of(target)
        if operator is None or not isinstance(target, (cst.Name, cst.Attribute)):
            return None
        may_be = kind == "" and self.ctx.in_forward() and isinstance(target, cst.Name)
        if self._is_other(original):
            return None
        if kind not in {TENSOR, PARAMETER} and not may_be:
            return None
        value = updated.value
        source = text(value)
        loose = isinstance(value, (cst.BinaryOperation, cst.Comparison)) and not value.lpar
        if loose or isinstance(value, (cst.IfExp, cst.Lambda, cst.BooleanOperation)):
            source = f"({source})"
        made = expression(f"{text(target)} {operator} {source}")
        return cst.Assign([cst.AssignTarget(updated.target)], made)

    def _is_other(self, node: cst.AugAssign) -> bool:
        """Tell whether what is added says that the target is no tensor: a list grows in place, for all who hold it."""
        sequences = (cst.List, cst.Tuple, cst.ListComp, cst.SimpleString, cst.FormattedString, cst.Dict, cst.Set)
        return isinstance(node.value, sequences) or self.ctx.kind_of(node.value) in {LIST, TENSORS, DICT, SHAPE}
