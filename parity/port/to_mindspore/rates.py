"""Learning rates of optimizers: numbers in torch, Parameters in MindSpore."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, converting, converting_method, entering
from parity.port.project.kinds import TENSOR
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import expression, operand, text
from parity.port.syntax.walking import Parts

_GROUPS = "param_groups"


def of_scheduler(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Write ``scheduler.get_last_lr()`` as numbers; None for another call."""
    if not isinstance(original.func, cst.Attribute) or original.func.attr.value != "get_last_lr" or call.args:
        return None
    ctx.done()
    return expression(f"[float(rate) for rate in {text(call)}]")


def of_group(original: cst.Subscript, updated: cst.Subscript) -> cst.BaseExpression | None:
    """Write ``optimizer.param_groups[0]["lr"]`` that is read, and one of ``get_last_lr()``, as a number.

    Args:
        original (Subscript): as it was.
        updated (Subscript): with its parts converted.
    """
    value = original.value
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == "get_last_lr":
        inner = updated.value
        if isinstance(inner, cst.ListComp):
            return expression(f"float({text(updated.with_changes(value=inner.for_in.iter))})")
    if is_rate(original) and isinstance(value, cst.Subscript):
        return expression(f"float({text(updated)})")
    return None


def is_rate(node: cst.BaseExpression, groups: frozenset[str] = frozenset()) -> bool:
    """Tell whether an expression is the rate of a group of parameters: ``group["lr"]``.

    Args:
        node (BaseExpression): the expression.
        groups (frozenset[str]): the names of loops over groups.
    """
    if not isinstance(node, cst.Subscript) or len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Index):
        return False
    key = node.slice[0].slice.value
    if not isinstance(key, cst.SimpleString) or key.raw_value != "lr":
        return False
    owner = node.value
    if isinstance(owner, cst.Subscript):
        return isinstance(owner.value, cst.Attribute) and owner.value.attr.value == _GROUPS
    return isinstance(owner, cst.Name) and owner.value in groups


def groups_in(parts: Parts) -> frozenset[str]:
    """Return the names of a file's loops over ``optimizer.param_groups``."""
    loops: list[cst.For | cst.CompFor] = [*parts.of(cst.For), *parts.of(cst.CompFor)]
    return frozenset(
        node.target.value
        for node in loops
        if isinstance(node.target, cst.Name)
        and isinstance(node.iter, cst.Attribute)
        and node.iter.attr.value == _GROUPS
    )


def assigned(
    ctx: Context, original: cst.Assign | cst.AugAssign, updated: cst.Assign | cst.AugAssign, groups: frozenset[str]
) -> cst.Expr | None:
    """Write ``group["lr"] = rate`` as an assignment to the Parameter; None for another statement.

    Args:
        ctx (Context): the file.
        original (Assign | AugAssign): as it was.
        updated (Assign | AugAssign): with its parts converted.
        groups (frozenset[str]): the names of loops over groups.
    """
    targets = [entry.target for entry in original.targets] if isinstance(original, cst.Assign) else [original.target]
    if len(targets) != 1 or not is_rate(targets[0], groups):
        return None
    rate = text(targets[0])
    value = text(updated.value).strip()
    if isinstance(updated, cst.AugAssign):
        sign = text(updated.operator).strip().removesuffix("=")
        value = f"{rate} {sign} {operand(updated.value)}"
    ctx.done()
    return cst.Expr(expression(f"{ctx.spell('mindspore.ops.assign')}({rate}, {value})"))


def formatted(
    ctx: Context, original: cst.FormattedStringExpression, updated: cst.FormattedStringExpression
) -> cst.CSTNode:
    """Write the number of a tensor that is formatted: MindSpore's tensors take no format."""
    if not updated.format_spec or updated.conversion or kind_of(original.expression, ctx.scopes) != TENSOR:
        return updated
    if text(original.expression).rstrip().endswith("item()"):
        return updated
    ctx.done()
    return updated.with_changes(expression=expression(f"{operand(updated.expression)}.item()"))


class Rates(Pass):
    """Converts reading and writing of learning rates, and tensors that are formatted."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.groups = groups_in(engine.parts)

    @entering(cst.Assign)
    def enter_assign(self, node: cst.Assign) -> None:
        """Leave items alone that are set."""
        self.engine.claim(*(entry.target for entry in node.targets if isinstance(entry.target, cst.Subscript)))

    @entering(cst.AugAssign)
    def enter_augmented(self, node: cst.AugAssign) -> None:
        """Leave what is changed alone."""
        self.engine.claim(node.target)

    @converting(cst.Assign, cst.AugAssign)
    def assign(self, original: cst.Assign | cst.AugAssign, updated: cst.Assign | cst.AugAssign) -> cst.Expr | None:
        """Set a rate."""
        return assigned(self.ctx, original, updated, self.groups)

    @converting(cst.Subscript)
    def read(self, original: cst.Subscript, updated: cst.Subscript) -> cst.BaseExpression | None:
        """Read a rate as a number."""
        return of_group(original, updated)

    @converting(cst.FormattedStringExpression)
    def formatted(
        self, original: cst.FormattedStringExpression, updated: cst.FormattedStringExpression
    ) -> cst.CSTNode | None:
        """Write the number of a tensor."""
        made = formatted(self.ctx, original, updated)
        return None if made is updated else made

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Read the rates of a scheduler."""
        return of_scheduler(self.ctx, original, call)
