"""`LogNormal`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.exp import Exp
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_tuple
from ms2torch.nn.probability.distribution.normal import Normal
from ms2torch.nn.probability.distribution.transformed_distribution import TransformedDistribution
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["LogNormal"]


class LogNormal(TransformedDistribution):
    """The distribution of what has a normal logarithm.

    Args:
        loc (Union[float, list, numpy.ndarray, Tensor], optional): the mean of the logarithm. Default ``None``: to be
            given with each call.
        scale (Union[float, list, numpy.ndarray, Tensor], optional): its standard deviation, positive. Default
            ``None``: to be given with each call.
        seed (int): kept as `seed`; the samples come from torch's default generator. Default: ``0``.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"LogNormal"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `scale` is not positive.

    Source: mindspore.nn.probability.distribution.LogNormal, MindSpore 2.10
    """

    _shown = (("loc", "_loc"), ("scale", "_scale"))

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        seed: int | None = 0,
        dtype: Any = mstype.float32,
        name: str = "LogNormal",
    ) -> None:
        super().__init__(Exp(), Normal(loc, scale, dtype=dtype), seed=seed, name=name)
        self._reset_parameters()
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")

    @property
    def loc(self) -> Any:
        """The mean of the logarithm."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The standard deviation of the logarithm."""
        return self._scale

    def _get_dist_type(self) -> str:
        return "LogNormal"

    def _get_dist_args(self, loc: Any = None, scale: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(loc, scale)

    def _moments(self, loc: Any, scale: Any) -> tuple[Tensor, Tensor]:
        """Return the mean and the variance of the logarithm."""
        mean, sd = self._check_param_type(loc, scale)
        return mean, math_unary.square(sd)

    def _mean(self, loc: Any = None, scale: Any = None) -> Tensor:
        mean, var = self._moments(loc, scale)
        return exp_generic(mean + 0.5 * var)

    def _mode(self, loc: Any = None, scale: Any = None) -> Tensor:
        mean, var = self._moments(loc, scale)
        return exp_generic(mean - var)

    def _var(self, loc: Any = None, scale: Any = None) -> Tensor:
        mean, var = self._moments(loc, scale)
        return math_unary.expm1(var) * exp_generic(2.0 * mean + var)

    def _entropy(self, loc: Any = None, scale: Any = None) -> Tensor:
        mean, sd = self._check_param_type(loc, scale)
        return mean + 0.5 + log_generic(sd) + 0.5 * math.log(2 * math.pi)

    def _cdf(self, value: Any, loc: Any = None, scale: Any = None) -> Tensor:
        mean, sd = self._check_param_type(loc, scale)
        below = self.distribution("cdf", self.bijector("inverse", value), mean, sd)
        return select(value > 0.0, below, 0.0)

    def _log_prob(self, value: Any, loc: Any = None, scale: Any = None) -> Tensor:
        mean, sd = self._check_param_type(loc, scale)
        inner = self.distribution("log_prob", self.bijector("inverse", value), mean, sd)
        return inner + self.bijector("inverse_log_jacobian", value)

    def _cross_entropy(self, dist: str, loc_b: Any, scale_b: Any, loc_a: Any = None, scale_a: Any = None) -> Tensor:
        check_distribution_name(dist, "LogNormal")
        return self._entropy(loc_a, scale_a) + self._kl_loss(dist, loc_b, scale_b, loc_a, scale_a)

    def _kl_loss(self, dist: str, loc_b: Any, scale_b: Any, loc_a: Any = None, scale_a: Any = None) -> Tensor:
        check_distribution_name(dist, "LogNormal")
        return self.distribution("kl_loss", "Normal", loc_b, scale_b, loc_a, scale_a)

    def _sample(self, shape: tuple[int, ...] = (), loc: Any = None, scale: Any = None) -> Tensor:
        mean, sd = self._check_param_type(loc, scale)
        drawn = self.distribution("sample", check_tuple(shape, "shape"), mean, sd)
        return self.bijector("forward", drawn.astype(self.dtype))
