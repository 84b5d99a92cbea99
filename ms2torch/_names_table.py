"""The table of MindSpore's modules: what real MindSpore 2.10 has in each, and where each name is defined.

`tools/record/module_names.py` writes `_mindspore_names.txt` and says how it reads. It is read when a name is first
missed (9 ms), and of a module only its own line.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
OURS = __name__.partition(".")[0]


@dataclass(frozen=True)
class Entry:
    """What the table says of a name in a module.

    Where it is defined, as what, and, of an object, the class that it is made of and what a call of it takes.
    """

    home: str
    called: str
    made: str = ""
    takes: tuple[str, ...] = ()


@functools.cache
def text() -> str:
    """Return the table."""
    return "\n" + (FOLDER / "_mindspore_names.txt").read_text(encoding="utf-8")


@functools.cache
def reasons() -> list[dict[str, Any]]:
    """Return what is left out, and why."""
    import tomllib  # only for what is missing

    found: list[dict[str, Any]] = tomllib.loads((FOLDER / "_absent.toml").read_text(encoding="utf-8"))["absent"]
    return found


@functools.cache
def counterparts() -> dict[str, str]:
    """Return what of ours stands for a name that MindSpore keeps for itself."""
    import tomllib

    found: dict[str, str] = tomllib.loads((FOLDER / "_counterparts.toml").read_text(encoding="utf-8"))
    return found


def short(module: str) -> str:
    """Return a module of ours as the table names it: without ``ms2torch.``."""
    return "" if module == OURS else module.removeprefix(f"{OURS}.")


def full(place: str) -> str:
    """Return the module of ours that the table names so."""
    return f"{OURS}.{place}" if place else OURS


@functools.cache
def lines() -> dict[str, str]:
    """Return the lines of the table, by module."""
    return {line.partition("\t")[0]: line for line in text()[1:-1].split("\n")}


@functools.cache
def entries(place: str) -> dict[str, Entry]:
    """Return what a module has, by name; nothing if MindSpore has no such module."""
    line = lines().get(place)
    if line is None:
        return {}
    fields = line.split("\t")
    found: dict[str, Entry] = {}
    for item in fields[1].split():
        name = item.partition(">")[0]
        name, _, made = name.partition("=")
        made, _, takes = made.removesuffix(")").partition("(")
        found[name] = Entry(place, name, made, tuple(takes.split(",")) if takes else ())
    for field in fields[2:]:
        home, _, items = field.partition(":")
        for item in items.split(" "):
            name, renamed, called = item.partition("=")
            found[name] = Entry(home, called if renamed else name)
    return found


def paths(home: str, called: str) -> list[tuple[str, str]]:
    """List where an object is found: where it is defined, then the other modules that have it, the shallow first."""
    others: list[tuple[str, str]] = []
    for module, field in _fields(home):
        for item in field.split(" "):
            name, renamed, original = item.partition("=")
            if (original if renamed else name) == called:
                others.append((module, name))
    others.sort(key=lambda path: (path[1].startswith("_"), path[0].count("."), "._" in f".{path[0]}", path))
    return [(home, called), *others]


def _fields(home: str) -> Iterator[tuple[str, str]]:
    """Yield each module that has names of another one, with those names as the table writes them."""
    table = text()
    mark = f"\t{home}:"
    at = table.find(mark)
    while at >= 0:
        start = table.rindex("\n", 0, at) + 1
        end = min(place for place in (table.find("\t", at + 1), table.index("\n", at)) if place >= 0)
        yield table[start : table.index("\t", start)], table[at + len(mark) : end]
        at = table.find(mark, at + 1)


def handing_on(operation: str) -> Iterator[tuple[str, str]]:
    """Yield the functions, as module and name, that hand their arguments to an operation as they are."""
    table = text()
    mark = f">{operation}"
    at = table.find(mark)
    while at >= 0:
        if table[at + len(mark)] in " \t\n":
            start = table.rindex("\n", 0, at) + 1
            name = max(table.rfind(" ", start, at), table.rfind("\t", start, at)) + 1
            yield table[start : table.index("\t", start)], table[name:at]
        at = table.find(mark, at + 1)
