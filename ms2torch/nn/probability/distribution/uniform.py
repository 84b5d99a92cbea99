"""`Uniform`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import draw_uniform, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_greater, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["Uniform"]


class Uniform(Distribution):
    """The uniform distribution.

    Args:
        low (Union[float, list, numpy.ndarray, Tensor], optional): the least value.
            Default ``None``: to be given with each call.
        high (Union[float, list, numpy.ndarray, Tensor], optional): the greatest value.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Uniform"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `low` is not less than `high`.

    Source: mindspore.nn.probability.distribution.Uniform, MindSpore 2.10
    """

    _shown = (("low", "_low"), ("high", "_high"))

    def __init__(
        self,
        low: Any = None,
        high: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Uniform",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, low=low, high=high))
        self._low = self._add_parameter(low, "low")
        self._high = self._add_parameter(high, "high")
        if self._low is not None and self._high is not None:
            check_greater(self._low, self._high, "low", "high")

    @property
    def low(self) -> Any:
        """The least value."""
        return self._low

    @property
    def high(self) -> Any:
        """The greatest value."""
        return self._high

    def _get_dist_type(self) -> str:
        return "Uniform"

    def _get_dist_args(self, low: Any = None, high: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(low, high)

    def _range(self, low: Any = None, high: Any = None) -> Tensor:
        least, most = self._check_param_type(low, high)
        return most - least

    def _mean(self, low: Any = None, high: Any = None) -> Tensor:
        least, most = self._check_param_type(low, high)
        return (least + most) / 2.0

    def _var(self, low: Any = None, high: Any = None) -> Tensor:
        return math_unary.square(self._range(low, high)) / 12.0

    def _entropy(self, low: Any = None, high: Any = None) -> Tensor:
        return log_generic(self._range(low, high))

    def _cross_entropy(self, dist: str, low_b: Any, high_b: Any, low: Any = None, high: Any = None) -> Tensor:
        check_distribution_name(dist, "Uniform")
        return self._entropy(low, high) + self._kl_loss(dist, low_b, high_b, low, high)

    def _prob(self, value: Tensor, low: Any = None, high: Any = None) -> Tensor:
        x = self._value(value)
        least, most = self._check_param_type(low, high)
        return select((x >= least) & (x <= most), 1.0 / (most - least), 0.0)

    def _kl_loss(self, dist: str, low_b: Any, high_b: Any, low: Any = None, high: Any = None) -> Tensor:
        check_distribution_name(dist, "Uniform")
        under, over = self._other(low_b, "low_b"), self._other(high_b, "high_b")
        least, most = self._check_param_type(low, high)
        loss = log_generic(over - under) - log_generic(most - least)
        return select((under <= least) & (most <= over), loss, math.inf)

    def _cdf(self, value: Tensor, low: Any = None, high: Any = None) -> Tensor:
        x = self._value(value)
        least, most = self._check_param_type(low, high)
        return select(x < least, 0.0, select(x < most, (x - least) / (most - least), 1.0))

    def _sample(self, shape: tuple[int, ...] = (), low: Any = None, high: Any = None) -> Tensor:
        least, most = self._check_param_type(low, high)
        drawn = draw_uniform("Uniform", self._sample_shape(shape, least), self.seed, least)
        return ((most - least) * drawn + least).astype(self.dtype)
