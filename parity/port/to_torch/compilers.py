"""What only MindSpore's compiler and context need: decorators and statements, removed."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting, entering
from parity.port.to_torch.calls import STATEMENTS
from parity.port.to_torch.kinds import full_of
from parity.port.to_torch.live import canonical

_DECORATORS = ("mindspore.jit", "mindspore.ms_function", "mindspore.ms_class", "mindspore.jit_class",
               "mindspore.lazy_inline", "mindspore.ops.constexpr", "mindspore.ops.primitive.", "mindspore._no_grad",
               "mindspore.ops._primitive_cache", "mindspore.jit_forward")  # fmt: skip


class Compilers(Pass):
    """Removes them."""

    def _is_compilers(self, node: cst.Decorator) -> bool:
        inner = node.decorator
        full = self.ctx.scopes.full(inner.func if isinstance(inner, cst.Call) else inner)
        return full.startswith(_DECORATORS) or canonical(full).startswith(_DECORATORS)

    @entering(cst.Decorator)
    def enter_decorator(self, node: cst.Decorator) -> bool:
        """Do not look into what is removed."""
        return not self._is_compilers(node)

    @converting(cst.Decorator)
    def decorator(self, original: cst.Decorator, updated: cst.Decorator) -> cst.RemovalSentinel | None:
        """Remove a decorator."""
        del updated
        return cst.RemoveFromParent() if self._is_compilers(original) else None

    @converting(cst.Expr)
    def statement(self, original: cst.Expr, updated: cst.Expr) -> cst.RemovalSentinel | None:
        """Remove what MindSpore's context needs."""
        calls = isinstance(original.value, cst.Call) and isinstance(updated.value, cst.Call)
        if not calls or full_of(self.ctx, cst.ensure_type(original.value, cst.Call).func) not in STATEMENTS:
            return None
        self.ctx.done()
        return cst.RemoveFromParent()

    @converting(cst.Call)
    def call(self, original: cst.Call, updated: cst.Call) -> cst.Call | None:
        """Leave such a call to the statement."""
        return updated if full_of(self.ctx, original.func) in STATEMENTS else None
