"""`RMSprop` with groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import StepwiseOptimizer, check_above, check_at_least, signed_gradient

__all__ = ["RMSprop"]


class RMSprop(StepwiseOptimizer):
    """RMSprop, with the mean square starting at 0 and epsilon outside the root.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-2``.
        alpha (float): decay of the mean square. Default: ``0.99``.
        eps (float): added to the root. Default: ``1e-8``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        momentum (float): momentum. Default: ``0.0``.
        centered (bool): divide by the deviation instead of the root mean square. Default: ``False``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.RMSprop, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centered: bool = False,
        maximize: bool = False,
    ) -> None:
        check_above("RMSprop", "lr", lr)
        check_at_least("RMSprop", "alpha", alpha)
        check_above("RMSprop", "eps", eps)
        check_at_least("RMSprop", "momentum", momentum)
        check_at_least("RMSprop", "weight_decay", weight_decay)
        defaults = {"lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
                    "weight_decay": weight_decay, "maximize": maximize}  # fmt: skip
        super().__init__(params, defaults)
        self.mean_grad = self.parameters.clone(prefix="mean_grad", init="zeros")
        self.mean_square = self.parameters.clone(prefix="mean_square", init="zeros")
        self.moment = self.parameters.clone(prefix="moment", init="zeros")

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, alpha = self.parameters[k]._t, group["alpha"]
        g = signed_gradient(gradient, group, t, decayed=True)
        square, mean, moment = self.mean_square[k]._t, self.mean_grad[k]._t, self.moment[k]._t
        square.mul_(alpha).addcmul_(g, g, value=1 - alpha)
        spread = square
        if group["centered"]:
            mean.mul_(alpha).add_(g, alpha=1 - alpha)
            spread = square.addcmul(mean, mean, value=-1.0)
        change = g / (spread.sqrt() + group["eps"])
        if group["momentum"] > 0:
            change = moment.mul_(group["momentum"]).add_(change)
        t.sub_(change, alpha=rate)
