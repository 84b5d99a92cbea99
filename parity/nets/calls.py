"""Which functions and layers of a framework the user's code calls, with which arguments: observed while it runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

import torch

from parity.code.constructions import Construction, from_attributes
from parity.code.faults import hand_over
from parity.code.places import Location, is_framework, location_of
from parity.code.profiling import profiled
from parity.nets.base import Subject

_ENTRIES = frozenset({"__call__", "_wrapped_call_impl"})


@dataclass(slots=True)
class FrameworkCall:
    """One call.

    Attributes:
        name: qualified name of the function, or public name of the layer's class.
        arguments: by name, defaults filled in; of a layer, those of its construction.
        place: the expression in the user's code; None where the comparison makes the call itself.
        function: what was called.
        inputs: what a layer was called with; empty for a function.
        result: what came back.
    """

    name: str
    arguments: dict[str, object]
    place: Location | None
    function: Callable[..., object]
    inputs: tuple[tuple[object, ...], dict[str, object]] = ((), {})
    result: object = None

    def again(self, corrections: dict[str, object]) -> object:
        """Return what the call gives with some arguments changed."""
        arguments = {**self.arguments, **corrections}
        if isinstance(self.function, torch.nn.Module):
            args, kwargs = self.inputs
            module: Callable[..., object] = hand_over(type(self.function), (), arguments)
            return hand_over(module, args, kwargs)
        return hand_over(self.function, (), arguments)


@dataclass(slots=True)
class Observed:
    """What a run of user code did: its calls in order, and where its outermost function returned."""

    calls: list[FrameworkCall] = field(default_factory=list)
    returned: Location | None = None


def observe(subject: Subject, function: Callable[..., Any], run: Callable[[], object]) -> Observed:
    """Run code and note what it calls in the frameworks.

    Args:
        subject (Subject): the side that the code belongs to.
        function (Callable[..., Any]): the outermost function of the user's.
        run (Callable[[], object]): runs it.
    """
    found = Observed()
    outermost = getattr(function, "__code__", None)
    entry = getattr(vars(type(function)).get("__call__"), "__code__", None)
    own = {entry} if entry is not None and is_framework(entry.co_filename) else set()
    open_calls: dict[FrameType, FrameworkCall] = {}

    def profile(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            call = _seen(subject, frame, own)
            if call is not None:
                open_calls[frame] = call
                found.calls.append(call)
        elif event == "return":
            if frame in open_calls:
                open_calls.pop(frame).result = argument
            elif frame.f_code is outermost:
                found.returned = location_of(frame)

    with profiled(profile):
        run()
    return found


def _seen(subject: Subject, frame: FrameType, own: set[CodeType]) -> FrameworkCall | None:
    caller = frame.f_back
    if caller is None or not is_framework(frame.f_code.co_filename):
        return None
    direct = caller.f_code in own
    if not direct and is_framework(caller.f_code.co_filename):
        return None
    place = None if direct else location_of(caller)
    values = frame.f_locals
    module = values.get("self")
    if frame.f_code.co_name in _ENTRIES and isinstance(module, torch.nn.Module):
        return _layer_call(subject, module, values, place)
    name = frame.f_code.co_name
    function = frame.f_globals.get(name)
    if direct or not callable(function) or getattr(inspect.unwrap(function), "__code__", None) is not frame.f_code:
        return None
    count = frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount
    if frame.f_code.co_flags & inspect.CO_VARARGS or frame.f_code.co_posonlyargcount:
        return None  # it cannot be called again by name
    arguments = {name: values[name] for name in frame.f_code.co_varnames[:count] if name in values}
    return FrameworkCall(f"{frame.f_globals.get('__name__', '')}.{name}", arguments, place, function)


def _layer_call(
    subject: Subject, module: torch.nn.Module, values: dict[str, Any], place: Location | None
) -> FrameworkCall | None:
    api = subject.api_of(type(module))
    if api is None:
        return None
    known: Construction = subject.built.constructions.get(module) or from_attributes(module, None, "")
    given = tuple(values.get("args", ())), dict(values.get("kwargs", {}))
    return FrameworkCall(api, dict(known.arguments), place, module, given)
