"""What a conversion wrote last, kept beside its results: for telling edits, and for what has not changed since."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from parity.port.engine.context import Mark
from parity.port.project.facts import Facts, Source
from parity.report.files import write_atomic

NAME = ".ms2torch-port.json"
"""The name of the file, in the folder of the results."""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One file as it was written last.

    Args:
        text (str): what was written; a byte that is no UTF-8 as a surrogate.
        key (str): of what it was made from; "" for a file that was copied.
        marks (tuple[Mark, ...]): what was left.
        converted (int): uses of torch names that were converted.
        unproved (tuple[str, ...]): methods taken over under the same name.
        provenance (str): where a file of another package comes from.
        lines (tuple[int, ...]): the line of the file that each line of what was kept of it is.
    """

    text: str
    key: str = ""
    marks: tuple[Mark, ...] = ()
    converted: int = 0
    unproved: tuple[str, ...] = ()
    provenance: str = ""
    lines: tuple[int, ...] = ()

    @property
    def content(self) -> bytes:
        """The bytes that were written."""
        return self.text.encode("utf-8", "surrogateescape")


def read_record(folder: Path) -> dict[str, Entry]:
    """Return what was written to a folder last, by the path below it; nothing where that is not known.

    Args:
        folder (Path): of the results.
    """
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
        files = found["files"] if found["schema_version"] == _VERSION else {}
        return {name: _entry(data) for name, data in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_record(folder: Path, entries: Mapping[str, Entry]) -> None:
    """Write what was written to a folder.

    Args:
        folder (Path): of the results.
        entries (Mapping[str, Entry]): by the path below it.
    """
    files = {name: asdict(entry) for name, entry in sorted(entries.items())}
    write_atomic(folder / NAME, json.dumps({"schema_version": _VERSION, "files": files}, indent=1) + "\n")


def _entry(data: Mapping[str, Any]) -> Entry:
    rest = {name: data[name] for name in ("text", "key", "converted", "provenance")}
    marks = tuple(Mark(**mark) for mark in data["marks"])
    return Entry(marks=marks, unproved=tuple(data["unproved"]), lines=tuple(data["lines"]), **rest)


def key_of(source: Source, facts: Facts, to: str, whole: bytes) -> str:
    """Return a hash of all that the conversion of a file depends on.

    Args:
        source (Source): what is converted.
        facts (Facts): what is known of the project.
        to (str): the framework of the result.
        whole (bytes): the file, of which `source` may be a part: lines are told as its.
    """
    of_project = [
        f"{name}={_sorted(getattr(facts, name))!r}" for name in sorted(Facts.__dataclass_fields__) if name != "exists"
    ]
    words = [_of_program(), to, source.module, source.package, source.code, *of_project]
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape") + whole).hexdigest()


def _sorted(value: Any) -> Any:
    """Return a value of facts in an order that does not depend on hashes."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, dict):
        return [(name, _sorted(inner)) for name, inner in sorted(value.items())]
    fields = getattr(type(value), "__dataclass_fields__", None)
    return [_sorted(getattr(value, name)) for name in fields] if fields else value


@cache
def _of_program() -> str:
    """Return a hash of the program and of the table that it converts by."""
    found = hashlib.sha256(version("ms2torch").encode())
    root = Path(__file__).resolve().parents[2]
    for folder, pattern in (("parity/port", "*.py"), ("mappings", "*.toml"), ("mappings", "*.py")):
        for file in sorted((root / folder).rglob(pattern)):
            found.update(file.read_bytes())
    return found.hexdigest()
