"""Decisions by the names of classes: ``classname.find("Conv") != -1``."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.decisions import Decisions
from parity.port.engine.engine import Engine, Pass, converting, entering
from parity.port.rows.choose import part_in_mindspore


class ClassNames(Pass):
    """Writes the names that MindSpore's layers have."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.names: dict[int, str] = {}

    @entering(cst.Comparison)
    def enter(self, node: cst.Comparison) -> None:
        """Know what a class's name is compared with."""
        owner, written = self.engine.the(Decisions).class_name_part(node)
        if written is None:
            return
        name = part_in_mindspore(str(written.evaluated_value))
        if name is None:
            self.ctx.mark("STRUCTURE", f"{owner}.__class__", "MindSpore's layers have other names: ask isinstance")
        elif name != written.raw_value:
            self.names[id(written)] = name

    @converting(cst.SimpleString)
    def name(self, original: cst.SimpleString, updated: cst.SimpleString) -> cst.SimpleString | None:
        """Write MindSpore's name."""
        name = self.names.get(id(original))
        if name is None:
            return None
        self.ctx.done()
        return updated.with_changes(value=updated.value.replace(original.raw_value, name))
