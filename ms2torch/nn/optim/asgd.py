"""Averaged stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.asgd import descend_averaged
from ms2torch.common.parameter import ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["ASGD"]


class ASGD(SteppedOptimizer):
    """Go down the gradient with a falling rate, and keep the average of the parameters in `ax`.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.1``.
        lambd (float): how fast parameters and rate fall. Default: ``1e-4``.
        alpha (float): the power in which the rate falls. Default: ``0.75``.
        t0 (float): the step at which averaging starts. Default: ``1e6``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.ASGD, MindSpore 2.10
    """

    _state_names = ("mu", "eta", "ax")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.1,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        self.lambd = of_type("ASGD", "lambd", lambd, float)
        self.alpha = of_type("ASGD", "alpha", alpha, float)
        self.t0 = of_type("ASGD", "t0", t0, float)
        self.mu = ParameterTuple(self._scalar_state(1.0, f"mu_{p.name}") for p in self.parameters)
        self.eta = ParameterTuple(self._scalar_state(0.0, f"eta_{p.name}") for p in self.parameters)
        self.ax = self._clone_state("ax_")

    def _follow(self, params: list[torch.Tensor], states: list[list[torch.Tensor]]) -> None:
        # the rates and weights stay numbers on the CPU; the averages follow the parameters
        super()._follow(params, states[2:])

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        mu, eta, ax = states
        step = int(self._params["global_step"]._t.item())  # type: ignore[union-attr]
        settings = (rate, self._rounded(self.lambd), self.alpha, self.t0)
        for p, g, *state in zip(params, grads, eta, mu, ax, strict=True):
            descend_averaged(p, g, (state[0], state[1], state[2]), step, settings)
