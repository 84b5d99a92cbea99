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
_PAIRWISE_DISTANCE = '''def {name}(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """Return how far vectors along the last axis are apart, as torch's function of this name does."""
    apart = {ops}.abs(x1 - x2 + eps)
    if p == float("inf"):
        return apart.max(-1, keepdims=keepdim)
    return (apart**p).sum(-1, keepdims=keepdim) ** (1 / p)
'''
_STFT = '''def {name}(
    input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
    onesided=None, return_complex=None, align_to_window=None,
):
    """Return the Fourier transforms of windows of a real signal, as torch's function of this name does."""
    hop_length = hop_length or n_fft // 4
    win_length = win_length or n_fft
    window = {ops}.ones(win_length, input.dtype) if window is None else window
    before = (n_fft - win_length) // 2
    window = {ops}.pad(window, (before, n_fft - win_length - before))
    if center:
        one = input.ndim == 1
        input = {ops}.pad(input[None] if one else input, (n_fft // 2, n_fft // 2), mode=pad_mode)
        input = input[0] if one else input
    starts = hop_length * {ops}.arange((input.shape[-1] - n_fft) // hop_length + 1)
    frames = input[..., starts[:, None] + {ops}.arange(n_fft)] * window
    made = {ops}.fft(frames) if onesided is False else {ops}.rfft(frames)
    made = made.swapaxes(-1, -2)
    return made / n_fft**0.5 if normalized else made
'''
_SOURCES: Mapping[str, str] = {
    "torch.nn.functional.kl_div": _KL_DIV,
    "torch.nn.functional.alpha_dropout": _ALPHA_DROPOUT,
    "torch.alpha_dropout": _ALPHA_DROPOUT,
    "torch.nn.functional.pairwise_distance": _PAIRWISE_DISTANCE,
    "torch.pairwise_distance": _PAIRWISE_DISTANCE,
    "torch.stft": _STFT,
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
        if full == "torch.stft" and not _is_complex(original):
            return None
        if full == "torch.stft":
            self.ctx.mark("DIFFERENT", full, "abs of it stays complex in MindSpore: write ops.real(ops.abs(...))")
        self.ctx.done()
        return call.with_changes(func=expression(named(self.ctx, full)))


def _is_complex(call: cst.Call) -> bool:
    """Tell whether a transform is asked for as complex numbers where it stands."""
    given = [entry for entry in call.args if entry.keyword is not None and entry.keyword.value == "return_complex"]
    return any(isinstance(entry.value, cst.Name) and entry.value.value == "True" for entry in given)


def has_fixed_target(call: cst.Call) -> bool:
    """Tell whether the target of a divergence is cut from the graph where it is given."""
    by_name = (entry.value for entry in call.args if entry.keyword is not None and entry.keyword.value == "target")
    by_position = (entry.value for entry in call.args[1:2] if entry.keyword is None)
    target = next(iter([*by_name, *by_position]), None)
    return (
        isinstance(target, cst.Call) and isinstance(target.func, cst.Attribute) and target.func.attr.value == "detach"
    )
