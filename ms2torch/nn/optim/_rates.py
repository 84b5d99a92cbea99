"""The learning rate and weight decay of an optimizer as what checkpoints and users see: Parameters and Cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.device import placed
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule

# a number, the list of the rates of all steps, or a function of the step
Rate = float | torch.Tensor | LearningRateSchedule


class ConstantRate(LearningRateSchedule):
    """A fixed rate as a Cell, for a group beside others whose rate changes."""

    def __init__(self, learning_rate: Parameter) -> None:
        super().__init__()
        self.learning_rate = learning_rate

    def construct(self, global_step: Tensor) -> Tensor:
        """Return the rate."""
        return wrap(unwrap(self.learning_rate).detach())


class ListedRate(LearningRateSchedule):
    """The rates of all steps as a Cell."""

    def __init__(self, rates: torch.Tensor, name: str) -> None:
        super().__init__()
        self.learning_rate = Parameter(rates, name=name)

    def construct(self, global_step: Tensor) -> Tensor:
        """Return the rate of the step, in the step's own shape.

        Raises:
            RuntimeError: if the list is shorter.
        """
        rates = self.learning_rate._t
        step = int(unwrap(global_step).item())
        if step >= len(rates):
            msg = (
                f"the learning rate list has {len(rates)} rates, and step {step + 1} needs one more; pass a rate for "
                "every step of the training"
            )
            raise RuntimeError(msg)
        return wrap(rates[step].detach().reshape(unwrap(global_step).shape))


class ScaledDecay(Cell):
    """A weight decay that changes with the step, times the loss scale."""

    def __init__(self, weight_decay: Cell, loss_scale: float) -> None:
        super().__init__()
        self.weight_decay = weight_decay
        self.loss_scale = loss_scale

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the weight decay."""
        return self.weight_decay(global_step) * self.loss_scale


def read_rate(owner: str, given: Any, real: torch.dtype) -> Rate:
    """Return a learning rate in any of the forms users pass, as one of three.

    Raises:
        TypeError: if it is nothing that could be a rate.
        ValueError: if it is a negative number or a Tensor of two or more dimensions.
    """
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return a_float(owner, "learning_rate", float(given), 0.0)
    if isinstance(given, LearningRateSchedule):
        return given
    if isinstance(given, TensorBase):
        t = given._t.detach()
        if t.ndim > 1:
            msg = f"For '{owner}', a Tensor 'learning_rate' must have 0 or 1 dimensions, but got {t.ndim}."
            raise ValueError(msg)
        return float(t.item()) if t.ndim == 0 else t.to("cpu", real, copy=True)
    if isinstance(given, Iterable) and not isinstance(given, (Cell, bool)):
        return placed(torch.from_numpy(np.array(list(given)).astype(np.float64))).to(real)
    msg = (
        f"For '{owner}', the 'learning_rate' must be int, float, Tensor, Iterable or LearningRateSchedule, but got "
        f"{type(given)}."
    )
    raise TypeError(msg)


def build_rate(rate: Rate, name: str, real: torch.dtype, as_cell: bool) -> Parameter | LearningRateSchedule:
    """Return the Parameter or Cell that holds a rate; a number also as a Cell."""
    if isinstance(rate, (int, float)):
        # on the CPU wherever the net is: it is read in every step, and reading from a device waits for it
        param = Parameter(torch.tensor(rate, dtype=real, device="cpu"), name=name)
        return ConstantRate(param) if as_cell else param
    return ListedRate(rate, name) if isinstance(rate, torch.Tensor) else rate


def rate_source(rate: Any) -> Any:
    """Return the Parameter of a rate that is fixed or listed, or the schedule."""
    return rate.learning_rate if isinstance(rate, (ConstantRate, ListedRate)) else rate


def read_decay(owner: str, given: Any, loss_scale: float) -> float | ScaledDecay:
    """Return a weight decay, times the loss scale: the gradients it is added to are scaled.

    Raises:
        TypeError: if it is neither a number nor a Cell.
        ValueError: if it is negative.
    """
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return a_float(owner, "weight_decay", float(given), 0.0) * loss_scale
    if isinstance(given, Cell):
        return ScaledDecay(given, loss_scale)
    msg = f"For '{owner}', the 'weight_decay' must be int, float or Cell, but got {type(given)}."
    raise TypeError(msg)
