"""Losses between values, and between distances and margins."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.convert import subtract_torch
from ms2torch._core.element_types import check_type
from ms2torch._core.promotion import alike
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.nn._losses import check_reduction, operands, reduced, same_shape


def _difference(op: str, input: Tensor, target: Tensor) -> torch.Tensor:
    a, b = operands(op, input=input, target=target)
    try:
        return subtract_torch(*alike(a, b))
    except RuntimeError as error:
        raise op_error(op, error, input=input, target=target) from None


def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Compute the squared differences.

    Args:
        input (Tensor): of any shape.
        target (Tensor): broadcast against `input`.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the broadcast shape for ``"none"``; float32 for integers.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Differs from MindSpore: float64 is not rounded to float32.

    Source: mindspore.ops.mse_loss, MindSpore 2.10
    """
    check_reduction("mse_loss", reduction)
    a, b = operands("mse_loss", input=input, target=target)
    if a.shape == b.shape and a.dtype is b.dtype is torch.float32:
        return wrap(F.mse_loss(a, b, reduction=reduction))
    squares = torch.square(_difference("mse_loss", input, target))
    return wrap(reduced(squares if squares.is_floating_point() else squares.float(), reduction))


def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Compute the absolute differences.

    Args:
        input (Tensor): of any shape.
        target (Tensor): broadcast against `input`.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Differs from MindSpore: float64 is not rounded to float32.

    Source: mindspore.ops.l1_loss, MindSpore 2.10
    """
    check_reduction("l1_loss", reduction)
    difference = _difference("l1_loss", input, target)
    distance = difference if difference.dtype is torch.bool else torch.abs(difference)
    if distance.dtype is torch.bool and reduction != "none":  # any, which is what the sum of bools is
        return wrap(reduced(distance.float(), reduction).to(dtype=torch.int32).bool())
    if difference.is_complex():  # complex again, without imaginary parts (measured 2.10)
        return wrap(reduced(distance, reduction).to(dtype=difference.dtype))
    if distance.is_floating_point() or reduction == "none":
        return wrap(reduced(distance, reduction))
    return wrap(reduced(distance.float(), reduction).to(dtype=distance.dtype))


def smooth_l1_loss(input: Tensor, target: Tensor, beta: float = 1.0, reduction: str = "none") -> Tensor:
    """Compute squared differences where they are small, absolute differences elsewhere.

    Args:
        input (Tensor): of any shape.
        target (Tensor): of the same shape.
        beta (float): where the two meet, at least 0. Default: ``1.0``.
        reduction (str): ``"none"``, ``"mean"`` or ``"sum"``. Default: ``"none"``.

    Returns:
        Tensor, of the same shape, or 0-d, of the wider type.

    Raises:
        TypeError: if an input is no Tensor of floats, or `beta` no number.
        ValueError: if the shapes differ, `beta` is negative or `reduction` another word.

    Source: mindspore.ops.smooth_l1_loss, MindSpore 2.10
    """
    check_reduction("smooth_l1_loss", reduction)
    a, b = operands("smooth_l1_loss", input=input, target=target)
    same_shape("smooth_l1_loss", input=a, target=b)
    floats = a.is_floating_point() and b.is_floating_point()
    if not floats or isinstance(beta, bool) or not isinstance(beta, (int, float)):
        given = f"{a.dtype}, {b.dtype} and {beta!r}"
        msg = f"For 'smooth_l1_loss', input and target must hold floats and beta be a number, but got {given}."
        raise TypeError(msg)
    if beta < 0:
        msg = f"For 'smooth_l1_loss', the 'beta' must not be negative, but got {beta}."
        raise ValueError(msg)
    return wrap(F.smooth_l1_loss(a, b, reduction=reduction, beta=beta))


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    """Compute half the squared differences up to `delta`, and go on as a straight line.

    Args:
        input (Tensor): of any shape.
        target (Tensor): broadcast against `input`.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.
        delta (Union[int, float]): where the line begins, above 0. Default: ``1.0``.

    Returns:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or `delta` no number.
        ValueError: if the shapes do not fit, `delta` is not above 0 or `reduction` another word.

    Source: mindspore.ops.huber_loss, MindSpore 2.10
    """
    check_type(input, "ops.huber_loss")
    check_reduction("huber_loss", reduction)
    if isinstance(delta, bool) or not isinstance(delta, (int, float)):
        msg = f"For 'huber_loss', the 'delta' must be int or float, but got {type(delta).__name__}."
        raise TypeError(msg)
    if delta <= 0:
        msg = f"For 'huber_loss', the 'delta' must be above 0, but got {delta}."
        raise ValueError(msg)
    x, y = operands("huber_loss", input=input, target=target)
    if x.shape == y.shape and x.dtype is y.dtype and x.dtype in (torch.float32, torch.float64):
        return wrap(F.huber_loss(x, y, reduction, float(delta)))
    z = torch.abs(_difference("huber_loss", input, target))
    return wrap(reduced(torch.where(z < delta, 0.5 * torch.square(z), delta * (z - 0.5 * delta)), reduction))


def soft_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Compute log(1 + exp(-target * input)), for targets of 1 and -1.

    Args:
        input (Tensor): of any shape.
        target (Tensor): of the same shape and type.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor.
        ValueError: if the shapes differ or `reduction` is another word.

    Source: mindspore.ops.soft_margin_loss, MindSpore 2.10
    """
    check_reduction("soft_margin_loss", reduction)
    a, b = operands("soft_margin_loss", input=input, target=target)
    same_shape("soft_margin_loss", input=a, target=b)
    # not torch.nn.functional.soft_margin_loss: it refuses targets that are differentiated, and overflows
    return wrap(reduced(-F.logsigmoid(a * b), reduction))


def hinge_embedding_loss(inputs: Tensor, targets: Tensor, margin: float | int = 1.0, reduction: str = "mean") -> Tensor:
    """Compute the input where the target is 1, and what it lacks to `margin` where it is -1.

    Args:
        inputs (Tensor): distances, of any shape.
        targets (Tensor): 1 or -1, broadcast against `inputs`.
        margin (Union[float, int]): Default: ``1.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or `margin` no number.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Source: mindspore.ops.hinge_embedding_loss, MindSpore 2.10
    """
    check_type(inputs, "ops.hinge_embedding_loss")
    check_reduction("hinge_embedding_loss", reduction)
    x, y = operands("hinge_embedding_loss", inputs=inputs, targets=targets)
    if isinstance(margin, bool) or not isinstance(margin, (int, float)):
        msg = f"For 'hinge_embedding_loss', the 'margin' must be int or float, but got {type(margin).__name__}."
        raise TypeError(msg)
    try:
        loss = torch.where(y > 0, x, 0) + torch.where(y < 0, margin - x, 0).clamp(min=0)
    except RuntimeError as error:
        raise op_error("ops.hinge_embedding_loss", error, inputs=inputs, targets=targets) from None
    return wrap(reduced(loss.to(dtype=x.dtype), reduction))


def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean"
) -> Tensor:
    """Compute what the difference of two inputs lacks to `margin`, in the direction the target says.

    Args:
        input1 (Tensor): of any shape.
        input2 (Tensor): of the same type; broadcast.
        target (Tensor): 1 where `input1` should be larger, -1 where `input2`; of the same type.
        margin (float): Default: ``0.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the broadcast shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor, the types differ, or `margin` is no float.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Source: mindspore.ops.margin_ranking_loss, MindSpore 2.10
    """
    check_reduction("margin_ranking_loss", reduction)
    a, b, y = operands("margin_ranking_loss", input1=input1, input2=input2, target=target)
    if not isinstance(margin, float):
        msg = f"For 'margin_ranking_loss', the 'margin' must be float, but got {type(margin).__name__}."
        raise TypeError(msg)
    if not a.dtype is b.dtype is y.dtype:
        msg = f"For 'margin_ranking_loss', the inputs must be of one type, but got {a.dtype}, {b.dtype}, {y.dtype}."
        raise TypeError(msg)
    try:
        return wrap(reduced((margin - y * (a - b)).clamp(min=0), reduction))
    except RuntimeError as error:
        raise op_error("ops.margin_ranking_loss", error, input1=input1, input2=input2, target=target) from None


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean"
) -> Tensor:
    """Compute how far the cosine of two vectors is from 1, or by how much it exceeds `margin`.

    Args:
        input1 (Tensor): shape :math:`(N, *)`; the vectors lie along dimension 1.
        input2 (Tensor): of the same shape and type.
        target (Tensor): 1 where the vectors should be alike, -1 where they should not; the shape without dimension 1.
        margin (float): in [-1, 1]. Default: ``0.0``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the shape of `target` for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor, the types differ, or `margin` is no number.
        ValueError: if the shapes do not fit, `margin` is out of range or `reduction` another word.

    Source: mindspore.ops.cosine_embedding_loss, MindSpore 2.10
    """
    op = "cosine_embedding_loss"
    check_reduction(op, reduction)
    a, b, y = operands(op, input1=input1, input2=input2, target=target)
    if a.dtype is not b.dtype or isinstance(margin, bool) or not isinstance(margin, (int, float)):
        msg = f"For '{op}', the inputs must be of one type and 'margin' a number, got {a.dtype}, {b.dtype}, {margin!r}."
        raise TypeError(msg)
    if not -1.0 <= margin <= 1.0:
        msg = f"For '{op}', the 'margin' must be in [-1, 1], but got {margin}."
        raise ValueError(msg)
    same_shape(op, input1=a, input2=b)
    if a.ndim < 2 or a.shape[:1] + a.shape[2:] != y.shape:
        shapes = f"{tuple(a.shape)} and {tuple(y.shape)}"
        msg = f"For '{op}', 'target' must have the inputs' shape without dimension 1, but got {shapes}."
        raise ValueError(msg)
    if not a.is_floating_point():
        a, b = a.float(), b.float()
    cosine = (a * b).sum(1) / (torch.sqrt(torch.square(a).sum(1)) * torch.sqrt(torch.square(b).sum(1)))
    loss = torch.where(y == 1, 1.0 - cosine, 0.0) + torch.where(y == -1, (cosine - margin).clamp(min=0.0), 0.0)
    return wrap(reduced(loss, reduction))


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float | Tensor = 1.0,
    p: int = 2,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """Compute what the distance to the negative lacks to that to the positive plus `margin`.

    Args:
        anchor (Tensor): vectors along the last dimension.
        positive (Tensor): broadcast against `anchor`.
        negative (Tensor): broadcast against `anchor`.
        margin (Union[float, Tensor]): above 0. Default: ``1.0``.
        p (int): the norm of the distance. Default: ``2``.
        eps (float): added to the differences. Default: ``1e-6``.
        swap (bool): take the distance between positive and negative where it is smaller. Default: ``False``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or one element for each vector for ``"none"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if the shapes do not fit or `reduction` is another word.

    Source: mindspore.ops.triplet_margin_loss, MindSpore 2.10
    """
    check_type(anchor, "ops.triplet_margin_loss")
    op = "triplet_margin_loss"
    check_reduction(op, reduction)
    a, b, c = operands(op, anchor=anchor, positive=positive, negative=negative)
    if type(p) is not int or not isinstance(eps, float) or not isinstance(swap, bool):
        msg = f"For '{op}', 'p' must be int, 'eps' float and 'swap' bool, but got {p!r}, {eps!r}, {swap!r}."
        raise TypeError(msg)
    gap = float(margin._t.item()) if isinstance(margin, TensorBase) else float(margin)
    if gap <= 0:
        msg = f"For '{op}', the 'margin' must be above 0, but got {gap}."
        raise ValueError(msg)
    try:
        return wrap(F.triplet_margin_loss(a, b, c, margin=gap, p=p, eps=eps, swap=swap, reduction=reduction))
    except RuntimeError as error:
        raise op_error(f"ops.{op}", error, anchor=anchor, positive=positive, negative=negative) from None


def gaussian_nll_loss(
    x: Tensor, target: Tensor, var: Tensor, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
) -> Tensor:
    """Compute the negative logarithm of the probability of the target under a normal law.

    Args:
        x (Tensor): the means, of any shape.
        target (Tensor): of the same shape.
        var (Tensor): the variances: of the same shape, or without the last dimension, or with 1 there.
        full (bool): add the constant term. Default: ``False``.
        eps (float): the least variance, above 0. Default: ``1e-6``.
        reduction (str): ``"mean"``, ``"sum"`` or ``"none"``. Default: ``"mean"``.

    Returns:
        Tensor, 0-d, or of the same shape for ``"none"``.

    Raises:
        TypeError: if an input is no Tensor or `full` no bool.
        ValueError: if `eps` is no float above 0 or `reduction` another word.

    Source: mindspore.ops.gaussian_nll_loss, MindSpore 2.10
    """
    check_reduction("gaussian_nll_loss", reduction)
    mean, y, variance = operands("gaussian_nll_loss", x=x, target=target, var=var)
    if not isinstance(full, bool):
        msg = f"For 'gaussian_nll_loss', 'full' must be a bool, but got {type(full).__name__}."
        raise TypeError(msg)
    if not isinstance(eps, float) or eps <= 0:
        msg = f"For 'gaussian_nll_loss', 'eps' must be a positive float, but got {eps!r}."
        raise ValueError(msg)
    if variance.shape == mean.shape[:-1] != mean.shape:
        variance = variance.unsqueeze(-1)
    # a maximum, not torch's clamp in place: the gradient by a variance below eps is MindSpore's
    variance = variance if variance.is_floating_point() else variance.float()
    floor = torch.maximum(variance, torch.tensor(eps, dtype=variance.dtype, device=variance.device))
    loss = 0.5 * (torch.log(floor) + torch.square(mean - y) / floor)
    return wrap(reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction))
