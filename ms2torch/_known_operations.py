"""Make an operation that MindSpore makes from its tables, from what we have of it.

MindSpore generates a Primitive, an object of it and a function for each kernel. Where we have the function or the
Primitive, the others are the same operation in another form, and are made here when one is first asked for.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from ms2torch._known_names import NotServedError, find, served
from ms2torch._names_table import OURS, Entry, entries, full, handing_on

_PRIMITIVES = "ops.auto_generate.gen_ops_prim"
_DEFINITIONS = "ops.auto_generate.gen_ops_def"
_KERNELS = "ops.auto_generate.pyboost_inner_prim"
_METHODS = "graph._parse.standard_method"
_OPERATIONS = ("ops.operations.", _PRIMITIVES)
# Where a function is looked for that a generated operation is the kernel of, most likely first.
_FUNCTIONS = ("mint", "mint.nn.functional", "mint.special", "mint.linalg", "ops.auto_generate", "ops")
# What is called so in a kernel is called otherwise in the function.
_RENAMED = {"shape": "size"}
_DRAWN = ("seed", "offset")
_SETTINGS = {
    # words that a kernel gets as numbers, which `str_to_enum` tells
    "reduction": ("sum", "mean", "none"),
    "interpolation_mode": ("bilinear", "nearest"),
    "padding_mode": ("zeros", "border", "reflection"),
    "indexing": ("ij", "xy"),
    "input_layout": ("BSH", "BNSD", "SBH", "BSND", "TND"),
}


def made(entry: Entry) -> object:
    """Return an object that MindSpore makes without arguments, or a Primitive without settings.

    Args:
        entry (Entry): what the table says of it, where it is defined.

    Raises:
        NotServedError: it is nothing of the kind, or we have no form of it.
    """
    if entry.made:
        return _object(entry)
    if entry.home == "_c_expression" and entry.called.startswith("pyboost_"):
        return _launcher(entry.called.removeprefix("pyboost_"))
    if entry.home == _METHODS:
        return _method(entry.called)
    if entry.home == _DEFINITIONS:
        operation = entries(_PRIMITIVES).get(f"{entry.called}_op")
        if operation is None:
            raise NotServedError(entry.called)
        return _function(operation)
    objects = [each for each in entries(entry.home).values() if each.made == f"{entry.home}.{entry.called}"]
    if entry.home != _PRIMITIVES or not objects:
        raise NotServedError(entry.called)
    return _primitive(entry.called, _function(objects[0]))


def private(entry: Entry) -> object:
    """Return a Primitive that MindSpore keeps for itself, by its name, which is that of its kernel.

    Args:
        entry (Entry): what the table says of it.

    Raises:
        NotServedError: we have no such Primitive.
    """
    for room in importlib.import_module(f"{OURS}.ops._kernels_by_name").PRIVATE:
        with contextlib.suppress(NotServedError):
            return served(f"ops.operations.{room}", entry.called)
    raise NotServedError(entry.called)


def is_primitive(entry: Entry) -> bool:
    """Tell whether a name is that of a Primitive, by where MindSpore defines it.

    Args:
        entry (Entry): what the table says of it.
    """
    return entry.called[0].isupper() and entry.home.startswith(_OPERATIONS) and not entry.called.isupper()


def refusing(name: str, message: str) -> object:
    """Return a Primitive that can be made with any settings, and raises when it is called.

    So does one of MindSpore's of which there is no kernel; a net may hold it and never come to it.

    Args:
        name (str): its name.
        message (str): what it says.
    """

    def keep(self: Any, *args: object, **settings: object) -> None:
        del args
        self.name = name
        self.__dict__.update(settings)

    def refuse(self: object, *args: object, **kwargs: object) -> object:
        raise NotImplementedError(message)

    base: Any = importlib.import_module(f"{OURS}.ops.primitive").Primitive
    about = {"__module__": full(_PRIMITIVES), "__doc__": message, "__init__": keep, "__call__": refuse}
    return type(base)(name, (base,), about)


def _object(entry: Entry) -> object:
    if entry.home == _KERNELS:
        try:
            whole = _of_settings(entry)
        except NotServedError:
            whole = _function(entry)
        return _primitive(entry.made.rpartition(".")[2], whole)()
    module, _, name = entry.made.rpartition(".")
    cls: Any
    try:
        cls = served(module, name)
    except NotServedError:
        cls = find(full(module), name)
        # the class is one, however often objects of it are asked for
        setattr(importlib.import_module(full(module)), name, cls)
    return cls()


def _method(name: str) -> object:
    """Return a method of Tensor, which MindSpore's compiler calls as a function of this name."""
    tensor = served("common.tensor", "Tensor")
    for called in (name, name.removesuffix("_")):
        found: object = getattr(tensor, called, None)
        if not name.startswith("_") and callable(found):
            return found
    raise NotServedError(name)


def _launcher(kernel: str) -> Callable[[Any, Any], Any]:
    """Return a function that launches a kernel: it takes the Primitive, and the arguments in a list."""
    for home, end in ((_PRIMITIVES, "_op"), (_KERNELS, "_impl")):
        if f"{kernel}{end}" in entries(home):
            operation = _served_or_found(home, f"{kernel}{end}")
            return lambda prim, args: operation(*args)
    raise NotServedError(kernel)


def _primitive(name: str, function: Callable[..., Any]) -> Any:
    base: Any = importlib.import_module(f"{OURS}.ops.primitive").Primitive
    about = {"__module__": full(_PRIMITIVES), "__doc__": function.__doc__}
    return type(base)(name, (base,), about, fn=function)


def _function(operation: Entry) -> Callable[..., Any]:
    """Return the function that is the same operation.

    It is one that hands its arguments to the operation as they are, or one of the same name that takes the same.
    """
    for place, name in handing_on(operation.called):
        with contextlib.suppress(NotServedError):
            return _served_or_found(place, name)
    stem = operation.called.removesuffix("_op").removesuffix("_impl")
    for name in _stems(stem):
        for place in _FUNCTIONS:
            with contextlib.suppress(NotServedError):
                function = _taking(served(place, name), operation.takes)
                if function is not None:
                    return function
    tensor = importlib.import_module(f"{OURS}.common.tensor").Tensor
    # a method that takes more and returns several values may order them otherwise than the kernel
    for name in (each for each in _stems(stem) if each.startswith("inplace_") or len(operation.takes) == 1):
        in_place = name.startswith("inplace_")
        method = getattr(tensor, f"{name.removeprefix('inplace_')}_" if in_place else name, None)
        function = None if method is None else _taking(method, operation.takes)
        if function is not None:
            return function
    raise NotServedError(operation.called)


def _served_or_found(place: str, name: str) -> Any:
    try:
        return served(place, name)
    except NotServedError:
        return find(full(place), name)


def _stems(name: str) -> list[str]:
    """List the names that an operation may have where it is not told by what its arguments are."""
    found = [name]
    for end in ("_float", "_tensor", "_scalar", "_ext", "_view"):
        for each in tuple(found):
            stem = each
            while stem.endswith(end):
                stem = stem.removesuffix(end)
                found.append(stem)
    return found


def _taking(function: Any, wanted: tuple[str, ...]) -> Callable[..., Any] | None:
    """Return a function that takes the arguments of a kernel in their order, and needs no others; or None.

    A kernel of random numbers takes the seed and the place in its stream; the function, a generator.
    """
    try:
        ours = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    kernel = [each.removesuffix("=") for each in wanted]
    draws = set(_DRAWN) <= set(kernel) and any(each.name == "generator" for each in ours)
    if draws:
        ours = [each for each in ours if each.name != "generator"]
    named = [_RENAMED.get(each, each) for each in kernel if not (draws and each in _DRAWN)]
    ours_named = {each.name: each for each in ours}
    in_order = [each for each in ours if each.kind is each.POSITIONAL_OR_KEYWORD][: len(named)]
    # the first is called input, x or self
    if not named or not in_order or any(each not in ours_named for each in named[1:]):
        return None
    if [each.name for each in in_order[1:]] != named[1 : len(in_order)]:
        return None
    rest = set(ours_named) - {in_order[0].name, *named[1:]}
    if any(ours_named[each].default is inspect.Parameter.empty for each in rest):
        return None
    if len(in_order) == len(kernel):
        done: Callable[..., Any] = function
        return done
    return _reordered(function, kernel, len(in_order), draws)


def _reordered(function: Callable[..., Any], kernel: list[str], positional: int, draws: bool) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        given = dict(zip(kernel, args, strict=False)) | kwargs
        drawn = {name: given.pop(name) for name in _DRAWN if name in given} if draws else {}
        first = list(given.values())[:positional]
        other = {_RENAMED.get(name, name): given[name] for name in list(given)[positional:]}
        with _drawing(**drawn) if draws else contextlib.nullcontext():
            return function(*first, **other)

    return run


@contextlib.contextmanager
def _drawing(seed: Any, offset: Any) -> Iterator[None]:
    """Draw from where a kernel of random numbers would; afterwards the program's own stream goes on where it was."""
    stream: Any = importlib.import_module(f"{OURS}._core.generator").default_generator
    start = importlib.import_module(f"{OURS}.ops.function.random._seeds").seeded(int(seed), int(offset))
    before = stream.get_state()
    stream.manual_seed(start.initial_seed())
    try:
        yield
    finally:
        stream.set_state(before)


def _of_settings(kernel: Entry) -> Callable[..., Any]:
    """Return a function of all arguments of a kernel, from the Primitive that has some of them as settings."""
    name = kernel.made.rpartition(".")[2].removeprefix("_Pyboost").removesuffix("Prim")
    cls: Any = None
    for place in ("ops.auto_generate", "ops.operations", "ops"):
        with contextlib.suppress(NotServedError):
            cls = served(place, name)
            break
    if cls is None:
        raise NotServedError(kernel.called)
    settings = [each for each in inspect.signature(cls.__init__).parameters if each in kernel.takes]

    def run(*args: Any) -> Any:
        given = dict(zip(kernel.takes, args, strict=True))
        chosen = {each: _word(each, given.pop(each)) for each in settings}
        return cls(**chosen)(*given.values())

    run.__doc__ = cls.__doc__
    return run


def _word(setting: str, value: Any) -> Any:
    """Return the word that a kernel was given as a number."""
    return _SETTINGS[setting][value] if setting in _SETTINGS and value.__class__ is int else value
