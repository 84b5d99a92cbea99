"""`Adamax` with groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import (
    Optimizer,
    check_above,
    check_at_least,
    check_betas,
    group_rate,
    signed_gradient,
)

__all__ = ["Adamax"]


class Adamax(Optimizer):
    """Adam with the largest gradient in place of the second moment.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``2e-3``.
        betas (tuple[float, float]): decay of the moment and of the largest gradient. Default: ``(0.9, 0.999)``.
        eps (float): added to the size of each gradient. Default: ``1e-8``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        TypeError: if one of `betas` is no float.
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.Adamax, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ) -> None:
        check_above("Adamax", "lr", lr)
        check_at_least("Adamax", "weight_decay", weight_decay)
        check_above("Adamax", "eps", eps)
        check_betas("Adamax", betas)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(params, defaults)
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")
        self.exp_avg = self.parameters.clone(prefix="exp_avg", init="zeros")
        self.exp_inf = self.parameters.clone(prefix="exp_inf", init="zeros")

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters."""
        with torch.no_grad():
            self.step_t._t.add_(1)
            step = int(self.step_t._t)
            for i, group in enumerate(self.param_groups):
                rate = group_rate(group) / (1 - group["betas"][0] ** step)
                for k in self._members_of(i):
                    self._update(k, gradients[k], group, rate)
        return True

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t = self.parameters[k]._t
        beta1, beta2 = group["betas"]
        g = signed_gradient(gradient, group, t, decayed=True)
        moment, largest = self.exp_avg[k]._t, self.exp_inf[k]._t
        moment.mul_(beta1).add_(g, alpha=1 - beta1)
        torch.maximum(largest * beta2, g.abs() + group["eps"], out=largest)
        t.sub_(rate * moment / largest)
