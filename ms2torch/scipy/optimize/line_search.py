"""Search along a direction for a step that meets the strong Wolfe conditions (Nocedal and Wright, 3.5 and 3.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.autodiff.grad import value_and_grad

# how often `_zoom` halves, and how near to the ends of its bracket a fitted minimum may lie
_ZOOM_STEPS = 10
_CUBIC_MARGIN, _QUADRATIC_MARGIN = 0.2, 0.1

ValueAndGrad = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]


class LineSearchResults(NamedTuple):
    """What a line search found: the step `a_k`, value `f_k` and gradient `g_k` there, and how it went."""

    failed: bool
    nit: int
    nfev: int
    ngev: int
    k: int
    a_k: float
    f_k: float
    g_k: Tensor
    status: int


@dataclass(frozen=True)
class Point:
    """A step along the direction: its length, the value there, the slope along the direction, the gradient."""

    step: torch.Tensor
    value: torch.Tensor
    slope: torch.Tensor
    gradient: torch.Tensor


@dataclass
class Found:
    """How a search on torch tensors ended; `turns` counts from 1."""

    point: Point
    turns: int
    calls: int
    is_done: bool
    failed: bool
    status: int


def value_and_gradient(f: Callable[..., Any], jac: Callable[..., Any] | None) -> ValueAndGrad:
    """Return a function of torch tensors for a function of Tensors, with its gradient (automatic without `jac`)."""
    if jac is None:
        both = value_and_grad(f)

        def automatic(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            value, gradient = both(wrap(x))
            return unwrap(value).detach().reshape(()), unwrap(gradient).detach()

        return automatic
    given = jac

    def by_hand(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return unwrap(f(wrap(x))).detach().reshape(()), unwrap(given(wrap(x))).detach()

    return by_hand


def line_search(
    f: Callable[[Tensor], Tensor],
    xk: Tensor,
    pk: Tensor,
    jac: Callable[[Tensor], Tensor] | None = None,
    gfk: Tensor | None = None,
    old_fval: Tensor | None = None,
    old_old_fval: Tensor | None = None,
    c1: float = 1e-4,
    c2: float = 0.9,
    maxiter: int = 20,
) -> LineSearchResults:
    """Find a step along a direction that meets the strong Wolfe conditions.

    Args:
        f (Callable): the function, of a vector; returns a number.
        xk (Tensor): where to start.
        pk (Tensor): the direction; `f` should fall along it.
        jac (Callable, None): its gradient; ``None``: computed automatically. Default: ``None``.
        gfk (Tensor, None): the gradient at `xk`, used together with `old_fval`. Default: ``None``.
        old_fval (Tensor, None): the value at `xk`. Default: ``None``.
        old_old_fval (Tensor, None): the value before; it sets the first step that is tried. Default: ``None``: 1.
        c1 (float): how much the value must fall. Default: ``1e-4``.
        c2 (float): how much the slope must flatten. Default: ``0.9``.
        maxiter (int): number of steps to try. Default: ``20``.

    Returns:
        LineSearchResults, with Tensor `g_k` and Python numbers.

    Source: mindspore.scipy.optimize.line_search, MindSpore 2.10
    """
    known = None
    if gfk is not None and old_fval is not None:
        known = unwrap(old_fval), unwrap(gfk)
    before = None if old_old_fval is None else unwrap(old_old_fval)
    found = search(value_and_gradient(f, jac), unwrap(xk), unwrap(pk), known, before, c1, c2, maxiter)
    calls, point = found.calls, found.point
    return LineSearchResults(
        failed=found.failed or not found.is_done,
        nit=found.turns - 1,
        nfev=calls,
        ngev=calls,
        k=found.turns,
        a_k=float(point.step),
        f_k=float(point.value),
        g_k=wrap(point.gradient),
        status=found.status,
    )


def search(
    f: ValueAndGrad,
    start: torch.Tensor,
    direction: torch.Tensor,
    known: tuple[torch.Tensor, torch.Tensor] | None,
    before: torch.Tensor | None,
    c1: float = 1e-4,
    c2: float = 0.9,
    maxiter: int = 20,
) -> Found:
    """Do what `line_search` documents, on torch tensors; `known` is value and gradient at the start."""
    calls = 0

    def at(step: torch.Tensor) -> Point:
        nonlocal calls
        calls += 1
        value, gradient = f(start + step * direction)
        return Point(step, value, torch.dot(gradient, direction), gradient)

    zero = torch.zeros((), dtype=start.dtype, device=start.device)
    origin = at(zero) if known is None else Point(zero, known[0], torch.dot(known[1], direction), known[1])
    best, last, turn, is_done, failed = origin, origin, 1, False, False
    while not is_done and turn <= maxiter:
        here = at(_first_step(origin, before) if turn == 1 else last.step * 2)
        too_high = bool(here.value > origin.value + c1 * here.step * origin.slope)
        if too_high or (turn > 1 and bool(here.value >= last.value)):
            best, failed = _zoom(at, last, here, origin, c1, c2)
            is_done = True
        elif bool(here.slope.abs() <= -c2 * origin.slope):
            best, is_done = here, True
        elif bool(here.slope >= 0):
            best, failed = _zoom(at, here, last, origin, c1, c2)
            is_done = True
        turn, last = turn + 1, here
    status = 1 if failed else 3 if turn > maxiter else 0
    return Found(_not_too_short(best), turn, calls, is_done, failed, status)


def _first_step(origin: Point, before: torch.Tensor | None) -> torch.Tensor:
    one = torch.ones_like(origin.step)
    if before is None:
        return one
    guess = 2.02 * (origin.value - before) / origin.slope
    return torch.minimum(guess, one) if bool(torch.isfinite(guess)) else one


def _not_too_short(point: Point) -> Point:
    """Return the point; in less than float64, MindSpore makes no step shorter than 1e-8."""
    if point.step.dtype is torch.float64 or bool(point.step.abs() >= 1e-8):
        return point
    return Point(torch.sign(point.step) * 1e-8, point.value, point.slope, point.gradient)


def _zoom(
    at: Callable[[torch.Tensor], Point], low: Point, high: Point, origin: Point, c1: float, c2: float
) -> tuple[Point, bool]:
    """Narrow a bracket until a point in it meets the conditions; tell whether that failed."""
    first_low = low
    recent_step, recent_value = (low.step + high.step) / 2, (low.value + high.value) / 2
    for turn in range(_ZOOM_STEPS):
        here = at(_trial(low, high, (recent_step, recent_value) if turn else None))
        too_high = bool(here.value > origin.value + c1 * here.step * origin.slope)
        if too_high or bool(here.value >= low.value):
            recent_step, recent_value = high.step, high.value
            high = here
            continue
        if bool(here.slope.abs() <= -c2 * origin.slope):
            # MindSpore counts the last turn as a failure even where it succeeds (measured 2.10)
            return here, turn + 1 == _ZOOM_STEPS
        if bool(here.slope * (high.step - low.step) >= 0):
            # not the present lower end, as in the book: MindSpore falls back to the first one (measured 2.10)
            high = first_low
        recent_step, recent_value = low.step, low.value
        low = here
    one = torch.ones_like(origin.step)
    return Point(one, first_low.value, first_low.slope, origin.gradient), True


def _trial(low: Point, high: Point, recent: tuple[torch.Tensor, torch.Tensor] | None) -> torch.Tensor:
    """Return the next step to try: the minimum of a cubic, else of a parabola, else the middle."""
    width = high.step - low.step
    left, right = torch.minimum(low.step, high.step), torch.maximum(low.step, high.step)
    if recent is not None:
        cubic = _cubic_minimum(low, high, *recent)
        margin = _CUBIC_MARGIN * width
        if bool(torch.isfinite(cubic) & (cubic > left + margin) & (cubic < right - margin)):
            return cubic
    bend = (high.value - low.value - low.slope * width) / width**2
    parabola = low.step - low.slope / (2 * bend)
    margin = _QUADRATIC_MARGIN * width
    if bool(torch.isfinite(parabola) & (parabola > left + margin) & (parabola < right - margin)):
        return parabola
    return (low.step + high.step) / 2


def _cubic_minimum(low: Point, high: Point, step: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return where the cubic through three points, with the slope of the first, has its minimum."""
    b, c = high.step - low.step, step - low.step
    rest_b, rest_c = high.value - low.value - low.slope * b, value - low.value - low.slope * c
    scale = (b * c) ** 2 * (b - c)
    cubic = (c**2 * rest_b - b**2 * rest_c) / scale
    square = (b**3 * rest_c - c**3 * rest_b) / scale
    return low.step + (torch.sqrt(square * square - 3 * cubic * low.slope) - square) / (3 * cubic)
