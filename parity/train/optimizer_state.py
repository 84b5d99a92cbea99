"""What optimizers remember between steps, by role: running means of gradients and of their squares, momenta, steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from parity.nets.base import Subject

State = dict[tuple[str, int], torch.Tensor]
"""By role and identity of the weight; -1 for the optimizer as a whole."""

STEP = "step"

_TORCH = {
    "exp_avg": "first moment", "exp_avg_sq": "second moment", "max_exp_avg_sq": "greatest second moment",
    "exp_inf": "infinity norm", "momentum_buffer": "momentum", "square_avg": "mean of squares",
    "grad_avg": "mean of gradients", "sum": "sum of squares", "acc_delta": "mean of squared updates",
    "prev": "previous gradient", "step_size": "step sizes",
}  # fmt: skip

_ANY = {
    "exp_avg": "first moment", "exp_avg_sq": "second moment", "max_exp_avg_sq": "greatest second moment",
    "moment1": "first moment", "moments1": "first moment", "moment2": "second moment", "moments2": "second moment",
    "vhat": "greatest second moment", "prev": "previous gradient", "step_size": "step sizes",
    "accum_update": "mean of squared updates",
}  # fmt: skip

_OF_CLASS: Mapping[str, Mapping[str, str]] = {
    "SGD": {"accum": "momentum"},
    "Momentum": {"moments": "momentum"},
    "AdaMax": {"moment2": "infinity norm"},
    "Adamax": {"moment2": "infinity norm"},
    "RMSProp": {"ms": "mean of squares", "mg": "mean of gradients"},  # its moment holds the learning rate as well
    "RMSprop": {"mean_square": "mean of squares", "mean_grad": "mean of gradients"},
    "Adagrad": {"accum": "sum of squares"},
    "Adadelta": {"accum": "mean of squares"},
}
"""What an attribute of MindSpore's optimizers means, by class, where the attribute alone does not say."""


def optimizer_state(subject: Subject, optimizer: Any) -> State:
    """Return what an optimizer holds now.

    Args:
        subject (Subject): its side.
        optimizer (Any): of torch or MindSpore; of another kind, nothing is known.
    """
    if isinstance(optimizer, torch.optim.Optimizer):
        return _of_torch(optimizer)
    parameters = [subject.tensor_of(parameter) for parameter in getattr(optimizer, "parameters", ())]
    roles = {**_ANY, **_OF_CLASS.get(type(optimizer).__name__, {})}
    found: State = {}
    for attribute, role in roles.items():
        tensors = [subject.tensor_of(entry) for entry in _entries(optimizer, attribute)]
        for parameter, tensor in zip(parameters, tensors, strict=False):
            if parameter is not None and tensor is not None and len(tensors) == len(parameters):
                found[role, id(parameter)] = tensor.detach().clone()
    step = subject.tensor_of(getattr(optimizer, "global_step", None))
    if step is not None:
        found[STEP, -1] = step.detach().reshape(-1)[:1].clone()
    return found


def _entries(optimizer: Any, attribute: str) -> list[object]:
    value = getattr(optimizer, attribute, ())
    return list(value) if isinstance(value, (tuple, list)) else []


def _of_torch(optimizer: torch.optim.Optimizer) -> State:
    found: State = {}
    for parameter, held in optimizer.state.items():
        for name, value in held.items():
            if name in _TORCH and isinstance(value, torch.Tensor):
                found[_TORCH[name], id(parameter)] = value.detach().clone()
            elif name == STEP:
                found[STEP, -1] = torch.as_tensor(value).detach().reshape(-1)[:1].clone()
    return found
