"""Complex numbers: their parts, and making them."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function._elementwise import Binary, both_tensors


def real(input: Tensor) -> Tensor:
    """Take the real part of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; the values themselves where they are not complex.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.real, mindspore.mint.real, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.real(t).clone() if t.is_complex() else t)


def imag(input: Tensor) -> Tensor:
    """Take the imaginary part of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; zeros where the values are not complex.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.imag, mindspore.mint.imag, MindSpore 2.10
    """
    t = admitted(input, "ops.imag")
    return wrap(torch.imag(t).clone() if t.is_complex() else torch.zeros_like(t))


def conj(input: Tensor) -> Tensor:
    """Change the sign of the imaginary part of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.conj, MindSpore 2.10
    """
    return wrap(torch.conj_physical(admitted(input, "ops.conj")))


def angle(input: Tensor) -> Tensor:
    """Compute the argument of each complex element, in radians.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape, real.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.angle, MindSpore 2.10
    """
    return wrap(torch.angle(unwrap(input)))


def polar(abs: Tensor, angle: Tensor) -> Tensor:
    """Make complex numbers from moduli and arguments.

    Args:
        abs (Tensor): moduli, float32 or float64.
        angle (Tensor): arguments in radians, of the shape and type of `abs`.

    Returns:
        Tensor of complex64 or complex128, same shape.

    Raises:
        TypeError: if an argument is not a Tensor, or the types differ.
        ValueError: if the shapes differ.

    Source: mindspore.ops.polar, mindspore.mint.polar, MindSpore 2.10
    """
    check_type(abs, "ops.polar")
    return _complex_of("ops.polar", torch.polar, abs, angle)


def complex_of_parts(real: Tensor, imag: Tensor) -> Tensor:
    """Make complex numbers from real and imaginary parts.

    Args:
        real (Tensor): real parts, float32 or float64.
        imag (Tensor): imaginary parts, of the type of `real` and a shape that broadcasts with it.

    Returns:
        Tensor of complex64 or complex128.

    Raises:
        TypeError: if an argument is not a Tensor, or the types differ.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.Complex, MindSpore 2.10
    """
    if unwrap(real).dtype is not unwrap(imag).dtype:
        msg = f"ops.Complex: both parts must be of one type, got {real.dtype} and {imag.dtype}"
        raise TypeError(msg)
    return both_tensors("ops.Complex", torch.complex, real, imag)


def complex_abs(x: Tensor) -> Tensor:
    """Compute the modulus of each complex element.

    Args:
        x (Tensor): of any shape, complex.

    Returns:
        Tensor, same shape, real.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.ComplexAbs, MindSpore 2.10
    """
    return wrap(torch.abs(unwrap(x)))


def view_as_real(input: Tensor) -> Tensor:
    """See complex numbers as pairs of real ones.

    Args:
        input (Tensor): of any shape, complex.

    Returns:
        Tensor, with one dimension of length 2 more.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.view_as_real, MindSpore 2.10
    """
    return wrap(torch.view_as_real(unwrap(input).resolve_conj()))


def _complex_of(op: str, fn: Binary, a: Tensor, b: Tensor) -> Tensor:
    x, y = unwrap(a), unwrap(b)
    if x.shape != y.shape:
        msg = f"{op}: both arguments must have one shape, got {tuple(x.shape)} and {tuple(y.shape)}"
        raise ValueError(msg)
    return both_tensors(op, fn, a, b)
