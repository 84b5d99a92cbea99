"""Random choices: categories, coin tosses, orders, places."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import admitted, check_type
from ms2torch._core.generator import Generator
from ms2torch._core.kernel_draws import KernelDraws, SeedStreams
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.random import _seeds
from ms2torch.ops.function.random._seeds import Source, generator_for, order_of, source_for, uniform_numbers


def draw_categories(op: str, weights: torch.Tensor, count: int, replacement: bool, source: Source) -> torch.Tensor:
    """Draw places of the last dimension by their weights, in int64.

    Raises:
        TypeError: if `count` is no int.
        ValueError: if the weights are no vector or matrix, or the count does not fit.
    """
    if not isinstance(count, int) or isinstance(count, bool):
        msg = f"{op}: the number of samples must be an int, got {count!r}"
        raise TypeError(msg)
    if not replacement and weights.ndim and count > weights.shape[-1]:
        msg = f"{op}: without replacement at most {weights.shape[-1]} can be drawn, got {count}"
        raise ValueError(msg)
    try:
        if not isinstance(source, KernelDraws):
            return torch.multinomial(weights.float(), count, replacement, generator=source)
        if weights.ndim in (1, 2) and replacement:
            return torch.from_numpy(source.categories(weights.float().numpy(), count))
        if weights.ndim in (1, 2):  # the largest of log(u) / weight, as MindSpore chooses
            levels = uniform_numbers(tuple(weights.shape), source).log() / (weights.float() + 1e-6)
            return levels.topk(count, -1).indices
        return torch.multinomial(weights.float(), count, replacement)
    except RuntimeError as error:
        raise ValueError(f"{op}: {error}") from None


def multinomial(input: Tensor, num_samples: int, replacement: bool = True, seed: int | None = None) -> Tensor:
    """Draw categories by their weights.

    Args:
        input (Tensor): weights, (categories,) or (rows, categories), not negative.
        num_samples (int): how many to draw.
        replacement (bool): a category may be drawn again. Default: ``True``.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of int32, (num_samples,) or (rows, num_samples).

    Raises:
        TypeError: if `input` is not a Tensor, or `num_samples` no int.
        ValueError: if more are drawn than there are without replacement, or `seed` is negative.

    Source: mindspore.ops.multinomial, MindSpore 2.10
    """
    weights = admitted(input, "ops.multinomial")
    source = source_for("ops.multinomial", seed, weights.device)
    return wrap(draw_categories("ops.multinomial", weights, num_samples, replacement, source).to(dtype=torch.int32))


def multinomial_with_replacement(
    x: Tensor, seed: int, offset: int, numsamples: int, replacement: bool = False
) -> Tensor:
    """Draw categories by their weights.

    Args:
        x (Tensor): weights, (categories,) or (rows, categories), not negative.
        seed (int): the seed; 0 with `offset` 0: torch's default generator.
        offset (int): counts as part of the seed.
        numsamples (int): how many to draw.
        replacement (bool): a category may be drawn again. Default: ``False``.

    Returns:
        Tensor of int64, (numsamples,) or (rows, numsamples).

    Raises:
        TypeError: if `x` is not a Tensor, or `numsamples` no int.
        ValueError: if more are drawn than there are without replacement.

    Source: mindspore.ops.multinomial_with_replacement, MindSpore 2.10
    """
    weights = admitted(x, "ops.multinomial_with_replacement")
    first, second = (int(n._t) if isinstance(n, Tensor) else n for n in (seed, offset))
    stream = _seeds.seeded(first, second, weights.device) if first or second else None
    return wrap(draw_categories("ops.multinomial_with_replacement", weights, numsamples, replacement, stream))


def random_categorical(logits: Tensor, num_sample: int, seed: int = 0, dtype: Type = mstype.int64) -> Tensor:
    """Draw categories by the logarithms of their weights.

    Args:
        logits (Tensor): (rows, categories).
        num_sample (int): how many to draw.
        seed (int): seed of this call; 0: the global one. Default: ``0``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int64``.

    Returns:
        Tensor of shape (rows, num_sample).

    Raises:
        TypeError: if `logits` is not a Tensor, `num_sample` no int, or `dtype` another type.
        ValueError: if `logits` is not 2-d.

    Source: mindspore.ops.random_categorical, MindSpore 2.10
    """
    t = admitted(logits, "ops.random_categorical")
    stream: Source = None
    if seed:
        stream = SeedStreams(0, seed).stream("", t.device) or _seeds.seeded(seed, 0, t.device)
    return categories_of_logits(t, num_sample, dtype, stream)


def categories_of_logits(t: torch.Tensor, num_sample: int, dtype: Type, stream: Source) -> Tensor:
    """Draw what `random_categorical` returns from a stream that is there."""
    if t.ndim != 2:
        msg = f"ops.random_categorical: `logits` must be 2-d, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    kind = given_type(dtype)
    if kind not in (torch.int16, torch.int32, torch.int64):
        msg = f"ops.random_categorical: `dtype` must be int16, int32 or int64, got {dtype}"
        raise TypeError(msg)
    if isinstance(stream, KernelDraws) and type(num_sample) is int and t.numel():
        return wrap(torch.from_numpy(stream.shared_categories(t.detach().numpy(), num_sample)).to(dtype=kind))
    drawn = draw_categories("ops.random_categorical", t.float().softmax(-1), num_sample, True, stream)
    return wrap(drawn.to(dtype=kind))


def bernoulli(input: Tensor, p: Any = 0.5, seed: int | None = None) -> Tensor:
    """Toss a coin for each element.

    Args:
        input (Tensor): whose shape and type are taken.
        p (Union[Tensor, float]): probability of a 1; a Tensor must be of the shape of `input` or of one element.
            Default: ``0.5``.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of ones and zeros, same shape and type.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if a probability is not in [0, 1], or the shapes differ.

    Source: mindspore.ops.bernoulli, MindSpore 2.10
    """
    t = admitted(input, "ops.bernoulli")
    chance = unwrap(p) if isinstance(p, Tensor) else torch.tensor(float(p), device=t.device)
    if chance.numel() != 1 and chance.shape != t.shape:
        msg = f"ops.bernoulli: `p` must have one element or the shape {tuple(t.shape)}, got {tuple(chance.shape)}"
        raise ValueError(msg)
    if bool(((chance < 0) | (chance > 1)).any()):
        msg = f"ops.bernoulli: `p` must be in [0, 1], got {p}"
        raise ValueError(msg)
    chances = chance.float().reshape(()).expand(t.shape) if chance.numel() == 1 else chance.float()
    return wrap(torch.bernoulli(chances, generator=generator_for("ops.bernoulli", seed, t.device)).to(dtype=t.dtype))


def shuffle(x: Tensor, seed: int | None = None) -> Tensor:
    """Put the slices of the first dimension in a random order.

    Args:
        x (Tensor): of any shape.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if `seed` is negative.

    Source: mindspore.ops.shuffle, MindSpore 2.10
    """
    t = unwrap(x)
    source = source_for("ops.shuffle", seed, t.device)
    return wrap(t[order_of(t.shape[0], source, t.device)] if t.ndim and t.shape[0] > 1 else t.clone())


def choice_with_mask(input_x: Tensor, count: int = 256, seed: int | None = None) -> tuple[Tensor, Tensor]:
    """Draw places where a mask is true, without replacement.

    Args:
        input_x (Tensor): of bool.
        count (int): how many. Default: ``256``.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        tuple(Tensor, Tensor): the places, int32, (count, dimensions), and which of them are valid, bool, (count,);
        where there are too few the rest is 0 and False.

    Raises:
        TypeError: if `input_x` is not a Tensor of bool.
        ValueError: if `count` is not positive.

    Source: mindspore.ops.choice_with_mask, MindSpore 2.10
    """
    t = unwrap(input_x)
    if t.dtype is not torch.bool:
        msg = f"ops.choice_with_mask: `input_x` must be of bool, got {t.dtype}".replace("torch.", "")
        raise TypeError(msg)
    return draw_places(t, count, generator_for("ops.choice_with_mask", seed, t.device))


def draw_places(mask: torch.Tensor, count: int, stream: torch.Generator | None) -> tuple[Tensor, Tensor]:
    """Draw `count` places where a mask is true, and tell which are valid.

    Raises:
        ValueError: if `count` is not positive.
    """
    if count < 1:
        msg = f"ops.choice_with_mask: `count` must be positive, got {count}"
        raise ValueError(msg)
    places = mask.nonzero()
    order = torch.randperm(len(places), device=mask.device, generator=stream)[:count]
    index = torch.zeros(count, mask.ndim, dtype=torch.int32, device=mask.device)
    index[: len(order)] = places[order].to(dtype=torch.int32)
    return wrap(index), wrap(torch.arange(count, device=mask.device) < len(order))


# ---- in place ------------------------------------------------------------------------------------------------


def _stream(generator: Generator | None, device: torch.device) -> torch.Generator | None:
    return None if generator is None else generator.torch_generator(device)


def uniform_(input: Tensor, from_: float = 0, to: float = 1, *, generator: Generator | None = None) -> Tensor:
    """Fill a tensor with numbers drawn uniformly from [from_, to).

    Args:
        input (Tensor): what is filled.
        from_ (Union[int, float]): lower bound. Default: ``0``.
        to (Union[int, float]): upper bound. Default: ``1``.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, `input` itself.

    Raises:
        TypeError: if `input` is not a Tensor of a floating type.
        ValueError: if `from_` is greater than `to`.

    Source: mindspore.ops.uniform_, MindSpore 2.10
    """
    t = unwrap(input).detach()
    try:
        t.uniform_(from_, to, generator=_stream(generator, t.device))
    except RuntimeError as error:
        raise op_error("ops.uniform_", error, input=input, from_=from_, to=to) from None
    return input


def normal_(input: Tensor, mean: float = 0, std: float = 1, *, generator: Generator | None = None) -> Tensor:
    """Fill a tensor with numbers drawn from a normal distribution.

    Args:
        input (Tensor): what is filled.
        mean (number): the mean. Default: ``0``.
        std (number): the standard deviation. Default: ``1``.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, `input` itself.

    Raises:
        TypeError: if `input` is not a Tensor of a floating type.
        ValueError: if `std` is negative.

    Source: mindspore.ops.normal_, MindSpore 2.10
    """
    t = unwrap(input).detach()
    try:
        t.normal_(mean, std, generator=_stream(generator, t.device))
    except RuntimeError as error:
        raise op_error("ops.normal_", error, input=input, mean=mean, std=std) from None
    return input


def exponential_(input: Tensor, lambd: float = 1, *, generator: Generator | None = None) -> Tensor:
    """Fill a tensor with numbers drawn from an exponential distribution.

    Args:
        input (Tensor): what is filled.
        lambd (float): the rate. Default: ``1``.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, `input` itself.

    Raises:
        TypeError: if `input` is not a Tensor of a floating type.
        ValueError: if `lambd` is not positive.

    Source: mindspore.ops.exponential_, MindSpore 2.10
    """
    t = unwrap(input).detach()
    try:
        t.exponential_(lambd, generator=_stream(generator, t.device))
    except RuntimeError as error:
        raise op_error("ops.exponential_", error, input=input, lambd=lambd) from None
    return input


def bernoulli_(input: Tensor, p: Any = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Fill a tensor with tosses of a coin.

    Args:
        input (Tensor): what is filled.
        p (Union[number.Number, Tensor]): probability of a 1. Default: ``0.5``.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, `input` itself.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if `p` is not in [0, 1].

    Source: mindspore.ops.bernoulli_, MindSpore 2.10
    """
    t = unwrap(input).detach()
    try:
        t.bernoulli_(unwrap(p) if isinstance(p, Tensor) else p, generator=_stream(generator, t.device))
    except RuntimeError as error:
        raise op_error("ops.bernoulli_", error, input=input, p=p) from None
    return input


def tensor_bernoulli(self: Tensor, *, generator: Generator | None = None) -> Tensor:
    """Toss a coin for each element, whose value is the probability of a 1.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor of ones and zeros, same shape and type.

    Raises:
        ValueError: if an element is not in [0, 1].

    Source: mindspore.Tensor.bernoulli, MindSpore 2.10
    """
    try:
        return wrap(torch.bernoulli(self._t, generator=_stream(generator, self._t.device)))
    except RuntimeError as error:
        raise op_error("Tensor.bernoulli", error, input=self) from None


def tensor_random_(
    self: Tensor, from_: int = 0, to: int | None = None, *, generator: Generator | None = None
) -> Tensor:
    """Fill the tensor with integers drawn from [from_, to).

    Args:
        from_ (Union[int, float]): the smallest. Default: ``0``.
        to (Union[int, float], optional): one more than the largest. Default ``None``: what the type can hold.

    Keyword Args:
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, itself.

    Raises:
        ValueError: if `from_` is not less than `to`.

    Source: mindspore.Tensor.random_, MindSpore 2.10
    """
    t = self._t.detach()
    try:
        t.random_(int(from_), None if to is None else int(to), generator=_stream(generator, t.device))
    except RuntimeError as error:
        raise op_error("Tensor.random_", error, input=self, from_=from_, to=to) from None
    return self


def tensor_uniform(self: Tensor, from_: float = 0.0, to: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Draw numbers uniformly from [from_, to), in the shape of the tensor.

    Args:
        from_ (Union[float, int]): lower bound. Default: ``0.0``.
        to (Union[float, int]): upper bound. Default: ``1.0``.
        generator (mindspore.Generator, optional): where to draw from. Default: ``None``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `from_` is greater than `to`.

    Source: mindspore.Tensor.uniform, MindSpore 2.10
    """
    return uniform_(wrap(torch.empty_like(self._t)), from_, to, generator=generator)


def tensor_log_normal(self: Tensor, mean: float = 1.0, std: float = 2.0) -> Tensor:
    """Draw numbers whose logarithms are normally distributed, in the shape of the tensor.

    Args:
        mean (float): mean of the logarithms. Default: ``1.0``.
        std (float): their standard deviation. Default: ``2.0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `std` is not positive.

    Source: mindspore.Tensor.log_normal, MindSpore 2.10
    """
    check_type(self, "Tensor.log_normal")
    try:
        return wrap(torch.empty_like(self._t).log_normal_(mean, std))
    except RuntimeError as error:
        raise op_error("Tensor.log_normal", error, input=self, mean=mean, std=std) from None


def tensor_cauchy(self: Tensor, median: float = 0.0, sigma: float = 1.0) -> Tensor:
    """Draw numbers from a Cauchy distribution, in the shape of the tensor.

    Args:
        median (float): the median. Default: ``0.0``.
        sigma (float): the scale. Default: ``1.0``.

    Returns:
        Tensor, same shape and type.

    Raises:
        ValueError: if `sigma` is not positive.

    Source: mindspore.Tensor.cauchy, MindSpore 2.10
    """
    try:
        return wrap(torch.empty_like(self._t).cauchy_(median, sigma))
    except RuntimeError as error:
        raise op_error("Tensor.cauchy", error, input=self, median=median, sigma=sigma) from None
