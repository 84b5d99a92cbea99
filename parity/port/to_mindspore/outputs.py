"""What torch writes into: ``torch.add(x, y, out=z)``; and what it is to compute gradients of."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting, converting_call, entering
from parity.port.project.torch_kinds import is_layer_class
from parity.port.syntax.pieces import arranged, text

_PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})


def _given(call: cst.Call, name: str) -> cst.Arg | None:
    return next((entry for entry in call.args if entry.keyword is not None and entry.keyword.value == name), None)


def target(ctx: Context, node: cst.BaseExpression) -> cst.BaseAssignTargetExpression | None:
    """Return what a statement's call of torch writes into: the ``z`` of ``torch.add(x, y, out=z)``; else None.

    Args:
        ctx (Context): the file.
        node (BaseExpression): a statement.
    """
    if not isinstance(node, cst.Call) or not ctx.scopes.full(node.func).startswith("torch."):
        return None
    written = _given(node, "out")
    return written.value if written is not None and isinstance(written.value, (cst.Name, cst.Attribute)) else None


def without(
    ctx: Context, full: str, original: cst.Call, call: cst.Call, *, is_statement: bool, in_parameter: bool
) -> tuple[cst.Call, cst.Call]:
    """Return a call, as it was and converted, without ``out``, ``inplace`` and ``requires_grad``.

    It is marked where what is left is not all that there is to it.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
        is_statement (bool): what it computes is bound to what it writes into.
        in_parameter (bool): a Parameter is made of it, which says itself whether it is trained.
    """
    if is_layer_class(full) or full in _PARAMETERS or not full.startswith("torch."):
        return original, call
    written, graph = _given(call, "out"), _given(call, "requires_grad")
    if written is not None and text(written.value) != "None" and not is_statement:
        ctx.mark("IN-PLACE", full, f"it writes into {text(written.value)}: bind what it returns instead")
    if graph is not None and text(graph.value) != "False" and not in_parameter:
        ctx.mark("AUTOGRAD", full, "a Tensor keeps no gradient of its own: have ms.grad take that of a function of it")
    place = _given(call, "inplace") if full.startswith("torch.nn.functional.") else None  # as layers that save memory
    kept = [
        n for n, entry in enumerate(call.args) if entry is not written and entry is not graph and entry is not place
    ]
    if len(kept) == len(call.args):
        return original, call
    return arranged(original, [original.args[n] for n in kept]), arranged(call, [call.args[n] for n in kept])


class Outputs(Pass):
    """Binds what a call writes into, and leaves out what says so."""

    stage = Stage.FRAME

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.written: dict[int, cst.BaseAssignTargetExpression] = {}
        self.of_parameters: set[int] = set()  # what Parameters are made of

    @entering(cst.Expr)
    def enter(self, node: cst.Expr) -> None:
        """Know what a statement writes into."""
        written = target(self.ctx, node.value)
        if written is not None:
            self.written[id(node.value)] = written

    @entering(cst.Call)
    def enter_parameter(self, node: cst.Call) -> None:
        """Know what a Parameter is made of."""
        if self.ctx.scopes.full(node.func) in _PARAMETERS and node.args:
            self.of_parameters.add(id(node.args[0].value))

    @converting(cst.Expr)
    def bind(self, original: cst.Expr, updated: cst.Expr) -> cst.Assign | None:
        """Bind what is computed."""
        written = self.written.get(id(original.value))
        return None if written is None else cst.Assign([cst.AssignTarget(written)], updated.value)

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Leave out what says where the result goes, and have the others convert the rest."""
        is_statement, in_parameter = id(original) in self.written, id(original) in self.of_parameters
        before, after = without(self.ctx, full, original, call, is_statement=is_statement, in_parameter=in_parameter)
        return None if after is call else self.engine.rest(self, full, before, after)
