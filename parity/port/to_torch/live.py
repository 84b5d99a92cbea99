"""What a MindSpore name is: found in ms2torch, which has MindSpore's names, where code is converted."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

from mappings.rows.model import REQUIRED
from mappings.signatures.recorded import recorded

_HOMES = (
    "mindspore", "mindspore.nn", "mindspore.ops", "mindspore.mint", "mindspore.common.initializer", "mindspore.mint.nn",
    "mindspore.mint.nn.functional", "mindspore.mint.linalg", "mindspore.mint.special",
)  # fmt: skip
CELLS = frozenset({"mindspore.nn.Cell", "mindspore.nn.cell.Cell", "mindspore.nn.GraphCell"})
"""The names of the class that all layers derive from."""


@cache
def live(full: str) -> Any:
    """Return what a full MindSpore name is; None where ms2torch has none of that name."""
    parts = full.split(".")
    if parts[0] != "mindspore":
        return None
    for cut in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(["ms2torch", *parts[1:cut]]))
        except ImportError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None)
        return found
    return None


@cache
def canonical(full: str) -> str:
    """Return the public name of what a full name is: ``mindspore.nn.cell.Cell`` is ``mindspore.nn.Cell``."""
    last = full.rpartition(".")[2]
    if full.rpartition(".")[0] in _HOMES or not full.startswith("mindspore."):
        return full
    found = live(full)
    for home in _HOMES:
        same = live(f"{home}.{last}")
        if same is not None and (same is found or (found is None and _is_below(full, home))):
            return f"{home}.{last}"
    return full


def _is_below(full: str, home: str) -> bool:
    return full.startswith(f"{home}.") and home.count(".") == 1


@cache
def is_cell_class(full: str) -> bool:
    """Tell whether a full name is a layer class of MindSpore's, other than Cell itself."""
    found = live(full) if full.startswith("mindspore.") else None
    return isinstance(found, type) and issubclass(found, live("mindspore.nn.Cell")) and full not in CELLS


@cache
def is_primitive(full: str) -> bool:
    """Tell whether a full name is a class of operators, whose instances are called: ``ops.Transpose``."""
    found = live(full) if full.startswith("mindspore.ops.") else None
    return isinstance(found, type)


@cache
def signature_of(full: str) -> Mapping[str, object] | None:
    """Return the arguments of a MindSpore name with their defaults, in order; None where nothing tells them."""
    known = recorded().get(full)
    if known is not None:
        return known
    found = live(full)
    try:
        parameters = inspect.signature(found).parameters.values() if found is not None else ()
    except (TypeError, ValueError):
        return None
    if not parameters or any(p.kind in {p.VAR_POSITIONAL, p.VAR_KEYWORD} for p in parameters):
        return None
    return {p.name: REQUIRED if p.default is p.empty else p.default for p in parameters}


@cache
def tensor_methods() -> frozenset[str]:
    """Return the names of the methods and properties of MindSpore's tensors."""
    return frozenset(name for name in dir(live("mindspore.Tensor")) if not name.startswith("_"))
