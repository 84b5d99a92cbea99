"""What each list exports, and its text."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.stubs.definitions import ROOT, homes

TABLE = Path(__file__).with_name("exports.toml")
_FOLDERS = ("ms2torch/ops", "ms2torch/mint")
_HEAD = '''"""What `{theirs}` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

'''


@dataclass(frozen=True)
class Export:
    """One name of a list.

    Args:
        name (str): what it is called there.
        module (str): the module that defines it.
        attribute (str): what it is called in that module.
    """

    name: str
    module: str
    attribute: str


def rendered() -> dict[Path, str]:
    """Return the text of every list, by its file."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    defined = homes(_FOLDERS, table["chosen"])
    lists: dict[str, dict[str, Export]] = {}
    for module, entry in table["lists"].items():
        lists[module] = _exports(entry, defined, lists)
    return {_file_of(module): _text(module, table["lists"][module], lists[module]) for module in lists}


def _exports(
    entry: dict[str, Any], defined: dict[str, dict[str, str]], before: dict[str, dict[str, Export]]
) -> dict[str, Export]:
    out: dict[str, Export] = {}
    for theirs in entry.get("of", []):
        for name, module in defined[theirs].items():
            if module.startswith(entry.get("within", "")) and name not in entry.get("without", []):
                out[name] = Export(name, module, name)
    for other, names in entry.get("as_in", {}).items():
        out.update({name: before[other][name] for name in names})
    for module, names in entry.get("also", {}).items():
        for name in names:
            attribute, _, renamed = name.partition(" as ")
            out[renamed or name] = Export(renamed or name, module, attribute)
    return out


def _file_of(module: str) -> Path:
    place = ROOT.joinpath(*module.split("."))
    return place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi")


def _text(module: str, entry: dict[str, Any], exports: dict[str, Export]) -> str:
    """Write a list: names as they are by import, other names by assignment, which type checkers take for public."""
    text = _HEAD.format(theirs=module.replace("ms2torch", "mindspore", 1))
    for inner in entry.get("modules", []):
        text += f"from . import {inner} as {inner}\n"
    by_module: dict[str, list[str]] = {}
    for export in exports.values():
        if export.name == export.attribute:
            by_module.setdefault(export.module, []).append(export.name)
    for source in sorted(by_module):
        names = "".join(f"    {name} as {name},\n" for name in sorted(by_module[source]))
        text += f"from {source} import (\n{names})\n"
    return text + _renamed([export for export in exports.values() if export.name != export.attribute])


def _renamed(exports: list[Export]) -> str:
    if not exports:
        return ""
    modules = sorted({export.module for export in exports})
    lines = [f"from {m.rpartition('.')[0]} import {m.rpartition('.')[2]} as {_private(m)}\n" for m in modules]
    lines.append("\n")
    lines += [f"{e.name} = {_private(e.module)}.{e.attribute}\n" for e in sorted(exports, key=lambda e: e.name)]
    return "".join(lines)


def _private(module: str) -> str:
    return "_" + module.removeprefix("ms2torch.").replace("._", "_").replace(".", "_")
