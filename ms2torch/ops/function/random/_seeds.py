"""Seeds of random operators: which generator a call draws from, and the laws torch lacks."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.convert import shape_arg
from ms2torch._core.device import default_device
from ms2torch._core.seed import _get_graph_seed
from ms2torch._core.tensor_type import Tensor


def generator_for(op: str, seed: Any, device: torch.device | None = None) -> torch.Generator | None:
    """Return the generator of one call with an explicit seed, or None for torch's default one.

    As in MindSpore, a repeated call with the same seed goes on in the stream, and `set_seed` starts it again.

    Raises:
        TypeError: if `seed` is no int.
        ValueError: if it is negative.
    """
    if seed is None or seed == 0:
        return None
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        kind = ValueError if isinstance(seed, int) else TypeError
        msg = f"{op}: `seed` must be an int and not negative, got {seed!r}"
        raise kind(msg)
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


def laplace(shape: tuple[int, ...], generator: torch.Generator | None) -> torch.Tensor:
    """Draw from the standard Laplace distribution: the difference of two exponential ones."""
    both = torch.empty(2, *shape).exponential_(generator=generator)
    return both[0] - both[1]


def number_or_tensor(value: Any) -> Any:
    """Return the torch tensor inside a Tensor, or the number."""
    return value._t if isinstance(value, Tensor) else value
