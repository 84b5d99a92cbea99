"""Elementwise functions of one tensor: signs, roots, exponentials, logarithms, rounding."""

from __future__ import annotations

import torch

from ms2torch._core import base as _base
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import REFUSED, admitted, refuse
from ms2torch._core.tensor_type import Tensor
from ms2torch._core.unsigned import bit_for_bit

# looked up once: overhead is all that counts for tiny tensors
_new, _abs, _exp, _EXP_REFUSES = object.__new__, torch.abs, torch.exp, REFUSED["ops.exp"]
# where torch's abs refuses the type, or returns another one
_KEEPS_ITS_TYPE = frozenset((torch.bool, torch.complex64, torch.complex128))


def abs(input: Tensor) -> Tensor:
    """Compute the absolute value of each element.

    Args:
        input (Tensor): of any shape and type.

    Returns:
        Tensor, same shape and type; the moduli of a complex input stay complex.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.abs, mindspore.mint.abs, MindSpore 2.10
    """
    try:  # what `unwrap` does, without the call
        t = input._t
    except AttributeError:
        t = unwrap(input)
    if t.dtype in _KEEPS_ITS_TYPE:
        return wrap(t.clone() if t.dtype is torch.bool else torch.abs(t).to(dtype=t.dtype))
    out = _new(_base._tensor_class)
    out._t = _abs(t)
    return out  # type: ignore[return-value]


absolute = abs


def neg(input: Tensor) -> Tensor:
    """Change the sign of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.neg, mindspore.mint.neg, MindSpore 2.10
    """
    return wrap(bit_for_bit(torch.neg, unwrap(input)))


negative = neg


def positive(input: Tensor) -> Tensor:
    """Return the tensor itself: a plus sign in front changes nothing.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, the same values.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.positive, MindSpore 2.10
    """
    return wrap(unwrap(input))


def square(input: Tensor) -> Tensor:
    """Compute the square of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.square, mindspore.mint.square, MindSpore 2.10
    """
    t = unwrap(input)
    try:
        return wrap(torch.square(t))
    except NotImplementedError:
        return wrap(bit_for_bit(torch.square, t))


def sqrt(x: Tensor) -> Tensor:
    """Compute the square root of each element; nan below zero.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.sqrt, MindSpore 2.10
    """
    return wrap(torch.sqrt(unwrap(x)))


def rsqrt(input: Tensor) -> Tensor:
    """Compute 1 over the square root of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.rsqrt, mindspore.mint.rsqrt, MindSpore 2.10
    """
    return wrap(torch.rsqrt(unwrap(input)))


def reciprocal(input: Tensor) -> Tensor:
    """Compute 1 over each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.reciprocal, mindspore.mint.reciprocal, MindSpore 2.10
    """
    return wrap(torch.reciprocal(unwrap(input)))


def inv(x: Tensor) -> Tensor:
    """Compute 1 over each element; integers are divided in their own type.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.inv, MindSpore 2.10
    """
    t = unwrap(x)
    if t.is_floating_point() or t.is_complex():
        return wrap(torch.reciprocal(t))
    return wrap(torch.div(1, t, rounding_mode="trunc").to(dtype=t.dtype))


def exp(input: Tensor) -> Tensor:
    """Compute e to the power of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.exp, mindspore.mint.exp, MindSpore 2.10
    """
    try:  # what `admitted` does, without the call
        t = input._t
    except AttributeError:
        t = unwrap(input)
    if t.dtype in _EXP_REFUSES:
        refuse("ops.exp", t.dtype)
    out = _new(_base._tensor_class)  # `wrap` without the call
    out._t = _exp(t)
    return out  # type: ignore[return-value]


def exp2(input: Tensor) -> Tensor:
    """Compute 2 to the power of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.exp2, mindspore.mint.exp2, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(torch.exp2(t.float() if t.dtype is torch.bfloat16 else t))  # float32 there (measured 2.10)


def expm1(input: Tensor) -> Tensor:
    """Compute e to the power of each element, minus 1, also exact near 0.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Differs from MindSpore: its CPU kernel loses its digits near 0; this does not.

    Source: mindspore.ops.expm1, mindspore.mint.expm1, MindSpore 2.10
    """
    return wrap(torch.expm1(unwrap(input)))


def log(input: Tensor) -> Tensor:
    """Compute the natural logarithm of each element; nan below zero, -inf at zero.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.log, mindspore.mint.log, MindSpore 2.10
    """
    return wrap(torch.log(unwrap(input)))


def log2(input: Tensor) -> Tensor:
    """Compute the logarithm to base 2 of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.log2, mindspore.mint.log2, MindSpore 2.10
    """
    return wrap(torch.log2(unwrap(input)))


def log10(input: Tensor) -> Tensor:
    """Compute the logarithm to base 10 of each element.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.log10, mindspore.mint.log10, MindSpore 2.10
    """
    return wrap(torch.log10(unwrap(input)))


def log1p(input: Tensor) -> Tensor:
    """Compute the natural logarithm of 1 plus each element, also exact near 0.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape; integers give float32.

    Raises:
        TypeError: if `input` is not a Tensor.

    Differs from MindSpore: its CPU kernel loses its digits near 0; this does not.

    Source: mindspore.ops.log1p, mindspore.mint.log1p, MindSpore 2.10
    """
    return wrap(torch.log1p(unwrap(input)))


def sign(input: Tensor) -> Tensor:
    """Tell the sign of each element: -1, 0 or 1; of a complex element, the point of the unit circle towards it.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.sign, mindspore.mint.sign, MindSpore 2.10
    """
    return wrap(torch.sgn(admitted(input, "ops.sign")))


def sgn(input: Tensor) -> Tensor:
    """Tell the sign of each element; the same as `sign`.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.sgn, MindSpore 2.10
    """
    return wrap(torch.sgn(admitted(input, "ops.sgn")))


def signbit(input: Tensor) -> Tensor:
    """Tell whether each element is less than zero; -0.0 is not (torch's function looks at the sign bit).

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor of bool, same shape.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.signbit, MindSpore 2.10
    """
    return wrap(unwrap(input) < 0)


def ceil(input: Tensor) -> Tensor:
    """Round each element up to an integer.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.ceil, mindspore.mint.ceil, MindSpore 2.10
    """
    return wrap(torch.ceil(admitted(input, "ops.ceil")))


def floor(input: Tensor) -> Tensor:
    """Round each element down to an integer.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.floor, mindspore.mint.floor, MindSpore 2.10
    """
    return wrap(torch.floor(unwrap(input)))


def trunc(input: Tensor) -> Tensor:
    """Round each element towards zero.

    Args:
        input (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.trunc, mindspore.mint.trunc, MindSpore 2.10
    """
    t = unwrap(input)
    return wrap(t.clone() if t.dtype is torch.bool else torch.trunc(t))


def rint(x: Tensor) -> Tensor:
    """Round each element to the nearest integer, a tie to the even one.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.Rint, MindSpore 2.10
    """
    return wrap(torch.round(admitted(x, "ops.Rint")))


def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """Round each element to the nearest number of some decimals, a tie to the even one.

    Args:
        input (Tensor): of any shape.

    Keyword Args:
        decimals (int): how many decimals to keep; negative: zeros before the point. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Differs from MindSpore: its CPU kernel refuses `decimals` other than 0.

    Source: mindspore.ops.round, mindspore.mint.round, MindSpore 2.10
    """
    return _rounded(unwrap(input), decimals)


def tensor_round(self: Tensor, decimals: int = 0) -> Tensor:
    """Round each element to the nearest number of some decimals, a tie to the even one.

    Args:
        decimals (int): how many decimals to keep; negative: zeros before the point. Default: ``0``.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.Tensor.round, MindSpore 2.10
    """
    return _rounded(self._t, decimals)


def _rounded(t: torch.Tensor, decimals: int) -> Tensor:
    # torch rounds integers only without `decimals`
    if not t.is_floating_point():
        return wrap(t.clone())
    return wrap(torch.round(t, decimals=decimals) if decimals else torch.round(t))


def frac(x: Tensor) -> Tensor:
    """Take the fraction of each element, with its sign.

    Args:
        x (Tensor): of any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.frac, MindSpore 2.10
    """
    t = unwrap(x)
    if t.is_floating_point():
        return wrap(torch.frac(t))
    return wrap(torch.zeros_like(t, dtype=torch.int64 if t.dtype is torch.bool else None))


def nan_to_num(
    input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Tensor:
    """Replace nan and the infinities by numbers.

    Args:
        input (Tensor): of any shape.
        nan (float, optional): what stands for nan. Default ``None``: 0.
        posinf (float, optional): what stands for inf. Default ``None``: the largest number of the type.
        neginf (float, optional): what stands for -inf. Default ``None``: the smallest number of the type.

    Returns:
        Tensor, same shape and type.

    Source: mindspore.ops.nan_to_num, mindspore.mint.nan_to_num, MindSpore 2.10
    """
    return wrap(torch.nan_to_num(admitted(input, "ops.nan_to_num"), nan, posinf, neginf))


def population_count(input_x: Tensor) -> Tensor:
    """Count the bits that are set in each element.

    Args:
        input_x (Tensor): of any shape; int16 or uint16.

    Returns:
        Tensor of uint8, same shape.

    Raises:
        TypeError: if the elements are not 16 bits wide.

    Source: mindspore.ops.population_count, MindSpore 2.10
    """
    t = unwrap(input_x)
    if t.is_floating_point() or t.is_complex() or t.dtype is torch.bool:
        msg = f"ops.population_count: input_x must hold integers, got {t.dtype}"
        raise TypeError(msg)
    size = t.element_size()
    wide = t.view({1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[size]).long()
    bits = wide.unsqueeze(-1) >> torch.arange(8 * size, dtype=torch.int64, device=t.device)
    return wrap((bits & 1).sum(-1).to(dtype=torch.uint8))


def eps(x: Tensor) -> Tensor:
    """Fill a tensor with the gap between 1 and the next number of its type.

    Args:
        x (Tensor): of any shape and a floating type.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.eps, MindSpore 2.10
    """
    t = admitted(x, "ops.eps")
    return wrap(torch.full_like(t, torch.finfo(t.dtype).eps))
