"""Random numbers as Primitives. One made with seeds draws from a stream of its own, which goes on from call to call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.device import current_device, default_device
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import admitted
from ms2torch._core.kernel_draws import SeedStreams
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.random import _seeds, choice as random_choice, tensors as random_tensors
from ms2torch.ops.function.random._seeds import checked_shape
from ms2torch.ops.primitive import Primitive


class _Seeded(Primitive):
    """A Primitive with two seeds; both 0: it draws from torch's default generator."""

    def __init__(self, seed: int = 0, seed2: int = 0) -> None:
        for name, value in (("seed", seed), ("seed2", seed2)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(f"ops.{type(self).__name__}: `{name}` must be an int, got {value!r}")
            if value < 0:
                raise ValueError(f"ops.{type(self).__name__}: `{name}` must not be negative, got {value}")
        self.seed = seed
        self.seed2 = seed2
        self._generator: torch.Generator | None = None
        self._streams = SeedStreams(seed, seed2)

    def _source(self, *kind: Any) -> _seeds.Source:
        """Return MindSpore's stream for inputs of a shape and type, or a torch generator."""
        return self._streams.stream(kind, default_device()) or self._stream()

    def _stream(self) -> torch.Generator | None:
        if self._generator is None and (self.seed or self.seed2):
            self._generator = _seeds.seeded(self.seed, self.seed2)
        return self._generator

    def __getstate__(self) -> dict[str, Any]:
        # a copy starts its stream again
        return {**self.__dict__, "_generator": None}


class StandardNormal(_Seeded):
    """Draw numbers from the standard normal distribution.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.StandardNormal, MindSpore 2.10
    """

    def __call__(self, shape: Any) -> Tensor:
        wanted = checked_shape("ops.StandardNormal", shape)
        return wrap(_seeds.normal_numbers(wanted, self._source(wanted)))


class StandardLaplace(_Seeded):
    """Draw numbers from the standard Laplace distribution.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.StandardLaplace, MindSpore 2.10
    """

    def __call__(self, shape: Any) -> Tensor:
        wanted = checked_shape("ops.StandardLaplace", shape)
        return wrap(_seeds.laplace(wanted, self._source(wanted)))


class UniformReal(_Seeded):
    """Draw numbers uniformly from [0, 1).

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.UniformReal, MindSpore 2.10
    """

    def __call__(self, shape: Any) -> Tensor:
        wanted = checked_shape("ops.UniformReal", shape)
        return wrap(_seeds.uniform_numbers(wanted, self._source(wanted)))


class UniformInt(_Seeded):
    """Draw int32 numbers from [minval, maxval).

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.UniformInt, MindSpore 2.10
    """

    def __call__(self, shape: Any, minval: Tensor, maxval: Tensor) -> Tensor:
        low, high = int(unwrap(minval)), int(unwrap(maxval))
        if low >= high:
            raise RuntimeError(f"ops.UniformInt: `minval` must be less than `maxval`, got {low} and {high}")
        wanted = checked_shape("ops.UniformInt", shape)
        return wrap(_seeds.integer_numbers(wanted, low, high, self._source(wanted), None, torch.int32))


class Gamma(_Seeded):
    """Draw numbers from gamma distributions.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.Gamma, MindSpore 2.10
    """

    def __call__(self, shape: Any, alpha: Tensor, beta: Tensor) -> Tensor:
        concentration, rate = unwrap(alpha).float(), unwrap(beta).float()
        whole = torch.broadcast_shapes(checked_shape("ops.Gamma", shape), concentration.shape, rate.shape)
        return wrap(torch._standard_gamma(concentration.expand(whole).contiguous(), generator=self._stream()) / rate)


class RandomGamma(_Seeded):
    """Draw numbers from gamma distributions of rate 1.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.RandomGamma, MindSpore 2.10
    """

    def __call__(self, shape: Any, alpha: Tensor) -> Tensor:
        concentration = unwrap(alpha)
        whole = (*checked_shape("ops.RandomGamma", shape), *concentration.shape)
        return wrap(torch._standard_gamma(concentration.expand(whole).contiguous(), generator=self._stream()))


class Poisson(_Seeded):
    """Draw int32 numbers from Poisson distributions.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.Poisson, MindSpore 2.10
    """

    def __call__(self, shape: Any, mean: Tensor) -> Tensor:
        rate = unwrap(mean).float()
        whole = torch.broadcast_shapes(checked_shape("ops.Poisson", shape), rate.shape)
        return wrap(torch.poisson(rate.expand(whole).contiguous(), generator=self._stream()).to(dtype=torch.int32))


class RandomPoisson(_Seeded):
    """Draw numbers from Poisson distributions.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int64``.

    Source: mindspore.ops.RandomPoisson, MindSpore 2.10
    """

    def __init__(self, seed: int = 0, seed2: int = 0, dtype: Type = mstype.int64) -> None:
        super().__init__(seed, seed2)
        self.dtype = dtype

    def __call__(self, shape: Any, rate: Tensor) -> Tensor:
        mean = unwrap(rate).float()
        whole = (*checked_shape("ops.RandomPoisson", shape), *mean.shape)
        drawn = torch.poisson(mean.expand(whole).contiguous(), generator=self._stream())
        return wrap(drawn.to(given_type(self.dtype)))


class Multinomial(_Seeded):
    """Draw categories by their weights, with replacement.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int32``.

    Source: mindspore.ops.Multinomial, MindSpore 2.10
    """

    def __init__(self, seed: int = 0, seed2: int = 0, dtype: Type = mstype.int32) -> None:
        super().__init__(seed, seed2)
        self.dtype = dtype

    def __call__(self, x: Tensor, num_samples: int) -> Tensor:
        t = unwrap(x)
        source = self._source(t.shape, t.dtype, num_samples)
        drawn = random_choice.draw_categories("ops.Multinomial", t, num_samples, True, source)
        return wrap(drawn.to(given_type(self.dtype)))


class MultinomialWithReplacement(Primitive):
    """Draw categories by their weights, in int64.

    Args:
        numsamples (int): how many to draw.
        replacement (bool): a category may be drawn again. Default: ``False``.

    Source: mindspore.ops.MultinomialWithReplacement, MindSpore 2.10
    """

    def __init__(self, numsamples: int, replacement: bool = False) -> None:
        self.numsamples = numsamples
        self.replacement = replacement

    def __call__(self, x: Tensor, seed: Any, offset: Any) -> Tensor:
        return random_choice.multinomial_with_replacement(x, seed, offset, self.numsamples, self.replacement)


class RandomCategorical(Primitive):
    """Draw categories by the logarithms of their weights.

    Args:
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int64``.

    Source: mindspore.ops.RandomCategorical, MindSpore 2.10
    """

    def __init__(self, dtype: Type = mstype.int64) -> None:
        self.dtype = dtype
        self._seed: int | None = None
        self._streams: SeedStreams | None = None

    def __call__(self, logits: Tensor, num_sample: int, seed: int) -> Tensor:
        """Apply the operation; with the seed of the call before, the numbers go on."""
        t = admitted(logits, "ops.random_categorical")
        if self._streams is None or seed != self._seed:
            self._seed, self._streams = seed, SeedStreams(0, seed)
        stream = self._streams.stream("", t.device) if seed else None
        if seed and stream is None:
            return random_choice.random_categorical(logits, num_sample, seed, self.dtype)
        return random_choice.categories_of_logits(t, num_sample, self.dtype, stream)


class RandomChoiceWithMask(_Seeded):
    """Draw places where a mask is true, without replacement.

    Args:
        count (int): how many. Default: ``256``.
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.RandomChoiceWithMask, MindSpore 2.10
    """

    def __init__(self, count: int = 256, seed: int = 0, seed2: int = 0) -> None:
        super().__init__(seed, seed2)
        if not isinstance(count, int) or count < 1:
            kind = ValueError if isinstance(count, int) else TypeError
            raise kind(f"ops.RandomChoiceWithMask: `count` must be a positive int, got {count!r}")
        self.count = count

    def __call__(self, input_x: Tensor) -> tuple[Tensor, Tensor]:
        mask = unwrap(input_x)
        if mask.dtype is not torch.bool:
            raise TypeError(f"ops.RandomChoiceWithMask: the mask must be of bool, got {mask.dtype}")
        return random_choice.draw_places(mask, self.count, self._stream())


class RandomShuffle(_Seeded):
    """Put the slices of the first dimension in a random order.

    Args:
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.RandomShuffle, MindSpore 2.10
    """

    def __call__(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        return wrap(
            t[_seeds.order_of(t.shape[0], self._source(t.shape, t.dtype), default_device()).to(t.device)]
            if t.ndim
            else t.clone()
        )


class Randperm(Primitive):
    """Draw a random order of 0 ... n-1, padded to a fixed length.

    Args:
        max_length (int): length of the result. Default: ``1``.
        pad (int): what stands behind the order. Default: ``-1``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int32``.

    Source: mindspore.ops.Randperm, MindSpore 2.10
    """

    def __init__(self, max_length: int = 1, pad: int = -1, dtype: Type = mstype.int32) -> None:
        self.max_length = max_length
        self.pad = pad
        self.dtype = dtype

    def __call__(self, n: Tensor) -> Tensor:
        count = int(unwrap(n))
        if count > self.max_length:
            raise ValueError(f"ops.Randperm: n is {count}, `max_length` only {self.max_length}")
        out = torch.full((self.max_length,), self.pad, dtype=given_type(self.dtype), device=current_device())
        out[:count] = torch.randperm(count, device=current_device())
        return wrap(out)


class RandpermV2(Primitive):
    """Draw a random order of 0 ... n-1.

    Args:
        seed (int): seed of the call; 0: the global one. Default: ``0``.
        offset (int): counts as part of the seed. Default: ``0``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int64``.

    Source: mindspore.ops.RandpermV2, MindSpore 2.10
    """

    def __init__(self, seed: int = 0, offset: int = 0, dtype: Type = mstype.int64) -> None:
        self.seed = seed
        self.offset = offset
        self.dtype = dtype

    def __call__(self, n: Any) -> Tensor:
        return random_tensors.randperm(n, self.seed, self.offset, self.dtype)


class TruncatedNormal(_Seeded):
    """Draw numbers from the standard normal distribution, those beyond two standard deviations drawn again.

    Args:
        dtype (mindspore.dtype): a floating type. Default: ``mstype.float32``.
        seed (int): first seed; both 0: the global one. Default: ``0``.
        seed2 (int): second seed. Default: ``0``.

    Source: mindspore.ops.TruncatedNormal, MindSpore 2.10
    """

    def __init__(self, dtype: Type = mstype.float32, seed: int = 0, seed2: int = 0) -> None:
        super().__init__(seed, seed2)
        self.dtype = dtype

    def __call__(self, shape: Tensor | Sequence[int]) -> Tensor:
        out = torch.empty(checked_shape("ops.TruncatedNormal", shape), device=current_device())
        torch.nn.init.trunc_normal_(out, generator=self._stream())
        return wrap(out.to(given_type(self.dtype)))


class Bernoulli(Primitive):
    """Toss a coin for each element.

    Args:
        seed (int): seed of the stream; -1: torch's default generator. Default: ``-1``.
        offset (int): counts as part of the seed. Default: ``0``.

    Source: mindspore.ops.Bernoulli, MindSpore 2.10
    """

    def __init__(self, seed: int = -1, offset: int = 0) -> None:
        self.seed = seed
        self.offset = offset

    def __call__(self, x: Tensor, p: Any) -> Tensor:
        return random_choice.bernoulli(x, p, None if self.seed < 0 else self.seed + self.offset)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
