"""`AdamW` with groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._updates.adam import advance_moments, descend_epsilon_last
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import Optimizer, check_moments, group_rate, signed_gradient

__all__ = ["AdamW"]


class AdamW(Optimizer):
    """Adam with weight decay apart from the gradients.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-3``.
        betas (tuple[float, float]): decay of the two moments. Default: ``(0.9, 0.999)``.
        eps (float): added to the root of the second moment. Default: ``1e-8``.
        weight_decay (float): times learning rate and weights, taken from the weights. Default: ``1e-2``.
        amsgrad (bool): use the largest second moment there was. Default: ``False``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.AdamW, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        check_moments(lr, betas, eps, weight_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
                    "maximize": maximize}  # fmt: skip
        super().__init__(params, defaults)
        self.exp_avg = self.parameters.clone(prefix="exp_avg", init="zeros")
        self.exp_avg_sq = self.parameters.clone(prefix="exp_avg_sq", init="zeros")
        self.max_exp_avg_sq = self.parameters.clone(prefix="max_exp_avg_sq", init="zeros")
        self.state_step = Parameter(Tensor(0, mstype.int32), "state_step")

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters."""
        with torch.no_grad():
            self.state_step._t.add_(1)
            step = int(self.state_step._t)
            for i, group in enumerate(self.param_groups):
                for k in self._members_of(i):
                    self._update(k, gradients[k], group, step)
        return True

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], step: int) -> None:
        t, rate = self.parameters[k]._t, group_rate(group)
        beta1, beta2 = group["betas"]
        g = signed_gradient(gradient, group, t, decayed=False)
        first, second = self.exp_avg[k]._t, self.exp_avg_sq[k]._t
        advance_moments([g], [first], [second], beta1, beta2)
        if group["amsgrad"]:
            largest = self.max_exp_avg_sq[k]._t
            torch.maximum(largest, second, out=largest)
            second = largest
        t.mul_(1 - rate * group["weight_decay"])
        descend_epsilon_last([t], [first], [second], rate, group["eps"], (beta1**step, beta2**step))
