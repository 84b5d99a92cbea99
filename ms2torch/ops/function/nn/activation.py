"""Smooth activations, and those of the softmax family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import base as _base
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import REFUSED, admitted, check_type, refuse
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.math.reduce import one_axis

# looked up once: these two are called on tensors so small that only the overhead counts
_new, _relu, _softmax = object.__new__, torch.relu, torch.softmax
# what torch.nn.functional's functions call after looking at their arguments once more
_native: Any = torch._C._nn  # pyright: ignore[reportAttributeAccessIssue]
_elu, _mish, _silu = _native.elu, _native.mish, _native.silu
_RELU_REFUSES, _SOFTMAX_REFUSES = REFUSED["ops.relu"], REFUSED["ops.softmax"]
_FLOAT32 = torch.float32


def elementwise(op: str, function: Callable[..., torch.Tensor], input: Tensor, *settings: Any) -> Tensor:
    """Apply a torch function to one Tensor; an element type that it refuses is a TypeError."""
    try:
        return wrap(function(unwrap(input), *settings))
    except RuntimeError as error:
        raise op_error(op, error, input=input) from None


def floating(op: str, name: str, input: Tensor) -> torch.Tensor:
    """Return the torch tensor inside `input`.

    Raises:
        TypeError: if it is no Tensor, or not of a floating type.
    """
    t = unwrap(input)
    if not t.is_floating_point():
        msg = f"{op}: {name} must be of a floating type, got {t.dtype}"
        raise TypeError(msg)
    return t


def number(op: str, name: str, value: object, truth: bool = False) -> float:
    """Return `value`, an int or a float, with `truth` also a bool.

    Raises:
        TypeError: if it is anything else.
    """
    if (isinstance(value, bool) and not truth) or not isinstance(value, (int, float)):
        msg = f"{op}: {name} must be a number, got {value!r} of type {type(value).__name__}"
        raise TypeError(msg)
    return value


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """Replace negative elements by zero.

    Args:
        input (Tensor): of any shape and number type.
        inplace (bool): write the result into `input`. Default: ``False``.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.relu, mindspore.mint.nn.functional.relu, MindSpore 2.10
    """
    try:  # what `admitted` does, without the call
        t = input._t
    except AttributeError:
        t = unwrap(input)
    try:
        out = _new(_base._tensor_class)  # `wrap` without the call
        out._t = torch.relu_(t) if inplace else _relu(t)
        return out  # type: ignore[return-value]
    except RuntimeError:  # torch refuses bools, and what MindSpore refuses too
        if t.dtype in _RELU_REFUSES:
            refuse("ops.relu", t.dtype)
        return input if inplace else wrap(t.clone())


def sigmoid(input: Tensor) -> Tensor:
    """Compute 1 / (1 + exp(-x)) of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape.

    Source: mindspore.ops.sigmoid, mindspore.mint.sigmoid, MindSpore 2.10
    """
    return wrap(torch.sigmoid(unwrap(input)))


def inplace_sigmoid(input: Tensor) -> Tensor:
    """Compute 1 / (1 + exp(-x)) of each element into the tensor itself.

    Args:
        input (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, `input` itself.

    Source: mindspore.ops.inplace_sigmoid, MindSpore 2.10
    """
    unwrap(input).sigmoid_()
    return input


def tanh(input: Tensor) -> Tensor:
    """Compute the hyperbolic tangent of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape.

    Differs from MindSpore: its CPU kernel is off by up to 1e-4 against its own documentation; this is exact.

    Source: mindspore.ops.tanh, mindspore.mint.tanh, MindSpore 2.10
    """
    return wrap(torch.tanh(unwrap(input)))


def tanh_(input: Tensor) -> Tensor:
    """Compute the hyperbolic tangent of each element into the tensor itself.

    Args:
        input (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, `input` itself.

    Source: mindspore.ops.tanh_, MindSpore 2.10
    """
    unwrap(input).tanh_()
    return input


def tanhshrink(input: Tensor) -> Tensor:
    """Compute x - tanh(x) of each element.

    Args:
        input (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Differs from MindSpore: its CPU kernel of tanh is off by up to 1e-4; this is exact.

    Source: mindspore.ops.tanhshrink, MindSpore 2.10
    """
    return elementwise("ops.tanhshrink", F.tanhshrink, input)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Apply the Gaussian error linear unit.

    Args:
        input (Tensor): of any shape.
        approximate (str): ``"none"``: with the exact error function; ``"tanh"``: its tanh approximation.
            Default: ``"none"``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `approximate` is another word.

    Source: mindspore.ops.gelu, MindSpore 2.10
    """
    if approximate not in ("none", "tanh"):
        msg = f"ops.gelu: approximate must be 'none' or 'tanh', got {approximate!r}"
        raise ValueError(msg)
    try:
        return wrap(F.gelu(admitted(input, "ops.gelu"), approximate=approximate))
    except RuntimeError as error:
        raise op_error("ops.gelu", error, input=input) from None


def fast_gelu(x: Tensor) -> Tensor:
    """Compute x * sigmoid(1.702 x), an approximation of the Gaussian error linear unit.

    Args:
        x (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.fast_gelu, MindSpore 2.10
    """
    check_type(x, "ops.fast_gelu")
    t = floating("ops.fast_gelu", "x", x)
    return wrap(t * torch.sigmoid(1.702 * t))


def elu(input_x: Tensor, alpha: float = 1.0) -> Tensor:
    """Replace negative elements by alpha * (exp(x) - 1).

    Args:
        input_x (Tensor): of any shape, of a floating type.
        alpha (float): the factor, which MindSpore lets be 1.0 alone. Default: ``1.0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `alpha` is no number.
        ValueError: if `alpha` is not 1.0.

    Source: mindspore.ops.elu, MindSpore 2.10
    """
    if number("ops.elu", "alpha", alpha) != 1.0:
        msg = f"ops.elu: alpha must be 1.0, got {alpha!r}; for another write mint.nn.functional.elu"
        raise ValueError(msg)
    return elementwise("ops.elu", _elu, input_x)


def celu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """Replace negative elements by alpha * (exp(x / alpha) - 1).

    Args:
        x (Tensor): of any shape, of a floating type.
        alpha (float): the scale, not zero. Default: ``1.0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `alpha` is no float.
        ValueError: if `alpha` is zero.

    Source: mindspore.ops.celu, MindSpore 2.10
    """
    check_type(x, "ops.celu")
    if not isinstance(alpha, float):
        msg = f"ops.celu: alpha must be a float, got {alpha!r} of type {type(alpha).__name__}"
        raise TypeError(msg)
    if alpha == 0:
        msg = "ops.celu: alpha must not be zero"
        raise ValueError(msg)
    return elementwise("ops.celu", F.celu, x, alpha)


def selu(input_x: Tensor) -> Tensor:
    """Apply the scaled exponential linear unit, with its fixed scale 1.0507 and alpha 1.6733.

    Args:
        input_x (Tensor): of any shape, of a floating type, int8 or int32.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.selu, MindSpore 2.10
    """
    check_type(input_x, "ops.selu")
    if unwrap(input_x).dtype in (torch.int8, torch.int32):
        # MindSpore cuts the curve's constants off to whole numbers too, which leaves this (measured 2.10)
        return elementwise("ops.selu", torch.relu, input_x)
    return elementwise("ops.selu", torch.selu, input_x)


def silu(input: Tensor) -> Tensor:
    """Compute x * sigmoid(x) of each element.

    Args:
        input (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.silu, MindSpore 2.10
    """
    try:
        return wrap(_silu(unwrap(input)))
    except RuntimeError as error:
        raise op_error("ops.silu", error, input=input) from None


def mish(x: Tensor) -> Tensor:
    """Compute x * tanh(softplus(x)) of each element.

    Args:
        x (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.mish, MindSpore 2.10
    """
    try:
        return wrap(_mish(admitted(x, "ops.mish")))
    except RuntimeError as error:
        raise op_error("ops.mish", error, input=x) from None


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """Compute log(1 + exp(beta x)) / beta, which is x itself where beta x exceeds a threshold.

    Args:
        input (Tensor): of any shape, of a floating type.
        beta (float): the steepness, not zero. Default: ``1``.
        threshold (float): where the line begins. Default: ``20``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `beta` is zero.

    Source: mindspore.ops.softplus, MindSpore 2.10
    """
    t = admitted(input, "ops.softplus")
    if beta == 0:
        msg = "ops.softplus: beta must not be zero"
        raise ValueError(msg)
    try:
        return wrap(F.softplus(t) if beta == 1 and threshold == 20 else F.softplus(t, beta, threshold))
    except RuntimeError as error:
        raise op_error("ops.softplus", error, input=input) from None


def softsign(x: Tensor) -> Tensor:
    """Compute x / (1 + abs(x)) of each element.

    Args:
        x (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.softsign, MindSpore 2.10
    """
    check_type(x, "ops.softsign")
    return wrap(F.softsign(floating("ops.softsign", "x", x)))


def logsigmoid(x: Tensor) -> Tensor:
    """Compute log(1 / (1 + exp(-x))) of each element.

    Args:
        x (Tensor): of any shape, of a floating type.

    Returns:
        Tensor, same shape and type.

    Differs from MindSpore: it takes the logarithm of the rounded sigmoid, which is -inf far below zero; this is
    exact there.

    Source: mindspore.ops.logsigmoid, MindSpore 2.10
    """
    return elementwise("ops.logsigmoid", F.logsigmoid, x)


def softmax(input: Tensor, axis: int = -1, *, dtype: Type | None = None) -> Tensor:
    """Turn the elements along an axis into positive numbers that add up to 1.

    Args:
        input (Tensor): of any shape.
        axis (int): the dimension. Default: ``-1``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

    Returns:
        Tensor, same shape.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.softmax, MindSpore 2.10
    """
    try:
        t = input._t
    except AttributeError:
        t = unwrap(input)
    kind = t.dtype
    if kind is not _FLOAT32 and kind in _SOFTMAX_REFUSES and dtype is None:
        refuse("ops.softmax", kind)
    if not t.ndim:
        raise ValueError("ops.softmax: a tensor of 0 dimensions has no axis")
    if dtype is None and axis.__class__ is int:
        try:
            out = _new(_base._tensor_class)
            out._t = _softmax(t, axis)
            return out  # type: ignore[return-value]
        except (IndexError, RuntimeError):
            pass  # explained below
    axis = one_axis("ops.softmax", axis, t.ndim)
    try:
        return wrap(torch.softmax(t, axis, None if dtype is None else given_type(dtype)))
    except RuntimeError as error:
        raise op_error("ops.softmax", error, input=input) from None


def softmin(x: Tensor, axis: int | tuple[int, ...] = -1, *, dtype: Type | None = None) -> Tensor:
    """Apply softmax to the negated elements.

    Args:
        x (Tensor): of any shape.
        axis (Union[int, tuple[int]]): the dimension, or those whose elements sum to 1. Default: ``-1``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

    Returns:
        Tensor, same shape.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.softmin, MindSpore 2.10
    """
    t = -admitted(x, "ops.softmin")
    dims = [one_axis("ops.softmin", each, t.ndim) for each in (axis if isinstance(axis, tuple) else (axis,))]
    if not dims:
        msg = "ops.softmin: axis must name a dimension, got an empty tuple"
        raise ValueError(msg)
    t = t if dtype is None else t.to(given_type(dtype))
    if t.dtype is torch.float16:
        # the documented results are those of a sum in float16; torch sums in float32
        powers = torch.exp(t - t.amax(dims, keepdim=True).detach())
        return wrap(powers / powers.sum(dims, keepdim=True))
    if len(dims) > 1:
        return wrap(torch.exp(t - torch.logsumexp(t, dims, keepdim=True)))
    return softmax(wrap(t), dims[0])


def log_softmax(logits: Tensor, axis: int = -1) -> Tensor:
    """Compute the logarithm of softmax along an axis, without the loss of precision of doing it in two steps.

    Args:
        logits (Tensor): of any shape, of a floating type.
        axis (int): the dimension. Default: ``-1``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.ops.log_softmax, MindSpore 2.10
    """
    t = unwrap(logits)
    axis = one_axis("ops.log_softmax", axis, t.ndim)
    try:
        return wrap(torch.log_softmax(t, axis))
    except RuntimeError as error:
        raise op_error("ops.log_softmax", error, logits=logits) from None


def gumbel_softmax(logits: Tensor, tau: float = 1.0, hard: bool = False, dim: int = -1) -> Tensor:
    """Draw from the Gumbel-softmax distribution along a dimension.

    Args:
        logits (Tensor): logarithms of unnormalised probabilities.
        tau (float): the temperature, above 0. Default: ``1.0``.
        hard (bool): give one-hot vectors, with the gradient of the soft ones. Default: ``False``.
        dim (int): the dimension. Default: ``-1``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `logits` is not floating.
        ValueError: if `tau` is not above 0, or `dim` is out of range.

    Source: mindspore.ops.gumbel_softmax, MindSpore 2.10
    """
    t = admitted(logits, "ops.gumbel_softmax")
    if not t.is_floating_point():
        msg = f"ops.gumbel_softmax: logits must be of a floating type, got {t.dtype}"
        raise TypeError(msg)
    if number("ops.gumbel_softmax", "tau", tau) <= 0:
        msg = f"ops.gumbel_softmax: tau must be above 0, got {tau}"
        raise ValueError(msg)
    return wrap(F.gumbel_softmax(t, tau, hard, dim=one_axis("ops.gumbel_softmax", dim, t.ndim)))


def glu(x: Tensor, axis: int = -1) -> Tensor:
    """Multiply the first half along an axis by the sigmoid of the second.

    Args:
        x (Tensor): of any shape, of even size along `axis`.
        axis (int): the dimension. Default: ``-1``.

    Returns:
        Tensor, half as long along `axis`.

    Raises:
        ValueError: if the size is odd, or `axis` out of range.

    Source: mindspore.ops.glu, MindSpore 2.10
    """
    t = unwrap(x)
    axis = one_axis("ops.glu", axis, t.ndim)
    try:
        return wrap(F.glu(t, axis))
    except RuntimeError as error:
        raise op_error("ops.glu", error, x=x, axis=axis) from None


def swiglu(input: Tensor, dim: int = -1) -> Tensor:
    """Multiply silu of the first half along a dimension by the second half.

    Args:
        input (Tensor): of any shape, of even size along `dim`.
        dim (int): the dimension. Default: ``-1``.

    Returns:
        Tensor, half as long along `dim`.

    Raises:
        ValueError: if the size is odd, or `dim` out of range.

    Source: mindspore.ops.swiglu, MindSpore 2.10
    """
    t = unwrap(input)
    dim = one_axis("ops.swiglu", dim, t.ndim)
    if t.shape[dim] % 2:
        msg = f"ops.swiglu: the size along dim={dim} must be even, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    first, second = t.chunk(2, dim)
    return wrap(F.silu(first) * second)


def tensor_softmax(self: Tensor, axis: int, dtype: Type | None = None) -> Tensor:
    """Turn the elements along an axis into positive numbers that add up to 1.

    Args:
        axis (int): the dimension.
        dtype (mindspore.dtype, optional): type to convert to first. Default: ``None``.

    Returns:
        Tensor, same shape.

    Raises:
        ValueError: if `axis` is out of range.

    Source: mindspore.Tensor.softmax, MindSpore 2.10
    """
    converted = self if dtype is None else wrap(unwrap(self).to(given_type(dtype)))
    return softmax(converted, axis)
