"""The closed list of ways in which a torch argument value becomes a MindSpore argument value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mappings.rows.literals import parse_literal


class TransformError(ValueError):
    """A torch value has no MindSpore equivalent; the message says what to do instead."""


class UnknownValue(LookupError):  # noqa: N818  (a signal to leave the argument out, not a failure)
    """The value cannot be worked out from the torch arguments alone."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a transform may look at besides the value.

    Attributes:
        arguments: every torch argument, defaults filled in.
        dims: spatial dimensions of the layer, or 0.
        argument: the text after the transform's colon.
    """

    arguments: Mapping[str, object]
    dims: int
    argument: str


Transform: TypeAlias = Callable[[object, Context], object]


def _identity(value: object, context: Context) -> object:
    del context
    return value


def _one_minus(value: object, context: Context) -> object:
    del context
    if value is None:
        msg = "torch's cumulative average (momentum=None) does not exist in MindSpore; give a number"
        raise TransformError(msg)
    return round(1.0 - _number(value), 12)


def _not(value: object, context: Context) -> object:
    del context
    return not value


def _to_tuple(value: object, context: Context) -> object:
    del context
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else (value,)


def _last_axis(value: object, context: Context) -> object:
    """Return LayerNorm's begin_norm_axis: -1 for one axis; for more it must be counted from the input's first axis."""
    if len(_sequence(_to_tuple(value, context))) > 1:
        raise UnknownValue
    return -1


def _or(value: object, context: Context) -> object:
    """Return `value`, or where it is None the torch argument named after the colon (stride or kernel_size)."""
    return _argument(context) if value is None or _is_empty(value) else value


def _item(value: object, context: Context) -> object:
    items, index = _sequence(value), int(context.argument)
    if not -len(items) <= index < len(items):
        msg = f"{value!r} has no item {index}"
        raise TransformError(msg)
    return items[index]


def _pad_mode(value: object, context: Context) -> object:
    """Return MindSpore's pad_mode for torch's padding."""
    if isinstance(value, str):
        return value
    return "valid" if not any(_sequence_of(value)) and not leaves_gaps(context.arguments) else "pad"


def leaves_gaps(arguments: Mapping[str, object]) -> bool:
    """Tell whether a transposed convolution has output_padding or windows narrower than its stride, or may have.

    MindSpore's ``valid`` refuses the one and adds rows after the last window for the other, which torch's padding of 0
    does not.
    """
    if "output_padding" not in arguments:
        return False
    if any(number != 0 for number in _sequence_of(arguments["output_padding"])):
        return True
    window, stride, dilation = (arguments.get(name, 1) for name in ("kernel_size", "stride", "dilation"))
    axes = [list(_sequence_of(value)) for value in (window, stride, dilation)]
    count = max(map(len, axes))
    filled = [axis * count if len(axis) == 1 else axis for axis in axes]
    if not all(isinstance(number, int) for axis in filled for number in axis):
        return any(number != 1 for number in filled[1])
    return any((k - 1) * d + 1 < s for k, s, d in zip(*filled, strict=True))


def _pad_pairs(value: object, context: Context) -> object:
    """Return MindSpore's padding: an int, or before and after of every axis (top, bottom, left, right)."""
    if isinstance(value, str):
        return 0
    axes = _sequence_of(value)
    if len(set(axes)) == 1:
        return axes[0]
    if context.dims == 1 or len(axes) == 1:
        return axes[0]
    return tuple(item for axis in axes for item in (axis, axis))


def _pool_padding(value: object, context: Context) -> object:
    """Return a pool's padding: an int or one number for each axis, as torch writes it; 0 where a mode names it."""
    if isinstance(value, str):
        return 0
    axes = _sequence_of(value)
    if len(set(axes)) == 1:
        return axes[0]
    del context
    return tuple(axes)


def _pool_pad_mode(value: object, context: Context) -> object:
    """Return a pool's pad_mode: any of padding, ceil_mode, dilation, return_indices asks for 'pad'."""
    asks = any(_sequence_of(value)) or any(
        context.arguments.get(name, plain) not in (plain, (plain,) * context.dims)
        for name, plain in (("ceil_mode", False), ("return_indices", False), ("dilation", 1))
    )
    return "pad" if asks else "valid"


def _mirrored(value: object, context: Context) -> object:
    """Return an upper bound whose negative is the lower bound, the argument after the colon."""
    low = _number(_argument(context))
    if low != -_number(value):
        msg = f"bounds {low!r} and {value!r} have no MindSpore equivalent; it draws from -scale to scale"
        raise TransformError(msg)
    return value


def _scale(value: object, context: Context) -> object:
    return _number(value) * float(context.argument)


def _divide_by(value: object, context: Context) -> object:
    return _number(value) / _number(_argument(context))


def _half_below(value: object, context: Context) -> object:
    """Return r for a window of 2 r + 1."""
    del context
    size = int(_number(value))
    if size % 2 == 0:
        msg = f"an even window ({size}) has no MindSpore equivalent: its window is 2 * depth_radius + 1"
        raise TransformError(msg)
    return (size - 1) // 2


def _map(value: object, context: Context) -> object:
    """Look `value` up in ``{literal: literal, ...}`` after the colon.

    A value that is not there has no equivalent, or with ``'*': '*'`` is its own.
    """
    table = parse_literal(context.argument)
    if not isinstance(table, dict):
        msg = f"map needs a dict, got {context.argument!r}"
        raise TransformError(msg)
    for key, mapped in table.items():
        if key == value and isinstance(key, bool) == isinstance(value, bool):
            return mapped
    if "*" in table:
        return value
    allowed = ", ".join(repr(key) for key in table)
    msg = f"{value!r} has no MindSpore equivalent (these have: {allowed})"
    raise TransformError(msg)


def _only(value: object, context: Context) -> object:
    """Refuse any value but the one after the colon."""
    allowed = parse_literal(context.argument)
    if value != allowed:
        msg = f"{value!r} has no MindSpore equivalent; only {allowed!r} has"
        raise TransformError(msg)
    return value


def _none_if_empty(value: object, context: Context) -> object:
    """Return None for an empty sequence: torch's ``dim=()`` means all axes."""
    del context
    return None if _is_empty(value) else value


def _four_axes(value: object, context: Context) -> object:
    """Return a window's size, step or gaps for each axis of (N, C, H, W): 1 for the first and the last."""
    axes = tuple(_sequence_of(value))
    del context
    return (1, *(axes * 2 if len(axes) == 1 else axes), 1)


def _is_empty(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and not value


def _given(value: object, context: Context) -> object:
    """Return `value`; None stands for a choice that depends on the input."""
    del context
    if value is None:
        raise UnknownValue
    return value


def _named(value: object, context: Context) -> object:
    """Return the name of a function, as in ``activation=F.relu``; a string stays."""
    del context
    name = value if isinstance(value, str) else getattr(value, "__name__", None)
    if name is None:
        raise UnknownValue
    return name


def _unknown(value: object, context: Context) -> object:
    del value, context
    raise UnknownValue


TRANSFORMS: Mapping[str, Transform] = {
    "identity": _identity,
    "one_minus": _one_minus,
    "not": _not,
    "to_tuple": _to_tuple,
    "last_axis": _last_axis,
    "or": _or,
    "item": _item,
    "pad_mode": _pad_mode,
    "pad_lrtb": _pad_pairs,
    "pool_pad_mode": _pool_pad_mode,
    "pool_padding": _pool_padding,
    "scale": _scale,
    "divide_by": _divide_by,
    "half_below": _half_below,
    "map": _map,
    "mirrored": _mirrored,
    "none_if_empty": _none_if_empty,
    "four_axes": _four_axes,
    "only": _only,
    "given": _given,
    "named": _named,
    "unknown": _unknown,
}
TAKES_ARGUMENT = frozenset({"or", "item", "scale", "mirrored", "divide_by", "map", "only"})


def apply(name: str, value: object, context: Context) -> object:
    """Return the MindSpore value for torch's `value` by transform `name`.

    Raises:
        TransformError: if there is none.
        UnknownValue: if it depends on more than the arguments.
    """
    return TRANSFORMS[name](value, context)


def _argument(context: Context) -> object:
    """Return the torch argument that the transform names; it is unknown where a call did not give a required one."""
    if context.argument not in context.arguments:
        raise UnknownValue
    return context.arguments[context.argument]


def _number(value: object) -> float:
    if isinstance(value, (int, float)):
        return value
    msg = f"a number was expected, got {value!r}"
    raise TransformError(msg)


def _sequence(value: object) -> Sequence[object]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    msg = f"a sequence was expected, got {value!r}"
    raise TransformError(msg)


def _sequence_of(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
