"""`Rprop` with groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch._checkparam import INC_NEITHER, check_float_range
from ms2torch._core import dtype as mstype
from ms2torch._updates.rprop import descend_by_signs
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import StepwiseOptimizer, check_above, signed_gradient

__all__ = ["Rprop"]


class Rprop(StepwiseOptimizer):
    """Steps that look at the gradient's sign alone, and have a length of their own for each weight.

    Args:
        params (Union[list[Parameter], list[dict]]): the parameters, or groups.
        lr (Union[int, float, Tensor]): learning rate. Default: ``1e-2``.
        etas (tuple[float, float]): what a length is multiplied by when the sign turns, and when it stays.
            Default: ``(0.5, 1.2)``.
        step_sizes (tuple[float, float]): the least and the greatest length. Default: ``(1e-6, 50)``.
        maximize (bool): go up. Default: ``False``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each of `parameters`.

    Raises:
        TypeError: if the first of `etas` is no float.
        ValueError: if a setting is out of range.

    Source: mindspore.experimental.optim.Rprop, MindSpore 2.10
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: Any = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
    ) -> None:
        check_above("Rprop", "lr", lr)
        check_above("Rprop", "etas[1]", etas[1], 1.0)
        check_float_range(etas[0], 0.0, 1.0, INC_NEITHER, "etas[0]", "Rprop")
        super().__init__(params, {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize})
        self.prev = self.parameters.clone(prefix="prev", init="zeros")
        self.step_size = self.parameters.clone(prefix="step_size", init="zeros")
        self.step_t = Parameter(Tensor(0, mstype.int32), "step_t")

    def _update(self, k: int, gradient: Tensor, group: dict[str, Any], rate: float) -> None:
        t, last, size = self.parameters[k]._t, self.prev[k]._t, self.step_size[k]._t
        g = signed_gradient(gradient, group, t, decayed=False)
        if int(self.step_t._t) == 1:
            size.fill_(rate)
        descend_by_signs(t, g, last, size, group["etas"], group["step_sizes"])
