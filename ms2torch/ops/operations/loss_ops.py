"""Losses as Primitives."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn import ctc, loss, loss_class
from ms2torch.ops.function.nn._dense_cross_entropy import DenseCrossEntropy
from ms2torch.ops.function.nn._losses import check_reduction, operands, same_shape
from ms2torch.ops.primitive import Primitive


class SoftmaxCrossEntropyWithLogits(Primitive):
    """Compute the cross entropy between the softmax of scores and distributions, with its gradient.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(N, C)`.
        - **labels** (Tensor) - probabilities, of the same shape and type.

    Outputs:
        tuple of two Tensors: the losses, shape :math:`(N)`, and their gradients by `logits`, shape :math:`(N, C)`.
        Only the losses can be differentiated, and by `logits`: the gradient is `softmax(logits) - labels`, also where
        the labels do not add up to 1.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes differ or are not 2-d.

    Source: mindspore.ops.SoftmaxCrossEntropyWithLogits, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        x, y = operands("SoftmaxCrossEntropyWithLogits", logits=logits, labels=labels)
        same_shape("SoftmaxCrossEntropyWithLogits", logits=x, labels=y)
        if x.ndim != 2:
            msg = f"ops.SoftmaxCrossEntropyWithLogits: the shapes must be (N, C), got {tuple(x.shape)}"
            raise ValueError(msg)
        return wrap(DenseCrossEntropy.apply(x, y)), wrap((F.softmax(x, -1) - y).detach())


class SparseSoftmaxCrossEntropyWithLogits(Primitive):
    """Compute the mean cross entropy between the softmax of scores and class numbers, or its gradient.

    Args:
        is_grad (bool): return the gradient by the scores instead of the loss. Default: ``False``.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(N, C)`.
        - **labels** (Tensor) - class numbers, shape :math:`(N)`, int32 or int64.

    Outputs:
        Tensor, the loss, 0-d; with `is_grad` the gradient, shape :math:`(N, C)`.

    Raises:
        TypeError: if an input is no Tensor, or the class numbers are no integers.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.SparseSoftmaxCrossEntropyWithLogits, MindSpore 2.10
    """

    def __init__(self, is_grad: bool = False) -> None:
        self.is_grad = is_grad

    def __call__(self, logits: Tensor, labels: Tensor) -> Tensor:
        x, y = operands("SparseSoftmaxCrossEntropyWithLogits", logits=logits, labels=labels)
        if not self.is_grad:
            # no class is left out, as `ignore_index` of the function would
            return loss_class.cross_entropy(logits, labels, ignore_index=_NO_CLASS)
        try:
            gradient = F.softmax(x, -1) - F.one_hot(y.long(), x.shape[-1])
        except (RuntimeError, IndexError) as error:
            raise op_error("ops.SparseSoftmaxCrossEntropyWithLogits", error, logits=logits, labels=labels) from None
        return wrap(gradient / x.shape[0])


_NO_CLASS = -(2**31)


class SparseSoftmaxCrossEntropyWithLogitsV2(Primitive):
    """Compute the cross entropy between the softmax of scores and class numbers, for each row, with its gradient.

    Inputs:
        - **logits** (Tensor) - scores, shape :math:`(N, C)`.
        - **labels** (Tensor) - class numbers, shape :math:`(N)`, int32 or int64.

    Outputs:
        tuple of two Tensors: the losses, shape :math:`(N)`, and their gradients by the scores, shape :math:`(N, C)`.

    Raises:
        TypeError: if an input is no Tensor, or the class numbers are no integers.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.operations.nn_ops.SparseSoftmaxCrossEntropyWithLogitsV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        name = "SparseSoftmaxCrossEntropyWithLogitsV2"
        x, y = operands(name, logits=logits, labels=labels)
        try:
            losses = F.cross_entropy(x, y.long(), reduction="none", ignore_index=_NO_CLASS)
            gradients = F.softmax(x, -1) - F.one_hot(y.long(), x.shape[-1])
        except (RuntimeError, IndexError) as error:
            raise op_error(f"ops.{name}", error, logits=logits, labels=labels) from None
        return wrap(losses), wrap(gradients.detach())


class SigmoidCrossEntropyWithLogits(Primitive):
    """Compute the cross entropy between the sigmoid of scores and binary labels, of each element.

    Inputs:
        - **logits** (Tensor) - scores.
        - **label** (Tensor) - of the same shape and type.

    Source: mindspore.ops.SigmoidCrossEntropyWithLogits, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, logits: Tensor, label: Tensor) -> Tensor:
        return loss_class.binary_cross_entropy_with_logits(logits, wrap(unwrap(label).detach()), reduction="none")


class _Reduced(Primitive):
    """A loss whose only setting is the reduction."""

    words: tuple[str, ...] = ("none", "mean", "sum")

    def __init__(self, reduction: str = "mean") -> None:
        self.reduction = check_reduction(type(self).__name__, reduction, self.words)


class BinaryCrossEntropy(_Reduced):
    """Compute the cross entropy between probabilities and binary labels.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **input** (Tensor) - probabilities, in [0, 1].
        - **target** (Tensor) - of the same shape.
        - **weight** (Tensor, optional) - of each element. Default: ``None``.

    Source: mindspore.ops.BinaryCrossEntropy, MindSpore 2.10
    """

    def __call__(self, input: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
        return loss_class.binary_cross_entropy(input, target, weight, self.reduction)


class BCEWithLogitsLoss(_Reduced):
    """Compute the cross entropy between the sigmoid of scores and binary labels.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **input** (Tensor) - scores.
        - **target** (Tensor) - of the same shape.
        - **weight** (Tensor, optional) - of each element, broadcast. Default: ``None``.
        - **posWeight** (Tensor, optional) - of the positive labels, broadcast. Default: ``None``.

    Source: mindspore.ops.BCEWithLogitsLoss, MindSpore 2.10
    """

    def __call__(
        self,
        input: Tensor,
        target: Tensor,
        weight: Tensor | None = None,
        posWeight: Tensor | None = None,
    ) -> Tensor:
        return loss_class.binary_cross_entropy_with_logits(input, target, weight, posWeight, self.reduction)


class NLLLoss(Primitive):
    """Compute the negative log likelihood of class numbers, and the weight it is a mean over.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        ignore_index (int): the class number left out. Default: ``-100``.

    Inputs:
        - **logits** (Tensor) - logarithms of probabilities, shape :math:`(N, C)` or :math:`(C)`.
        - **labels** (Tensor) - class numbers, shape :math:`(N)`, int32 or int64.
        - **weight** (Tensor) - of each class, shape :math:`(C)`.

    Outputs:
        tuple of two Tensors: the loss, and the sum of the weights of the labels, 0-d.

    Source: mindspore.ops.NLLLoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        self.reduction = check_reduction("NLLLoss", reduction)
        self.ignore_index = ignore_index

    def __call__(self, logits: Tensor, labels: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
        y, w = operands("NLLLoss", labels=labels, weight=weight)
        # nothing is differentiated by the weight, as in MindSpore
        value = loss_class.nll_loss(logits, labels, wrap(w.detach()), self.ignore_index, self.reduction)
        counted = y != self.ignore_index
        total = (w.detach()[torch.where(counted, y, 0).long()] * counted).sum()
        return value, wrap(total.to(dtype=value._t.dtype))


class SmoothL1Loss(Primitive):
    """Compute the difference of two tensors, squared where it is small.

    Args:
        beta (float): up to where it is squared. Default: ``1.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"none"``.

    Inputs:
        - **prediction** (Tensor) - of any shape.
        - **target** (Tensor) - of the same shape.

    Source: mindspore.ops.SmoothL1Loss, MindSpore 2.10
    """

    def __init__(self, beta: float = 1.0, reduction: str = "none") -> None:
        self.beta = beta
        self.reduction = check_reduction("SmoothL1Loss", reduction)

    def __call__(self, prediction: Tensor, target: Tensor) -> Tensor:
        return loss.smooth_l1_loss(prediction, target, self.beta, self.reduction)


class KLDivLoss(_Reduced):
    """Compute the Kullback-Leibler divergence of a target distribution from one given by its logarithm.

    Args:
        reduction (str): ``"mean"``, ``"batchmean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **logits** (Tensor) - logarithms of probabilities.
        - **labels** (Tensor) - probabilities, of the same shape and type.

    Source: mindspore.ops.KLDivLoss, MindSpore 2.10
    """

    words = ("none", "mean", "batchmean", "sum")

    def __call__(self, logits: Tensor, labels: Tensor) -> Tensor:
        return loss_class.kl_div(logits, labels, self.reduction)


class L2Loss(Primitive):
    """Compute half of the sum of the squares.

    Inputs:
        - **input_x** (Tensor) - floating, of any shape.

    Source: mindspore.ops.L2Loss, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor) -> Tensor:
        x = unwrap(input_x)
        if not x.is_floating_point() or x.dtype is torch.bfloat16:
            msg = f"ops.L2Loss: input_x must be floating, got {x.dtype}"
            raise TypeError(msg)
        return wrap(x.square().sum() / 2)


class CTCLoss(Primitive):
    """Compute the connectionist temporal classification loss of scores, with its gradient.

    The last class is the blank; a softmax is applied to the scores. Blanks at the end of a sample's labels fill up, and
    are no labels.

    Args:
        preprocess_collapse_repeated (bool): take equal labels that follow each other for one. Default: ``False``.
        ctc_merge_repeated (bool): equal outputs that follow each other are one label; ``False``: each is a label of its
            own. Default: ``True``.
        ignore_longer_outputs_than_inputs (bool): a sample whose labels do not fit into its frames has an infinite loss
            and gradients of 0, instead of being an error. Default: ``False``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(T, N, C)`.
        - **labels_indices** (Tensor) - batch and place of each label, shape :math:`(L, 2)`, int64.
        - **labels_values** (Tensor) - the labels, shape :math:`(L)`, int32.
        - **sequence_length** (Tensor) - shape :math:`(N)`, int32.

    Outputs:
        tuple of two Tensors: the losses, shape :math:`(N)`, and their gradients by `x`. Only the losses can be
        differentiated.

    Raises:
        RuntimeError: if a label is no class, follows a blank, or there are more labels than frames.

    Source: mindspore.ops.CTCLoss, MindSpore 2.10
    """

    def __init__(
        self,
        preprocess_collapse_repeated: bool = False,
        ctc_merge_repeated: bool = True,
        ignore_longer_outputs_than_inputs: bool = False,
    ) -> None:
        super().__init__()
        self.preprocess_collapse_repeated = preprocess_collapse_repeated
        self.ctc_merge_repeated = ctc_merge_repeated
        self.ignore_longer_outputs_than_inputs = ignore_longer_outputs_than_inputs

    def __call__(
        self, x: Tensor, labels_indices: Tensor, labels_values: Tensor, sequence_length: Tensor
    ) -> tuple[Tensor, Tensor]:
        scores, frames = unwrap(x), unwrap(sequence_length).long()
        blank = scores.shape[-1] - 1
        targets, lengths = ctc.label_rows(
            unwrap(labels_indices), unwrap(labels_values), scores.shape[1], blank, self.preprocess_collapse_repeated
        )
        if not self.ignore_longer_outputs_than_inputs and bool((lengths > frames).any()):
            msg = f"ops.CTCLoss: there are {lengths.tolist()} labels, but only {frames.tolist()} frames"
            raise RuntimeError(msg)
        possible = ctc.fits(targets, lengths, frames, self.ctc_merge_repeated)
        losses = ctc.merged_losses if self.ctc_merge_repeated else ctc.unmerged_losses

        def masked(values: torch.Tensor) -> torch.Tensor:
            # a sample without a path is computed as one without labels and then put out, so that no gradient is nan
            found = losses(F.log_softmax(values, -1), targets, frames, torch.where(possible, lengths, 0), blank)
            return torch.where(possible, found, torch.inf)

        try:
            value = masked(scores)
            with torch.enable_grad():
                leaf = scores.detach().requires_grad_()
                (gradient,) = torch.autograd.grad(masked(leaf)[possible].sum(), leaf)
        except RuntimeError as error:
            raise op_error("ops.CTCLoss", error, x=x, labels_values=labels_values) from None
        return wrap(value), wrap(gradient)


class CTCLossV2(Primitive):
    """Compute the connectionist temporal classification loss of logarithms of probabilities.

    Args:
        blank (int): the class number of the blank. Default: ``0``.
        reduction (str): only ``"none"``. Default: ``"none"``.
        zero_infinity (bool): take infinite losses for 0. Default: ``False``.

    Inputs:
        - **log_probs** (Tensor) - shape :math:`(T, N, C)`.
        - **targets** (Tensor) - class numbers, shape :math:`(N, S)`.
        - **input_lengths** (Union[tuple, Tensor]) - shape :math:`(N)`.
        - **target_lengths** (Union[tuple, Tensor]) - shape :math:`(N)`.

    Outputs:
        tuple of two Tensors, the losses and the logarithms of the probabilities of the prefixes.

    Source: mindspore.ops.CTCLossV2, MindSpore 2.10
    """

    def __init__(self, blank: int = 0, reduction: str = "none", zero_infinity: bool = False) -> None:
        self.blank = blank
        self.reduction = check_reduction("CTCLossV2", reduction, ("none",))
        self.zero_infinity = zero_infinity

    def __call__(
        self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor
    ) -> tuple[Tensor, Tensor]:
        return loss_class.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity
        )


class MultiMarginLoss(Primitive):
    """Compute by how much the scores of the wrong classes come within `margin` of that of the right one.

    Args:
        p (int): 1 or 2, the power. Default: ``1``.
        margin (float): Default: ``1.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(N, C)`.
        - **target** (Tensor) - class numbers, shape :math:`(N)`.
        - **weight** (Tensor, optional) - of each class, shape :math:`(C)`. Default: ``None``.

    Source: mindspore.ops.MultiMarginLoss, MindSpore 2.10
    """

    def __init__(self, p: int = 1, margin: float = 1.0, reduction: str = "mean") -> None:
        self.p = p
        self.margin = margin
        self.reduction = check_reduction("MultiMarginLoss", reduction)

    def __call__(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
        return wrap(loss_class.multi_margin("MultiMarginLoss", x, target, self.p, self.margin, weight, self.reduction))


class MultilabelMarginLoss(_Reduced):
    """Compute by how much the scores of other classes come within 1 of those of the target classes.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **x** (Tensor) - scores, shape :math:`(C)` or :math:`(N, C)`.
        - **target** (Tensor) - class numbers up to the first -1, of the same shape, int32.

    Outputs:
        tuple of two Tensors: the loss, and 1 for each target class and 0 for the others, of the shape and type of
        `target`.

    Source: mindspore.ops.MultilabelMarginLoss, MindSpore 2.10
    """

    def __call__(self, x: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        value = loss_class.multilabel_margin_loss(x, target, self.reduction)
        y = unwrap(target)
        listed = (y < 0).cumsum(-1) == 0
        marked = torch.zeros_like(y).scatter_add(-1, torch.where(listed, y, 0).long(), listed.to(dtype=y.dtype))
        return value, wrap(marked.clamp(max=1))


class SoftMarginLoss(_Reduced):
    """Compute the logistic loss of labels 1 and -1.

    Args:
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **input** (Tensor) - scores.
        - **target** (Tensor) - 1 or -1, of the same shape.

    Source: mindspore.ops.SoftMarginLoss, MindSpore 2.10
    """

    def __call__(self, input: Tensor, target: Tensor) -> Tensor:
        return loss.soft_margin_loss(input, target, self.reduction)


class TripletMarginLoss(Primitive):
    """Compute by how much a sample is not closer to its own class than to another.

    Args:
        p (int): degree of the norm. Default: ``2``.
        swap (bool): take the distance of positive and negative where it is smaller. Default: ``False``.
        eps (float): added to the differences. Default: ``1e-06``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Inputs:
        - **x** (Tensor) - the samples.
        - **positive** (Tensor) - samples of the same class.
        - **negative** (Tensor) - samples of another class.
        - **margin** (Tensor) - 0-d.

    Source: mindspore.ops.TripletMarginLoss, MindSpore 2.10
    """

    def __init__(self, p: int = 2, swap: bool = False, eps: float = 1e-06, reduction: str = "mean") -> None:
        self.p = p
        self.swap = swap
        self.eps = eps
        self.reduction = check_reduction("TripletMarginLoss", reduction)

    def __call__(self, x: Tensor, positive: Tensor, negative: Tensor, margin: Tensor) -> Tensor:
        width = float(unwrap(margin).item())
        return loss.triplet_margin_loss(x, positive, negative, width, self.p, self.eps, self.swap, self.reduction)
