"""Layers that take their shape from their first input: they are run once before anything is asked of them."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn.parameter import is_lazy

from parity.code.errors import CannotCompare, describe
from parity.nets.base import Subject
from parity.nets.inputs import Input
from parity.nets.plain_run import plain_call


def fill_lazy(subject: Subject, inputs: Sequence[Input], order: list[str], seed: int) -> None:
    """Give the weights of lazy layers their shape, by one run.

    Args:
        subject (Subject): the net.
        inputs (Sequence[Input]): of the comparison.
        order (list[str]): argument names of the reference.
        seed (int): seeds the weights that are made.

    Raises:
        CannotCompare: if a weight has no shape afterwards.
    """
    if subject.is_recorded or not any(map(is_lazy, _held(subject.net))):
        return
    raised = plain_call(subject, inputs, order, seed).raised
    left = [name for name, module in subject.net.named_modules() if any(map(is_lazy, _held(module, recurse=False)))]
    if left:
        why = f" ({describe(raised)})" if raised is not None else "; it is not used"
        raise CannotCompare(
            f"the {subject.role} {subject.name}: lazy layer {left[0]} has no weights after a run on these inputs{why}; "
            "use the class that is given its sizes"
        )


def _held(module: torch.nn.Module, *, recurse: bool = True) -> list[torch.Tensor]:
    modules = module.modules() if recurse else [module]
    held = [(*part._parameters.values(), *part._buffers.values()) for part in modules]
    return [tensor for tensors in held for tensor in tensors if tensor is not None]
