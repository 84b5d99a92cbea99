"""The modules of one side: what a net file imports from its folder is its own, whenever it imports it.

Two nets may each have a `layers.py`. Each net file gets a world: the modules that were imported from its folder, and
the folders that its code put on the search path. They are in `sys.modules` and `sys.path` while code of that side
runs, and only then, so that an import inside a function, in `__init__` or in `forward` finds the side's own file.
"""

from __future__ import annotations

import importlib
import os
import sys
import sysconfig
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import torch

from parity.code.ownership import framework_folders

PREFIX = "_parity_target_"
"""How the names of the net files' own modules begin."""

_LIBRARIES = (
    tuple(
        str(path) + os.sep
        for path in {
            *(Path(sysconfig.get_paths()[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
            Path(np.__file__).parent,
        }
    )
    + framework_folders()
)
_PACKAGES = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")

_owners: MutableMapping[Any, World] = WeakKeyDictionary()
_by_module: dict[str, World] = {}
_active: list[World] = []


class World:
    """The modules and search path of one net file.

    Args:
        file (Path): the net file.
    """

    def __init__(self, file: Path) -> None:
        folder = file.resolve().parent
        self._file = str(file)
        self._path = [str(folder)]
        self._names = {entry.stem for entry in folder.iterdir() if entry.suffix == ".py" or entry.is_dir()}
        self._modules: dict[str, ModuleType] = {}
        self._shadowed: dict[str, ModuleType] = {}
        self._before: set[str] = set()
        self._outer_path: list[str] = []
        self._outer_argv: list[str] = []

    def owns(self, function: object) -> None:
        """Run `function`, a module, a class or a function, in this world from now on."""
        _owners[function] = self

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Have this side's modules, and those of no other side, within the block."""
        if _active and _active[-1] is self:
            yield
            return
        outer = _active[-1] if _active else None
        if outer is not None:
            outer._withdraw()
        self._install()
        _active.append(self)
        try:
            yield
        finally:
            _active.pop()
            self._withdraw()
            if outer is not None:
                outer._install()

    def add(self, module: ModuleType) -> None:
        """Take in the module of the net file itself."""
        self.owns(module)
        self._modules[module.__name__] = module
        _by_module[module.__name__] = self
        sys.modules[module.__name__] = module

    def close(self) -> None:
        """Forget the modules."""
        for name in self._modules:
            _by_module.pop(name, None)
        self._modules.clear()

    def _install(self) -> None:
        self._outer_path, self._outer_argv = list(sys.path), sys.argv
        sys.path[:0] = self._path
        sys.argv = [self._file]
        foreign = [name for name in self._names if name in sys.modules and not _is_library(sys.modules[name])]
        inner = tuple(f"{name}." for name in foreign)
        hidden = [name for name in sys.modules if name in foreign or name.startswith(inner)] if foreign else []
        self._shadowed = {name: sys.modules.pop(name) for name in hidden if not self._is_own(sys.modules[name])}
        for name, module in self._modules.items():
            if name in sys.modules:
                self._shadowed[name] = sys.modules[name]
            sys.modules[name] = module
        self._before = set(sys.modules)

    def _withdraw(self) -> None:
        added = [entry for entry in sys.path if entry not in self._outer_path and entry not in self._path]
        self._path += added
        for name in set(sys.modules) - self._before:
            if self._is_own(sys.modules[name]):
                self._modules[name] = sys.modules[name]
        for name in self._modules:
            sys.modules.pop(name, None)
        sys.modules.update(self._shadowed)
        sys.path[:], sys.argv = self._outer_path, self._outer_argv

    def _is_own(self, module: ModuleType) -> bool:
        place = _place(module)
        return not in_library(place) and any(place.startswith(folder + os.sep) for folder in self._path)


def world_of(function: object) -> World | None:
    """Return the world that a module, a method or a function of the users' runs in; None where that is no matter."""
    owner = getattr(function, "__self__", function)
    try:
        found = _owners.get(owner)
    except TypeError:  # cannot be referred to weakly, or has no hash
        found = None
    if found is not None:
        return found
    name = getattr(function, "__module__", None)
    return _by_module.get(name) if isinstance(name, str) else None


def _place(module: ModuleType) -> str:
    """Return the file of a module, or a package without one as its folder with a separator behind; "" if built in."""
    file = getattr(module, "__file__", None)
    if isinstance(file, str):
        return os.path.realpath(file)
    folder = next(iter(getattr(module, "__path__", ())), None)
    return os.path.realpath(folder) + os.sep if isinstance(folder, str) else ""


def _is_library(module: ModuleType) -> bool:
    return in_library(_place(module))


def in_library(place: str) -> bool:
    """Tell whether a file belongs to Python, an installed package or this project; so does what has none."""
    return not place or place.startswith(_LIBRARIES) or any(part in place for part in _PACKAGES)


@contextmanager
def process_kept() -> Iterator[None]:
    """Put back what importing or building a net may change of the process: folder, environment, torch's settings."""
    folder, environment = Path.cwd(), dict(os.environ)
    dtype, threads, recording = torch.get_default_dtype(), torch.get_num_threads(), torch.is_grad_enabled()
    deterministic, errors = torch.are_deterministic_algorithms_enabled(), np.geterr()
    streams = sys.stdout, sys.stderr, sys.stdin
    try:
        yield
    finally:
        if Path.cwd() != folder:
            os.chdir(folder)
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        torch.set_default_dtype(dtype)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        torch.set_grad_enabled(recording)
        if torch.are_deterministic_algorithms_enabled() != deterministic:
            torch.use_deterministic_algorithms(deterministic)
        np.seterr(**errors)
        sys.stdout, sys.stderr, sys.stdin = streams
        importlib.invalidate_caches()
