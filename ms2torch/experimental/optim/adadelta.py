"""`Adadelta` with groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch._checkparam import INC_BOTH, check_float_range
from ms2torch._updates.means import descend_by_sizes
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import StepwiseOptimizer, check_above, check_at_least, signed_gradient

__all__ = ["Adadelta"]


class Adadelta(StepwiseOptimizer):
    """Adadelta: steps as long as the running mean of past steps over that of the gradients.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1.0``.
        rho (float): decay of both running means. Default: ``0.9``.
        eps (float): added under both roots. Default: ``1e-6``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.Adadelta, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ) -> None:
        check_above("Adadelta", "lr", lr)
        check_above("Adadelta", "eps", eps)
        check_at_least("Adadelta", "weight_decay", weight_decay)
        check_float_range(rho, 0.0, 1.0, INC_BOTH, "rho", "Adadelta")
        defaults = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
        super().__init__(params, defaults)
        self.accum = self.parameters.clone(prefix="accum", init="zeros")
        self.accum_update = self.parameters.clone(prefix="accum_update", init="zeros")

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t = self.parameters[k]._t
        g = signed_gradient(gradient, group, t, decayed=True)
        squares, steps = self.accum[k]._t, self.accum_update[k]._t
        descend_by_sizes([t], [g], [squares], [steps], (rate, group["rho"], group["eps"]))
