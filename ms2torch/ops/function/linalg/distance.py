"""Distances between rows, and rows brought back to a largest length."""

from __future__ import annotations

import torch

from ms2torch._core.base import TensorBase, wrap
from ms2torch._core.element_types import admitted, alike_admitted
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.math.reduce import one_axis


def dist(input: Tensor, other: Tensor, p: int = 2) -> Tensor:
    """Compute the p-norm of a difference, over all elements.

    Args:
        input (Tensor): of a floating type.
        other (Tensor): of the same type, broadcast to `input`.
        p (int): the power, not negative; with 0 the elements that differ are counted. Default: ``2``.

    Returns:
        Tensor, 0-d.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `p` is negative, or the shapes do not broadcast.

    Source: mindspore.ops.dist, MindSpore 2.10
    """
    for name, value in (("input", input), ("other", other)):
        if not isinstance(value, TensorBase):
            msg = f"ops.dist: {name} must be a Tensor, got {value!r}"
            raise TypeError(msg)
    if isinstance(p, bool) or not isinstance(p, int):
        msg = f"ops.dist: p must be an int, got {p!r}"
        raise TypeError(msg)
    if p < 0:
        msg = f"ops.dist: p must not be negative, got {p}"
        raise ValueError(msg)
    a, b = alike_admitted("ops.dist", input, other)
    if not a.is_floating_point():
        msg = f"ops.dist: input and other must be of a floating type, got {a.dtype} and {b.dtype}"
        raise TypeError(msg)
    difference = a - b
    return wrap(difference.abs() if difference.ndim == 0 else torch.linalg.vector_norm(difference, p))


def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """Compute the p-norm distances between all pairs of rows.

    Args:
        input (Tensor): of a floating type and shape :math:`(N, M)`.
        p (float): the power, not negative; may be inf. Default: ``2.0``.

    Returns:
        Tensor of shape :math:`(N * (N - 1) / 2)`, the pairs in order of their first row.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `p` is negative, or `input` has not two dimensions.

    Source: mindspore.ops.pdist, MindSpore 2.10
    """
    t = admitted(input, "ops.pdist")
    if not isinstance(p, float):
        msg = f"ops.pdist: p must be a float, got {p!r}"
        raise TypeError(msg)
    if not t.is_floating_point():
        msg = f"ops.pdist: input must be of a floating type, got {t.dtype}"
        raise TypeError(msg)
    if p < 0 or t.ndim != 2:
        msg = f"ops.pdist: needs two dimensions and p not below 0, got shape {tuple(t.shape)} and p={p}"
        raise ValueError(msg)
    if t.dtype in (torch.float16, torch.bfloat16):
        return wrap(torch.pdist(t.float(), p).to(dtype=t.dtype))
    return wrap(torch.pdist(t, p))


def renorm(input: Tensor, p: int, axis: int, maxnorm: float) -> Tensor:
    """Scale down the slices along an axis whose p-norm is too large.

    Args:
        input (Tensor): of a floating or complex type.
        p (int): the power, above 0.
        axis (int): the dimension whose slices are meant.
        maxnorm (float): the largest norm allowed.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `p` or `maxnorm` is out of range.

    Source: mindspore.ops.renorm, MindSpore 2.10
    """
    t = admitted(input, "ops.renorm")
    if isinstance(p, bool) or not isinstance(p, int) or not isinstance(maxnorm, float):
        msg = f"ops.renorm: p must be an int and maxnorm a float, got {p!r} and {maxnorm!r}"
        raise TypeError(msg)
    if not (t.is_floating_point() or t.is_complex()):
        msg = f"ops.renorm: input must be of a floating or complex type, got {t.dtype}"
        raise TypeError(msg)
    if p <= 0 or maxnorm < 0:
        msg = f"ops.renorm: p must be above 0 and maxnorm not negative, got {p} and {maxnorm}"
        raise ValueError(msg)
    axis = one_axis("ops.renorm", axis, t.ndim) % t.ndim
    others = tuple(d for d in range(t.ndim) if d != axis)
    norm = torch.linalg.vector_norm(t, p, others, keepdim=True) if others else t.abs()
    large = norm > maxnorm
    return wrap(t * torch.where(large, maxnorm / torch.where(large, norm, 1.0), 1.0))
