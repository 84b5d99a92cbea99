"""Losses of predictions of classes and probabilities."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as TF

from ms2torch._core.base import wrap
from ms2torch._core.element_types import check_type
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, of_type
from ms2torch.nn.loss._base import LossBase
from ms2torch.ops.function.nn import loss_class as F
from ms2torch.ops.function.nn._dense_cross_entropy import DenseCrossEntropy
from ms2torch.ops.function.nn._losses import check_reduction, operands

# no class has this number: a negative label is then an error, as MindSpore has no ignore_index here
_NO_LABEL = -(2**62)


class SoftmaxCrossEntropyWithLogits(LossBase):
    """Compute the cross entropy between scores and one-hot labels, or class numbers.

    Args:
        sparse (bool): the labels are class numbers. Default: ``False``.
        reduction (str): ``"none"``, ``"mean"`` or ``"sum"``. Default: ``"none"``, unlike torch.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(N, C)`.
        - **labels** (Tensor) - class numbers of shape :math:`(N)`, or probabilities of the shape and type of `logits`.

    Outputs:
        Tensor of shape :math:`(N)`, or 0-d.

    Raises:
        TypeError: if `sparse` is no bool, an input no Tensor, or the labels of the wrong type.
        ValueError: if `reduction` is another word, or the shapes do not fit.
        RuntimeError: with ``"mean"``, if a class number is out of range; otherwise such a sample's loss is 0.

    Source: mindspore.nn.SoftmaxCrossEntropyWithLogits, MindSpore 2.10
    """

    def __init__(self, sparse: bool = False, reduction: str = "none") -> None:
        super().__init__(reduction)
        self.sparse = of_type("SoftmaxCrossEntropyWithLogits", "sparse", sparse, bool)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        check_type(logits, "nn.SoftmaxCrossEntropyWithLogits")
        x, y = operands("SoftmaxCrossEntropyWithLogits", logits=logits, labels=labels)
        if y.dtype not in ((torch.int32, torch.int64) if self.sparse else (x.dtype,)):
            wanted = "int32 or int64" if self.sparse else f"{x.dtype}, as the logits"
            msg = f"For '{self.cls_name}', labels must be {wanted}, with sparse={self.sparse}, but got {y.dtype}."
            raise TypeError(msg)
        if x.ndim != 2 or y.shape != (x.shape[:1] if self.sparse else x.shape):
            wanted = "(N, C) and (N)" if self.sparse else "(N, C) and (N, C)"
            msg = (
                f"For '{self.cls_name}', logits and labels must be {wanted} with sparse={self.sparse}, but "
                f"got {tuple(x.shape)} and {tuple(y.shape)}."
            )
            raise ValueError(msg)
        if not self.sparse:
            return self.get_loss(wrap(DenseCrossEntropy.apply(x, y)))
        if self.reduction == "mean":
            return self._sparse_mean(x, y)
        count = x.shape[-1]
        chosen = torch.log_softmax(x, -1).gather(1, y.long().clamp(0, count - 1).unsqueeze(1)).squeeze(1)
        return self.get_loss(wrap(torch.where((y >= 0) & (y < count), -chosen, 0)))

    def _sparse_mean(self, x: torch.Tensor, y: torch.Tensor) -> Tensor:
        try:
            return wrap(TF.cross_entropy(x, y.long(), ignore_index=_NO_LABEL))
        except (IndexError, RuntimeError) as error:
            msg = f"SoftmaxCrossEntropyWithLogits: class numbers must be in [0, {x.shape[-1]}); {error}"
            raise RuntimeError(msg) from None


def _class_weight(owner: str, weight: Any) -> Any:
    if weight is not None and not of_type(owner, "weight", weight, Tensor)._t.is_floating_point():
        msg = f"For '{owner}', the 'weight' must be of a float type, but got {weight.dtype}."
        raise TypeError(msg)
    return weight


class CrossEntropyLoss(LossBase):
    """Compute the cross entropy between scores and class numbers or probabilities.

    Args:
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        ignore_index (int): a class number that does not count. Default: ``-100``.
        reduction (str): ``"mean"`` over the weights, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        label_smoothing (float): how much of the target is spread over all classes, in [0, 1]. Default: ``0.0``.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(C)`, :math:`(N, C)` or :math:`(N, C, d_1, ...)`.
        - **labels** (Tensor) - class numbers, int32, in the shape without C; or probabilities in the shape of `logits`.

    Outputs:
        Tensor, 0-d, or of the shape without C for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type; class numbers must be int32.
        ValueError: if `reduction` or `label_smoothing` is out of range, or the shapes do not fit.

    Differs from MindSpore: float64 and bfloat16 are accepted.

    Source: mindspore.nn.CrossEntropyLoss, MindSpore 2.10
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(reduction)
        self.ignore_index = of_type("CrossEntropyLoss", "ignore_index", ignore_index, int)
        self.label_smoothing = a_float("CrossEntropyLoss", "label_smoothing", label_smoothing, 0.0, 1.0)
        self.weight = _class_weight("CrossEntropyLoss", weight)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        x, y = operands("CrossEntropyLoss", logits=logits, labels=labels)
        if y.ndim not in (x.ndim, x.ndim - 1):
            msg = (
                "For 'CrossEntropyLoss', labels must have as many dimensions as the logits for probabilities, one less "
                f"for class numbers, but got {tuple(x.shape)} and {tuple(y.shape)}."
            )
            raise ValueError(msg)
        if not x.is_floating_point() or not (y.is_floating_point() if y.ndim == x.ndim else y.dtype is torch.int32):
            hint = "; convert them with .astype(mindspore.int32)" if y.dtype is torch.int64 else ""
            msg = (
                "For 'CrossEntropyLoss', logits and probabilities must be of a float type and class numbers int32, but "
                f"got {logits.dtype} and {labels.dtype}{hint}."
            )
            raise TypeError(msg)
        return F.cross_entropy(logits, labels, self.weight, self.ignore_index, self.reduction, self.label_smoothing)


class NLLLoss(LossBase):
    """Take the negative logarithm of the probability of each target class.

    Args:
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        ignore_index (int): a class number that does not count. Default: ``-100``.
        reduction (str): ``"mean"`` over the weights, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - logarithms of probabilities, shape :math:`(N, C)` or :math:`(N, C, d_1, ...)`.
        - **labels** (Tensor) - class numbers in the shape without C.

    Outputs:
        Tensor, 0-d, or of the shape of `labels` for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.NLLLoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.ignore_index = of_type("NLLLoss", "ignore_index", ignore_index, int)
        self.weight = _class_weight("NLLLoss", weight)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.nll_loss(logits, labels, self.weight, self.ignore_index, self.reduction)


class BCELoss(LossBase):
    """Compute the cross entropy between probabilities and binary labels.

    Args:
        weight (Tensor, optional): of each element, broadcast. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - probabilities, in [0, 1].
        - **labels** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if `reduction` is another word, the shapes differ, or a probability is out of range.

    Differs from MindSpore: as `ops.binary_cross_entropy` does.

    Source: mindspore.nn.BCELoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.binary_cross_entropy(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """Compute the cross entropy between the sigmoid of scores and binary labels.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        weight (Tensor, optional): of each element, broadcast. Default: ``None``.
        pos_weight (Tensor, optional): of the positive labels, broadcast. Default: ``None``.

    Inputs:
        - **input** (Tensor) - scores, of any shape.
        - **target** (Tensor) - of the same shape.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor, or a weight a Parameter.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.BCEWithLogitsLoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean", weight: Tensor | None = None, pos_weight: Tensor | None = None) -> None:
        super().__init__(reduction)
        for name, value in (("weight", weight), ("pos_weight", pos_weight)):
            if isinstance(value, Parameter):
                msg = f"For 'BCEWithLogitsLoss', the '{name}' can not be a Parameter."
                raise TypeError(msg)
        self.weight = weight
        self.pos_weight = pos_weight

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        return F.binary_cross_entropy_with_logits(input, target, self.weight, self.pos_weight, self.reduction)


class KLDivLoss(LossBase):
    """Compute the Kullback-Leibler divergence of a target distribution from one given by its logarithm.

    Args:
        reduction (str): ``"mean"``, ``"batchmean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - logarithms of probabilities, of any shape.
        - **labels** (Tensor) - probabilities, of the same shape and type.

    Outputs:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or the types differ.
        ValueError: if `reduction` is another word, or the shapes differ.

    Source: mindspore.nn.KLDivLoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = check_reduction("KLDivLoss", reduction, ("none", "mean", "batchmean", "sum"))

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss."""
        return F.kl_div(logits, labels, self.reduction)


class CTCLoss(LossBase):
    """Compute the connectionist temporal classification loss.

    Args:
        blank (int): the class number of the blank. Default: ``0``.
        reduction (str): ``"mean"`` of the losses divided by the target lengths, ``"sum"`` or ``"none"``.
            Default: ``"mean"``.
        zero_infinity (bool): take infinite losses for 0. Default: ``False``.

    Inputs:
        - **log_probs** (Tensor) - logarithms of probabilities, shape :math:`(T, N, C)` or :math:`(T, C)`.
        - **targets** (Tensor) - class numbers, shape :math:`(N, S)`.
        - **input_lengths** (Union[tuple, Tensor]) - shape :math:`(N)`.
        - **target_lengths** (Union[tuple, Tensor]) - shape :math:`(N)`.

    Outputs:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.CTCLoss, MindSpore 2.10
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def construct(self, log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any) -> Tensor:
        """Compute the loss."""
        x, y = operands("CTCLoss", log_probs=log_probs, targets=targets)
        single = x.ndim == 2
        if single:
            if y.ndim > 2 or (y.ndim == 2 and y.shape[0] != 1):
                msg = f"For 'CTCLoss', the targets of one sequence must be (S) or (1, S), but got {tuple(y.shape)}."
                raise ValueError(msg)
            log_probs, targets = wrap(x.unsqueeze(-2)), wrap(y.reshape(1, -1))
        loss, _ = F.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity
        )
        return wrap(loss._t.squeeze(0)) if single and loss._t.ndim else loss


class MultiMarginLoss(LossBase):
    """Compute by how much the scores of the wrong classes come within `margin` of that of the right one.

    Args:
        p (int): 1 or 2, the power. Default: ``1``.
        margin (float): Default: ``1.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        weight (Tensor, optional): of each class; where it is given, it is taken, not the input. Default: ``None``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(N, C)`.
        - **target** (Tensor) - class numbers, shape :math:`(N)`.
        - **weight** (Tensor, optional) - of each class, shape :math:`(C)`. Default: ``None``.

    Outputs:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `p` is neither 1 nor 2, `reduction` another word, or the shapes do not fit.

    Source: mindspore.nn.MultiMarginLoss, MindSpore 2.10
    """

    def __init__(self, p: int = 1, margin: float = 1.0, reduction: str = "mean", weight: Tensor | None = None) -> None:
        super().__init__(reduction)
        if of_type("MultiMarginLoss", "p", p, int) not in (1, 2):
            msg = f"For 'MultiMarginLoss', the 'p' must be 1 or 2, but got {p}."
            raise ValueError(msg)
        self.p = p
        self.margin = of_type("MultiMarginLoss", "margin", margin, float)
        self.weight = weight

    def construct(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
        """Compute the loss."""
        chosen = weight if self.weight is None else self.weight
        return wrap(F.multi_margin("MultiMarginLoss", x, target, self.p, self.margin, chosen, self.reduction))


class MultilabelMarginLoss(LossBase):
    """Compute by how much the scores of other classes come within 1 of those of the target classes.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(C)` or :math:`(N, C)`.
        - **target** (Tensor) - class numbers up to the first -1, of the same shape, int32.

    Outputs:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or of the wrong type.
        ValueError: if `reduction` is another word, or the shapes differ.

    Source: mindspore.nn.MultilabelMarginLoss, MindSpore 2.10
    """

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        return F.multilabel_margin_loss(x, target, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """Compute the mean over the classes of the cross entropies of sigmoids.

    Args:
        weight (Tensor, optional): of each class, broadcast. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(N, C)`.
        - **target** (Tensor) - 0 or 1, of the same shape.

    Outputs:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if `reduction` is another word, or the shapes do not fit.

    Source: mindspore.nn.MultiLabelSoftMarginLoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.weight = weight

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        """Compute the loss."""
        return F.multilabel_soft_margin_loss(x, target, self.weight, self.reduction)
