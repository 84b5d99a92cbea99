"""``scaled_dot_product_attention``: MindSpore has none that runs everywhere, so the file gets a function of its own."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_call
from parity.port.syntax.pieces import expression

_FULL = "torch.nn.functional.scaled_dot_product_attention"
_NAME = "scaled_dot_product_attention"
_SOURCE = '''def {name}(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """Attend by the softmax of the scaled products of queries and keys, as torch's function of this name does."""
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    weight = {ops}.matmul(query, key.swapaxes(-2, -1)) * scale
    if is_causal:
        attn_mask = {ops}.ones((query.shape[-2], key.shape[-2]), dtype={ms}.bool_).tril()
    if attn_mask is not None and attn_mask.dtype == {ms}.bool_:
        weight = {ops}.where(attn_mask, weight, {ops}.full_like(weight, float("-inf")))
    elif attn_mask is not None:
        weight = weight + attn_mask
    weight = {ops}.softmax(weight, -1)
    if dropout_p > 0.0:
        weight = {ops}.dropout(weight, p=dropout_p)
    return {ops}.matmul(weight, value)
'''


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call of torch's attention function; None for another call."""
    del original
    if full != _FULL or any(a.keyword is not None and a.keyword.value == "enable_gqa" for a in call.args):
        return None
    name = _NAME if _NAME not in ctx.bound else f"torch_{_NAME}"
    if full not in ctx.helpers:
        ops = ctx.spell("mindspore.ops.x").rpartition(".")[0]
        ms = ctx.spell("mindspore.bool_").rpartition(".")[0]
        ctx.helpers[full] = _SOURCE.format(name=name, ops=ops, ms=ms)
    ctx.done()
    return call.with_changes(func=expression(name))


class Attention(Pass):
    """Converts attention by scaled products."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        return convert(self.ctx, full, original, call)
