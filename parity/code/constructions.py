"""Who built each layer, where, and with which arguments: observed while a net is constructed.

A profile function sees every ``__init__`` with its arguments bound, before its body can change them. Nothing is
patched: `torch.nn.Module` stays as it is, and the profile function that was there before is put back.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType

import torch

from parity.code.places import Location, assignment, called_by_user, has_text, is_framework, is_own, location_of
from parity.code.profiling import profiled

_VARARGS = inspect.CO_VARARGS
_VARKEYWORDS = inspect.CO_VARKEYWORDS


@dataclass(frozen=True, slots=True)
class Construction:
    """One constructor call: the class, its arguments by name (defaults filled in), and the user's line that made it.

    Args:
        type (type): class of the object.
        arguments (dict[str, object]): by parameter name; ``*args`` stand under their own name as a tuple.
        location (Location | None): the innermost caller outside torch and ms2torch.
        exact (bool): False where the arguments were read from attributes because the call was not seen. Default:
            ``True``.
        direct (bool): False where code of the framework makes the call, inside another layer that the line builds.
            Default: ``True``.
    """

    type: type
    arguments: dict[str, object]
    location: Location | None
    exact: bool = True
    direct: bool = True


@dataclass(slots=True)
class Constructions:
    """The constructor calls seen, by the object they built."""

    _by_id: dict[int, tuple[torch.nn.Module, Construction]] = field(default_factory=dict)
    _bases: dict[int, dict[str, object]] = field(default_factory=dict)

    def add(self, module: torch.nn.Module, construction: Construction) -> None:
        """Remember `construction` of `module`, unless an outer ``__init__`` of it is already known."""
        self._by_id.setdefault(id(module), (module, construction))

    def add_base(self, module: torch.nn.Module, arguments: dict[str, object]) -> None:
        """Remember what the first framework class among the classes of `module` was given."""
        self._bases.setdefault(id(module), arguments)

    def base_of(self, module: torch.nn.Module) -> dict[str, object] | None:
        """Return the arguments that the framework's class was given, by itself or by a class derived from it."""
        return self._bases.get(id(module)) if id(module) in self._by_id else None

    def has_base(self, module: torch.nn.Module) -> bool:
        """Tell whether the arguments of the framework's class are known."""
        return id(module) in self._bases

    def get(self, module: torch.nn.Module) -> Construction | None:
        """Return how `module` was built, or None if that was not seen."""
        known = self._by_id.get(id(module))
        return known[1] if known is not None else None


@contextmanager
def recording(built: Callable[[torch.nn.Module], object] | None = None) -> Iterator[Constructions]:
    """Record every torch.nn.Module built inside the block, in this thread.

    Args:
        built (Callable[[torch.nn.Module], object], optional): called with a layer whenever an ``__init__`` of one of
            its classes has returned. Default: ``None``.
    """
    seen = Constructions()

    def profile(frame: FrameType, event: str, argument: object) -> None:
        name = frame.f_code.co_name
        if event == "call":
            if name == "__init__":
                _on_init(seen, frame)
        elif event == "return" and name == "deepcopy" and isinstance(argument, torch.nn.Module):
            _on_copy(seen, frame, argument)
            if built is not None:
                built(argument)
        elif event == "return" and name == "__init__" and built is not None:
            module = _self_of(frame)
            if module is not None:
                built(module)

    with profiled(profile):
        yield seen


def _self_of(frame: FrameType) -> torch.nn.Module | None:
    """Return the layer whose ``__init__`` a frame runs; None for that of anything else."""
    code = frame.f_code
    module = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return module if isinstance(module, torch.nn.Module) else None


def _on_init(seen: Constructions, frame: FrameType) -> None:
    code = frame.f_code
    module = _self_of(frame)
    if module is None:
        return
    values = frame.f_locals
    if is_framework(code.co_filename) and not seen.has_base(module):
        seen.add_base(module, _bound(code, values))
    if seen.get(module) is not None:
        return
    direct = frame.f_back is None or not is_framework(frame.f_back.f_code.co_filename)
    made = Construction(type(module), _bound(code, values), _user_location(frame.f_back), direct=direct)
    seen.add(module, _as_its_model(seen, frame.f_back, made) or made)


def _as_its_model(seen: Constructions, frame: FrameType | None, made: Construction) -> Construction | None:
    """Return the construction of the layer that a framework's code builds one like: MindSpore's TransformerEncoder."""
    while frame is not None and is_framework(frame.f_code.co_filename):
        for value in frame.f_locals.values():
            known = seen.get(value) if isinstance(value, torch.nn.Module) and type(value) is made.type else None
            if known is not None and repr(known.arguments) == repr(made.arguments):
                return known
        frame = frame.f_back
    return None


def _on_copy(seen: Constructions, frame: FrameType, copy: torch.nn.Module) -> None:
    """Give the copies inside `copy` the constructions of their originals (TransformerEncoder copies its layer)."""
    original = frame.f_locals.get("x")
    if not isinstance(original, torch.nn.Module):
        return
    known, base = seen.get(original), seen.base_of(original)
    if known is not None:
        seen.add(copy, known)
    if base is not None:
        seen.add_base(copy, base)


def _bound(code: CodeType, values: dict[str, object]) -> dict[str, object]:
    count = code.co_argcount + code.co_kwonlyargcount
    bound = {name: values[name] for name in code.co_varnames[1:count] if name in values}
    if code.co_flags & _VARARGS:
        name = code.co_varnames[count]
        bound[name] = values.get(name, ())
        count += 1
    if code.co_flags & _VARKEYWORDS:
        extra = values.get(code.co_varnames[count])
        if isinstance(extra, dict):
            bound.update({str(key): value for key, value in extra.items()})
    return bound


def _user_location(frame: FrameType | None) -> Location | None:
    found = called_by_user(frame, _builds)
    return location_of(found) if found is not None and has_text(found.f_code.co_filename) else None


def _builds(frame: FrameType) -> bool:
    """Tell whether a frame is this package's, which builds a layer for the comparison, as it was told to."""
    return is_own(frame.f_code.co_filename)


def from_attributes(module: torch.nn.Module, parent: torch.nn.Module | None, name: str) -> Construction:
    """Work out a construction that was not seen: arguments from attributes, the line from the parent's source.

    Args:
        module (torch.nn.Module): the layer.
        parent (torch.nn.Module | None): the module that holds it.
        name (str): attribute of `parent` under which it is held.
    """
    arguments: dict[str, object] = {}
    for parameter in list(inspect.signature(type(module).__init__).parameters.values())[1:]:
        if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD} or not hasattr(module, parameter.name):
            continue
        value = getattr(module, parameter.name)
        if callable(value) and not _takes_callable(parameter):
            continue  # MindSpore's BatchNorm holds an operation named as its argument `dtype`
        if parameter.name in module._parameters:  # the flag that asked for it has its name
            value = value is not None
        if isinstance(parameter.default, bool) and not isinstance(value, bool):
            continue  # GELU's `approximate`: a flag that the layer keeps in other words
        arguments[parameter.name] = value
    return Construction(type(module), arguments, assignment(parent, name), exact=False)


def _takes_callable(parameter: inspect.Parameter) -> bool:
    """Tell whether an argument may be a function or a layer; its default is then None or a name."""
    default = parameter.default
    return default is parameter.empty or default is None or isinstance(default, str) or callable(default)
