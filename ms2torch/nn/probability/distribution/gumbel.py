"""`Gumbel`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.gumbel_cdf import GumbelCDF
from ms2torch.nn.probability.bijector.invert import Invert
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name
from ms2torch.nn.probability.distribution.transformed_distribution import TransformedDistribution
from ms2torch.nn.probability.distribution.uniform import Uniform
from ms2torch.ops.function.math import special, unary as math_unary

__all__ = ["Gumbel"]


class Gumbel(TransformedDistribution):
    """The Gumbel distribution.

    Args:
        loc (Union[float, list, numpy.ndarray, Tensor]): the place of the peak.
        scale (Union[float, list, numpy.ndarray, Tensor]): the scale, positive.
        seed (int): kept as `seed`; the samples come from torch's default generator. Default: ``0``.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Gumbel"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no floats.
        ValueError: if `scale` is not positive.

    Source: mindspore.nn.probability.distribution.Gumbel, MindSpore 2.10
    """

    _shown = (("loc", "_loc"), ("scale", "_scale"))

    def __init__(
        self, loc: Any, scale: Any, seed: int | None = 0, dtype: Any = mstype.float32, name: str = "Gumbel"
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        gumbel_cdf = GumbelCDF(loc, scale)
        super().__init__(Invert(gumbel_cdf), Uniform(0.0, 1.0, dtype=dtype), seed=seed, name=name)
        self._reset_parameters()
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")
        self._gumbel_bijector = gumbel_cdf

    @property
    def loc(self) -> Any:
        """The place of the peak."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The scale."""
        return self._scale

    def _get_dist_type(self) -> str:
        return "Gumbel"

    def _get_dist_args(self, loc: Any = None, scale: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(loc, scale)

    def _numbers(self) -> tuple[Tensor, Tensor]:
        return self._check_param_type(None, None)

    def _mean(self) -> Tensor:
        return self.loc + self.scale * np.euler_gamma

    def _mode(self) -> Tensor:
        return self._numbers()[0]

    def _sd(self) -> Tensor:
        return self._numbers()[1] * (math.pi / math.sqrt(6.0))

    def _entropy(self) -> Tensor:
        return 1.0 + log_generic(self._numbers()[1]) + np.euler_gamma

    def _log_prob(self, value: Any) -> Tensor:
        z = (self._value(value) - self.loc) / self.scale
        return -(z + exp_generic(-z)) - log_generic(self.scale)

    def _cdf(self, value: Any) -> Tensor:
        return self._gumbel_bijector("forward", self._value(value))

    def _cross_entropy(self, dist: str, loc_b: Any, scale_b: Any) -> Tensor:
        check_distribution_name(dist, "Gumbel")
        return self._entropy() + self._kl_loss(dist, loc_b, scale_b)

    def _kl_loss(self, dist: str, loc_b: Any, scale_b: Any) -> Tensor:
        check_distribution_name(dist, "Gumbel")
        other, wide = self._other(loc_b, "loc_b"), self._other(scale_b, "scale_b")
        ratio = self.scale / wide
        tail = math_unary.expm1((other - self.loc) / wide + special.lgamma(ratio + 1.0))
        return log_generic(wide / self.scale) + np.euler_gamma * (ratio - 1.0) + (self.loc - other) / wide + tail

    def _sample(self, shape: tuple[int, ...] = ()) -> Tensor:
        drawn = self.distribution("sample", self._sample_shape(shape, self._numbers()[0]))
        return self.bijector("forward", drawn.astype(self.dtype))
