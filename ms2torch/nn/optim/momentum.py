"""Gradient descent with momentum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.momentum import accumulate, descend_sums
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Momentum"]


class Momentum(SteppedOptimizer):
    """Go down a running sum of gradients.

    ``moment = momentum * moment + gradient``; the parameter goes down by the learning rate times `moment`, with
    `use_nesterov` times ``gradient + momentum * moment``.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): as in `Optimizer`.
        momentum (float): at least 0.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        ValueError: if a number is out of range.
        TypeError: if `momentum` is no float or `use_nesterov` no bool.

    Differs from MindSpore: its CPU kernel ignores `use_nesterov`; here it does what the documentation says.

    Source: mindspore.nn.Momentum, MindSpore 2.10
    """

    _state_names = ("moments",)

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule,
        momentum: float,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        a_float("Momentum", "momentum", momentum, 0.0)
        self.momentum = Parameter(torch.tensor(momentum, dtype=self._real, device="cpu"), name="momentum")
        self.params = self.parameters
        self.use_nesterov = self._nesterov = of_type("Momentum", "use_nesterov", use_nesterov, bool)
        self.moments = self._clone_state("moments")

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        (moments,) = states
        momentum = self._params["momentum"]._t.item()  # type: ignore[union-attr]
        accumulate(moments, grads, momentum)
        descend_sums(params, grads, moments, rate, momentum, nesterov=self._nesterov)
