"""The passes of a direction: every `Pass` that a file of its folder defines."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache

from parity.port.engine.decisions import Decisions
from parity.port.engine.engine import Pass
from parity.port.engine.imports import Imports
from parity.port.engine.scopes import Bindings, Scopes
from parity.port.engine.statements import Statements
from parity.port.engine.texts import Texts

_SHARED: tuple[type[Pass], ...] = (Statements, Imports, Scopes, Decisions, Bindings, Texts)


@cache
def passes_of(package: str) -> tuple[type[Pass], ...]:
    """Return the passes of a direction in their order.

    Args:
        package (str): its full name; each of its files may define passes.
    """
    found = [*_SHARED, *sorted(_defined(package), key=lambda kind: kind.__name__)]
    return tuple(sorted(found, key=lambda kind: kind.stage))


def _defined(package: str) -> Iterator[type[Pass]]:
    for entry in pkgutil.iter_modules(importlib.import_module(package).__path__):
        module = importlib.import_module(f"{package}.{entry.name}")
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Pass) and value.__module__ == module.__name__:
                yield value
