"""Mirrors `mindspore.utils.dryrun`: a run of a program that computes nothing."""

from __future__ import annotations

from typing import Any

__all__ = ["mock", "set_simulation"]


def set_simulation() -> None:
    """Refuse: programs compute here.

    Raises:
        NotImplementedError: always.
    """
    msg = "dryrun.set_simulation: a run without computing needs MindSpore's compiler; run with small data"
    raise NotImplementedError(msg)


def mock(mock_val: Any, *args: Any) -> Any:
    """Return what is computed, which a dry run replaces by another value.

    Args:
        mock_val (Any): the value of a dry run.
        args (tuple): one value, or a function and its arguments.

    Returns:
        Any.

    Raises:
        TypeError: if there is nothing that could be computed.
    """
    del mock_val
    if not args:
        msg = "mindspore.utils.dryrun.mock: give the value after the mock value, or a function and its arguments"
        raise TypeError(msg)
    first, *others = args
    return first(*others) if callable(first) or others else first
