"""Losses of predictions of classes and probabilities."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import NotATensorError, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._losses import (
    check_reduction,
    constant_weight,
    operands,
    optional_operand,
    reduced,
    same_shape,
)

# MindSpore adds this before it takes a logarithm (measured: 27.63 for a probability of 0, where torch has 100)
_PROBABILITY_SHIFT = 1e-12
_REDUCTION_NUMBER = {"none": 0, "mean": 1, "sum": 2}


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Compute the cross entropy between scores and class numbers or probabilities.

    Args:
        input (Tensor): scores, shape :math:`(C)`, :math:`(N, C)` or :math:`(N, C, d_1, ...)`.
        target (Tensor): class numbers in the shape without C (int32, int64), or probabilities in the shape of
            `input` (a float type).
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        ignore_index (int): a class number that does not count. Default: ``-100``.
        reduction (str): ``"mean"`` over the weights, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        label_smoothing (float): how much of the target is spread over all classes, in [0, 1]. Default: ``0.0``.

    Returns:
        Tensor, 0-d, or of the shape without C for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or of the wrong type.
        ValueError: if the shapes do not fit, or `label_smoothing` or `reduction` is out of range.

    Source: mindspore.ops.cross_entropy, MindSpore 2.10
    """
    op = "cross_entropy"
    if reduction not in _REDUCTION_NUMBER:
        check_reduction(op, reduction)
    try:
        x, y = admitted(input, "ops.cross_entropy"), target._t
    except (AttributeError, NotATensorError):
        x, y = operands(op, input=input, target=target)
    _check_smoothing(op, label_smoothing)
    if not y.is_floating_point():
        y = _class_numbers(op, x, y, ignore_index)
    elif x.shape != y.shape:
        same_shape(op, input=x, target=y)
    w = None if weight is None else optional_operand(op, "weight", weight, x)
    try:
        if w is not None and w.requires_grad and y.dtype is torch.int64:
            scores = torch.log_softmax(x, 0 if x.ndim == 1 else 1)
            return wrap(_weighted_nll(scores, y, w, ignore_index, reduction, label_smoothing))
        probabilities = y if y.dtype is torch.int64 else y.to(dtype=x.dtype)
        ignored = ignore_index if y.dtype is torch.int64 else -100  # probabilities have no class to leave out
        loss = torch._C._nn.cross_entropy_loss(  # pyright: ignore[reportAttributeAccessIssue]
            x, probabilities, w, _REDUCTION_NUMBER[reduction], ignored, label_smoothing
        )
        return wrap(loss)
    except (RuntimeError, IndexError) as error:
        raise op_error(f"ops.{op}", error, input=input, target=target, weight=weight) from None


def nll_loss(
    inputs: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Take the negative logarithm of the probability of each target class.

    Args:
        inputs (Tensor): logarithms of probabilities, shape :math:`(C)`, :math:`(N, C)` or :math:`(N, C, d_1, ...)`.
        target (Tensor): class numbers in the shape without C.
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        ignore_index (int): a class number that does not count. Default: ``-100``.
        reduction (str): ``"mean"`` over the weights, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        label_smoothing (float): how much of the target is spread over all classes, in [0, 1]. Default: ``0.0``.

    Returns:
        Tensor, 0-d, or of the shape without C for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or of the wrong type.
        ValueError: if the shapes do not fit, or `label_smoothing` or `reduction` is out of range.

    Source: mindspore.ops.nll_loss, MindSpore 2.10
    """
    op = "nll_loss"
    check_reduction(op, reduction)
    x, y = operands(op, inputs=inputs, target=target)
    _check_smoothing(op, label_smoothing)
    y = _class_numbers(op, x, y, ignore_index)
    x = x if x.is_floating_point() or x.dtype is torch.bool else x.float()
    w = optional_operand(op, "weight", weight, x)
    try:
        if label_smoothing == 0.0 and (w is None or not w.requires_grad):
            return wrap(F.nll_loss(x, y, w, ignore_index=ignore_index, reduction=reduction))
        return wrap(_weighted_nll(x, y, w, ignore_index, reduction, label_smoothing))
    except (RuntimeError, IndexError) as error:
        raise op_error(f"ops.{op}", error, inputs=inputs, target=target, weight=weight) from None


def _weighted_nll(
    x: torch.Tensor, y: torch.Tensor, w: torch.Tensor | None, ignore_index: int, reduction: str, smoothing: float
) -> torch.Tensor:
    """Compute the loss with label smoothing on scores that are logarithms, or with a weight that is differentiated.

    torch's own refuses such a weight, and has label smoothing only behind a softmax.
    """
    dim = 0 if x.ndim == 1 else 1
    counts = y != ignore_index
    known = torch.where(counts, y, 0)
    weighted = x if w is None else x * w.reshape([-1 if i == dim else 1 for i in range(x.ndim)])
    chosen = weighted.gather(dim, known.unsqueeze(dim)).squeeze(dim)
    loss = torch.where(counts, -(1 - smoothing) * chosen - smoothing * weighted.mean(dim), 0)
    if reduction != "mean":
        return loss if reduction == "none" else loss.sum()
    return loss.sum() / (counts.sum() if w is None else torch.where(counts, w[known], 0).sum())


def _check_smoothing(op: str, label_smoothing: Any) -> None:
    if label_smoothing.__class__ is float and 0.0 <= label_smoothing <= 1.0:
        return
    if isinstance(label_smoothing, bool) or not isinstance(label_smoothing, (int, float)):
        msg = f"For '{op}', the 'label_smoothing' must be float, but got {type(label_smoothing).__name__}."
        raise TypeError(msg)
    if not 0.0 <= label_smoothing <= 1.0:
        msg = f"For '{op}', the 'label_smoothing' must be in [0, 1], but got {label_smoothing}."
        raise ValueError(msg)


def _class_numbers(op: str, x: torch.Tensor, y: torch.Tensor, ignore_index: Any) -> torch.Tensor:
    """Return class numbers in the type torch takes, after a look at the shapes."""
    if ignore_index.__class__ is not int and (isinstance(ignore_index, bool) or not isinstance(ignore_index, int)):
        msg = f"For '{op}', the 'ignore_index' must be int, but got {type(ignore_index).__name__}."
        raise TypeError(msg)
    kind = y.dtype
    if kind is not torch.int64 and kind is not torch.int32:
        msg = f"For '{op}', class numbers must be int32 or int64, but got {y.dtype}.".replace("torch.", "")
        raise TypeError(msg)
    shape = x.shape
    if y.shape != (shape[:1] + shape[2:] if len(shape) > 1 else shape[1:]) or not shape:
        msg = (
            f"For '{op}', the shapes must be (N, C, ...) and (N, ...), but got {tuple(x.shape)} and {tuple(y.shape)}: "
            "the class numbers have all dimensions of the scores but C."
        )
        raise ValueError(msg)
    return y if kind is torch.int64 else y.long()


def binary_cross_entropy(
    logits: Tensor, labels: Tensor, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """Compute the cross entropy between probabilities and binary labels.

    Args:
        logits (Tensor): probabilities, in [0, 1].
        labels (Tensor): of the same shape.
        weight (Tensor, optional): of each element, broadcast. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes differ, a probability is out of range, or `reduction` is another word.

    Differs from MindSpore: a probability or label outside of [0, 1] raises, where MindSpore goes on; the mean or sum
    of one element is that element, which MindSpore's CPU kernel doubles.

    Source: mindspore.ops.binary_cross_entropy, MindSpore 2.10
    """
    check_type(logits, "ops.binary_cross_entropy")
    op = "binary_cross_entropy"
    check_reduction(op, reduction)
    x, y = operands(op, logits=logits, labels=labels)
    if x.dtype is not y.dtype:
        msg = f"For '{op}', logits and labels must be of one type, but got {logits.dtype} and {labels.dtype}."
        raise TypeError(msg)
    same_shape(op, logits=x, labels=y)
    w = constant_weight(op, "weight", weight, x)
    try:
        loss = F.binary_cross_entropy(x, y, reduction="none")
    except RuntimeError as error:
        if "between 0 and 1" in str(error):
            msg = f"For '{op}', logits and labels must be in [0, 1]; apply a sigmoid to scores first."
            raise ValueError(msg) from None
        raise op_error(f"ops.{op}", error, logits=logits, labels=labels) from None
    with torch.no_grad():
        shifted = -(y * torch.log(x + _PROBABILITY_SHIFT) + (1 - y) * torch.log(1 - x + _PROBABILITY_SHIFT))
        # replaces the value at the ends and keeps torch's gradient, which is bounded as MindSpore's is
        correction = torch.where((x < 1e-4) | (x > 1 - 1e-4), shifted - loss, 0)
    loss = loss + correction
    return wrap(reduced(loss if w is None else loss * w, reduction))


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the cross entropy between the sigmoid of scores and binary labels.

    Args:
        input (Tensor): scores, of any shape.
        target (Tensor): of the same shape.
        weight (Tensor, optional): of each element, broadcast. Default: ``None``.
        pos_weight (Tensor, optional): of the positive labels, broadcast. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Source: mindspore.ops.binary_cross_entropy_with_logits, MindSpore 2.10
    """
    check_type(input, "ops.binary_cross_entropy_with_logits")
    op = "binary_cross_entropy_with_logits"
    check_reduction(op, reduction)
    x, y = operands(op, input=input, target=target)
    if not y.is_floating_point():
        msg = f"For '{op}', the target must be of a float type, but got {target.dtype}; convert it with .astype()"
        raise TypeError(msg)
    same_shape(op, input=x, target=y)
    w, pos = constant_weight(op, "weight", weight, x), constant_weight(op, "pos_weight", pos_weight, x)
    kind = y.dtype  # which MindSpore's result has
    y = y.to(dtype=x.dtype)
    try:
        return wrap(F.binary_cross_entropy_with_logits(x, y, w, pos_weight=pos, reduction=reduction).to(dtype=kind))
    except RuntimeError as error:
        raise op_error(f"ops.{op}", error, input=input, target=target, weight=weight) from None


def kl_div(logits: Tensor, labels: Tensor, reduction: str = "mean") -> Tensor:
    """Compute the Kullback-Leibler divergence of a target distribution from one given by its logarithm.

    Args:
        logits (Tensor): logarithms of probabilities, of any shape.
        labels (Tensor): probabilities, of the same shape and type.
        reduction (str): ``"mean"`` over all elements, ``"batchmean"`` over the first dimension, ``"sum"`` or
            ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or the types differ.
        ValueError: if the shapes differ or `reduction` is another word.

    Source: mindspore.ops.kl_div, MindSpore 2.10
    """
    check_type(logits, "ops.kl_div")
    check_reduction("kl_div", reduction, ("none", "mean", "batchmean", "sum"))
    x, y = operands("kl_div", logits=logits, labels=labels)
    same_shape("kl_div", logits=x, labels=y)
    if x.dtype is not y.dtype:
        msg = f"For 'kl_div', the inputs must be of one type, but got {x.dtype} and {y.dtype}."
        raise TypeError(msg)
    y = y.detach()  # nothing is differentiated by the target, as in MindSpore
    loss = torch.where(y > 0, torch.xlogy(y, y) - y * x, 0)
    if reduction == "batchmean":
        return wrap(reduced(loss, "sum") / x.shape[0])
    return wrap(reduced(loss, reduction))


def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor,
    target_lengths: Tensor,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> tuple[Tensor, Tensor]:
    """Compute the connectionist temporal classification loss.

    Args:
        log_probs (Tensor): logarithms of probabilities, shape :math:`(T, N, C)`.
        targets (Tensor): class numbers, shape :math:`(N, S)`.
        input_lengths (Union[tuple, Tensor]): shape :math:`(N)`.
        target_lengths (Union[tuple, Tensor]): shape :math:`(N)`.
        blank (int): the class number of the blank. Default: ``0``.
        reduction (str): ``"mean"`` of the losses divided by the target lengths, ``"sum"`` or ``"none"``.
            Default: ``"mean"``.
        zero_infinity (bool): take infinite losses for 0. Default: ``False``.

    Returns:
        tuple of two Tensors, the loss and the logarithms of the probabilities of the prefixes.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if the shapes do not fit, a length or `blank` is out of range, or `reduction` is another word.

    Source: mindspore.ops.ctc_loss, MindSpore 2.10
    """
    check_type(log_probs, "ops.ctc_loss")
    check_reduction("ctc_loss", reduction)
    x, y = operands("ctc_loss", log_probs=log_probs, targets=targets)
    if type(blank) is not int or not isinstance(zero_infinity, bool):
        msg = f"For 'ctc_loss', 'blank' must be int and 'zero_infinity' bool, but got {blank!r} and {zero_infinity!r}."
        raise TypeError(msg)
    widths, lengths = (
        [int(n) for n in (v._t.tolist() if isinstance(v, Tensor) else v)] for v in (input_lengths, target_lengths)
    )
    try:
        # the private function, because the public one keeps the second result to itself
        loss, log_alpha = torch._ctc_loss(x, y.long(), widths, lengths, blank, zero_infinity)
    except RuntimeError as error:
        raise op_error("ops.ctc_loss", error, log_probs=log_probs, targets=targets) from None
    if zero_infinity:
        loss = torch.where(loss == math.inf, 0, loss)
    if reduction == "mean":
        loss = (loss / torch.tensor(lengths, device=loss.device).clamp(min=1)).mean()
    return wrap(loss.sum() if reduction == "sum" else loss), wrap(_reached(log_alpha, widths, lengths))


def _reached(log_alpha: torch.Tensor, widths: list[int], lengths: list[int]) -> torch.Tensor:
    """Give what torch leaves unwritten, the steps and prefixes beyond a sequence's own lengths, the logarithm of 0."""
    steps, prefixes = (torch.arange(n, device=log_alpha.device) for n in log_alpha.shape[1:])
    last_step, last_prefix = (torch.tensor(n, device=log_alpha.device)[:, None, None] for n in (widths, lengths))
    beyond = (steps[:, None] >= last_step) | (prefixes > 2 * last_prefix)
    return log_alpha.masked_fill(beyond, -math.inf)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: int = 1,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute by how much the scores of the wrong classes come within `margin` of that of the right one.

    Args:
        input (Tensor): scores, shape :math:`(N, C)`.
        target (Tensor): class numbers, shape :math:`(N)`.
        p (int): 1 or 2, the power. Default: ``1``.
        margin (int): Default: ``1``.
        weight (Tensor, optional): of each class, shape :math:`(C)`. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or `margin` no int.
        ValueError: if the shapes do not fit, `p` is neither 1 nor 2, or `reduction` is another word.

    Source: mindspore.ops.multi_margin_loss, MindSpore 2.10
    """
    check_type(input, "ops.multi_margin_loss")
    if type(margin) is not int:
        msg = f"For 'multi_margin_loss', the type of 'margin' must be int, but got {type(margin).__name__}."
        raise TypeError(msg)
    return wrap(multi_margin("multi_margin_loss", input, target, p, margin, weight, reduction))


def multi_margin(
    op: str, input: Tensor, target: Tensor, p: int, margin: float, weight: Tensor | None, reduction: str
) -> torch.Tensor:
    """Compute the loss of the function and of the Cell, which takes a float margin too."""
    check_reduction(op, reduction)
    x, y = operands(op, input=input, target=target)
    if p not in (1, 2):
        msg = f"For '{op}', the 'p' must be 1 or 2, but got {p!r}."
        raise ValueError(msg)
    if x.ndim != 2 or y.shape != x.shape[:1]:
        msg = f"For '{op}', the shapes must be (N, C) and (N), but got {tuple(x.shape)} and {tuple(y.shape)}."
        raise ValueError(msg)
    w = optional_operand(op, "weight", weight, x)
    try:
        w = None if w is None else w.detach()  # its gradient is nothing, as in MindSpore; torch would refuse
        return F.multi_margin_loss(x, y.long(), p=p, margin=margin, weight=w, reduction=reduction)
    except RuntimeError as error:
        raise op_error(f"ops.{op}", error, input=input, target=target, weight=weight) from None


def multilabel_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Compute by how much the scores of other classes come within 1 of those of the target classes.

    Args:
        input (Tensor): scores, shape :math:`(C)` or :math:`(N, C)`.
        target (Tensor): class numbers up to the first -1, of the same shape, int32.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or of the wrong type.
        ValueError: if the shapes differ or `reduction` is another word.

    Source: mindspore.ops.multilabel_margin_loss, MindSpore 2.10
    """
    check_reduction("multilabel_margin_loss", reduction)
    x, y = operands("multilabel_margin_loss", input=input, target=target)
    same_shape("multilabel_margin_loss", input=x, target=y)
    if y.dtype is not torch.int32:
        msg = f"For 'multilabel_margin_loss', the 'target' must be int32, but got {y.dtype}."
        raise TypeError(msg)
    return wrap(F.multilabel_margin_loss(x, y.long(), reduction=reduction))


def multilabel_soft_margin_loss(
    input: Tensor, target: Tensor, weight: Tensor | float | None = None, reduction: str = "mean"
) -> Tensor:
    """Compute the mean over the classes of the cross entropies of sigmoids.

    Args:
        input (Tensor): scores, shape :math:`(N, C)`.
        target (Tensor): 0 or 1, of the same shape.
        weight (Union[Tensor, int, float], optional): of each class, broadcast. Default: ``None``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of shape :math:`(N)` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Differs from MindSpore: large scores give a large loss, not infinity.

    Source: mindspore.ops.multilabel_soft_margin_loss, MindSpore 2.10
    """
    check_type(input, "ops.multilabel_soft_margin_loss")
    op = "multilabel_soft_margin_loss"
    check_reduction(op, reduction)
    x, y = operands(op, input=input, target=target)
    w = weight if isinstance(weight, (int, float)) else optional_operand(op, "weight", weight, x)
    try:
        loss = -(y * F.logsigmoid(x) + (1 - y) * F.logsigmoid(-x))
        loss = loss if w is None else loss * w
    except RuntimeError as error:
        raise op_error(f"ops.{op}", error, input=input, target=target, weight=weight) from None
    return wrap(reduced(loss.sum(x.ndim - 1) / x.shape[-1], reduction))
