"""Whether a net gives the same result twice: on a net that does not, every comparison is noise."""

from __future__ import annotations

import torch

from parity.code.errors import CannotCompare
from parity.forward.results import Comparison
from parity.measure.metrics import error_norms
from parity.measure.thresholds import REPEATABLE
from parity.nets.base import Subject
from parity.nets.trace import Call, Key, Named

_SAMPLE = 4096


def require_repeatable(comparison: Comparison, subject: Subject) -> None:
    """Refuse a net that gives another result on equal inputs and seeds.

    Args:
        comparison (Comparison): the comparison.
        subject (Subject): the net, which runs twice in the working precision.

    Raises:
        CannotCompare: if a layer gives another result; it is named.
    """
    before: dict[Key, tuple[list[torch.Tensor], list[torch.Tensor]]] = {}
    apart: dict[Key, tuple[bool, Call]] = {}

    def keep(call: Call, inputs: Named, outputs: Named) -> None:
        before[call.key] = (_samples(inputs), _samples(outputs))

    def check(call: Call, inputs: Named, outputs: Named) -> None:
        known = before.get(call.key)
        if known is not None and _differ(known[1], _samples(outputs)):
            apart[call.key] = (not _differ(known[0], _samples(inputs)), call)

    comparison.run(subject, comparison.as_built, listener=keep)
    comparison.run(subject, comparison.as_built, listener=check)
    sources = [call for equal, call in apart.values() if equal]
    inner = [call for call in sources if not any(other.parent == call.key for other in sources)]
    if inner:
        where = f"layer {inner[0].layer.path}" if inner[0].layer.path else f"the code of {inner[0].layer.type}"
        raise CannotCompare(
            f"the {subject.role} {subject.name} is not deterministic: {where} gives another result on equal input; "
            "draw from torch's or numpy's global generator, which is seeded, or take the noise out; and keep nothing "
            "from one call to the next but in buffers and Parameters, which are put back"
        )


def _samples(tensors: Named) -> list[torch.Tensor]:
    return [
        tensor.detach().reshape(-1)[:: tensor.numel() // _SAMPLE | 1].clone() if tensor.numel() else tensor
        for _, tensor in tensors
    ]


def _differ(one: list[torch.Tensor], other: list[torch.Tensor]) -> bool:
    if len(one) != len(other):
        return True
    for a, b in zip(one, other, strict=True):
        error, norm = error_norms(a, b)
        if error > REPEATABLE * norm:
            return True
    return False
