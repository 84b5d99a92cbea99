"""Stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.momentum import accumulate, accumulate_fresh, descend_sums
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["SGD"]


class SGD(SteppedOptimizer):
    """Go down the gradient, with momentum if wanted.

    With momentum, ``accum = momentum * accum + (1 - dampening) * gradient``, at the first step ``accum = gradient``;
    the parameter goes down by the learning rate times `accum`, with `nesterov` times ``gradient + momentum * accum``.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.1``.
        momentum (float): at least 0. Default: ``0.0``.
        dampening (float): how much less of the gradient enters, at least 0. Default: ``0.0``.
        weight_decay (float): as in `Optimizer`, without schedules. Default: ``0.0``.
        nesterov (bool): Nesterov's momentum; needs `momentum` and no `dampening`. Default: ``False``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        ValueError: if a number is out of range, or `nesterov` does not fit.
        TypeError: if an argument is of the wrong type, or the weight decay a Cell.

    Source: mindspore.nn.SGD, MindSpore 2.10
    """

    _state_names = ("accum", "stat")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.1,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        momentum = a_float("SGD", "momentum", float(of_type("SGD", "momentum", momentum, float, int)), 0.0)
        self.dampening = a_float("SGD", "dampening", float(of_type("SGD", "dampening", dampening, float, int)), 0.0)
        self._dampening = self.dampening
        self.nesterov = self._nesterov = of_type("SGD", "nesterov", nesterov, bool)
        if nesterov and (momentum <= 0.0 or dampening != 0.0):
            msg = f"For 'SGD', 'nesterov' needs momentum > 0 and dampening 0, but got {momentum} and {dampening}."
            raise ValueError(msg)
        if self.dynamic_weight_decay:
            msg = "For 'SGD', dynamic weight decay is not supported: the 'weight_decay' must be float or int."
            raise TypeError(msg)
        self.momentum = Parameter(torch.tensor(momentum, dtype=self._real, device="cpu"), name="momentum")
        self.accum = self._clone_state("accum")
        # ones until the first step, which takes the gradient undamped
        self.stat = self._clone_state("stat", "ones")
        # the version of each `stat` that is known to be zeros, so that it is read again only after a change
        self._undamped: dict[int, int] = {}

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        momentum = self._params["momentum"]._t.item()  # type: ignore[union-attr]
        if momentum == 0.0:
            torch._foreach_add_(params, grads, alpha=-rate)
            return
        accum, stat = states
        self._accumulate(momentum, grads, accum, stat)
        descend_sums(params, grads, accum, rate, momentum, nesterov=self._nesterov)

    def _accumulate(
        self, momentum: float, grads: list[torch.Tensor], accum: list[torch.Tensor], stat: list[torch.Tensor]
    ) -> None:
        known = self._undamped
        if any(known.get(id(s)) != s._version for s in stat):
            accumulate_fresh(accum, grads, stat, momentum, 1 - self._dampening)
            self._undamped.update((id(s), s._version) for s in stat)
            return
        accumulate(accum, grads, momentum, 1 - self._dampening)
