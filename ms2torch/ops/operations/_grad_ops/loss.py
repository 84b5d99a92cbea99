"""Gradients of losses."""

from __future__ import annotations

import torch

from ms2torch import ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations import loss_ops
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back
from ms2torch.ops.primitive import Primitive


class BinaryCrossEntropyGrad(loss_ops.BinaryCrossEntropy):
    """Gradient of `BinaryCrossEntropy`, with its settings.

    Inputs:
        - **input** (Tensor) - probabilities.
        - **target** (Tensor) - of the same shape.
        - **grad_output** (Tensor) - the gradient of the output.
        - **weight** (Tensor, optional) - of each element. Default: ``None``.

    Source: mindspore.ops.auto_generate.BinaryCrossEntropyGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, input: Tensor, target: Tensor, grad_output: Tensor, weight: Tensor | None = None
    ) -> Tensor:
        p, y = unwrap(input), unwrap(target)
        grad = unwrap(grad_output) * (p - y) / ((1 - p) * p).clamp(min=1e-12)
        if weight is not None:
            grad = grad * unwrap(weight)
        return wrap(grad / p.numel() if self.reduction == "mean" else grad)


class SigmoidCrossEntropyWithLogitsGrad(GradPrimitive):
    """Gradient of `SigmoidCrossEntropyWithLogits`.

    Inputs:
        - **x** (Tensor) - scores.
        - **y** (Tensor) - labels.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.SigmoidCrossEntropyWithLogitsGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, y: Tensor, dout: Tensor) -> Tensor:
        return wrap((torch.sigmoid(unwrap(x)) - unwrap(y)) * unwrap(dout))


class SmoothL1LossGrad(loss_ops.SmoothL1Loss):
    """Gradient of `SmoothL1Loss`, with its settings.

    Inputs:
        - **prediction** (Tensor) - the input.
        - **target** (Tensor) - of the same shape.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.SmoothL1LossGrad, MindSpore 2.10
    """

    def __call__(self, prediction: Tensor, target: Tensor, dout: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda x: forward(x, target), dout, prediction)


class KLDivLossGrad(loss_ops.KLDivLoss):
    """Gradient of `KLDivLoss`, with its settings.

    Inputs:
        - **grad** (Tensor) - the gradient of the output.
        - **x** (Tensor) - logarithms of probabilities.
        - **target** (Tensor) - probabilities.

    Source: mindspore.ops.operations._grad_ops.KLDivLossGrad, MindSpore 2.10
    """

    def __call__(self, grad: Tensor, x: Tensor, target: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda t: forward(t, target), grad, x)


class NLLLossGrad(loss_ops.NLLLoss):
    """Gradient of `NLLLoss`, with its settings.

    Inputs:
        - **logits** (Tensor) - logarithms of probabilities.
        - **loss_grad** (Tensor) - the gradient of the loss.
        - **labels** (Tensor) - class numbers.
        - **weight** (Tensor) - of each class.
        - **total_weight** (Tensor) - the second output.

    Source: mindspore.ops.auto_generate.NLLLossGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, logits: Tensor, loss_grad: Tensor, labels: Tensor, weight: Tensor, total_weight: Tensor
    ) -> Tensor:
        del total_weight
        forward = super().__call__
        return pull_back(lambda x: forward(x, labels, weight)[0], loss_grad, logits)


class SoftMarginLossGrad(loss_ops.SoftMarginLoss):
    """Gradient of `SoftMarginLoss`, with its settings.

    Inputs:
        - **predict** (Tensor) - scores.
        - **label** (Tensor) - 1 or -1.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.SoftMarginLossGrad, MindSpore 2.10
    """

    def __call__(self, predict: Tensor, label: Tensor, dout: Tensor) -> Tensor:  # type: ignore[override]
        forward = super().__call__
        return pull_back(lambda x: forward(x, label), dout, predict)


class MultiMarginLossGrad(loss_ops.MultiMarginLoss):
    """Gradient of `MultiMarginLoss`, with its settings.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **x** (Tensor) - scores.
        - **target** (Tensor) - class numbers.
        - **weight** (Tensor, optional) - of each class. Default: ``None``.

    Source: mindspore.ops.operations._grad_ops.MultiMarginLossGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, y_grad: Tensor, x: Tensor, target: Tensor, weight: Tensor | None = None
    ) -> Tensor:
        forward = super().__call__
        return pull_back(lambda t: forward(t, target, weight), y_grad, x)


class MultilabelMarginLossGrad(loss_ops.MultilabelMarginLoss):
    """Gradient of `MultilabelMarginLoss`, with its settings.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - scores.
        - **target** (Tensor) - class numbers up to the first -1.
        - **is_target** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.MultilabelMarginLossGrad, MindSpore 2.10
    """

    def __call__(  # type: ignore[override]
        self, y_grad: Tensor, x: Tensor, target: Tensor, is_target: Tensor
    ) -> Tensor:
        del is_target
        forward = super().__call__
        return pull_back(lambda t: forward(t, target)[0], y_grad, x)


class MSELossGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.mse_loss` by its input.

    Inputs:
        - **dout** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.
        - **target** (Tensor) - what it is compared with.
        - **reduction** (str) - ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Source: mindspore.ops.auto_generate.MSELossGradExt, MindSpore 2.10
    """

    def __call__(self, dout: Tensor, x: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
        return pull_back(lambda t: ops.mse_loss(t, target, reduction), dout, x)


class DropoutGrad(Primitive):
    """Gradient of `Dropout`.

    Args:
        keep_prob (float): the share of elements that are kept. Default: ``0.5``.

    Inputs:
        - **dy** (Tensor) - the gradient of the first output.
        - **mask** (Tensor) - the second output: 1 for each element that was kept.

    Source: mindspore.ops.operations._grad_ops.DropoutGrad, MindSpore 2.10
    """

    def __init__(self, keep_prob: float = 0.5) -> None:
        if isinstance(keep_prob, bool) or not isinstance(keep_prob, (int, float)) or not 0 < keep_prob <= 1:
            msg = f"For 'DropoutGrad', the 'keep_prob' must be in (0, 1], but got {keep_prob!r}"
            raise ValueError(msg)
        self.keep_prob = keep_prob

    def __call__(self, dy: Tensor, mask: Tensor) -> Tensor:
        grad = unwrap(dy)
        return wrap(grad * unwrap(mask).to(dtype=grad.dtype) / self.keep_prob)
