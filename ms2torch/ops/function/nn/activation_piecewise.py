"""Activations made of straight pieces."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import kinks
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.kernel_draws import kernel_draws
from ms2torch._core.seed import get_seed
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import UNSIGNED
from ms2torch._errors import op_error
from ms2torch.ops.function.nn.activation import elementwise, floating, number

# what torch.nn.functional's functions call after looking at their arguments once more
_native: Any = torch._C._nn  # pyright: ignore[reportAttributeAccessIssue]
_hardsigmoid, _hardswish = _native.hardsigmoid, _native.hardswish
_relu6 = _native.relu6


def relu6(x: Tensor) -> Tensor:
    """Clip each element to [0, 6].

    Args:
        x (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.relu6, MindSpore 2.10
    """
    t = admitted(x, "ops.relu6")
    return wrap(_relu6(t if t.is_floating_point() else floating("ops.relu6", "x", x)))


def leaky_relu(input: Tensor, alpha: float = 0.2) -> Tensor:
    """Multiply negative elements by a factor.

    Args:
        input (Tensor): of any shape, of a floating type.
        alpha (Union[int, float]): the factor. Default: ``0.2`` (torch's is 0.01).

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `alpha` is no number.

    Source: mindspore.ops.leaky_relu, MindSpore 2.10
    """
    t = unwrap(input)
    number("ops.leaky_relu", "alpha", alpha)
    if t.is_floating_point():
        return wrap(kinks.leaky_relu(t, alpha))
    if t.dtype is torch.bool or t.dtype in UNSIGNED:
        return wrap(t.clone())
    factor = int(alpha)  # in the input's type, as MindSpore has it
    return wrap(torch.where(t < 0, t * factor, t))


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Multiply negative elements by a factor of their channel, dimension 1.

    Args:
        input (Tensor): shape :math:`(N, C, *)`.
        weight (Tensor): 1-d, of one factor, or one for each channel.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.prelu, MindSpore 2.10
    """
    t, w = admitted(input, "ops.prelu"), unwrap(weight)
    if w.ndim != 1:
        msg = f"ops.prelu: weight must have one dimension, got shape {tuple(w.shape)}"
        raise ValueError(msg)
    try:
        return wrap(F.prelu(t, w if w.dtype is t.dtype else w.to(dtype=t.dtype)))
    except RuntimeError as error:
        raise op_error("ops.prelu", error, input=input, weight=weight) from None


def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3) -> Tensor:
    """Multiply each negative element by a random factor, in evaluation too.

    Args:
        input (Tensor): of any shape, of a floating type.
        lower (Union[int, float]): the least factor. Default: ``1/8``.
        upper (Union[int, float]): the largest factor. Default: ``1/3``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if a bound is no number.
        ValueError: if `lower` exceeds `upper`.

    Source: mindspore.ops.rrelu, MindSpore 2.10
    """
    check_type(input, "ops.rrelu")
    number("ops.rrelu", "lower", lower)
    number("ops.rrelu", "upper", upper)
    if lower > upper:
        msg = f"ops.rrelu: lower must not exceed upper, got {lower} and {upper}"
        raise ValueError(msg)
    t = unwrap(input)
    draws = None if get_seed() is None else kernel_draws("uniform", None, t.device)
    if draws is None:
        return elementwise("ops.rrelu", F.rrelu, input, lower, upper, True)
    # MindSpore draws the slopes with `ops.uniform`, so that the seed gives the same ones
    slopes = torch.from_numpy(draws.uniform(t.numel())).reshape(t.shape) * (upper - lower) + lower
    return wrap(torch.where(t < 0, t * slopes.to(device=t.device, dtype=t.dtype), t))


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """Clip each element to a range.

    Args:
        input (Tensor): of any shape.
        min_val (Union[int, float]): the lower end. Default: ``-1.0``.
        max_val (Union[int, float]): the upper end. Default: ``1.0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if an end is no number.

    Source: mindspore.ops.hardtanh, MindSpore 2.10
    """
    t = unwrap(input)
    low, high = number("ops.hardtanh", "min_val", min_val), number("ops.hardtanh", "max_val", max_val)
    return wrap(torch.clamp(t, low, high).to(dtype=t.dtype))


def hardsigmoid(input: Tensor) -> Tensor:
    """Compute relu6(x + 3) / 6 of each element.

    Args:
        input (Tensor): of any shape; the results for an int type are truncated.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.hardsigmoid, MindSpore 2.10
    """
    t = admitted(input, "ops.hardsigmoid")
    return wrap(_hardsigmoid(t) if t.is_floating_point() else _hardsigmoid(t.float()).to(dtype=t.dtype))


def hardswish(input: Tensor) -> Tensor:
    """Compute x * relu6(x + 3) / 6 of each element.

    Args:
        input (Tensor): of any shape; the results for an int type are truncated.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.hardswish, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(_hardswish(t) if t.is_floating_point() else _hardswish(t.float()).to(dtype=t.dtype))


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """Set elements within a distance of zero to zero.

    Args:
        input (Tensor): of any shape, of a floating type.
        lambd (float): the distance. Default: ``0.5``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `lambd` is no number.

    Source: mindspore.ops.hardshrink, MindSpore 2.10
    """
    check_type(input, "ops.hardshrink")
    distance = float(lambd) if lambd.__class__ is bool else number("ops.hardshrink", "lambd", lambd)
    return elementwise("ops.hardshrink", F.hardshrink, input, distance)


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """Move each element towards zero by a distance, and not past it.

    Args:
        input (Tensor): of any shape, of a floating type.
        lambd (float): the distance, not below 0. Default: ``0.5``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `lambd` is no number.
        ValueError: if `lambd` is negative.

    Source: mindspore.ops.softshrink, MindSpore 2.10
    """
    check_type(input, "ops.softshrink")
    return elementwise("ops.softshrink", F.softshrink, input, number("ops.softshrink", "lambd", lambd, truth=True))


soft_shrink = softshrink


def threshold(input: Tensor, thr: float, value: float) -> Tensor:
    """Replace the elements that are not above a threshold.

    Args:
        input (Tensor): of any shape.
        thr (Union[int, float]): the threshold.
        value (Union[int, float]): what to put in their place.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `thr` or `value` is no number.

    Source: mindspore.ops.threshold, MindSpore 2.10
    """
    limit, other = number("ops.threshold", "thr", thr), number("ops.threshold", "value", value)
    return elementwise("ops.threshold", F.threshold, input, limit, other)
