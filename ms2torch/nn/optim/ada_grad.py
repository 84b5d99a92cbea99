"""Adagrad."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.adagrad import add_squares, descend_roots
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Adagrad"]


class Adagrad(SteppedOptimizer):
    """Divide the gradient by the root of the sum of all squared gradients.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        accum (float): where the sums start, at least 0. Default: ``0.1``.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.001``.
        update_slots (bool): add to the sums. Default: ``True``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Differs from MindSpore: its CPU kernel adds to the sums whatever `update_slots` says.

    Source: mindspore.nn.Adagrad, MindSpore 2.10
    """

    _state_names = ("accum",)

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        accum: float = 0.1,
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.001,
        update_slots: bool = True,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        a_float("Adagrad", "accum", accum, 0.0)
        self.update_slots = of_type("Adagrad", "update_slots", update_slots, bool)
        self.accum = self._clone_state("accum", accum)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        (accum,) = states
        if self.update_slots:
            add_squares(accum, grads)
        descend_roots(params, grads, accum, rate)
