"""`StudentT`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.utils import check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import special, unary as math_unary

__all__ = ["StudentT"]


class StudentT(Distribution):
    """Student's t distribution; only the probability can be asked.

    Args:
        df (Union[float, list, numpy.ndarray, Tensor], optional): the degrees of freedom, positive.
            Default ``None``: to be given with each call.
        mean (Union[float, list, numpy.ndarray, Tensor], optional): the place of the peak.
            Default ``None``: to be given with each call.
        sd (Union[float, list, numpy.ndarray, Tensor], optional): the scale, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"StudentT"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `df` or `sd` is not positive.

    Source: mindspore.nn.probability.distribution.StudentT, MindSpore 2.10
    """

    def __init__(
        self,
        df: Any = None,
        mean: Any = None,
        sd: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "StudentT",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, df=df, mean=mean, sd=sd))
        self._df_value = self._add_parameter(df, "df")
        self._mean_value = self._add_parameter(mean, "mean")
        self._sd_value = self._add_parameter(sd, "sd")
        if self._sd_value is not None:
            check_greater_zero(self._sd_value, "Standard deviation")
        if self._df_value is not None:
            check_greater_zero(self._df_value, "Degrees of freedom")

    def _log_prob(self, value: Tensor, df: Any = None, mean: Any = None, sd: Any = None) -> Tensor:
        x = self._value(value)
        n, place, scale = self._check_param_type(df, mean, sd)
        y = (x - place) / scale
        height = special.lgamma(0.5 * n) - special.lgamma(0.5 * (n + 1.0)) + 0.5 * math.log(math.pi)
        bulk = -0.5 * (n + 1.0) * math_unary.log1p(y * y / n)
        return bulk - math_unary.log(scale.abs()) - 0.5 * math_unary.log(n) - height
