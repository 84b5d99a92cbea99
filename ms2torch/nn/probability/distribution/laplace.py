"""`Laplace`."""

from __future__ import annotations

from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.utils import check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["Laplace"]


class Laplace(Distribution):
    """The Laplace distribution; only the probability can be asked.

    Args:
        mean (Union[float, list, numpy.ndarray, Tensor], optional): the place of the peak.
            Default ``None``: to be given with each call.
        sd (Union[float, list, numpy.ndarray, Tensor], optional): the scale, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Laplace"``.

    Raises:
        TypeError: if `dtype` is no float type, or a parameter no numbers.
        ValueError: if `sd` is not positive.

    Source: mindspore.nn.probability.distribution.Laplace, MindSpore 2.10
    """

    def __init__(
        self,
        mean: Any = None,
        sd: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Laplace",
    ) -> None:
        check_type_name("dtype", dtype, mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, mean=mean, sd=sd))
        self._mean_value = self._add_parameter(mean, "mean")
        self._sd_value = self._add_parameter(sd, "sd")
        if self._sd_value is not None:
            check_greater_zero(self._sd_value, "Standard deviation")

    def _log_prob(self, value: Tensor, mean: Any = None, sd: Any = None) -> Tensor:
        x = self._value(value)
        place, scale = self._check_param_type(mean, sd)
        return -((x - place) / scale).abs() - math_unary.log(2.0 * scale)
