"""Type hints: a name of the framework is written as the other's, or the whole hint as ``object``."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting, converting_name, entering, leaving
from parity.port.syntax.pieces import expression


class Hints(Pass):
    """Converts hints; a direction says which types there are."""

    stage = Stage.FRAME

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.inside = 0

    def is_convertible(self, node: cst.CSTNode) -> bool:
        """Tell whether every name of a hint that is the source's has one in the other framework."""
        raise NotImplementedError

    def name_of(self, full: str) -> str | None:
        """Return how the type of a full name is written; None where there is none."""
        raise NotImplementedError

    @entering(cst.Annotation)
    def open(self, node: cst.Annotation) -> bool:
        """Convert what follows as a hint."""
        self.inside += 1
        return self.is_convertible(node.annotation)

    @leaving(cst.Annotation)
    def close(self, node: cst.Annotation) -> None:
        """Convert what follows as values."""
        del node
        self.inside -= 1

    @converting(cst.Annotation)
    def drop(self, original: cst.Annotation, updated: cst.Annotation) -> cst.Annotation | None:
        """Write ``object`` where the other framework has no such type."""
        return None if self.is_convertible(original.annotation) else updated.with_changes(annotation=cst.Name("object"))

    @converting_name
    def name(self, full: str, original: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression | None:
        """Write the type's name."""
        del updated
        if not self.inside:
            return None
        written = self.name_of(full)
        return original if written is None else expression(written)
