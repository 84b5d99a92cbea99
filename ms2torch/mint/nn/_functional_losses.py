"""Losses of `mindspore.mint.nn.functional`, under torch's names and defaults."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import translated

Size = int | tuple[int, ...] | list[int]


def _weight(x: Tensor | None) -> torch.Tensor | None:
    """Return a weight, by which nothing is differentiated, as in MindSpore."""
    return None if x is None else unwrap(x).detach()


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """Compute the cross entropy of chances between 0 and 1.

    Args:
        input (Tensor): of any shape.
        target (Tensor): what is to be reached.
        weight (Tensor, None): of each element. Default: ``None``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.binary_cross_entropy, MindSpore 2.10
    """
    return wrap(
        F.binary_cross_entropy(
            admitted(input, "mint.nn.functional.binary_cross_entropy"),
            unwrap(target),
            _weight(weight),
            reduction=reduction,
        )
    )


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """Compute the cross entropy of the sigmoid of `input`.

    Args:
        input (Tensor): of any shape.
        target (Tensor): what is to be reached.
        weight (Tensor, None): of each element. Default: ``None``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        pos_weight (Tensor, None): weight of positive targets. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.binary_cross_entropy_with_logits, MindSpore 2.10
    """
    x, y = admitted(input, "mint.nn.functional.binary_cross_entropy_with_logits"), unwrap(target)
    return wrap(
        F.binary_cross_entropy_with_logits(x, y, _weight(weight), reduction=reduction, pos_weight=_weight(pos_weight))
    )


@translated
def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Compute the cross entropy of the softmax of `input`.

    Args:
        input (Tensor): of any shape.
        target (Tensor): class numbers, or chances of each class.
        weight (Tensor, None): of each class. Default: ``None``.
        ignore_index (int): class that does not count. Default: ``-100``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        label_smoothing (float): share of the target spread over all classes. Default: ``0.0``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.cross_entropy, MindSpore 2.10
    """
    x, y = unwrap(input), _classes(unwrap(target))
    return wrap(
        F.cross_entropy(
            x, y, _weight(weight), ignore_index=ignore_index, reduction=reduction, label_smoothing=label_smoothing
        )
    )


@translated
def nll_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
) -> Tensor:
    """Pick each target's log likelihood and negate it.

    Args:
        input (Tensor): of any shape.
        target (Tensor): class numbers.
        weight (Tensor, None): of each class. Default: ``None``.
        ignore_index (int): class that does not count. Default: ``-100``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.nll_loss, MindSpore 2.10
    """
    x, y = unwrap(input), _classes(unwrap(target))
    return wrap(F.nll_loss(x, y, _weight(weight), ignore_index=ignore_index, reduction=reduction))


def _classes(y: torch.Tensor) -> torch.Tensor:
    """Return class numbers in the type torch wants; chances pass."""
    return y if y.is_floating_point() else y.long()


def kl_div(input: Tensor, target: Tensor, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """Compute the Kullback-Leibler divergence.

    Args:
        input (Tensor): logarithms of chances.
        target (Tensor): what is to be reached.
        reduction (str): ``'none'``, ``'mean'``, ``'sum'`` or ``'batchmean'``. Default: ``'mean'``.
        log_target (bool): `target` holds logarithms. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.kl_div, MindSpore 2.10
    """
    if reduction == "mean":  # torch warns that it may mean something else one day
        return wrap(F.kl_div(unwrap(input), unwrap(target), reduction="none", log_target=log_target).mean())
    return wrap(F.kl_div(unwrap(input), unwrap(target), reduction=reduction, log_target=log_target))


def smooth_l1_loss(input: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """Compute the absolute difference, squared near zero.

    Args:
        input (Tensor): of any shape.
        target (Tensor): what is to be reached.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        beta (float): where the square ends. Default: ``1.0``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.smooth_l1_loss, MindSpore 2.10
    """
    return wrap(F.smooth_l1_loss(unwrap(input), unwrap(target), reduction=reduction, beta=beta))


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean"
) -> Tensor:
    """Compare directions.

    Args:
        input1 (Tensor): first vectors.
        input2 (Tensor): second vectors.
        target (Tensor): 1 for alike, -1 for unlike.
        margin (float): the margin. Default: ``0.0``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.cosine_embedding_loss, MindSpore 2.10
    """
    x, y, z = unwrap(input1), unwrap(input2), unwrap(target)
    return wrap(F.cosine_embedding_loss(x, y, z, margin, reduction=reduction))
