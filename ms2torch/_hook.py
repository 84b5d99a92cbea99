"""Make `import mindspore` give this package: `mindspore.X` is the same module object as `ms2torch.X`.

`mindspore.X` is not searched: its module object is that of `ms2torch.X`, so classes, identity and pickling hold. While
the hook is installed a missing name is reported by its MindSpore name, with the closest thing there is.
"""

from __future__ import annotations

import builtins
import difflib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path
from types import FrameType, FunctionType, ModuleType

from ms2torch import _errors

_THEIRS = "mindspore"
_OURS = __name__.partition(".")[0]
# Where a name that was looked for in the wrong module is looked for, most likely first.
_PUBLIC = ("nn", "ops", "", "mint", "mint.nn", "mint.nn.functional", "numpy", "common", "train", "amp", "dataset")
_SHOWN = 3


# what was found by the table of names and kept in a module, which `uninstall` takes out again
_FOUND: list[tuple[ModuleType, str]] = []


def install() -> None:
    """Make `import mindspore`, and any of its submodules, give ms2torch; a second call changes nothing.

    Where the real MindSpore is installed too, ours wins, and one line on stderr says so.

    Raises:
        RuntimeError: the real mindspore is already imported in this process.
    """
    if _FINDER in sys.meta_path:
        return
    imported = sys.modules.get(_THEIRS)
    if imported is not None and imported is not sys.modules[_OURS]:
        where = getattr(imported, "__file__", None) or "an unknown place"
        message = (
            f"mindspore is already imported, from {where}: call ms2torch.install() before the first "
            "`import mindspore`, in a fresh process"
        )
        raise RuntimeError(message)
    _FINDER.say_once_if_the_real_one_is_installed()
    sys.meta_path.insert(0, _FINDER)
    sys.meta_path.append(_LAST_FINDER)
    for module in _our_modules():
        _name_what_is_missing(module)
        _call_by_their_name(module)


def uninstall() -> None:
    """Undo `install`: `import mindspore` finds the real one again, or nothing; objects in use stay as they are."""
    if _FINDER not in sys.meta_path:
        return
    sys.meta_path.remove(_FINDER)
    sys.meta_path.remove(_LAST_FINDER)
    for name in [name for name in sys.modules if name == _THEIRS or name.startswith(f"{_THEIRS}.")]:
        del sys.modules[name]
    for module, name in _FOUND:
        module.__dict__.pop(name, None)
    _FOUND.clear()
    for name, module in list(_RENAMED.items()):
        _say_of_definitions(module, module.__name__, name)
        assert module.__spec__ is not None
        module.__spec__ = _spec_named(module.__spec__, name)
        module.__name__, module.__package__ = name, module.__spec__.parent
        del _RENAMED[name]
    for module in _our_modules():
        if isinstance(getattr(module, "__loader__", None), _KnownLoader):
            del sys.modules[module.__name__]
            continue
        missing = module.__dict__.get("__getattr__")
        if not isinstance(missing, _MissingNames):
            continue
        if missing.previous is None:
            del module.__dict__["__getattr__"]
        else:
            module.__dict__["__getattr__"] = missing.previous


class _Finder(DistributionFinder):
    """The entry of `sys.meta_path`; there is one, `_FINDER`."""

    def __init__(self) -> None:
        self._said = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for `mindspore[.X]`; see to it that a module of ours loaded from now on names what it lacks."""
        del target
        if fullname.startswith(f"{_OURS}."):
            spec = PathFinder.find_spec(fullname, path)
            if spec is not None and type(spec.loader) is SourceFileLoader:
                spec.loader = _OurLoader(fullname, spec.loader.path)
            return _spec_of_known(fullname) if spec is None else spec
        if fullname != _THEIRS and not fullname.startswith(f"{_THEIRS}."):
            return None
        ours = _ours(fullname)
        found = sys.modules[ours].__spec__ if ours in sys.modules else _spec_of(ours)
        if found is None:
            return None  # another finder may have it; `_LAST_FINDER` says so if not
        spec = ModuleSpec(fullname, _AliasLoader(), origin=found.origin)
        spec.submodule_search_locations = found.submodule_search_locations
        return spec

    def find_distributions(self, context: DistributionFinder.Context | None = None) -> Iterable[Distribution]:
        """Answer `importlib.metadata.version("mindspore")`, which model code branches on."""
        return [_Distribution()] if context is not None and context.name == _THEIRS else []

    def say_once_if_the_real_one_is_installed(self) -> None:
        """Write one line to stderr where `import mindspore` would have found something else."""
        found = None if self._said else PathFinder.find_spec(_THEIRS)
        if found is not None and found.origin is not None:
            self._said = True
            sys.stderr.write(f"ms2torch: `import mindspore` gives ms2torch, not {found.origin}\n")


_FINDER = _Finder()


class _LastFinder:
    """The last entry of `sys.meta_path`: it words the error for a module of MindSpore that nobody has.

    It comes after the finders that a program installs itself, which may supply such a module. `from mindspore.nn
    import X` comes here too, by our module's name: what a package lacks, Python looks for among its modules.
    """

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Raise for `mindspore.X` and `ms2torch.X`; find nothing otherwise."""
        del path, target
        if not fullname.startswith((f"{_THEIRS}.", f"{_OURS}.")) or not _is_import(sys._getframe(1)):
            return
        ours = _ours(fullname) if fullname.startswith(f"{_THEIRS}.") else fullname
        module, _, name = ours.rpartition(".")
        if fullname is not ours and not (module in sys.modules and _is_of_a_list(sys._getframe(1))):
            raise ModuleNotFoundError(_missing_module(fullname), name=fullname)
        message = f"cannot import name {name!r} from {_theirs(module)!r}: {_missing(module, name)}"
        raise ModuleNotFoundError(message, name=_theirs(module))


_LAST_FINDER = _LastFinder()


class _AliasLoader(Loader):
    """Load `mindspore.X` by importing `ms2torch.X` and putting that module object in its place."""

    def exec_module(self, module: ModuleType) -> None:
        """Replace the entry of `sys.modules`; the import system hands out what it finds there afterwards."""
        name = module.__name__
        ours = importlib.import_module(_ours(name))
        sys.modules[name] = ours


class _OurLoader(SourceFileLoader):
    """Load a module of ours as usual, then let it name what it lacks."""

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module."""
        super().exec_module(module)
        _name_what_is_missing(module)
        _call_by_their_name(module)


class _Keeping(ModuleType):
    """A package in which MindSpore has an object by the name of one of its modules: the object stays there."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and isinstance(getattr(value, "__loader__", None), _KnownLoader):
            entry = (
                importlib.import_module(f"{_OURS}._names_table").entries(_our_name(self).partition(".")[2]).get(name)
            )
            if entry is not None and entry.called:
                return
        super().__setattr__(name, value)


class _KnownLoader(Loader):
    """Make a module of MindSpore's that has no file here: what is asked in it is found by the table of names."""

    def exec_module(self, module: ModuleType) -> None:
        """Let the module look up what it lacks, which is everything."""
        module.__doc__ = f"Mirrors `{_theirs(module.__name__)}`: its names lie elsewhere in ms2torch."
        _name_what_is_missing(module)


class _Distribution(Distribution):
    """What `importlib.metadata` says of "mindspore" while the hook is installed."""

    def read_text(self, filename: str) -> str | None:
        """Return the metadata; there are no other files."""
        version = sys.modules[_OURS].__dict__["__version__"]
        return f"Metadata-Version: 2.1\nName: {_THEIRS}\nVersion: {version}\n" if filename == "METADATA" else None

    def locate_file(self, path: object) -> Path:
        """Return a path beside this package."""
        return Path(__file__).parent.parent / str(path)


class _MissingNames:
    """The `__getattr__` of a module of ours while the hook is installed.

    Args:
        module (str): name of the module, ``"ms2torch.nn"``.
        previous (object): the module's own ``__getattr__``, or None.
    """

    def __init__(self, module: str, previous: object) -> None:
        self.module = module
        self.previous = previous

    def __call__(self, name: str) -> object:
        if callable(self.previous):
            try:
                return self.previous(name)
            except AttributeError as error:
                # the text of our own error is made when it is read, which takes long
                said = error.missing if isinstance(error, MissingNameError) else str(error)
                if name not in said:  # not about this name: something went wrong in a lazy import
                    raise
        if name.startswith("__"):
            return self._of_module(name)
        # `from package import module` asks for an attribute first: a file of ours is imported when told there is none
        if sys._getframe(1).f_code.co_name == "_handle_fromlist" and self._has_file(name):
            raise MissingNameError(self.module, name)
        known = importlib.import_module(f"{_OURS}._known_names")  # only now: most programs miss no name
        try:
            value: object = known.find(self.module, name)
        except LookupError:
            raise MissingNameError(self.module, name) from None
        if not hasattr(builtins, name):  # as in `_lazy.elsewhere`
            module = sys.modules[self.module]
            setattr(module, name, value)
            _FOUND.append((module, name))
        return value

    def _has_file(self, name: str) -> bool:
        """Tell whether the module is a package of files in which one of this name lies."""
        folders = sys.modules[self.module].__dict__.get("__path__") or ()
        return any(Path(folder, f"{name}.py").is_file() or Path(folder, name).is_dir() for folder in folders)

    def _of_module(self, name: str) -> object:
        """Return the `__all__` of a module without a file, and the `__path__` of a package that is a file here."""
        module = sys.modules.get(self.module)
        if name == "__all__" and module is not None and isinstance(module.__loader__, _KnownLoader):
            return importlib.import_module(f"{_OURS}._known_names").names(self.module)
        # asked by the import of a module in it; `hasattr` must not read the table
        importing = sys._getframe(2).f_code.co_name == "_find_and_load_unlocked"
        known = importlib.import_module(f"{_OURS}._known_names") if name == "__path__" and importing else None
        if known is not None and known.is_package(self.module):
            return []
        raise MissingNameError(self.module, name)


class MissingNameError(_errors.MissingNameError):
    """A missing name whose message is made when it is read: code that probes with `hasattr` pays nothing."""

    def __init__(self, module: str, missing: str) -> None:
        super().__init__()
        self.module = module
        self.missing = missing

    def __str__(self) -> str:
        return _missing(self.module, self.missing)

    def __reduce__(self) -> tuple[type[_errors.MissingNameError], tuple[str]]:
        return _errors.MissingNameError, (str(self),)


def _ours(theirs: str) -> str:
    return _OURS + theirs[len(_THEIRS) :]


def _spec_of(ours: str) -> ModuleSpec | None:
    """Return where a module of ours is; None if it, or the package it would be in, does not exist."""
    try:
        return importlib.util.find_spec(ours)
    except ModuleNotFoundError as error:
        said = error.name or ""
        package = _ours(said) if said.startswith(f"{_THEIRS}.") else said  # `_LastFinder` speaks of MindSpore's
        if package and ours.startswith(f"{package}."):
            return None
        raise


def _spec_of_known(ours: str) -> ModuleSpec | None:
    """Return the place of a module that MindSpore has and we have no file of; None if it has none either."""
    known = importlib.import_module(f"{_OURS}._known_names")
    if not known.is_module(ours):
        return None
    package = sys.modules[ours.rpartition(".")[0]]
    if type(package) is ModuleType:
        package.__class__ = _Keeping
    return ModuleSpec(ours, _KnownLoader(), is_package=known.is_package(ours))


def _theirs(ours: str) -> str:
    return _THEIRS + ours[len(_OURS) :]


def _our_name(module: ModuleType) -> str:
    name = module.__name__
    return _ours(name) if name == _THEIRS or name.startswith(f"{_THEIRS}.") else name


def _our_modules() -> Iterator[ModuleType]:
    for name, module in list(sys.modules.items()):
        if (name == _OURS or name.startswith(f"{_OURS}.")) and isinstance(module, ModuleType):
            yield module


def _name_what_is_missing(module: ModuleType) -> None:
    previous = module.__dict__.get("__getattr__")
    if not isinstance(previous, _MissingNames):
        module.__dict__["__getattr__"] = _MissingNames(_our_name(module), previous)


_RENAMED: dict[str, ModuleType] = {}
# rooms that MindSpore has none of: what is defined there is named as it lies, and so is what Tensors are pickled by
_ROOMS = frozenset(("_core", "_device_block", "_dropped", "_errors", "_hook", "_known_names", "_known_operations",
                    "_lazy", "_names_table", "_run", "_siblings", "_updates"))  # fmt: skip


class _Said(str):
    """A module by MindSpore's name, which a pickle (of protocol 4 or later) names as ours.

    So what is pickled under the hook is read without it, and by processes that have not installed it yet.
    """

    __slots__ = ()

    def __reduce_ex__(self, protocol: object) -> tuple[type[str], tuple[str]]:
        return str, (_ours(self),)


def _call_by_their_name(module: ModuleType) -> None:
    """Let a module, and the public classes and functions defined in it, say MindSpore's name for it.

    Programs look for MindSpore's name among their modules, print it, and pickle by it.
    """
    name, spec = module.__name__, module.__spec__
    if not name.startswith(_OURS) or spec is None or _top(name) in _ROOMS:
        return
    _RENAMED[name] = module
    theirs = _theirs(name)
    module.__name__ = theirs
    module.__package__ = _theirs(spec.parent) if spec.parent else ""
    module.__spec__ = _spec_named(spec, theirs)
    sys.modules[theirs] = module
    _say_of_definitions(module, name, theirs)


def _top(name: str) -> str:
    return f"{name}..".split(".", 2)[1]


def _say_of_definitions(module: ModuleType, now: str, name: str) -> None:
    """Write a module's name into its public classes and functions."""
    for called, value in list(module.__dict__.items()):
        if isinstance(value, (type, FunctionType)) and value.__module__ == now and not called.startswith("_"):
            first = value.__dict__.get("__firstlineno__")  # Python 3.13 drops it, and with it the way to the source
            value.__module__ = name if name.startswith(_OURS) else _Said(name)
            if first is not None:
                value.__firstlineno__ = first  # type: ignore[union-attr]


def _spec_named(spec: ModuleSpec, name: str) -> ModuleSpec:
    """Return a module's spec under another name, from which it prints itself."""
    named = ModuleSpec(name, spec.loader, origin=spec.origin)
    named.submodule_search_locations = spec.submodule_search_locations
    named.has_location = spec.has_location
    return named


def _is_of_a_list(frame: FrameType | None) -> bool:
    """Tell `from mindspore.nn import X` from `import mindspore.nn.X`.

    Args:
        frame (FrameType | None): the frame that called `find_spec` of the finder.
    """
    for _ in range(6):
        if frame is None:
            return False
        if frame.f_code.co_name == "_handle_fromlist":
            return True
        frame = frame.f_back
    return False


def _is_import(frame: FrameType | None) -> bool:
    """Tell an import from `importlib.util.find_spec`, which must answer None for what is missing.

    Args:
        frame (FrameType | None): the frame that called `find_spec` of the finder.
    """
    caller = frame.f_back if frame is not None else None
    return caller is not None and caller.f_code.co_name == "_find_and_load_unlocked"


def _missing(module: str, name: str) -> str:
    said = f"{_theirs(module)}.{name} does not exist in ms2torch"
    known = importlib.import_module(f"{_OURS}._known_names")
    reason = known.why_absent(module, name)
    if reason:
        return f"{said}: {reason}"
    close = _closest(_elsewhere(name), _similar(module, name))
    return f"{said}{close}" if known.is_known(module, name) else f"{said}{close}{_newer()}"


def _newer() -> str:
    """Say of a name that the MindSpore we follow has not that it may be one of a newer MindSpore."""
    version = sys.modules[_OURS].__dict__["__version__"]
    return f" (MindSpore {version}, whose API this is, does not have it either; a newer version may)"


def _missing_module(fullname: str) -> str:
    reason = importlib.import_module(f"{_OURS}._known_names").why_absent(_ours(fullname))
    if reason:
        return f"No module named {fullname!r} in ms2torch: {reason}"
    parent, _, leaf = fullname.rpartition(".")
    package = sys.modules.get(_ours(parent))
    names = [] if package is None else [found.name for found in pkgutil.iter_modules(package.__path__)]
    public = [name for name in names if not name.startswith("_")]
    close = [f"{parent}.{name}" for name in difflib.get_close_matches(leaf, public, n=_SHOWN)]
    return f"No module named {fullname!r} in ms2torch{_closest(close)}{_newer()}"


def _closest(*groups: list[str]) -> str:
    names = list(dict.fromkeys(name for group in groups for name in group))[:_SHOWN]
    return f"; closest: {', '.join(names)}" if names else "; nothing there has a similar name"


def _elsewhere(name: str) -> list[str]:
    """Find the same name, but for case, in the public modules that are loaded."""
    wanted = name.lower()
    found: list[str] = []
    for room in _PUBLIC:
        ours = f"{_OURS}.{room}" if room else _OURS
        if ours in sys.modules:
            found.extend(f"{_theirs(ours)}.{item}" for item in _public_names(ours) if item.lower() == wanted)
    return found


def _similar(module: str, name: str) -> list[str]:
    by_lower = {item.lower(): item for item in _public_names(module)}
    close = difflib.get_close_matches(name.lower(), by_lower, n=_SHOWN)
    return [f"{_theirs(module)}.{by_lower[match]}" for match in close]


def _public_names(module: str) -> list[str]:
    """List what a module offers: no private names, and no modules of others that it imports for itself."""
    contents = sys.modules.get(module)
    if contents is None:
        return []
    names = [item for item in dir(contents) if not item.startswith("_") and item != "annotations"]
    return [item for item in names if _is_ours(contents.__dict__.get(item))]


def _is_ours(item: object) -> bool:
    return not isinstance(item, ModuleType) or item.__name__.startswith((_OURS, _THEIRS))
