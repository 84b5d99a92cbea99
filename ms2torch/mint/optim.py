"""`mindspore.mint.optim`: optimizers with torch's arguments, called with the gradients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap
from ms2torch._core.device import current_device
from ms2torch._updates.adam import advance_moments, descend_epsilon_last
from ms2torch._updates.momentum import accumulate, descend_sums
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = [
    "SGD",
    "Adam",
    "AdamW",
    "FusedAdamW",
]

Params = Iterable[Parameter] | Iterable[dict[str, Any]]


class _Optimizer(Cell):
    """Parameters in groups with settings of their own, and the state of each parameter."""

    parameters: ParameterTuple  # type: ignore[assignment]

    def __init__(self, params: Params, defaults: dict[str, Any]) -> None:
        super().__init__(auto_prefix=False)
        given = list(params)
        if not given:
            msg = f"mint.optim.{self.cls_name}: there are no parameters"
            raise ValueError(msg)
        groups = given if isinstance(given[0], dict) else [{"params": given}]
        self.defaults = defaults
        self.param_groups: list[dict[str, Any]] = []
        self.parameters = ParameterTuple(())
        self.steps = 0
        self._state: list[dict[str, torch.Tensor]] = []
        for group in groups:
            self.add_param_group(group)  # type: ignore[arg-type]

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add parameters with settings of their own."""
        members = param_group["params"]
        members = [members] if isinstance(members, Parameter) else list(members)
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in members) or len({id(p) for p in members}) < len(members):
            msg = f"mint.optim.{self.cls_name}: a parameter is in the groups twice"
            raise ValueError(msg)
        group = {**self.defaults, **param_group, "params": members}
        self._check_group(group)
        self.param_groups.append(group)
        self.parameters = ParameterTuple([*self.parameters, *members])
        self._state += [{} for _ in members]

    def _check_group(self, group: dict[str, Any]) -> None:
        for name in ("lr", "eps", "weight_decay", "momentum"):
            if name in group and float(group[name]) < 0:
                msg = f"mint.optim.{self.cls_name}: {name} must not be negative, got {group[name]}"
                raise ValueError(msg)
        for beta in group.get("betas", ()):
            if not 0.0 <= beta < 1.0:
                msg = f"mint.optim.{self.cls_name}: betas must be in [0, 1), got {group['betas']}"
                raise ValueError(msg)

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters in place."""
        gradients = (gradients,) if isinstance(gradients, Tensor) else tuple(gradients)
        if len(gradients) != len(self._state):
            msg = f"mint.optim.{self.cls_name}: {len(self._state)} parameters, but {len(gradients)} gradients"
            raise ValueError(msg)
        self.steps += 1
        place = 0
        with torch.no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    gradient = unwrap(gradients[place])
                    self._update(param._t, -gradient if group["maximize"] else gradient, group, self._state[place])
                    place += 1
        return True

    def _update(
        self, param: torch.Tensor, grad: torch.Tensor, group: dict[str, Any], state: dict[str, torch.Tensor]
    ) -> None:
        raise NotImplementedError


class _Adam(_Optimizer):
    """Adam's update; `_decoupled` says whether the weight decay acts on the parameter or on the gradient."""

    _decoupled = False

    def _update(
        self, param: torch.Tensor, grad: torch.Tensor, group: dict[str, Any], state: dict[str, torch.Tensor]
    ) -> None:
        lr, (beta1, beta2), decay = float(group["lr"]), group["betas"], group["weight_decay"]
        if not state:
            state["step"] = torch.zeros((), device=current_device())
            state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(param), torch.zeros_like(param)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(param)
        state["step"] += 1
        step = float(state["step"])
        if decay and self._decoupled:
            param.mul_(1 - lr * decay)
        elif decay:
            grad = grad + param * decay
        first, second = state["exp_avg"], state["exp_avg_sq"]
        advance_moments([grad], [first], [second], beta1, beta2)
        if group["amsgrad"]:
            second = torch.maximum(state["max_exp_avg_sq"], second, out=state["max_exp_avg_sq"])
        descend_epsilon_last([param], [first], [second], lr, group["eps"], (beta1**step, beta2**step))


class Adam(_Adam):
    """Update by running means of the gradients and their squares; weight decay is added to the gradient.

    Args:
        params (Params): parameters, or groups of them as dicts.
        lr (float, Tensor): learning rate. Default: ``0.001``.
        betas (tuple[float, float]): decay of the two running means. Default: ``(0.9, 0.999)``.
        eps (float): added to the denominator. Default: ``1e-08``.
        weight_decay (float): L2 penalty, or decay rate. Default: ``0.0``.
        amsgrad (bool): divide by the largest second moment so far. Default: ``False``.

    Keyword Args:
        maximize (bool): go uphill. Default: ``False``.

    Source: mindspore.mint.optim.Adam, MindSpore 2.10
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "amsgrad": amsgrad, "maximize": maximize})


class AdamW(_Adam):
    """Update by running means of the gradients and their squares; weight decay shrinks the parameter itself.

    Args:
        params (Params): parameters, or groups of them as dicts.
        lr (float, Tensor): learning rate. Default: ``0.001``.
        betas (tuple[float, float]): decay of the two running means. Default: ``(0.9, 0.999)``.
        eps (float): added to the denominator. Default: ``1e-08``.
        weight_decay (float): L2 penalty, or decay rate. Default: ``0.01``.
        amsgrad (bool): divide by the largest second moment so far. Default: ``False``.

    Keyword Args:
        maximize (bool): go uphill. Default: ``False``.

    Source: mindspore.mint.optim.AdamW, MindSpore 2.10
    """

    _decoupled = True

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "amsgrad": amsgrad, "maximize": maximize})


class FusedAdamW(AdamW):
    """Update as `AdamW` does; MindSpore's runs one kernel for all parameters.

    Args:
        params (Params): parameters, or groups of them as dicts.
        lr (float, Tensor): learning rate. Default: ``0.001``.
        betas (tuple[float, float]): decay of the two running means. Default: ``(0.9, 0.999)``.
        eps (float): added to the denominator. Default: ``1e-08``.
        weight_decay (float): L2 penalty, or decay rate. Default: ``0.01``.
        amsgrad (bool): divide by the largest second moment so far; the same in all groups. Default: ``False``.

    Keyword Args:
        maximize (bool): go uphill. Default: ``False``.

    Raises:
        ValueError: if groups differ in `amsgrad`.

    Source: mindspore.mint.optim.FusedAdamW, MindSpore 2.10
    """

    def _check_group(self, group: dict[str, Any]) -> None:
        super()._check_group(group)
        if any(other["amsgrad"] != group["amsgrad"] for other in self.param_groups):
            msg = "mint.optim.FusedAdamW: amsgrad must be the same in all groups"
            raise ValueError(msg)


class SGD(_Optimizer):
    """Update by the gradient, with momentum.

    Args:
        params (Params): parameters, or groups of them as dicts.
        lr (float, Tensor): learning rate.
        momentum (float): share of the last update that is kept. Default: ``0``.
        dampening (float): dampens the momentum. Default: ``0``.
        weight_decay (float): L2 penalty, or decay rate. Default: ``0``.
        nesterov (bool): use Nesterov momentum. Default: ``False``.

    Keyword Args:
        maximize (bool): go uphill. Default: ``False``.

    Source: mindspore.mint.optim.SGD, MindSpore 2.10
    """

    def __init__(
        self,
        params: Params,
        lr: float | Tensor,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        if nesterov and (momentum <= 0 or dampening != 0):
            msg = f"mint.optim.SGD: nesterov needs momentum above 0 and dampening 0, got {momentum} and {dampening}"
            raise ValueError(msg)
        settings = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        super().__init__(params, {**settings, "nesterov": nesterov, "maximize": maximize})

    def _update(
        self, param: torch.Tensor, grad: torch.Tensor, group: dict[str, Any], state: dict[str, torch.Tensor]
    ) -> None:
        if group["weight_decay"]:
            grad = grad + param * group["weight_decay"]
        momentum = group["momentum"]
        if momentum:
            if not state:
                state["momentum_buf"] = grad.clone()  # the first gradient is not dampened
            else:
                accumulate([state["momentum_buf"]], [grad], momentum, 1 - group["dampening"])
            sums = [state["momentum_buf"]]
            descend_sums([param], [grad], sums, float(group["lr"]), momentum, nesterov=group["nesterov"])
        else:
            param.add_(grad, alpha=-float(group["lr"]))
