"""From torch's arguments to MindSpore's, and where a MindSpore layer's arguments part from them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mappings.model import REQUIRED, ArgumentDifference, Opaque, Param, Row
from mappings.transforms import Context, TransformError, UnknownValue, apply

_PADDING_ARGUMENTS = frozenset({"pad_mode", "padding"})


def expected_arguments(row: Row, torch_arguments: Mapping[str, object]) -> dict[str, object]:
    """Return the MindSpore arguments that mean what `torch_arguments` mean (see `Row`)."""
    filled = _filled(row, torch_arguments)
    expected: dict[str, object] = {}
    for param in row.params:
        known, value = _expected_value(row, param, filled)
        if known and param.mindspore is not None:
            expected[param.mindspore] = value
    return expected


def compare_arguments(
    row: Row, torch_arguments: Mapping[str, object], mindspore_arguments: Mapping[str, object]
) -> list[ArgumentDifference]:
    """Return the arguments in which a MindSpore layer is not what the torch layer asks for (see `Row`)."""
    filled = _filled(row, torch_arguments)
    found: list[ArgumentDifference] = []
    for param in row.params:
        if param.shows == "none":
            continue
        try:
            known, expected = _expected_value(row, param, filled)
        except TransformError as error:
            found.append(_no_equivalent(row, param, filled, mindspore_arguments, str(error)))
            continue
        if not known or param.mindspore is None:
            continue
        actual = mindspore_arguments.get(param.mindspore, param.mindspore_default)
        if not isinstance(actual, (Opaque, type(REQUIRED))) and not same_value(actual, expected):
            found.append(_difference(row, param, filled, actual, expected))
    return _judge_padding(row, filled, mindspore_arguments, found)


def same_value(a: object, b: object) -> bool:
    """Return whether two argument values mean the same: 3 and (3, 3), [1] and (1,), 0.9 and 1 - 0.1."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b or (isinstance(a, bool) and isinstance(b, bool) and a == b)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=0.0)
    if _is_sequence(a) or _is_sequence(b):
        left, right = _as_tuple(a), _as_tuple(b)
        if len(left) == 1 and len(right) > 1:
            left = left * len(right)
        elif len(right) == 1 and len(left) > 1:
            right = right * len(left)
        return len(left) == len(right) and all(same_value(x, y) for x, y in zip(left, right, strict=True))
    return bool(a == b)


def _filled(row: Row, torch_arguments: Mapping[str, object]) -> dict[str, object]:
    defaults = {p.torch: p.torch_default for p in row.params if p.torch is not None and p.torch_default is not REQUIRED}
    return {**defaults, **torch_arguments}


def _expected_value(row: Row, param: Param, filled: Mapping[str, object]) -> tuple[bool, object]:
    if param.torch is None:
        value = param.mindspore_default if param.must is REQUIRED else param.must
        return value is not REQUIRED and not isinstance(value, Opaque), value
    if param.torch not in filled or isinstance(filled[param.torch], Opaque):
        return False, None
    try:
        value = apply(param.transform, filled[param.torch], Context(filled, row.dims, param.transform_argument))
    except UnknownValue:
        return False, None
    return True, value


def _difference(
    row: Row, param: Param, filled: Mapping[str, object], actual: object, expected: object
) -> ArgumentDifference:
    argument = param.mindspore or ""
    known = row.difference_for(argument)
    torch_value = filled.get(param.torch) if param.torch else None
    return ArgumentDifference(
        argument=argument,
        torch_argument=param.torch,
        torch_value=torch_value,
        mindspore_value=actual,
        expected=expected,
        shows=param.shows,
        loudness=known.loudness if known else "silent",
        fact=known.fact if known else _plain_fact(param, torch_value, actual),
        rule=known.rule if known else "argument",
    )


def _no_equivalent(
    row: Row, param: Param, filled: Mapping[str, object], actual: Mapping[str, object], reason: str
) -> ArgumentDifference:
    argument = param.mindspore or param.torch or ""
    known = row.difference_for(argument)
    return ArgumentDifference(
        argument=argument,
        torch_argument=param.torch,
        torch_value=filled.get(param.torch) if param.torch else None,
        mindspore_value=actual.get(argument, param.mindspore_default if param.mindspore else None),
        expected=None,
        shows=param.shows,
        loudness="silent",
        fact=reason,
        rule=known.rule if known else "no-equivalent",
    )


def _plain_fact(param: Param, torch_value: object, actual: object) -> str:
    if param.torch is None:
        return f"{param.mindspore}={actual!r} has no counterpart in torch"
    return f"{param.mindspore}={actual!r} does not do what torch's {param.torch}={torch_value!r} does"


def _judge_padding(
    row: Row, filled: Mapping[str, object], actual: Mapping[str, object], found: list[ArgumentDifference]
) -> list[ArgumentDifference]:
    """Say of differing padding arguments whether they pad alike; drop the pair member that changes nothing.

    ``pad_mode='same'`` for ``padding=1`` at stride 1, or ``'pad'`` with 0 for ``'valid'``, are two spellings.
    """
    padding = [d for d in found if d.argument in _PADDING_ARGUMENTS]
    if not padding or not row.dims or "padding" not in filled:
        return found
    verdict = _pads_alike(row, filled, actual)
    others = [d for d in found if d.argument not in _PADDING_ARGUMENTS]
    if verdict is True:
        return others + [_with_verdict(d, True) for d in padding[:1]]
    return others + [_with_verdict(d, verdict) for d in padding]


def _with_verdict(difference: ArgumentDifference, verdict: bool | None) -> ArgumentDifference:
    from dataclasses import replace

    return replace(difference, equivalent=verdict)


def _pads_alike(row: Row, filled: Mapping[str, object], actual: Mapping[str, object]) -> bool | None:
    defaults = {p.mindspore: p.mindspore_default for p in row.params if p.mindspore}
    ms = {**defaults, **actual}
    mode, own = ms.get("pad_mode"), ms.get("padding", 0)
    wanted, transposed = filled["padding"], "ranspose" in row.mindspore
    if transposed and mode == "same":
        return False
    stride = _axes(filled.get("stride") or filled.get("kernel_size"), row.dims)
    window = _window(filled, row.dims)
    theirs = _same_pads(window) if wanted == "same" else _pairs(0 if wanted == "valid" else wanted, row.dims)
    if mode == "same":
        if any(step != 1 for step in stride):
            return None
        mine = _same_pads(window)
        # An average pool divides by the cells inside the input under 'same', by the whole window under 'pad'.
        averages = "Avg" in row.mindspore and any(any(pair) for pair in mine)
        return mine == theirs and not (averages and filled.get("count_include_pad", True))
    mine = _pairs(own if mode == "pad" else 0, row.dims)
    return mine == theirs


def _window(filled: Mapping[str, object], dims: int) -> tuple[int, ...]:
    kernel, dilation = _axes(filled.get("kernel_size", 1), dims), _axes(filled.get("dilation", 1), dims)
    return tuple(d * (k - 1) for k, d in zip(kernel, dilation, strict=True))


def _same_pads(window: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((total // 2, total - total // 2) for total in window)


def _pairs(padding: object, dims: int) -> tuple[tuple[int, int], ...]:
    axes = _as_tuple(padding)
    if len(axes) == 2 * dims and dims > 1 or (dims == 1 and len(axes) == 2):
        return tuple((_int(axes[2 * i]), _int(axes[2 * i + 1])) for i in range(dims))
    return tuple((axis, axis) for axis in _axes(padding, dims))


def _axes(value: object, dims: int) -> tuple[int, ...]:
    axes = _as_tuple(value)
    return tuple(_int(a) for a in (axes * dims if len(axes) == 1 else axes))


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _as_tuple(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
