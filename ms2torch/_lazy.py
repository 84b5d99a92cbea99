"""Packages whose names are imported when they are first asked for, from the list in their own stub file.

A package's `__init__.pyi` names everything it exports, as `from .module import name as name`, or as
`other = module.name` where it exports it by another name (to type checkers `name as other` is private). Type checkers
and editors read it as it is; at run time the same file says where each name lives. So there is one list, and
`import ms2torch` does not load 1500 operators (measured: 7 ms instead of 90).
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType


def attach(
    package: str, functions: frozenset[str] = frozenset()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that has a stub file.

    Args:
        package (str): the package's `__name__`. Its `__init__.pyi` is read at the first miss, not before.
        functions (frozenset[str]): exported functions that live in a module of their own name, such as
            `common.recompute.recompute`. The package's attribute is the function whoever is imported first.

    Returns:
        tuple: the two functions, to be bound to those names in the package.
    """

    def get(name: str) -> object:
        module = sys.modules[package]
        if name == "__all__":
            # a module of another package is there as an attribute, and not taken by `import *`
            stub = _read_stub(package).items()
            return [n for n, (at, what) in stub if not n.startswith("_") and (what or at.startswith(package))]
        if name.startswith("__") or name not in _read_stub(package):
            dropped = importlib.import_module("ms2torch._dropped").replacement(package, name)
            if dropped is not None:
                return dropped
            inner = _submodule(package, name)
            if inner is not None:
                return inner
            msg = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(msg)
        source, attribute = _read_stub(package)[name]
        target = importlib.import_module(source)
        value: object = getattr(target, attribute) if attribute else target
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *_read_stub(package)})

    if functions:
        module = sys.modules[package]
        module.__class__ = _OfFunctions
        module.__dict__["_functions"] = functions
    return get, names


def elsewhere(module: str, package: str, exports: tuple[str, ...] = ()) -> object:
    """Return a `__getattr__` for a module whose names MindSpore cuts into other files than we do.

    `from mindspore.ops.operations.math_ops import STFT` works wherever our STFT is: a name that the module lacks is
    taken from where the package's stub file says it lives, and kept in the module. Names that the package does not
    export either stay unknown.

    Args:
        module (str): the module's `__name__`.
        package (str): the package whose stub file lists all of them.
        exports (tuple[str, ...]): the module's ``__all__``, which programs add to their own. Default: ``()``, none.

    Returns:
        The function. Its type is kept from type checkers, to which a module with a `__getattr__` has every name:
        they go on telling misspelt ones.
    """

    def get(name: str) -> object:
        if name == "__all__" and exports:
            return list(exports)
        if name.startswith("__"):
            source, attribute = "", ""
        else:
            importlib.import_module(package)  # its folder is where the stub file is
            source, attribute = _read_stub(package).get(name, ("", ""))
        if source in ("", module) or not attribute:  # not listed; listed as ours, which we lack; or a module
            found = _submodule(module, name)
            if found is not None:
                return found
            msg = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(msg)
        value: object = getattr(importlib.import_module(source), attribute)
        if not hasattr(builtins, name):  # `float` is MindSpore's too: kept, the module's own code would be given it
            setattr(sys.modules[module], name, value)
        return value

    return get


def _submodule(package: str, name: str) -> ModuleType | None:
    """Import a module of a package that is asked for as its attribute.

    MindSpore imports them with the package, so that programs write `mindspore.nn.layer.conv.Conv2d`.
    """
    if name.startswith("__") or not hasattr(sys.modules[package], "__path__"):
        return None
    full = f"{package}.{name}"
    return importlib.import_module(full) if _is_module(full) else None


@functools.cache
def _is_module(full: str) -> bool:
    return importlib.util.find_spec(full) is not None


class _OfFunctions(ModuleType):
    """A package that keeps its functions where the import system would put their modules of the same name."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__["_functions"] and isinstance(value, ModuleType):
            if not hasattr(value, name):
                return  # a folder without the function, such as `ops.function.grad`: the stub says where that is
            value = getattr(value, name)
        super().__setattr__(name, value)


@functools.cache
def _read_stub(package: str) -> dict[str, tuple[str, str]]:
    """Return where each exported name lives: its module, and its name there ("" where it is a module itself)."""
    path = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    out: dict[str, tuple[str, str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            out.update(_renamed(node, out))
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
        source = f"{base}.{node.module}" if node.module else base
        if not node.level:  # a stub of a single module names its sources in full
            source = str(node.module)
        for alias in node.names:
            # `from . import nn as nn` names a module, `from .x import y as z` something in one
            where = (source, alias.name) if node.module else (f"{source}.{alias.name}", "")
            out[alias.asname or alias.name] = where
    return out


def _renamed(node: ast.Assign, known: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Read `other = module.name`, a module that was imported before."""
    target, value = node.targets[0], node.value
    if not (isinstance(target, ast.Name) and isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name)):
        return {}
    source, inner = known[value.value.id]
    return {target.id: (f"{source}.{inner}" if inner else source, value.attr)}
