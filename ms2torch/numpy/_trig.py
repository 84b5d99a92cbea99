"""Angles and hyperbolic functions of `mindspore.numpy`."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.numpy._operands import (
    cast,
    floating,
    narrow_floating,
    need_tensor,
)


def sin(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sin, MindSpore 2.10
    """
    need_tensor("sin", x)
    return cast(torch.sin(narrow_floating(x)), dtype)


def cos(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cos, MindSpore 2.10
    """
    need_tensor("cos", x)
    return cast(torch.cos(narrow_floating(x)), dtype)


def tan(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tan, MindSpore 2.10
    """
    need_tensor("tan", x)
    return cast(torch.tan(narrow_floating(x)), dtype)


def arcsin(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arcsin, MindSpore 2.10
    """
    need_tensor("arcsin", x)
    return cast(torch.asin(narrow_floating(x)), dtype)


def arctan(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arctan, MindSpore 2.10
    """
    need_tensor("arctan", x)
    return cast(torch.atan(narrow_floating(x)), dtype)


def sinh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.sinh, MindSpore 2.10
    """
    need_tensor("sinh", x)
    return cast(torch.sinh(narrow_floating(x)), dtype)


def cosh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.cosh, MindSpore 2.10
    """
    need_tensor("cosh", x)
    return cast(torch.cosh(narrow_floating(x)), dtype)


def tanh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the hyperbolic tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.tanh, MindSpore 2.10
    """
    need_tensor("tanh", x)
    return cast(torch.tanh(narrow_floating(x)), dtype)


def arcsinh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic sine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arcsinh, MindSpore 2.10
    """
    need_tensor("arcsinh", x)
    return cast(torch.asinh(narrow_floating(x)), dtype)


def arccosh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic cosine.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arccosh, MindSpore 2.10
    """
    need_tensor("arccosh", x)
    return cast(torch.acosh(narrow_floating(x)), dtype)


def arctanh(x: Any, dtype: Type | None = None) -> Tensor:
    """Compute the inverse hyperbolic tangent.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arctanh, MindSpore 2.10
    """
    need_tensor("arctanh", x)
    return cast(torch.atanh(narrow_floating(x)), dtype)


def deg2rad(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert degrees to radians.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.deg2rad, MindSpore 2.10
    """
    need_tensor("deg2rad", x)
    return cast(floating(x) * (math.pi / 180), dtype)


def radians(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert degrees to radians.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.radians, MindSpore 2.10
    """
    need_tensor("radians", x)
    return cast(floating(x) * (math.pi / 180), dtype)


def rad2deg(x: Any, dtype: Type | None = None) -> Tensor:
    """Convert radians to degrees.

    Args:
        x (Any): the tensor.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.rad2deg, MindSpore 2.10
    """
    need_tensor("rad2deg", x)
    return cast(floating(x) * (180 / math.pi), dtype)


def arccos(input: Any, dtype: Type | None = None) -> Tensor:
    """Compute the arc cosine.

    Args:
        input (Any): of any shape.
        dtype (Type, None): type of the result; ``None``: as the operands give it. Default: ``None``.

    Returns:
        Tensor.

    Source: mindspore.numpy.arccos, MindSpore 2.10
    """
    need_tensor("arccos", input)
    return cast(torch.acos(narrow_floating(input)), dtype)
