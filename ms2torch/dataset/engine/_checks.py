"""Checks of the arguments of datasets and their operations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def integer(name: str, value: object, lowest: int, *, not_zero: bool = False) -> None:
    """Raise unless `value` is an int of at least `lowest` (and not 0 where `not_zero`)."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, but got {value!r} of type {type(value).__name__}.")
    if value < lowest or (not_zero and value == 0):
        raise ValueError(f"{name} must be at least {lowest}{' and not 0' if not_zero else ''}, but got {value}.")


def boolean(name: str, value: object) -> None:
    """Raise unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, but got {value!r}.")


def workers(value: object) -> None:
    """Raise unless `value` is ``None`` or a positive int."""
    if value is not None:
        integer("num_parallel_workers", value, 1)


def iterator(num_epochs: object, output_numpy: object, do_copy: object) -> None:
    """Raise unless these are arguments of an iterator."""
    integer("num_epochs", num_epochs, -1, not_zero=True)
    boolean("output_numpy", output_numpy)
    boolean("do_copy", do_copy)


def only(options: dict[str, object], where: str, known: tuple[str, ...]) -> None:
    """Raise TypeError for an option that is not known."""
    for name in options:
        if name not in known:
            raise TypeError(f"{where}() got an unexpected keyword argument '{name}'; known are {', '.join(known)}.")


def names(argument: str, value: object) -> list[str]:
    """Return one or more column names as a list."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"{argument} must be a str or a list of str, but got {value!r}.")
    if not value or "" in value or len(set(value)) != len(value):
        raise ValueError(f"{argument} must hold different names that are not empty, but got {value!r}.")
    return list(value)


def columns_exist(where: str, wanted: Iterable[str], columns: list[str]) -> None:
    """Raise RuntimeError unless every name of `wanted` is a column."""
    for name in wanted:
        if name not in columns:
            raise RuntimeError(f"{where}: there is no column '{name}'; the columns are {columns}.")


def datasets(where: str, values: Sequence[object]) -> None:
    """Raise unless all are datasets."""
    from ms2torch.dataset.engine.datasets import Dataset

    for value in values:
        if not isinstance(value, Dataset):
            raise TypeError(f"{where}: expected a dataset, but got {type(value)}.")
