"""`Optimizer`: parameters in groups, each with its own settings in a dict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._checkparam import INC_LEFT, check_float_range
from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = ["Optimizer"]


class Optimizer(Cell):
    """Base of the experimental optimizers; called with the gradients of its `parameters`.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups: dicts with ``"params"`` and settings.
        defaults (dict): settings for groups that do not name them.

    Raises:
        ValueError: if there are no parameters, one is in two groups, or a learning rate is negative.
        TypeError: if something in a group is no Parameter.

    Source: mindspore.experimental.optim.Optimizer, MindSpore 2.10
    """

    def __init__(self, params: Iterable[Any], defaults: dict[str, Any]) -> None:
        super().__init__(auto_prefix=False)
        if params is None:
            msg = "For 'Optimizer', the argument params can not be None."
            raise ValueError(msg)
        if not isinstance(params, Iterable):
            msg = f"For 'Optimizer', the argument params must be Iterable type, but got {type(params)}."
            raise TypeError(msg)
        groups = list(params)
        if not groups:
            msg = "For 'Optimizer', the argument params must not be empty."
            raise ValueError(msg)
        self.defaults = defaults
        self.state: dict[Any, Any] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        self.lrs: list[Parameter] = []
        self.group_start_id = [0]
        self.parameters: Any = ParameterTuple(())
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group.

        Args:
            param_group (dict): the parameters under ``"params"``, and settings by name.

        Source: mindspore.experimental.optim.Optimizer.add_param_group, MindSpore 2.10
        """
        if not isinstance(param_group, dict):
            msg = "Param group must be a dict."
            raise TypeError(msg)
        members = _members(param_group["params"])
        taken = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in taken for p in members):
            msg = "some parameters appear in more than one parameter group."
            raise ValueError(msg)
        param_group["params"] = members
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        rate = _rate(param_group["lr"], f"learning_rate_group_{len(self.param_groups)}")
        param_group["lr"] = rate
        param_group["weight_decay"] = _decay(param_group.get("weight_decay", 0.0))
        self.lrs.append(rate)
        self.param_groups.append(param_group)
        self.group_start_id.append(self.group_start_id[-1] + len(members))
        self.parameters = ParameterTuple((*self.parameters, *members))

    def construct(self, *hyper_params: Any) -> Any:
        """Update; to be defined by the subclass."""
        raise NotImplementedError

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            for name in sorted(group):
                if name != "params":
                    shown = group[name].value() if isinstance(group[name], Parameter) else group[name]
                    lines.append(f"    {name}: {shown}")
        return "\n".join(lines) + "\n)"

    def _members_of(self, group_id: int) -> range:
        """Return the positions of a group's parameters among all."""
        return range(self.group_start_id[group_id], self.group_start_id[group_id + 1])


class StepwiseOptimizer(Optimizer):
    """An optimizer that updates one parameter after the other, by the learning rate of its group.

    A subclass that needs the number of steps holds it as the Parameter `step_t`.
    """

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters.

        Args:
            gradients (tuple[Tensor]): one for each of `parameters`.

        Returns:
            bool, True.
        """
        with torch.no_grad():
            taken: Parameter | None = getattr(self, "step_t", None)
            if taken is not None:
                taken._t.add_(1)
            for i, group in enumerate(self.param_groups):
                rate = group_rate(group)
                for k in self._members_of(i):
                    self._update(k, gradients[k], group, rate)
        return True

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        raise NotImplementedError


def group_rate(group: dict[str, Any]) -> float:
    """Return a group's learning rate now."""
    rate = group["lr"]
    return float(rate._t.detach()) if isinstance(rate, Tensor) else float(rate)


def signed_gradient(gradient: Tensor, group: dict[str, Any], param: torch.Tensor, *, decayed: bool) -> torch.Tensor:
    """Return the gradient to go down by: of the negative if maximizing, with weight decay added if asked."""
    g = gradient._t.detach()
    g = -g if group.get("maximize") else g
    return g.add(param, alpha=group["weight_decay"]) if decayed and group["weight_decay"] else g


def check_moments(lr: Any, betas: Sequence[float], eps: float, weight_decay: float) -> None:
    """Check the settings of Adam and its kind.

    Raises:
        ValueError: if one is out of range.
    """
    if float(lr) < 0.0:
        msg = f"Invalid learning rate: {lr}"
        raise ValueError(msg)
    if eps < 0.0:
        msg = f"Invalid epsilon value: {eps}"
        raise ValueError(msg)
    for i in (0, 1):
        if not 0.0 <= betas[i] < 1.0:
            msg = f"Invalid beta parameter at index {i}: {betas[i]}"
            raise ValueError(msg)
    if weight_decay < 0.0:
        msg = f"Invalid weight_decay value: {weight_decay}"
        raise ValueError(msg)


def check_above(owner: str, name: str, value: Any, bound: float = 0.0) -> None:
    """Check that a setting is greater than a bound.

    Raises:
        ValueError: if it is not.
    """
    if value <= bound:
        msg = f"For {owner}, the {name} must be greater than {bound}, but got {value}."
        raise ValueError(msg)


def check_at_least(owner: str, name: str, value: Any, bound: float = 0.0) -> None:
    """Check that a setting is not less than a bound.

    Raises:
        ValueError: if it is.
    """
    if value < bound:
        msg = f"For {owner}, the {name} must be greater than or equal to {bound}, but got {value}."
        raise ValueError(msg)


def check_betas(owner: str, betas: Sequence[float]) -> None:
    """Check the decay rates of two moments: floats in [0, 1).

    Raises:
        TypeError: if one is no float.
        ValueError: if one is out of range.
    """
    for i in (0, 1):
        check_float_range(betas[i], 0.0, 1.0, INC_LEFT, f"betas[{i}]", owner)


def _members(params: Any) -> list[Parameter]:
    if isinstance(params, Parameter):
        return [params]
    if isinstance(params, set):
        msg = "Optimizer parameters need to be organized in ordered collections; please use a list instead of a set."
        raise TypeError(msg)
    members = list(params)
    for param in members:
        if not isinstance(param, Parameter):
            msg = f"Optimizer can only optimize Parameters, but one of the params is {type(param)}"
            raise TypeError(msg)
    return members


def _rate(lr: Any, name: str) -> Parameter:
    if isinstance(lr, Tensor):
        if lr.ndim:
            msg = "For 'Optimizer', if 'learning_rate' is a Tensor, then it should be scalar Tensor"
            raise ValueError(msg)
        return Parameter(wrap(lr._t.detach().to(dtype=torch.float32).clone()), name=name, requires_grad=True)
    if isinstance(lr, bool) or not isinstance(lr, (int, float)):
        msg = f"For 'Optimizer', the argument 'learning_rate' must be int, float or Tensor, but got {type(lr)}."
        raise TypeError(msg)
    if lr < 0:
        msg = f"For 'Optimizer', the 'learning rate' must be float and must >= 0, but got {lr}."
        raise ValueError(msg)
    return Parameter(Tensor(float(lr), mstype.float32), name=name)


def _decay(weight_decay: Any) -> float:
    if isinstance(weight_decay, bool) or not isinstance(weight_decay, (int, float)):
        msg = f"For 'Optimizer', the argument 'weight_decay' must be int or float, but got {type(weight_decay)}."
        raise TypeError(msg)
    if weight_decay < 0:
        msg = f"For 'Optimizer', the 'weight_decay' must be float and must >= 0, but got {weight_decay}."
        raise ValueError(msg)
    return float(weight_decay)
