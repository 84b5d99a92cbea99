"""What torch's dtypes say of themselves: ``x.dtype.is_floating_point``."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting_attribute, entering
from parity.port.syntax.pieces import expression, operand

_DTYPES: Mapping[str, tuple[str, ...]] = {
    "is_floating_point": ("float16", "bfloat16", "float32", "float64"),
    "is_complex": ("complex64", "complex128"),
}


class DtypeFacts(Pass):
    """Asks whether a dtype is one of those that torch means."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._called: set[int] = set()

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave ``x.is_floating_point()``, the method of a tensor."""
        self._called.add(id(node.func))

    @converting_attribute
    def attribute(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write what is asked of a dtype as a comparison with MindSpore's."""
        names = _DTYPES.get(original.attr.value)
        if names is None or id(original) in self._called:
            return None
        self.ctx.done()
        known = ", ".join(self.ctx.spell(f"mindspore.{name}") for name in names)
        return expression(f"({operand(updated.value)} in ({known}))")
