"""Random tensors: laws, shapes, types and the meaning of seeds are MindSpore's, the numbers where `_seeds` has them."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, unwrap_shaped, wrap
from ms2torch._core.device import current_device
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import check_type
from ms2torch._core.random_engines import Mersenne32
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.random import _seeds
from ms2torch.ops.function.random._seeds import (
    checked_shape,
    generator_for,
    integer_numbers,
    normal_numbers,
    number_or_tensor,
    size_arg,
    source_for,
    uniform_numbers,
)


def _float_kind(op: str, dtype: Type | None, default: torch.dtype) -> torch.dtype:
    kind = default if dtype is None else given_type(dtype)
    if not kind.is_floating_point:
        msg = f"{op}: the type must be a floating one, got {kind}".replace("torch.", "")
        raise ValueError(msg)
    return kind


def _int_kind(op: str, dtype: Type | None, default: torch.dtype) -> torch.dtype:
    kind = default if dtype is None else given_type(dtype)
    if kind.is_floating_point or kind.is_complex or kind is torch.bool:
        msg = f"{op}: the type must be an integer one, got {kind}".replace("torch.", "")
        raise ValueError(msg)
    return kind


def rand(*size: Any, dtype: Type | None = None, seed: int | None = None) -> Tensor:
    """Draw numbers uniformly from [0, 1).

    Args:
        size (Union[int, tuple(int), list(int)]): the shape; none: one number.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float32.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `dtype` is no floating type, or a length or `seed` is negative.

    Source: mindspore.ops.rand, MindSpore 2.10
    """
    kind = _float_kind("ops.rand", dtype, torch.float32)
    return wrap(uniform_numbers(size_arg("ops.rand", size), source_for("ops.rand", seed), dtype=kind))


def rand_like(input: Tensor, seed: int | None = None, *, dtype: Type | None = None) -> Tensor:
    """Draw numbers uniformly from [0, 1), in the shape of another tensor.

    Args:
        input (Tensor): whose shape and type are taken.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Keyword Args:
        dtype (mindspore.dtype, optional): another floating type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if the type is no floating one, or `seed` is negative.

    Source: mindspore.ops.rand_like, MindSpore 2.10
    """
    t = unwrap_shaped(input)
    kind = _float_kind("ops.rand_like", dtype, t.dtype)
    source = source_for("ops.rand_like", seed, t.device)
    return wrap(uniform_numbers(tuple(t.shape), source, t.device, kind))


def randn(*size: Any, dtype: Type | None = None, seed: int | None = None) -> Tensor:
    """Draw numbers from the standard normal distribution.

    Args:
        size (Union[int, tuple(int), list(int)]): the shape; none: one number.

    Keyword Args:
        dtype (mindspore.dtype, optional): a floating type. Default ``None``: float32.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if `dtype` is no floating type, or a length or `seed` is negative.

    Source: mindspore.ops.randn, MindSpore 2.10
    """
    kind = _float_kind("ops.randn", dtype, torch.float32)
    return wrap(normal_numbers(size_arg("ops.randn", size), source_for("ops.randn", seed), dtype=kind))


def randn_like(input: Tensor, seed: int | None = None, *, dtype: Type | None = None) -> Tensor:
    """Draw numbers from the standard normal distribution, in the shape of another tensor.

    Args:
        input (Tensor): whose shape is taken, and whose type if it is a floating one.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Keyword Args:
        dtype (mindspore.dtype, optional): another floating type. Default: ``None``.

    Returns:
        Tensor; float32 for integers.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if `dtype` is no floating type, or `seed` is negative.

    Source: mindspore.ops.randn_like, MindSpore 2.10
    """
    t = unwrap(input)
    kind = _float_kind("ops.randn_like", dtype, t.dtype if t.is_floating_point() else torch.float32)
    source = source_for("ops.randn_like", seed, t.device)
    return wrap(normal_numbers(tuple(t.shape), source, t.device, kind))


def _integers(
    op: str, low: Any, high: Any, shape: Any, kind: torch.dtype, device: torch.device | None, seed: Any
) -> Tensor:
    for name, bound in (("low", low), ("high", high)):
        if not isinstance(bound, int) or isinstance(bound, bool):
            msg = f"{op}: `{name}` must be an int, got {bound!r}"
            raise TypeError(msg)
    if low >= high:
        msg = f"{op}: `low` must be less than `high`, got {low} and {high}"
        raise RuntimeError(msg)
    return wrap(integer_numbers(tuple(shape), low, high, source_for(op, seed, device), device, kind))


def randint(
    low: int, high: int, size: tuple[int, ...], seed: int | None = None, *, dtype: Type | None = None
) -> Tensor:
    """Draw integers from [low, high).

    Args:
        low (int): the smallest.
        high (int): one more than the largest.
        size (tuple): the shape.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Keyword Args:
        dtype (mindspore.dtype, optional): an integer type. Default ``None``: int64.

    Returns:
        Tensor.

    Raises:
        TypeError: if a bound is no int.
        ValueError: if `size` is no tuple, or `dtype` no integer type.
        RuntimeError: if `low` is not less than `high`.

    Source: mindspore.ops.randint, MindSpore 2.10
    """
    if not isinstance(size, tuple):
        msg = f"ops.randint: `size` must be a tuple, got {size!r}"
        raise ValueError(msg)  # noqa: TRY004 - what MindSpore raises
    kind = _int_kind("ops.randint", dtype, torch.int64)
    return _integers("ops.randint", low, high, checked_shape("ops.randint", size), kind, None, seed)


def randint_like(input: Tensor, low: int, high: int, seed: int | None = None, *, dtype: Type | None = None) -> Tensor:
    """Draw integers from [low, high), in the shape of another tensor.

    Args:
        input (Tensor): whose shape and type are taken.
        low (int): the smallest.
        high (int): one more than the largest.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Keyword Args:
        dtype (mindspore.dtype, optional): another integer type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        TypeError: if a bound is no int.
        ValueError: if the type is no integer one.
        RuntimeError: if `low` is not less than `high`.

    Source: mindspore.ops.randint_like, MindSpore 2.10
    """
    t = unwrap(input)
    kind = _int_kind("ops.randint_like", dtype, t.dtype)
    return _integers("ops.randint_like", low, high, t.shape, kind, t.device, seed)


def randperm(n: int, seed: int = 0, offset: int = 0, dtype: Type = mstype.int64) -> Tensor:
    """Draw a random order of 0 ... n-1.

    Args:
        n (Union[Tensor, int]): how many.
        seed (int): seed of this call: as in MindSpore the same one, also the default, gives the same order each time.
            Default: ``0``.
        offset (int): not 0: taken instead of `seed`. Default: ``0``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.int64``.

    Returns:
        Tensor of shape (n,).

    Raises:
        TypeError: if `n` is no int.
        ValueError: if `n` is not positive, or `seed` is negative.

    Source: mindspore.ops.randperm, MindSpore 2.10
    """
    count = n._t.item() if isinstance(n, Tensor) else n
    if not isinstance(count, int) or isinstance(count, bool):
        msg = f"ops.randperm: `n` must be an int, got {n!r}"
        raise TypeError(msg)
    if count < 1 or seed < 0 or offset < 0:
        msg = f"ops.randperm: `n` must be positive, `seed` and `offset` not negative, got {n!r}, {seed}, {offset}"
        raise ValueError(msg)
    order = torch.tensor(Mersenne32(offset or seed).permutation(count), dtype=given_type(dtype))
    return wrap(order.to(current_device()))


def standard_normal(shape: Any, seed: int | None = None) -> Tensor:
    """Draw numbers from the standard normal distribution.

    Args:
        shape (Union[tuple, Tensor]): the shape.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of float32.

    Raises:
        TypeError: if `shape` is not made of ints.
        ValueError: if a length or `seed` is negative.

    Source: mindspore.ops.standard_normal, MindSpore 2.10
    """
    wanted = checked_shape("ops.standard_normal", shape)
    return wrap(normal_numbers(wanted, source_for("ops.standard_normal", seed)))


def standard_laplace(shape: Any, seed: int | None = None) -> Tensor:
    """Draw numbers from the standard Laplace distribution.

    Args:
        shape (Union[tuple, Tensor]): the shape.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of float32.

    Raises:
        TypeError: if `shape` is not made of ints.
        ValueError: if a length or `seed` is negative.

    Source: mindspore.ops.standard_laplace, MindSpore 2.10
    """
    source = source_for("ops.standard_laplace", seed)
    return wrap(_seeds.laplace(checked_shape("ops.standard_laplace", shape), source))


def normal(shape: tuple[int, ...], mean: Any, stddev: Any, seed: int | None = None) -> Tensor:
    """Draw numbers from a normal distribution.

    Args:
        shape (tuple): the shape.
        mean (Union[Tensor, int, float]): the means, broadcast against the numbers drawn.
        stddev (Union[Tensor, int, float]): the standard deviations, likewise.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of float32, of the shape that `shape`, `mean` and `stddev` broadcast to.

    Raises:
        TypeError: if `shape` is no tuple.
        ValueError: if `seed` is negative, or the shapes do not broadcast.

    Source: mindspore.ops.normal, MindSpore 2.10
    """
    if not isinstance(shape, tuple):
        msg = f"ops.normal: `shape` must be a tuple, got {shape!r}"
        raise TypeError(msg)
    drawn = normal_numbers(checked_shape("ops.normal", shape), source_for("ops.normal", seed))
    return _placed("ops.normal", drawn, mean, stddev)


def laplace(shape: tuple[int, ...], mean: Tensor, lambda_param: Tensor, seed: int | None = None) -> Tensor:
    """Draw numbers from a Laplace distribution.

    Args:
        shape (tuple): the shape.
        mean (Tensor): the means, broadcast against the numbers drawn.
        lambda_param (Tensor): the scales, likewise.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of float32, of the shape that all three broadcast to.

    Raises:
        TypeError: if `shape` is no tuple.
        ValueError: if `seed` is negative, or the shapes do not broadcast.

    Source: mindspore.ops.laplace, MindSpore 2.10
    """
    drawn = _seeds.laplace(checked_shape("ops.laplace", shape), source_for("ops.laplace", seed))
    return _placed("ops.laplace", drawn, mean, lambda_param)


def _placed(op: str, drawn: torch.Tensor, mean: Any, scale: Any) -> Tensor:
    drawn = drawn.to(next((x._t.device for x in (scale, mean) if isinstance(x, Tensor)), drawn.device))
    try:
        return wrap((drawn * number_or_tensor(scale) + number_or_tensor(mean)).to(dtype=torch.float32))
    except (RuntimeError, TypeError) as error:
        raise op_error(op, error, mean=mean, scale=scale) from None


def uniform(
    shape: Any, minval: Tensor, maxval: Tensor, seed: int | None = None, dtype: Type = mstype.float32
) -> Tensor:
    """Draw numbers uniformly from [minval, maxval).

    Args:
        shape (Union[tuple, Tensor]): the shape.
        minval (Tensor): the lower bounds, broadcast against the numbers drawn; for integers 0-d.
        maxval (Tensor): the upper bounds, likewise.
        seed (int, optional): seed of this call, not negative. Default: ``None``.
        dtype (mindspore.dtype): int32 or float32. Default: ``mstype.float32``.

    Returns:
        Tensor, of the shape that all three broadcast to.

    Raises:
        TypeError: if a bound is not a Tensor, or `dtype` another type.
        ValueError: if `seed` is negative, or the shapes do not broadcast.

    Source: mindspore.ops.uniform, MindSpore 2.10
    """
    low, high = unwrap(minval), unwrap(maxval)
    if dtype not in (mstype.int32, mstype.float32):
        msg = f"ops.uniform: `dtype` must be int32 or float32, got {dtype}"
        raise TypeError(msg)
    wanted = checked_shape("ops.uniform", shape)
    if dtype is mstype.int32:
        return _integers("ops.uniform", int(low), int(high), wanted, torch.int32, None, seed)
    drawn = uniform_numbers(wanted, source_for("ops.uniform", seed))
    return _placed("ops.uniform", drawn, minval, wrap(high - low))


def gamma(shape: Any, alpha: Tensor, beta: Tensor, seed: int | None = None) -> Tensor:
    """Draw numbers from gamma distributions.

    Args:
        shape (tuple): the shape.
        alpha (Tensor): the shapes of the distributions, broadcast.
        beta (Tensor): their rates, broadcast.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of float32, of the shape that all three broadcast to.

    Raises:
        TypeError: if `alpha` or `beta` is not a Tensor.
        ValueError: if `seed` is negative, or the shapes do not broadcast.

    Differs from MindSpore: its CPU does not run this at all; this is what it documents for Ascend.

    Source: mindspore.ops.gamma, MindSpore 2.10
    """
    concentration, rate = unwrap(alpha).float(), unwrap(beta).float()
    try:
        whole = torch.broadcast_shapes(checked_shape("ops.gamma", shape), concentration.shape, rate.shape)
    except RuntimeError as error:
        raise op_error("ops.gamma", error, shape=shape, alpha=alpha, beta=beta) from None
    stream = generator_for("ops.gamma", seed, concentration.device)
    return wrap(torch._standard_gamma(concentration.expand(whole).contiguous(), generator=stream) / rate)


def random_gamma(shape: Any, alpha: Tensor, seed: int | None = None) -> Tensor:
    """Draw numbers from gamma distributions of rate 1.

    Args:
        shape (Tensor): how many from each, a 1-d Tensor of integers.
        alpha (Tensor): the shapes of the distributions, of a floating type.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of shape ``shape + alpha.shape``, of the type of `alpha`.

    Raises:
        TypeError: if `alpha` is not a Tensor.
        ValueError: if `seed` is negative.

    Source: mindspore.ops.random_gamma, MindSpore 2.10
    """
    check_type(shape, "ops.random_gamma")
    concentration = unwrap(alpha)
    stream = generator_for("ops.random_gamma", seed, concentration.device)
    whole = (*checked_shape("ops.random_gamma", shape), *concentration.shape)
    return wrap(torch._standard_gamma(concentration.expand(whole).contiguous(), generator=stream))


def poisson(shape: Any, mean: Tensor, seed: int | None = None) -> Tensor:
    """Draw numbers from Poisson distributions.

    Args:
        shape (tuple): the shape.
        mean (Tensor): the means, broadcast.
        seed (int, optional): seed of this call, not negative. Default: ``None``.

    Returns:
        Tensor of int32, of the shape that both broadcast to.

    Raises:
        TypeError: if `mean` is not a Tensor.
        ValueError: if `seed` is negative, or the shapes do not broadcast.

    Differs from MindSpore: its CPU does not run this at all; this is what it documents for Ascend.

    Source: mindspore.ops.poisson, MindSpore 2.10
    """
    rate = unwrap(mean).float()
    try:
        whole = torch.broadcast_shapes(checked_shape("ops.poisson", shape), rate.shape)
    except RuntimeError as error:
        raise op_error("ops.poisson", error, shape=shape, mean=mean) from None
    drawn = torch.poisson(rate.expand(whole).contiguous(), generator=generator_for("ops.poisson", seed, rate.device))
    return wrap(drawn.to(dtype=torch.int32))


def random_poisson(shape: Any, rate: Tensor, seed: int | None = None, dtype: Type = mstype.float32) -> Tensor:
    """Draw numbers from Poisson distributions.

    Args:
        shape (Tensor): how many from each, a 1-d Tensor of integers.
        rate (Tensor): the means.
        seed (int, optional): seed of this call, not negative. Default: ``None``.
        dtype (mindspore.dtype): type of the result. Default: ``mstype.float32``.

    Returns:
        Tensor of shape ``shape + rate.shape``.

    Raises:
        TypeError: if `rate` is not a Tensor.
        ValueError: if `seed` is negative.

    Source: mindspore.ops.random_poisson, MindSpore 2.10
    """
    check_type(shape, "ops.random_poisson")
    mean = unwrap(rate).float()
    whole = (*checked_shape("ops.random_poisson", shape), *mean.shape)
    drawn = torch.poisson(
        mean.expand(whole).contiguous(), generator=generator_for("ops.random_poisson", seed, mean.device)
    )
    return wrap(drawn.to(given_type(dtype)))
