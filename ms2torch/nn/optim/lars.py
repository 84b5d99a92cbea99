"""LARS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.optim.optimizer import Optimizer

__all__ = ["LARS"]


def _default_filter(param: Parameter) -> bool:
    return "LayerNorm" not in param.name and "bias" not in param.name


class LARS(Optimizer):
    """Scale the gradient of each parameter to the parameter's size, and hand it to another optimizer.

    Weight decay and loss scale of that optimizer are applied here, and no more there.

    Args:
        optimizer (Optimizer): the optimizer that updates.
        epsilon (float): added to the denominator. Default: ``1e-05``.
        coefficient (float): the trust coefficient. Default: ``0.001``.
        use_clip (bool): let the ratio to the learning rate be 1 at most. Default: ``False``.
        lars_filter (Callable): takes a parameter and tells whether it is scaled. Default: those without ``LayerNorm``
            and ``bias`` in their names.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if with `use_clip` the learning rate is dynamic and differs between groups.

    Differs from MindSpore: its CPU cannot run it; this is the update of its documentation.

    Source: mindspore.nn.LARS, MindSpore 2.10
    """

    def __init__(
        self,
        optimizer: Optimizer,
        epsilon: float = 1e-05,
        coefficient: float = 0.001,
        use_clip: bool = False,
        lars_filter: Callable[[Parameter], bool] = _default_filter,
    ) -> None:
        Cell.__init__(self, auto_prefix=False)
        self.opt = of_type("LARS", "optimizer", optimizer, Optimizer)
        self.epsilon = of_type("LARS", "epsilon", epsilon, float)
        self.coefficient = of_type("LARS", "coefficient", coefficient, float)
        self.use_clip = of_type("LARS", "use_clip", use_clip, bool)
        if use_clip and optimizer.is_group_lr and optimizer.dynamic_lr:
            msg = "For 'LARS' with 'use_clip', the learning rate cannot be both dynamic and different between groups."
            raise ValueError(msg)
        self._take_over(optimizer)
        self.lars_flag = tuple(bool(lars_filter(p)) for p in self.parameters)

    def _take_over(self, optimizer: Optimizer) -> None:
        """Take the settings that are applied here from the inner optimizer."""
        self.parameters = ParameterTuple(optimizer.parameters)
        self._own(list(self.parameters))
        self.global_step = optimizer.global_step
        for name in ("_decays", "_real", "_unique", "_target", "decay_flags", "dynamic_decay_flags", "weight_decay",
                     "dynamic_weight_decay", "exec_weight_decay", "is_group", "is_group_lr", "dynamic_lr", "loss_scale",
                     "need_scale", "reciprocal_scale", "param_length", "use_parallel"):  # fmt: skip
            object.__setattr__(self, name, getattr(optimizer, name))
        self.grad_centralization = False
        optimizer.__dict__.update(exec_weight_decay=False, need_scale=False)

    @property
    def learning_rate(self) -> Any:  # type: ignore[override]
        """The inner optimizer's learning rate."""
        return self.opt.learning_rate

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Scale the gradients and update."""
        with torch.no_grad():
            params = [p._t for p in self.parameters]
            decays = self._decay_numbers() if self.exec_weight_decay else [0.0] * len(params)
            rates = self.opt._rates() if self.use_clip else 1.0
            scaled = []
            for i, (g, p, decay) in enumerate(zip(gradients, params, decays, strict=True)):
                t = g._t / self.loss_scale if self.need_scale else g._t
                if self.lars_flag[i]:
                    rate = rates[i] if isinstance(rates, list) else rates
                    t = self._scaled(t, p, decay / self.loss_scale, rate)
                scaled.append(wrap(t))
        return self.opt(tuple(scaled))

    def _scaled(self, g: torch.Tensor, p: torch.Tensor, decay: float, rate: float) -> torch.Tensor:
        size, steepness = torch.linalg.vector_norm(p), torch.linalg.vector_norm(g)
        trust = self.coefficient * size / (steepness + decay * size + self.epsilon)
        if self.use_clip:
            trust = (trust / rate).clamp(max=1.0)
        trust = torch.where((size > 0) & (steepness > 0), trust, 1.0)
        return trust * g.add(p, alpha=decay)
