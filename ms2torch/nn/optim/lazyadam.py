"""Adam for sparse gradients."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim.adam import _BiasCorrectedAdam
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["LazyAdam"]


class LazyAdam(_BiasCorrectedAdam):
    """Update as `Adam` does. What makes it lazy concerns sparse gradients, and gradients are dense here.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``1e-3``.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): above 0. Default: ``1e-8``.
        use_locking (bool): without effect. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.
        weight_decay (float): as in `Optimizer`. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.LazyAdam, MindSpore 2.10
    """

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        a_float("LazyAdam", "weight_decay", weight_decay, 0.0)
        self._set_up(beta1, beta2, eps, (1,))
        self.use_locking = of_type("LazyAdam", "use_locking", use_locking, bool)
        self.use_nesterov = self._nesterov = of_type("LazyAdam", "use_nesterov", use_nesterov, bool)
