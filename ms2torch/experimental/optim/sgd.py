"""`SGD` with groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._checkparam import check_value_type
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import Optimizer, group_rate, signed_gradient

__all__ = ["SGD"]


class SGD(Optimizer):
    """Stochastic gradient descent.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate.
        momentum (Union[int, float]): momentum. Default: ``0``.
        dampening (Union[int, float]): takes away from the gradient's part in the momentum. Default: ``0``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        nesterov (bool): look ahead. Default: ``False``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        ValueError: if a setting is negative, or `nesterov` goes without momentum or with dampening.

    Source: mindspore.experimental.optim.SGD, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        check_value_type("lr", lr, [float, int, Tensor], "SGD")
        if float(lr) < 0.0:
            msg = f"Invalid learning rate: {lr}"
            raise ValueError(msg)
        check_value_type("momentum", momentum, [int, float], "SGD")
        if momentum < 0.0:
            msg = f"Invalid momentum value: {momentum}"
            raise ValueError(msg)
        check_value_type("nesterov", nesterov, [bool], "SGD")
        check_value_type("maximize", maximize, [bool], "SGD")
        defaults = {"lr": lr, "momentum": float(momentum), "dampening": dampening, "weight_decay": weight_decay,
                    "nesterov": nesterov, "maximize": maximize, "grad_centralization": False}  # fmt: skip
        super().__init__(params, defaults)
        for group in self.param_groups:
            check_value_type("dampening", group["dampening"], [int, float], "SGD")
            group["dampening"] = float(group["dampening"])
        if nesterov and (momentum <= 0.0 or dampening != 0.0):
            msg = (
                "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to 0.0, but got "
                f"'momentum' {momentum}, 'dampening' {dampening}"
            )
            raise ValueError(msg)
        self.accum = self.parameters.clone(prefix="accum", init="zeros")
        self.stat = self.parameters.clone(prefix="stat", init="ones")

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters."""
        with torch.no_grad():
            for i, group in enumerate(self.param_groups):
                for k in self._members_of(i):
                    self._update(k, gradients[k], group)
        return True

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any]) -> None:
        t, momentum = self.parameters[k]._t, group["momentum"]
        g = signed_gradient(gradient, group, t, decayed=True)
        if momentum:
            accum, first = self.accum[k]._t, self.stat[k]._t
            # the first gradient is not dampened
            fresh = g * torch.where(first > 0, torch.ones_like(first), 1 - group["dampening"])
            accum.mul_(momentum).add_(fresh)
            first.zero_()
            g = g.add(accum, alpha=momentum) if group["nesterov"] else accum
        t.sub_(g * group_rate(group))
