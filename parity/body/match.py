"""Which value of one run is which value of the other, by what is in it."""

from __future__ import annotations

import itertools
import math
from typing import Literal

import torch

from parity.body.record import Body

Content = Literal["equal", "misarranged", "rearranged", "new"]
"""``misarranged``: the numbers of a value of the same shape in another order; ``rearranged``: of another shape."""

_MOST_AXES = 5

_MASK = 1e3
"""From which magnitude on elements of one sign may be a mask's: -1e4, -65504, -1e9, finfo.min."""

_STEP = 1e2
"""How many times greater a mask is than what it stands beside."""

_ROUNDINGS = 64
_MOST_ROUNDING = 1e-3
"""Rounding of the masked elements that may reach the others, and how much of it at most (finfo.min has no bound)."""


def comparable(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor in a dtype in which all can be compared."""
    values = tensor.detach()  # a parameter is one too
    return values if values.is_complex() else values.to(torch.float64)


def close(one: torch.Tensor, other: torch.Tensor, relative: float) -> bool:
    """Tell whether two tensors of one shape hold the same numbers."""
    if one.shape != other.shape:
        return False
    if one.dtype == other.dtype and torch.equal(one, other):
        return True
    a, b = comparable(one), comparable(other)
    odd = ~torch.isfinite(a)
    if bool(odd.any()) or not bool(torch.isfinite(b).all()):
        both = torch.where(odd, a, 0.0), torch.where(~torch.isfinite(b), b, 0.0)
        if not torch.equal(torch.nan_to_num(both[0], nan=1e300), torch.nan_to_num(both[1], nan=1e300)):
            return False
        a, b = torch.where(odd, 0.0, a), torch.where(odd, 0.0, b)
    difference = a - b
    if not bool(torch.linalg.vector_norm(difference) <= relative * torch.linalg.vector_norm(a)):
        return False
    unmasked = _far_below(a)
    if unmasked is None:
        return True
    rounding = _ROUNDINGS * torch.finfo(torch.float64).eps * torch.linalg.vector_norm(a)
    least = relative * torch.linalg.vector_norm(a[unmasked]) + rounding.clamp(max=_MOST_ROUNDING)
    return bool(torch.linalg.vector_norm(difference[unmasked]) <= least)


def _far_below(tensor: torch.Tensor) -> torch.Tensor | None:
    """Return where the elements are that a mask such as -1e9 beside them would hide; None if nothing does."""
    if tensor.is_complex() or not tensor.numel() or float(tensor.abs().max()) < _MASK:
        return None
    sizes = tensor.abs().flatten().sort().values
    steps = sizes[1:] / sizes[:-1].clamp(min=1.0)
    if not steps.numel() or float(steps.max()) < _STEP:
        return None
    at = int(steps.argmax())
    masked = tensor.abs() > sizes[at]
    both_signs = bool((tensor[masked] > 0).any()) and bool((tensor[masked] < 0).any())
    if both_signs or float(sizes[at + 1]) < _MASK:
        return None
    return ~masked


def only_masked_otherwise(one: torch.Tensor, other: torch.Tensor, relative: float) -> bool:
    """Tell whether two tensors mask the same places and hold the same numbers elsewhere: -1e9 here, -65504 there.

    Args:
        one (torch.Tensor): of floating point.
        other (torch.Tensor): likewise.
        relative (float): up to which relative difference two values are the same.
    """
    if one.shape != other.shape or not (one.is_floating_point() and other.is_floating_point()):
        return False
    a, b = comparable(one), comparable(other)
    masked = a <= -_MASK
    if not bool(masked.any()) or bool(masked.all()) or not torch.equal(masked, b <= -_MASK):
        return False
    least = _STEP * max(float(a[~masked].abs().max()), float(b[~masked].abs().max()), 1.0)
    far = bool((a[masked] < -least).all()) and bool((b[masked] < -least).all())
    return far and close(a[~masked], b[~masked], relative)


class Matcher:
    """Looks values up in another run.

    Args:
        body (Body): the run to look in.
        relative (float): up to which relative difference two values are the same.
    """

    def __init__(self, body: Body, relative: float) -> None:
        self._body = body
        self.relative = relative
        self._by_shape: dict[tuple[int, ...], list[int]] = {}
        self._by_count: dict[int, list[int]] = {}
        self._sizes = [_size(value.tensor) for value in body.values]
        self._sorted: dict[int, torch.Tensor] = {}
        for number, value in enumerate(body.values):
            self._by_shape.setdefault(tuple(value.tensor.shape), []).append(number)
            self._by_count.setdefault(value.tensor.numel(), []).append(number)

    def find(self, tensor: torch.Tensor) -> int | None:
        """Return the number of the first value that equals `tensor`, or None."""
        size = _size(tensor)
        for number in self._by_shape.get(tuple(tensor.shape), ()):
            if self._near(size, number) and close(self._body.values[number].tensor, tensor, self.relative):
                return number
        return None

    def of_shape(self, shape: torch.Size) -> list[torch.Tensor]:
        """Return all values of a shape."""
        return [self._body.values[number].tensor for number in self._by_shape.get(tuple(shape), ())]

    def content(self, tensor: torch.Tensor) -> Content:
        """Tell how the numbers in `tensor` occur in the other run."""
        if self.find(tensor) is not None:
            return "equal"
        found: Content = "new"
        size = _size(tensor)
        near = [number for number in self._by_count.get(tensor.numel(), ()) if self._near(size, number)]
        mine = _in_order(tensor) if near else tensor
        for number in near:
            if close(self._ordered(number), mine, self.relative):
                if self._body.values[number].tensor.shape == tensor.shape:
                    return "misarranged"
                found = "rearranged"
        return found

    def _near(self, size: float, number: int) -> bool:
        """Tell whether a value is as large as one that is looked up, as it is if it holds its numbers in any order."""
        other = self._sizes[number]
        return size == other or abs(size - other) <= self.relative * max(size, other) or math.isnan(size)

    def _ordered(self, number: int) -> torch.Tensor:
        if number not in self._sorted:
            self._sorted[number] = _in_order(self._body.values[number].tensor)
        return self._sorted[number]


def _size(tensor: torch.Tensor) -> float:
    return float(torch.linalg.vector_norm(comparable(tensor.detach()))) if tensor.numel() else 0.0


def _in_order(tensor: torch.Tensor) -> torch.Tensor:
    flat = comparable(tensor).flatten()
    return (flat.abs() if flat.is_complex() else flat).sort().values


def factor_between(reference: torch.Tensor, port: torch.Tensor, relative: float) -> float | None:
    """Return by which factor other than 1 one tensor is the other; None if it is not.

    Args:
        reference (torch.Tensor): the one.
        port (torch.Tensor): the other, of the same shape.
        relative (float): up to which relative difference two values are the same.
    """
    if not (reference.is_floating_point() and port.is_floating_point()) or reference.numel() < 2:
        return None
    a, b = comparable(reference), comparable(port)
    if not float(torch.linalg.vector_norm(a)) or not float(torch.linalg.vector_norm(b)):
        return None
    factor = float((a * b).sum() / (a * a).sum())
    if not math.isfinite(factor) or not factor or abs(factor - 1) <= relative or not close(b, a * factor, relative):
        return None
    return factor


def relation(reference: torch.Tensor, port: torch.Tensor, body: Body, relative: float) -> str:
    """Say in words how a port's tensor relates to the reference's, "" if no simple relation holds.

    Args:
        reference (torch.Tensor): what should arrive.
        port (torch.Tensor): what does.
        body (Body): the reference's run: a value of it may be what is missing.
        relative (float): up to which relative difference two values are the same.
    """
    if reference.shape != port.shape:
        return _axes(reference, port, relative)
    if torch.bool in {reference.dtype, port.dtype}:
        negated = reference.dtype == port.dtype and bool((reference != port).all())
        return "it is the negation of the reference's" if negated else ""
    a, b = comparable(reference), comparable(port)
    if close(a, b, relative):
        return ""
    if a.numel() == 0 or not (bool(torch.isfinite(a).all()) and bool(torch.isfinite(b).all())):
        return ""
    return _factor(a, b, relative) or _addend(a, b, body, relative) or _axes(a, b, relative) or _moved(a, b, relative)


def _factor(a: torch.Tensor, b: torch.Tensor, relative: float) -> str:
    if a.is_complex() or not float(torch.linalg.vector_norm(a)) or not float(torch.linalg.vector_norm(b)):
        return ""
    factor = float((a * b).sum() / (a * a).sum())
    if not factor or not close(b, a * factor, relative):
        return ""
    if abs(factor + 1) < relative:
        return "it has the opposite sign"
    for square, text in ((factor * factor, "sqrt({})"), (1 / (factor * factor), "1/sqrt({})")):
        if abs(square - round(square)) < 1e-6 * square and 1 < round(square) < 100_000 and factor > 0:
            root = round(square) ** 0.5
            whole = root.is_integer()
            shown = (f"{root:.0f}" if "1/" not in text else f"1/{root:.0f}") if whole else text.format(round(square))
            return f"it is {shown} times the reference's"
    return f"it is {factor:.6g} times the reference's"


def _addend(a: torch.Tensor, b: torch.Tensor, body: Body, relative: float) -> str:
    for difference, verb in ((a - b, "lacks the addition of"), (b - a, "has added")):
        constant = float(difference.real.mean())
        if constant > 0 and bool((difference - constant).abs().max() <= relative * abs(constant)):
            return f"it {verb} {constant:.6g}"
        for value in body.values:
            if value.name and value.tensor.shape == a.shape and close(value.tensor, difference, relative * 10):
                return f"it {verb} {value.name}"
    return ""


def _axes(a: torch.Tensor, b: torch.Tensor, relative: float) -> str:
    if a.dim() != b.dim() or not 2 <= a.dim() <= _MOST_AXES or sorted(a.shape) != sorted(b.shape):
        return ""
    for order in itertools.permutations(range(a.dim())):
        moved = order != tuple(range(a.dim())) and b.shape == tuple(a.shape[i] for i in order)
        if moved and close(a.permute(order), b, relative):
            return f"its axes are those of the reference in the order {order}"
    return ""


def _moved(a: torch.Tensor, b: torch.Tensor, relative: float) -> str:
    for axis in range(a.dim()):
        if a.shape[axis] > 1 and close(a.flip(axis), b, relative):
            return f"it is reversed along axis {axis}"
        for shift in (1, -1):
            if a.shape[axis] > 2 and close(a.roll(shift, axis), b, relative):
                return f"it is moved by {shift} along axis {axis}"
    if close(_in_order(a), _in_order(b), relative):
        return "it holds the same numbers in another order"
    return ""
