"""What is known of a file of torch while it is converted."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.project.facts import Facts
from parity.port.project.kinds import PLACE
from parity.port.project.torch_kinds import is_layer_class, kind_of
from parity.port.rows.choose import layers_named
from parity.port.syntax.walking import Parts
from parity.port.to_mindspore import calls, hints
from parity.port.to_mindspore.layer_families import members_of


class MindSporeContext(Context):
    """The state of the conversion of one file to MindSpore.

    Args:
        facts (Facts): what is known of the whole project.
        package (str): the package that the file is a module of; "" for none.
        bound (set[str]): the names that the file binds itself, other than by importing torch.
        parts (Parts): the nodes of the file.
    """

    forwards = ("forward", "call", "__call__")

    def __init__(self, facts: Facts, package: str, bound: set[str], parts: Parts) -> None:
        super().__init__(facts, package, bound)
        self.lists = hints.fields_of_lists(parts)

    def kind_of(self, node: cst.BaseExpression) -> str:
        """Return what an expression's value is, or ""."""
        return PLACE if calls.is_place(node) else kind_of(node, self.scopes)

    def class_of(self, node: cst.BaseExpression) -> str:
        """Return torch's layer class that an expression makes an instance of, or ""."""
        full = self.scopes.full(node.func) if isinstance(node, cst.Call) else ""
        return full if is_layer_class(full) else ""

    def layers_of(self, name: str) -> tuple[str, ...]:
        """Return the layers of torch that a class of torch is the base of, the project's own first, or it alone."""
        members = members_of(name)
        return tuple(m for m in members if m.rpartition(".")[2] in self.facts.words) or members or (name,)

    def layers_named(self, part: str) -> tuple[str, ...]:
        """Return the layers of torch that the project speaks of and in whose names a part occurs."""
        return tuple(name for name in layers_named(part) if name.rpartition(".")[2] in self.facts.words)
