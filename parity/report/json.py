"""The JSON form of a report: written whole or not at all, and read back to an equal `Report`.

JSON has no NaN and no infinity: they are written as the strings ``"nan"``, ``"inf"`` and ``"-inf"`` in place of the
number.
"""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from parity.report.files import write_atomic
from parity.report.model import SCHEMA_VERSION, Report

_NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class ReportFormatError(ValueError):
    """A text that is not a report this version can read; the message says where and why."""


def to_json(report: Report) -> str:
    """Render a report as JSON text, ending in a newline.

    Args:
        report (Report): any report.

    Returns:
        str: the text; equal reports give equal texts.

    Raises:
        TypeError: a field holds something that has no JSON form (the message names the field).
    """
    return json.dumps(encoded(report, "report"), indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def from_json(text: str) -> Report:
    """Read back what `to_json` wrote.

    Args:
        text (str): JSON text. Keys this version does not know are passed over.

    Returns:
        Report: equal to the one that was written.

    Raises:
        ReportFormatError: not JSON, not a report, or of another schema version.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error}"
        raise ReportFormatError(message) from error
    version = data.get("schema_version") if isinstance(data, dict) else None
    if version is None:
        message = "not a comparison report: it has no `schema_version`"
        raise ReportFormatError(message)
    if version != SCHEMA_VERSION:
        message = f"schema_version is {version!r}, this version reads {SCHEMA_VERSION}; write the report again"
        raise ReportFormatError(message)
    report = _decode(Report, data, "report")
    assert isinstance(report, Report)
    return report


def save(report: Report, path: Path) -> None:
    """Write a report to `path`, whole or not at all.

    Args:
        report (Report): any report.
        path (Path): the file; its folder must exist.

    Raises:
        UnwritablePathError: the file cannot be written.
    """
    write_atomic(path, to_json(report))


def load(path: Path) -> Report:
    """Read a report from `path`.

    Args:
        path (Path): a file that `save` wrote.

    Returns:
        Report: equal to the one that was written.

    Raises:
        ReportFormatError: the file is not a report; the message names the file.
        OSError: the file cannot be read.
    """
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except (ReportFormatError, UnicodeDecodeError) as error:
        message = f"{path}: {error}"
        raise ReportFormatError(message) from error


def encoded(value: object, where: str) -> object:
    """Return a dataclass, or what is in one, as JSON has it: numbers that JSON lacks are strings.

    Args:
        value (object): of plain values, mappings, sequences and dataclasses.
        where (str): what it is called in an error.

    Raises:
        TypeError: a field holds something that has no JSON form.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: encoded(getattr(value, item.name), f"{where}.{item.name}") for item in fields(value)}
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else str(number)
    if isinstance(value, Mapping):
        return {str(key): encoded(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, Sequence):
        return [encoded(item, f"{where}[{index}]") for index, item in enumerate(value)]
    message = f"{where}: {type(value).__name__} has no JSON form"
    raise TypeError(message)


def _decode(annotation: Any, value: Any, where: str) -> object:
    if is_dataclass(annotation):
        return _decode_dataclass(annotation, value, where)
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _decode_union(arguments, value, where)
    if origin is tuple:
        items = _expect(list, value, where)
        return tuple(_decode(arguments[0], item, f"{where}[{index}]") for index, item in enumerate(items))
    if origin is Mapping:
        return {key: _decode(arguments[1], item, f"{where}.{key}") for key, item in _expect(dict, value, where).items()}
    if origin is typing.Literal:
        if value not in arguments:
            message = f"{where}: {value!r} is not one of {', '.join(map(str, arguments))}"
            raise ReportFormatError(message)
        return value
    if annotation is float:
        return _decode_float(value, where)
    return _expect(annotation, value, where)


def _decode_dataclass(annotation: Any, value: object, where: str) -> object:
    data = _expect(dict, value, where)
    hints = typing.get_type_hints(annotation)
    known = {
        item.name: _decode(hints[item.name], data[item.name], f"{where}.{item.name}")
        for item in fields(annotation)
        if item.name in data
    }
    try:
        return annotation(**known)
    except TypeError as error:
        message = f"{where}: {error}"
        raise ReportFormatError(message) from error


def _decode_union(arguments: tuple[Any, ...], value: object, where: str) -> object:
    if value is None:
        return None
    members = [member for member in arguments if member is not type(None)]
    if len(members) == 1:
        return _decode(members[0], value, where)
    # The only other union of the model is `Value`: scalars as they are, lists as tuples.
    return tuple(_decode_union(arguments, item, where) for item in value) if isinstance(value, list) else value


def _decode_float(value: object, where: str) -> float:
    if isinstance(value, str) and value in _NON_FINITE:
        return _NON_FINITE[value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    message = f"{where}: {value!r} is not a number"
    raise ReportFormatError(message)


def _expect(kind: type, value: Any, where: str) -> Any:
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    message = f"{where}: expected {kind.__name__}, found {type(value).__name__}"
    raise ReportFormatError(message)
