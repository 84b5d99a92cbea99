"""Trigonometric and hyperbolic functions."""

from __future__ import annotations

import torch

from ms2torch._core.base import Number, unwrap, wrap
from ms2torch._core.element_types import check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function._elementwise import binary_tensors, promoted_pair


def sin(input: Tensor) -> Tensor:
    """Compute the sine of each element, in radians.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.sin, mindspore.mint.sin, MindSpore 2.10
    """
    return wrap(torch.sin(unwrap(input)))


def cos(input: Tensor) -> Tensor:
    """Compute the cosine of each element, in radians.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.cos, mindspore.mint.cos, MindSpore 2.10
    """
    return wrap(torch.cos(unwrap(input)))


def tan(input: Tensor) -> Tensor:
    """Compute the tangent of each element, in radians.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.tan, mindspore.mint.tan, MindSpore 2.10
    """
    return wrap(torch.tan(unwrap(input)))


def asin(input: Tensor) -> Tensor:
    """Compute the arcsine of each element; nan outside [-1, 1].

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.asin, mindspore.mint.asin, MindSpore 2.10
    """
    return wrap(torch.asin(unwrap(input)))


def acos(input: Tensor) -> Tensor:
    """Compute the arccosine of each element; nan outside [-1, 1].

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.acos, mindspore.mint.acos, MindSpore 2.10
    """
    return wrap(torch.acos(unwrap(input)))


def atan(input: Tensor) -> Tensor:
    """Compute the arctangent of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.atan, mindspore.mint.atan, MindSpore 2.10
    """
    return wrap(torch.atan(unwrap(input)))


def sinh(input: Tensor) -> Tensor:
    """Compute the hyperbolic sine of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.sinh, mindspore.mint.sinh, MindSpore 2.10
    """
    return wrap(torch.sinh(unwrap(input)))


def cosh(input: Tensor) -> Tensor:
    """Compute the hyperbolic cosine of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.cosh, mindspore.mint.cosh, MindSpore 2.10
    """
    return wrap(torch.cosh(unwrap(input)))


def asinh(input: Tensor) -> Tensor:
    """Compute the inverse hyperbolic sine of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.asinh, mindspore.mint.asinh, MindSpore 2.10
    """
    return wrap(torch.asinh(unwrap(input)))


def acosh(input: Tensor) -> Tensor:
    """Compute the inverse hyperbolic cosine of each element; nan below 1.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.acosh, mindspore.mint.acosh, MindSpore 2.10
    """
    return wrap(torch.acosh(unwrap(input)))


def atanh(input: Tensor) -> Tensor:
    """Compute the inverse hyperbolic tangent of each element; nan outside [-1, 1].

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.atanh, mindspore.mint.atanh, MindSpore 2.10
    """
    return wrap(torch.atanh(unwrap(input)))


def arcsin(x: Tensor) -> Tensor:
    """Compute the arcsine of each element; the same as `asin`.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.arcsin, mindspore.mint.arcsin, MindSpore 2.10
    """
    return wrap(torch.asin(unwrap(x)))


arccos = acos
arctan = atan
arcsinh = asinh
arccosh = acosh
arctanh = atanh


def sinc(input: Tensor) -> Tensor:
    """Compute sin(pi x) / (pi x) of each element; 1 at zero.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.sinc, mindspore.mint.sinc, MindSpore 2.10
    """
    return wrap(torch.sinc(unwrap(input)))


def deg2rad(x: Tensor) -> Tensor:
    """Convert degrees to radians.

    Args:
        x (Tensor): of any shape and a floating type.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.deg2rad, MindSpore 2.10
    """
    check_type(x, "ops.deg2rad")
    return wrap(torch.deg2rad(_floating("ops.deg2rad", x)))


def rad2deg(x: Tensor) -> Tensor:
    """Convert radians to degrees.

    Args:
        x (Tensor): of any shape and a floating type.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.rad2deg, MindSpore 2.10
    """
    check_type(x, "ops.rad2deg")
    return wrap(torch.rad2deg(_floating("ops.rad2deg", x)))


def atan2(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the angle of the point (`other`, `input`), in radians, in the right quadrant.

    Args:
        input (Union[Tensor, Number, bool]): the ordinate y.
        other (Union[Tensor, Number, bool]): the abscissa x, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.atan2, mindspore.mint.atan2, MindSpore 2.10
    """
    return binary_tensors("ops.atan2", torch.atan2, input, other)


arctan2 = atan2


def hypot(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the length of the hypotenuse over two legs.

    Args:
        input (Union[Tensor, Number, bool]): first operand.
        other (Union[Tensor, Number, bool]): second operand, of a shape that broadcasts with `input`.

    Returns:
        Tensor of the broadcast shape and the promoted type.

    Raises:
        TypeError: if an argument is neither a Tensor nor a number.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.hypot, MindSpore 2.10
    """
    a, b = promoted_pair(input, other)
    return binary_tensors("ops.hypot", torch.hypot, wrap(a), wrap(b))


def _floating(op: str, x: Tensor) -> torch.Tensor:
    t = unwrap(x)
    if not t.is_floating_point():
        msg = f"{op}: x must be of a floating type, got {t.dtype}; convert it with x.astype(mindspore.float32)"
        raise TypeError(msg)
    return t
