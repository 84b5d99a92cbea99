"""In-place methods as statements: ``x.add_(y)`` binds the result to the name again."""

from __future__ import annotations

import libcst as cst
import torch

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting, entering
from parity.port.project.kinds import NUMBER, OF_TENSORS, TENSOR
from parity.port.project.torch_kinds import kind_of
from parity.port.rows.arguments import Refused
from parity.port.rows.choose import rows_of
from parity.port.syntax.pieces import dotted, expression, text
from parity.port.to_mindspore import initializers, methods
from parity.port.to_mindspore.no_graph import NoGraph

# What changes a tensor otherwise than by its values.
_NO_VALUES = frozenset({
    "detach_", "requires_grad_", "t_", "transpose_", "swapaxes_", "swapdims_", "squeeze_", "unsqueeze_",
    "share_memory_",
})  # fmt: skip


def plain_name(method: str) -> str:
    """Return ``add`` for ``add_``; "" where torch has no such pair."""
    name = method[:-1]
    if method.endswith("__") or not method.endswith("_") or not name:
        return ""
    return name if hasattr(torch.Tensor, method) and hasattr(torch.Tensor, name) else ""


def is_in_place(ctx: Context, call: cst.Call) -> bool:
    """Tell whether a call changes its receiver: ``x.add_(y)``, ``x.copy_(y)``."""
    if not isinstance(call.func, cst.Attribute):
        return False
    method = call.func.attr.value
    if not method.endswith("_") or method.endswith("__") or not hasattr(torch.Tensor, method):
        return False
    return kind_of(call.func.value, ctx.scopes) in {*OF_TENSORS, ""} and not ctx.scopes.full(call.func)


def as_assignment(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseSmallStatement | None:
    """Return ``x = x.add(y)`` for the statement ``x.add_(y)`` of a local name; None where it cannot be said so."""
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    name = plain_name(original.func.attr.value)
    if not isinstance(original.func.value, cst.Name):
        return None
    receiver = original.func.value.value
    if receiver not in ctx.scopes.inner.kinds and receiver not in ctx.scopes.inner.names:
        return None
    filled = _filled(ctx, original, call, receiver)
    if filled is not None:
        return cst.Assign([cst.AssignTarget(cst.Name(receiver))], filled)
    if not name:
        return None
    plain = call.with_changes(func=call.func.with_changes(attr=cst.Name(name)))
    before = original.with_changes(func=original.func.with_changes(attr=cst.Name(name)))
    made = methods.convert(ctx, before, plain)
    if made is None or (text(made) == text(plain) and not rows_of(f"torch.Tensor.{name}")):
        return None
    return cst.Assign([cst.AssignTarget(cst.Name(receiver))], made)


def is_basic(ctx: Context, node: cst.Subscript) -> bool:
    """Tell whether an index gives a view: it is of slices, numbers, None and dots, and of no tensor or list."""
    for element in node.slice:
        part = element.slice
        if isinstance(part, cst.Slice):
            continue
        if not isinstance(part, cst.Index):
            return False
        value = part.value
        named = isinstance(value, (cst.Name, cst.Ellipsis)) and text(value) in {"None", "..."}
        if not (named or isinstance(value, cst.Ellipsis) or kind_of(value, ctx.scopes) == NUMBER):
            return False
    return True


def of_part(ctx: Context, original: cst.Call, call: cst.Call) -> cst.Assign | None:
    """Return ``x[:, 2:] = x[:, 2:].add(1)`` for the statement ``x[:, 2:].add_(1)``; None for another call.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
    part, made_part = before.value, after.value
    if not isinstance(part, cst.Subscript) or not isinstance(made_part, cst.Subscript) or not is_basic(ctx, part):
        return None
    of_data = isinstance(part.value, cst.Attribute) and part.value.attr.value == "data"
    if not dotted(part.value):
        return None
    if not of_data and kind_of(part.value, ctx.scopes) not in OF_TENSORS:
        return None
    if of_data and isinstance(made_part.value, cst.Attribute) and made_part.value.attr.value == "data":
        made_part = made_part.with_changes(value=made_part.value.value)
    method, plain = before.attr.value, [entry.value for entry in call.args]
    target = [cst.AssignTarget(made_part)]
    if any(entry.keyword is not None or entry.star for entry in call.args) and method in {"zero_", "fill_", "copy_"}:
        return None
    if method == "zero_" and not plain:
        return cst.Assign(target, cst.Integer("0"))
    if method in {"fill_", "copy_"} and len(plain) == 1:
        return cst.Assign(target, plain[0])
    made = _under_its_plain_name(ctx, original, call, made_part)
    return cst.Assign(target, made) if made is not None else None


def _under_its_plain_name(
    ctx: Context, original: cst.Call, call: cst.Call, owner: cst.BaseExpression
) -> cst.BaseExpression | None:
    """Convert ``x.add_(1)`` as ``owner.add(1)``; None, and no mark, where that has no counterpart without one."""
    before = cst.ensure_type(original.func, cst.Attribute)
    name = plain_name(before.attr.value)
    if not name:
        return None
    marks = len(ctx.pending[-1])
    renamed = original.with_changes(func=before.with_changes(attr=cst.Name(name)))
    made = methods.convert(ctx, renamed, call.with_changes(func=cst.Attribute(owner, cst.Name(name))))
    if made is None or len(ctx.pending[-1]) > marks:
        del ctx.pending[-1][marks:]
        return None
    return made


def of_data(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Return ``ops.assign(p, p.clamp(...))`` for the statement ``p.data.clamp_(...)``; None for another call.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    data, name = original.func.value, plain_name(original.func.attr.value)
    if not name or not isinstance(data, cst.Attribute) or data.attr.value != "data" or not dotted(data):
        return None
    owner = data.value
    before = original.with_changes(func=cst.Attribute(data, cst.Name(name)))
    plain = call.with_changes(func=cst.Attribute(owner, cst.Name(name)))
    marks = len(ctx.pending[-1])
    made = methods.convert(ctx, before, plain) if kind_of(data, ctx.scopes) in {*OF_TENSORS, ""} else None
    if made is None or len(ctx.pending[-1]) > marks:
        del ctx.pending[-1][marks:]
        return None
    return expression(f"{ctx.spell('mindspore.ops.assign')}({text(owner)}, {text(made)})")


def _filled(ctx: Context, original: cst.Call, call: cst.Call, receiver: str) -> cst.BaseExpression | None:
    """Return what ``x.fill_(number)`` and ``x.zero_()`` make of a tensor; None for another call."""
    assert isinstance(call.func, cst.Attribute)
    method = call.func.attr.value
    if ctx.scopes.kind(receiver) != TENSOR or any(entry.keyword is not None or entry.star for entry in call.args):
        return None
    if method == "zero_" and not call.args:
        return expression(f"{ctx.spell('mindspore.ops.zeros_like')}({receiver})")
    if method == "fill_" and len(call.args) == 1 and kind_of(original.args[0].value, ctx.scopes) not in OF_TENSORS:
        value = text(call.args[0].value).strip()
        return expression(f"{ctx.spell('mindspore.ops.full_like')}({receiver}, {value})")
    return None


def as_item(ctx: Context, original: cst.Call, call: cst.Call) -> cst.Assign | None:
    """Return ``x[...] = 0`` for the statement ``x.zero_()`` of a tensor that others see too; None for another call.

    What is computed of the tensor itself, ``x.exp_()``, is written so outside of a forward alone, as MindSpore's
    gradients take the value that is written for the one that was read; numbers, ``self.count.add_(1)``, anywhere.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
    if not dotted(before.value) or kind_of(before.value, ctx.scopes) not in {*OF_TENSORS, ""}:
        return None
    owner = after.value
    if isinstance(owner, cst.Attribute) and owner.attr.value == "data":
        owner = owner.value
    target = [cst.AssignTarget(cst.ensure_type(expression(f"{text(owner)}[...]"), cst.Subscript))]
    method, plain = before.attr.value, [entry.value for entry in call.args]
    if method in initializers.FILLS:
        try:
            made = initializers.drawn(ctx, initializers.FIRST + initializers.FILLS[method], text(owner), call.args)
        except Refused:
            return None
        if method in {"zero_", "fill_"}:
            return cst.Assign(target, plain[0] if plain else cst.Integer("0"))
        return cst.Assign(target, expression(made)) if made is not None else None
    if method == "copy_" and len(plain) == 1:
        return cst.Assign(target, plain[0])
    if (ctx.in_forward() and not _is_counted(ctx, original)) or method in _NO_VALUES:
        return None
    made_of = _under_its_plain_name(ctx, original, call, owner)
    return cst.Assign(target, made_of) if made_of is not None else None


def _is_counted(ctx: Context, original: cst.Call) -> bool:
    """Tell whether a call adds numbers to an attribute: ``self.count.add_(1)``."""
    before = cst.ensure_type(original.func, cst.Attribute)
    numbers = all(kind_of(entry.value, ctx.scopes) == NUMBER for entry in original.args)
    return numbers and before.attr.value in {"add_", "sub_"} and text(before.value).startswith("self.")


def of_chain(ctx: Context, original: cst.Call, call: cst.Call, *, graphless: bool) -> cst.Assign | None:
    """Return ``x[...] = x.mul(a).add(b)`` for the statement ``x.mul_(a).add_(b)``; None for another call.

    Within a forward it is written so where there is no graph, and what is computed is cut from MindSpore's.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its arguments converted.
        graphless (bool): the statement stands where torch keeps no graph.
    """
    before = cst.ensure_type(original.func, cst.Attribute)
    if not isinstance(before.value, cst.Call) or (ctx.in_forward() and not graphless):
        return None
    found = _chain(ctx, original, call)
    if found is None:
        return None
    owner, made = found
    if ctx.in_forward():
        made = expression(f"{ctx.spell('mindspore.ops.stop_gradient')}({text(made)})")
    target = cst.ensure_type(expression(f"{text(owner)}[...]"), cst.Subscript)
    return cst.Assign([cst.AssignTarget(target)], made)


def _chain(ctx: Context, original: cst.Call, call: cst.Call) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """Return the tensor that calls in place change one after the other, and what they make of it."""
    before, after = original.func, call.func
    if not isinstance(before, cst.Attribute) or not isinstance(after, cst.Attribute) or before.attr.value in _NO_VALUES:
        return None
    owner = value = after.value
    if isinstance(before.value, cst.Call):
        inner = _chain(ctx, before.value, after.value) if isinstance(after.value, cst.Call) else None
        if inner is None:
            return None
        owner, value = inner
    elif not dotted(before.value) or kind_of(before.value, ctx.scopes) not in {*OF_TENSORS, ""}:
        return None
    elif isinstance(owner, cst.Attribute) and owner.attr.value == "data":
        owner = value = owner.value
    made = _under_its_plain_name(ctx, original, call, value)
    return (owner, made) if made is not None else None


def reason_against(ctx: Context, method: str) -> str:
    """Return why MindSpore's in-place method of the same name cannot be called instead; "" where it can."""
    if not ctx.facts.exists(f"mindspore.Tensor.{method}"):
        return "MindSpore's tensors have no such method"
    rows = [row for row in rows_of(f"torch.Tensor.{method}") if row.mindspore == f"mindspore.Tensor.{method}"]
    cases = [case for row in rows for case in row.cases if case.expected == "equal"]
    if any(not case.oracle for case in cases):
        return ""
    ctx.unproved[f"torch.Tensor.{method}"] = None
    if cases:
        return "MindSpore has it, but not on the CPU: bind the result of the method without the underscore"
    return "MindSpore has a method of this name, which nothing shows to be the same"


def _without_detach(original: cst.Call, call: cst.Call) -> tuple[cst.Call, cst.Call]:
    """Return ``p.data.zero_()`` for ``p.detach().zero_()``, before and after its parts are converted."""
    detached = cst.ensure_type(original.func, cst.Attribute)
    inner = detached.value
    if not isinstance(inner, cst.Call) or inner.args or not isinstance(inner.func, cst.Attribute):
        return original, call
    if inner.func.attr.value != "detach" or not dotted(inner.func.value):
        return original, call
    made = cst.ensure_type(call.func, cst.Attribute).value
    stopped = isinstance(made, cst.Call) and len(made.args) == 1 and text(made.args[0].value) == text(inner.func.value)
    if not stopped:
        return original, call
    data = cst.Attribute(inner.func.value, cst.Name("data"))
    before = original.with_changes(func=detached.with_changes(value=data))
    return before, call.with_changes(func=cst.ensure_type(call.func, cst.Attribute).with_changes(value=data))


class InPlace(Pass):
    """Converts statements that change a tensor."""

    @entering(cst.Expr)
    def enter(self, node: cst.Expr) -> None:
        """Leave the call to the statement."""
        if isinstance(node.value, cst.Call) and is_in_place(self.ctx, node.value):
            self.engine.claim(node.value)

    @converting(cst.Expr)
    def statement(self, original: cst.Expr, updated: cst.Expr) -> cst.BaseSmallStatement | None:
        """Bind the result anew; mark what cannot be said so."""
        before, after = original.value, updated.value
        if not isinstance(before, cst.Call) or not isinstance(after, cst.Call) or not self.engine.is_claimed(before):
            return None
        if not isinstance(before.func, cst.Attribute) or not is_in_place(self.ctx, before):
            return None
        before, after = _without_detach(before, after)
        filled = initializers.fill(self.ctx, before, after)
        if filled is not None:
            return updated.with_changes(value=filled)
        part = of_part(self.ctx, before, after)
        if part is not None:
            self.ctx.done()
            return part
        assigned = as_assignment(self.ctx, before, after)
        if assigned is not None:
            return assigned
        written = of_data(self.ctx, before, after)
        if written is not None:
            return updated.with_changes(value=written)
        method = cst.ensure_type(before.func, cst.Attribute).attr.value
        known = dict(self.ctx.unproved)
        reason = reason_against(self.ctx, method)
        refilled = as_item(self.ctx, before, after) if reason else None
        if reason and refilled is None:
            refilled = of_chain(self.ctx, before, after, graphless=self.engine.the(NoGraph).is_open())
        if refilled is not None:
            self.ctx.unproved = known
            self.ctx.done()
            return refilled
        if reason:
            self.ctx.mark("IN-PLACE", f"Tensor.{method}", reason)
        else:
            self.ctx.done()
        return updated
