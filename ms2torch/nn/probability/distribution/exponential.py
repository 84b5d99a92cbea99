"""`Exponential`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import draw_uniform, exp_generic, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution

__all__ = ["Exponential"]


class Exponential(Distribution):
    """The exponential distribution.

    Args:
        rate (Union[float, list, numpy.ndarray, Tensor], optional): the inverse of the mean, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Exponential"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `rate` is not positive.

    Source: mindspore.nn.probability.distribution.Exponential, MindSpore 2.10
    """

    _shown = (("rate", "_rate"),)

    def __init__(
        self,
        rate: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Exponential",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, rate=rate))
        self._rate = self._add_parameter(rate, "rate")
        if self._rate is not None:
            check_greater_zero(self._rate, "rate")

    @property
    def rate(self) -> Any:
        """The inverse of the mean."""
        return self._rate

    def _get_dist_type(self) -> str:
        return "Exponential"

    def _get_dist_args(self, rate: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(rate)

    def _mean(self, rate: Any = None) -> Tensor:
        return 1.0 / self._check_param_type(rate)

    def _mode(self, rate: Any = None) -> Tensor:
        return (self._check_param_type(rate) * 0.0).astype(self.dtype)

    def _sd(self, rate: Any = None) -> Tensor:
        return 1.0 / self._check_param_type(rate)

    def _entropy(self, rate: Any = None) -> Tensor:
        return 1.0 - log_generic(self._check_param_type(rate))

    def _cross_entropy(self, dist: str, rate_b: Any, rate: Any = None) -> Tensor:
        check_distribution_name(dist, "Exponential")
        return self._entropy(rate) + self._kl_loss(dist, rate_b, rate)

    def _log_prob(self, value: Tensor, rate: Any = None) -> Tensor:
        x, rate = self._value(value), self._check_param_type(rate)
        return select(x < 0.0, -math.inf, log_generic(rate) - rate * x)

    def _cdf(self, value: Tensor, rate: Any = None) -> Tensor:
        x, rate = self._value(value), self._check_param_type(rate)
        return select(x < 0.0, 0.0, 1.0 - exp_generic(-rate * x))

    def _log_survival(self, value: Tensor, rate: Any = None) -> Tensor:
        x, rate = self._value(value), self._check_param_type(rate)
        return select(x < 0.0, 0.0, -rate * x)

    def _kl_loss(self, dist: str, rate_b: Any, rate: Any = None) -> Tensor:
        check_distribution_name(dist, "Exponential")
        other, own = self._other(rate_b, "rate_b"), self._check_param_type(rate)
        return log_generic(own) - log_generic(other) + other / own - 1.0

    def _sample(self, shape: tuple[int, ...] = (), rate: Any = None) -> Tensor:
        rate = self._check_param_type(rate)
        drawn = draw_uniform("Exponential", self._sample_shape(shape, rate), self.seed, rate, positive=True)
        return (-log_generic(drawn) / rate).astype(self.dtype)
