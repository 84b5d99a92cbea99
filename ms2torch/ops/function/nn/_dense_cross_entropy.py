"""Cross entropy with given probabilities, for the Cell and the Primitive SoftmaxCrossEntropyWithLogits."""

from __future__ import annotations

from typing import Any

import torch


class DenseCrossEntropy(torch.autograd.Function):
    """The losses of the rows, and the gradient that MindSpore documents for them.

    It is softmax(x) - y and 0 for the labels, also where the labels do not add up to 1.
    """

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x, y)
        return -(y * torch.log_softmax(x, -1)).sum(-1)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, None]:
        x, y = ctx.saved_tensors
        return (torch.softmax(x, -1) - y) * grads[0].unsqueeze(-1), None
