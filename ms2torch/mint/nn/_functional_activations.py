"""Activations of `mindspore.mint.nn.functional`, under torch's names and defaults."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error, translated
from ms2torch.mint.nn._in_place import into
from ms2torch.ops.function.nn import activation

Size = int | tuple[int, ...] | list[int]


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Compute ELU.

    Args:
        input (Tensor): of any shape.
        alpha (float): the limit on the negative side, negated. Default: ``1.0``.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.elu, MindSpore 2.10
    """
    return into(input, F.elu(unwrap(input), alpha), inplace)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """Compute ELU in place.

    Args:
        input (Tensor): of any shape.
        alpha (float): the limit on the negative side, negated. Default: ``1.0``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.elu_, MindSpore 2.10
    """
    return elu(input, alpha, inplace=True)


def relu_(input: Tensor) -> Tensor:
    """Replace negative elements by 0, in place.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.relu_, MindSpore 2.10
    """
    return activation.relu(input, inplace=True)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Limit to [0, 6].

    Args:
        input (Tensor): of any shape.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.relu6, MindSpore 2.10
    """
    return into(input, F.relu6(unwrap(input)), inplace)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Multiply by the sigmoid.

    Args:
        input (Tensor): of any shape.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.silu, MindSpore 2.10
    """
    return into(input, F.silu(unwrap(input)), inplace)


def selu(input: Tensor) -> Tensor:
    """Compute SELU.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.selu, MindSpore 2.10
    """
    return wrap(F.selu(admitted(input, "mint.nn.functional.selu")))


def mish(input: Tensor) -> Tensor:
    """Multiply by the tanh of softplus.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.mish, MindSpore 2.10
    """
    return wrap(F.mish(admitted(input, "mint.nn.functional.mish")))


@translated
def logsigmoid(input: Tensor) -> Tensor:
    """Compute the logarithm of the sigmoid.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.logsigmoid, MindSpore 2.10
    """
    return wrap(F.logsigmoid(admitted(input, "mint.nn.functional.logsigmoid")))


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """Multiply one half by the sigmoid of the other.

    Args:
        input (Tensor): of any shape.
        dim (int): the dimension. Default: ``-1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.glu, MindSpore 2.10
    """
    return wrap(F.glu(unwrap(input), dim))


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Limit to an interval.

    Args:
        input (Tensor): of any shape.
        min_val (float): lower bound. Default: ``-1.0``.
        max_val (float): upper bound. Default: ``1.0``.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.hardtanh, MindSpore 2.10
    """
    return into(input, F.hardtanh(unwrap(input), min_val, max_val), inplace)


def hardtanh_(input: Tensor, min_val: float = -1, max_val: float = 1) -> Tensor:
    """Limit to an interval, in place.

    Args:
        input (Tensor): of any shape.
        min_val (float): lower bound. Default: ``-1``.
        max_val (float): upper bound. Default: ``1``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.hardtanh_, MindSpore 2.10
    """
    return hardtanh(input, min_val, max_val, inplace=True)


def leaky_relu(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """Multiply negative elements by a slope.

    Args:
        input (Tensor): of any shape.
        negative_slope (float): the slope. Default: ``0.01``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.leaky_relu, MindSpore 2.10
    """
    return wrap(F.leaky_relu(admitted(input, "mint.nn.functional.leaky_relu"), negative_slope))


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """Replace what does not exceed a threshold.

    Args:
        input (Tensor): of any shape.
        threshold (float): the threshold.
        value (float): the value.
        inplace (bool): write the result into the input. Default: ``False``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.threshold, MindSpore 2.10
    """
    return into(input, F.threshold(unwrap(input), threshold, value), inplace)


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """Replace what does not exceed a threshold, in place.

    Args:
        input (Tensor): of any shape.
        threshold (float): the threshold.
        value (float): the value.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.threshold_, MindSpore 2.10
    """
    return into(input, F.threshold(unwrap(input), threshold, value), inplace=True)


def _softmax_dim(dim: int | None, ndim: int) -> int:
    """Return the dimension; without one, the rule of old: 0 for 0-d, 1-d and 3-d tensors, else 1."""
    if dim is not None:
        return dim
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input: Tensor, dim: int | None = None, dtype: Type | None = None) -> Tensor:
    """Compute softmax along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int, None): the dimension; ``None``: 0 for tensors of 0, 1 and 3 dimensions, else 1. Default:
            ``None``.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.softmax, MindSpore 2.10
    """
    x = admitted(input, "mint.nn.functional.softmax") if dtype is None else unwrap(input)
    try:
        return wrap(torch.softmax(x, _softmax_dim(dim, x.ndim), dtype=optional_type(dtype)))
    except IndexError as error:
        raise op_error("mint.nn.functional.softmax", error, input=input, dim=dim) from None


@translated
def log_softmax(input: Tensor, dim: int | None = None, *, dtype: Type | None = None) -> Tensor:
    """Compute the logarithm of softmax along a dimension.

    Args:
        input (Tensor): of any shape.
        dim (int, None): the dimension; ``None``: 0 for tensors of 0, 1 and 3 dimensions, else 1. Default:
            ``None``.

    Keyword Args:
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.mint.nn.functional.log_softmax, MindSpore 2.10
    """
    x = unwrap(input)
    return wrap(torch.log_softmax(x, _softmax_dim(dim, x.ndim), dtype=optional_type(dtype)))
