"""Whose fault an exception is: that of the code under comparison, which is a result, or this package's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parity.code.errors import CannotCompare
from parity.code.places import is_own


class UnusableError(TypeError):
    """What the code under comparison gave cannot be used: its fault, although this package says so."""


def hand_over(function: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> Any:
    """Call code under comparison. What the call itself raises, such as for a missing argument, is that code's fault."""
    return function(*args, **(kwargs or {}))


_HANDS_OVER = hand_over.__code__


def is_own_fault(error: BaseException) -> bool:
    """Tell whether an exception comes from a line of this package, and not from the code it runs."""
    if isinstance(error, CannotCompare):
        return True
    if isinstance(error, (UnusableError, RecursionError)) or error.__traceback__ is None:
        return False  # code that calls itself without end may meet the limit in a line of ours
    innermost = error.__traceback__
    while innermost.tb_next is not None:
        innermost = innermost.tb_next
    code = innermost.tb_frame.f_code
    return code is not _HANDS_OVER and is_own(code.co_filename)


def raise_own(error: Exception) -> None:
    """Raise `error` again if it is this package's own: only what other code raises may count as a result."""
    if is_own_fault(error):
        raise error
