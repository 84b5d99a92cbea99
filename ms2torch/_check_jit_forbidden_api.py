"""Mirrors `mindspore._check_jit_forbidden_api`: marks of what a graph must not call; nothing is compiled here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["jit_forbidden_register"]


def jit_forbidden_register(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as it is; MindSpore keeps it out of its graphs.

    Args:
        fn (Function): what to mark.

    Returns:
        Function.
    """
    return fn
