"""Arguments in the words of the side that is to be mended: torch's names become MindSpore's through the table."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import torch

import mappings
from mappings.rows.model import Opaque
from mappings.table import index
from mappings.table.derive import arguments_of
from parity.executions.torch_calls import call_of
from parity.executions.units import Unit

_MINDSPORE = {
    "Functional": ("mindspore.ops.",),
    "Mint": ("mindspore.mint.",),
    "MintFunctional": ("mindspore.mint.nn.functional.",),
    "MintNN": ("mindspore.mint.nn.functional.",),
    "Tensor": ("mindspore.Tensor.",),
    "Primitive": ("mindspore.ops.", "mindspore.nn."),
}
_TORCH = {"Functional": "torch.nn.functional.", "Torch": "torch.", "Tensor": "torch.Tensor."}
PAD_SAME = "same"


def names_of(unit: Unit, *, of_torch: bool) -> list[str]:
    """Return the public names that an operation may have, the likeliest first."""
    found: list[str] = []
    if unit.module is not None:
        spaces = ("torch.nn.",) if unit.module.family == "Module" else ("mindspore.nn.", "mindspore.mint.nn.")
        found += [space + unit.type for space in spaces]
    for call in unit.calls:
        if of_torch:
            prefix = _TORCH.get(call.family)
            found += [prefix + call.type] if prefix else []
        else:
            found += [space + call.type for space in _MINDSPORE.get(call.family, ())]
    if of_torch:
        found += [f"torch.nn.{layer}" for name in list(found) if (layer := _layer_like(name))]
    return list(dict.fromkeys(found))


@functools.cache
def _layer_like(api: str) -> str:
    """Return the layer of torch that a function computes: ``"LayerNorm"`` of ``torch.nn.functional.layer_norm``."""
    word = api.rpartition(".")[2].replace("_", "").lower()
    return next((name for name in dir(torch.nn) if name.lower() == word), "")


def row_of(torch_unit: Unit, mindspore_unit: Unit) -> mappings.Row | None:
    """Return the table's row about two operations."""
    pairs = index.by_pair()
    for ours in names_of(torch_unit, of_torch=True):
        for theirs in names_of(mindspore_unit, of_torch=False):
            if (ours, theirs) in pairs:
                return mappings.row_for_classes(ours, theirs)
    return None


def in_mindspore(row: mappings.Row | None, argument: str, value: object) -> dict[str, object]:
    """Return what a value of a torch argument is in MindSpore's words; under its own name where no row says it."""
    if argument == "padding" and value == PAD_SAME:
        return {"pad_mode": "same"}
    if row is None:
        return {argument: value}
    named = [param.mindspore for param in row.params if param.torch == argument and param.mindspore]
    if not named:
        return {argument: value}
    try:
        expected = mappings.expected_arguments(row, {argument: value})
    except (mappings.TransformError, TypeError, ValueError):
        return {named[0]: value}
    found = {name: expected[name] for name in named if name in expected}
    if argument == "padding" and "pad_mode" in expected and found.get("pad_mode", expected["pad_mode"]) == "pad":
        found = {"pad_mode": "pad", **found}
    return {k: _plain(v) for k, v in found.items()} or {named[0]: value}


def _plain(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.12g}")
    return value


def scalars_of(unit: Unit, *, of_torch: bool) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the public name and the arguments without tensors of every call of an operation, by name."""
    for call in unit.calls:
        if call.family == "Primitive":  # its attributes are not in a dump
            continue
        for api in names_of(Unit(0, "", None, [call]), of_torch=of_torch)[:2]:
            order = list(arguments_of(api))
            if not order:
                continue
            if ".Tensor." in api:
                order = ["self", *order]
            given = {order[n]: v for n, v in enumerate(call.args) if n < len(order)}
            given |= dict(call.kwargs)
            yield api, {name: _literal(value) for name, value in given.items() if _is_scalar(value)}


def _is_scalar(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_scalar(item) for item in value)
    return isinstance(value, (bool, int, float, str, type(None), Opaque))


def _literal(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def constructor_arguments(unit: Unit, layer: str) -> dict[str, object]:
    """Return the constructor arguments of a torch layer that its one call shows.

    Args:
        unit (Unit): the operation.
        layer (str): public name of the layer's class.
    """
    call = call_of(unit)
    if call is None:
        return {}
    known: Mapping[str, object] = arguments_of(layer)
    return {name: value for name, value in call.scalars().items() if name in known and name != "bias"}
