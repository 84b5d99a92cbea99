"""The quasi-Newton methods behind `minimize`: BFGS (Nocedal and Wright, 6.1) and its form of limited memory (7.4)."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Protocol

import torch

from ms2torch.scipy.optimize.line_search import ValueAndGrad, search

# pairs whose curvature is below this are left out of the memory
_LEAST_CURVATURE = 1e-10


class Curvature(Protocol):
    """What a method knows about the curvature: it turns a gradient into a direction."""

    def direction(self, gradient: torch.Tensor) -> torch.Tensor:
        """Return where to search, downwards."""
        ...

    def learn(self, moved: torch.Tensor, changed: torch.Tensor) -> None:
        """Take in how the point moved in a step and how the gradient changed."""
        ...

    def inverse_hessian(self) -> torch.Tensor | None:
        """Return the estimate as a matrix, where there is one."""
        ...


class FullMatrix:
    """BFGS: the whole inverse Hessian."""

    def __init__(self, start: torch.Tensor) -> None:
        self._identity = torch.eye(len(start), dtype=start.dtype, device=start.device)
        self._inverse = self._identity

    def direction(self, gradient: torch.Tensor) -> torch.Tensor:
        """Return where to search, downwards."""
        return -(self._inverse @ gradient)

    def learn(self, moved: torch.Tensor, changed: torch.Tensor) -> None:
        """Take in how the point moved in a step and how the gradient changed."""
        scale = 1 / torch.dot(changed, moved)
        turned = self._identity - scale * torch.outer(moved, changed)
        self._inverse = turned @ self._inverse @ turned.mT + scale * torch.outer(moved, moved)

    def inverse_hessian(self) -> torch.Tensor | None:
        """Return the estimate as a matrix."""
        return self._inverse


class LimitedMemory:
    """L-BFGS: the last steps, from which each direction is worked out."""

    def __init__(self, size: int) -> None:
        self._pairs: deque[tuple[torch.Tensor, torch.Tensor]] = deque(maxlen=size)
        self._use_gradient = True

    def direction(self, gradient: torch.Tensor) -> torch.Tensor:
        """Return where to search, downwards."""
        if self._use_gradient or not self._pairs:
            return -gradient
        out, shares = gradient, []
        for moved, changed in reversed(self._pairs):
            share = torch.dot(moved, out) / torch.dot(moved, changed)
            shares.append(share)
            out = out - share * changed
        moved, changed = self._pairs[-1]
        out = out * (torch.dot(moved, changed) / torch.dot(changed, changed))
        for (moved, changed), share in zip(self._pairs, reversed(shares), strict=True):
            out = out + (share - torch.dot(changed, out) / torch.dot(moved, changed)) * moved
        return -out

    def learn(self, moved: torch.Tensor, changed: torch.Tensor) -> None:
        """Take in how the point moved in a step and how the gradient changed."""
        self._use_gradient = bool(torch.dot(changed, moved) <= _LEAST_CURVATURE)
        if not self._use_gradient:
            self._pairs.append((moved, changed))

    def inverse_hessian(self) -> torch.Tensor | None:
        """Return nothing: there is no matrix."""
        return None


@dataclass
class Descent:
    """Where a minimisation has come to, and what it cost."""

    x: torch.Tensor
    value: torch.Tensor
    gradient: torch.Tensor
    steps: int = 0
    calls: int = 1
    status: int = -1


def descend(
    f: ValueAndGrad,
    start: torch.Tensor,
    curvature: Curvature,
    *,
    maxiter: int | None = None,
    norm: float = math.inf,
    gtol: float = 1e-5,
    line_search_maxiter: int = 10,
) -> Descent:
    """Go down step by step until the gradient is small.

    Args:
        f (ValueAndGrad): the function and its gradient.
        start (torch.Tensor): a vector.
        curvature (Curvature): the method.

    Keyword Args:
        maxiter (int, None): most steps; ``None``: 200 for each element. Default: ``None``.
        norm (float): order of the norm of the gradient. Default: ``math.inf``.
        gtol (float): how small it must be. Default: ``1e-5``.
        line_search_maxiter (int): most lengths tried in a step. Default: ``10``.

    Returns:
        Descent, with `status` 0 where it converged, 1 after `maxiter` steps, 2 and more where a line search failed.
    """
    most = start.numel() * 200 if maxiter is None else maxiter
    now = Descent(start, *f(start))
    before = now.value + torch.linalg.vector_norm(now.gradient) / 2
    while now.steps < most:
        direction = curvature.direction(now.gradient)
        found = search(f, now.x, direction, (now.value, now.gradient), before, maxiter=line_search_maxiter)
        now.calls += found.calls
        if found.failed or not found.is_done:
            now.status = 2 + found.status
            return now
        moved, changed = found.point.step * direction, found.point.gradient - now.gradient
        before = now.value
        now.x, now.value, now.gradient = now.x + moved, found.point.value, found.point.gradient
        if bool(torch.linalg.vector_norm(now.gradient, norm) < gtol):
            now.status = 0
            return now
        curvature.learn(moved, changed)
        now.steps += 1
    is_small = bool(torch.linalg.vector_norm(now.gradient, norm) < gtol)
    now.status = 0 if is_small else 1
    return now
