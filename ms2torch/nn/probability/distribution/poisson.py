"""`Poisson`."""

from __future__ import annotations

import math
from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_greater_zero, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import special, unary as math_unary
from ms2torch.ops.function.random import tensors as random_tensors

__all__ = ["Poisson"]


class Poisson(Distribution):
    """The number of events where so many are expected.

    Args:
        rate (Union[list, numpy.ndarray, Tensor], optional): the expected number, positive.
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.float32``.
        name (str): name of the distribution. Default: ``"Poisson"``.

    Raises:
        TypeError: if `dtype` is no type of numbers, or `rate` no numbers, or one number.
        ValueError: if `rate` is not positive.

    Differs from MindSpore: its CPU does not sample; this is what it documents.

    Source: mindspore.nn.probability.distribution.Poisson, MindSpore 2.10
    """

    _shown = (("rate", "_rate"),)

    def __init__(
        self,
        rate: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.float32,
        name: str = "Poisson",
    ) -> None:
        check_type_name("dtype", dtype, mstype.int_type + mstype.uint_type + mstype.float_type, type(self).__name__)
        if isinstance(rate, (int, float)):
            msg = "Input rate can't be scalar"
            raise TypeError(msg)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, rate=rate))
        self._rate = self._add_parameter(rate, "rate")
        if self._rate is not None:
            check_greater_zero(self._rate, "rate")

    @property
    def rate(self) -> Any:
        """The expected number."""
        return self._rate

    def _get_dist_type(self) -> str:
        return "Poisson"

    def _get_dist_args(self, rate: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(rate)

    def _mean(self, rate: Any = None) -> Tensor:
        return self._check_param_type(rate)

    def _mode(self, rate: Any = None) -> Tensor:
        return math_unary.floor(self._check_param_type(rate))

    def _var(self, rate: Any = None) -> Tensor:
        return self._check_param_type(rate)

    def _log_prob(self, value: Tensor, rate: Any = None) -> Tensor:
        x, rate = self._value(value), self._check_param_type(rate)
        counted = select(x < 0.0, 0.0, x)
        bulk = log_generic(rate) * counted - special.lgamma(counted + 1.0)
        return select(x < 0.0, -math.inf, bulk) - rate

    def _cdf(self, value: Tensor, rate: Any = None) -> Tensor:
        x, rate = self._value(value), self._check_param_type(rate)
        return select(x < 0.0, 0.0, 1.0 - special.igamma(1.0 + select(x < 0.0, 0.0, x), rate))

    def _sample(self, shape: tuple[int, ...] = (), rate: Any = None) -> Tensor:
        rate = self._check_param_type(rate).astype(mstype.float32)
        return random_tensors.poisson(self._sample_shape(shape, rate), rate, self.seed).astype(self.dtype)
