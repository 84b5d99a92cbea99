"""What is known of all files of a project of MindSpore together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst

from parity.port.project.facts import Facts, Framework, Source, gather
from parity.port.syntax.pieces import text
from parity.port.syntax.walking import walk
from parity.port.to_torch import rows
from parity.port.to_torch.live import CELLS, canonical, is_cell_class


def _is_layer(full: str) -> bool:
    return is_cell_class(canonical(full)) if full.startswith("mindspore.") else False


def _has_other_arguments(full: str) -> bool:
    row = rows.layer_row(canonical(full)) if _is_layer(full) else None
    return row is not None and row.kind != "container"


MINDSPORE = Framework("mindspore", CELLS, _is_layer, _has_other_arguments)


def facts_of(sources: Iterable[Source], exists: Callable[[str], bool]) -> Facts:
    """Return what is known of the files of a project of MindSpore together.

    Args:
        sources (Iterable[Source]): the files.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
    """
    files = list(sources)
    facts = gather(files, exists, MINDSPORE)
    facts.layers = {name: canonical(base) if base else "" for name, base in facts.layers.items()}
    facts.read = frozenset(name for source in files for name in _read(source.tree))
    return facts


def _read(tree: cst.Module) -> set[str]:
    """Return the attributes that a file reads otherwise than by calling them on self in the class that binds them."""
    found: set[str] = set()
    for node in walk(tree, lambda inner: not isinstance(inner, cst.ClassDef)):
        if isinstance(node, cst.ClassDef):
            found |= _read_in(node)
        elif isinstance(node, cst.Attribute):
            found.add(node.attr.value)
    return found


def _read_in(node: cst.ClassDef) -> set[str]:
    parts = list(walk(node.body))
    targets = {id(t.target) for part in parts if isinstance(part, cst.Assign) for t in part.targets}
    bound = {
        t.target.attr.value
        for part in parts
        if isinstance(part, cst.Assign)
        for t in part.targets
        if isinstance(t.target, cst.Attribute)
    }
    called = {id(part.func) for part in parts if isinstance(part, cst.Call)}
    return {
        part.attr.value
        for part in parts
        if isinstance(part, cst.Attribute)
        and id(part) not in targets
        and not (id(part) in called and text(part.value) == "self" and part.attr.value in bound)
    }
