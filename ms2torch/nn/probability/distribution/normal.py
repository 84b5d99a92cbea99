"""`Normal`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import special, unary as math_unary
from ms2torch.ops.function.random import tensors as random_tensors

__all__ = ["Normal"]


class Normal(Distribution):
    """The normal distribution.

    Args:
        mean (Union[float, list, numpy.ndarray, Tensor], optional): the mean.
            Default ``None``: to be given with each call.
        sd (Union[float, list, numpy.ndarray, Tensor], optional): the standard deviation, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Normal"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `sd` is not positive.

    Source: mindspore.nn.probability.distribution.Normal, MindSpore 2.10
    """

    _shown = (("mean", "_mean_value"), ("standard deviation", "_sd_value"))

    def __init__(
        self,
        mean: Any = None,
        sd: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Normal",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, mean=mean, sd=sd))
        self._mean_value = self._add_parameter(mean, "mean")
        self._sd_value = self._add_parameter(sd, "sd")
        if self._sd_value is not None:
            check_greater_zero(self._sd_value, "Standard deviation")

    def _get_dist_type(self) -> str:
        return "Normal"

    def _get_dist_args(self, mean: Any = None, sd: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(mean, sd)

    def _mean(self, mean: Any = None, sd: Any = None) -> Tensor:
        return self._check_param_type(mean, sd)[0]

    def _mode(self, mean: Any = None, sd: Any = None) -> Tensor:
        return self._check_param_type(mean, sd)[0]

    def _sd(self, mean: Any = None, sd: Any = None) -> Tensor:
        return self._check_param_type(mean, sd)[1]

    def _entropy(self, mean: Any = None, sd: Any = None) -> Tensor:
        spread = log_generic(self._check_param_type(mean, sd)[1])
        half = spread.dtype in (mstype.float16, mstype.bfloat16)
        return 0.5 * math.log(2.0 * math.e * math.pi) + (spread.astype(mstype.float32) if half else spread)

    def _cross_entropy(self, dist: str, mean_b: Any, sd_b: Any, mean: Any = None, sd: Any = None) -> Tensor:
        check_distribution_name(dist, "Normal")
        own = self._entropy(mean, sd)
        return own + self._kl_loss(dist, mean_b, sd_b, mean, sd).astype(own.dtype)

    def _log_prob(self, value: Tensor, mean: Any = None, sd: Any = None) -> Tensor:
        x = self._value(value)
        place, scale = self._check_param_type(mean, sd)
        return -0.5 * math_unary.square((x - place) / scale) - 0.5 * math.log(2.0 * math.pi) - log_generic(scale)

    def _cdf(self, value: Tensor, mean: Any = None, sd: Any = None) -> Tensor:
        x = self._value(value)
        place, scale = self._check_param_type(mean, sd)
        return 0.5 * (1.0 + special.erf((x - place) / (scale * math.sqrt(2.0))))

    def _kl_loss(self, dist: str, mean_b: Any, sd_b: Any, mean: Any = None, sd: Any = None) -> Tensor:
        check_distribution_name(dist, "Normal")
        other, wide = self._other(mean_b, "mean_b"), self._other(sd_b, "sd_b")
        place, scale = self._check_param_type(mean, sd)
        ratio = log_generic(scale) - log_generic(wide)
        return 0.5 * math_unary.square(place / wide - other / wide) + 0.5 * math_unary.expm1(2 * ratio) - ratio

    def _sample(self, shape: tuple[int, ...] = (), mean: Any = None, sd: Any = None) -> Tensor:
        place, scale = self._check_param_type(mean, sd)
        return random_tensors.normal(self._sample_shape(shape, place), place, scale, self.seed).astype(self.dtype)
