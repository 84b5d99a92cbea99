"""Whose fault an exception is: that of the code under comparison, which is a result, or this package's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parity.code.errors import CannotCompare, describe
from parity.code.places import is_own, place_of
from parity.code.worlds import world_of


class UnusableError(TypeError):
    """What the code under comparison gave cannot be used: its fault, although this package says so."""


def hand_over(function: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> Any:
    """Call code under comparison, in the world of its side.

    What the call itself raises, such as for a missing argument, is that code's fault.

    A child process that this code forks and lets return ends here: what goes on is for the parent alone.

    Raises:
        CannotCompare: if the code ends the program, as ``sys.exit()`` does.
    """
    world, process = world_of(function), os.getpid()
    try:
        if world is None:
            return function(*args, **(kwargs or {}))
        with world.entered():
            return function(*args, **(kwargs or {}))
    except (Exception, KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        raise ended(error, "the code under comparison") from error
    finally:
        if os.getpid() != process:
            os._exit(0)


def ended(error: BaseException, what: str) -> CannotCompare:
    """Return what to say of code that ends the program instead of raising an Exception.

    Args:
        error (BaseException): such as ``SystemExit``.
        what (str): the code.
    """
    place = place_of(error)
    return CannotCompare(
        f"{what} ends the program{f' at {place}' if place else ''} ({describe(error)}): put what is for the command "
        "line under `if __name__ == '__main__':`"
    )


_HANDS_OVER = hand_over.__code__
_PASS_ON = frozenset({"__torch_function__", "__torch_dispatch__"})
"""Methods of modes, which call the operations of the code under comparison."""


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
    return code is not _HANDS_OVER and code.co_name not in _PASS_ON and is_own(code.co_filename)


def raise_own(error: Exception) -> None:
    """Raise `error` again if it is this package's own: only what other code raises may count as a result."""
    if is_own_fault(error):
        raise error
