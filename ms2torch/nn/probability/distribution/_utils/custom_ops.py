"""Functions that distributions and bijectors share."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from ms2torch._core import dtype as mstype
from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import shape as array_shape
from ms2torch.ops.function.math import unary as math_unary
from ms2torch.ops.function.random._seeds import generator_for

__all__ = ["broadcast_to", "draw_uniform", "exp_generic", "log1p_generic", "log_generic", "select", "softplus_generic"]


def exp_generic(input_x: Tensor) -> Tensor:
    """Return the exponentials, of integers in float32."""
    return math_unary.exp(_floating(input_x))


def log_generic(input_x: Tensor) -> Tensor:
    """Return the natural logarithms, of integers in float32."""
    return math_unary.log(_floating(input_x))


def log1p_generic(x: Tensor) -> Tensor:
    """Return the natural logarithms of one more."""
    return log_generic(x + 1.0)


def broadcast_to(x: Tensor, target: Tensor) -> Tensor:
    """Return `x` in the shape of `target`."""
    return x if x.shape == target.shape else array_shape.broadcast_to(x, target.shape)


def softplus_generic(x: Tensor) -> Tensor:
    """Return the logarithms of one more than the exponentials."""
    return wrap(functional.softplus(x._t))


def select(condition: Any, x: Any, y: Any) -> Tensor:
    """Return `x` where the condition holds, else `y`; numbers take the type of the other."""
    first, second = (v if isinstance(v, (int, float)) else v._t for v in (x, y))
    return wrap(torch.where(condition._t, first, second))


def draw_uniform(op: str, shape: tuple[int, ...], seed: int, like: Tensor, *, positive: bool = False) -> Tensor:
    """Draw float32 numbers from [0, 1), on the device of `like`; from (0, 1) if asked, whose logarithms are finite."""
    device = like._t.device
    drawn = torch.rand(shape, generator=generator_for(op, seed, device), dtype=torch.float32, device=device)
    return wrap(drawn.clamp_min(torch.finfo(torch.float32).tiny) if positive else drawn)


def _floating(x: Any) -> Tensor:
    return x if x.dtype in mstype.float_type else x.astype(mstype.float32)
