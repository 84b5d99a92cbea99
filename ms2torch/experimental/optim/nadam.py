"""`NAdam` with groups."""

from __future__ import annotations

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

__all__ = ["NAdam"]


class NAdam(StepwiseOptimizer):
    """Adam with Nesterov's momentum.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``2e-3``.
        betas (tuple[float, float]): decay of the two moments. Default: ``(0.9, 0.999)``.
        eps (float): added to the root of the second moment. Default: ``1e-8``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        momentum_decay (float): how the momentum grows towards the first of `betas`. Default: ``4e-3``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        TypeError: if one of `betas` is no float.
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.NAdam, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum_decay: float = 4e-3,
    ) -> None:
        check_above("NAdam", "lr", lr)
        check_above("NAdam", "eps", eps)
        check_at_least("NAdam", "weight_decay", weight_decay)
        check_at_least("NAdam", "momentum_decay", momentum_decay)
        check_betas("NAdam", betas)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
                    "momentum_decay": momentum_decay}  # fmt: skip
        super().__init__(params, defaults)
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")
        self.exp_avg = self.parameters.clone(prefix="exp_avg", init="zeros")
        self.exp_avg_sq = self.parameters.clone(prefix="exp_avg_sq", init="zeros")
        self.mu_product = [Parameter(Tensor(1.0), "mu_product_" + param.name) for param in self.parameters]

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, step = self.parameters[k]._t, int(self.step_t._t)
        beta1, beta2 = group["betas"]
        g = signed_gradient(gradient, group, t, decayed=True)
        mu, mu_next = (beta1 * (1.0 - 0.5 * 0.96 ** (s * group["momentum_decay"])) for s in (step, step + 1))
        first, second, product = self.exp_avg[k]._t, self.exp_avg_sq[k]._t, self.mu_product[k]._t
        product.mul_(mu)
        first.mul_(beta1).add_(g, alpha=1 - beta1)
        second.mul_(beta2).addcmul_(g, g, value=1 - beta2)
        bottom = (second / (1 - beta2**step)).sqrt() + group["eps"]
        done = float(product)
        t.sub_(rate * (1.0 - mu) / (1.0 - done) * g / bottom)
        t.sub_(rate * mu_next / (1.0 - done * mu_next) * first / bottom)
