"""``torch.no_grad()`` and casts around blocks: MindSpore, which keeps no graph, needs neither outside of a Cell."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, converting, entering
from parity.port.engine.statements import unwrapped
from parity.port.syntax.pieces import expression, text
from parity.port.to_mindspore.steps import GRAPH_CONTEXTS
from parity.port.to_mindspore.updates import NO_GRAPH

_CONTEXTS = NO_GRAPH | GRAPH_CONTEXTS
_CASTS = ("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast")


class NoGraph(Pass):
    """Removes decorators and blocks that say of what is computed in them that it has no graph."""

    def _is_removed(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        return self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner) in _CONTEXTS

    @entering(cst.Decorator)
    def enter_decorator(self, node: cst.Decorator) -> bool:
        """Do not look into what is removed."""
        return not self._is_removed(node)

    @converting(cst.Decorator)
    def decorator(self, original: cst.Decorator, updated: cst.Decorator) -> cst.RemovalSentinel | None:
        """Remove a decorator."""
        del updated
        return cst.RemoveFromParent() if self._is_removed(original) else None

    @entering(cst.With)
    def enter_block(self, node: cst.With) -> None:
        """Leave the contexts to the block."""
        self.engine.claim(*(item.item for item in node.items if self._context(item)))

    def _context(self, item: cst.WithItem) -> str:
        """Return the full name of what a block is within, where it is torch's; else ""."""
        full: str = self.ctx.scopes.full(item.item.func) if isinstance(item.item, cst.Call) else ""
        return full if full in _CONTEXTS or full.startswith(_CASTS) else ""

    @converting(cst.With)
    def block(self, original: cst.With, updated: cst.With) -> Any:
        """Write a block without the contexts that say nothing."""
        left: list[cst.WithItem] = []
        for before, after in zip(original.items, updated.items, strict=True):
            full = self._context(before)
            if full and isinstance(before.item, cst.Call):
                if (full in _CONTEXTS and not self.ctx.in_forward()) or _is_off(before.item):
                    self.ctx.done()
                    continue
                self.ctx.mark("NO-GRAD", full, "within construct, use ops.stop_gradient on what is computed here")
                kept = expression(self.ctx.keep(before.item.func))
                after = after.with_changes(item=after.item.with_changes(func=kept))
            left.append(after)
        if not left:
            return cst.FlattenSentinel(unwrapped(updated))
        if len(left) < len(original.items):
            left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return updated.with_changes(items=left)


def _is_off(call: cst.Call) -> bool:
    return any(a.keyword is not None and a.keyword.value == "enabled" and text(a.value) == "False" for a in call.args)
