"""Functions of torch's that MindSpore lacks, or has without a part that torch's has: the file gets its own."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_call
from parity.port.syntax.pieces import expression

# MindSpore's kl_div gives the target no gradient.
_KL_DIV = '''def {name}(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Return the divergence of a distribution from that of log-probabilities; the target has a gradient as in torch."""
    if log_target:
        loss = {ops}.exp(target) * (target - input)
    else:
        loss = {ops}.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.mean()
'''
_ALPHA_DROPOUT = '''def {name}(input, p=0.5, training=False, inplace=False):
    """Set elements to the lower limit of SELU so that mean and variance stay, as torch's function of this name does."""
    if not training or p == 0:
        return input
    if p == 1:
        return {ops}.zeros_like(input)
    limit = -1.7580993408473766
    scale = ((1 - p) * (1 + p * limit**2)) ** -0.5
    kept = {ops}.bernoulli({ops}.full_like(input, 1 - p))
    return scale * (input * kept + limit * (1 - kept) - limit * p)
'''
_SOURCES: Mapping[str, str] = {
    "torch.nn.functional.kl_div": _KL_DIV,
    "torch.nn.functional.alpha_dropout": _ALPHA_DROPOUT,
    "torch.alpha_dropout": _ALPHA_DROPOUT,
}


def named(ctx: Context, full: str) -> str:
    """Return the name of the file's own function in the place of torch's; it is written at the end.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
    """
    short = full.rpartition(".")[2]
    name = short if short not in ctx.bound else f"torch_{short}"
    ops = ctx.spell("mindspore.ops.x").rpartition(".")[0]
    ctx.helpers.setdefault(f"own {short}", _SOURCES[full].format(name=name, ops=ops))
    return name


class OwnFunctions(Pass):
    """Has the file's own functions called."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Call the file's own function; a divergence whose target is cut from the graph is MindSpore's."""
        if full not in _SOURCES or (full.endswith(".kl_div") and has_fixed_target(original)):
            return None
        self.ctx.done()
        return call.with_changes(func=expression(named(self.ctx, full)))


def has_fixed_target(call: cst.Call) -> bool:
    """Tell whether the target of a divergence is cut from the graph where it is given."""
    by_name = (entry.value for entry in call.args if entry.keyword is not None and entry.keyword.value == "target")
    by_position = (entry.value for entry in call.args[1:2] if entry.keyword is None)
    target = next(iter([*by_name, *by_position]), None)
    return (
        isinstance(target, cst.Call) and isinstance(target.func, cst.Attribute) and target.func.attr.value == "detach"
    )
