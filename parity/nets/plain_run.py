"""A net run for its outputs alone, with nothing recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from parity.code.faults import raise_own
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.nets.loading import seed_everything
from parity.nets.trace import plain_kernels


@dataclass(frozen=True, slots=True)
class Outputs:
    """What a net returned: tensors and everything else by path, or the exception it ended with."""

    tensors: tuple[tuple[str, torch.Tensor], ...] = ()
    others: tuple[tuple[str, object], ...] = ()
    raised: Exception | None = None


def plain_call(subject: Subject, inputs: Sequence[Input], order: list[str], seed: int) -> Outputs:
    """Run a net as it is, floating inputs in torch's default dtype; statistics that it changes stay changed.

    Args:
        subject (Subject): the net.
        inputs (Sequence[Input]): the inputs.
        order (list[str]): argument names of the reference.
        seed (int): seeds random numbers.
    """
    wide = torch.get_default_dtype()
    tensors = [entry.tensor.to(wide) if entry.tensor.is_floating_point() else entry.tensor.clone() for entry in inputs]
    tensors = [
        tensor.clone() if tensor is entry.tensor else tensor for tensor, entry in zip(tensors, inputs, strict=True)
    ]
    seed_everything(seed)
    with plain_kernels(), torch.no_grad():
        try:
            result = subject.call(tuple(inputs), tensors, order)
            return Outputs(tuple(subject.flatten(result, "output")), tuple(subject.others(result, "output")))
        except Exception as error:  # noqa: BLE001 - that a net does not take an input is a result
            raise_own(error)
            return Outputs(raised=error)
