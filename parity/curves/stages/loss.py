"""Losses of the reference's outputs: other functions, other arguments, a factor between what is differentiated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parity.curves.divergence import Divergence, Stage, near_integer, relative, said
from parity.curves.events import ForwardPass, LossCall, Update
from parity.curves.stages.pairing import GRADIENTS, OUTPUTS, Paired

_CONSTANT = 1e-3
_WEIGHTS = frozenset({"weight", "pos_weight"})
_LEAST_SCALE = 64


@dataclass(frozen=True, slots=True)
class Factor:
    """What the port differentiates as a multiple of what the reference does.

    Args:
        value (float): the factor.
        undone (bool): whether the gradients that the optimizers are given agree nevertheless; true for no factor.
    """

    value: float
    undone: bool


def sums(pair: Paired) -> list[tuple[float, float]]:
    """Return, by update, the sum of what is differentiated for it, of the reference and of the port.

    A loss that a net returns beside its outputs went on as the reference's: it is put in as the net computed it.
    """
    curves = pair.reference.loss_curve(), pair.port.loss_curve()
    found = list(zip(*curves, strict=False))[: pair.steps]
    computed: dict[int, tuple[float, float]] = {}
    for one, other in pair.passes():
        ours, theirs = returned_loss(one), returned_loss(other)
        if ours is not None and theirs is not None:
            before = computed.get(other.update, (0.0, 0.0))
            computed[other.update] = before[0] + ours, before[1] + theirs
    for update, (mine, yours) in computed.items():
        if update < len(found) and mine and abs(found[update][1] - found[update][0]) <= OUTPUTS * abs(found[update][0]):
            found[update] = found[update][0], found[update][0] * yours / mine
    return found


def returned_loss(one: ForwardPass) -> float | None:
    """Return the loss that a net returns beside other outputs, or alone; None where it returns none."""
    scalars = [value for value in one.outputs if not value.dim() and value.is_floating_point()]
    return float(scalars[0]) if len(scalars) == 1 else None


def factors(pair: Paired) -> dict[int, Factor]:
    """Return, by optimizer, the factor between what is differentiated, where there is one over all updates."""
    found: dict[int, Factor] = {}
    values = sums(pair)
    for optimizer in {one.optimizer for one in pair.reference.updates}:
        numbers = [n for n in range(pair.steps) if pair.reference.updates[n].optimizer == optimizer]
        each = [values[n][1] / values[n][0] for n in numbers if values[n][0]]
        if each and each[0] > 0 and all(abs(one - each[0]) <= _CONSTANT * each[0] for one in each):
            if all(abs(one - 1) <= OUTPUTS for one in each):
                found[optimizer] = Factor(each[0], True)  # nothing to take out again
                continue
            kept = each[0] * pair.unclipped[optimizer] if optimizer in pair.unclipped else None
            # where gradients are small nothing clips them: what is left of the factor there is all that is left
            undone = _undone(pair, numbers) if kept is None else abs(kept - 1) <= _CONSTANT
            found[optimizer] = Factor(each[0], undone)
    return found


def _undone(pair: Paired, numbers: list[int]) -> bool:
    """Tell whether the factor is taken out again before the optimizer: norms before clipping count too."""
    ours, theirs = ([c for c in t.clippings if c.update in numbers] for t in (pair.reference, pair.port))
    if ours and theirs and abs(theirs[0].norm - ours[0].norm) > GRADIENTS * ours[0].norm:
        return False
    return all(_given_same(pair, pair.reference.updates[n], pair.port.updates[n]) for n in numbers)


def _given_same(pair: Paired, one: Update, other: Update) -> bool:
    values = list(pair.both(one.gradients, other.gradients))
    off = [(a, b) for _, a, b in values if relative(a, b) > GRADIENTS]
    whole = sum(float(a.norm()) ** 2 for _, a, _ in values) ** 0.5 if off else 0.0
    return all(float((a - b).norm()) <= 1e-5 * whole for a, b in off)


def find(pair: Paired) -> Iterator[Divergence]:
    """Find what makes the loss another function of the same outputs."""
    values = sums(pair)
    known = factors(pair)
    undone = {n for n, one in enumerate(pair.reference.updates) if (f := known.get(one.optimizer)) and f.undone}
    off = [n for n, (a, b) in enumerate(values, 1)
           if n - 1 not in undone and abs(a - b) > OUTPUTS * max(abs(a), abs(b))]  # fmt: skip
    if not off:
        return
    multiple = known.get(pair.reference.updates[off[0] - 1].optimizer)
    a, b = values[off[0] - 1]
    measured = f"on equal outputs the loss is {said(b)} here, {said(a)} in the reference"
    calls = [(one, other) for one, other in pair.losses() if other.update == off[0] - 1]
    argument = next((found for one, other in calls if (found := argument_of(one, other)) is not None), None)
    first = pair.port.of_update(off[0] - 1)
    place = calls[0][1].place if calls else first[0].place if first else None
    reference = calls[0][0].place if calls else None
    if argument is not None:
        name, ours, theirs = argument
        yield Divergence(
            "loss", off[0], name.replace("_", "-"), f"{calls[0][1].function}: {name} is {theirs} here, {ours} in the "
            "reference", evidence=measured, place=place, reference=reference, argument=name, values=(ours, theirs),
        )  # fmt: skip
    elif multiple is not None:
        stage, cause, text = _of_factor(pair, multiple.value, calls)
        where = first[0].place if stage != "loss" and first else place
        yield Divergence(stage, off[0], cause, text, measured, where, reference, details={"factor": multiple.value})
    else:
        yield Divergence("loss", off[0], "loss", _other_function(values, calls), measured, place, reference)


def argument_of(one: LossCall, other: LossCall) -> tuple[str, object, object] | None:
    """Return the first argument in which two calls differ, with its values."""
    if one.function != other.function:
        return "function", one.function, other.function
    for name, value in one.arguments.items():
        if name in other.arguments and value != other.arguments[name]:
            return name, value, other.arguments[name]
    for name in sorted(set(one.tensors) ^ set(other.tensors)):
        given = one.tensors.get(name, other.tensors.get(name))
        if name in _WEIGHTS and given is not None and bool((given == 1).all()):
            continue  # MindSpore's functions ask for weights that torch's may be without
        return name, "given" if name in one.tensors else None, "given" if name in other.tensors else None
    weights = one.tensors.get("weight"), other.tensors.get("weight")
    if weights[0] is not None and weights[1] is not None and relative(weights[0], weights[1]) > OUTPUTS:
        return "weight", weights[0].tolist(), weights[1].tolist()
    return None


def _of_factor(pair: Paired, value: float, calls: list[tuple[LossCall, LossCall]]) -> tuple[Stage, str, str]:
    """Tell what a factor between the losses is: a loss scale, an accumulation, a reduction."""
    after = bool(calls) and all(relative(one.value.mean(), other.value.mean()) <= OUTPUTS for one, other in calls)
    scales = pair.reference.scales.get(0, 1.0), pair.port.scales.get(0, 1.0)
    if scales[0] != scales[1] and abs(value - scales[1] / scales[0]) < _CONSTANT * value:
        return (
            "loss scale",
            "loss-scale",
            (
                f"the loss is scaled by {said(scales[1])} here, by {said(scales[0])} in the reference, and the "
                "gradients are not divided by it again"
            ),
        )
    number = near_integer(value)
    passes = len(pair.port.of_update(0))
    way = "times" if value > 1 else "a"
    if number is not None and passes > 1 and number == passes:
        text = (
            f"the gradients of {passes} batches are added, in the reference averaged: divide each loss by {passes}"
            if value > 1
            else f"the gradients of {passes} batches are divided by {passes} once more than in the reference"
        )
        return "accumulation", "accumulation-mean", text
    elements = _counts(pair)
    if number is not None and number in elements and not after:
        text = f"the loss is {number} times" if value > 1 else f"the loss is a {number}th of"
        return "loss", "reduction", f"{text} the reference's, which is {elements[number]}: sum against mean"
    if number is not None and number >= _LEAST_SCALE and number & (number - 1) == 0:
        return "loss scale", "loss-scale", f"the loss is {way} {number} and the gradients are not divided by it again"
    return "loss", "factor", f"the loss is {said(value)} times the reference's"


def _counts(pair: Paired) -> dict[int, str]:
    """Return the numbers that a mean divides by, in words."""
    found: dict[int, str] = {}
    for one in pair.reference.passes[:1]:
        for tensor in one.outputs:
            if tensor.dim():
                found.setdefault(tensor.numel(), "the number of outputs")
                found.setdefault(tensor.numel() // tensor.shape[-1], "the number of predictions")
                found[tensor.shape[0]] = "the size of the batch"
                found.setdefault(tensor.numel() // tensor.shape[0], "the number of outputs of a sample")
    return found


def _other_function(values: list[tuple[float, float]], calls: list[tuple[LossCall, LossCall]]) -> str:
    differences = [b - a for a, b in values]
    if calls and all(relative(one.value, other.value) <= OUTPUTS for one, other in calls):
        return "the loss functions agree; what is added to them before the backward pass does not"
    if len(differences) > 1 and all(abs(d - differences[0]) < _CONSTANT * abs(differences[0]) for d in differences):
        return f"the loss is the reference's {differences[0]:+.4g}: a term is added or missing"
    return "the loss is another function of the outputs and targets"
