"""Running a recorded call of MindSpore again, on ms2torch."""

from __future__ import annotations

import importlib
import inspect
import itertools
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from mappings.rows.model import Opaque
from parity.dumps.execution import Entry, Stored
from parity.dumps.values import dtype_name
from parity.nets.ms_cell import computed

_SPACES = {
    "Functional": "mindspore.ops",
    "Mint": "mindspore.mint",
    "MintFunctional": "mindspore.mint.nn.functional",
    "MintNN": "mindspore.mint.nn.functional",
}
_QUOTED = re.compile(r"""['"]([a-z_]{2,12})['"]""")
_FLOATS = (1e-5, 1e-6, 1e-7, 1e-8, 1e-12, 1e-3, 1e-2, 0.1, 0.5, 0.9, 1.0, 0.0)
_MOST = 300
"""So many settings of a Primitive are tried at most."""
_SEARCHED = 1 << 20
"""Elements above which no setting is searched."""


class LackingError(Exception):
    """The values of an argument were not kept, or are of no type that is known."""


@dataclass(frozen=True, slots=True)
class MindSporeCall:
    """One call of MindSpore's API.

    Args:
        function (Callable): what is called, with MindSpore tensors.
        args (Sequence[object]): positional arguments; tensors are `Stored`.
        kwargs (Mapping[str, object]): by name.
        setting (Mapping[str, object]): of a Primitive: what it was constructed with.
        primitive (type | None): its class.
    """

    function: Callable[..., Any]
    args: Sequence[object]
    kwargs: Mapping[str, object]
    setting: Mapping[str, object] = field(default_factory=dict)
    primitive: type | None = None

    def tensors(self) -> list[Stored]:
        """Return the tensors among its arguments, in order."""
        return [*_stored(self.args), *_stored(list(self.kwargs.values()))]

    def run(
        self, given: Mapping[int, torch.Tensor], dtype: torch.dtype | None, *, grad: bool = False
    ) -> list[torch.Tensor] | None:
        """Return what it gives, or None where it cannot be run.

        Args:
            given (Mapping[int, torch.Tensor]): by `id` of a `Stored`: what to put in its place.
            dtype (torch.dtype | None): precision of what is of floating point; None leaves it.
            grad (bool): record the operations for a gradient. Default: ``False``.
        """
        try:
            args = [filled(value, given, dtype) for value in self.args]
            kwargs = {name: filled(value, given, dtype) for name, value in self.kwargs.items()}
        except LackingError:
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return computed(self.function, args, kwargs, grad=grad)
        except Exception:  # noqa: BLE001 - whatever ms2torch refuses of these arguments, it cannot be run with them
            return None

    def constructed(self, setting: Mapping[str, object]) -> MindSporeCall | None:
        """Return the call of its Primitive with other attributes; None where there is no such Primitive."""
        assert self.primitive is not None
        try:
            return replace(self, function=self.primitive(**setting), setting=setting)
        except Exception:  # noqa: BLE001 - attributes that do not go together
            return None


def mindspore_call(entry: Entry) -> MindSporeCall | None:
    """Return a recorded entry as a call that can be run on ms2torch; None where it is none.

    A Primitive has its default attributes, which a dump does not hold: see `settings_of`.
    """
    if entry.kind != "api":
        return None
    args = list(entry.args)
    if entry.family == "Tensor":
        base = importlib.import_module("mindspore").Tensor
        method = getattr(base, entry.type, None)
        return MindSporeCall(method, args, entry.kwargs) if callable(method) else None
    if entry.family == "Primitive":
        kind = getattr(importlib.import_module("mindspore.ops"), entry.type, None)
        return _of_primitive(kind, entry) if isinstance(kind, type) else None
    space = _SPACES.get(entry.family)
    function = getattr(importlib.import_module(space), entry.type, None) if space is not None else None
    return MindSporeCall(function, args, entry.kwargs) if callable(function) else None


def _of_primitive(kind: type, entry: Entry) -> MindSporeCall:
    made = MindSporeCall(kind, list(entry.args), entry.kwargs, primitive=kind)
    return made.constructed(_required(kind, entry)) or made


def _required(kind: type, entry: Entry) -> dict[str, object]:
    """Return attributes that a weight's shape tells: channels and kernel."""
    given = [stored for stored in entry.inputs if stored.is_floating]
    found: dict[str, object] = {}
    for name, parameter in _parameters(kind).items():
        if parameter.default is not inspect.Parameter.empty or len(given) < 2 or not entry.results:
            continue
        if "channel" in name and len(entry.results[0].shape) > 1:
            found[name] = entry.results[0].shape[1]
        if "kernel" in name:
            found[name] = tuple(given[1].shape[2:])
    return found


def _parameters(kind: type) -> Mapping[str, inspect.Parameter]:
    try:
        return {n: p for n, p in inspect.signature(kind.__init__).parameters.items() if n != "self"}  # type: ignore[misc]
    except (TypeError, ValueError):
        return {}


def settings_of(call: MindSporeCall, entry: Entry) -> Iterator[MindSporeCall]:
    """Yield a Primitive's call with other attributes, few first: a dump does not hold which it had."""
    if call.primitive is None or any(stored.numel > _SEARCHED for stored in entry.results):
        return
    required = _required(call.primitive, entry)
    rows = [
        (name, list(_values(call.primitive, name, parameter.default)))
        for name, parameter in _parameters(call.primitive).items()
        if name not in required
    ]
    rows = [(name, values) for name, values in rows if values]
    tried = 0
    for count in range(1, min(len(rows), 3) + 1):
        for chosen in itertools.combinations(rows, count):
            for values in itertools.product(*(values for _, values in chosen)):
                if tried == _MOST:
                    return
                tried += 1
                setting = {**required, **dict(zip((name for name, _ in chosen), values, strict=True))}
                made = call.constructed(setting)
                if made is not None:
                    yield made


def _values(kind: type, name: str, default: object) -> Iterator[object]:
    if isinstance(default, bool):
        yield not default
    elif isinstance(default, str) and "format" not in name and "type" not in name:
        words = dict.fromkeys(_QUOTED.findall(kind.__doc__ or ""))
        yield from (word for word in words if word not in (default, name))
    elif isinstance(default, int) and "mode" not in name:
        yield from (value for value in (1, 2, 3) if value != default)
    elif isinstance(default, tuple) and default and all(isinstance(item, int) for item in default):
        yield from (tuple(value for _ in default) for value in (1, 2, 3) if default != (value,) * len(default))
    elif isinstance(default, float):
        yield from (value for value in _FLOATS if value != default)


def filled(value: object, given: Mapping[int, torch.Tensor], dtype: torch.dtype | None) -> object:
    """Return an argument with its tensors' values, of another precision where one is asked for.

    Raises:
        LackingError: if values were not kept, or it is of a type that is not known.
    """
    if isinstance(value, Stored):
        tensor = given.get(id(value))
        if tensor is None:
            tensor = value.values()
        if tensor is None:
            raise LackingError
        kept = value.dtype if dtype is None else None
        wide = dtype if dtype is not None and tensor.is_floating_point() else getattr(torch, kept or value.dtype)
        return tensor.to(wide, copy=True) if tensor.is_floating_point() else tensor.clone()
    if isinstance(value, Opaque):
        return _type_named(value.text)
    if isinstance(value, Mapping):
        return {str(name): filled(item, given, dtype) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(filled(item, given, dtype) for item in value)
    return value


def _type_named(text: str) -> object:
    try:
        return getattr(importlib.import_module("mindspore"), dtype_name(text))
    except (ValueError, AttributeError):
        raise LackingError from None


def _stored(values: Sequence[object]) -> list[Stored]:
    found: list[Stored] = []
    for value in values:
        if isinstance(value, Stored):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += _stored(value)
    return found
