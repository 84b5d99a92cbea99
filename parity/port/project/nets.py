"""The nets of a file that can be built as they are: what ``--net auto`` proves."""

from __future__ import annotations

import libcst as cst

from parity.port.project.facts import TORCH, Framework, Source, gather
from parity.port.project.names import parameters_of
from parity.port.syntax.walking import walk


def buildable(source: Source, framework: Framework = TORCH) -> tuple[str, ...]:
    """Return the layer classes of a file that need no arguments and that no other class of the file is made of.

    Args:
        source (Source): the file.
        framework (Framework): what it is written with. Default: torch.
    """
    layers = gather([source], bool, framework).layers
    classes = {
        node.name.value: node
        for node in source.tree.body
        if isinstance(node, cst.ClassDef) and f"{source.module}.{node.name.value}" in layers
    }
    used = {
        part.value
        for name, node in classes.items()
        for part in walk(node)
        if isinstance(part, cst.Name) and part.value in classes and part.value != name
    }
    return tuple(name for name, node in classes.items() if name not in used and _needs_nothing(node))


def _needs_nothing(node: cst.ClassDef) -> bool:
    """Tell whether a class can be made without arguments."""
    for part in node.body.body:
        if isinstance(part, cst.FunctionDef) and part.name.value == "__init__":
            own = [p for p in parameters_of(part.params) if p.star not in {"*", "**"}][1:]
            return all(param.default is not None for param in own)
    return True
