"""How the port keeps the numbers of the reference's tensor: its axes in another order, some of them joined or apart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import torch

from parity.measure.judgement import Norms, least_noise
from parity.measure.metrics import error_norms

Order = tuple[int, ...]
"""The reference's axes in the order in which the port keeps them; joining and splitting them shows in the shape."""

_MOST_AXES = 5


def arranged(tensor: torch.Tensor, order: Order, shape: tuple[int, ...]) -> torch.Tensor | None:
    """Return a tensor of the reference as the port keeps it; None where it cannot be brought into that shape.

    Args:
        tensor (torch.Tensor): the reference's.
        order (Order): its axes in the port's order.
        shape (tuple[int, ...]): the port's shape.
    """
    if len(order) != tensor.dim() or tensor.numel() != math.prod(shape):
        return None
    moved = tensor.permute(order)
    return moved.reshape(shape) if _joins(tuple(moved.shape), shape) else None


def find_order(reference: torch.Tensor, port: torch.Tensor, noise: float, relative: float) -> Order | None:
    """Return how the port's tensor holds the reference's numbers; None if it does not.

    Args:
        reference (torch.Tensor): the reference's.
        port (torch.Tensor): the port's.
        noise (float): norm of a difference that is rounding; 0.0 if unknown.
        relative (float): greatest relative difference.
    """
    if reference.numel() != port.numel():
        return None
    own = tuple(range(reference.dim()))
    made = arranged(reference, own, tuple(port.shape))
    if made is not None and alike(made, port, noise, relative):
        return own
    if not _may_be_moved(reference, port, noise, relative):
        return None
    for order in _orders(reference, tuple(port.shape)):
        made = arranged(reference, order, tuple(port.shape))
        if made is not None and alike(made, port, noise, relative):
            return order
    return None


def _may_be_moved(reference: torch.Tensor, port: torch.Tensor, noise: float, relative: float) -> bool:
    """Tell whether two tensors may hold the same numbers in another order: their norms are then equal."""
    if not all(tensor.is_floating_point() or tensor.is_complex() for tensor in (reference, port)):
        return True
    sizes = [float(torch.linalg.vector_norm(tensor.detach())) for tensor in (reference, port)]
    return not abs(sizes[0] - sizes[1]) > max(relative * sizes[0], noise) + least_noise(reference.dtype) * sizes[0] * 8


def alike(one: torch.Tensor, other: torch.Tensor, noise: float, relative: float) -> bool:
    """Tell whether two tensors of one shape hold the same numbers.

    Args:
        one (torch.Tensor): the reference's.
        other (torch.Tensor): the port's.
        noise (float): norm of a difference that is rounding; 0.0 if unknown.
        relative (float): greatest relative difference.
    """
    if one.shape != other.shape:
        return False
    if not all(tensor.is_floating_point() or tensor.is_complex() for tensor in (one, other)):
        return torch.equal(one, other.to(one.dtype))
    norms = Norms(*error_norms(one, other))
    return norms.error <= max(relative * norms.reference, noise)


def _orders(reference: torch.Tensor, shape: tuple[int, ...]) -> Iterator[Order]:
    """Yield the orders that lead to `shape`, apart from the reference's own."""
    own = tuple(range(reference.dim()))
    sizes = tuple(reference.shape)
    long = [axis for axis in own if sizes[axis] > 1]
    if not 2 <= len(long) <= _MOST_AXES:
        return
    for moved in itertools.permutations(long):
        if moved == tuple(long):
            continue
        order = list(own)
        for place, axis in zip(long, moved, strict=True):
            order[place] = axis
        if _joins(tuple(sizes[axis] for axis in order), shape):
            yield tuple(order)


def _joins(sizes: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Tell whether `shape` joins axes of `sizes` or splits one of them, and never both at once, which mixes rows."""
    left, right = [size for size in sizes if size != 1], [size for size in shape if size != 1]
    while left and right:
        a, b, taken = left.pop(0), right.pop(0), [1, 1]
        while a != b:
            side = int(b < a)
            rest = (left, right)[side]
            if not rest:
                return False
            a, b = (a * rest.pop(0), b) if side == 0 else (a, b * rest.pop(0))
            taken[side] += 1
        if min(taken) > 1:
            return False
    return not left and not right
