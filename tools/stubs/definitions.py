"""Where each public function and class lives: its docstring says which name of MindSpore it is.

`Source: mindspore.ops.abs, mindspore.mint.abs, MindSpore 2.10` makes a definition called `abs` an export of both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_SOURCE = re.compile(r"^Source: (.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"mindspore(?:\.\w+)+")


def homes(folders: tuple[str, ...], chosen: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return, for each module of MindSpore, its names and the module of ours that defines them.

    Args:
        folders (tuple[str, ...]): where to look, below the checkout.
        chosen (dict[str, str]): the module to take where several define the same name.

    Raises:
        ValueError: if two modules define the same name and none is chosen.
    """
    found: dict[str, dict[str, str]] = {}
    for module, name, theirs in _definitions(folders):
        there = found.setdefault(theirs, {})
        full = f"{theirs}.{name}"
        if full not in chosen:
            if there.get(name, module) != module:
                msg = f"{full} is defined in {there[name]} and in {module}: choose one in tools/stubs/exports.toml"
                raise ValueError(msg)
            there[name] = module
        elif chosen[full] == module:
            there[name] = module
    return found


def _definitions(folders: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield module, name and module of MindSpore of each definition that says it is one of MindSpore's names."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    for full in _named(ast.get_docstring(node) or ""):
                        theirs, _, name = full.rpartition(".")
                        if name == node.name:
                            yield module, name, theirs


def _named(docstring: str) -> list[str]:
    source = _SOURCE.search(docstring)
    return _NAME.findall(source[1]) if source else []
