"""Losses of segmentation and of very many classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.element_types import check_type
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import of_type, positive_float
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.activation import get_activation
from ms2torch.nn.loss._base import LossBase
from ms2torch.ops.function.nn._losses import operands, same_shape

_ACTIVATIONS = ("softmax", "logsoftmax", "relu", "relu6", "tanh", "sigmoid")


class DiceLoss(LossBase):
    """Compute 1 minus the Dice coefficient of two masks.

    Args:
        smooth (float): added to the denominator, above 0. Default: ``1e-5``.

    Inputs:
        - **logits** (Tensor) - of any shape.
        - **label** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d.

    Raises:
        ValueError: if `smooth` is not above 0, or the shapes differ.
        TypeError: if an input is uint8 or no Tensor.

    Source: mindspore.nn.DiceLoss, MindSpore 2.10
    """

    def __init__(self, smooth: float = 1e-5) -> None:
        super().__init__()
        self.smooth = positive_float("DiceLoss", "smooth", smooth)

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """Compute the loss."""
        check_type(logits, "nn.DiceLoss")
        x, y = operands("DiceLoss", logits=logits, label=label)
        same_shape("DiceLoss", logits=x, label=y)
        if torch.uint8 in (x.dtype, y.dtype):
            msg = "For 'DiceLoss', the inputs can not be uint8."
            raise TypeError(msg)
        union = torch.square(x).sum() + torch.square(y).sum()
        return wrap(1 - 2 * (x * y).sum() / (union + self.smooth))


class MultiClassDiceLoss(LossBase):
    """Compute the mean of the Dice losses of the classes.

    Args:
        weights (Tensor, optional): shape :math:`(C, D)`, multiplied with the loss of each class. Default: ``None``.
        ignore_indiex (int, optional): a class that does not count. Default: ``None``.
        activation (Union[str, Cell]): applied to the logits: ``"softmax"``, ``"logsoftmax"``, ``"relu"``,
            ``"relu6"``, ``"tanh"``, ``"sigmoid"``, or a Cell. Default: ``"softmax"``.

    Inputs:
        - **logits** (Tensor) - shape :math:`(N, C, *)`.
        - **label** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d, or of shape :math:`(D)` with weights.

    Raises:
        ValueError: if the shapes do not fit, or `activation` is another word.
        TypeError: if an argument is of the wrong type.

    Source: mindspore.nn.MultiClassDiceLoss, MindSpore 2.10
    """

    def __init__(
        self, weights: Tensor | None = None, ignore_indiex: int | None = None, activation: str | Cell | None = "softmax"
    ) -> None:
        super().__init__()
        owner = "MultiClassDiceLoss"
        if weights is not None and of_type(owner, "weights", weights, Tensor).ndim != 2:
            msg = f"For '{owner}', the dimension of 'weights' must be 2, but got {weights.ndim}."
            raise ValueError(msg)
        if ignore_indiex is not None:
            of_type(owner, "ignore_indiex", ignore_indiex, int)
        if isinstance(activation, str) and activation not in _ACTIVATIONS:
            msg = f"For '{owner}', the 'activation' must be in {list(_ACTIVATIONS)}, but got {activation!r}."
            raise ValueError(msg)
        if activation is not None and not isinstance(activation, (str, Cell)):
            msg = f"For '{owner}', the 'activation' must be str or Cell, but got {type(activation).__name__}."
            raise TypeError(msg)
        self.binarydiceloss = DiceLoss(smooth=1e-5)
        self.weights = weights
        self.ignore_indiex = ignore_indiex
        self.activation = get_activation(activation) if isinstance(activation, str) else activation

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        """Compute the loss."""
        x, y = operands("MultiClassDiceLoss", logits=logits, label=label)
        same_shape("MultiClassDiceLoss", logits=x, label=y)
        if x.ndim < 2:
            msg = f"For 'MultiClassDiceLoss', the inputs must have 2 dimensions or more, but got {x.ndim}."
            raise ValueError(msg)
        count = y.shape[1]
        weights = None if self.weights is None else self.weights._t
        if weights is not None and len(weights) != count:
            msg = (
                f"For 'MultiClassDiceLoss', there must be {count} weights, one for each class, but got {len(weights)}."
            )
            raise ValueError(msg)
        if self.activation is not None:
            x = self.activation(logits)._t
        total: Any = torch.zeros((), dtype=x.dtype, device=x.device)
        for i in range(count):
            if i != self.ignore_indiex:
                loss = self.binarydiceloss(wrap(x[:, i]), wrap(y[:, i]))._t
                total = total + (loss if weights is None else loss * weights[i])
        return wrap(total / count)


class FocalLoss(LossBase):
    """Compute the cross entropy with less weight on what is classified well already.

    Args:
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        gamma (float): how much less. Default: ``2.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(N, C)`, :math:`(N, C, L)` or :math:`(N, C, H, W)`.
        - **labels** (Tensor) - probabilities of the same shape, or class numbers with 1 for C.

    Outputs:
        Tensor, 0-d; for ``"none"`` the means over the positions, shape :math:`(N)` or :math:`(N, C)`.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.FocalLoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, gamma: float = 2.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.gamma = of_type("FocalLoss", "gamma", gamma, float)
        if weight is not None and of_type("FocalLoss", "weight", weight, Tensor).ndim != 1:
            msg = f"For 'FocalLoss', the dimension of 'weight' must be 1, but got {weight.ndim}."
            raise ValueError(msg)
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        x, y = operands("FocalLoss", logits=logits, labels=labels)
        if not 2 <= x.ndim <= 4 or y.ndim != x.ndim or x.shape[1] == 1 or y.shape[1] not in (1, x.shape[1]):
            msg = (
                "For 'FocalLoss', the shapes must be (N, C, ...) with 2 to 4 dimensions and more than one class, the "
                f"labels' C may be 1; but got {tuple(x.shape)} and {tuple(y.shape)}."
            )
            raise ValueError(msg)
        if y.dtype not in (torch.int32, torch.int64, torch.float16, torch.float32, torch.float64):
            msg = f"For 'FocalLoss', the labels must be int32, int64 or of a float type, but got {y.dtype}."
            raise TypeError(msg)
        x, y = x.reshape(*x.shape[:2], -1), y.reshape(*y.shape[:2], -1)
        log_probability = torch.log_softmax(x, 1)
        weight = None if self.weight is None else self.weight._t.reshape(1, -1, 1).expand_as(x)
        numbers = y.shape[1] == 1
        if numbers:
            log_probability = log_probability.gather(1, y.long()).squeeze(1)
            weight = None if weight is None else weight.gather(1, y.long()).squeeze(1)
        lessened = torch.pow(1.0 - torch.exp(log_probability), self.gamma)
        # the probability is taken before the weight of the class enters
        loss = -lessened * (log_probability if weight is None else log_probability * weight)
        return self.get_loss(wrap((loss if numbers else loss * y).mean(-1)))


class SampledSoftmaxLoss(LossBase):
    r"""Compute the softmax cross entropy over the right classes and a sample of the others.

    Args:
        num_sampled (int): how many classes to draw.
        num_classes (int): how many there are.
        num_true (int): right classes of each sample. Default: ``1``.
        sampled_values (Union[list, tuple], optional): the drawn classes, the expected counts of the right and of the
            drawn classes. Default ``None``: drawn uniformly.
        remove_accidental_hits (bool): draw no right class. Default: ``True``.
        seed (int): of the draw, 0 for one that differs each time. Default: ``0``.
        reduction (str): ``"none"``, ``"mean"`` or ``"sum"``. Default: ``"none"``.

    Inputs:
        - **weights** (Tensor) - of the output layer, shape :math:`(C, D)`.
        - **biases** (Tensor) - of the output layer, shape :math:`(C)`.
        - **labels** (Tensor) - the right classes, int32 or int64, shape :math:`(N, num\_true)`.
        - **logits** (Tensor) - what enters the output layer, shape :math:`(N, D)`.

    Outputs:
        Tensor of shape :math:`(N)`, whatever the reduction, as in MindSpore.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range, or the classes that are left are too few to draw from.

    Differs from MindSpore: which classes are drawn.

    Source: mindspore.nn.SampledSoftmaxLoss, MindSpore 2.10
    """

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Sequence[Tensor] | None = None,
        remove_accidental_hits: bool = True,
        seed: int = 0,
        reduction: str = "none",
    ) -> None:
        super().__init__(reduction)
        if num_true < 1 or seed < 0 or num_sampled > num_classes or num_true > num_classes:
            msg = (
                "For 'SampledSoftmaxLoss', num_true must be in [1, num_classes], num_sampled at most num_classes, seed "
                f"at least 0, but got {num_true}, {num_sampled} and {seed}, with {num_classes} classes."
            )
            raise ValueError(msg)
        if (
            sampled_values is not None
            and len(of_type("SampledSoftmaxLoss", "sampled_values", sampled_values, list, tuple)) != 3
        ):
            msg = f"For 'SampledSoftmaxLoss', 'sampled_values' must hold 3 Tensors, but got {len(sampled_values)}."
            raise ValueError(msg)
        self.num_sampled = num_sampled
        self.num_classes = num_classes
        self.num_true = num_true
        self.sampled_values = sampled_values
        self.remove_accidental_hits = remove_accidental_hits
        self.seed = seed

    def construct(self, weights: Tensor, biases: Tensor, labels: Tensor, logits: Tensor) -> Tensor:
        """Compute the loss."""
        operands("SampledSoftmaxLoss", weights=weights, biases=biases, labels=labels, logits=logits)
        y = labels._t
        if y.dtype not in (torch.int32, torch.int64):
            msg = f"For 'SampledSoftmaxLoss', the labels must be int32 or int64, but got {y.dtype}."
            raise TypeError(msg)
        scores, targets = self._compute_sampled_logits(
            weights=weights,
            biases=biases,
            labels=labels,
            logits=logits,
            num_true=self.num_true,
            sampled_values=self.sampled_values,
            subtract_log_q=True,
        )
        return self._softmax_cross_entropy(scores, targets)

    def _softmax_cross_entropy(self, logits: Tensor, targets: Tensor) -> Tensor:
        """Return the cross entropy of each sample, of shape :math:`(N)`."""
        return wrap(-(targets._t * torch.log(torch.softmax(logits._t, 1) + 1e-20)).sum(1))

    def _compute_sampled_logits(
        self,
        weights: Tensor,
        biases: Tensor,
        labels: Tensor,
        logits: Tensor,
        num_true: int = 1,
        sampled_values: Sequence[Tensor] | None = None,
        subtract_log_q: bool = True,
    ) -> tuple[Tensor, Tensor]:
        """Return what enters the softmax, the right classes first, and the probability that each should have."""
        w, b, x, y = weights._t, biases._t, logits._t, labels._t.long().reshape(-1, num_true)
        if sampled_values is None:
            drawn, true_count, drawn_count = self._draw(y)
        else:
            drawn, true_count, drawn_count = operands(
                "SampledSoftmaxLoss", **dict(zip("abc", sampled_values, strict=True))
            )
        drawn = drawn.long()
        true_scores = (x.unsqueeze(1) * w[y]).sum(-1) + b[y]
        drawn_scores = x @ w[drawn].T + b[drawn]
        if subtract_log_q:
            true_scores = true_scores - torch.log(true_count).reshape(-1, num_true)
            drawn_scores = drawn_scores - torch.log(drawn_count)
        targets = torch.cat([torch.full_like(true_scores, 1 / num_true), torch.zeros_like(drawn_scores)], 1)
        return wrap(torch.cat([true_scores, drawn_scores], 1)), wrap(targets)

    def _draw(self, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Draw different classes uniformly; also how often each right and each drawn class is expected."""
        generator = None
        if self.seed:
            generator = torch.Generator(y.device).manual_seed(self.seed)
        order = torch.randperm(self.num_classes, generator=generator, device=y.device)
        if self.remove_accidental_hits:
            order = order[~torch.isin(order, y)]
        if len(order) < self.num_sampled:
            msg = (
                f"For 'SampledSoftmaxLoss', {self.num_sampled} classes are to be drawn, but only {len(order)} are no "
                "right class of this batch; sample fewer, or set remove_accidental_hits=False"
            )
            raise ValueError(msg)
        drawn = order[: self.num_sampled]
        expected = torch.full((), self.num_sampled / self.num_classes, device=y.device)
        return drawn, expected.expand(y.shape), expected.expand(drawn.shape)
