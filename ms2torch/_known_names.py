"""Find a name of MindSpore's by the table of its modules: where else it is the same object, and we have it.

`_hook.py` asks here for what a module of ours lacks, so that a name is found at every path where MindSpore has it,
whichever of them we serve.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import threading
from types import ModuleType

from ms2torch._names_table import FOLDER, Entry, counterparts, entries, full, lines, paths, reasons, short

_THREAD = threading.local()


class NotServedError(LookupError):
    """The table does not lead to anything that we have."""


def find(module: str, name: str) -> object:
    """Return what a name stands for in a module of MindSpore.

    Args:
        module (str): the module, ``"ms2torch.ops.functional"``.
        name (str): the name, which the module lacks.

    Raises:
        NotServedError: MindSpore has no such name there, or we serve none of the paths at which it is the same object.
    """
    place = short(module)
    entry = entries(place).get(name)
    if entry is None:
        if is_module(f"{module}.{name}"):
            return importlib.import_module(f"{module}.{name}")
        raise NotServedError(name)
    if entry.home.startswith("/") or not entry.called:
        return _outside(entry)
    search = (entry.home, entry.called)
    searched = _searches()
    if search in searched:  # a module of ours asked another, and that one the hook
        raise NotServedError(name)
    searched.add(search)
    try:
        for at, called in paths(*search):
            with contextlib.suppress(NotServedError):
                if (at, called) != (place, name):
                    return served(at, called)
        other = counterparts().get(f"{entry.home}.{entry.called}")
        if other is not None:
            at, _, called = other.rpartition(".")
            return _outside(Entry(at, called)) if at.startswith("/") else served(at, called)
        entry = entries(entry.home).get(entry.called, entry)
        reason = _why_refused(*search)
        if reason is not None:
            return _refusing(entry, reason)
        # it looks for other names in turn
        operations = importlib.import_module("ms2torch._known_operations")
        with contextlib.suppress(NotServedError):
            value: object = operations.made(entry)
            return value
        if operations.is_primitive(entry):
            with contextlib.suppress(NotServedError):
                kernel: object = operations.private(entry)
                return kernel
            return _refusing(entry, "MindSpore 2.10 has this operation, nothing here computes it")
        raise NotServedError(name)
    finally:
        searched.discard(search)


def served(place: str, name: str) -> object:
    """Return what a module of ours has by a name, without the table.

    Args:
        place (str): the module as the table names it, ``"ops.functional"``.
        name (str): the name.

    Raises:
        NotServedError: there is no such module, or no such name in it.
    """
    where = full(place)
    if not _is_file(where):
        raise NotServedError(where)
    try:
        module = importlib.import_module(where)
    except ImportError as error:
        raise NotServedError(where) from error
    value: object = module.__dict__.get(name, served)
    if value is served:
        missing = module.__dict__.get("__getattr__")
        ordinary = getattr(missing, "previous", missing)  # while the hook is there, its own stands before the module's
        if ordinary is None:
            raise NotServedError(name)
        try:
            value = ordinary(name)
        except AttributeError as error:
            raise NotServedError(name) from error
    if isinstance(value, ModuleType):
        raise NotServedError(name)
    return value


def _why_refused(home: str, called: str) -> str | None:
    """Return why a name that can be imported cannot be called; None of any other."""
    path = f"{home}.{called}"
    return next((str(reason["because"]) for reason in reasons() if path in reason.get("called", ())), None)


def _refusing(entry: Entry, reason: str) -> object:
    """Return a function, a class or a Primitive that says why it cannot be called."""
    name = entry.called
    message = f"{name} is not in ms2torch: {reason}"

    def refuse(*args: object, **kwargs: object) -> object:
        raise NotImplementedError(message)

    operations = importlib.import_module("ms2torch._known_operations")
    if operations.is_primitive(entry):
        made: object = operations.refusing(name, message)
        return made
    if name[0].isupper():
        return type(name, (), {"__new__": refuse, "__doc__": message})
    refuse.__name__ = name
    return refuse


def is_module(module: str) -> bool:
    """Tell whether MindSpore has a module, and it is not among those that are left out with a reason.

    Args:
        module (str): the module, ``"ms2torch.ops.operations._csr_ops"``.
    """
    return short(module) in lines() and why_absent(module) is None


def is_package(module: str) -> bool:
    """Tell whether MindSpore has modules in a module."""
    start = f"{short(module)}."
    return any(place.startswith(start) for place in lines())


def names(module: str) -> list[str]:
    """List the public names of a module that `find` finds; what `import *` takes from it."""
    found = []
    for name, entry in entries(short(module)).items():
        if not name.startswith("_") and not entry.home.startswith("/") and entry.called:
            with contextlib.suppress(NotServedError):
                find(module, name)
                found.append(name)
    return found


def why_absent(module: str, name: str = "") -> str | None:
    """Return why we lack a module, or a name of it; None if `_absent.toml` does not say.

    Args:
        module (str): the module, ``"ms2torch.ops.operations._map_tensor_ops"``.
        name (str): a name that the module lacks. Default: ``""``, the module itself.
    """
    place = short(module)
    for reason in reasons():
        if any(place == at or place.startswith(f"{at}.") for at in reason.get("modules", ())):
            return str(reason["because"])
        if name and f"{place}.{name}".lstrip(".") in reason.get("names", ()):
            return str(reason["because"])
    entry = entries(place).get(name)
    if entry is None or (entry.home, entry.called) == (place, name) or entry.home.startswith("/"):
        return None
    return why_absent(full(entry.home), entry.called)


def is_known(module: str, name: str) -> bool:
    """Tell whether MindSpore has a name in a module."""
    return name in entries(short(module))


def _searches() -> set[tuple[str, str]]:
    """Return the objects that this thread is looking for."""
    found: set[tuple[str, str]] | None = getattr(_THREAD, "searches", None)
    if found is None:
        found = _THREAD.searches = set()
    return found


def _outside(entry: Entry) -> object:
    """Return a name that MindSpore has from elsewhere, or a module."""
    where = entry.home[1:] if entry.home.startswith("/") else full(entry.home)
    try:
        module = importlib.import_module(where)
        value: object = getattr(module, entry.called) if entry.called else module
    except (ImportError, AttributeError) as error:
        raise NotServedError(entry.called or where) from error
    return value


@functools.cache
def _is_file(module: str) -> bool:
    path = FOLDER.joinpath(*module.split(".")[1:])
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
