"""Both nets on varied inputs and weights: which the reference takes, and on which of them the outputs differ."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

import torch

from parity.measure.metrics import error_norms
from parity.measure.thresholds import ROUGH_RELATIVE
from parity.nets.base import Subject
from parity.nets.plain_run import Outputs, plain_call
from parity.nets.variations import Variation, first_of_batch, variations
from parity.pipeline.job import Job

_ROUNDING = 1e-14
"""Share of the usual size of an output below which a difference in float64 is rounding: some tens of roundings of what
an output of almost nothing is the difference of."""

_NUDGE = 1e-4
"""Share of the tolerance by which weights are moved to tell whether their size makes a net chaotic."""


@dataclass(slots=True)
class Varied:
    """What came of the variations.

    Attributes:
        same: on which the outputs agree.
        differing: on which they do not.
        untaken: which the reference does not take, or answers with nothing finite.
    """

    same: list[Variation] = field(default_factory=list)
    differing: list[Variation] = field(default_factory=list)
    untaken: list[Variation] = field(default_factory=list)


def vary(job: Job) -> Varied:
    """Run both nets on variations of the inputs, with the weights they hold.

    Args:
        job (Job): a comparison that found no difference.
    """
    found = Varied()
    tried = variations(job.setting.inputs, job.setting.spec.seed)
    exact = job.forward is not None and not job.forward.no_float64
    with _wide(job) if exact else ExitStack():
        judge = _Judge(job, exact=exact)
        for number, entry in enumerate(tried):
            job.setting.progress(f"input {number + 1} of {len(tried)}: {entry.said}", 0.9 + 0.1 * number / len(tried))
            verdict = judge.differs(entry)
            if verdict is None:
                found.untaken.append(entry)
            elif not verdict:
                found.same.append(entry)
            else:
                smaller = first_of_batch(entry)
                found.differing.append(smaller if smaller and judge.differs(smaller) else entry)
    _leave_broadcast(found)
    return found


def _leave_broadcast(found: Varied) -> None:
    """Count a size of 1 as not taken where the reference takes no other size there: it is broadcast by accident."""
    taken = {entry.where for entry in (*found.same, *found.differing) if entry.length != 1}
    known = {entry.where for entry in found.untaken if entry.length != 1}
    accidents = [e for e in found.differing if e.length == 1 and e.where in known - taken]
    found.untaken += accidents
    found.differing = [entry for entry in found.differing if entry not in accidents]


def differ(job: Job) -> bool:
    """Tell whether the outputs on the given inputs differ, with the weights that the nets hold now.

    Args:
        job (Job): the comparison.
    """
    exact = job.forward is not None and not job.forward.no_float64
    given = Variation("value", "the given inputs", job.setting.inputs)
    with _wide(job) if exact else ExitStack():
        return bool(_Judge(job, exact=exact).differs(given))


@contextmanager
def _wide(job: Job) -> Iterator[None]:
    before = torch.get_default_dtype()
    with job.setting.reference.precision(torch.float64), job.setting.port.precision(torch.float64):
        torch.set_default_dtype(torch.float64)
        try:
            yield
        finally:
            torch.set_default_dtype(before)


@contextmanager
def scaled(job: Job, factor: float) -> Iterator[None]:
    """Hold the trained weights of both nets, multiplied, within the block.

    Args:
        job (Job): a comparison that carried the weights across.
        factor (float): what the reference's are multiplied with; the port's follow by the map.
    """
    if factor == 1:
        yield
        return
    mapped = job.prepared.weights.mapped
    trained = [entry.reference for entry in mapped if entry.reference.trainable and entry.port.trainable]
    tensors = {id(weight.tensor): weight.tensor for weight in trained if weight.tensor.is_floating_point()}
    theirs = {id(entry.port.tensor): entry.port.tensor for entry in mapped if id(entry.reference.tensor) in tensors}
    saved = [(tensor, tensor.data) for tensor in (*tensors.values(), *theirs.values())]
    try:
        for tensor in tensors.values():
            tensor.data = tensor.data * factor
        for tensor in theirs.values():
            tensor.data = tensor.data.clone()
        for entry in mapped:
            if id(entry.reference.tensor) in tensors:
                entry.copy()
        yield
    finally:
        for tensor, data in saved:
            tensor.data = data


class _Judge:
    """Runs both nets on variations and compares what they return.

    Args:
        job (Job): the comparison.
        exact (bool): whether both run in float64.
    """

    def __init__(self, job: Job, *, exact: bool) -> None:
        self._job = job
        self._relative = job.setting.spec.thresholds.float64 if exact else ROUGH_RELATIVE
        given = Variation("value", "the given inputs", job.setting.inputs)
        usual = _outputs(job, job.setting.reference, given) if exact else Outputs()
        self._floors = {path: _ROUNDING * _size(tensor) for path, tensor in usual.tensors}

    def differs(self, entry: Variation) -> bool | None:
        """Tell whether the outputs differ; None where the reference gives nothing to compare with."""
        job = self._job
        with scaled(job, entry.weights):
            left = _outputs(job, job.setting.reference, entry)
            if left.raised is not None or not _says_something(left):
                return None
            found = self._unlike(left, _outputs(job, job.setting.port, entry))
        if found and entry.weights != 1:
            nudged = replace(entry, weights=entry.weights * (1 + self._relative * _NUDGE))
            with scaled(job, nudged.weights):
                if self._unlike(left, _outputs(job, job.setting.reference, nudged)):
                    return None  # rounding decides what comes out
        return found

    def _unlike(self, left: Outputs, right: Outputs) -> bool:
        """Tell whether two nets, or two runs of one, do not return the same."""
        if right.raised is not None or len(left.tensors) != len(right.tensors):
            return True
        ours, theirs = dict(left.tensors), dict(right.tensors)
        if ours.keys() == theirs.keys():
            return any(self._apart(path, tensor, theirs[path]) for path, tensor in ours.items())
        pairs = zip(left.tensors, right.tensors, strict=True)
        return any(self._apart(path, one, other) for (path, one), (_, other) in pairs)

    def _apart(self, path: str, reference: torch.Tensor, port: torch.Tensor) -> bool:
        if reference.shape != port.shape:
            return True
        error, norm = error_norms(reference, port)
        return error > max(self._relative * norm, self._floors.get(path, 0.0) * math.sqrt(reference.numel()))


def _outputs(job: Job, subject: Subject, entry: Variation) -> Outputs:
    """Return what the last call of a net gives."""
    order, seed = job.setting.reference.parameter_names(), job.setting.spec.seed
    with subject.statistics_kept():
        for _ in range(entry.calls - 1):
            plain_call(subject, entry.inputs, order, seed)
        return plain_call(subject, entry.inputs, order, seed)


def _size(tensor: torch.Tensor) -> float:
    """Return the root mean square of a tensor's finite numbers."""
    numbers = tensor[tensor.isfinite()].double() if tensor.is_floating_point() else tensor[:0].double()
    return float(numbers.square().mean().sqrt()) if numbers.numel() else 0.0


def kept_from_calls(job: Job) -> list[str]:
    """Say which untrained weights a call changes, by side."""
    said = []
    for side in job.setting.sides:
        with side.statistics_kept():
            held = [weight for weight in side.weights if not weight.trainable]
            before = [weight.tensor.detach().clone() for weight in held]
            plain_call(side, job.setting.inputs, job.setting.reference.parameter_names(), job.setting.spec.seed)
            now = {weight.name: weight.tensor for weight in side.weights}
            pairs = zip(held, before, strict=True)
            changed = [weight.name for weight, value in pairs if not torch.equal(now[weight.name], value)]
        said.append(f"the {side.role} changes {', '.join(changed) or 'nothing'}")
    return said


def _says_something(outputs: Outputs) -> bool:
    """Tell whether there is a number among the outputs, and no NaN."""
    tensors = [tensor for _, tensor in outputs.tensors]
    if any(tensor.is_floating_point() and bool(tensor.isnan().any()) for tensor in tensors):
        return False
    return any(tensor.numel() and bool(tensor.isfinite().any()) for tensor in tensors)
