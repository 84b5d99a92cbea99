"""Names that stand for themselves: which of them are meant as the class itself, as in ``isinstance``."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_name, entering
from parity.port.syntax.pieces import text

_ASKS = frozenset({"isinstance", "issubclass"})


class Names(Pass):
    """Converts names that stand for themselves; a direction says what becomes of one."""

    stage = Stage.TABLE

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.classes: set[int] = set()  # names that stand for the class itself

    def value(self, full: str, node: cst.Attribute | cst.Name, *, as_class: bool) -> cst.BaseExpression:
        """Return what takes the place of a name of the framework.

        Args:
            full (str): its full name.
            node (Attribute | Name): as it is written.
            as_class (bool): what is meant is the class itself.
        """
        raise NotImplementedError

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Know the classes that objects are asked about."""
        if isinstance(node.func, cst.Name) and node.func.value in _ASKS and len(node.args) == 2:
            given = node.args[1].value
            nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
            self.classes |= {id(entry) for entry in nodes}

    @entering(cst.Comparison)
    def enter_comparison(self, node: cst.Comparison) -> None:
        """Know the classes that types are compared with."""
        if isinstance(node.left, cst.Call) and text(node.left.func) == "type":
            self.classes |= {id(target.comparator) for target in node.comparisons}

    @converting_name
    def name(self, full: str, original: cst.Attribute | cst.Name, updated: cst.BaseExpression) -> cst.BaseExpression:
        """Convert a name."""
        del updated
        return self.value(full, original, as_class=id(original) in self.classes)
