"""`RAdam` with groups."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import (
    StepwiseOptimizer,
    check_above,
    check_at_least,
    check_betas,
    signed_gradient,
)

__all__ = ["RAdam"]


class RAdam(StepwiseOptimizer):
    """Adam that starts with plain momentum, until the second moment can be relied on.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-3``.
        betas (tuple[float, float]): decay of the two moments. Default: ``(0.9, 0.999)``.
        eps (float): added to the root of the second moment. Default: ``1e-8``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        TypeError: if one of `betas` is no float.
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.RAdam, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ) -> None:
        check_above("RAdam", "lr", lr)
        check_at_least("RAdam", "weight_decay", weight_decay)
        check_above("RAdam", "eps", eps)
        check_betas("RAdam", betas)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")
        self.exp_avg = self.parameters.clone(prefix="exp_avg", init="zeros")
        self.exp_avg_sq = self.parameters.clone(prefix="exp_avg_sq", init="zeros")

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, step = self.parameters[k]._t, int(self.step_t._t)
        beta1, beta2 = group["betas"]
        g = signed_gradient(gradient, group, t, decayed=True)
        first, second = self.exp_avg[k]._t, self.exp_avg_sq[k]._t
        first.mul_(beta1).add_(g, alpha=1 - beta1)
        second.mul_(beta2).addcmul_(g, g, value=1 - beta2)
        change = first * (rate / (1 - beta1**step))
        left = 1 - beta2**step
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2**step / left
        if length > 5.0:
            rectified = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            change = change * math.sqrt(left * rectified) / (second.sqrt() + group["eps"])
        t.sub_(change)
