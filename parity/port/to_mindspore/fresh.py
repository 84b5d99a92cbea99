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
    "where", "exp", "log", "sqrt", "matmul", "softmax", "log_softmax", "sigmoid", "tanh", "add", "sub", "mul", "div",
    "pow", "einsum", "bmm", "mm", "sum", "mean", "abs", "conv1d", "conv2d", "conv3d", "linear", "one_hot", "cumsum",
})  # fmt: skip
_METHODS = frozenset({
    "clone", "new_zeros", "new_ones", "new_full", "new_empty", "new_tensor", "exp", "log", "sqrt", "add", "sub", "mul",
    "div", "pow", "matmul", "softmax", "log_softmax", "sigmoid", "tanh", "sum", "mean", "abs", "neg", "square", "rsqrt",
    "cumsum", "masked_fill", "gather", "amax", "amin", "clamp",
})  # fmt: skip
_OPERATORS = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.Power, cst.MatrixMultiply)
_UNCHANGED = "is changed by it in torch, and is not here: who reads it later?"


def is_fresh(ctx: Context, node: cst.BaseExpression) -> bool:
    """Tell whether an expression makes a tensor that has no other name and is a view of none."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, _OPERATORS):
        return True  # of tensors, or it would have no such method
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
        if not name or self.engine.is_claimed(original):
            return None
        fresh = is_fresh(self.ctx, before.value)
        if not fresh and (not inplace.is_in_place(self.ctx, original) or self._is_converted(original, call)):
            return None
        plain = call.with_changes(func=after.with_changes(attr=cst.Name(name)))
        marks = len(self.ctx.pending[-1])
        made = methods.convert(self.ctx, original.with_changes(func=before.with_changes(attr=cst.Name(name))), plain)
        if made is None or len(self.ctx.pending[-1]) > marks:
            del self.ctx.pending[-1][marks:]
            return None
        if text(made) == text(call):
            return None
        if not fresh:
            self.ctx.mark("IN-PLACE", f"Tensor.{before.attr.value}", f"{text(before.value)} itself {_UNCHANGED}")
        return made

    def _is_converted(self, original: cst.Call, call: cst.Call) -> bool:
        """Tell whether the table has the in-place method itself, on every device."""
        ctx = self.ctx
        known, converted, marks = dict(ctx.unproved), ctx.converted, len(ctx.pending[-1])
        made = methods.convert(ctx, original, call)
        left = len(ctx.pending[-1]) > marks
        del ctx.pending[-1][marks:]
        ctx.unproved, ctx.converted = known, converted
        return made is not None and not left
