"""Gradient accumulation: add up the gradients of several steps, then update once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.composite._on_functions import MultitypeFuncGraph

__all__ = ["GradientAccumulation", "gradient_accumulation_op", "gradient_clear_op"]

gradient_accumulation_op = MultitypeFuncGraph("gradient_accumulation_op")
gradient_clear_op = MultitypeFuncGraph("gradient_clear_op")


@gradient_accumulation_op.register("Int64", "Tensor", "Tensor")
def cumulative_grad_process(accumulation_step: int, cumulative_grad: Parameter, grad: Tensor) -> Parameter:
    """Add a gradient, divided by the number of steps, to what is accumulated."""
    with torch.no_grad():
        cumulative_grad._t.add_(grad._t / accumulation_step)
    return cumulative_grad


@gradient_clear_op.register("Tensor")
def clear_grad(cumulative_grad: Parameter) -> Parameter:
    """Set what is accumulated to zero."""
    with torch.no_grad():
        cumulative_grad._t.zero_()
    return cumulative_grad


class GradientAccumulation(Cell):
    """Add up gradients, and let the optimizer update once in so many steps.

    Args:
        max_accumulation_step (int): the number of steps.
        optimizer (Optimizer): the optimizer.

    Inputs:
        - **loss** (Tensor) - returned as it is.
        - **grads** (tuple[Tensor]) - the gradients of the optimizer's parameters.

    Outputs:
        Tensor, the loss.

    Source: mindspore.boost.GradientAccumulation, MindSpore 2.10
    """

    def __init__(self, max_accumulation_step: int, optimizer: Any) -> None:
        super().__init__()
        self._max_accumulation_step = max_accumulation_step
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self._grad_accumulation = self.weights.clone(prefix="grad_accumulation", init="zeros")
        self._accumulation_step = Parameter(Tensor(0, dtype=mstype.int32), name="accumulation_step")

    def construct(self, loss: Tensor, grads: Sequence[Tensor]) -> Tensor:
        """Accumulate, and update when it is time."""
        for kept, grad in zip(self._grad_accumulation, grads, strict=True):
            cumulative_grad_process(self._max_accumulation_step, kept, grad)
        with torch.no_grad():
            self._accumulation_step._t.add_(1)
        if int(self._accumulation_step._t) >= self._max_accumulation_step:
            self.optimizer(self._grad_accumulation)
            with torch.no_grad():
                self._accumulation_step._t.zero_()
            for kept in self._grad_accumulation:
                clear_grad(kept)
        return loss
