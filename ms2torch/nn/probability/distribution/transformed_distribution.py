"""`TransformedDistribution`."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._checkparam import check_type_name, check_value_type
from ms2torch._core import dtype as mstype
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.bijector.bijector import Bijector
from ms2torch.nn.probability.distribution._utils.custom_ops import exp_generic, log_generic, select
from ms2torch.nn.probability.distribution._utils.utils import raise_not_impl_error
from ms2torch.nn.probability.distribution.distribution import Distribution

__all__ = ["TransformedDistribution"]


class TransformedDistribution(Distribution):
    """What becomes of a distribution when each value goes through a bijector.

    Args:
        bijector (Bijector): the bijector.
        distribution (Distribution): the distribution, of a float type.
        seed (int, optional): kept as `seed`; `distribution` draws with its own. Default: ``None``.
        name (str): name of the distribution. Default: ``"transformed_distribution"``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if asked for the mean, and the bijector is not linear.

    Source: mindspore.nn.probability.distribution.TransformedDistribution, MindSpore 2.10
    """

    def __init__(
        self, bijector: Any, distribution: Any, seed: int | None = None, name: str = "transformed_distribution"
    ) -> None:
        check_value_type("bijector", bijector, [Bijector], type(self).__name__)
        check_value_type("distribution", distribution, [Distribution], type(self).__name__)
        check_type_name("dtype", distribution.dtype, mstype.float_type, type(self).__name__)
        given = {"bijector": bijector, "distribution": distribution, "seed": seed, "name": name}
        super().__init__(seed, distribution.dtype, name, given)
        self._bijector = bijector
        self._distribution = distribution
        self._is_linear_transformation = bijector.is_constant_jacobian
        self._is_scalar_batch = distribution.is_scalar_batch and bijector.is_scalar_batch
        self._batch_shape = distribution.batch_shape
        self.default_parameters = distribution.default_parameters
        self.parameter_names = distribution.parameter_names
        self.parameter_type = distribution.parameter_type
        self._broadcast_shape = None
        if self._batch_shape is not None and bijector.batch_shape is not None:
            self._broadcast_shape = tuple(torch.broadcast_shapes(bijector.batch_shape, self._batch_shape))

    @property
    def bijector(self) -> Any:
        """The bijector."""
        return self._bijector

    @property
    def distribution(self) -> Any:
        """The distribution of the values that go in."""
        return self._distribution

    @property
    def is_linear_transformation(self) -> bool:
        """Whether the bijector's derivative is the same everywhere."""
        return self._is_linear_transformation

    def _cdf(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        return self.distribution("cdf", self.bijector("inverse", value), *args, **kwargs)

    def _log_cdf(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        return log_generic(self._cdf(value, *args, **kwargs))

    def _survival_function(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        return 1.0 - self._cdf(value, *args, **kwargs)

    def _log_survival(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        return log_generic(self._survival_function(value, *args, **kwargs))

    def _log_prob(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        inner = self.distribution("log_prob", self.bijector("inverse", value), *args, **kwargs)
        moved = inner + self.bijector("inverse_log_jacobian", value)
        # a value that cannot occur stays so, where the jacobian is infinite too
        return select(inner == -math.inf, inner, moved)

    def _prob(self, value: Any, *args: Any, **kwargs: Any) -> Tensor:
        return exp_generic(self._log_prob(value, *args, **kwargs))

    def _sample(self, *args: Any, **kwargs: Any) -> Tensor:
        return self.bijector("forward", self.distribution("sample", *args, **kwargs))

    def _mean(self, *args: Any, **kwargs: Any) -> Tensor:
        if not self.is_linear_transformation:
            raise_not_impl_error("mean")
        return self.bijector("forward", self.distribution("mean", *args, **kwargs))
