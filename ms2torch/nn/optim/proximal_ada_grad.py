"""Adagrad with a proximal step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.adagrad import add_squares, descend_roots, shrink
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["ProximalAdagrad"]


class ProximalAdagrad(SteppedOptimizer):
    """Step as Adagrad does, then shrink the parameters, to exactly 0 where they are small.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        accum (float): where the sums of squares start, at least 0. Default: ``0.1``.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.001``.
        l1 (float): how much makes parameters 0, at least 0. Default: ``0.0``.
        l2 (float): how much makes parameters smaller, at least 0. Default: ``0.0``.
        use_locking (bool): without effect. Default: ``False``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Differs from MindSpore: its CPU kernel divides the learning rate that `l1` and `l2` are multiplied by, too; its
    documentation, and this, do not.

    Source: mindspore.nn.ProximalAdagrad, MindSpore 2.10
    """

    _state_names = ("accum",)

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        accum: float = 0.1,
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.001,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        a_float("ProximalAdagrad", "accum", accum, 0.0)
        self.l1 = a_float("ProximalAdagrad", "l1", l1, 0.0)
        self.l2 = a_float("ProximalAdagrad", "l2", l2, 0.0)
        self.use_locking = of_type("ProximalAdagrad", "use_locking", use_locking, bool)
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
        add_squares(accum, grads)
        descend_roots(params, grads, accum, rate)
        shrink(params, rate, self.l1, self.l2)
