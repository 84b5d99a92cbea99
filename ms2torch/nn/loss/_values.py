"""Losses between values, and between distances and margins."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch

from ms2torch._core.base import wrap
from ms2torch._core.element_types import check_type
from ms2torch._errors import op_error
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, between, of_type
from ms2torch.nn.loss._base import LossBase
from ms2torch.ops.function.nn import loss as F
from ms2torch.ops.function.nn._losses import operands

_UNSIGNED = (torch.uint8, torch.uint16, torch.uint32, torch.uint64)


class L1Loss(LossBase):
    """Compute the absolute differences.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.L1Loss, MindSpore 2.10
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.l1_loss(logits, labels, self.reduction)


class L1LossExt(LossBase):
    """Compute the absolute differences, as `L1Loss` does.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Source: mindspore.nn.L1LossExt, MindSpore 2.10
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.l1_loss(logits, labels, self.reduction)


def _squares(logits: Tensor, labels: Tensor, reduction: str) -> Tensor:
    """Return the squared differences, reduced and put back in the type that they have (`LossBase.get_loss`)."""
    loss = F.mse_loss(logits, labels, reduction)
    kind = torch.promote_types(logits._t.dtype, labels._t.dtype)
    return loss if kind.is_floating_point or kind is torch.bool else wrap(loss._t.to(dtype=kind))


class MSELoss(LossBase):
    """Compute the squared differences.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``; of integers a whole number, as in MindSpore.

    Raises:
        ValueError: if `reduction` is another word, or the shapes do not fit.
        TypeError: if an input is no Tensor.

    Differs from MindSpore: float64 is not rounded to float32.

    Source: mindspore.nn.MSELoss, MindSpore 2.10
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return _squares(logits, labels, self.reduction)


class RMSELoss(LossBase):
    """Compute the root of the mean of the squared differences.

    Inputs:
        - **logits** (Tensor) - of any shape, not unsigned.
        - **label** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d.

    Raises:
        TypeError: if an input is unsigned or no Tensor.

    Source: mindspore.nn.RMSELoss, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """Compute the loss."""
        for t in operands("RMSELoss", logits=logits, label=label):
            if t.dtype in _UNSIGNED:
                msg = f"For 'RMSELoss', the inputs must not be unsigned, but got {t.dtype}."
                raise TypeError(msg)
        return wrap(torch.sqrt(_squares(logits, label, "mean")._t))


class MAELoss(LossBase):
    """Compute the absolute differences.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **label** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, or the shapes do not fit.
        TypeError: if an input is no Tensor.

    Source: mindspore.nn.MAELoss, MindSpore 2.10
    """

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """Compute the loss."""
        return F.l1_loss(logits, label, self.reduction)


class SmoothL1Loss(LossBase):
    """Compute squared differences where they are small, absolute differences elsewhere.

    Args:
        beta (float): where the two meet, at least 0. Default: ``1.0``.
        reduction (str): ``"none"``, ``"mean"`` or ``"sum"``. Default: ``"none"``, unlike torch.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - of the same shape and type.

    Outputs:
        Tensor, of the same shape, or 0-d.

    Raises:
        ValueError: if `reduction` is another word, `beta` negative, or the shapes differ.
        TypeError: if `beta` is no number or an input no Tensor.

    Source: mindspore.nn.SmoothL1Loss, MindSpore 2.10
    """

    def __init__(self, beta: float = 1.0, reduction: str = "none") -> None:
        super().__init__(reduction)
        self.beta = a_float("SmoothL1Loss", "beta", float(of_type("SmoothL1Loss", "beta", beta, float, int)), 0.0)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.smooth_l1_loss(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """Compute half the squared differences up to `delta`, and go on as a straight line.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        delta (Union[int, float]): where the line begins, above 0. Default: ``1.0``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, `delta` not above 0, or the shapes do not fit.
        TypeError: if `delta` is no number or an input no Tensor.

    Source: mindspore.nn.HuberLoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction)
        self.delta = delta

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.huber_loss(logits, labels, self.reduction, self.delta)


class SoftMarginLoss(LossBase):
    """Compute log(1 + exp(-label * logit)), for labels of 1 and -1.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **labels** (Tensor) - of the same shape and type.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, or the shapes differ.

    Source: mindspore.nn.SoftMarginLoss, MindSpore 2.10
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.soft_margin_loss(logits, labels, self.reduction)


class HingeEmbeddingLoss(LossBase):
    """Compute the input where the label is 1, and what it lacks to `margin` where it is -1.

    Args:
        margin (Union[float, int]): Default: ``1.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - distances, of any shape.
        - **labels** (Tensor) - 1 or -1, broadcast against `logits`.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, or the shapes do not fit.
        TypeError: if `margin` is no number.

    Source: mindspore.nn.HingeEmbeddingLoss, MindSpore 2.10
    """

    def __init__(self, margin: float | int = 1.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = of_type("HingeEmbeddingLoss", "margin", margin, float, int)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.hinge_embedding_loss(logits, labels, self.margin, self.reduction)


class MarginRankingLoss(LossBase):
    """Compute what the difference of two inputs lacks to `margin`, in the direction the target says.

    Args:
        margin (float): Default: ``0.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **input1** (Tensor) - of any shape.
        - **input2** (Tensor) - of the same type; broadcast.
        - **target** (Tensor) - 1 where `input1` should be larger, -1 where `input2`; of the same type.

    Outputs:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        ValueError: if `reduction` is another word, or the shapes do not fit.
        TypeError: if `margin` is no float, or the inputs' types differ.

    Source: mindspore.nn.MarginRankingLoss, MindSpore 2.10
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = margin

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        return F.margin_ranking_loss(input1, input2, target, self.margin, self.reduction)


class CosineEmbeddingLoss(LossBase):
    """Compute how far the cosine of two vectors is from 1, or by how much it exceeds `margin`.

    Args:
        margin (float): in [-1, 1]. Default: ``0.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits_x1** (Tensor) - shape :math:`(N, *)`; the vectors lie along dimension 1.
        - **logits_x2** (Tensor) - of the same shape and type.
        - **labels** (Tensor) - 1 where the vectors should be alike, -1 where not; the shape without dimension 1.

    Outputs:
        Tensor, 0-d, or of the shape of `labels` for ``"none"``.

    Raises:
        ValueError: if `margin` is out of range, `reduction` another word, or the shapes do not fit.
        TypeError: if `margin` is no float, or the inputs' types differ.

    Source: mindspore.nn.CosineEmbeddingLoss, MindSpore 2.10
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = a_float("CosineEmbeddingLoss", "margin", margin, -1.0, 1.0)

    def construct(self, logits_x1: Tensor, logits_x2: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.cosine_embedding_loss(logits_x1, logits_x2, labels, self.margin, self.reduction)


class TripletMarginLoss(LossBase):
    """Compute what the distance to the negative lacks to that to the positive plus a margin.

    Args:
        p (int): the norm of the distance. Default: ``2``.
        swap (bool): take the distance between positive and negative where it is smaller. Default: ``False``.
        eps (float): added to the differences. Default: ``1e-6``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        margin (Union[Tensor, float]): where it is not 1, it is taken, not the input. Default: ``1.0``.

    Inputs:
        - **x** (Tensor) - vectors along the last dimension.
        - **positive** (Tensor) - broadcast against `x`.
        - **negative** (Tensor) - broadcast against `x`.
        - **margin** (Union[Tensor, float]) - above 0. Default: ``1.0``.

    Outputs:
        Tensor, 0-d, or one element for each vector for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.TripletMarginLoss, MindSpore 2.10
    """

    def __init__(
        self, p: int = 2, swap: bool = False, eps: float = 1e-6, reduction: str = "mean", margin: float | Tensor = 1.0
    ) -> None:
        super().__init__(reduction)
        self.p = p
        self.swap = swap
        self.eps = eps
        self.margin = margin

    def construct(self, x: Tensor, positive: Tensor, negative: Tensor, margin: float | Tensor = 1.0) -> Tensor:
        """Compute the loss."""
        chosen = margin if isinstance(self.margin, (int, float)) and self.margin == 1.0 else self.margin
        return F.triplet_margin_loss(x, positive, negative, chosen, self.p, self.eps, self.swap, self.reduction)


class TripletMarginWithDistanceLoss(LossBase):
    """Compute what the distance to the negative lacks to that to the positive plus `margin`, for any distance.

    Args:
        distance_function (Callable, optional): takes two Tensors. Default ``None``: the Euclidean distance along
            dimension 1.
        swap (bool): take the distance between positive and negative where it is smaller. Default: ``False``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        margin (float): Default: ``1.0``.

    Inputs:
        - **x** (Tensor) - what `distance_function` takes.
        - **positive** (Tensor) - of the same shape.
        - **negative** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d, or of the shape of the distances for ``"none"``.

    Raises:
        TypeError: if `margin` is no float or `swap` no bool.
        ValueError: if `reduction` is another word.

    Source: mindspore.nn.TripletMarginWithDistanceLoss, MindSpore 2.10
    """

    def __init__(
        self,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        swap: bool = False,
        reduction: str = "mean",
        margin: float = 1.0,
    ) -> None:
        super().__init__(reduction)
        self.margin = of_type("TripletMarginWithDistanceLoss", "margin", margin, float)
        self.swap = of_type("TripletMarginWithDistanceLoss", "swap", swap, bool)
        self.distance_function = distance_function or _euclidean

    def construct(self, x: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compute the loss."""
        check_type(x, "nn.TripletMarginWithDistanceLoss")
        operands("TripletMarginWithDistanceLoss", x=x, positive=positive, negative=negative)
        near = self.distance_function(x, positive)._t
        far = self.distance_function(x, negative)._t
        if self.swap:
            far = torch.minimum(far, self.distance_function(positive, negative)._t)
        return self.get_loss(wrap((near - far + self.margin).clamp(min=0)))


def _euclidean(x: Tensor, y: Tensor) -> Tensor:
    d = torch.abs(x._t - y._t)
    if d.ndim < 2:
        msg = f"For 'TripletMarginWithDistanceLoss', the inputs must have 2 dimensions or more, but got {d.ndim}."
        raise ValueError(msg)
    return wrap(torch.linalg.vector_norm(d, dim=1))


class PoissonNLLLoss(LossBase):
    """Compute the negative logarithm of the probability of the target under a Poisson law.

    Args:
        log_input (bool): the input is the logarithm of the rate. Default: ``True``.
        full (bool): add Stirling's approximation of the term of the target alone. Default: ``False``.
        eps (float): added to the rate before its logarithm. Default: ``1e-8``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.PoissonNLLLoss, MindSpore 2.10
    """

    def __init__(self, log_input: bool = True, full: bool = False, eps: float = 1e-8, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        check_type(input, "nn.PoissonNLLLoss")
        x, y = operands("PoissonNLLLoss", input=input, target=target)
        y = y.to(dtype=x.dtype)
        try:
            loss = torch.exp(x) - y * x if self.log_input else x - y * torch.log(x + self.eps)
        except RuntimeError as error:
            raise op_error("nn.PoissonNLLLoss", error, input=input, target=target) from None
        if self.full:
            large = y.clamp(min=self.eps)
            stirling = (large + 0.5) * torch.log(large) - large + 0.5 * math.log(2 * math.pi)
            loss = loss + torch.where(large > 1, stirling, 0)
        return self.get_loss(wrap(loss))


class GaussianNLLLoss(LossBase):
    """Compute the negative logarithm of the probability of the label under a normal law.

    Keyword Args:
        full (bool): add the constant term. Default: ``False``.
        eps (float): the least variance, above 0. Default: ``1e-6``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - the means, of any shape.
        - **labels** (Tensor) - of the same shape.
        - **var** (Tensor) - the variances: of the same shape, or without the last dimension, or with 1 there.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `eps` is not above 0 or `reduction` another word.

    Source: mindspore.nn.GaussianNLLLoss, MindSpore 2.10
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.eps = between("GaussianNLLLoss", "eps", eps, 0.0, math.inf)
        self.full = of_type("GaussianNLLLoss", "full", full, bool)

    def construct(self, logits: Tensor, labels: Tensor, var: Tensor) -> Tensor:
        """Compute the loss."""
        return F.gaussian_nll_loss(logits, labels, var, self.full, self.eps, self.reduction)
