"""Tensor methods that draw random numbers."""

from __future__ import annotations

from ms2torch._core.base import TensorBase
from ms2torch.ops.function.random import choice as random_choice


class TensorRandom(TensorBase):
    """Random numbers as methods; those with an underscore fill the tensor itself."""

    __slots__ = ()

    multinomial = random_choice.multinomial
    random_categorical = random_choice.random_categorical
    bernoulli = random_choice.tensor_bernoulli
    uniform = random_choice.tensor_uniform
    log_normal = random_choice.tensor_log_normal
    cauchy = random_choice.tensor_cauchy
    uniform_ = random_choice.uniform_
    normal_ = random_choice.normal_
    exponential_ = random_choice.exponential_
    bernoulli_ = random_choice.bernoulli_
    random_ = random_choice.tensor_random_
