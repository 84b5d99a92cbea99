"""LAMB."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ms2torch._updates.adam import advance_moments
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.adam import check_betas
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Lamb"]


class Lamb(SteppedOptimizer):
    """Step as Adam with decoupled weight decay does, scaled for each parameter to the size of the parameter.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): as in `Optimizer`.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): above 0. Default: ``1e-6``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Differs from MindSpore: its CPU cannot run it; this is what the documentation says. A parameter or step of size
    0 is scaled by 1.

    Source: mindspore.nn.Lamb, MindSpore 2.10
    """

    _support_parallel_optimizer = True
    _state_names = ("moments1", "moments2")
    _decoupled_decay = True

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        check_betas("Lamb", beta1, beta2, eps)
        self.beta1, self.beta2, self.eps = self._rounded(beta1), self._rounded(beta2), self._rounded(eps)
        self.params = self.parameters
        self.moments1 = self._clone_state("lamb_m")
        self.moments2 = self._clone_state("lamb_v")

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        moments1, moments2 = states
        step = int(self._params["global_step"]._t.item())  # type: ignore[union-attr]
        advance_moments(grads, moments1, moments2, self.beta1, self.beta2)
        corrected1, corrected2 = 1 - self.beta1**step, 1 - self.beta2**step
        for p, m, v in zip(params, moments1, moments2, strict=True):
            r = (m / corrected1).div_(torch.sqrt(v / corrected2).add_(self.eps))
            if decay:
                r.add_(p, alpha=decay)
            size, length = torch.linalg.vector_norm(p), torch.linalg.vector_norm(r)
            ratio = torch.where((size > 0) & (length > 0), size / length, 1.0)
            p.sub_(r.mul_(ratio), alpha=rate)
