"""What happens to gradients between the backward passes and the optimizer: accumulated, unscaled, clipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from parity.curves import clips
from parity.curves.divergence import Divergence, said
from parity.curves.events import Clipping, Update
from parity.curves.kinds import kinds_of
from parity.curves.stages import loss as losses
from parity.curves.stages.gradients import summed
from parity.curves.stages.laws import Law, law_of
from parity.curves.stages.pairing import GRADIENTS, Paired

_SAME = 2e-3


def find(pair: Paired) -> Iterator[Divergence]:
    """Find what the port makes of the same gradients otherwise."""
    yield from _counted(pair)
    # told as a loss, a loss scale or an accumulation
    told = {n for n, one in losses.factors(pair).items() if abs(one.value - 1) > _SAME and not one.undone}
    for number, one, other in pair.updates():
        if one.optimizer != other.optimizer:
            text = f"update {number} is that of another optimizer: the optimizers step in another order"
            yield Divergence("optimizer", number, "order-of-steps", text, place=other.place, reference=one.place)
            return
        stale = _stale(pair, number - 1, other)
        if stale is not None:
            yield stale
            return
        if other.optimizer not in told and not _same(pair, one, other) and not _differs_before(pair, number - 1, other):
            yield from _clipped(pair, number, other)
            return
    yield from _by_arguments(pair)


def _counted(pair: Paired) -> Iterator[Divergence]:
    """Report that updates are made after another number of batches."""
    counts = []
    for trace in (pair.reference, pair.port):
        passes = [sum(p.update == n for p in trace.passes) for n in range(pair.steps)]
        counts.append((passes, [len(trace.of_update(n)) for n in range(pair.steps)]))
    for number, (ours, theirs, mine, other) in enumerate(
        zip(counts[0][0], counts[1][0], counts[0][1], counts[1][1], strict=True), 1
    ):
        if ours != theirs and mine != other and max(mine, other) > 1:
            yield Divergence(
                "accumulation", number, "accumulation-steps",
                f"update {number} is made after {other} backward passes here, after {mine} in the reference",
                place=pair.port.updates[number - 1].place, reference=pair.reference.updates[number - 1].place,
                values=(mine, other),
            )  # fmt: skip
            return


def _stale(pair: Paired, update: int, other: Update) -> Divergence | None:
    """Report gradients of earlier updates that are still there."""
    found: list[list[str]] = []
    for trace, names in ((pair.reference, pair.reference.updates[update].before), (pair.port, other.before)):
        passes = trace.of_update(update)
        found.append([n for n, norm in passes[0].stale.items() if norm and n in names] if passes else [])
    if bool(found[0]) == bool(found[1]):
        return None
    text = (
        "gradients of earlier updates are still there: they are not set to zero in between"
        if found[1]
        else "gradients are set to zero here that the reference keeps"
    )
    first = pair.port.of_update(update)[0]
    return Divergence("accumulation", update + 1, "zero-grad", text, place=first.place, weights=tuple(found[1]))


def _same(pair: Paired, one: Update, other: Update) -> bool:
    values = list(pair.both(one.gradients, other.gradients))
    unequal = [(a, b) for _, a, b in values if not torch.equal(a, b)]
    whole = sum(float(a.norm()) ** 2 for _, a, _ in values) ** 0.5 if unequal else 0.0
    return all(float((a - b).norm()) <= GRADIENTS * float(a.norm()) + 1e-5 * whole for a, b in unequal)


def _differs_before(pair: Paired, update: int, other: Update) -> bool:
    """Tell whether the gradients differed before, where the port's could not be replaced."""
    if len(pair.reference.of_update(update)) == len(pair.port.of_update(update)):
        return False
    ours, theirs = summed(pair.reference.of_update(update)), summed(pair.port.of_update(update))
    return any(
        float((a - b).norm()) > GRADIENTS * float(a.norm()) and name in other.before
        for name, a, b in pair.both(ours, theirs)
    )


def _clipped(pair: Paired, number: int, other: Update) -> Iterator[Divergence]:
    own = [c for c in pair.port.clippings if c.update == number - 1]
    theirs = [c for c in pair.reference.clippings if c.update == number - 1]
    laws = _acting(law_of(pair.reference, other.optimizer), theirs), _acting(law_of(pair.port, other.optimizer), own)
    place = own[0].place if own else other.place
    reference = theirs[0].place if theirs else None
    scales = pair.port.scales.get(0, 1.0)
    if own and theirs and scales != 1 and abs(own[0].norm / (theirs[0].norm * scales) - 1) < _SAME:
        text = f"the gradients are clipped while still scaled by {said(scales)}: unscale them before"
        yield Divergence("clipping", number, "clip-before-unscale", text, place=place, reference=reference)
        return
    argument = _argument(own, theirs)
    if argument is not None:
        name, mine, yours = argument
        text = f"{own[0].function}: {name} is {said(yours)} here, {said(mine)} in the reference"
        yield Divergence(
            "clipping", number, f"clip-{name.replace('_', '-')}", text, _norms(own, theirs), place, reference, name,
            (mine, yours),
        )  # fmt: skip
        return
    if laws[0].is_like(laws[1]):  # the gradients themselves differ
        return
    if laws[1].kind == "sum":
        text = "gradients of earlier updates are still in what the optimizer is given: their sums are not set to zero"
        yield Divergence("accumulation", number, "zero-grad", text, place=place, reference=reference)
        return
    text = f"the gradients are {laws[1].said()} here, {laws[0].said()} in the reference"
    kinds = {law.kind for law in laws}
    taken = clips.weights_of(own), clips.weights_of(theirs)
    if own and theirs and len(taken[0]) != len(taken[1]):
        left = [n for n in other.before if n not in taken[0]]
        text = f"clipping takes {len(taken[0])} weights here, {len(taken[1])} in the reference"
        text += f": {kinds_of(left, pair.port.initial)} are left out" if left else ""
        yield Divergence("clipping", number, "clip-weights", text, _norms(own, theirs), place, reference)
        return
    if kinds <= {"none", "factor"}:
        yield Divergence("accumulation", number, "gradient-factor", text, place=place, reference=reference)
        return
    cause = (
        "clip-missing"
        if laws[1].kind == "none"
        else "clip-added"
        if laws[0].kind == "none"
        else ("clip-max-norm" if laws[0].kind == laws[1].kind else "clip-kind")
    )
    limits = tuple(float(f"{law.limit:.3g}") for law in laws)
    details = {"limit": limits[0]} if laws[0].kind == "norm" else {}
    values = (limits[0], limits[1]) if laws[0].kind == laws[1].kind else None
    yield Divergence(
        "clipping", number, cause, text, _norms(own, theirs), place, reference, values=values, details=details
    )


def _acting(law: Law, calls: Sequence[Clipping]) -> Law:
    """Return what a training does with gradients, where none was large enough for a limit that it sets."""
    limit = clips.limit_of(calls)
    return Law(clips.kind_of(calls), limit, acts=False) if law.kind == "none" and limit is not None else law


def _by_arguments(pair: Paired) -> Iterator[Divergence]:
    """Report limits that differ and have not acted yet."""
    for number in range(pair.steps):
        own = [c for c in pair.port.clippings if c.update == number]
        theirs = [c for c in pair.reference.clippings if c.update == number]
        argument = _argument(own, theirs, alike=clips.kind_of(own) == clips.kind_of(theirs))
        if argument is not None:
            name, mine, yours = argument
            idle = not any(clips.has_acted([one]) for t in (pair.reference, pair.port) for one in t.clippings)
            yield Divergence(
                "clipping", number + 1, f"clip-{name.replace('_', '-')}",
                f"{own[0].function}: {name} is {said(yours)} here, {said(mine)} in the reference",
                f"no gradient has been clipped in {pair.steps} updates" if idle else _norms(own, theirs),
                own[0].place, theirs[0].place, name, (mine, yours),
            )  # fmt: skip
            return


def _argument(
    own: Sequence[Clipping], theirs: Sequence[Clipping], *, alike: bool = False
) -> tuple[str, object, object] | None:
    """Return the limit that differs, of calls of the same function or of functions that are known to be alike."""
    if not own or not theirs or not (alike or own[0].function == theirs[0].function):
        return None
    for name, value in theirs[0].arguments.items():
        if own[0].arguments.get(name, value) != value:
            return name, value, own[0].arguments[name]
    return None


def _norms(own: Sequence[Clipping], theirs: Sequence[Clipping]) -> str:
    if len(own) != 1 or len(theirs) != 1:
        return ""
    return f"norm before clipping: {said(own[0].norm)} here, {said(theirs[0].norm)} in the reference"
