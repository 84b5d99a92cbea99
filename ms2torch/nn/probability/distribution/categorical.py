"""`Categorical`."""

from __future__ import annotations

import math
from typing import Any

import torch

from ms2torch._checkparam import check_type_name
from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.nn.probability.distribution._utils.utils import (
    check_distribution_name,
    check_prob,
    check_rank,
    check_sum_equal_one,
    check_tuple,
    made_of,
)
from ms2torch.nn.probability.distribution.distribution import Distribution
from ms2torch.ops.function.random import choice as random_choice

__all__ = ["Categorical"]


class Categorical(Distribution):
    """One of several categories, 0, 1, 2 ...

    Args:
        probs (Union[list, numpy.ndarray, Tensor], optional): the probabilities, (..., categories), each in (0, 1),
            together one. Default ``None``: to be given with each call.
        seed (int, optional): seed of the samples. Default ``None``: torch's default generator.
        dtype (mindspore.dtype): type of the values. Default: ``mstype.int32``.
        name (str): name of the distribution. Default: ``"Categorical"``.

    Raises:
        TypeError: if `dtype` is no type of numbers, or `probs` no numbers.
        ValueError: if probabilities are not in (0, 1), do not make one, or are one number.

    Source: mindspore.nn.probability.distribution.Categorical, MindSpore 2.10
    """

    _shown = (("probs", "_probs"),)

    def __init__(
        self,
        probs: Any = None,
        seed: int | None = None,
        dtype: Any = mstype.int32,
        name: str = "Categorical",
    ) -> None:
        check_type_name("dtype", dtype, mstype.int_type + mstype.uint_type + mstype.float_type, type(self).__name__)
        super().__init__(seed, dtype, name, made_of(seed, dtype, name, probs=probs))
        self._probs = self._add_parameter(probs, "probs")
        if self._probs is not None:
            check_rank(self._probs)
            check_prob(self._probs)
            check_sum_equal_one(probs)
            if self._probs.ndim == 1:
                self._is_scalar_batch = True
            self._broadcast_shape = tuple(self._probs.shape[:-1])

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self._probs

    def _get_dist_type(self) -> str:
        return "Categorical"

    def _get_dist_args(self, probs: Any = None) -> tuple[Any, ...]:
        return self._given_or_own(probs)

    def _mean(self, probs: Any = None) -> Tensor:
        p = self._check_param_type(probs)._t
        return wrap((_numbers(p) * p).sum(-1, keepdim=True))

    def _mode(self, probs: Any = None) -> Tensor:
        return wrap(self._check_param_type(probs)._t.argmax(-1)).astype(self.dtype)

    def _var(self, probs: Any = None) -> Tensor:
        p = self._check_param_type(probs)._t
        numbers = _numbers(p)
        return wrap((numbers**2 * p).sum(-1, keepdim=True) - (numbers * p).sum(-1, keepdim=True) ** 2)

    def _entropy(self, probs: Any = None) -> Tensor:
        p = self._check_param_type(probs)._t
        return wrap(-(p.log() * p).sum(-1, keepdim=True).squeeze())

    def _kl_loss(self, dist: str, probs_b: Any, probs: Any = None) -> Tensor:
        check_distribution_name(dist, "Categorical")
        logits = self._other(probs_b, "probs_b")._t.log().log_softmax(-1)
        own = self._check_param_type(probs)._t.log().log_softmax(-1)
        return wrap((own.exp() * (own - logits)).sum(-1, keepdim=True).squeeze())

    def _cross_entropy(self, dist: str, probs_b: Any, probs: Any = None) -> Tensor:
        check_distribution_name(dist, "Categorical")
        return self._entropy(probs) + self._kl_loss(dist, probs_b, probs)

    def _log_prob(self, value: Tensor, probs: Any = None) -> Tensor:
        p = self._check_param_type(probs)._t
        index, found = self._looked_up(value, p.log())
        return wrap(torch.where((index < 0) | (index > p.shape[-1] - 1), math.nan, found))

    def _cdf(self, value: Tensor, probs: Any = None) -> Tensor:
        index, found = self._looked_up(value, self._check_param_type(probs)._t.cumsum(-1))
        return wrap(torch.where(index < 0, 0.0, found))

    def _looked_up(self, value: Any, table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the categories that values stand for, and their entries in a table."""
        x = self._check_value(value, "value")._t.to(dtype=table.dtype)
        # towards 0 just below 0, as MindSpore does
        index = torch.where((x < 0) & (x > -1), 0.0, x.floor())
        shape = torch.broadcast_shapes(index.shape, table.shape[:-1])
        index = index.expand(shape)
        places = index.clamp(0, table.shape[-1] - 1).long().unsqueeze(-1)
        return index, table.expand((*shape, table.shape[-1])).gather(-1, places).squeeze(-1)

    def _sample(self, shape: tuple[int, ...] = (), probs: Any = None) -> Tensor:
        p = self._check_param_type(probs)
        wanted = check_tuple(shape, "shape")
        rows = wrap(p._t.detach().reshape(-1, p.shape[-1]))
        drawn = random_choice.multinomial(rows, math.prod(wanted), seed=self.seed)._t
        return wrap(drawn.T.reshape((*wanted, *p.shape[:-1]))).astype(self.dtype)


def _numbers(p: torch.Tensor) -> torch.Tensor:
    return torch.arange(p.shape[-1], dtype=torch.float32, device=p.device)
