"""Targets: ``file.py:Name``, ``file.py:make(num_classes=10)``, ``package.module:Name`` become built nets."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Self

import numpy as np
import torch

from parity.code.constructions import Constructions, recording
from parity.code.errors import CannotCompare
from parity.code.faults import ended
from parity.code.places import at_fault, shown_path
from parity.code.targets import HOW, TargetText, is_file_name, package_of, read_target, require_file, suggestion
from parity.code.worlds import PREFIX, World, process_kept, world_of
from parity.nets.built import Built
from parity.nets.offload import MappedParameters, Taking
from parity.nets.target import Target

_SAYS_MINDSPORE = re.compile(r"^\s*(?:import|from)\s+mindspore\b", re.MULTILINE)


class Loader:
    """Builds targets, each net file in a world of its own. The import hook it needs stays until the end of the block.

    Use it as a context manager.

    Args:
        texts (Mapping[str, str], optional): what to execute in place of what a file holds, by its real path. Default:
            ``None``, every file as it is.
    """

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._texts = dict(texts or {})
        self._exit = ExitStack()
        self._hooked = False
        self._named: dict[str, object] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self._exit.close()

    def build(self, target: Target, seed: int, role: str, name: str = "") -> Built:
        """Build `target` with all random generators seeded.

        Args:
            target (Target): target string, net, or callable that builds one.
            seed (int): the seed.
            role (str): ``"reference"`` or ``"port"``, for messages.
            name (str): how the report calls it; "" derives it.

        Raises:
            CannotCompare: if there is no such file or name, or building it raises; says where.
        """
        if isinstance(target, torch.nn.Module):
            return Built(target, Constructions(), None, name or type(target).__name__)
        if isinstance(target, str):
            make: Callable[[], object] = self._from_text(target)
            name = name or target
        elif callable(target):
            make = target
            name = name or getattr(target, "__name__", type(target).__name__)
        else:
            raise CannotCompare(f"{role}: an object of type {type(target).__name__} is no net; {HOW}, or pass a net")
        net, seen = self._construct(make, seed, f"{role} {name}", observed=True)
        large = any(MappedParameters.holds(entry) for entry in torch.nn.Module.parameters(net))
        return Built(net, seen, lambda n: self._construct(make, seed + n, f"{role} {name}", observed=large)[0], name)

    def _construct(
        self, make: Callable[[], object], seed: int, what: str, *, observed: bool
    ) -> tuple[torch.nn.Module, Constructions]:
        """Build a net; observed, it is known how, and its large parameters are put into files as they come.

        Observing takes longer than building, and one net may be built hundreds of times.
        """
        seed_everything(seed)
        world, taking = world_of(make), Taking()
        try:
            world_entered = world.entered() if world is not None else nullcontext()
            watching: AbstractContextManager[Constructions] = (
                recording(taking.built) if observed else nullcontext(Constructions())
            )
            with process_kept(), world_entered, watching as seen:
                net = make()
        except (CannotCompare, KeyboardInterrupt):
            raise
        except Exception as error:
            if self._lacks_hook(error):
                self._hook()
                return self._construct(make, seed, what, observed=observed)
            raise CannotCompare(f"{what} cannot be built: {at_fault(error)}") from error
        except BaseException as error:
            raise ended(error, what) from error
        if not isinstance(net, torch.nn.Module):
            raise CannotCompare(
                f"{what} gives an object of type {type(net).__name__}, not a torch Module or a MindSpore Cell"
            )
        _require_tree(net, what)
        taking.finish(net)
        if world is not None:
            for module in net.modules():
                world.owns(module)
        return net, seen

    def _from_text(self, text: str) -> Callable[[], object]:
        target = read_target(text)
        module, shown = self._module(target)
        value: Any = _look_up(module, target.name, shown)
        if not callable(value):
            raise CannotCompare(f"{shown}:{target.name} is of type {type(value).__name__}; name a class or a function")

        def make() -> object:
            if isinstance(value, torch.nn.Module):
                return value
            _require_arguments(value, target)
            return value(*target.args, **target.kwargs)

        world = world_of(module)
        if world is not None:
            world.owns(make)
        return make

    def function(self, text: str) -> Callable[[], object]:
        """Return what a target says as a function without arguments, to be called in its world.

        Raises:
            CannotCompare: if there is no such file or name, or it cannot be called.
        """
        return self._from_text(text)

    def program(self, path: Path, words: Sequence[str]) -> Callable[[], object]:
        """Return a program as a function without arguments that runs it, in a world of its own.

        Args:
            path (Path): the file.
            words (Sequence[str]): its command line, without its name.

        Raises:
            CannotCompare: if there is no such file.
        """
        require_file(path)
        text = self._texts.get(os.path.realpath(path)) or path.read_text(encoding="utf-8", errors="replace")
        if _SAYS_MINDSPORE.search(text):
            self._hook()
        world = World(path)
        self._exit.callback(world.close)

        def run() -> None:
            module = ModuleType("__main__")
            module.__file__ = str(path)
            shadowed, before = sys.modules["__main__"], sys.argv
            sys.modules["__main__"], sys.argv = module, [str(path), *words]
            try:
                exec(compile(text, str(path), "exec"), vars(module))  # noqa: S102 - the user's program
            finally:
                sys.modules["__main__"], sys.argv = shadowed, before

        world.owns(run)
        return run

    def name(self, text: str) -> object:
        """Return what ``file.py:name`` or ``package.module:name`` names, without calling it; the same each time.

        Raises:
            CannotCompare: if there is no such file or name.
        """
        if text not in self._named:
            self._named[text] = self._found(text)
        return self._named[text]

    def _found(self, text: str) -> object:
        target = read_target(text)
        if target.called:
            raise CannotCompare(f"{text!r} does not parse: write file.py:name or package.module:name")
        module, shown = self._module(target)
        value = _look_up(module, target.name, shown)
        world = world_of(module)
        if world is not None and isinstance(value, FunctionType):
            world.owns(value)
        return value

    def _module(self, target: TargetText) -> tuple[ModuleType, str]:
        source, path = target.source, target.file
        if path is None:
            return self._run(lambda: self._import_name(source), source, None), source
        require_file(path)
        return self._run(lambda: self._import_file(path), source, path), source

    def _run(self, load: Callable[[], ModuleType], shown: str, path: Path | None) -> ModuleType:
        if path is not None and _SAYS_MINDSPORE.search(path.read_text(encoding="utf-8", errors="replace")):
            self._hook()
        try:
            return self._load(load, shown)
        except Exception as error:
            if not self._lacks_hook(error):
                raise _import_error(error, shown) from error
        self._hook()
        try:
            return self._load(load, shown)
        except Exception as error:
            raise _import_error(error, shown) from error

    @staticmethod
    def _load(load: Callable[[], ModuleType], shown: str) -> ModuleType:
        try:
            with process_kept():
                return load()
        except (Exception, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise ended(error, shown) from error

    def _lacks_hook(self, error: Exception) -> bool:
        """Tell whether code imports mindspore, and did not say so where it was looked for."""
        name = error.name if isinstance(error, ModuleNotFoundError) else None
        return not self._hooked and name is not None and name.partition(".")[0] == "mindspore"

    def _hook(self) -> None:
        if not self._hooked:
            from parity.nets.ms_cell import installed

            self._exit.enter_context(installed())
            self._hooked = True

    def _import_file(self, path: Path) -> ModuleType:
        """Execute `path` as a module of its own, in a world of its own."""
        spec = importlib.util.spec_from_file_location(f"{PREFIX}{path.stem}_{id(path):x}", path)
        if spec is None or spec.loader is None:
            raise CannotCompare(f"{path}: not a Python file")
        module = importlib.util.module_from_spec(spec)
        world = World(path)
        self._exit.callback(world.close)
        with world.entered():
            world.add(module)
            text = self._texts.get(os.path.realpath(path))
            if text is None:
                spec.loader.exec_module(module)
            else:
                exec(compile(text, str(path), "exec"), vars(module))  # noqa: S102 - the user's code, with an edit in place
        return module

    def _import_name(self, name: str) -> ModuleType:
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.insert(0, here)
            self._exit.callback(_discard, sys.path, here)
        return importlib.import_module(name)


def _discard(items: list[str], item: str) -> None:
    if item in items:
        items.remove(item)


def _require_tree(net: torch.nn.Module, what: str) -> None:
    """Say which layer stands in the way of going through a net at all.

    Raises:
        CannotCompare: if a layer cannot be hashed, or holds itself.
    """
    entered: dict[int, bool] = {}  # True while a layer's own layers are being gone through
    waiting: list[tuple[torch.nn.Module, bool]] = [(net, True)]
    while waiting:
        layer, entering = waiting.pop()
        entered[id(layer)] = entering
        if not entering:
            continue
        if type(layer).__hash__ is None:
            raise CannotCompare(
                f"{what}: {type(layer).__name__} cannot be hashed, as torch needs it to be: a class that defines "
                "__eq__ keeps the hash of its base with `__hash__ = nn.Module.__hash__`"
            )
        waiting.append((layer, False))
        for child in layer.children():
            if entered.get(id(child)):
                raise CannotCompare(
                    f"{what}: {type(layer).__name__} holds {type(child).__name__}, in which it lies itself: "
                    "keep such a reference in a list or a weakref, not as a layer"
                )
            if id(child) not in entered:
                waiting.append((child, True))


def _require_arguments(value: Callable[..., object], target: TargetText) -> None:
    """Say what to write where a class or a function needs arguments and the target gives none.

    Raises:
        CannotCompare: if arguments without a default are missing.
    """
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return
    named = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    missing = [
        parameter.name
        for parameter in [entry for entry in parameters if entry.kind in named][len(target.args) :]
        if parameter.default is parameter.empty and parameter.name not in target.kwargs
    ]
    if missing:
        given = f"{target.source}:{target.name}({', '.join(f'{name}=...' for name in missing)})"
        raise CannotCompare(f"{target.text} needs {', '.join(missing)}: give literals, as in {given}")


def _look_up(module: ModuleType, name: str, shown: str) -> object:
    value: object = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise CannotCompare(f"{shown} has no {name!r}; {suggestion(part, _names_of(module))}")
        value = getattr(value, part)
    return value


def _names_of(module: ModuleType) -> list[str]:
    public = [key for key, value in vars(module).items() if callable(value)]
    return [key for key in public if getattr(vars(module)[key], "__module__", None) == module.__name__] or public


def _import_error(error: Exception, shown: str) -> CannotCompare:
    if isinstance(error, CannotCompare):
        return error
    if isinstance(error, SyntaxError) and error.filename:
        return CannotCompare(f"{shown_path(error.filename)}:{error.lineno}: {error.msg}")
    return CannotCompare(f"{shown} cannot be imported: {at_fault(error)}{_import_hint(error, shown)}")


def _import_hint(error: Exception, shown: str) -> str:
    """Say what to do about an import error that comes of how a file is named or written."""
    if isinstance(error, ImportError) and "relative import" in str(error):
        found = package_of(Path(shown)) if is_file_name(shown) else None
        if found is not None:
            name, folder = found
            return f"; it is a file of a package: name it {name}:NAME, run from {shown_path(str(folder))}"
        return "; a file with relative imports belongs to a package: name it package.module:NAME"
    if isinstance(error, OSError):
        return "; put what reads data under `if __name__ == '__main__':`, the file is imported"
    return ""


def seed_everything(seed: int) -> None:
    """Seed torch and numpy (from which MindSpore's initializers draw)."""
    if _has_accelerator():
        torch.manual_seed(seed)
    else:  # the same without queueing a seed, and a formatted stack, for each kind of device: 7 ms a call
        torch.default_generator.manual_seed(seed)
    np.random.seed(seed % 2**32)
    streams = sys.modules.get("ms2torch._core.seed")
    if streams is not None:  # a net that called `set_seed` would draw dropout masks of its own
        streams.draw_from_torch()


@functools.cache
def _has_accelerator() -> bool:
    return torch.accelerator.is_available()
