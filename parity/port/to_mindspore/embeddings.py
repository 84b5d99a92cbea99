"""``nn.Embedding(n, d, padding_idx=0)``: torch gives the row of the padding no gradient, MindSpore trains it.

The file gets an Embedding of its own whose padding row is cut from the graph.
"""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_call
from parity.port.syntax.pieces import expression, text

_FULL = "torch.nn.Embedding"
_AT = 2  # padding_idx by position
_SOURCE = '''class {name}({nn}.Embedding):
    """`{nn}.Embedding` whose row of the padding takes no gradient, as in torch."""

    def construct(self, ids):
        rows = super().construct(ids)
        padding = (ids == self.padding_idx).expand_dims(-1)
        return {ops}.where(padding, {ops}.stop_gradient(rows), rows)
'''


class Embeddings(Pass):
    """Writes embeddings with a padding."""

    stage = Stage.FRAME

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Call the file's own class."""
        ctx = self.ctx
        if full != _FULL or not _pads(call):
            return None
        made = self.engine.rest(self, full, original, call)
        nn, ops = (
            ctx.spell("mindspore.nn.Embedding").rpartition(".")[0],
            ctx.spell("mindspore.ops.x").rpartition(".")[0],
        )
        if not isinstance(made, cst.Call) or text(made.func) != f"{nn}.Embedding":
            return made
        name = "PaddedEmbedding" if "PaddedEmbedding" not in ctx.bound else "TorchPaddedEmbedding"
        ctx.helpers.setdefault(f"{full} padded", _SOURCE.format(name=name, nn=nn, ops=ops))
        return made.with_changes(func=expression(name))


def _pads(call: cst.Call) -> bool:
    """Tell whether a call says which row is the padding."""
    by_position = [entry for entry in call.args if entry.keyword is None and not entry.star]
    named = [entry for entry in call.args if entry.keyword is not None and entry.keyword.value == "padding_idx"]
    given = [*by_position[_AT : _AT + 1], *named]
    return bool(given) and text(given[0].value).strip() != "None"
