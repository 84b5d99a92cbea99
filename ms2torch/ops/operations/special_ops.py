"""Special functions as Primitives."""

from __future__ import annotations

from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math import special
from ms2torch.ops.primitive import Primitive


class BesselI0(Primitive, fn=special.bessel_i0):
    """Compute the modified Bessel function of the first kind, order 0.

    Source: mindspore.ops.BesselI0, MindSpore 2.10
    """


class BesselI0e(Primitive, fn=special.bessel_i0e):
    """Compute the modified Bessel function of the first kind, order 0, times exp(-abs(x)).

    Source: mindspore.ops.BesselI0e, MindSpore 2.10
    """


class BesselI1(Primitive, fn=special.bessel_i1):
    """Compute the modified Bessel function of the first kind, order 1.

    Source: mindspore.ops.BesselI1, MindSpore 2.10
    """


class BesselI1e(Primitive, fn=special.bessel_i1e):
    """Compute the modified Bessel function of the first kind, order 1, times exp(-abs(x)).

    Source: mindspore.ops.BesselI1e, MindSpore 2.10
    """


class BesselJ0(Primitive, fn=special.bessel_j0):
    """Compute the Bessel function of the first kind, order 0.

    Source: mindspore.ops.BesselJ0, MindSpore 2.10
    """


class BesselJ1(Primitive, fn=special.bessel_j1):
    """Compute the Bessel function of the first kind, order 1.

    Source: mindspore.ops.BesselJ1, MindSpore 2.10
    """


class BesselK0(Primitive, fn=special.bessel_k0):
    """Compute the modified Bessel function of the second kind, order 0.

    Source: mindspore.ops.BesselK0, MindSpore 2.10
    """


class BesselK0e(Primitive, fn=special.bessel_k0e):
    """Compute the modified Bessel function of the second kind, order 0, times exp(x).

    Source: mindspore.ops.BesselK0e, MindSpore 2.10
    """


class BesselK1(Primitive, fn=special.bessel_k1):
    """Compute the modified Bessel function of the second kind, order 1.

    Source: mindspore.ops.BesselK1, MindSpore 2.10
    """


class BesselK1e(Primitive, fn=special.bessel_k1e):
    """Compute the modified Bessel function of the second kind, order 1, times exp(x).

    Source: mindspore.ops.BesselK1e, MindSpore 2.10
    """


class BesselY0(Primitive, fn=special.bessel_y0):
    """Compute the Bessel function of the second kind, order 0.

    Source: mindspore.ops.BesselY0, MindSpore 2.10
    """


class BesselY1(Primitive, fn=special.bessel_y1):
    """Compute the Bessel function of the second kind, order 1.

    Source: mindspore.ops.BesselY1, MindSpore 2.10
    """


class Digamma(Primitive, fn=special.digamma):
    """Compute the derivative of the logarithm of the gamma function.

    Source: mindspore.ops.Digamma, MindSpore 2.10
    """


class Erf(Primitive, fn=special.erf):
    """Compute the error function.

    Source: mindspore.ops.Erf, MindSpore 2.10
    """


class Erfc(Primitive, fn=special.erfc):
    """Compute 1 minus the error function.

    Source: mindspore.ops.Erfc, MindSpore 2.10
    """


class Erfinv(Primitive, fn=special.erfinv):
    """Compute the inverse of the error function, on [-1, 1].

    Source: mindspore.ops.Erfinv, MindSpore 2.10
    """


class Igamma(Primitive, fn=special.igamma):
    """Compute the lower incomplete gamma function P(input, other).

    Source: mindspore.ops.Igamma, MindSpore 2.10
    """


class Igammac(Primitive, fn=special.igammac):
    """Compute the upper incomplete gamma function Q(input, other), which is 1 - P.

    Source: mindspore.ops.Igammac, MindSpore 2.10
    """


class Lgamma(Primitive, fn=special.lgamma):
    """Compute the logarithm of the absolute value of the gamma function.

    Source: mindspore.ops.Lgamma, MindSpore 2.10
    """


class Polygamma(Primitive, fn=special.polygamma):
    """Compute the n-th derivative of `digamma`.

    Source: mindspore.ops.Polygamma, MindSpore 2.10
    """


class Zeta(Primitive, fn=special.zeta):
    """Compute the Hurwitz zeta function.

    Source: mindspore.ops.Zeta, MindSpore 2.10
    """


class Logit(Primitive):
    """Compute ``log(x / (1 - x))``.

    Args:
        eps (float): clip to [eps, 1 - eps] first; negative: no clipping. Default: ``-1.0``.

    Source: mindspore.ops.Logit, MindSpore 2.10
    """

    def __init__(self, eps: float = -1.0) -> None:
        super().__init__()
        if not isinstance(eps, float):
            msg = f"ops.Logit: eps must be a float, got {eps!r}"
            raise TypeError(msg)
        self.eps = eps

    def __call__(self, input: Tensor) -> Tensor:
        return special.logit(input, self.eps if self.eps >= 0 else None)


class Mvlgamma(Primitive):
    """Compute the logarithm of the multivariate gamma function.

    Args:
        p (int): the dimension, at least 1.

    Source: mindspore.ops.Mvlgamma, MindSpore 2.10
    """

    def __init__(self, p: int) -> None:
        super().__init__()
        if isinstance(p, bool) or not isinstance(p, int):
            msg = f"ops.Mvlgamma: p must be an int, got {p!r}"
            raise TypeError(msg)
        self.p = p

    def __call__(self, x: Tensor) -> Tensor:
        return special.mvlgamma(x, self.p)
