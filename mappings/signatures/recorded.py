"""The signatures of both frameworks' names, recorded from them into `data/signatures-*.json`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from mappings.rows.literals import parse_literal
from mappings.rows.model import REQUIRED, Row
from mappings.signatures.stubs import PROPERTY, literal_text, overloads as live_overloads, undecorated

_DATA = Path(__file__).parents[1] / "data"
SNAPSHOT = _DATA / "signatures-2.10.0.json"
TORCH_SNAPSHOT = _DATA / "signatures-torch-2.13.json"

# By parameter name, in order: the default (REQUIRED, a literal, or Opaque). None: the signature says nothing.
Signature: TypeAlias = "Mapping[str, object] | None"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of one overload.

    Attributes:
        name: its name.
        default: `REQUIRED`, a literal, or an `Opaque`.
        types: of Tensor, tensors, bool, int, ints, float, floats, str, dtype, None; () where nothing tells.
        kind: ``plain``, ``position`` (by position only), ``keyword`` (by keyword only), ``many`` (``*name``).
    """

    name: str
    default: object = REQUIRED
    types: tuple[str, ...] = ()
    kind: str = "plain"

    @property
    def required(self) -> bool:
        """Whether a call must give it."""
        return self.default is REQUIRED and self.kind != "many"


Overload: TypeAlias = "tuple[Argument, ...]"


@cache
def _texts() -> dict[str, list[list[str]] | None]:
    found: dict[str, list[list[str]] | None] = {}
    for snapshot in (SNAPSHOT, TORCH_SNAPSHOT):
        if snapshot.exists():
            found.update(json.loads(snapshot.read_text(encoding="utf-8")))
    return found


def is_recorded(name: str) -> bool:
    """Return whether the name's signature was recorded, be it that nothing tells it."""
    return name in _texts()


def is_property(name: str) -> bool:
    """Return whether the name is a property, which is read and not called."""
    return (_texts().get(name) or [])[:1] == [[PROPERTY]]


@cache
def overloads(name: str) -> tuple[Overload, ...]:
    """Return the recorded overloads of a public name; () where nothing tells them."""
    return tuple(_overload(texts) for texts in _texts().get(name) or ())


@cache
def recorded() -> Mapping[str, Signature]:
    """Return the recorded signatures of both frameworks by public name, the overloads of a name joined."""
    return {name: recorded_of(name) for name in _texts()}


@cache
def recorded_of(name: str) -> Signature:
    """Return the recorded signature of one public name, its overloads joined; None where nothing tells it."""
    return None if _texts().get(name) is None else joined(overloads(name))


def joined(found: Sequence[Overload]) -> Signature:
    """Return overloads as one signature: an argument that one of them lacks has the default None.

    Returns:
        Mapping or None: None where an argument may be given any number of times.
    """
    if not found or any(argument.kind == "many" for overload in found for argument in overload):
        return None
    merged: dict[str, object] = {}
    for overload in sorted(found, key=len, reverse=True):
        for argument in overload:
            merged.setdefault(argument.name, argument.default)
    for name, default in merged.items():
        if default is REQUIRED and not all(any(a.name == name for a in overload) for overload in found):
            merged[name] = None
    return merged


def _overload(texts: Sequence[str]) -> Overload:
    found: list[Argument] = []
    keyword_only = False
    for text in texts:
        if text == "/":
            found = [Argument(a.name, a.default, a.types, "position") for a in found]
        elif text == "*":
            keyword_only = True
        elif text == PROPERTY:
            continue
        else:
            found.append(_argument(text, keyword_only=keyword_only))
            keyword_only = keyword_only or text.startswith("*")
    return tuple(found)


def _argument(text: str, *, keyword_only: bool) -> Argument:
    head, equals, default = text.partition(" = ")
    name, _, types = head.partition(": ")
    kind = "many" if name.startswith("*") else "keyword" if keyword_only else "plain"
    value = _literal(default) if equals else REQUIRED
    return Argument(name.lstrip("*"), value, tuple(types.split("|")) if types else (), kind)


@cache
def _literal(text: str) -> object:
    return parse_literal(text)


def describe(target: Any) -> dict[str, str] | None:
    """Return the parameters of `target` by name, each with its default as text ("" where it is required)."""
    import inspect

    try:
        signature = inspect.signature(undecorated(target))
    except (ValueError, TypeError):
        return None
    found: dict[str, str] = {}
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            return None
        if parameter.name != "self" and parameter.kind is not parameter.VAR_KEYWORD:
            found[parameter.name] = "" if parameter.default is parameter.empty else literal_text(parameter.default)
    return found


def signature_of(target: Any) -> Signature:
    """Return the signature of a live object in the recorded form."""
    entry = describe(target)
    if entry is None:
        return None
    return {name: parse_literal(default) if default else REQUIRED for name, default in entry.items()}


def record(python: str, rows: Iterable[Row]) -> int:
    """Record the signatures of the rows' names, MindSpore's with the interpreter `python`; return how many."""
    rows = list(rows)
    theirs = sorted({row.mindspore for row in rows if row.mindspore})
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    command = [python, "-m", "mappings.signatures.recorded"]
    done = subprocess.run(  # noqa: S603
        command, input=json.dumps(theirs), capture_output=True, text=True, env=environment, check=True
    )
    _write(SNAPSHOT, json.loads(done.stdout.splitlines()[-1]))
    ours = sorted({row.torch for row in rows})
    _write(TORCH_SNAPSHOT, live(ours))
    return len(theirs) + len(ours)


def live(names: Iterable[str]) -> dict[str, list[list[str]] | None]:
    """Return the signatures of names as the installed frameworks have them; a name that is not there is left out."""
    found: dict[str, list[list[str]] | None] = {}
    for name in names:
        try:
            found[name] = live_overloads(name)
        except AttributeError:
            continue
    return found


def _write(path: Path, data: Mapping[str, object]) -> None:
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in data.items())
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def main() -> None:
    """Print the signatures of the names on standard input as JSON (runs inside the oracle)."""
    names: list[str] = json.load(sys.stdin)
    sys.stdout.write(json.dumps(live(names)) + "\n")


if __name__ == "__main__":
    main()
