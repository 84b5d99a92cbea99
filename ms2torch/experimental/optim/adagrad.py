"""`Adagrad` with groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._updates.adagrad import add_squares, descend_roots
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import Optimizer, check_above, check_at_least, group_rate, signed_gradient

__all__ = ["Adagrad"]


class Adagrad(Optimizer):
    """Adagrad: the gradient over the root of the sum of all squared ones.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-2``.
        lr_decay (float): how the rate falls: over ``1 + steps taken * lr_decay``. Default: ``0.0``.
        weight_decay (float): times the weights, added to the gradients. Default: ``0.0``.
        initial_accumulator_value (float): what the sums start from. Default: ``0.0``.
        eps (float): added to the root. Default: ``1e-10``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.Adagrad, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-2,
        lr_decay: float = 0.0,
        weight_decay: float = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        *,
        maximize: bool = False,
    ) -> None:
        check_above("Adagrad", "lr", lr)
        check_at_least("Adagrad", "lr_decay", lr_decay)
        check_at_least("Adagrad", "weight_decay", weight_decay)
        check_at_least("Adagrad", "initial_accumulator_value", initial_accumulator_value)
        check_above("Adagrad", "eps", eps)
        defaults = {"lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
                    "initial_accumulator_value": initial_accumulator_value, "maximize": maximize}  # fmt: skip
        super().__init__(params, defaults)
        # one start for all groups, whatever a group's own setting says: as MindSpore does
        self.accum = self.parameters.clone(prefix="accum", init=initial_accumulator_value)
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update the parameters."""
        with torch.no_grad():
            taken = int(self.step_t._t)
            for i, group in enumerate(self.param_groups):
                rate = group_rate(group) / (1 + taken * group["lr_decay"])
                for k in self._members_of(i):
                    self._update(k, gradients[k], group, rate)
            self.step_t._t.add_(1)
        return True

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, squares = self.parameters[k]._t, self.accum[k]._t
        g = signed_gradient(gradient, group, t, decayed=True)
        add_squares([squares], [g])
        descend_roots([t], [g], [squares], rate, group["eps"])
