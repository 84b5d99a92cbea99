"""`Geometric`."""

from __future__ import annotations

from typing import Any

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.custom_ops import draw_uniform, exp_generic, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import check_distribution_name, check_prob, made_of
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.math import unary as math_unary

__all__ = ["Geometric"]


class Geometric(Distribution):
    """The number of failures before the first success.

    Args:
        probs (Union[float, list, numpy.ndarray, Tensor], optional): the probability of success, in (0, 1).
            Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.int32``.
        name (str): name of the distribution. Default: ``"Geometric"``.

    Raises:
        TypeError: if `dtype` is no type of numbers, or `probs` no numbers.
        ValueError: if a probability is not in (0, 1).

    Source: mindspore.nn.probability.distribution.Geometric, MindSpore 2.10
    """

    _shown = (("probs", "_probs"),)

    def __init__(
        self,
        probs: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.int32,
        name: str = "Geometric",
    ) -> None:
        check_type_name("dtype", dtype, mstype.int_type + mstype.uint_type + mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, probs=probs))
        self._probs = self._add_parameter(probs, "probs")
        if self._probs is not None:
            check_prob(self._probs)

    @property
    def probs(self) -> Any:
        """The probability of success."""
        return self._probs

    def _get_dist_type(self) -> str:
        return "Geometric"

    def _get_dist_args(self, probs1: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(probs1)

    def _mean(self, probs1: Any = None) -> Tensor:
        p = self._check_param_type(probs1)
        return (1.0 - p) / p

    def _mode(self, probs1: Any = None) -> Tensor:
        return (self._check_param_type(probs1) * 0.0).astype(self.dtype)

    def _var(self, probs1: Any = None) -> Tensor:
        p = self._check_param_type(probs1)
        return (1.0 - p) / math_unary.square(p)

    def _entropy(self, probs1: Any = None) -> Tensor:
        p = self._check_param_type(probs1)
        return (-(1.0 - p) * log_generic(1.0 - p) - p * log_generic(p)) / p

    def _cross_entropy(self, dist: str, probs1_b: Any, probs1: Any = None) -> Tensor:
        check_distribution_name(dist, "Geometric")
        return self._entropy(probs1) + self._kl_loss(dist, probs1_b, probs1)

    def _prob(self, value: Tensor, probs1: Any = None) -> Tensor:
        x = math_unary.floor(self._value(value, self.parameter_type))
        p = self._check_param_type(probs1)
        return select(x < 0.0, 0.0, exp_generic(log_generic(1.0 - p) * x + log_generic(p)))

    def _cdf(self, value: Tensor, probs1: Any = None) -> Tensor:
        x = math_unary.floor(self._value(value, self.parameter_type))
        p = self._check_param_type(probs1)
        return select(x < 0.0, 0.0, 1.0 - (1.0 - p) ** (x + 1.0))

    def _kl_loss(self, dist: str, probs1_b: Any, probs1: Any = None) -> Tensor:
        check_distribution_name(dist, "Geometric")
        q, p = self._other(probs1_b, "probs1_b"), self._check_param_type(probs1)
        return log_generic(p / q) + (1.0 - p) / p * log_generic((1.0 - p) / (1.0 - q))

    def _sample(self, shape: tuple[int, ...] = (), probs1: Any = None) -> Tensor:
        p = self._check_param_type(probs1)
        drawn = draw_uniform("Geometric", self._sample_shape(shape, p), self.seed, p, positive=True)
        return math_unary.floor(log_generic(drawn) / log_generic(1.0 - p)).astype(self.dtype)
