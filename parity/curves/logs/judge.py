"""What the shape of a difference between two logs says: hypotheses, each with the experiment that decides it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from parity.curves.divergence import Divergence, near_integer, said
from parity.curves.logs.read import LOSS, NORM, RATE, SCALE, Log
from parity.curves.stages import rates

_SAME = 1e-3
"""Relative difference up to which two losses are the same, printed with three or four digits."""
_ROUNDING = 2e-5
"""Difference of a first loss that rounding makes at most."""
_CONSTANT = 0.02
_JUMP = 20.0
_GROWING = 1.08
"""Factor from one record to the next from which a difference grows and does not only add up."""
_SATURATED = 0.05


@dataclass(frozen=True, slots=True)
class LogsCompared:
    """What two logs say.

    Args:
        steps (tuple[int, ...]): steps that both have a loss of.
        losses (tuple[tuple[float, ...], tuple[float, ...]]): the reference's and the port's at these.
        first (int): the first step whose losses differ; 0 for none.
        hypotheses (tuple[Divergence, ...]): the likeliest first; none where the curves agree.
    """

    steps: tuple[int, ...]
    losses: tuple[tuple[float, ...], tuple[float, ...]]
    first: int
    hypotheses: tuple[Divergence, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.first and not self.hypotheses


def compared(reference: Log, port: Log) -> LogsCompared:
    """Align two logs by step and say where they part and what may be the reason."""
    steps, ours, theirs = aligned(reference, port, LOSS)
    off = [n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if not _close(a, b, _SAME)]
    found: list[Divergence] = [*_rates(reference, port), *_scales(reference, port)]
    if off:
        found += _shape(steps, ours, theirs, off[0], explained=bool(found))
    found += _norms(reference, port, first=steps[off[0]] if off else math.inf)
    return LogsCompared(tuple(steps), (tuple(ours), tuple(theirs)), steps[off[0]] if off else 0, tuple(found))


def aligned(reference: Log, port: Log, series: str) -> tuple[list[int], list[float], list[float]]:
    """Return the steps that both logs have, and both values; counts that begin at 0 and at 1 are brought together."""
    ours, theirs = reference.series.get(series, {}), port.series.get(series, {})
    if not ours or not theirs:
        return [], [], []
    shift = min(ours) - min(theirs) if abs(min(ours) - min(theirs)) == 1 and len(ours) == len(theirs) else 0
    steps = sorted(step for step in ours if step - shift in theirs)
    return steps, [ours[step] for step in steps], [theirs[step - shift] for step in steps]


def _close(one: float, other: float, relative: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return abs(one - other) <= relative * max(abs(one), abs(other)) + 1e-9


def _rates(reference: Log, port: Log) -> Iterator[Divergence]:
    steps, ours, theirs = aligned(reference, port, RATE)
    off = [n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if not _close(a, b, _SAME)]
    if not off:
        return
    cause, text = rates.difference(ours, theirs) or ("schedule", "another schedule")
    yield Divergence(
        "schedule", steps[off[0]], cause, f"learning rate: {text.replace('update', 'record')}",
        f"of {len(steps)} records, step {steps[off[0]]} is the first that differs",
        experiment="run both with a constant learning rate: the curves agree if this is all",
    )  # fmt: skip


def _scales(reference: Log, port: Log) -> Iterator[Divergence]:
    steps, ours, theirs = aligned(reference, port, SCALE)
    for step, a, b in zip(steps, ours, theirs, strict=True):
        if a != b:
            yield Divergence(
                "loss scale", step, "loss-scale", f"the loss scale is {said(b)} here, {said(a)} in the reference",
                experiment="fix the loss scale on both sides: steps that overflow are left out on one side alone",
            )  # fmt: skip
            return


def _shape(
    steps: list[int], ours: list[float], theirs: list[float], first: int, *, explained: bool
) -> Iterator[Divergence]:
    """Say what the shape of the losses' difference means, beginning with the first record that is off."""
    step = steps[first]
    measured = f"step {step}: {said(theirs[first])} against {said(ours[first])}"
    ratios = [b / a for a, b in zip(ours, theirs, strict=True) if a]
    if any(math.isnan(b) for b in theirs) and not any(math.isnan(a) for a in ours):
        where = steps[next(n for n, b in enumerate(theirs) if math.isnan(b))]
        yield Divergence(
            "loss scale", where, "not-finite", "the losses become NaN here, in the reference they do not", measured,
            experiment="`ms2torch first-nan` on dumps of this step; or float32 without a loss scale",
        )  # fmt: skip
        return
    if first == 0 and len(ratios) > 2 and _all_near(ratios) and abs(ratios[0] - 1) > _SAME:
        count = near_integer(median(ratios))
        cause = "reduction" if count is not None else "factor"
        text = f"the losses are {said(float(f'{median(ratios):.4g}'))} times the reference's at every step"
        yield Divergence(
            "loss", step, cause, f"{text}: what is printed or differentiated is another sum or mean", measured,
            experiment="compare learning curves of accuracy, or the gradient norms: with the same ones only what is "
            "printed differs; with this factor too, the reduction or the accumulation",
        )  # fmt: skip
        return
    if first == 0:
        yield from _from_the_start(step, ours, theirs, measured)
        return
    if not explained:
        yield from _later(steps, ours, theirs, first, measured)


def _all_near(values: Sequence[float]) -> bool:
    middle = median(values)
    return all(abs(value - middle) <= _CONSTANT * abs(middle) for value in values)


def _from_the_start(step: int, ours: list[float], theirs: list[float], measured: str) -> Iterator[Divergence]:
    offsets = [b - a for a, b in zip(ours, theirs, strict=True)]
    if len(offsets) > 2 and _all_near(offsets):
        yield Divergence(
            "loss", step, "offset", f"the losses are the reference's {offsets[0]:+.4g} at every step: a term is added "
            "or missing, such as label smoothing or an auxiliary loss", measured,
            experiment="compare both losses on one batch of outputs: `ms2torch compare --ref-loss ... --port-loss ...`",
        )  # fmt: skip
        return
    experiment = "one saved batch and the same weights on both sides: if the first losses agree, it is the data"
    yield Divergence(
        "data", step, "first-loss", "the first losses differ: other batches, other weights, or another loss", measured,
        experiment=experiment,
    )  # fmt: skip
    yield Divergence(
        "forward", step, "first-loss", "or the nets: modes, dropout, precision", measured,
        experiment="`ms2torch compare` of the nets with these weights",
    )  # fmt: skip


def _later(steps: list[int], ours: list[float], theirs: list[float], first: int, measured: str) -> Iterator[Divergence]:
    apart = [abs(a - b) / max(abs(a), 1e-12) for a, b in zip(ours, theirs, strict=True)]
    before = max(apart[:first], default=0.0)
    step = steps[first]
    if first <= 2 and apart[0] <= _ROUNDING:
        yield Divergence(
            "optimizer", step, "from-the-first-update", "the first loss agrees and those after the first update do "
            "not: the gradients, clipping, or the optimizer and its learning rate", measured,
            experiment="`ms2torch train-compare REF PORT --steps 2` names which",
        )  # fmt: skip
        return
    if apart[first] > _JUMP * max(before, _ROUNDING):
        yield Divergence(
            "clipping", step, "jump", "the losses agree up to here and part at once: a gradient that is clipped on one "
            "side, a step left out for its overflow, or a batch that differs (the end of an epoch)", measured,
            experiment="compare the gradient norms at this step, and the batches of this step",
        )  # fmt: skip
        return
    growth = [b / a for a, b in itertools.pairwise(apart) if a > 1e-8 and b < _SATURATED]
    late = growth[len(growth) // 2 :]  # of a difference that only adds up it tends to 1
    if len(growth) > 3 and _GROWING < median(late) < 30 and min(apart[:3]) <= _ROUNDING:
        yield Divergence(
            "forward", step, "rounding", "the difference grows by a factor at every step from rounding: right "
            "trainings part like this too", measured,
            experiment="`ms2torch train-compare REF PORT --chaos 5`: whether the port leaves the band of rounding",
        )  # fmt: skip
        return
    yield Divergence(
        "optimizer", step, "drift", "the losses drift apart slowly: weight decay, betas, epsilon, or the learning rate",
        measured, experiment="`ms2torch train-compare REF PORT`; or both without weight decay, then with SGD",
    )  # fmt: skip


def _norms(reference: Log, port: Log, *, first: float) -> Iterator[Divergence]:
    """Compare gradient norms of the steps before the losses part."""
    steps, ours, theirs = aligned(reference, port, NORM)
    early = [(s, a, b) for s, a, b in zip(steps, ours, theirs, strict=True) if s < first and a > 0 and b > 0]
    off = [(s, a, b) for s, a, b in early if not _close(a, b, 10 * _SAME)]
    if not off:
        return
    step, a, b = off[0]
    ratios = [y / x for _, x, y in early]
    measured = f"step {step}: gradient norm {said(b)} against {said(a)}"
    top = max(theirs)
    if theirs.count(top) > len(theirs) // 4 > 0 and max(ours) > 1.05 * top:
        text = f"the gradient norms are at most {said(top)} here: they are clipped to it, or printed after clipping"
        yield Divergence("clipping", step, "clip-max-norm", text, measured, experiment="run both without clipping")
    elif len(ratios) > 1 and _all_near(ratios):
        count = near_integer(median(ratios))
        words = (
            f"{count} times" if count is not None and median(ratios) > 1 else f"{said(float(f'{ratios[0]:.4g}'))} times"
        )
        yield Divergence(
            "accumulation", step, "gradient-factor", f"the gradient norms are {words} the reference's on equal losses: "
            "a mean of means, a sum over devices, or a loss scale that is not taken out", measured,
            experiment="one device, one batch for each update, no loss scale: add them again one by one",
        )  # fmt: skip
    else:
        yield Divergence(
            "gradients", step, "gradient-norm", "the gradient norms differ on equal losses", measured,
            experiment="`ms2torch compare --grad`: the gradients of one step",
        )  # fmt: skip
