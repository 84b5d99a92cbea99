"""``GradScaler`` and ``autocast`` around a training step: in float32, the loss is not scaled.

The calls are written as those that they stand for before anything else is read: ``scaler.scale(loss).backward()`` is
``loss.backward()``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting, entering
from parity.port.project.facts import Source
from parity.port.project.names import imported
from parity.port.syntax.pieces import dotted, text
from parity.port.syntax.walking import Parts

SCALERS = frozenset({"torch.cuda.amp.GradScaler", "torch.amp.GradScaler", "torch.GradScaler",
                     "torch.cuda.amp.grad_scaler.GradScaler"})  # fmt: skip
_NOTHING = frozenset({"update", "unscale_"})


def scalers_of(parts: Parts, package: str) -> frozenset[str]:
    """Return how a file writes what it binds to a scaler: ``scaler``, ``self.scaler``.

    Args:
        parts (Parts): what the file says.
        package (str): the package that it is a module of; "" for none.
    """
    known: dict[str, str] = {}
    lines: list[cst.Import | cst.ImportFrom] = [*parts.of(cst.Import), *parts.of(cst.ImportFrom)]
    for line in lines:
        known.update(imported(line, package))
    found: dict[str, bool] = {}
    for node in parts.of(cst.Assign):
        is_scaler = isinstance(node.value, cst.Call) and _full(node.value.func, known) in SCALERS
        for target in node.targets:
            name = text(target.target)
            found[name] = is_scaler and found.get(name, True)
    return frozenset(name for name, is_scaler in found.items() if is_scaler)


def _full(node: cst.BaseExpression, known: dict[str, str]) -> str:
    head, dot, rest = dotted(node).partition(".")
    return f"{known.get(head, head)}{dot}{rest}"


def unscaled(source: Source) -> Source:
    """Return a file whose steps are written without the scaler; the same where it has none."""
    if "GradScaler" not in source.code:
        return source
    names = scalers_of(Parts(source.tree), source.package)
    if not names:
        return source
    tree = source.tree.visit(_Unscaled(names))
    return replace(source, tree=tree) if isinstance(tree, cst.Module) else source


class _Unscaled(cst.CSTTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        super().__init__()
        self.names = names

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        del original_node
        func = updated_node.func
        if not isinstance(func, cst.Attribute) or text(func.value) not in self.names:
            return updated_node
        only = updated_node.args[0].value if len(updated_node.args) == 1 else None
        if func.attr.value == "scale" and only is not None:
            return only
        if func.attr.value == "step" and only is not None:
            return cst.Call(cst.Attribute(only, cst.Name("step")))
        return updated_node.with_changes(args=()) if func.attr.value == "unscale_" else updated_node


class Scalers(Pass):
    """Removes what is left of scalers."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        code = engine.source.code
        self.names = scalers_of(engine.parts, engine.source.package) if "GradScaler" in code else frozenset[str]()

    def _is_nothing(self, node: cst.Expr) -> bool:
        call = node.value
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
            return False
        return call.func.attr.value in _NOTHING and text(call.func.value) in self.names

    @entering(cst.Assign)
    def enter(self, node: cst.Assign) -> bool:
        """Do not look into what is removed."""
        return not self._makes(node)

    @entering(cst.Expr)
    def enter_call(self, node: cst.Expr) -> bool:
        """Do not look into what is removed."""
        return not self._is_nothing(node)

    def _makes(self, node: cst.Assign) -> bool:
        return isinstance(node.value, cst.Call) and is_scaler(self.ctx, node.value)

    @converting(cst.Assign)
    def make(self, original: cst.Assign, updated: cst.Assign) -> Any:
        """Remove the making of a scaler."""
        del updated
        if not self._makes(original):
            return None
        self.ctx.done()
        return cst.RemoveFromParent()

    @converting(cst.Expr)
    def call(self, original: cst.Expr, updated: cst.Expr) -> Any:
        """Remove what says of a scaler that the step is done."""
        del updated
        if not self._is_nothing(original):
            return None
        self.ctx.done()
        return cst.RemoveFromParent()


def is_scaler(ctx: Context, call: cst.Call) -> bool:
    """Tell whether a call makes a scaler."""
    return ctx.scopes.full(call.func) in SCALERS
