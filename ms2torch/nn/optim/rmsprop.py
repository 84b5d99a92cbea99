"""RMSProp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.means import descend_rms
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type, positive_float
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["RMSProp"]


class RMSProp(SteppedOptimizer):
    """Divide the gradient by the root of the running mean of its squares, with momentum.

    Unlike torch.optim.RMSprop the mean starts at 1, `epsilon` is under the root, and the learning rate enters the
    momentum.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``0.1``.
        decay (float): how slowly the means move, at least 0. Default: ``0.9``.
        momentum (float): at least 0. Default: ``0.0``.
        epsilon (float): added under the root, above 0. Default: ``1e-10``.
        use_locking (bool): without effect. Default: ``False``.
        centered (bool): subtract the square of the mean gradient under the root. Default: ``False``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Differs from MindSpore: its CPU kernel adds `epsilon` beside the root in long vectors; its documentation, and this,
    under the root.

    Source: mindspore.nn.RMSProp, MindSpore 2.10
    """

    _state_names = ("ms", "moment")

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 0.1,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.decay = a_float("RMSProp", "decay", decay, 0.0)
        self.momentum = a_float("RMSProp", "momentum", momentum, 0.0)
        self.epsilon = positive_float("RMSProp", "epsilon", epsilon)
        of_type("RMSProp", "use_locking", use_locking, bool)
        self.centered = of_type("RMSProp", "centered", centered, bool)
        if centered:
            self.mg = self._clone_state("mean_grad")
            self._state_names = ("ms", "moment", "mg")  # type: ignore[misc]
        self.ms = self._clone_state("mean_square", "ones")
        self.moment = self._clone_state("moment")

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        squares, moment = states[:2]
        keep, momentum, eps = map(self._rounded, (self.decay, self.momentum, self.epsilon))
        descend_rms(params, grads, squares, moment, states[2] if self.centered else None, (rate, keep, momentum, eps))
