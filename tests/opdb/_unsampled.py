"""The names without samples of their own, each with its reason, and what counts as sampled (unsampled.toml)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.opdb._calls import resolve
from tests.opdb._database import HERE, families, ops
from tools.snapshot import load_snapshot

FILE = HERE / "unsampled.toml"
TIERS = ("core", "wide")
STATES = ("sampled", "same", "reasoned", "missing", "absent")


@dataclass(frozen=True)
class Reason:
    """Names that go without samples. `*` in a name stands for one part of it, `**` for any number."""

    names: tuple[str, ...]
    reason: str
    tested: tuple[str, ...] = ()

    def covers(self, name: str) -> bool:
        """Whether it is about this name."""
        return any(pattern(each).fullmatch(name) for each in self.names)


@dataclass(frozen=True)
class Same:
    """A module or class whose names are the objects of another one; without `strict` some are its own."""

    names: str
    of: str
    strict: bool = True

    def source(self, name: str) -> str | None:
        """The other name of the object; None if this is about something else."""
        found = pattern(self.names).fullmatch(name)
        return self.of.replace("*", found[1]) if found else None


@cache
def pattern(names: str) -> re.Pattern[str]:
    """`*` is one part of a dotted name, `**` any number."""
    parts = re.split(r"(\*\*?)", names)
    kinds = {"*": r"([^.]+)", "**": r"(.+)"}
    return re.compile("".join(kinds.get(part, re.escape(part)) for part in parts))


@cache
def reasons() -> tuple[Reason, ...]:
    """The names without samples."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))["unsampled"]
    return tuple(Reason(tuple(entry["names"]), entry["reason"], tuple(entry.get("tested", ()))) for entry in read)


@cache
def same() -> tuple[Same, ...]:
    """The names that are objects with samples under another name."""
    return tuple(Same(**entry) for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["same"])


@cache
def sampled() -> frozenset[str]:
    """Every name with samples."""
    return frozenset(name for family in families() for op in ops(family) for name in op.names)


@cache
def callables() -> tuple[str, ...]:
    """MindSpore's functions, classes and methods of the tiers that count."""
    wanted = ("class", "function")
    return tuple(name for name, entry in recorded().items() if entry["tier"] in TIERS and entry["kind"] in wanted)


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """MindSpore's names."""
    return load_snapshot().names


@cache
def state(name: str) -> str:
    """One of `STATES`."""
    if name in sampled():
        return "sampled"
    if ours(name) is None:
        return "absent"
    for each in same():
        source = each.source(name)
        if source is None or source not in recorded():
            continue
        if ours(source) is not ours(name):
            if each.strict:
                return "same" if id(ours(name)) in objects() else "missing"
            continue
        return "same" if state(source) == "sampled" else state(source)
    return "reasoned" if any(each.covers(name) for each in reasons()) else "missing"


@cache
def objects() -> dict[int, str]:
    """The functions and classes of ms2torch that have samples under some name, by identity."""
    found = ((name, ours(name)) for name in sampled() if not name.startswith("mindspore.Tensor."))
    return {id(each): name for name, each in found if each is not None}


def ours(name: str) -> object | None:
    """What ms2torch has under this MindSpore name; None if it has nothing."""
    parent, _, last = name.rpartition(".")
    try:
        return getattr(resolve("ms2torch" + parent.removeprefix("mindspore")), last)
    except (AttributeError, ImportError):
        return None


def module_of(name: str) -> str:
    """The module of a name, or the class at its top for a method: `mindspore.nn` of `mindspore.nn.Cell.to`."""
    parts = name.split(".")
    kept = [part for part in parts[:-1] if part[0].islower()]
    return f"{'.'.join(kept)}.Tensor" if parts[1] in ("Tensor", "Parameter") and len(parts) > 2 else ".".join(kept)
