"""Classes: the scope of each is open while its body is converted, and what is known of it."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.context import Class
from parity.port.engine.engine import Pass, Stage, entering, leaving
from parity.port.project.names import OWN, Scope, bound_in
from parity.port.syntax.pieces import text


def is_super_init(call: cst.Call) -> bool:
    """Tell whether a call is ``super().__init__(...)``."""
    func = call.func
    return isinstance(func, cst.Attribute) and func.attr.value == "__init__" and text(func.value).startswith("super(")


class OfClasses(Pass):
    """Opens and closes the scopes of classes; a direction says what is known of one.

    Attributes:
        left: the class whose body was converted last.
    """

    stage = Stage.FRAME

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.left: Class | None = None

    def known(self, node: cst.ClassDef) -> Class:
        """Return what is known of a class before its body is converted."""
        raise NotImplementedError

    @entering(cst.ClassDef)
    def enter(self, node: cst.ClassDef) -> None:
        """Open a class's scope."""
        ctx = self.ctx
        known = self.known(node)
        self.engine.claim(*(e.value for e in node.bases if ctx.is_source(ctx.scopes.full(e.value))))
        ctx.classes.append(known)
        ctx.scopes.stack.append(Scope(names=dict.fromkeys(bound_in(node.body), OWN), is_class=True))

    @leaving(cst.ClassDef)
    def leave(self, node: cst.ClassDef) -> None:
        """Close a class's scope."""
        del node
        self.ctx.scopes.stack.pop()
        self.left = self.ctx.classes.pop()
