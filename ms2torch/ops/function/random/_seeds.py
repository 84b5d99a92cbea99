"""Seeds of random operators: which generator a call draws from, and the laws torch lacks."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import torch

from ms2torch._core.convert import shape_arg
from ms2torch._core.device import current_device, default_device
from ms2torch._core.kernel_draws import KernelDraws, kernel_draws
from ms2torch._core.seed import _get_graph_seed, get_seed
from ms2torch._core.tensor_type import Tensor

Source: TypeAlias = "KernelDraws | torch.Generator | None"


def source_for(op: str, seed: Any, device: torch.device | None = None) -> Source:
    """Return where one call draws from: MindSpore's stream where that is reproduced, else a torch generator or None.

    Raises:
        TypeError: if `seed` is no int.
        ValueError: if it is negative.
    """
    if seed is None and get_seed() is None:
        return None
    place = default_device() if device is None else device
    _check_seed(op, seed)
    draws = kernel_draws(op.removeprefix("ops."), seed, place)
    return generator_for(op, seed, place) if draws is None else draws


def _check_seed(op: str, seed: Any) -> None:
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or seed < 0):
        kind = ValueError if isinstance(seed, int) and not isinstance(seed, bool) else TypeError
        got = f"'{seed}' with type '{type(seed).__name__}'"
        raise kind(f"For '{op.removeprefix('ops.')}', the 'seed' must be int and must >= 0, but got {got}.")


def uniform_numbers(
    shape: tuple[int, ...], source: Source, device: torch.device | None = None, dtype: torch.dtype = torch.float32
) -> torch.Tensor:
    """Draw numbers from 0 to 1."""
    if isinstance(source, KernelDraws):
        return torch.from_numpy(source.uniform(math.prod(shape))).reshape(shape).to(dtype=dtype)
    place = current_device() if device is None else device
    if source is place is None and shape and dtype is torch.get_default_dtype():  # each keyword costs, a tuple more
        return torch.rand(*shape)
    return torch.rand(shape, generator=source, device=place, dtype=dtype)


def normal_numbers(
    shape: tuple[int, ...], source: Source, device: torch.device | None = None, dtype: torch.dtype = torch.float32
) -> torch.Tensor:
    """Draw standard normal numbers."""
    if isinstance(source, KernelDraws):
        return torch.from_numpy(source.normal(math.prod(shape))).reshape(shape).to(dtype=dtype)
    place = current_device() if device is None else device
    if source is place is None and shape and dtype is torch.get_default_dtype():
        return torch.randn(*shape)
    return torch.randn(shape, generator=source, device=place, dtype=dtype)


def integer_numbers(
    shape: tuple[int, ...], low: int, high: int, source: Source, device: torch.device | None, dtype: torch.dtype
) -> torch.Tensor:
    """Draw ints from `low` to ``high - 1``."""
    if isinstance(source, KernelDraws):
        return torch.from_numpy(source.integers(math.prod(shape), low, high)).reshape(shape).to(dtype=dtype)
    place = current_device() if device is None else device
    return torch.randint(low, high, shape, generator=source, device=place, dtype=dtype)


def order_of(count: int, source: Source, device: torch.device) -> torch.Tensor:
    """Draw an order of ``0 .. count - 1``."""
    if isinstance(source, KernelDraws):
        return torch.tensor(source.permutation(count), dtype=torch.int64)
    return torch.randperm(count, device=device, generator=source)


def generator_for(op: str, seed: Any, device: torch.device | None = None) -> torch.Generator | None:
    """Return the generator of one call with an explicit seed, or None for torch's default one.

    As in MindSpore, a repeated call with the same seed goes on in the stream, and `set_seed` starts it again.

    Raises:
        TypeError: if `seed` is no int.
        ValueError: if it is negative.
    """
    if seed is None or seed == 0:
        return None
    _check_seed(op, seed)
    return seeded(*_get_graph_seed(seed, op), device)


def seeded(seed: int, seed2: int, device: torch.device | None = None) -> torch.Generator:
    """Return a new generator that starts from two seeds."""
    made = torch.Generator(default_device() if device is None else device)
    # torch's generator on the CPU looks at 32 bits of its seed only: both seeds must show there
    mixed = (seed * 0x9E3779B97F4A7C15 + seed2 * 0xC2B2AE3D27D4EB4F) & (2**64 - 1)
    return made.manual_seed(mixed >> 32)


def size_arg(op: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """Return a shape given as ints or as one tuple, list or Tensor; (1,) for none.

    Raises:
        TypeError: if it is made of something else.
        ValueError: if a length is negative.
    """
    for length in size:
        if length.__class__ is not int or length < 0:
            break
    else:
        return size or (1,)
    given = size[0] if len(size) == 1 and not isinstance(size[0], (int, float)) else size
    return checked_shape(op, given) if size else (1,)


def checked_shape(op: str, shape: Any) -> tuple[int, ...]:
    """Return a shape given as a tuple, list or Tensor of ints.

    Raises:
        TypeError: if it is something else.
        ValueError: if a length is negative.
    """
    if isinstance(shape, (int, float)) or (
        isinstance(shape, (tuple, list)) and any(isinstance(n, float) for n in shape)
    ):
        msg = f"{op}: the shape must be a tuple of ints, got {shape!r}"
        raise TypeError(msg)
    wanted = shape_arg(shape)
    if min(wanted, default=0) < 0:
        msg = f"{op}: lengths must not be negative, got {wanted}"
        raise ValueError(msg)
    return wanted


def laplace(shape: tuple[int, ...], source: Source) -> torch.Tensor:
    """Draw from the standard Laplace distribution; of torch's numbers as the difference of two exponential ones."""
    if isinstance(source, KernelDraws):
        return torch.from_numpy(source.laplace(math.prod(shape))).reshape(shape)
    both = torch.empty(2, *shape).exponential_(generator=source)
    return both[0] - both[1]


def number_or_tensor(value: Any) -> Any:
    """Return the torch tensor inside a Tensor, or the number."""
    return value._t if isinstance(value, Tensor) else value
