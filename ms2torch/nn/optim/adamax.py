"""AdaMax."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.means import descend_by_maximum
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.adam import check_betas
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["AdaMax"]


class AdaMax(SteppedOptimizer):
    """Step by the running mean of the gradients over their running maximum, corrected for the start.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.001``.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): added to the maximum, above 0. Default: ``1e-8``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.AdaMax, MindSpore 2.10
    """

    _state_names = ("moment1", "moment2")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas("AdaMax", beta1, beta2, eps)
        self.beta1, self.beta2, self.eps = self._rounded(beta1), self._rounded(beta2), self._rounded(eps)
        self.beta1_power = self._scalar_state(1.0, "beta1_power", (1,))
        self.moment1 = self._clone_state("moment1")
        self.moment2 = self._clone_state("moment2")

    def _begin_step(self) -> None:
        power = self._params["beta1_power"]
        power._t.mul_(self.beta1)  # type: ignore[union-attr]
        self._correction = 1 / (1 - power._t.item())  # type: ignore[union-attr]

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        moment1, moment2 = states
        settings = (rate * self._correction, self.beta1, self.beta2, self.eps)
        descend_by_maximum(params, grads, moment1, moment2, settings)
