"""The scopes of functions of MindSpore, and what the methods of a Module are called."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Engine, converting
from parity.port.engine.scopes import Functions
from parity.port.project.kinds import ARRAY
from parity.port.to_torch import cells
from parity.port.to_torch.arrays import array_arguments
from parity.port.to_torch.kinds import of_annotation


class MindSporeFunctions(Functions):
    """Opens the scopes of functions."""

    forwards = ("construct", "forward", "_forward")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.arrays = array_arguments(engine.source)

    def kind_of_hint(self, node: cst.BaseExpression) -> str:
        """Return the kind that a type hint says, or ""."""
        return of_annotation(self.ctx, node)

    def kind_by_use(self, node: cst.FunctionDef, number: int) -> str:
        """Return ``array`` of an argument that the file's calls give arrays of numpy."""
        if self.ctx.functions or (self.ctx.scopes.inner.is_class and self.ctx.classes):
            return ""
        return ARRAY if number in self.arrays.get(node.name.value, frozenset()) else ""

    @converting(cst.FunctionDef)
    def rename(self, original: cst.FunctionDef, updated: cst.FunctionDef) -> cst.FunctionDef | None:
        """Call a method of a layer as a Module's."""
        ctx = self.ctx
        known = ctx.classes[-1] if ctx.scopes.inner.is_class and ctx.classes else None
        name = cells.METHODS.get(original.name.value) if known is not None and known.is_layer else None
        return None if name is None else updated.with_changes(name=cst.Name(name))
