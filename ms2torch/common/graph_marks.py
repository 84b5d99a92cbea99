"""Marks for MindSpore's graph compiler. Programs run eagerly here, so that most marks change nothing."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ms2torch._checkparam import check_positive_int

__all__ = ["Symbol", "enable_dynamic", "lazy_inline", "no_inline", "set_recursion_limit"]


class Symbol:
    """What is known of a dimension that changes, for `Cell.set_inputs`.

    Args:
        max (int): the largest size; only looked at if above `min`. Default: ``0``.
        min (int): the smallest. Default: ``1``.
        divisor (int): what divides it, after `remainder` is taken away. Default: ``1``.
        remainder (int): see `divisor`. Default: ``0``.
        unique (bool): whether the same symbol always means the same size. Default: ``False``.

    Raises:
        TypeError: if a size is no int, or `unique` no bool.
        ValueError: if a size is below what it may be.

    Source: mindspore.Symbol, MindSpore 2.10
    """

    def __init__(
        self,
        max: int = 0,
        min: int = 1,
        divisor: int = 1,
        remainder: int = 0,
        unique: bool = False,
        **kwargs: Any,
    ) -> None:
        if not isinstance(unique, bool):
            msg = f"For 'Symbol', the argument 'unique' must be bool, but got {type(unique).__name__}"
            raise TypeError(msg)
        bounds = (("max", max, 0), ("min", min, 1), ("divisor", divisor, 1), ("remainder", remainder, 0))
        for name, value, least in bounds:
            if isinstance(value, bool) or not isinstance(value, int):
                msg = f"For 'Symbol', the argument '{name}' must be int, but got {type(value).__name__}"
                raise TypeError(msg)
            if value < least:
                msg = f"For 'Symbol', the argument '{name}' must be at least {least}, but got {value}"
                raise ValueError(msg)
        if remainder >= divisor:
            msg = f"For 'Symbol', the 'remainder' must be less than 'divisor', but got {remainder} vs {divisor}"
            raise ValueError(msg)
        self.max, self.min, self.divisor, self.remainder, self.unique = max, min, divisor, remainder, unique
        self.id = id(self)

    def to_dict(self) -> dict[str, int]:
        """Return what is known, by name."""
        facts: dict[str, int] = {}
        if self.max > self.min:
            facts["max"] = self.max
        if self.min > self.divisor + self.remainder:
            facts["min"] = self.min
        if self.divisor != 1:
            facts["divisor"] = self.divisor
        if self.remainder:
            facts["remainder"] = self.remainder
        if self.unique:
            facts["id"] = self.id
        return facts


def lazy_inline(
    fn: Callable[..., None] | None = None, attrs: Sequence[str] | str | None = None, policy: str | None = None
) -> Any:
    """Mark the `__init__` of a Cell whose graph the compiler may share; it is run as it is.

    Args:
        fn (Function, optional): the `__init__`; ``None`` when used with arguments. Default: ``None``.
        attrs (Union[list[str], str], optional): concerns the compiler. Default: ``None``.
        policy (str, optional): ``None`` or ``"front"``; concerns the compiler. Default: ``None``.

    Returns:
        Function.

    Raises:
        ValueError: if `fn` is not an `__init__`, or `policy` another word.

    Source: mindspore.lazy_inline, MindSpore 2.10
    """
    del attrs
    if policy not in (None, "front"):
        msg = f"The policy of lazy_inline must be None or 'front', but got {policy!r}"
        raise ValueError(msg)

    def mark(init: Callable[..., None]) -> Callable[..., None]:
        if not inspect.isfunction(init) or init.__name__ != "__init__":
            name = getattr(init, "__name__", init)
            msg = f"The lazy_inline should decorate the __init__ function, not the function: {name}."
            raise ValueError(msg)
        return init

    return mark if fn is None else mark(fn)


def no_inline(fn: Callable[..., Any] | None = None) -> Any:
    """Mark a function whose graph the compiler may share; it is run as it is.

    Args:
        fn (Function, optional): what to mark. Default: ``None``.

    Returns:
        Function.

    Raises:
        ValueError: if `fn` cannot be called.

    Source: mindspore.no_inline, MindSpore 2.10
    """
    if fn is None:
        return no_inline
    if not callable(fn):
        msg = f"The no_inline should decorate a function, but got {fn!r}"
        raise ValueError(msg)  # noqa: TRY004 - what MindSpore raises

    @functools.wraps(fn)
    def run(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    return run


def enable_dynamic(**kwargs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say which inputs of a compiled function change their shape; every shape is accepted here.

    Args:
        kwargs (dict): inputs by name.

    Returns:
        Function that returns the function it decorates.

    Source: mindspore.enable_dynamic, MindSpore 2.10
    """
    del kwargs

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        return fn

    return mark


def set_recursion_limit(recursion_limit: int = 1000) -> None:
    """Accept the depth to which the compiler follows calls; without effect, as Python runs the calls.

    Args:
        recursion_limit (int): the depth, above 0. Default: ``1000``.

    Raises:
        TypeError: if it is no int.
        ValueError: if it is not above 0.

    Source: mindspore.set_recursion_limit, MindSpore 2.10
    """
    check_positive_int(recursion_limit)
