"""``torch.no_grad()`` and casts around blocks: MindSpore, which keeps no graph, needs neither outside of a Cell.

Within a layer, the graph of what is computed there is cut where it leaves the block or the method.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting, entering, leaving
from parity.port.engine.statements import unwrapped
from parity.port.project.kinds import ARRAY, BOOL, LAYER, NUMBER, OTHER, SHAPE, TEXT
from parity.port.project.names import targets
from parity.port.syntax.pieces import expression, statement, text
from parity.port.syntax.walking import walk
from parity.port.to_mindspore.steps import CASTS, GRAPH_CONTEXTS
from parity.port.to_mindspore.updates import NO_GRAPH

_CONTEXTS = NO_GRAPH | GRAPH_CONTEXTS
_CUT = "mindspore.ops.stop_gradient"  # of anything, also of what is no tensor
_BUILDS = ("__init__", "init", "_init", "reset_parameters", "_reset_parameters", "load", "_load")
_NO_TENSORS = frozenset({NUMBER, TEXT, BOOL, SHAPE, ARRAY, LAYER, OTHER})


class NoGraph(Pass):
    """Removes decorators and blocks that say of what is computed in them that it has no graph."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.functions: list[cst.FunctionDef] = []
        self.within: list[bool] = []  # of each function: what it returns has no graph
        self.blocks = 0  # open ones of the function

    @entering(cst.FunctionDef)
    def enter_function(self, node: cst.FunctionDef) -> None:
        """Know whether what a layer's method returns has no graph."""
        self.functions.append(node)
        decorated = any(self._is_removed(entry) for entry in node.decorators)
        known = self.ctx.within
        is_method = self.ctx.scopes.stack[-2].is_class and known is not None and known.is_layer
        self.within.append(decorated and is_method and not node.name.value.startswith(_BUILDS))

    @leaving(cst.FunctionDef)
    def leave_function(self, node: cst.FunctionDef) -> None:
        """Forget the function."""
        del node
        self.functions.pop()
        self.within.pop()

    @entering(cst.With)
    def open(self, node: cst.With) -> None:
        """Know that what is returned within has no graph."""
        self.blocks += self._cuts(node)

    @leaving(cst.With)
    def close(self, node: cst.With) -> None:
        """Forget the block."""
        self.blocks -= self._cuts(node)

    @converting(cst.Return)
    def value(self, original: cst.Return, updated: cst.Return) -> cst.Return | None:
        """Cut the graph of what is returned."""
        if updated.value is None or original.value is None or not ((self.within and self.within[-1]) or self.blocks):
            return None
        if self.ctx.kind_of(original.value) in _NO_TENSORS or text(original.value) in {"None", "self"}:
            return None
        value = text(updated.value).strip()
        inner = f"({value})" if isinstance(updated.value, cst.Tuple) and not updated.value.lpar else value
        return updated.with_changes(value=expression(f"{self.ctx.spell(_CUT)}({inner})"))

    def is_open(self) -> bool:
        """Tell whether what is converted stands within a block, or a method of a layer, that keeps no graph."""
        return bool(self.blocks) or (bool(self.within) and self.within[-1])

    def _in_layer(self) -> bool:
        """Tell whether what is converted is computed by a method of a layer, other than one that builds it."""
        known = self.ctx.within
        inside = bool(self.ctx.functions) and known is not None and known.is_layer
        return inside and not self.ctx.functions[-1].startswith(_BUILDS)

    def _cuts(self, node: cst.With) -> bool:
        """Tell whether what a block computes has no graph, where that matters."""
        return self._in_layer() and any(self._context(item) in _CONTEXTS for item in node.items)

    def _bound(self, node: cst.With) -> list[str]:
        """Return the names that a block binds to what it computes, and that are read elsewhere in the function."""
        bound: dict[str, None] = {}
        for part in walk(node.body):
            if isinstance(part, cst.Assign):
                for target in part.targets:
                    if not isinstance(part.value, cst.Name):
                        bound.update(dict.fromkeys(sorted(targets(target.target))))
            elif isinstance(part, (cst.AugAssign, cst.AnnAssign)):
                bound.update(dict.fromkeys(sorted(targets(part.target))))
        inside = {id(part) for part in walk(node)}
        read = {
            part.value
            for part in walk(self.functions[-1].body)
            if isinstance(part, cst.Name) and id(part) not in inside
        }
        kinds = {name: self.ctx.scopes.kind(name) for name in bound}
        return [name for name in bound if name in read and kinds[name] not in _NO_TENSORS]

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
        return full if full in _CONTEXTS or full.startswith(CASTS) else ""

    @converting(cst.With)
    def block(self, original: cst.With, updated: cst.With) -> Any:
        """Write a block without the contexts that say nothing."""
        left: list[cst.WithItem] = []
        for before, after in zip(original.items, updated.items, strict=True):
            full = self._context(before)
            if full and isinstance(before.item, cst.Call):
                if full in _CONTEXTS or _is_off(before.item):
                    self.ctx.done()
                    continue
                if full.startswith(CASTS) and after.asname is None:
                    self.ctx.mark(
                        "DIFFERENT", full, "here it is computed in float32: amp.auto_mixed_precision casts a net"
                    )
                    continue
                self.ctx.mark("NO-GRAD", full, "within construct, use ops.stop_gradient on what is computed here")
                kept = expression(self.ctx.keep(before.item.func))
                after = after.with_changes(item=after.item.with_changes(func=kept))
            left.append(after)
        cut = (
            [statement(f"{n} = {self.ctx.spell(_CUT)}({n})") for n in self._bound(original)]
            if self._cuts(original)
            else []
        )
        if not left:
            return cst.FlattenSentinel([*unwrapped(updated), *cut])
        if len(left) < len(original.items):
            left[-1] = left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return (
            cst.FlattenSentinel([updated.with_changes(items=left), *cut]) if cut else updated.with_changes(items=left)
        )


def _is_off(call: cst.Call) -> bool:
    return any(a.keyword is not None and a.keyword.value == "enabled" and text(a.value) == "False" for a in call.args)
