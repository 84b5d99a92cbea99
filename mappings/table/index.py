"""Which rows the data files hold, found in their text: a row is read when it is asked for.

Reading all 1500 rows takes longer than comparing two small nets, and such a comparison asks for a handful.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mappings.rows.model import Row
from mappings.rows.names import spellings
from mappings.table.load import DATA, MappingError, families, load_file, row_from

_HEAD = "[[api]]\n"
_NAME = re.compile(r'^(torch|mindspore) = "([^"\\\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a row stands, and its names.

    Args:
        file (Path): the data file.
        number (int): the row's number in it, from 1.
        torch (str): its name in torch.
        mindspore (str): its name in MindSpore; "" where it has none.
        text (str): its part of the file.
    """

    file: Path
    number: int
    torch: str
    mindspore: str
    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it has."""
        return (self.torch, self.mindspore) if self.mindspore else (self.torch,)


@cache
def entries_of(file: Path) -> tuple[Entry, ...]:
    """Return the entries of one data file.

    Raises:
        MappingError: if the file is no list of ``[[api]]`` tables that name their row in their first lines.
    """
    try:
        before, *tables = ("\n" + file.read_text(encoding="utf-8")).split("\n" + _HEAD)
    except (OSError, UnicodeDecodeError):
        before, tables = "?", []
    if any(line.strip() and not line.startswith("#") for line in before.split("\n")):
        load_file(file)  # says what is wrong
        raise MappingError(file.name, "", "", "text before the first table", "only [[api]] tables and comments")
    return tuple(_entry(file, number, table) for number, table in enumerate(tables, start=1))


def _entry(file: Path, number: int, table: str) -> Entry:
    own = table.partition("\n[")[0]
    names = dict(_NAME.findall(own))
    return Entry(file, number, names.get("torch", ""), names.get("mindspore", ""), table)


@cache
def read(entry: Entry) -> Row:
    """Return the row of an entry.

    Raises:
        MappingError: if the file is wrong.
    """
    try:
        (table,) = tomllib.loads(_HEAD + entry.text)["api"]
    except ValueError:
        load_file(entry.file)  # says what is wrong
        raise
    row = row_from(entry.file.name, entry.number, table)
    if (row.torch, row.mindspore) != (entry.torch, entry.mindspore):
        place = f"row {entry.number} ({row.torch})"
        raise MappingError(entry.file.name, place, "", "names that are not found", "'torch = \"NAME\"' on a line each")
    return row


def entries() -> Iterator[Entry]:
    """Yield every entry, family by family."""
    for family in families():
        yield from entries_of(DATA / f"{family}.toml")


@cache
def by_pair() -> dict[tuple[str, str], Entry]:
    """Return the entries by both names."""
    return {(entry.torch, entry.mindspore): entry for entry in entries()}


@cache
def by_name() -> dict[str, tuple[Entry, ...]]:
    """Return the entries by every spelling of their names."""
    found: dict[str, list[Entry]] = {}
    for entry in entries():
        for spelling in dict.fromkeys(spelling for name in entry.names for spelling in spellings(name)):
            found.setdefault(spelling, []).append(entry)
    return {spelling: tuple(held) for spelling, held in found.items()}


@cache
def by_lower() -> dict[str, tuple[str, ...]]:
    """Return the spellings by what they are in small letters."""
    found: dict[str, list[str]] = {}
    for spelling in by_name():
        found.setdefault(spelling.lower(), []).append(spelling)
    return {lower: tuple(held) for lower, held in found.items()}
