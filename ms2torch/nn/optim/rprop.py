"""Resilient backpropagation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.rprop import descend_by_signs
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import between, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Rprop"]


class Rprop(SteppedOptimizer):
    """Step by a size of its own for each element, larger while the gradient keeps its sign and smaller when not.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.1``.
        etas (tuple[float, float]): the factors for a changed sign, in (0, 1), and a kept one, above 1.
            Default: ``(0.5, 1.2)``.
        step_sizes (tuple[float, float]): the least and the largest step. Default: ``(1e-6, 50.)``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.Rprop, MindSpore 2.10
    """

    _state_names = ("prev", "step_size")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.1,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50.0),
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        for name, pair in (("etas", etas), ("step_sizes", step_sizes)):
            if len(of_type("Rprop", name, pair, tuple)) != 2:
                msg = f"For 'Rprop', '{name}' must be a tuple of 2, but got {pair!r}."
                raise ValueError(msg)
        self.etaminus = between("Rprop", "etaminus", etas[0], 0.0, 1.0)
        self.etaplus = between("Rprop", "etaplus", etas[1], 1.0, float("inf"))
        self.step_size_min = of_type("Rprop", "min_step_sizes", step_sizes[0], float)
        self.step_size_max = of_type("Rprop", "max_step_sizes", step_sizes[1], float)
        if step_sizes[0] > step_sizes[1]:
            msg = f"For 'Rprop', the largest step must not be less than the least, but got {step_sizes}."
            raise ValueError(msg)
        self.prev = self._clone_state("prev")
        self.step_size = self._clone_state("step_size")

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        prev, sizes = states
        first = int(self._params["global_step"]._t.item()) == 1  # type: ignore[union-attr]
        factors, bounds = (self.etaminus, self.etaplus), (self.step_size_min, self.step_size_max)
        for p, g, before, size in zip(params, grads, prev, sizes, strict=True):
            if first:
                size.fill_(rate)
            descend_by_signs(p, g, before, size, factors, bounds)
