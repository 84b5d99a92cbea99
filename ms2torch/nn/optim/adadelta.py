"""Adadelta."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.means import descend_by_sizes
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Adadelta"]


class Adadelta(SteppedOptimizer):
    """Scale the gradient by the running sizes of the updates and of the gradients.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``1.0``.
        rho (float): how slowly the running means move, in [0, 1]. Default: ``0.9``.
        epsilon (float): added under both roots, at least 0. Default: ``1e-6``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.Adadelta, MindSpore 2.10
    """

    _state_names = ("accum", "accum_update")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 1.0,
        rho: float = 0.9,
        epsilon: float = 1e-6,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.rho = a_float("Adadelta", "rho", rho, 0.0, 1.0)
        self.epsilon = a_float("Adadelta", "epsilon", epsilon, 0.0)
        self.accum = self._clone_state("accum", 0)
        self.accum_update = self._clone_state("accum_update", 0)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        accum, accum_update = states
        settings = (rate, self._rounded(self.rho), self._rounded(self.epsilon))
        descend_by_sizes(params, grads, accum, accum_update, settings)
