"""`Logistic`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import draw_uniform, log_generic, softplus_generic
from ms2torch.nn.probability.distribution._utils.utils import check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import unary as math_unary
from ms2torch.ops.function.nn import activation

__all__ = ["Logistic"]


class Logistic(Distribution):
    """The logistic distribution.

    Args:
        loc (Union[float, list, numpy.ndarray, Tensor], optional): the mean.
            Default ``None``: to be given with each call.
        scale (Union[float, list, numpy.ndarray, Tensor], optional): the scale, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Logistic"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `scale` is not positive.

    Source: mindspore.nn.probability.distribution.Logistic, MindSpore 2.10
    """

    _shown = (("location", "_loc"), ("scale", "_scale"))

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Logistic",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, loc=loc, scale=scale))
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")
        if self._scale is not None:
            check_greater_zero(self._scale, "scale")

    @property
    def loc(self) -> Any:
        """The mean."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The scale."""
        return self._scale

    def _get_dist_type(self) -> str:
        return "Logistic"

    def _get_dist_args(self, loc: Any = None, scale: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(loc, scale)

    def _mean(self, loc: Any = None, scale: Any = None) -> Tensor:
        return self._check_param_type(loc, scale)[0]

    def _mode(self, loc: Any = None, scale: Any = None) -> Tensor:
        return self._check_param_type(loc, scale)[0]

    def _sd(self, loc: Any = None, scale: Any = None) -> Tensor:
        return self._check_param_type(loc, scale)[1] * (math.pi / math.sqrt(3))

    def _entropy(self, loc: Any = None, scale: Any = None) -> Tensor:
        return log_generic(self._check_param_type(loc, scale)[1]) + 2.0

    def _softplus(self, x: Tensor) -> Tensor:
        """Return log(1 + exp(x)), which the logarithms of probabilities are made of."""
        return softplus_generic(x)

    def _log_prob(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        z, scale = self._standard(value, loc, scale)
        return -z - 2.0 * self._softplus(-z) - log_generic(scale)

    def _cdf(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return activation.sigmoid(self._standard(value, loc, scale)[0])

    def _log_cdf(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return -self._softplus(-self._standard(value, loc, scale)[0])

    def _survival_function(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return activation.sigmoid(-self._standard(value, loc, scale)[0])

    def _log_survival(self, value: Tensor, loc: Any = None, scale: Any = None) -> Tensor:
        return -self._softplus(self._standard(value, loc, scale)[0])

    def _sample(self, shape: tuple[int, ...] = (), loc: Any = None, scale: Any = None) -> Tensor:
        place, width = self._check_param_type(loc, scale)
        drawn = draw_uniform("Logistic", self._sample_shape(shape, place), self.seed, place, positive=True)
        return ((log_generic(drawn) - math_unary.log1p(-drawn)) * width + place).astype(self.dtype)

    def _standard(self, value: Any, loc: Any, scale: Any) -> tuple[Tensor, Tensor]:
        x = self._value(value)
        place, width = self._check_param_type(loc, scale)
        return (x - place) / width, width
