"""The static pass: arguments of paired layers, through the mappings table or by name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch

import mappings
from parity.nets.base import Layer
from parity.table.difference import Difference
from parity.table.relations import Relation, relation, same_kind

_IGNORED = frozenset({"device", "dtype", "inplace", "data_format", "name", "_weight", "_freeze"})


def differences(reference: Layer, port: Layer) -> list[Difference]:
    """Return the arguments of `port` that are not what `reference` asks for.

    Only classes of the frameworks themselves are compared: what an argument of a user's own class means is not known.

    Args:
        reference (Layer): the layer taken as right.
        port (Layer): its partner.
    """
    if reference.custom or port.custom:
        return []
    ours, theirs = reference.construction.arguments, port.construction.arguments
    entries = differences_between(reference.api, ours, port.api, theirs)
    return [e for e in entries if _known(reference, e.reference_argument) and all(_known(port, a) for a in _names(e))]


def _names(entry: Difference) -> list[str]:
    return list(entry.corrections) or [entry.argument]


def differences_between(
    reference: str | None, ours: Mapping[str, object], port: str | None, theirs: Mapping[str, object]
) -> list[Difference]:
    """Return the arguments of two calls that do not mean the same.

    Args:
        reference (str | None): public name of the reference's class.
        ours (Mapping[str, object]): its arguments.
        port (str | None): public name of the port's class.
        theirs (Mapping[str, object]): its arguments.
    """
    found = relation(reference, port)
    if found is None:
        return _by_name(ours, theirs) if same_kind(reference, port) else []
    if not found.flipped:
        return [_to_mindspore(entry) for entry in found.row.compare_arguments(ours, theirs)]
    return [_to_torch(entry, found, theirs) for entry in found.row.compare_arguments(theirs, ours)]


def _known(layer: Layer, argument: str | None) -> bool:
    """Tell whether the argument's value was seen; of a net that came ready made, only some can be read back."""
    construction = layer.construction
    return construction.exact or argument is None or argument in construction.arguments


def _to_mindspore(entry: mappings.ArgumentDifference) -> Difference:
    return Difference(
        argument=entry.argument,
        reference_argument=entry.torch_argument,
        reference_value=entry.torch_value,
        port_value=entry.mindspore_value,
        corrections=entry.corrections,
        shows=entry.shows,
        fact=entry.fact,
        equivalent=entry.equivalent,
    )


def _to_torch(entry: mappings.ArgumentDifference, found: Relation, port: Mapping[str, object]) -> Difference:
    """Turn a difference round: the MindSpore side is the reference, the torch side is to be corrected."""
    return Difference(
        argument=entry.argument,
        reference_argument=entry.argument,
        reference_value=entry.mindspore_value,
        port_value=entry.torch_value,
        corrections=_torch_correction(entry, found.row, port),
        shows=entry.shows,
        fact=entry.fact,
        equivalent=entry.equivalent,
    )


def _torch_correction(
    entry: mappings.ArgumentDifference, row: mappings.Row, port: Mapping[str, object]
) -> dict[str, object]:
    """Find the torch value that means the MindSpore value, by trying the inverses of what the table knows."""
    name = entry.torch_argument
    if name is None:
        return {}
    for candidate in _candidates(entry.mindspore_value):
        try:
            expected = row.expected_mindspore_arguments({**port, name: candidate})
        except mappings.TransformError:
            continue
        if entry.argument in expected and same_value(expected[entry.argument], entry.mindspore_value):
            return {name: candidate}
    return {}


def _candidates(value: object) -> list[object]:
    candidates: list[object] = [value]
    if isinstance(value, bool):
        candidates += [not value, "tanh" if value else "none"]
    elif isinstance(value, (int, float)):
        candidates += [round(1 - value, 12), -value]  # 0.1, not 0.09999999999999998
    elif isinstance(value, tuple) and len(value) == 1:
        candidates.append(value[0])
    return candidates


def _by_name(ours: Mapping[str, object], theirs: Mapping[str, object]) -> list[Difference]:
    found: list[Difference] = []
    for name, value in ours.items():
        if name in _IGNORED or name not in theirs or _opaque(value) or _opaque(theirs[name]):
            continue
        if not same_value(value, theirs[name]):
            fact = f"{name} is {theirs[name]!r} where the reference has {value!r}"
            shows = "train" if name == "momentum" else "forward"
            found.append(Difference(name, name, value, theirs[name], {name: value}, shows, fact))
    return found


def _opaque(value: object) -> bool:
    return not isinstance(value, (bool, int, float, str, tuple, list, type(None), torch.Size))


def same_value(a: object, b: object) -> bool:
    """Tell whether two argument values mean the same: 3 and (3, 3), 0.9 and 1 - 0.1."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=0.0)
    left, right = _items(a), _items(b)
    if left is None and right is None:
        return bool(a == b)
    left, right = [a] if left is None else left, [b] if right is None else right
    if not left or not right:
        return not left and not right
    if len(left) == 1:
        left = left * len(right)
    elif len(right) == 1:
        right = right * len(left)
    return len(left) == len(right) and all(same_value(x, y) for x, y in zip(left, right, strict=True))


def _items(value: object) -> list[object] | None:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else None
