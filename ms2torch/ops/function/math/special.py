"""Special functions: gamma, Bessel and error functions and their kin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ms2torch._core.base import Number, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.math import _gamma_gradient

Fn = Callable[[torch.Tensor], torch.Tensor]


class _WithDerivative(torch.autograd.Function):
    """A function torch has no derivative for, with one given."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, fn: Fn, derivative: Fn) -> torch.Tensor:
        ctx.save_for_backward(x)
        ctx.derivative = derivative
        return fn(x)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        (x,) = ctx.saved_tensors
        return grads[0] * ctx.derivative(x), None, None


# the integers that the documentation shows; MindSpore's CPU kernels refuse all of them
_INT64_BOOL = frozenset({torch.int64, torch.bool})
_SIGNED_UINT8_BOOL = frozenset({torch.int8, torch.int16, torch.int32, torch.uint8, *_INT64_BOOL})


def _floats(op: str, input: Tensor) -> torch.Tensor:
    t = unwrap(input)
    if not t.is_floating_point():
        msg = f"{op}: expected floating-point numbers, got {t.dtype}"
        raise TypeError(msg)
    return t


def _elementwise(op: str, fn: Fn, input: Tensor) -> Tensor:
    """Apply a function; the short types are computed in float32."""
    t = _floats(op, input)
    if t.dtype in (torch.float16, torch.bfloat16):
        return wrap(fn(t.to(dtype=torch.float32)).to(dtype=t.dtype))
    return wrap(fn(t))


def _with_integers(op: str, fn: Fn, input: Tensor, integers: frozenset[torch.dtype]) -> Tensor:
    """Apply a function; those types of integers become float32."""
    t = unwrap(input)
    if t.dtype is torch.float32:
        return wrap(fn(t))
    return _elementwise(op, fn, wrap(t.to(dtype=torch.float32)) if t.dtype in integers else input)


def _over_x(t: torch.Tensor, x: torch.Tensor, at_zero: float) -> torch.Tensor:
    zero = x == 0
    return torch.where(zero, at_zero, t / torch.where(zero, 1, x))


def _j0(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.bessel_j0, lambda t: -_j1(t))


def _j1(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.bessel_j1, lambda t: _j0(t) - _over_x(_j1(t), t, 0.5))


def _y0(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.bessel_y0, lambda t: -_y1(t))


def _y1(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.bessel_y1, lambda t: _y0(t) - _y1(t) / t)


def _k0(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.modified_bessel_k0, lambda t: -_k1(t))


def _k1(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.modified_bessel_k1, lambda t: -_k0(t) - _k1(t) / t)


def _k0e(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.scaled_modified_bessel_k0, lambda t: _k0e(t) - _k1e(t))


def _k1e(x: torch.Tensor) -> torch.Tensor:
    return _WithDerivative.apply(x, torch.special.scaled_modified_bessel_k1, lambda t: _k1e(t) * (1 - 1 / t) - _k0e(t))


def bessel_i0(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the first kind, order 0.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_i0, MindSpore 2.10
    """
    check_type(x, "ops.bessel_i0")
    return _elementwise("ops.bessel_i0", torch.special.i0, x)


def bessel_i0e(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the first kind, order 0, times exp(-abs(x)).

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_i0e, MindSpore 2.10
    """
    check_type(x, "ops.bessel_i0e")
    return _elementwise("ops.bessel_i0e", torch.special.i0e, x)


def bessel_i1(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the first kind, order 1.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_i1, MindSpore 2.10
    """
    check_type(x, "ops.bessel_i1")
    return _elementwise("ops.bessel_i1", torch.special.i1, x)


def bessel_i1e(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the first kind, order 1, times exp(-abs(x)).

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_i1e, MindSpore 2.10
    """
    check_type(x, "ops.bessel_i1e")
    return _elementwise("ops.bessel_i1e", torch.special.i1e, x)


def bessel_j0(x: Tensor) -> Tensor:
    """Compute the Bessel function of the first kind, order 0.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_j0, MindSpore 2.10
    """
    check_type(x, "ops.bessel_j0")
    return _elementwise("ops.bessel_j0", _j0, x)


def bessel_j1(x: Tensor) -> Tensor:
    """Compute the Bessel function of the first kind, order 1.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_j1, MindSpore 2.10
    """
    check_type(x, "ops.bessel_j1")
    return _elementwise("ops.bessel_j1", _j1, x)


def bessel_y0(x: Tensor) -> Tensor:
    """Compute the Bessel function of the second kind, order 0.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_y0, MindSpore 2.10
    """
    check_type(x, "ops.bessel_y0")
    return _elementwise("ops.bessel_y0", _y0, x)


def bessel_y1(x: Tensor) -> Tensor:
    """Compute the Bessel function of the second kind, order 1.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_y1, MindSpore 2.10
    """
    check_type(x, "ops.bessel_y1")
    return _elementwise("ops.bessel_y1", _y1, x)


def bessel_k0(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the second kind, order 0.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_k0, MindSpore 2.10
    """
    check_type(x, "ops.bessel_k0")
    return _elementwise("ops.bessel_k0", _k0, x)


def bessel_k1(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the second kind, order 1.

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_k1, MindSpore 2.10
    """
    check_type(x, "ops.bessel_k1")
    return _elementwise("ops.bessel_k1", _k1, x)


def bessel_k0e(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the second kind, order 0, times exp(x).

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_k0e, MindSpore 2.10
    """
    check_type(x, "ops.bessel_k0e")
    return _elementwise("ops.bessel_k0e", _k0e, x)


def bessel_k1e(x: Tensor) -> Tensor:
    """Compute the modified Bessel function of the second kind, order 1, times exp(x).

    Args:
        x (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is no Tensor of floating-point numbers.

    Source: mindspore.ops.bessel_k1e, MindSpore 2.10
    """
    check_type(x, "ops.bessel_k1e")
    return _elementwise("ops.bessel_k1e", _k1e, x)


def i0(input: Tensor) -> Tensor:
    """Compute the modified Bessel function of the first kind, order 0.

    Args:
        input (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers.

    Source: mindspore.ops.i0, MindSpore 2.10
    """
    check_type(input, "ops.i0")
    return _elementwise("ops.i0", torch.special.i0, input)


def digamma(input: Tensor) -> Tensor:
    """Compute the derivative of the logarithm of the gamma function.

    Args:
        input (Tensor): floating-point numbers, any shape.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `input` is no Tensor of floating-point numbers.

    Source: mindspore.ops.digamma, MindSpore 2.10
    """
    check_type(input, "ops.digamma")
    return _elementwise("ops.digamma", torch.digamma, input)


def lgamma(input: Tensor) -> Tensor:
    """Compute the logarithm of the absolute value of the gamma function.

    Args:
        input (Tensor): floating-point numbers or int32, any shape.

    Returns:
        Tensor, same shape and type; float32 for int32.

    Raises:
        TypeError: if `input` is no Tensor of such numbers.

    Source: mindspore.ops.lgamma, MindSpore 2.10
    """
    if admitted(input, "ops.lgamma").dtype is torch.int32:
        return wrap(torch.lgamma(unwrap(input)))
    return _elementwise("ops.lgamma", torch.lgamma, input)


def erf(input: Tensor) -> Tensor:
    """Compute the error function.

    Args:
        input (Tensor): floating-point numbers, any shape; int64 and bool are taken as float32.

    Returns:
        Tensor, same shape; float32 for integers and bool, else of the same type.

    Raises:
        TypeError: if `input` is no Tensor of those types.

    Differs from MindSpore:
        Its CPU kernel refuses the integers and bool that its documentation shows.

    Source: mindspore.ops.erf, mindspore.mint.erf, MindSpore 2.10
    """
    return _with_integers("ops.erf", torch.erf, input, _INT64_BOOL)


def erfc(input: Tensor) -> Tensor:
    """Compute 1 minus the error function, also where that is tiny.

    Args:
        input (Tensor): floating-point numbers, any shape; int64 and bool are taken as float32.

    Returns:
        Tensor, same shape; float32 for integers and bool, else of the same type.

    Raises:
        TypeError: if `input` is no Tensor of those types.

    Differs from MindSpore:
        Its CPU kernel refuses the integers and bool that its documentation shows.

    Source: mindspore.ops.erfc, mindspore.mint.erfc, MindSpore 2.10
    """
    return _with_integers("ops.erfc", torch.erfc, input, _INT64_BOOL)


def erfinv(input: Tensor) -> Tensor:
    """Compute the inverse of the error function, on [-1, 1].

    Args:
        input (Tensor): floating-point numbers, any shape; int8, int16, int32, int64, uint8 and bool are
            taken as float32.

    Returns:
        Tensor, same shape; float32 for integers and bool, else of the same type.

    Raises:
        TypeError: if `input` is no Tensor of those types.

    Differs from MindSpore:
        Its CPU kernel refuses the integers and bool that its documentation shows.

    Source: mindspore.ops.erfinv, mindspore.mint.erfinv, MindSpore 2.10
    """
    return _with_integers("ops.erfinv", torch.erfinv, input, _SIGNED_UINT8_BOOL)


def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """Compute ``log(x / (1 - x))``.

    Args:
        input (Tensor): floating-point numbers.
        eps (float, optional): clip to [eps, 1 - eps] first. Default ``None``: no clipping, NaN outside [0, 1].

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `eps` is no float or `input` no Tensor of floating-point numbers.

    Source: mindspore.ops.logit, MindSpore 2.10
    """
    if eps is not None and not isinstance(eps, float):
        msg = f"ops.logit: eps must be a float, got {eps!r}"
        raise TypeError(msg)
    return _elementwise("ops.logit", lambda t: torch.logit(t, eps), input)


def polygamma(n: Tensor, input: Tensor) -> Tensor:
    """Compute the n-th derivative of `digamma`.

    Args:
        n (Tensor): 0-d int, not negative.
        input (Tensor): floating-point numbers.

    Returns:
        Tensor, shape and type of `input`.

    Raises:
        TypeError: if an argument is no Tensor, `n` no int or `input` of no floating-point type.
        ValueError: if `n` has dimensions or is negative.

    Source: mindspore.ops.polygamma, MindSpore 2.10
    """
    check_type(n, "ops.polygamma")
    order = unwrap(n)
    if order.is_floating_point() or order.is_complex():
        msg = f"ops.polygamma: n must hold an int, got {order.dtype}"
        raise TypeError(msg)
    if order.dim() or int(order) < 0:
        msg = f"ops.polygamma: n must be one int of at least 0, without dimensions, got {order.tolist()}"
        raise ValueError(msg)
    return _elementwise("ops.polygamma", lambda t: torch.special.polygamma(int(order), t), input)


def mvlgamma(input: Tensor, p: int) -> Tensor:
    """Compute the logarithm of the multivariate gamma function.

    Args:
        input (Tensor): floating-point numbers, all above (p - 1) / 2.
        p (int): the dimension, at least 1.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `p` is no int or `input` no Tensor of floating-point numbers.
        ValueError: if `p` is below 1 or an element too small.

    Source: mindspore.ops.mvlgamma, MindSpore 2.10
    """
    check_type(input, "ops.mvlgamma")
    t = _floats("ops.mvlgamma", input)
    if isinstance(p, bool) or not isinstance(p, int):
        msg = f"ops.mvlgamma: p must be an int, got {p!r}"
        raise TypeError(msg)
    if p < 1 or not bool((t > (p - 1) / 2).all()):
        msg = f"ops.mvlgamma: p must be at least 1 and every element above {(p - 1) / 2}"
        raise ValueError(msg)
    return _elementwise("ops.mvlgamma", lambda x: torch.special.multigammaln(x, p), input)


def igamma(input: Tensor, other: Tensor) -> Tensor:
    """Compute the lower incomplete gamma function P(input, other).

    Args:
        input (Tensor): float32 or float64, above 0.
        other (Tensor): of the same type, not negative; the shapes broadcast.

    Returns:
        Tensor.

    Raises:
        TypeError: if the types differ or are no floating-point types.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.igamma, MindSpore 2.10
    """
    check_type(input, "ops.igamma")
    return _pair("ops.igamma", _gamma_gradient.lower, input, other)


def igammac(input: Tensor, other: Tensor) -> Tensor:
    """Compute the upper incomplete gamma function Q(input, other), which is 1 - P.

    Args:
        input (Tensor): float32 or float64, above 0.
        other (Tensor): of the same type, not negative; the shapes broadcast.

    Returns:
        Tensor.

    Raises:
        TypeError: if the types differ or are no floating-point types.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.igammac, MindSpore 2.10
    """
    check_type(input, "ops.igammac")
    return _pair("ops.igammac", _gamma_gradient.upper, input, other)


def zeta(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Compute the Hurwitz zeta function.

    Args:
        input (Union[Tensor, int, float]): the exponent, above 1; float32 or float64.
        other (Union[Tensor, int, float]): the offset, of the same type; the shapes broadcast.

    Returns:
        Tensor.

    Raises:
        TypeError: if neither is a Tensor, or the types differ or are no floating-point types.
        ValueError: if the shapes do not broadcast.

    Source: mindspore.ops.zeta, MindSpore 2.10
    """
    check_type(input, "ops.zeta")
    given = [unwrap_or_scalar(x) for x in (input, other)]
    tensors = [x for x in given if isinstance(x, torch.Tensor)]
    if not tensors or len({x.dtype for x in tensors}) > 1 or not tensors[0].is_floating_point():
        msg = f"ops.zeta: expected Tensors of one floating-point type, at least one; got {input!r}, {other!r}"
        raise TypeError(msg)
    try:
        return wrap(torch.special.zeta(*given))
    except RuntimeError as error:
        raise op_error("ops.zeta", error, input=input, other=other) from None


def _pair(op: str, fn: Callable[..., torch.Tensor], input: Tensor, other: Tensor) -> Tensor:
    a, b = _floats(op, input), _floats(op, other)
    if a.dtype != b.dtype:
        msg = f"{op}: both arguments must have one type, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    try:
        return wrap(fn(a, b))
    except RuntimeError as error:
        raise op_error(op, error, input=input, other=other) from None


def tensor_erfinv_(self: Tensor) -> Tensor:
    """Do what `erfinv` does in place.

    Source: mindspore.Tensor.erfinv_, MindSpore 2.10
    """
    self._t.erfinv_()
    return self
