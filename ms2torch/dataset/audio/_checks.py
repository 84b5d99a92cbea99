"""Checks of the transforms' arguments: a wrong type is a TypeError, a wrong value a ValueError."""

from __future__ import annotations

import math
from enum import Enum

from ms2torch.dataset.core import validator_helpers as helpers

FLOAT_MAX = helpers.FLOAT_MAX_INTEGER
INT_MAX = helpers.INT32_MAX


def kind(name: str, value: object, types: type | tuple[type, ...]) -> None:
    """Raise TypeError unless `value` is of one of the types; a bool counts only where bool is asked for."""
    helpers.type_check(value, types if isinstance(types, tuple) else (types,), name)


def flag(name: str, value: object) -> None:
    """Raise TypeError unless `value` is a bool."""
    kind(name, value, bool)


def member(name: str, value: object, enum: type[Enum]) -> None:
    """Raise TypeError unless `value` is a member of the enumeration."""
    kind(name, value, enum)


def integer(name: str, value: object, low: int = 0, high: int = INT_MAX) -> None:
    """Raise unless `value` is an int in [low, high]."""
    kind(name, value, int)
    assert isinstance(value, int)
    helpers.check_value(value, (low, high), name)


def not_zero(name: str, value: object) -> None:
    """Raise unless `value` is an int other than zero."""
    kind(name, value, int)
    if value == 0 or not helpers.INT32_MIN <= value <= INT_MAX:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise ValueError(
            f"Input {name} is not within the required interval of [{helpers.INT32_MIN}, 0) and (0, {INT_MAX}]."
        )


def number(
    name: str,
    value: object,
    low: float = -FLOAT_MAX,
    high: float = FLOAT_MAX,
    *,
    above: bool = False,
    kinds: tuple[type, ...] = (int, float),
) -> None:
    """Raise unless `value` is a number in [low, high], or (low, high] with `above`; `kinds` as MindSpore lists them."""
    kind(name, value, kinds)
    helpers.check_value(value, (low, high), name, left_open_interval=above)


def single(name: str, value: object, low: float = -FLOAT_MAX, high: float = FLOAT_MAX, *, above: bool = False) -> None:
    """Raise as `number` does; of these arguments MindSpore names float first."""
    number(name, value, low, high, above=above, kinds=(float, int))


def positive(name: str, value: object) -> None:
    """Raise unless `value` is a number above zero."""
    number(name, value, 0, above=True)


def window(n_fft: object, win_length: object, hop_length: object) -> None:
    """Check the lengths of a short-time transform; the last two may be None."""
    integer("n_fft", n_fft, 1)
    if win_length is not None:
        integer("win_length", win_length, 1)
        assert isinstance(win_length, int)
        assert isinstance(n_fft, int)
        if win_length > n_fft:
            told = f"but got win_length: {win_length} and n_fft: {n_fft}."
            raise ValueError(f"Input win_length should be no more than n_fft, {told}")
    if hop_length is not None:
        integer("hop_length", hop_length, 1)


def frequencies(f_min: float, f_max: float | None, sample_rate: int) -> None:
    """Check a range of frequencies; without an upper end it is half the sample rate."""
    number("f_min", f_min)
    if f_max is not None:
        positive("f_max", f_max)
    end = sample_rate // 2 if f_max is None else f_max
    if f_min >= end:
        told = "sample_rate // 2 should be greater than f_min when f_max is set to None"
        if f_max is not None:
            told = "f_max should be greater than or equal to f_min"
        raise ValueError(f"MelScale: {told}. They are {f_min} and {end}.")


def coefficients(a_coeffs: object, b_coeffs: object) -> None:
    """Check the two lists of a filter."""
    for name, values in (("a_coeffs", a_coeffs), ("b_coeffs", b_coeffs)):
        kind(name, values, (list, tuple))
        assert isinstance(values, (list, tuple))
        for place, value in enumerate(values):
            single(f"{name}[{place}]", value)
    assert isinstance(a_coeffs, (list, tuple))
    assert isinstance(b_coeffs, (list, tuple))
    if len(a_coeffs) != len(b_coeffs):
        told = f"They are {len(a_coeffs)} and {len(b_coeffs)}."
        raise ValueError(f"The size of a_coeffs should be the same as that of b_coeffs. {told}")
    if not a_coeffs or not math.isfinite(a_coeffs[0]) or a_coeffs[0] == 0:
        raise ValueError("`a_coeffs[0]` must not be 0.")
