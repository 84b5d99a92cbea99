"""Checks of the arguments of datasets and their operations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ms2torch.dataset.core import validator_helpers as helpers
from ms2torch.dataset.engine._wording import pipeline_error


def integer(name: str, value: object, lowest: int) -> None:
    """Raise unless `value` is an int of at least `lowest`."""
    helpers.type_check(value, (int,), name)
    helpers.check_value(value, (lowest, helpers.INT32_MAX), name)


def boolean(name: str, value: object) -> None:
    """Raise unless `value` is a bool."""
    helpers.type_check(value, (bool,), name)


def workers(value: object) -> None:
    """Raise unless `value` is ``None`` or a positive int."""
    if value is not None:
        helpers.check_num_parallel_workers(value)


def count(value: object) -> None:
    """Raise unless `value` says how many rows to take."""
    helpers.type_check(value, (int,), "count")
    if value == 0 or not -1 <= value <= helpers.INT32_MAX:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise ValueError(
            f"count should be either -1 or within the required interval of (0, {helpers.INT32_MAX}], got {value}."
        )


def repeats(value: object) -> None:
    """Raise unless `value` says how often to repeat."""
    helpers.type_check(value, (int,), "count")
    if value == 0 or not -1 <= value <= helpers.INT32_MAX:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise ValueError(f"count should be either -1 or positive integer, range[1, INT32_MAX]. It is {value}.")


def iterator(num_epochs: object, output_numpy: object, do_copy: object) -> None:
    """Raise unless these are arguments of an iterator."""
    helpers.type_check(num_epochs, (int,), "num_epochs")
    if num_epochs == 0 or num_epochs < -1:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise RuntimeError(
            pipeline_error(f"RootNode: num_epochs should be either -1 or positive integer, num_epochs: {num_epochs}")
        )
    boolean("output_numpy", output_numpy)
    boolean("do_copy", do_copy)


def only(options: dict[str, object], where: str, known: tuple[str, ...]) -> None:
    """Raise TypeError for an option that is not known."""
    for name in options:
        if name not in known:
            raise TypeError(f"{where}() got an unexpected keyword argument '{name}'; known are {', '.join(known)}.")


def names(argument: str, value: object) -> list[str]:
    """Return one or more column names as a list."""
    helpers.type_check(value, (list, str), argument)
    if isinstance(value, str):
        if not value:
            raise ValueError(f"{argument} should not be an empty str.")
        return [value]
    many: list[Any] = value  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    if not many:
        raise ValueError(f"{argument} should not be empty.")
    for place, name in enumerate(many):
        if not name:
            raise ValueError(f"{argument}[{place}] should not be empty.")
    helpers.type_check_list(many, (str,), argument)
    if len(set(many)) != len(many):
        raise ValueError(f"Every column name should not be same with others in column_names. They are {many}.")
    return list(many)


def columns_exist(where: str, wanted: Iterable[str], columns: list[str], sentence: str) -> None:
    """Raise RuntimeError unless every name of `wanted` is a column; `sentence` says it of the name that is not."""
    for name in wanted:
        if name not in columns:
            raise RuntimeError(pipeline_error(f"{sentence.format(name)} In {where}: the columns are {columns}."))
