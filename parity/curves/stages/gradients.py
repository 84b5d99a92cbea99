"""Gradients of the reference's losses: which weights they reach, and whether they are the reference's."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.curves.divergence import Divergence, factor, said
from parity.curves.events import BackwardPass, Named
from parity.curves.kinds import kinds_of
from parity.curves.stages import loss as losses
from parity.curves.stages.forward import _error as forward_error
from parity.curves.stages.pairing import GRADIENTS, OUTPUTS, Paired


def summed(passes: list[BackwardPass], *, used: bool = False) -> Named:
    """Return the gradients of several backward passes added up, or those with which the training went on."""
    found: Named = {}
    for one in passes:
        for name, value in (one.used if used else one.gradients).items():
            found[name] = found[name] + value if name in found else value
    return found


def find(pair: Paired) -> Iterator[Divergence]:
    """Find the first update whose gradients differ although its losses agree."""
    tied = list(_tied(pair))
    frozen = [*tied, *_frozen(pair)]
    yield from frozen
    known = {name for one in frozen for name in one.weights}
    wrong = {other.update for one, other in pair.passes() if forward_error(one, other) > OUTPUTS}
    multiples = losses.factors(pair)
    for number, _, other in pair.updates():
        update = number - 1
        a, b = losses.sums(pair)[update]
        times = multiples[other.optimizer].value if other.optimizer in multiples else 1.0
        if update in wrong or abs(a * times - b) > 2 * OUTPUTS * max(abs(a * times), abs(b)):
            continue
        ours, theirs = summed(pair.reference.of_update(update)), summed(pair.port.of_update(update))
        one = _differences(pair, ours, theirs, times, set(other.before) - known)
        if one is not None:
            cause, message, weights, evidence = one
            first = pair.port.of_update(update)
            yield Divergence(
                "gradients", number, cause, message, evidence, first[0].place if first else None, weights=weights
            )
            return


def _tied(pair: Paired) -> Iterator[Divergence]:
    """Report weights that one tensor holds on one side and two on the other: their gradients add up there."""
    for cause, names, text in (
        ("untied", pair.weights.untied, "are two tensors here and one in the reference"),
        ("tied", pair.weights.tied, "are one tensor here and two in the reference"),
    ):
        if names:
            words = " and ".join(dict.fromkeys(names))
            yield Divergence("gradients", 1, cause, f"{words} {text}", weights=tuple(dict.fromkeys(names)))


def _frozen(pair: Paired) -> Iterator[Divergence]:
    """Report weights that ask for a gradient on one side alone, and are stepped by the optimizer there."""
    stepped = {name for one in pair.reference.updates for name in one.settings}
    here = {name for one in pair.port.updates for name in one.settings}
    lost, won = [], []
    for entry in pair.weights.entries:
        ours, theirs = pair.reference.trained.get(entry.reference), pair.port.trained.get(entry.port)
        if ours and theirs is False and entry.reference in stepped:
            lost.append(entry.port)
        elif theirs and ours is False and entry.port in here:
            won.append(entry.port)
    if lost:
        text = f"{kinds_of(lost, pair.port.initial)} {_be(lost)} frozen here and trained in the reference"
        yield Divergence("gradients", 1, "frozen", f"{text} ({lost[0]})", weights=tuple(lost))
    if won:
        text = f"{kinds_of(won, pair.port.initial)} {_be(won)} trained here and frozen in the reference"
        yield Divergence("gradients", 1, "not-frozen", f"{text} ({won[0]})", weights=tuple(won))


def _equal(values: tuple[torch.Tensor, torch.Tensor] | None) -> bool:
    return values is not None and values[0].dtype == values[1].dtype and torch.equal(*values)


def _be(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _differences(
    pair: Paired, ours: Named, theirs: Named, times: float, wanted: set[str]
) -> tuple[str, str, tuple[str, ...], str] | None:
    """Compare the gradients of one update; return the cause, words, weights and evidence."""
    asked = [one for one in pair.weights.entries if one.port in wanted and one.reference in ours]
    asked = [one for one in asked if times != 1 or not _equal(one.both(ours, theirs))]
    whole = times * sum(float(g.norm()) ** 2 for g in ours.values()) ** 0.5 if asked else 0.0
    missing, other = [], []
    worst = 0.0
    for entry in asked:
        reference = entry.layout.apply(ours[entry.reference]) * times
        if entry.port not in theirs:
            if float(reference.norm()) > OUTPUTS * whole:
                missing.append(entry.port)
            continue
        port = entry.layout.part(theirs[entry.port])
        error, norm = float((reference - port).norm()), float(reference.norm())
        if error > GRADIENTS * norm + 1e-5 * whole:
            if not float(port.norm()):
                missing.append(entry.port)
            else:
                other.append((entry.port, reference, port))
                worst = max(worst, error / norm if norm else float("inf"))
    if missing:
        text = f"no gradient reaches {kinds_of(missing, pair.port.initial)} ({missing[0]}): detached, or not used"
        return "no-gradient", text, tuple(missing), ""
    if not other:
        return None
    factors = [factor(a, b) for _, a, b in other]
    first = factors[0]
    names = tuple(name for name, _, _ in other)
    evidence = f"on equal losses the gradient of {names[0]} differs by {said(worst)} of its size"
    if first is not None and all(f is not None and abs(f - first) < 1e-2 * abs(first) for f in factors):
        text = f"the gradients of {kinds_of(list(names), pair.port.initial)} are {said(first)} times the reference's"
        return "gradient-factor", text, names, evidence
    text = f"the gradients of {kinds_of(list(names), pair.port.initial)} ({names[0]}) are others of equal losses"
    return "gradient", text, names, evidence
