"""Record MindSpore's public names: what kind each is, its tier, and how it is called."""

from __future__ import annotations

import csv
import inspect
from pathlib import Path
from typing import Any

from tests.opdb._calls import resolve
from tools.signature_text import kind_of, signature_text, signature_texts
from tools.snapshot import FILE, Snapshot, load_snapshot, save_snapshot

# Classes whose public attributes are names of their own.
CLASSES = ("mindspore.Tensor", "mindspore.Parameter", "mindspore.nn.Cell", "mindspore.nn.Optimizer")


def record_signatures(mindspore: Any, tiers_file: Path | None) -> int:
    """Write the snapshot; the tiers come from a table, or from the snapshot that is there."""
    tiers = read_tiers(tiers_file)
    for path in CLASSES:
        tier = tiers.get(path, "core")
        for each in own_names(resolve(path)):
            tiers.setdefault(f"{path}.{each}", tier)
    names: dict[str, dict[str, Any]] = {}
    absent = []
    for name, tier in sorted(tiers.items()):
        try:
            names[name] = describe(name, tier)
        except AttributeError:
            absent.append(name)
    parents = {name.rpartition(".")[0] for name in names}
    parents = {parent for parent in parents if inspect.ismodule(resolve(parent))}
    beside = {parent: stray_names(parent, names) for parent in sorted(parents)}
    save_snapshot(Snapshot(mindspore.__version__, names, beside))
    print(f"{FILE.name}: {len(names)} names of MindSpore {mindspore.__version__}")
    print(f"{len(absent)} not found: {', '.join(absent[:20])}")
    return 0


def read_tiers(table: Path | None) -> dict[str, str]:
    """Tier by name.

    Raises:
        KeyError: if the table has no columns `name` and `tier`.
    """
    if table is None:
        return {name: entry["tier"] for name, entry in load_snapshot().names.items()}
    with table.open(encoding="utf-8", newline="") as stream:
        return {row["name"]: row["tier"] for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)}


def describe(name: str, tier: str) -> dict[str, Any]:
    """One name's entry.

    Raises:
        AttributeError: if MindSpore does not have it.
    """
    parent, _, last = name.rpartition(".")
    owner = resolve(parent)
    in_class = inspect.isclass(owner)
    found = inspect.getattr_static(owner, last) if in_class else resolve(name)
    plain = in_class and not isinstance(found, (staticmethod, classmethod))
    if isinstance(found, (staticmethod, classmethod)):
        found = getattr(owner, last)
    entry: dict[str, Any] = {"kind": kind_of(found), "tier": tier}
    if entry["kind"] in ("class", "function"):
        entry["signatures"] = signature_texts(found, last, method=plain and entry["kind"] == "function")
    construct = getattr(found, "construct", None) if entry["kind"] == "class" else None
    if construct is not None:
        entry["construct"] = signature_text(inspect.signature(construct), method=True)
    return entry


def own_names(cls: type) -> list[str]:
    """The public attributes of one of `CLASSES` that are not those of another one it derives from."""
    bases = [resolve(path) for path in CLASSES]
    bases = [base for base in bases if base is not cls and issubclass(cls, base)]

    def inherited(each: str) -> bool:
        return any(inspect.getattr_static(base, each, None) is inspect.getattr_static(cls, each) for base in bases)

    return [each for each in public_names(cls) if not inherited(each)]


def public_names(owner: Any) -> list[str]:
    """Attributes without an underscore in front."""
    return [each for each in dir(owner) if not each.startswith("_")]


def stray_names(parent: str, names: dict[str, Any]) -> list[str]:
    """What a module holds beyond its documented names: real code imports such names too."""
    return [each for each in public_names(resolve(parent)) if f"{parent}.{each}" not in names]
