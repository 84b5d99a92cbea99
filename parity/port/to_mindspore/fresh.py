"""In-place methods of tensors that nothing else sees: ``torch.ones(3).triu_(1)``, the same without the underscore."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_method
from parity.port.syntax.pieces import text
from parity.port.to_mindspore import inplace, methods

_FUNCTIONS = frozenset({
    "tensor", "zeros", "ones", "empty", "full", "rand", "randn", "randint", "randperm", "arange", "linspace", "eye",
    "zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "cat", "stack", "clone",
    "where", "exp", "log", "sqrt", "matmul", "softmax",
})  # fmt: skip
_METHODS = frozenset({"clone", "new_zeros", "new_ones", "new_full", "new_empty", "new_tensor", "exp", "log", "sqrt"})


def is_fresh(ctx: Context, node: cst.BaseExpression) -> bool:
    """Tell whether an expression makes a tensor that has no other name and is a view of none."""
    if not isinstance(node, cst.Call):
        return False
    full = ctx.scopes.full(node.func)
    if full:
        return full.startswith("torch.") and full.rpartition(".")[2] in _FUNCTIONS
    if not isinstance(node.func, cst.Attribute):
        return False
    method = node.func.attr.value
    return method in _METHODS or (bool(inplace.plain_name(method)) and is_fresh(ctx, node.func.value))


class Fresh(Pass):
    """Writes the method that gives a new tensor."""

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write a method without its underscore."""
        before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
        name = inplace.plain_name(before.attr.value)
        if not name or not is_fresh(self.ctx, before.value):
            return None
        plain = call.with_changes(func=after.with_changes(attr=cst.Name(name)))
        marks = len(self.ctx.pending[-1])
        made = methods.convert(self.ctx, original.with_changes(func=before.with_changes(attr=cst.Name(name))), plain)
        if made is None or len(self.ctx.pending[-1]) > marks:
            del self.ctx.pending[-1][marks:]
            return None
        return made if text(made) != text(call) else None
