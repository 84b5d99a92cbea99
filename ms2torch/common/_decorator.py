"""What marks a function that is on its way out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ms2torch import log as logger

__all__ = ["deprecated"]


def deprecated(version: str, substitute: str, use_substitute_name: bool = False, module_prefix: str = "") -> Any:
    """Warn at the first call of a function that another one takes its place.

    Args:
        version (str): since when.
        substitute (str): what to write instead.
        use_substitute_name (bool): whether a method's class is told the name of its substitute, as `substitute_name`.
            Default: ``False``.
        module_prefix (str): what stands before the function's name in the warning. Default: ``""``.

    Returns:
        Function, the decorator.
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        said = False

        @functools.wraps(func)
        def run(*args: Any, **kwargs: Any) -> Any:
            nonlocal said
            if not said:
                said = True
                logger.warning(
                    "'%s' is deprecated from version %s and will be removed in a future version, use '%s' instead.",
                    f"{module_prefix}{func.__name__}", version, substitute,
                )  # fmt: skip
            if use_substitute_name:
                type(args[0]).substitute_name = substitute
            return func(*args, **kwargs)

        return run

    return decorate
