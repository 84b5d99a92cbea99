"""Activation functions."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own convention

from ms2torch.common._base import unwrap, wrap
from ms2torch.common.dtype import Type, to_torch_dtype
from ms2torch.common.tensor_type import Tensor
from ms2torch.ops.function.reduce import one_axis


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """Replace negative elements by zero.

    Args:
        input (Tensor): of any shape and number type.
        inplace (bool): write the result into `input`. Default: ``False``.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.relu, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.relu_(t) if inplace else torch.relu(t))


def sigmoid(input: Tensor) -> Tensor:
    """Compute 1 / (1 + exp(-x)) of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape.

    Source: mindspore.ops.sigmoid, MindSpore 2.10
    """
    return wrap(torch.sigmoid(unwrap(input)))


def tanh(input: Tensor) -> Tensor:
    """Compute the hyperbolic tangent of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape.

    Differs from MindSpore: its CPU kernel is off by up to 1e-4 against its own documentation; this is exact.

    Source: mindspore.ops.tanh, MindSpore 2.10
    """
    return wrap(torch.tanh(unwrap(input)))


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
    return wrap(F.gelu(unwrap(input), approximate=approximate))


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
    t = unwrap(input)
    return wrap(
        torch.softmax(t, one_axis("ops.softmax", axis, t.ndim), None if dtype is None else to_torch_dtype(dtype))
    )
