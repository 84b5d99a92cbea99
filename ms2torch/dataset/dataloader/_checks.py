"""Checks of arguments, in MindSpore's words."""

from __future__ import annotations


def check_type(value: object, name: str, valid: type | tuple[type, ...], invalid: type | tuple[type, ...] = ()) -> None:
    """Raise TypeError unless a value is of a type.

    Args:
        value (object): the value.
        name (str): the argument.
        valid (Union[type, tuple[type]]): what it may be.
        invalid (Union[type, tuple[type]]): what it may not be all the same, as bool for int. Default: ``()``.
    """
    if not isinstance(value, valid) or isinstance(value, invalid):
        raise TypeError(f"{name} must be {valid}, but got: {type(value).__name__}.")


def check_optional_type(value: object, name: str, valid: type, invalid: type | tuple[type, ...] = ()) -> None:
    """Raise TypeError unless a value is None or of a type; arguments as those of `check_type`."""
    if value is not None:
        check_type(value, name, valid, invalid)


def check_positive(value: float | None, name: str) -> None:
    """Raise ValueError if a number is not above 0; None is any."""
    if value is not None and value <= 0:
        raise ValueError(f"{name} must be positive, but got: {value}.")


def check_non_negative(value: float, name: str) -> None:
    """Raise ValueError if a number is below 0."""
    if value < 0:
        raise ValueError(f"{name} must be non-negative, but got: {value}.")


def check_not_given(given: object, name: str, beside: str) -> None:
    """Raise ValueError if an argument is given that another rules out."""
    if given:
        raise ValueError(f"{name} cannot be specified {beside}.")
