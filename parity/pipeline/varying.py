"""Both nets on varied inputs: which inputs the reference takes, and on which of them the outputs differ."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import torch

from parity.measure.metrics import error_norms
from parity.measure.thresholds import FLOAT64_RELATIVE, ROUGH_RELATIVE
from parity.nets.plain_run import Outputs, plain_outputs
from parity.nets.variations import Variation, first_of_batch, variations
from parity.pipeline.job import Job


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
        for number, entry in enumerate(tried):
            job.setting.progress(f"input {number + 1} of {len(tried)}: {entry.said}", 0.9 + 0.1 * number / len(tried))
            verdict = _differs(job, entry, exact=exact)
            if verdict is None:
                found.untaken.append(entry)
            elif not verdict:
                found.same.append(entry)
            else:
                smaller = first_of_batch(entry)
                found.differing.append(smaller if smaller and _differs(job, smaller, exact=exact) else entry)
    return found


@contextmanager
def _wide(job: Job) -> Iterator[None]:
    before = torch.get_default_dtype()
    with job.setting.reference.precision(torch.float64), job.setting.port.precision(torch.float64):
        torch.set_default_dtype(torch.float64)
        try:
            yield
        finally:
            torch.set_default_dtype(before)


def _differs(job: Job, entry: Variation, *, exact: bool) -> bool | None:
    """Tell whether the outputs differ; None where the reference gives nothing to compare with."""
    order, seed = job.setting.reference.parameter_names(), job.setting.spec.seed
    left = plain_outputs(job.setting.reference, entry.inputs, order, seed)
    if left.raised is not None or not _says_something(left):
        return None
    right = plain_outputs(job.setting.port, entry.inputs, order, seed)
    if right.raised is not None:
        return True
    if len(left.tensors) != len(right.tensors):
        return True
    pairs = zip(left.tensors, right.tensors, strict=True)
    relative = FLOAT64_RELATIVE if exact else ROUGH_RELATIVE
    return any(_apart(one, other, relative) for (_, one), (_, other) in pairs)


def _says_something(outputs: Outputs) -> bool:
    """Tell whether there is a number among the outputs, and no NaN."""
    tensors = [tensor for _, tensor in outputs.tensors]
    if any(tensor.is_floating_point() and bool(tensor.isnan().any()) for tensor in tensors):
        return False
    return any(tensor.numel() and bool(tensor.isfinite().any()) for tensor in tensors)


def _apart(reference: torch.Tensor, port: torch.Tensor, relative: float) -> bool:
    if reference.shape != port.shape:
        return True
    error, norm = error_norms(reference, port)
    return error > relative * norm
