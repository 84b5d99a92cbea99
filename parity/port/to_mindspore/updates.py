"""Weights updated by hand: a loop over a net's parameters that subtracts ``lr * p.grad`` from each.

A Parameter of MindSpore keeps no gradient: the loop runs over the parameters and the gradients of the step together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from parity.port.engine.context import Context
from parity.port.syntax.pieces import dotted, expression, operand, text
from parity.port.syntax.walking import Parts, walk

NO_GRAPH = frozenset({"torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"})
"""Contexts in which weights are updated, since the update itself is not to be differentiated."""
GRADIENT = "grad"
"""The name of a parameter's gradient in the loop."""
_CLEARS = frozenset({"zero_", "detach_"})


@dataclass(frozen=True, slots=True)
class Update:
    """A loop that updates the parameters of a net.

    Attributes:
        loop: the statement.
        net: whose ``parameters()`` it runs over, as it is written.
        clears: it clears the gradients too.
    """

    loop: cst.For
    net: str
    clears: bool


@dataclass(frozen=True, slots=True)
class _Change:
    """``ops.function(parameter, value)``."""

    function: str
    value: str


def update_of(node: cst.CSTNode) -> Update | None:
    """Return what a statement updates; None where it is no loop that does nothing else.

    Args:
        node (CSTNode): the statement.
    """
    if not isinstance(node, cst.For) or node.orelse is not None or not isinstance(node.target, cst.Name):
        return None
    call, name = node.iter, node.target.value
    if not isinstance(call, cst.Call) or call.args or not isinstance(call.func, cst.Attribute):
        return None
    net = dotted(call.func.value)
    lines = [_only(line) for line in node.body.body]
    if call.func.attr.value != "parameters" or not net or any(line is None for line in lines):
        return None
    clears = [_clears(line, name) for line in lines]
    changes = [_changed(line, name) is not None for line in lines]
    if not any(changes) or not all(a or b for a, b in zip(clears, changes, strict=True)):
        return None
    used = any(text(part) == f"{name}.grad" for part in walk(node) if isinstance(part, cst.Attribute))
    first_cleared = clears.index(True) if True in clears else len(clears)
    if not used or True in changes[first_cleared:]:
        return None
    return Update(node, net, any(clears))


def updates_in(parts: Parts) -> list[Update]:
    """Return every such loop of a file."""
    return [found for found in (update_of(node) for node in parts.of(cst.For)) if found is not None]


def within_no_graph(ctx: Context, node: cst.CSTNode) -> Sequence[cst.CSTNode]:
    """Return the statements of a ``with torch.no_grad():``; () for another statement."""
    if not isinstance(node, cst.With) or not all(
        isinstance(entry.item, cst.Call) and entry.asname is None and ctx.scopes.full(entry.item.func) in NO_GRAPH
        for entry in node.items
    ):
        return ()
    return node.body.body


def speaks_of_torch(ctx: Context, update: Update) -> bool:
    """Tell whether a loop has a name of torch's in it, which would have to be converted."""
    names = (cst.Name, cst.Attribute)
    return any(isinstance(part, names) and ctx.is_source(ctx.scopes.full(part)) for part in walk(update.loop.body))


def written(ctx: Context, update: Update, gradients: str) -> cst.For:
    """Return the loop over parameters and gradients.

    Args:
        ctx (Context): the file.
        update (Update): the loop as it was.
        gradients (str): the name of the gradients.
    """
    loop = update.loop
    name = cst.ensure_type(loop.target, cst.Name).value
    lines: list[cst.CSTNode] = []
    for node in loop.body.body:
        change = _changed(_only(node), name)
        if change is None:
            continue
        call = cst.Expr(expression(f"{ctx.spell(f'mindspore.ops.{change.function}')}({name}, {change.value})"))
        lines.append(node.with_changes(body=[call]) if isinstance(node, cst.SimpleStatementLine) else call)
    return loop.with_changes(
        target=expression(f"{name}, {GRADIENT}").with_changes(lpar=[], rpar=[]),
        iter=expression(f"zip({update.net}.trainable_params(), {gradients})"),
        body=loop.body.with_changes(body=lines),
    )


def _only(node: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """Return the statement of a line that has just one, also of what follows a colon."""
    if isinstance(node, cst.SimpleStatementLine):
        return node.body[0] if len(node.body) == 1 else None
    return node if isinstance(node, cst.BaseSmallStatement) else None


def _clears(line: cst.BaseSmallStatement | None, name: str) -> bool:
    """Tell whether a statement clears the gradient: ``p.grad.zero_()``, ``p.grad = None``."""
    own = {f"{name}.grad", f"{name}.grad.data"}
    if isinstance(line, cst.Assign) and len(line.targets) == 1:
        return text(line.targets[0].target) == f"{name}.grad" and text(line.value) == "None"
    if not isinstance(line, cst.Expr) or not isinstance(line.value, cst.Call):
        return False
    func = line.value.func
    if not isinstance(func, cst.Attribute) or line.value.args:
        return False
    return text(func.value) in own and func.attr.value in _CLEARS


def _changed(line: cst.BaseSmallStatement | None, name: str) -> _Change | None:
    """Return what a statement does to the parameter; None where it is no plain arithmetic."""
    own = {name, f"{name}.data"}
    if isinstance(line, cst.AugAssign) and text(line.target) in own:
        return _combined(text(line.operator).strip().removesuffix("="), line.value, name)
    if isinstance(line, cst.Assign) and len(line.targets) == 1 and text(line.targets[0].target) == f"{name}.data":
        return _assigned(line.value, name)
    call = line.value if isinstance(line, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or text(call.func.value) not in own:
        return None
    if any(entry.star for entry in call.args) or not call.args or call.args[0].keyword is not None:
        return None
    first, rest = call.args[0].value, call.args[1:]
    keywords = [entry.keyword.value if entry.keyword is not None else "" for entry in rest]
    method = call.func.attr.value
    if method == "copy_" and not rest:
        return _assigned(first, name)
    sign = {"add_": "+", "sub_": "-", "mul_": "*"}.get(method)
    if sign is None or (rest and (sign == "*" or keywords not in (["alpha"], [""]))):
        return None
    if not rest:
        return _combined(sign, first, name)
    if keywords == ["alpha"]:
        return _combined(sign, first, name, factor=rest[0].value)
    return _combined(sign, rest[0].value, name, factor=first)  # the older order: p.add_(-lr, p.grad)


def _assigned(value: cst.BaseExpression, name: str) -> _Change | None:
    plain = _plain(value, name)
    return None if plain is None else _Change("assign", text(_bare(plain)))


def _combined(
    sign: str, value: cst.BaseExpression, name: str, factor: cst.BaseExpression | None = None
) -> _Change | None:
    plain = _plain(value, name)
    scale = None if factor is None else _plain(factor, name)
    if plain is None or (factor is not None and scale is None):
        return None
    if sign == "*":
        return _Change("assign", f"{name} * {operand(plain)}")
    function = {"+": "assign_add", "-": "assign_sub"}.get(sign)
    if function is None:
        return None
    if scale is None:
        return _Change(function, text(_bare(plain)))
    if isinstance(scale, cst.UnaryOperation) and isinstance(scale.operator, cst.Minus) and not scale.lpar:
        scale, function = scale.expression, {"assign_add": "assign_sub", "assign_sub": "assign_add"}[function]
    return _Change(function, f"{operand(scale)} * {operand(plain)}")


def _plain(node: cst.BaseExpression, name: str) -> cst.BaseExpression | None:
    """Return arithmetic of numbers, names, the parameter and its gradient; None for another expression.

    ``p.data`` becomes ``p`` and ``p.grad`` the name of the gradient.
    """
    taken = {f"{name}.grad.data": GRADIENT, f"{name}.grad": GRADIENT, f"{name}.data": name, name: name}
    if isinstance(node, (cst.Name, cst.Attribute)):
        source = text(node)
        if source in taken:
            return cst.Name(taken[source], lpar=node.lpar, rpar=node.rpar)
        strange = source.startswith(f"{name}.") or ".grad" in source or source == GRADIENT or not dotted(node)
        return None if strange else node
    if isinstance(node, (cst.Integer, cst.Float)):
        return node
    if isinstance(node, cst.UnaryOperation):
        inner = _plain(node.expression, name)
        return None if inner is None else node.with_changes(expression=inner)
    if isinstance(node, cst.BinaryOperation):
        left, right = _plain(node.left, name), _plain(node.right, name)
        return None if left is None or right is None else node.with_changes(left=left, right=right)
    return None


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return an expression without brackets of its own, where an argument needs none."""
    return node.with_changes(lpar=[], rpar=[]) if len(node.lpar) == 1 and "\n" not in text(node) else node
