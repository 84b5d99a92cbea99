"""The JSON Schema of a report, made from the data model; `docs/report.schema.json` is its published form.

``python -m parity.report.schema FILE`` writes it (`make docs`).
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from parity.report.files import write_atomic
from parity.report.model import SCHEMA_VERSION, Report

_NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["nan", "inf", "-inf"]}]}
_SCALARS: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
_ARGUMENT = re.compile(r"^    (\w+(?:, \w+)*) \([^\n]*?\): (.*(?:\n {8,}.*)*)", re.MULTILINE)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) that every text of `parity.report.json.to_json` satisfies.

    Every field is required and no other is allowed: a report of this version has exactly these.
    """
    definitions: dict[str, Any] = {"Number": _NUMBER, "Value": _value()}
    root = _object(Report, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ms2torch compare: report",
        "description": f"What `ms2torch compare --json` writes, schema_version {SCHEMA_VERSION}. Numbers that JSON "
        'lacks are written as "nan", "inf" and "-inf".',
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def to_text() -> str:
    """Return the schema as text, ending in a newline."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _value() -> dict[str, Any]:
    scalars = [{"type": ["string", "boolean", "null"]}, _reference("Number")]
    return {"anyOf": [*scalars, {"type": "array", "items": _reference("Value")}]}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _object(model: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(model)
    documentation = inspect.getdoc(model) or ""
    words = _words(documentation)
    properties: dict[str, Any] = {}
    for item in fields(model):
        described = {"description": words[item.name]} if item.name in words else {}
        properties[item.name] = {**described, **_of(hints[item.name], definitions)}
    if model is Report:
        properties["schema_version"] = {"const": SCHEMA_VERSION}
    return {
        "description": " ".join(documentation.partition("\n\n")[0].split()),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _words(documentation: str) -> dict[str, str]:
    """Return what a docstring's ``Args:`` says of each field."""
    found: dict[str, str] = {}
    for names, text in _ARGUMENT.findall(documentation):
        for name in names.split(", "):
            found[name] = " ".join(text.split())
    return found


def _of(annotation: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if is_dataclass(annotation):
        return _named(annotation, definitions)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        if len(set(arguments) - {type(None)}) > 1:  # the only such union of the model
            return _reference("Value")
        return {"anyOf": [_of(member, definitions) for member in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _of(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _of(arguments[1], definitions)}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if annotation is float:
        return _reference("Number")
    return {"type": _SCALARS[annotation]}


def _named(model: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    name: str = model.__name__
    if name not in definitions:
        definitions[name] = {}  # a place, in case the model refers to itself
        definitions[name] = _object(model, definitions)
    return _reference(name)


if __name__ == "__main__":
    write_atomic(Path(sys.argv[1]), to_text())
