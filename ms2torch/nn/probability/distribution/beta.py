"""`Beta`."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import special, unary as math_unary
from ms2torch.ops.function.random import tensors as random_tensors

__all__ = ["Beta"]


class Beta(Distribution):
    """The beta distribution, on [0, 1].

    Args:
        concentration1 (Union[list, numpy.ndarray, Tensor], optional): alpha, positive.
            Default ``None``: to be given with each call.
        concentration0 (Union[list, numpy.ndarray, Tensor], optional): beta, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Beta"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers. Or it is one float.
        ValueError: if a parameter is not positive.

    Differs from MindSpore: its CPU does not sample; this is what it documents.

    Source: mindspore.nn.probability.distribution.Beta, MindSpore 2.10
    """

    _shown = (("concentration1", "_concentration1"), ("concentration0", "_concentration0"))

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Beta",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        for word, value in (("concentration0", concentration0), ("concentration1", concentration1)):
            if isinstance(value, float):
                msg = f"Input {word} can't be scalar"
                raise TypeError(msg)
        super().__init__(
            seed, dtype, name, made_of(seed, dtype, name, concentration1=concentration1, concentration0=concentration0)
        )
        self._concentration1 = self._add_parameter(concentration1, "concentration1")
        self._concentration0 = self._add_parameter(concentration0, "concentration0")
        if self._concentration1 is not None:
            check_greater_zero(self._concentration1, "concentration1")
        if self._concentration0 is not None:
            check_greater_zero(self._concentration0, "concentration0")

    @property
    def concentration1(self) -> Any:
        """Alpha."""
        return self._concentration1

    @property
    def concentration0(self) -> Any:
        """Beta."""
        return self._concentration0

    def _get_dist_type(self) -> str:
        return "Beta"

    def _get_dist_args(self, concentration1: Any = None, concentration0: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(concentration1, concentration0)

    def _mean(self, concentration1: Any = None, concentration0: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration1, concentration0)
        return a / (a + b)

    def _var(self, concentration1: Any = None, concentration0: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration1, concentration0)
        return a * b / (math_unary.square(a + b) * (a + b + 1.0))

    def _mode(self, concentration1: Any = None, concentration0: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration1, concentration0)
        return select((a > 1.0) & (b > 1.0), (a - 1.0) / (a + b - 2.0), math.nan)

    def _entropy(self, concentration1: Any = None, concentration0: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration1, concentration0)
        digamma = special.digamma
        return _lbeta(a, b) - (a - 1.0) * digamma(a) - (b - 1.0) * digamma(b) + (a + b - 2.0) * digamma(a + b)

    def _cross_entropy(
        self,
        dist: str,
        concentration1_b: Any,
        concentration0_b: Any,
        concentration1_a: Any = None,
        concentration0_a: Any = None,
    ) -> Tensor:
        check_distribution_name(dist, "Beta")
        return self._entropy(concentration1_a, concentration0_a) + self._kl_loss(
            dist, concentration1_b, concentration0_b, concentration1_a, concentration0_a
        )

    def _log_prob(self, value: Tensor, concentration1: Any = None, concentration0: Any = None) -> Tensor:
        x = self._value(value)
        a, b = self._check_param_type(concentration1, concentration0)
        return (a - 1.0) * log_generic(x) + (b - 1.0) * math_unary.log1p(-x) - _lbeta(a, b)

    def _kl_loss(
        self,
        dist: str,
        concentration1_b: Any,
        concentration0_b: Any,
        concentration1_a: Any = None,
        concentration0_a: Any = None,
    ) -> Tensor:
        check_distribution_name(dist, "Beta")
        c, d = self._other(concentration1_b, "concentration1_b"), self._other(concentration0_b, "concentration0_b")
        a, b = self._check_param_type(concentration1_a, concentration0_a)
        digamma = special.digamma
        shift = digamma(a) * (c - a) + digamma(b) * (d - b) - digamma(a + b) * (c + d - a - b)
        return _lbeta(c, d) - _lbeta(a, b) - shift

    def _sample(self, shape: tuple[int, ...] = (), concentration1: Any = None, concentration0: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration1, concentration0)
        wanted = self._sample_shape(shape, a)
        ones = wrap(torch.ones_like(a._t))
        x, y = (random_tensors.gamma(wanted, c, ones, self.seed) for c in (a, b))
        return (x / (x + y)).astype(self.dtype)


def _lbeta(x: Tensor, y: Tensor) -> Tensor:
    # three large numbers almost cancel: float64 keeps the digits
    a, b = x._t.to(dtype=torch.float64), y._t.to(dtype=torch.float64)
    return wrap((torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)).to(x._t.dtype))
