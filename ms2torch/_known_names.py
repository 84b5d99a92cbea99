"""Find a name of MindSpore's by the table of its modules: where else it is the same object, and we have it.

`_mindspore_names.txt` holds what real MindSpore 2.10 has in each of its modules and where each name is defined
(`tools/record/module_names.py` writes it and says how it reads). `_hook.py` asks here for what a module of ours lacks, so
that a name is found at every path where MindSpore has it, whichever of them we serve. It is read at the first such name.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import threading
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

_FOLDER = Path(__file__).parent
_OURS = __name__.partition(".")[0]
_GENERATED = ("ops.auto_generate.gen_ops_prim", "ops.auto_generate.pyboost_inner_prim")
# Where a function is looked for that a generated operation is the kernel of.
_FUNCTIONS = ("mint", "mint.nn.functional", "mint.special", "mint.linalg")


class NotServedError(LookupError):
    """The table does not lead to anything that we have."""


@dataclass(frozen=True)
class _Entry:
    """What the table says of a name in a module.

    Where it is defined, as what, and, of an object, the class that it is made of and what a call of it takes.
    """

    home: str
    called: str
    made: str = ""
    takes: tuple[str, ...] = ()


def find(module: str, name: str) -> object:
    """Return what a name stands for in a module of MindSpore.

    Args:
        module (str): the module, ``"ms2torch.ops.functional"``.
        name (str): the name, which the module lacks.

    Raises:
        NotServedError: MindSpore has no such name there, or we serve none of the paths at which it is the same object.
    """
    place = _short(module)
    entry = _entries(place).get(name)
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
        for at, called in _paths(*search):
            with contextlib.suppress(NotServedError):
                if (at, called) != (place, name):
                    return _served(at, called)
        return _made(_entries(entry.home).get(entry.called, entry))
    finally:
        searched.discard(search)


def is_module(module: str) -> bool:
    """Tell whether MindSpore has a module, and it is not among those that are left out with a reason.

    Args:
        module (str): the module, ``"ms2torch.ops.operations._csr_ops"``.
    """
    return _line(_short(module)) is not None and why_absent(module) is None


def is_package(module: str) -> bool:
    """Tell whether MindSpore has modules in a module."""
    return f"\n{_short(module)}." in _text()


def names(module: str) -> list[str]:
    """List the public names of a module that `find` finds; what `import *` takes from it."""
    found = []
    for name, entry in _entries(_short(module)).items():
        if not name.startswith("_") and not entry.home.startswith("/") and entry.called:
            try:
                find(module, name)
            except NotServedError:
                continue
            found.append(name)
    return found


def why_absent(module: str, name: str = "") -> str | None:
    """Return why we lack a module, or a name of it; None if `_absent.toml` does not say.

    Args:
        module (str): the module, ``"ms2torch.ops.operations._map_tensor_ops"``.
        name (str): a name that the module lacks. Default: ``""``, the module itself.
    """
    place = _short(module)
    for reason in _reasons():
        if any(place == at or place.startswith(f"{at}.") for at in reason.get("modules", ())):
            return str(reason["because"])
        if name and f"{place}.{name}".lstrip(".") in reason.get("names", ()):
            return str(reason["because"])
    entry = _entries(place).get(name)
    if entry is None or (entry.home, entry.called) == (place, name) or entry.home.startswith("/"):
        return None
    return why_absent(_full(entry.home), entry.called)


def is_known(module: str, name: str) -> bool:
    """Tell whether MindSpore has a name in a module."""
    return name in _entries(_short(module))


# ---- the table ---------------------------------------------------------------------------------------------------


_THREAD = threading.local()


def _searches() -> set[tuple[str, str]]:
    """Return the objects that this thread is looking for."""
    found: set[tuple[str, str]] | None = getattr(_THREAD, "searches", None)
    if found is None:
        found = _THREAD.searches = set()
    return found


@functools.cache
def _text() -> str:
    return "\n" + (_FOLDER / "_mindspore_names.txt").read_text(encoding="utf-8")


@functools.cache
def _reasons() -> list[dict[str, Any]]:
    reasons: list[dict[str, Any]] = tomllib.loads((_FOLDER / "_absent.toml").read_text(encoding="utf-8"))["absent"]
    return reasons


def _line(place: str) -> list[str] | None:
    text = _text()
    start = text.find(f"\n{place}\t")
    return None if start < 0 else text[start + 1 : text.index("\n", start + 1)].split("\t")


@functools.cache
def _entries(place: str) -> dict[str, _Entry]:
    line = _line(place)
    if line is None:
        return {}
    found: dict[str, _Entry] = {}
    for item in line[1].split():
        name = item.partition(">")[0]
        name, _, made = name.partition("=")
        made, _, takes = made.removesuffix(")").partition("(")
        found[name] = _Entry(place, name, made, tuple(takes.split(",")) if takes else ())
    for field in line[2:]:
        home, _, items = field.partition(":")
        for item in items.split(" "):
            name, renamed, called = item.partition("=")
            found[name] = _Entry(home, called if renamed else name)
    return found


def _paths(home: str, called: str) -> list[tuple[str, str]]:
    """List where an object is found: where it is defined, then the other modules that have it, the shallow first."""
    others: list[tuple[str, str]] = []
    for field_of, field in _fields(home):
        for item in field.split(" "):
            name, renamed, original = item.partition("=")
            if (original if renamed else name) == called:
                others.append((field_of, name))
    others.sort(key=lambda path: (path[1].startswith("_"), path[0].count("."), "._" in f".{path[0]}", path))
    return [(home, called), *others]


def _fields(home: str) -> Iterator[tuple[str, str]]:
    """Yield each module that has names of another one, with those names as the table writes them."""
    text = _text()
    mark = f"\t{home}:"
    at = text.find(mark)
    while at >= 0:
        start = text.rindex("\n", 0, at) + 1
        end = min(place for place in (text.find("\t", at + 1), text.index("\n", at)) if place >= 0)
        yield text[start : text.index("\t", start)], text[at + len(mark) : end]
        at = text.find(mark, at + 1)


def _short(module: str) -> str:
    return "" if module == _OURS else module.removeprefix(f"{_OURS}.")


def _full(place: str) -> str:
    return f"{_OURS}.{place}" if place else _OURS


# ---- what we have ------------------------------------------------------------------------------------------------


def _outside(entry: _Entry) -> object:
    """Return a name that MindSpore has from elsewhere, or a module."""
    full = entry.home[1:] if entry.home.startswith("/") else _full(entry.home)
    try:
        module = importlib.import_module(full)
        value: object = getattr(module, entry.called) if entry.called else module
    except (ImportError, AttributeError) as error:
        raise NotServedError(entry.called or full) from error
    return value


def _served(place: str, name: str) -> object:
    """Return what a module of ours has by a name, without this table."""
    full = _full(place)
    if not _is_file(full):
        raise NotServedError(full)
    try:
        module = importlib.import_module(full)
    except ImportError as error:
        raise NotServedError(full) from error
    value: object = module.__dict__.get(name, _served)
    if value is _served:
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


@functools.cache
def _is_file(module: str) -> bool:
    path = _FOLDER.joinpath(*module.split(".")[1:])
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _made(entry: _Entry) -> object:
    """Make an operation that MindSpore makes from its tables, from what we have of it.

    An object without arguments is made of its class; a class of operations without settings, or an object of the
    compiled kernels, from the function that is the same operation.
    """
    if entry.home not in _GENERATED and not entry.made:
        raise NotServedError(entry.called)
    if not entry.made:
        made = [each for each in _entries(entry.home).values() if each.made == f"{entry.home}.{entry.called}"]
        if not made:
            raise NotServedError(entry.called)
        return _primitive(entry.called, _function(made[0]))
    try:
        cls: Any = _at(entry.made)
    except NotServedError:
        if entry.home not in _GENERATED:
            raise
        cls = _primitive(entry.made.rpartition(".")[2], _function(entry))
    return cls()


def _at(path: str) -> object:
    module, _, name = path.rpartition(".")
    full = _full(module)
    try:
        return _served(module, name)
    except NotServedError:
        value = find(full, name)
    setattr(importlib.import_module(full), name, value)  # the class is one, however often objects of it are asked for
    return value


def _function(operation: _Entry) -> Any:
    """Return the function that is the same operation.

    It is one that hands its arguments to the operation as they are, or one of the same name that takes the same.
    """
    for place, name in _handing_on(operation.called):
        with contextlib.suppress(NotServedError):
            return _served_or_found(place, name)
    stem = operation.called.removesuffix("_op").removesuffix("_impl")
    for place, name in _namesakes(stem):
        with contextlib.suppress(NotServedError):
            function = _taking(_served(place, name), operation.takes)
            if function is not None:
                return function
    tensor = importlib.import_module(f"{_OURS}.common.tensor").Tensor
    for name in _stems(stem):
        in_place = name.startswith("inplace_")
        method = getattr(tensor, f"{name.removeprefix('inplace_')}_" if in_place else name, None)
        function = None if method is None else _taking(method, operation.takes)
        if function is not None:
            return function
    raise NotServedError(operation.called)


def _stems(name: str) -> list[str]:
    """List the names that an operation may have where it is not told by what its arguments are."""
    found = [name]
    for end in ("_ext", "_scalar", "_tensor", "_view"):
        found += [each.removesuffix(end) for each in found if each.endswith(end)]
    return found


def _namesakes(stem: str) -> list[tuple[str, str]]:
    return [(at, name) for name in _stems(stem) for at in (*_FUNCTIONS, "ops.auto_generate", "ops")]


def _taking(function: Any, wanted: tuple[str, ...]) -> Any:
    """Return a function that takes the arguments of an operation in their order, and needs no others; or None."""
    try:
        ours = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    named = [each.removesuffix("=") for each in wanted]
    # the first is called input, x or self
    if not named or len(ours) < len(named) or [each.name for each in ours[1 : len(named)]] != named[1:]:
        return None
    if any(each.default is each.empty for each in ours[len(named) :]):
        return None
    in_order = [each for each in ours[: len(named)] if each.kind is each.POSITIONAL_OR_KEYWORD]
    if len(in_order) == len(named):
        return function

    @functools.wraps(function)
    def run(*args: Any) -> Any:
        count = len(in_order)
        return function(*args[:count], **dict(zip(named[count:], args[count:], strict=False)))

    return run


def _handing_on(operation: str) -> Iterator[tuple[str, str]]:
    """Yield the functions, as module and name, that hand their arguments to an operation as they are."""
    text = _text()
    mark = f">{operation}"
    at = text.find(mark)
    while at >= 0:
        if text[at + len(mark)] in " \t\n":
            line = text.rindex("\n", 0, at) + 1
            start = max(text.rfind(" ", line, at), text.rfind("\t", line, at)) + 1
            yield text[line : text.index("\t", line)], text[start:at]
        at = text.find(mark, at + 1)


def _served_or_found(place: str, name: str) -> object:
    try:
        return _served(place, name)
    except NotServedError:
        return find(_full(place), name)


def _primitive(name: str, function: Any) -> Any:
    base: Any = importlib.import_module(f"{_OURS}.ops.primitive").Primitive
    module = _full(_GENERATED[0])
    return type(base)(name, (base,), {"__module__": module, "__doc__": function.__doc__}, fn=function)
