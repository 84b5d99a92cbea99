"""FTRL-proximal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.ftrl import follow_leader
from ms2torch.nn._checks import a_float, of_type, positive_float
from ms2torch.nn.cell import Cell
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["FTRL"]


class FTRL(SteppedOptimizer):
    """Follow the regularised leader: keep sums of gradients, and parameters that are exactly 0 where these are small.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        initial_accum (float): where the sums of squares start, at least 0. Default: ``0.1``.
        learning_rate (float): fixed, above 0. Default: ``0.001``.
        lr_power (float): the power in which the rate falls, at most 0. Default: ``-0.5``.
        l1 (float): how much makes parameters 0, at least 0. Default: ``0.0``.
        l2 (float): how much makes parameters smaller, at least 0. Default: ``0.0``.
        use_locking (bool): without effect. Default: ``False``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`, but for all parameters. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Differs from MindSpore: its CPU kernel adds `l1` where its documentation subtracts it; this subtracts.

    Source: mindspore.nn.FTRL, MindSpore 2.10
    """

    _state_names = ("moments", "linear")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        initial_accum: float = 0.1,
        learning_rate: float = 0.001,
        lr_power: float = -0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if self.dynamic_lr or self.is_group_lr:
            msg = (
                "For 'FTRL', the learning rate must be one fixed number: lists, schedules and groups are not supported."
            )
            raise ValueError(msg)
        a_float("FTRL", "initial_accum", initial_accum, 0.0)
        self.lr = positive_float("FTRL", "learning_rate", learning_rate)
        self.lr_power = a_float("FTRL", "lr_power", lr_power, high=0.0)
        self.l1 = a_float("FTRL", "l1", l1, 0.0)
        self.l2 = a_float("FTRL", "l2", l2, 0.0)
        self.use_locking = of_type("FTRL", "use_locking", use_locking, bool)
        self.moments = self._clone_state("moments", initial_accum)
        self.linear = self._clone_state("linear")
        if not self.is_group:
            self.__dict__["decay_flags"] = (True,) * len(self.parameters)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        moments, linear = states
        follow_leader(params, grads, moments, linear, rate, self.l1, self.l2, self.lr_power)
