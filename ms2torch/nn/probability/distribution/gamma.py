"""`Gamma`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import special, unary as math_unary
from ms2torch.ops.function.random import tensors as random_tensors

__all__ = ["Gamma"]


class Gamma(Distribution):
    """The gamma distribution.

    Args:
        concentration (Union[list, numpy.ndarray, Tensor], optional): the shape, positive.
            Default ``None``: to be given with each call.
        rate (Union[list, numpy.ndarray, Tensor], optional): the inverse of the scale, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Gamma"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers. Or it is one number.
        ValueError: if a parameter is not positive.

    Differs from MindSpore: its CPU does not sample; this is what it documents.

    Source: mindspore.nn.probability.distribution.Gamma, MindSpore 2.10
    """

    _shown = (("concentration", "_concentration"), ("rate", "_rate"))

    def __init__(
        self,
        concentration: Any = None,
        rate: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Gamma",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        for word, value in (("concentration", concentration), ("rate", rate)):
            if isinstance(value, (int, float)):
                msg = f"Input {word} can't be scalar"
                raise TypeError(msg)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, concentration=concentration, rate=rate))
        self._concentration = self._add_parameter(concentration, "concentration")
        self._rate = self._add_parameter(rate, "rate")
        if self._concentration is not None:
            check_greater_zero(self._concentration, "concentration")
        if self._rate is not None:
            check_greater_zero(self._rate, "rate")

    @property
    def concentration(self) -> Any:
        """The shape."""
        return self._concentration

    @property
    def rate(self) -> Any:
        """The inverse of the scale."""
        return self._rate

    def _get_dist_type(self) -> str:
        return "Gamma"

    def _get_dist_args(self, concentration: Any = None, rate: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(concentration, rate)

    def _mean(self, concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return a / b

    def _var(self, concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return a / math_unary.square(b)

    def _sd(self, concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return math_unary.sqrt(a) / b

    def _mode(self, concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return select(a > 1.0, (a - 1.0) / b, math.nan)

    def _entropy(self, concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return a - log_generic(b) + special.lgamma(a) + (1.0 - a) * special.digamma(a)

    def _cross_entropy(
        self, dist: str, concentration_b: Any, rate_b: Any, concentration_a: Any = None, rate_a: Any = None
    ) -> Tensor:
        check_distribution_name(dist, "Gamma")
        return self._entropy(concentration_a, rate_a) + self._kl_loss(
            dist, concentration_b, rate_b, concentration_a, rate_a
        )

    def _log_prob(self, value: Tensor, concentration: Any = None, rate: Any = None) -> Tensor:
        x = self._value(value)
        a, b = self._check_param_type(concentration, rate)
        return (a - 1.0) * log_generic(x) - b * x - special.lgamma(a) + a * log_generic(b)

    def _cdf(self, value: Tensor, concentration: Any = None, rate: Any = None) -> Tensor:
        x = self._value(value)
        a, b = self._check_param_type(concentration, rate)
        return special.igamma(a, b * x)

    def _kl_loss(
        self, dist: str, concentration_b: Any, rate_b: Any, concentration_a: Any = None, rate_a: Any = None
    ) -> Tensor:
        check_distribution_name(dist, "Gamma")
        c, d = self._other(concentration_b, "concentration_b"), self._other(rate_b, "rate_b")
        a, b = self._check_param_type(concentration_a, rate_a)
        shapes = (a - c) * special.digamma(a) + special.lgamma(c) - special.lgamma(a)
        return shapes + c * log_generic(b) - c * log_generic(d) + a * (d / b - 1.0)

    def _sample(self, shape: tuple[int, ...] = (), concentration: Any = None, rate: Any = None) -> Tensor:
        a, b = self._check_param_type(concentration, rate)
        return random_tensors.gamma(self._sample_shape(shape, a), a, b, self.seed).astype(self.dtype)
