"""The scopes of functions of torch, and what the methods of a Cell are called."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import converting
from parity.port.engine.scopes import Functions
from parity.port.project.kinds import OTHER
from parity.port.project.torch_kinds import of_annotation

# What a class's own methods are called as a Cell's.
_METHODS = {"forward": "construct", "extra_repr": "extend_repr", "train": "set_train"}


def kind_of_hint(ctx: Context, node: cst.BaseExpression) -> str:
    """Return the kind that a type hint says, or ""; an object of a class of the project's own may be no layer.

    Args:
        ctx (Context): the file.
        node (BaseExpression): the hint.
    """
    found = of_annotation(node, ctx.scopes)
    return OTHER if not found and ctx.scopes.full(node) in ctx.facts.objects else found


class TorchFunctions(Functions):
    """Opens the scopes of functions."""

    forwards = ("forward", "_forward")

    def kind_of_hint(self, node: cst.BaseExpression) -> str:
        """Return the kind that a type hint says, or ""."""
        return kind_of_hint(self.ctx, node)

    @converting(cst.FunctionDef)
    def rename(self, original: cst.FunctionDef, updated: cst.FunctionDef) -> cst.FunctionDef | None:
        """Call a method of a layer as a Cell's."""
        ctx = self.ctx
        if not (ctx.scopes.inner.is_class and ctx.classes and ctx.classes[-1].is_layer):
            return None
        name = _METHODS.get(original.name.value)
        if name == "set_train":
            ctx.mark("STRUCTURE", "Module.train", "set_train of an outer Cell does not call that of its children")
        return None if name is None else updated.with_changes(name=cst.Name(name))
