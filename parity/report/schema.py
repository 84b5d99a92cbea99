"""JSON Schemas (draft 2020-12), made from the data models: of reports, and of whatever else a command writes."""

from __future__ import annotations

import inspect
import json
import re
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from parity.report.model import SCHEMA_VERSION, Report

_NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["nan", "inf", "-inf"]}]}
_SCALARS: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
_ARGUMENT = re.compile(r"^    (\w+(?:, \w+)*) \([^\n]*?\): (.*(?:\n {8,}.*)*)", re.MULTILINE)


def schema() -> dict[str, Any]:
    """Return the JSON Schema that every text of `parity.report.json.to_json` satisfies."""
    description = (
        f"What `ms2torch compare --json` writes, schema_version {SCHEMA_VERSION}. Numbers that JSON lacks are written "
        'as "nan", "inf" and "-inf".'
    )
    return schema_of(Report, "ms2torch compare: report", description, SCHEMA_VERSION)


def schema_of(model: Any, title: str, description: str, version: int, *, many: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of a dataclass as JSON: every field is required, and no other is allowed.

    Args:
        model (type): a dataclass whose field ``schema_version`` has the version.
        title (str): of the schema.
        description (str): what writes such a text.
        version (int): the only value of ``schema_version``.
        many (bool): the text is a list of them. Default: ``False``.
    """
    definitions: dict[str, Any] = {"Number": _NUMBER, "Value": _value()}
    root = _object(model, definitions)
    root["properties"]["schema_version"] = {"const": version}
    if many:
        definitions[model.__name__] = root
        root = {"type": "array", "items": _reference(model.__name__)}
    used = json.dumps([root, definitions])
    needed = {name: one for name, one in definitions.items() if f'"#/$defs/{name}"' in used}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **root,
        "description": description,
        "$defs": dict(sorted(needed.items())),
    }


def to_text(found: Mapping[str, Any]) -> str:
    """Return a schema as text, ending in a newline."""
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


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
