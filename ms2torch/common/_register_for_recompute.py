"""The place where MindSpore's Cell finds its recomputation; here a Cell has its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class RecomputeRegistry:
    """Keep a function that makes a recomputed block."""

    def __init__(self) -> None:
        self._registered: Callable[..., Any] | None = None

    def register(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """Keep `fn`."""
        self._registered = fn
        return fn

    def get(self) -> Callable[..., Any] | None:
        """Return what was kept."""
        return self._registered


recompute_registry = RecomputeRegistry()
