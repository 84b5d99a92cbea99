"""The static pass: arguments of paired layers, through the mappings table or by name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

import mappings
from mappings.rows.arguments import in_code, instead_of
from mappings.rows.literals import parse_literal
from parity.table.difference import Difference
from parity.table.paddings import PADDING, Padding, changed, padding_of
from parity.table.relations import Relation, relation, same_kind

if TYPE_CHECKING:
    from parity.nets.base import Layer

_FIRST_AXIS = "begin_norm_axis"
_IGNORED = frozenset({"device", "dtype", "inplace", "data_format", "name", "_weight", "_freeze"})


def differences(reference: Layer, port: Layer, shape: tuple[int, ...] = ()) -> list[Difference]:
    """Return the arguments of `port` that are not what `reference` asks for.

    What an argument of a user's own class means is not known: of a layer that is derived from a framework's class, the
    arguments are those that this class was given; of a port's, those that it was given under their own names.

    Args:
        reference (Layer): the layer taken as right.
        port (Layer): its partner.
        shape (tuple[int, ...]): of the layer's input, where it is known; what is right may follow from it.
            Default: ``()``.
    """
    if any(layer.custom and not layer.base for layer in (reference, port)):
        return []
    ours, theirs = (layer.base if layer.custom else layer.construction.arguments for layer in (reference, port))
    entries = differences_between(reference.api, ours, port.api, theirs, shape)
    entries = [e for e in entries if not port.custom or all(_handed_on(port, name) for name in _names(e))]
    known = [e for e in entries if _known(reference, e.reference_argument) and all(_known(port, a) for a in _names(e))]
    return [*known, *_by_rank(reference, port, shape)]


def _handed_on(layer: Layer, name: str) -> bool:
    """Tell whether a derived class hands an argument of its own to the framework's class as it is."""
    own = layer.construction.arguments
    return name in own and name in layer.base and own[name] == layer.base[name]


def _by_rank(reference: Layer, port: Layer, shape: tuple[int, ...]) -> list[Difference]:
    """Return the arguments of `port` whose right value follows from the rank of what the layer is given.

    A LayerNorm over several axes says in MindSpore where the first of them is, counted from the front.
    """
    found = relation(reference.api, port.api)
    known = next((e for e in found.row.differences if e.argument == _FIRST_AXIS), None) if found is not None else None
    axes = reference.construction.arguments.get("normalized_shape")
    if found is None or found.flipped or known is None or not isinstance(axes, Sequence) or not shape:
        return []
    if reference.custom or port.custom:
        return []
    first, value = len(shape) - len(axes), port.construction.arguments.get(_FIRST_AXIS)
    if len(axes) < 2 or value in {first, first - len(shape)}:
        return []
    corrections: dict[str, object] = {_FIRST_AXIS: first, "begin_params_axis": first}
    return [Difference(_FIRST_AXIS, "normalized_shape", tuple(axes), value, corrections, known.shows, known.fact)]


def _names(entry: Difference) -> list[str]:
    return list(entry.corrections) or [entry.argument]


def differences_between(
    reference: str | None,
    ours: Mapping[str, object],
    port: str | None,
    theirs: Mapping[str, object],
    shape: tuple[int, ...] = (),
) -> list[Difference]:
    """Return the arguments of two calls that do not mean the same.

    Args:
        reference (str | None): public name of the reference's class.
        ours (Mapping[str, object]): its arguments.
        port (str | None): public name of the port's class.
        theirs (Mapping[str, object]): its arguments.
        shape (tuple[int, ...]): of what they are called on, where it is known. Default: ``()``.
    """
    found = relation(reference, port)
    if found is None:
        return _by_name(ours, theirs) if same_kind(reference, port) else []
    if not found.flipped:
        return [_to_mindspore(entry) for entry in mappings.compare_arguments(found.row, ours, theirs)]
    entries = mappings.compare_arguments(found.row, theirs, ours)
    alone = [_to_torch(entry, found, theirs, ours, shape).corrections for entry in entries]
    turned = list[Difference]()
    for number, entry in enumerate(entries):  # some follow from others: LocalResponseNorm's alpha from its size
        beside = {name: value for other in (*alone[:number], *alone[number + 1 :]) for name, value in other.items()}
        turned.append(_to_torch(entry, found, {**theirs, **beside}, ours, shape))
    return turned


def _known(layer: Layer, argument: str | None) -> bool:
    """Tell whether the argument's value was seen; of a net that came ready made, only some can be read back."""
    construction = layer.construction
    if layer.custom:
        return argument is None or argument in layer.base
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


def _to_torch(
    entry: mappings.ArgumentDifference,
    found: Relation,
    port: Mapping[str, object],
    reference: Mapping[str, object],
    shape: tuple[int, ...],
) -> Difference:
    """Turn a difference round: the MindSpore side is the reference, the torch side is to be corrected."""
    row, fact, advice, same = found.row, entry.fact, "", False
    argument, value = entry.argument, entry.mindspore_value
    for argument, value in _said_instead(row, entry, reference).items():
        fact = f"{entry.torch_argument}={in_code(entry.torch_value)} does not do what {argument}={in_code(value)} does"
    if row.dims and entry.argument in PADDING:
        padding = padding_of(row, reference, shape)
        corrections = {} if padding is None else changed(row, padding.arguments, port)
        same = padding is not None and bool(padding.arguments) and not corrections
        advice = "" if same or corrections else _padded_before(row, padding)
    else:
        corrections = _torch_correction(entry, row, port, reference)
    return Difference(
        argument=entry.argument,
        reference_argument=argument,
        reference_value=value,
        port_value=entry.torch_value,
        corrections=corrections,
        shows=entry.shows,
        fact=fact,
        equivalent=True if same else entry.equivalent,
        advice=advice,
    )


def _padded_before(row: mappings.Row, padding: Padding | None) -> str:
    """Say how torch's input has to be padded where no argument of the layer pads so; "" where that would not do."""
    if padding is None or "ranspose" in row.torch or "Avg" in row.torch:
        return ""
    filled = ', value=float("-inf")' if "Max" in row.torch else ""
    return f"no padding of torch's layer does what MindSpore's does here: give it F.pad(x, {padding}{filled})"


def _torch_correction(
    entry: mappings.ArgumentDifference, row: mappings.Row, port: Mapping[str, object], reference: Mapping[str, object]
) -> dict[str, object]:
    """Find the torch value that means the MindSpore value, by trying the inverses of what the table knows."""
    name = entry.torch_argument
    if name is None:
        return {}
    said = list(_said_instead(row, entry, reference).values()) or [entry.mindspore_value]
    candidates = [candidate for value in said for candidate in _candidates(value)]
    for candidate in [*_keys(row, entry), *_inverses(row, entry, port), *candidates]:
        try:
            left = mappings.compare_arguments(row, {**port, name: candidate}, reference)
            expected = mappings.expected_arguments(row, {**port, name: candidate})
        except mappings.TransformError:
            continue
        if entry.argument in expected and all(other.argument != entry.argument for other in left):
            return {name: candidate}
    return {}


def _said_instead(
    row: mappings.Row, entry: mappings.ArgumentDifference, reference: Mapping[str, object]
) -> dict[str, object]:
    """Return the arguments that MindSpore takes in the place of one that is left out: keep_prob for p."""
    if entry.mindspore_value is not None:
        return {}
    params = [param for param in row.params if param.mindspore == entry.argument]
    others = [other for param in params for other in instead_of(row, param)]
    names = [other.mindspore for other in others if other.mindspore is not None]
    return {name: reference.get(name, other.mindspore_default) for name, other in zip(names, others, strict=True)}


def _inverses(row: mappings.Row, entry: mappings.ArgumentDifference, port: Mapping[str, object]) -> list[object]:
    """Return the torch values that the row's transforms of numbers turn into MindSpore's."""
    value, found = entry.mindspore_value, list[object]()
    for param in row.params:
        if param.mindspore != entry.argument or param.torch != entry.torch_argument or not _is_number(value):
            continue
        if param.transform == "half_below":
            found.append(2 * value + 1)
        elif param.transform == "scale":
            found.append(value / float(param.transform_argument))
        elif param.transform == "divide_by":
            divisor = port.get(param.transform_argument)
            found += [value * divisor] if _is_number(divisor) else []
    return found


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _keys(row: mappings.Row, entry: mappings.ArgumentDifference) -> list[object]:
    """Return the torch values that the row itself lists for an argument."""
    for param in row.params:
        if param.mindspore == entry.argument and param.torch == entry.torch_argument and param.transform == "map":
            table = parse_literal(param.transform_argument)
            return list(table) if isinstance(table, dict) else []
    return []


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
    return not isinstance(value, (bool, int, float, str, tuple, list, type(None)))


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
