"""`Cauchy`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import draw_uniform, log1p_generic, log_generic
from ms2torch.nn.probability.distribution._utils.utils import (
    check_distribution_name,
    check_greater_zero,
    made_of,
    raise_not_defined,
)
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import trig as math_trig, unary as math_unary

__all__ = ["Cauchy"]


class Cauchy(Distribution):
    """The Cauchy distribution.

    Args:
        loc (Union[float, list, numpy.ndarray, Tensor], optional): the place of the peak.
            Default ``None``: to be given with each call.
        scale (Union[float, list, numpy.ndarray, Tensor], optional): half its width at half its height, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Cauchy"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `scale` is not positive; if asked for the mean or the deviation, which do not exist.

    Source: mindspore.nn.probability.distribution.Cauchy, MindSpore 2.10
    """

    _shown = (("location", "_loc"), ("scale", "_scale"))

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Cauchy",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, loc=loc, scale=scale))
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")
        if self._scale is not None:
            check_greater_zero(self._scale, "scale")

    @property
    def loc(self) -> Any:
        """The place of the peak."""
        return self._loc

    @property
    def scale(self) -> Any:
        """Half its width."""
        return self._scale

    def _get_dist_type(self) -> str:
        return "Cauchy"

    def _get_dist_args(self, loc: Any = None, scale: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(loc, scale)

    def _mode(self, loc: Any = None, scale: Any = None) -> Tensor:
        return self._check_param_type(loc, scale)[0]

    def _mean(self, *args: Any, **kwargs: Any) -> Tensor:
        return raise_not_defined("mean", "Cauchy", *args, **kwargs)

    def _sd(self, *args: Any, **kwargs: Any) -> Tensor:
        return raise_not_defined("standard deviation", "Cauchy", *args, **kwargs)

    def _var(self, *args: Any, **kwargs: Any) -> Tensor:
        return raise_not_defined("variance", "Cauchy", *args, **kwargs)

    def _entropy(self, loc: Any = None, scale: Any = None) -> Tensor:
        return log_generic(self._check_param_type(loc, scale)[1]) + math.log(4 * math.pi)

    def _log_prob(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        z, scale = self._standard(value, loc, scale)
        return -log1p_generic(math_unary.square(z)) - log_generic(math.pi * scale)

    def _cdf(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return math_trig.atan(self._standard(value, loc, scale)[0]) / math.pi + 0.5

    def _log_cdf(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return log1p_generic(2.0 * math_trig.atan(self._standard(value, loc, scale)[0]) / math.pi) - math.log(2.0)

    def _quantile(self, p: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        place, width = self._check_param_type(loc, scale)
        return place + width * math_trig.tan(math.pi * (p - 0.5))

    def _kl_loss(self, dist: str, loc_b: Any, scale_b: Any, loc_a: Any = None, scale_a: Any = None) -> Tensor:
        check_distribution_name(dist, "Cauchy")
        place, width = self._check_param_type(loc_a, scale_a)
        other, wide = self._other(loc_b, "loc_b"), self._other(scale_b, "scale_b")
        total = math_unary.square(width + wide) + math_unary.square(place - other)
        return log_generic(total) - math.log(4.0) - log_generic(width) - log_generic(wide)

    def _cross_entropy(self, dist: str, loc_b: Any, scale_b: Any, loc_a: Any = None, scale_a: Any = None) -> Tensor:
        check_distribution_name(dist, "Cauchy")
        return self._entropy(loc_a, scale_a) + self._kl_loss(dist, loc_b, scale_b, loc_a, scale_a)

    def _sample(self, shape: tuple[int, ...] = (), loc: Any = None, scale: Any = None) -> Tensor:
        place, _ = self._check_param_type(loc, scale)
        drawn = draw_uniform("Cauchy", self._sample_shape(shape, place), self.seed, place)
        return self._quantile(drawn, loc, scale).astype(self.dtype)

    def _standard(self, value: Any, loc: Any, scale: Any) -> tuple[Tensor, Tensor]:
        x = self._value(value)
        place, width = self._check_param_type(loc, scale)
        return (x - place) / width, width
