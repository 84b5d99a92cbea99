"""Names that stand for themselves: which of them are meant as the class itself, as in ``isinstance``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_name, entering
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import Parts

_ASKS = frozenset({"isinstance", "issubclass"})


def _entries(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [element.value for element in node.elements] if isinstance(node, (cst.Tuple, cst.List)) else [node]


def _asked_about(parts: Parts) -> Iterator[int]:
    """Yield what is bound to names that objects are asked about, and that nothing calls: ``kinds = (nn.Linear,)``."""
    asked: set[str] = set()
    called: set[str] = set()
    for call in parts.of(cst.Call):
        called.add(text(call.func))
        if isinstance(call.func, cst.Name) and call.func.value in _ASKS and len(call.args) == 2:
            asked |= {dotted(entry) for entry in _entries(call.args[1].value)}
    wanted = asked - called - {""}
    for node in parts.of(cst.Assign):
        if {text(target.target) for target in node.targets} & wanted:
            yield from map(id, _entries(node.value))
    for param in parts.of(cst.Param):
        if param.name.value in wanted and param.default is not None:
            yield from map(id, _entries(param.default))


class Names(Pass):
    """Converts names that stand for themselves; a direction says what becomes of one."""

    stage = Stage.TABLE

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.classes = set(_asked_about(engine.parts))  # names that stand for the class itself

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
            self.classes |= {id(entry) for entry in _entries(node.args[1].value)}

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
