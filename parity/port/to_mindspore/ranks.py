"""How many axes a tensor has, where the file says it: dropouts of channels take just one rank in MindSpore."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst
from libcst import matchers

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, Stage, converting, converting_call
from parity.port.project.kinds import NUMBER
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import expression, operand, text

_CREATORS = frozenset({"torch.ones", "torch.zeros", "torch.rand", "torch.randn", "torch.empty"})
_DROPOUTS: Mapping[str, int] = {"torch.nn.functional.dropout2d": 4, "torch.nn.functional.dropout3d": 5}

_DIAG = '''def {name}(input, diagonal=0):
    """Return the diagonal of a matrix, or the matrix that has a vector on its diagonal."""
    if input.ndim == 2:
        return {ops}.diagonal(input, diagonal)
    return {ops}.diag(input) if diagonal == 0 else {ops}.diag_embed(input, diagonal)
'''


def rank_of(ctx: Context, node: cst.BaseExpression) -> int:
    """Return the number of axes of what makes a tensor of given sizes, or of a name bound to it; 0 where unknown."""
    if isinstance(node, cst.Name):
        return next((scope.ranks[node.value] for scope in ctx.scopes.seen() if node.value in scope.ranks), 0)
    if not isinstance(node, cst.Call) or ctx.scopes.full(node.func) not in _CREATORS:
        return 0
    sizes = [entry.value for entry in node.args if entry.keyword is None and not entry.star]
    if len(sizes) == 1 and isinstance(sizes[0], (cst.Tuple, cst.List)):
        return len(sizes[0].elements)
    return len(sizes) if all(kind_of(size, ctx.scopes) == NUMBER for size in sizes) else 0


def dropout(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a dropout of channels of another rank than MindSpore's takes; None for another call.

    torch takes the second axis of three as channels in two dimensions; in three dimensions, the first axis of what
    is not a batch.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    if full not in _DROPOUTS or not call.args or call.args[0].keyword is not None:
        return None
    rank = rank_of(ctx, original.args[0].value)
    if rank in {0, _DROPOUTS[full]}:
        return None
    rest = [entry for entry in call.args[1:] if entry.keyword is None or entry.keyword.value != "inplace"]
    if any(entry.star for entry in rest) or len([entry for entry in rest if entry.keyword is None]) > len(
        ("p", "training")
    ):
        return None
    more = "".join(f", {text(entry.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip()}" for entry in rest)
    given = operand(call.args[0].value)
    ctx.done()
    if full.endswith("dropout2d") and rank == len(("batch", "channels", "length")):
        return expression(f"{ctx.spell('mindspore.ops.dropout1d')}({given}{more})")
    kept = (
        f"{given}.shape[0], {given}.shape[1], -1, 1" if full.endswith("dropout2d") else f"1, {given}.shape[0], -1, 1, 1"
    )
    name = ctx.spell(f"mindspore.ops.{full.rpartition('.')[2]}")
    return expression(f"{name}({given}.reshape({kept}){more}).reshape({given}.shape)")


def diagonal(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``torch.diag`` of a matrix, which is its diagonal; None for that of a vector and for another call.

    MindSpore's ``diag`` makes a tensor of four axes of a matrix. Where the source does not tell, the running
    program asks; of a call, which would have to be written twice for that, a function of the file asks.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    if full != "torch.diag" or not call.args or call.args[0].keyword is not None or call.args[0].star:
        return None
    rank = rank_of(ctx, original.args[0].value)
    if rank == len(("rows", "columns")):
        ctx.done()
        return call.with_changes(func=expression(ctx.spell("mindspore.ops.diagonal")))
    given = text(call.args[0].value).strip()
    if rank == 0 and len(call.args) == 1 and not matchers.findall(original.args[0].value, matchers.Call()):
        ctx.done()  # the running program tells
        of_vector, of_matrix = ctx.spell("mindspore.ops.diag"), ctx.spell("mindspore.ops.diagonal")
        owner = operand(call.args[0].value)
        return expression(f"({of_vector} if {owner}.ndim == 1 else {of_matrix})({given})")
    if rank:
        return None
    name = "diag" if "diag" not in ctx.bound else "torch_diag"
    ops = ctx.spell("mindspore.ops.x").rpartition(".")[0]
    ctx.helpers.setdefault(name, _DIAG.format(name=name, ops=ops))
    ctx.done()
    return call.with_changes(func=expression(name))


class Ranks(Pass):
    """Converts dropouts of channels by the number of axes."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a dropout of channels, or a diagonal."""
        made = dropout(self.ctx, full, original, call)
        return diagonal(self.ctx, full, original, call) if made is None else made


class BoundRanks(Pass):
    """Knows how many axes names have, once no other pass makes something else of the statement."""

    stage = Stage.TABLE

    @converting(cst.Assign)
    def bind(self, original: cst.Assign, updated: cst.Assign) -> None:
        """Know what a statement binds."""
        del updated
        for target in original.targets:
            if isinstance(target.target, cst.Name):
                self.ctx.scopes.inner.ranks[target.target.value] = rank_of(self.ctx, original.value)
