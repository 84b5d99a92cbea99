"""From torch's arguments to MindSpore's, and where a MindSpore layer's arguments differ from them."""

from __future__ import annotations

import math
import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mappings.rows.model import (
    NO_EQUIVALENT,
    PADDING_SPELLING,
    PLAIN_ARGUMENT,
    REQUIRED,
    ArgumentDifference,
    Difference,
    Opaque,
    Param,
    Row,
)
from mappings.rows.transforms import Context, TransformError, UnknownValue, apply, leaves_gaps

_PADDING_ARGUMENTS = frozenset({"pad_mode", "padding"})
_NEED_PAD = frozenset({"ceil_mode", "return_indices", "dilation"})  # of a pool, which refuses them under another mode
_DEFAULT = "-default"  # the end of a rule that holds for MindSpore's default value only
_FIRST = "-first"  # of one about what the first positional argument is: nothing to one given by its own name
_SAME_WITH_STRIDE = "pad_mode-same-stride"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def expected_arguments(row: Row, torch_arguments: Mapping[str, object]) -> dict[str, object]:
    """Return the MindSpore arguments that mean what `torch_arguments` mean (see `Row`)."""
    filled = _filled(row, torch_arguments)
    expected: dict[str, object] = {}
    for param in deciding(row, torch_arguments):
        known, value = _expected_value(row, param, filled)
        if known and param.mindspore is not None:
            expected[param.mindspore] = value
    return expected


def deciding(row: Row, torch_arguments: Mapping[str, object]) -> list[Param]:
    """Return the params that count in a call: where several arguments of torch mean one of MindSpore, the one given.

    Where none of them is given it is the first that is taken as it is: `correction`, not `unbiased`. An argument at its
    default does not count as given beside another that is not: Hardtanh's `min_val` beside `min_value`.
    """
    torch_arguments = _without_overruled(row, torch_arguments)
    given = {p.mindspore for p in row.params if p.torch in torch_arguments and p.mindspore}
    by_default: dict[str, Param] = {}
    for param in row.params:
        if param.torch and param.mindspore and param.torch_default is not REQUIRED:
            known = by_default.setdefault(param.mindspore, param)
            if known.transform != "identity" and param.transform == "identity":
                by_default[param.mindspore] = param
    return [p for p in row.params if _decides(p, given, by_default, torch_arguments)]


def _without_overruled(row: Row, torch_arguments: Mapping[str, object]) -> Mapping[str, object]:
    """Leave out what is at its default, or None, where another argument of torch that means the same is not."""
    by_target: dict[str, list[tuple[str, bool]]] = {}
    for param in row.params:
        if param.torch in torch_arguments and param.mindspore and param.torch is not None:
            value = torch_arguments[param.torch]
            plain = value is None or same_value(value, param.torch_default)
            by_target.setdefault(param.mindspore, []).append((param.torch, plain))
    overruled = {
        name
        for members in by_target.values()
        if len({name for name, _ in members}) > 1 and not all(plain for _, plain in members)
        for name, plain in members
        if plain
    }
    return {name: value for name, value in torch_arguments.items() if name not in overruled}


def _decides(
    param: Param, given: set[str], by_default: Mapping[str, Param], torch_arguments: Mapping[str, object]
) -> bool:
    if param.torch in torch_arguments or param.mindspore is None:
        return True
    if param.mindspore in given:
        return False
    return by_default.get(param.mindspore, param) is param or param.torch_default is REQUIRED


def compare_arguments(
    row: Row, torch_arguments: Mapping[str, object], mindspore_arguments: Mapping[str, object]
) -> list[ArgumentDifference]:
    """Return the arguments in which a MindSpore layer is not what the torch layer asks for (see `Row`)."""
    filled = _filled(row, torch_arguments)
    found: list[ArgumentDifference] = []
    for param in deciding(row, torch_arguments):
        if param.shows == "none":
            continue
        try:
            known, expected = _expected_value(row, param, filled)
        except TransformError as error:
            found.append(_no_equivalent(param, filled, mindspore_arguments, str(error)))
            continue
        if not known or param.mindspore is None:
            continue
        actual = mindspore_arguments.get(param.mindspore, param.mindspore_default)
        if _differs(param, actual, expected) and not _said_instead(row, param, filled, mindspore_arguments):
            found.append(_difference(row, param, filled, actual, expected))
    return _judge_padding(row, filled, mindspore_arguments, found)


def _said_instead(
    row: Row, param: Param, filled: Mapping[str, object], mindspore_arguments: Mapping[str, object]
) -> bool:
    """Tell whether an argument that MindSpore leaves out is right by another: p by keep_prob."""
    if mindspore_arguments.get(param.mindspore or "") is not None:
        return False
    for other in instead_of(row, param):
        actual = mindspore_arguments.get(other.mindspore or "", other.mindspore_default)
        known, expected = _expected_value(row, replace(other, transform=other.transform_argument), filled)
        if known and same_value(actual, expected):
            return True
    return False


def instead_of(row: Row, param: Param) -> list[Param]:
    """Return the params of MindSpore's arguments that say what `param` says, where that one is left out."""
    others = [other for other in row.params if other.torch == param.torch and other.mindspore]
    return [other for other in others if other.transform == "unknown" and other.transform_argument]


def _differs(param: Param, actual: object, expected: object) -> bool:
    if isinstance(actual, (Opaque, type(REQUIRED))):
        return False
    worked_out = actual is None and param.mindspore_default is None and param.transform == "identity"
    if worked_out and expected is not None and param.torch_default is not None and param.torch_default is not REQUIRED:
        return not same_value(expected, param.torch_default)  # the row says what None is on either side
    if isinstance(expected, Opaque):
        # The value to write is an object; only the default is known not to be it.
        return same_value(actual, param.mindspore_default)
    return not same_value(actual, expected)


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


def stands_for_another(param: Param, value: object) -> bool:
    """Return whether a torch value is the None that torch works out, where MindSpore's argument is never None."""
    never_none = param.mindspore_default is not None and param.mindspore_default is not REQUIRED
    return value is None and param.transform == "identity" and never_none


def default_value(row: Row, param: Param) -> tuple[object] | None:
    """Return the MindSpore value that torch's defaults ask for, in a tuple; None where it cannot be worked out.

    Raises:
        TransformError: if torch's default has no counterpart.
    """
    known, value = _expected_value(row, param, _filled(row, {}))
    return (as_default(value, param),) if known else None


def as_default(value: object, param: Param) -> object:
    """Return a number as MindSpore's default is written, int or float: some of its names refuse the other."""
    default = param.mindspore_default
    if isinstance(default, (int, float)) and not isinstance(value, bool) and same_value(value, default):
        return default
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, tuple) and isinstance(default, tuple) and any(isinstance(item, float) for item in default):
        return tuple(float(item) if isinstance(item, int) else item for item in value)
    return value


def _filled(row: Row, torch_arguments: Mapping[str, object]) -> dict[str, object]:
    defaults = {p.torch: p.torch_default for p in row.params if p.torch is not None and p.torch_default is not REQUIRED}
    return {**defaults, **torch_arguments}


def _expected_value(row: Row, param: Param, filled: Mapping[str, object]) -> tuple[bool, object]:
    if param.torch is None:
        if param.must is not REQUIRED:
            return True, param.must
        default = param.mindspore_default
        return default is not REQUIRED and not isinstance(default, Opaque), default
    if param.torch not in filled or isinstance(filled[param.torch], Opaque):
        return False, None
    if stands_for_another(param, filled[param.torch]):
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
    known = _known_difference(row, param, actual)
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
        rule=known.rule if known else PLAIN_ARGUMENT,
    )


def _known_difference(row: Row, param: Param, actual: object) -> Difference | None:
    """Return the row's difference behind a differing value: about this argument, and about this value of it."""
    is_default = same_value(actual, param.mindspore_default)
    for difference in row.differences:
        about_it = difference.argument == param.mindspore and difference.shows != "construct"
        if difference.rule == _SAME_WITH_STRIDE:
            continue  # `_with_verdict` says it where it is so
        if about_it and (is_default or not difference.rule.endswith((_DEFAULT, _FIRST))):
            return difference
    return None


def _no_equivalent(
    param: Param, filled: Mapping[str, object], actual: Mapping[str, object], reason: str
) -> ArgumentDifference:
    argument = param.mindspore or param.torch or ""
    return ArgumentDifference(
        argument=argument,
        torch_argument=param.torch,
        torch_value=filled.get(param.torch) if param.torch else None,
        mindspore_value=actual.get(argument, param.mindspore_default if param.mindspore else None),
        expected=None,
        shows=param.shows,
        loudness="silent",
        fact=reason,
        rule=NO_EQUIVALENT,
    )


def _plain_fact(param: Param, torch_value: object, actual: object) -> str:
    if param.torch is None:
        return f"{param.mindspore}={in_code(actual)} has no counterpart in torch"
    theirs = in_code(torch_value)
    return f"{param.mindspore}={in_code(actual)} does not do what torch's {param.torch}={theirs} does"


def in_code(value: object) -> str:
    """Write a value as code does, and the same in every run: functions and classes by name, no addresses.

    Args:
        value (object): of an argument.
    """
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, type)):
        return value.__name__
    return _ADDRESS.sub("", repr(value))


def _judge_padding(
    row: Row, filled: Mapping[str, object], actual: Mapping[str, object], found: list[ArgumentDifference]
) -> list[ArgumentDifference]:
    """Say of differing padding arguments whether they pad alike; drop the pair member that changes nothing.

    ``pad_mode='same'`` for ``padding=1`` at stride 1, or ``'pad'`` with 0 for ``'valid'``, are two spellings.
    """
    if not row.dims or "padding" not in filled:
        return found
    padding = [d for d in found if d.argument in _PADDING_ARGUMENTS]
    others = [d for d in found if d.argument not in _PADDING_ARGUMENTS]
    verdict = _pads_alike(row, filled, actual) if padding else True
    padding = _one_correction(padding)
    if verdict is True:
        others = [d for d in others if d.argument != "count_include_pad" or _divisor_matters(row, filled, actual)]
        pool = any(param.transform == "pool_pad_mode" for param in row.params)
        if pool and padding and padding[0].expected == "pad" and any(d.argument in _NEED_PAD for d in others):
            beside = padding[0].corrections
            return [replace(d, also={**d.also, **beside}) if d.argument in _NEED_PAD else d for d in others]
        return others + [_as_spelling(d) for d in padding[:1]]
    return others + [_with_verdict(row, d, verdict) for d in padding]


def _one_correction(padding: list[ArgumentDifference]) -> list[ArgumentDifference]:
    """Join a differing pad_mode and padding: one without the other is no correction."""
    mode = next((d for d in padding if d.argument == "pad_mode" and d.rule != NO_EQUIVALENT), None)
    amount = next((d for d in padding if d.argument == "padding" and d.rule != NO_EQUIVALENT), None)
    if mode is None or amount is None:
        return padding
    return [replace(mode, also={"padding": amount.expected})]


def _as_spelling(difference: ArgumentDifference) -> ArgumentDifference:
    fact = (
        f"{difference.argument}={difference.mindspore_value!r} pads as torch's padding={difference.torch_value!r} does"
    )
    return replace(difference, equivalent=True, fact=fact, rule=PADDING_SPELLING)


def _with_verdict(row: Row, difference: ArgumentDifference, verdict: bool | None) -> ArgumentDifference:
    if verdict is not None or difference.argument != "pad_mode":
        return replace(difference, equivalent=verdict)
    known = next((d for d in row.differences if d.rule == _SAME_WITH_STRIDE), None)
    if known is None:
        return replace(difference, equivalent=verdict)
    return replace(difference, equivalent=verdict, rule=known.rule, fact=known.fact, loudness=known.loudness)


def _divisor_matters(row: Row, filled: Mapping[str, object], actual: Mapping[str, object]) -> bool:
    """Return False where count_include_pad changes nothing: there is no padding, or 'same' of a 1-D or 2-D pool."""
    nothing = not any(_as_tuple(filled["padding"])) and not filled.get("ceil_mode", False)
    return not nothing and (actual.get("pad_mode") != "same" or row.dims == 3)


def _pads_alike(row: Row, filled: Mapping[str, object], actual: Mapping[str, object]) -> bool | None:
    defaults = {p.mindspore: p.mindspore_default for p in row.params if p.mindspore}
    ms = {**defaults, **actual}
    mode, own = ms.get("pad_mode"), ms.get("padding", 0)
    wanted, transposed = filled["padding"], "ranspose" in row.mindspore
    windows = [_as_tuple(filled.get(name, 1)) for name in ("kernel_size", "stride", "dilation")]
    if any(len(axes) not in (1, row.dims) for axes in windows):
        return None  # torch refuses it when it runs
    if transposed and mode == "same":
        return _fills_without_overlap(row, filled)
    if transposed and mode == "valid" and leaves_gaps(filled):
        return False
    stride = _axes(filled.get("stride") or filled.get("kernel_size"), row.dims)
    window = _window(filled, row.dims)
    theirs = _same_pads(window) if wanted == "same" else _pairs(0 if wanted == "valid" else wanted, row.dims)
    if mode == "same":
        if any(step != 1 for step in stride) and any(window):  # a window of one cell needs no padding at any stride
            return None
        mine = _same_pads(window)
        # Under 'same' an average pool divides by the cells inside the input; in 3-D by the whole window.
        averages = "Avg" in row.mindspore and row.dims < 3 and any(any(pair) for pair in mine)
        return mine == theirs and not (averages and filled.get("count_include_pad", True))
    mine = _pairs(own if mode == "pad" else 0, row.dims)
    return mine == theirs


def _fills_without_overlap(row: Row, filled: Mapping[str, object]) -> bool:
    """Return whether a transposed convolution's windows lie side by side: 'same' then adds and cuts nothing."""
    kernel, stride = filled.get("kernel_size"), filled.get("stride")
    nothing = _pairs(0, row.dims)
    pads = (filled["padding"], filled.get("output_padding", 0))
    plain = all(_pairs(pad, row.dims) == nothing for pad in pads)
    known = filled.get("dilation", 1) in (1, (1,) * row.dims) and not isinstance(filled["padding"], (str, Opaque))
    return plain and known and kernel is not None and stride is not None and same_value(kernel, stride)


def _window(filled: Mapping[str, object], dims: int) -> tuple[int, ...]:
    kernel, dilation = _axes(filled.get("kernel_size", 1), dims), _axes(filled.get("dilation", 1), dims)
    return tuple(d * (k - 1) for k, d in zip(kernel, dilation, strict=True))


def _same_pads(window: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((total // 2, total - total // 2) for total in window)


def _pairs(padding: object, dims: int) -> tuple[tuple[int, int], ...]:
    axes = _as_tuple(padding)
    if len(axes) == 2 * dims:
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
