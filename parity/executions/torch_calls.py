"""Running a recorded call of torch again: on its own inputs, on another execution's, or with an argument changed."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional

from mappings.rows.model import Opaque
from mappings.table.derive import arguments_of
from parity.dumps.execution import Entry, Stored
from parity.dumps.values import same_figures
from parity.executions.kinds import kind_of
from parity.executions.units import Unit

_SPACES: dict[str, tuple[Any, str]] = {
    "Functional": (torch.nn.functional, "torch.nn.functional."),
    "Torch": (torch, "torch."),
    "Tensor": (torch.Tensor, "torch.Tensor."),
}
_TOO_LARGE = 1 << 26
"""Elements of a result above which a call is not run again."""
_WEIGHTS = frozenset({"weight", "bias", "running_mean", "running_var"})
_ALIKE = 1e-4
"""Relative difference of figures up to which a weight is the other side's."""
_ROWS = 64
"""Rows of a product that show whether its weight is transposed."""
_WIDE = 1 << 26
"""Bytes that a call may take in float64: a comparison stays below four times the largest tensor, once that is large."""


@dataclass(frozen=True, slots=True)
class TorchCall:
    """One call of torch.

    Args:
        api (str): its public name.
        function (Callable): what is called.
        arguments (Mapping[str, object]): by name where the signature is known, else by position as text; tensors are
            `Stored`. Those left out have torch's defaults.
        defaults (Mapping[str, object]): of the arguments that were left out.
        positional (int): so many of them are passed by position.
    """

    api: str
    function: Callable[..., Any]
    arguments: Mapping[str, object]
    defaults: Mapping[str, object]
    positional: int

    def value(self, name: str) -> object:
        """Return an argument, or its default."""
        return self.arguments.get(name, self.defaults.get(name))

    def changed(self, /, **values: object) -> TorchCall:
        """Return the call with arguments changed."""
        return replace(self, arguments={**self.arguments, **values})

    def tensors(self) -> list[tuple[str, Stored]]:
        """Return the tensors among its arguments by name; of a list of tensors each."""
        found: list[tuple[str, Stored]] = []
        for name, value in self.arguments.items():
            if isinstance(value, Stored):
                found.append((name, value))
            elif isinstance(value, (list, tuple)):
                found += [(f"{name}[{n}]", item) for n, item in enumerate(value) if isinstance(item, Stored)]
        return found

    def scalars(self) -> dict[str, object]:
        """Return the arguments that are no tensors, defaults included."""
        whole = {**self.defaults, **self.arguments}
        return {name: value for name, value in whole.items() if not _holds_tensor(value)}

    def precision(self, results: int) -> torch.dtype:
        """Return the precision in which it is run again: float64, or float32 where it is large.

        Args:
            results (int): how many elements it gives.
        """
        elements = results + sum(stored.numel for _, stored in self.tensors())
        weight = self.arguments.get("weight")
        if isinstance(weight, Stored) and ".conv" in self.api and weight.shape:
            elements += results * weight.numel // max(1, weight.shape[0]) ** 2  # in float64 as a product of columns
        return torch.float64 if 8 * elements <= _WIDE else torch.float32

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
            values = {name: _filled(value, given, dtype) for name, value in self.arguments.items()}
        except _LackingError:
            return None
        names = list(values)
        args = [values[name] for name in names[: self.positional]]
        kwargs = {name: values[name] for name in names[self.positional :]}
        try:
            with torch.set_grad_enabled(grad), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = self.function(*args, **kwargs)
        except Exception:  # noqa: BLE001 - whatever torch refuses of these arguments, it cannot be run with them
            return None
        return [item for item in _flat(result) if isinstance(item, torch.Tensor)]


class _LackingError(Exception):
    """The values of an argument were not kept."""


def _holds_tensor(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_holds_tensor(item) for item in value)
    return isinstance(value, Stored)


def _filled(value: object, given: Mapping[int, torch.Tensor], dtype: torch.dtype | None) -> object:
    if isinstance(value, Stored):
        tensor = given.get(id(value))
        if tensor is None:
            tensor = value.values()
        if tensor is None or value.numel > _TOO_LARGE:
            raise _LackingError
        if tensor.is_floating_point() and dtype is not None:
            return tensor.to(dtype, copy=True)
        return tensor.clone()
    if isinstance(value, Opaque):
        return _known(value)
    if isinstance(value, list):
        return [_filled(item, given, dtype) for item in value]
    if isinstance(value, tuple):
        return tuple(_filled(item, given, dtype) for item in value)
    return value


def _known(value: Opaque) -> object:
    name = value.text.rpartition(".")[2]
    found = getattr(torch, name, None)
    if isinstance(found, (torch.dtype, torch.memory_format)):
        return found
    if value.text.startswith("cpu") or "device" in value.text:
        return torch.device("cpu")
    raise _LackingError


def _flat(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return [leaf for item in value.values() for leaf in _flat(item)]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in _flat(item)]
    return [value]


@functools.cache
def _callable(family: str, name: str) -> tuple[Callable[..., Any], str] | None:
    """Return a function of torch that takes part in its overriding protocol, so one that computes with tensors."""
    if family not in _SPACES:
        return None
    space, prefix = _SPACES[family]
    function = getattr(space, name, None)
    allowed = _overridable().get("torch.nn.functional" if family == "Functional" else "", set())
    if function is None or not callable(function):
        return None
    if function in allowed or name in _names():
        return function, prefix + name
    return None


@functools.cache
def _overridable() -> dict[str, set[Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = torch.overrides.get_overridable_functions()
    functions: set[Any] = set()
    for entries in found.values():
        functions |= {entry for entry in entries if getattr(entry, "__hash__", None)}
    return {"": functions, "torch.nn.functional": functions}


@functools.cache
def _names() -> frozenset[str]:
    return frozenset(getattr(entry, "__name__", "") for entry in _overridable()[""])


def torch_call(entry: Entry) -> TorchCall | None:
    """Return a recorded entry as a call that can be run; None where it is none of torch's."""
    if entry.family == "Module" or entry.kind != "api":
        return None
    found = _callable(entry.family, entry.type)
    if found is None:
        return None
    function, api = found
    names: dict[str, object] = dict(arguments_of(api)) if not api.rpartition(".")[2].startswith("__") else {}
    if entry.family == "Tensor":
        names = {"self": None, **names}
    order = list(names)
    arguments: dict[str, object] = {}
    positional = len(entry.args)
    if order and positional > len(order):  # sum(1, 2): the rest of a method's sizes
        order = []
    for number, value in enumerate(entry.args):
        arguments[order[number] if order else str(number)] = _sized(value)
    for name, value in entry.kwargs.items():
        arguments[name] = _sized(value)
    plain = (type(None), bool, int, float, str, tuple)
    given = {name: getattr(value, "default", value) for name, value in names.items() if name not in arguments}
    defaults = {name: value for name, value in given.items() if isinstance(value, plain)}
    return TorchCall(api, function, arguments, defaults, positional)


def _sized(value: object) -> object:
    """Return a list of numbers as a tuple: sizes and strides."""
    if isinstance(value, list) and not any(isinstance(item, (Stored, list, dict)) for item in value):
        return tuple(value)
    return value


def call_of(unit: Unit) -> TorchCall | None:
    """Return the one call of torch that an operation consists of."""
    calls = [call for call in unit.calls if call.results and call.results[0].is_floating] or unit.calls
    if len(calls) != 1:
        return None
    return torch_call(calls[0])


def matched_inputs(call: TorchCall, other: Unit, weights: Mapping[int, Stored]) -> dict[int, torch.Tensor] | None:
    """Return what of another execution takes the place of each tensor of a call; None where values were not kept.

    Args:
        call (TorchCall): the call.
        other (Unit): the operation whose tensors are to be put in.
        weights (Mapping[int, Stored]): by `id` of a tensor of the call: the other side's weight.
    """
    known = {id(stored): weights[id(stored)] for _, stored in call.tensors() if id(stored) in weights}
    left = [stored for stored in other.inputs if id(stored) not in {id(w) for w in known.values()}]
    inputs = [(name, stored) for name, stored in call.tensors() if id(stored) not in known]
    for name, stored in inputs:
        same_size = [entry for entry in left if entry.numel == stored.numel]
        if name in _WEIGHTS:  # which frameworks take in orders of their own
            same_size.sort(key=lambda entry: not same_figures(entry.figures, stored.figures, _ALIKE))
        match = same_size[0] if same_size else None
        if match is not None:
            left.remove(match)
            known[id(stored)] = match
    given: dict[int, torch.Tensor] = {}
    for name, stored in call.tensors():
        theirs = known.get(id(stored))
        values = theirs.values() if theirs is not None else None
        if theirs is not None and values is None:
            return None
        if values is not None:
            turned = name == "weight" and _is_turned(call, values, other)
            given[id(stored)] = _in_shape(values.T if turned else values, stored)
    return given


def _is_turned(call: TorchCall, weight: torch.Tensor, other: Unit) -> bool:
    """Tell whether a product takes as it is what a linear layer takes transposed: ``x @ w`` for ``linear(x, w.T)``."""
    product = other.calls[0] if other.module is None and other.calls else None
    if not call.api.endswith(".linear") or product is None or kind_of(product) != "matmul" or weight.ndim != 2:
        return False
    result = product.results[0].values() if product.results else None
    factors = [values for stored in other.inputs if (values := stored.values()) is not None and values is not weight]
    if result is None or not factors or factors[0].shape[-1] != weight.shape[0]:
        return False
    if result.shape != (*factors[0].shape[:-1], weight.shape[1]):
        return False
    rows = [tensor.reshape(-1, tensor.shape[-1])[:_ROWS].double() for tensor in (factors[0], result)]
    return bool(torch.allclose(rows[0] @ weight.double(), rows[1], rtol=1e-3, atol=1e-3))


def _in_shape(values: torch.Tensor, like: Stored) -> torch.Tensor:
    shaped = values.reshape(like.shape) if values.numel() == like.numel else values
    if not like.is_floating and like.dtype.startswith("int") and not shaped.is_floating_point():
        return shaped.to(getattr(torch, like.dtype))
    return shaped


def shaped_like(values: Sequence[torch.Tensor] | None, stored: Stored) -> torch.Tensor | None:
    """Return the first of the results that has as many elements as a tensor, in its shape."""
    for value in values or ():
        if value.numel() == stored.numel:
            return value.reshape(stored.shape)
    return None
