"""Learning rates as functions of the step, for optimizers to call."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type, positive_float, positive_int
from ms2torch.nn.cell import Cell

__all__ = [
    "CosineDecayLR",
    "ExponentialDecayLR",
    "InverseDecayLR",
    "LearningRateSchedule",
    "NaturalExpDecayLR",
    "PolynomialDecayLR",
    "WarmUpLR",
]


class LearningRateSchedule(Cell):
    """The base of learning rates that change: subclasses define `construct(global_step)`.

    Inputs:
        - **global_step** (Tensor) - how many steps have been taken, an int.

    Outputs:
        Tensor, the learning rate of the next step.

    Source: mindspore.nn.learning_rate_schedule.LearningRateSchedule, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate. Subclasses define it."""
        raise NotImplementedError


def _steps(global_step: Any) -> torch.Tensor:
    return torch.as_tensor(global_step) if isinstance(global_step, int) else unwrap(global_step)


class _DecayLR(LearningRateSchedule):
    """What the three decays by a rate share."""

    def __init__(self, learning_rate: float, decay_rate: float, decay_steps: int, is_stair: bool = False) -> None:
        super().__init__()
        owner = self.cls_name
        self.decay_steps = positive_int(owner, "decay_steps", decay_steps)
        self.learning_rate = positive_float(owner, "learning_rate", learning_rate)
        self.decay_rate = positive_float(owner, "decay_rate", decay_rate)
        self.is_stair = of_type(owner, "is_stair", is_stair, bool)
        self.math_e = math.e

    def _periods(self, global_step: Tensor) -> torch.Tensor:
        p = _steps(global_step).float() / self.decay_steps
        return torch.floor(p) if self.is_stair else p


class ExponentialDecayLR(_DecayLR):
    """Multiply the learning rate by `decay_rate` every `decay_steps` steps.

    Args:
        learning_rate (float): the rate at step 0, above 0.
        decay_rate (float): the factor, above 0.
        decay_steps (int): the period, above 0.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a rate or `decay_steps` is not above 0.

    Source: mindspore.nn.ExponentialDecayLR, MindSpore 2.10
    """

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        return wrap(self.learning_rate * torch.pow(self.decay_rate, self._periods(global_step)))


class NaturalExpDecayLR(_DecayLR):
    """Multiply the learning rate by exp(-`decay_rate`) every step.

    Args:
        learning_rate (float): the rate at step 0, above 0.
        decay_rate (float): the exponent, above 0.
        decay_steps (int): the period, above 0; it counts only with `is_stair`.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a rate or `decay_steps` is not above 0.

    Source: mindspore.nn.NaturalExpDecayLR, MindSpore 2.10
    """

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        p = _steps(global_step).float()
        if self.is_stair:
            p = torch.floor(p / self.decay_steps) * self.decay_steps
        return wrap(self.learning_rate * torch.exp(-self.decay_rate * p))


class InverseDecayLR(_DecayLR):
    """Divide the learning rate by 1 + `decay_rate` times the periods gone by.

    Args:
        learning_rate (float): the rate at step 0, above 0.
        decay_rate (float): the growth of the divisor in a period, above 0.
        decay_steps (int): the period, above 0.
        is_stair (bool): change only at whole periods. Default: ``False``.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if a rate is no float or `is_stair` no bool.
        ValueError: if a rate or `decay_steps` is not above 0.

    Source: mindspore.nn.InverseDecayLR, MindSpore 2.10
    """

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        return wrap(self.learning_rate / (1 + self.decay_rate * self._periods(global_step)))


class CosineDecayLR(LearningRateSchedule):
    """Follow half a cosine from `max_lr` down to `min_lr`, and stay there.

    Args:
        min_lr (float): the last rate, at least 0.
        max_lr (float): the rate at step 0, above `min_lr`.
        decay_steps (int): how many steps the way down takes, above 0.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if a rate is no float.
        ValueError: if a rate or `decay_steps` is out of range.

    Source: mindspore.nn.CosineDecayLR, MindSpore 2.10
    """

    def __init__(self, min_lr: float, max_lr: float, decay_steps: int) -> None:
        super().__init__()
        self.min_lr = a_float("CosineDecayLR", "min_lr", min_lr, 0.0)
        self.max_lr = positive_float("CosineDecayLR", "max_lr", max_lr)
        self.decay_steps = positive_int("CosineDecayLR", "decay_steps", decay_steps)
        if min_lr >= max_lr:
            msg = f"For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', but got {max_lr} and {min_lr}."
            raise ValueError(msg)
        self.math_pi = math.pi
        self.delta = 0.5 * (max_lr - min_lr)

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        p = _steps(global_step).clamp(max=self.decay_steps).float() / self.decay_steps
        # in this form, as MindSpore computes it, the last rate is exactly min_lr
        return wrap(self.min_lr + self.delta * (1.0 + torch.sin(self.math_pi * (p + 0.5))))


class PolynomialDecayLR(LearningRateSchedule):
    """Go from one learning rate to another along a power of the way left.

    Args:
        learning_rate (float): the rate at step 0, above 0.
        end_learning_rate (float): the last rate, at least 0.
        decay_steps (int): how many steps it takes, above 0.
        power (float): the exponent, above 0.
        update_decay_steps (bool): once at the end, go on as if the way were a whole number of times as long.
            Default: ``False``.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if a number is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.PolynomialDecayLR, MindSpore 2.10
    """

    def __init__(
        self,
        learning_rate: float,
        end_learning_rate: float,
        decay_steps: int,
        power: float,
        update_decay_steps: bool = False,
    ) -> None:
        super().__init__()
        self.start_learning_rate = positive_float("PolynomialDecayLR", "learning_rate", learning_rate)
        self.end_learning_rate = a_float("PolynomialDecayLR", "end_learning_rate", end_learning_rate, 0.0)
        self.decay_steps = positive_int("PolynomialDecayLR", "decay_steps", decay_steps)
        self.update_decay_steps = of_type("PolynomialDecayLR", "update_decay_steps", update_decay_steps, bool)
        self.power = positive_float("PolynomialDecayLR", "power", power)
        self.diff_learning_rate = learning_rate - end_learning_rate

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        step = _steps(global_step).float()
        if self.update_decay_steps:
            p = step / (self.decay_steps * torch.ceil(step / self.decay_steps).clamp(min=1))
        else:
            p = step.clamp(max=self.decay_steps) / self.decay_steps
        return wrap(self.diff_learning_rate * torch.pow(1.0 - p, self.power) + self.end_learning_rate)


class WarmUpLR(LearningRateSchedule):
    """Rise from 0 to `learning_rate` in `warmup_steps` steps, and stay there.

    Args:
        learning_rate (float): the rate to reach, at least 0.
        warmup_steps (int): how many steps it takes, above 0.

    Inputs:
        - **global_step** (Tensor) - the step.

    Outputs:
        Tensor, the learning rate, of the shape of `global_step`.

    Raises:
        TypeError: if `learning_rate` is no float.
        ValueError: if a number is out of range.

    Source: mindspore.nn.WarmUpLR, MindSpore 2.10
    """

    def __init__(self, learning_rate: float, warmup_steps: int) -> None:
        super().__init__()
        self.learning_rate = a_float("WarmUpLR", "learning_rate", learning_rate, 0.0)
        self.warmup_steps = positive_int("WarmUpLR", "warmup_steps", warmup_steps)

    def construct(self, global_step: Tensor) -> Tensor:
        """Compute the rate."""
        p = _steps(global_step).clamp(max=self.warmup_steps).float() / self.warmup_steps
        return wrap(self.learning_rate * p)
