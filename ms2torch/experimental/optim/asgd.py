"""`ASGD` with groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._updates.asgd import descend_averaged
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import StepwiseOptimizer, check_above, check_at_least, signed_gradient

__all__ = ["ASGD"]


class ASGD(StepwiseOptimizer):
    """Gradient descent that also keeps the running mean of the weights, in `ax`.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-2``.
        lambd (float): how fast the weights decay. Default: ``1e-4``.
        alpha (float): power by which the rate falls. Default: ``0.75``.
        t0 (float): the step after which the mean is over more than one. Default: ``1e6``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        TypeError: if `lambd` or `t0` is no float.
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.ASGD, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
        maximize: bool = False,
    ) -> None:
        check_above("ASGD", "lr", lr)
        check_at_least("ASGD", "weight_decay", weight_decay)
        for name, value in (("lambd", lambd), ("t0", t0)):
            if not isinstance(value, float):
                msg = f"For 'ASGD', the type of {name} must be float, but got {type(value)}."
                raise TypeError(msg)
        defaults = {"lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay,
                    "maximize": maximize}  # fmt: skip
        super().__init__(params, defaults)
        self.mu = [Parameter(Tensor(1.0), "mu_" + param.name) for param in self.parameters]
        self.eta = [Parameter(Tensor(0.0), "eta_" + param.name) for param in self.parameters]
        self.ax = self.parameters.clone(prefix="ax", init="zeros")
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, step, lambd = self.parameters[k]._t, int(self.step_t._t), group["lambd"]
        g = signed_gradient(gradient, group, t, decayed=True)
        eta, mu, mean = self.eta[k]._t, self.mu[k]._t, self.ax[k]._t
        descend_averaged(t, g, (eta, mu, mean), step, (rate, lambd, group["alpha"], group["t0"]))
