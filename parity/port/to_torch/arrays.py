"""Which arguments of a file's functions are arrays of numpy: by the calls of them in the file."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.project.facts import Source
from parity.port.project.names import Scopes, imported, targets
from parity.port.syntax.walking import walk


def array_arguments(source: Source) -> Mapping[str, frozenset[int]]:
    """Return the positions of the arguments that calls give arrays of numpy, by the name of the file's function.

    Args:
        source (Source): the file.
    """
    scopes = Scopes()
    for node in walk(source.tree):
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            scopes.inner.names.update(dict(imported(node, source.package)))
    functions = {node.name.value for node in source.tree.body if isinstance(node, cst.FunctionDef)}
    found: dict[str, set[int]] = {}
    for node in walk(source.tree):
        if isinstance(node, cst.FunctionDef):
            arrays = _arrays(node, scopes)
            for call in (part for part in walk(node.body) if isinstance(part, cst.Call)):
                if isinstance(call.func, cst.Name) and call.func.value in functions:
                    given = {
                        n for n, a in enumerate(call.args) if isinstance(a.value, cst.Name) and a.value.value in arrays
                    }
                    found.setdefault(call.func.value, set()).update(given)
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _arrays(function: cst.FunctionDef, scopes: Scopes) -> set[str]:
    """Return the names that a function binds to what numpy makes, and to nothing else."""
    arrays: set[str] = set()
    others: set[str] = set()
    for node in walk(function.body):
        if isinstance(node, cst.Assign):
            made = isinstance(node.value, cst.Call) and scopes.full(node.value.func).startswith("numpy.")
            for target in node.targets:
                (arrays if made else others).update(targets(target.target))
    return arrays - others
