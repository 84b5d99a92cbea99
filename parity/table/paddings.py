"""How a window of MindSpore pads, and the arguments of torch that pad likewise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import mappings
from mappings.rows.arguments import same_value
from mappings.rows.model import Opaque

Pair = tuple[int, int]
PADDING = frozenset({"pad_mode", "padding"})
_NUMBERS = ("kernel_size", "stride", "dilation")


@dataclass(frozen=True, slots=True)
class Padding:
    """What a window of MindSpore pads, or a transposed convolution cuts off.

    Args:
        pairs (tuple[Pair, ...]): before and after, of each axis.
        arguments (Mapping[str, object]): those of torch that do the same; empty where none do.
    """

    pairs: tuple[Pair, ...]
    arguments: Mapping[str, object]

    def __str__(self) -> str:
        """As torch's `F.pad` takes it: the last axis first."""
        return str(tuple(number for pair in reversed(self.pairs) for number in pair))


def padding_of(row: mappings.Row, given: Mapping[str, object], sizes: tuple[int, ...] = ()) -> Padding | None:
    """Return how a layer of MindSpore pads; None where that depends on what is not known.

    Args:
        row (Row): of a convolution or pool.
        given (Mapping[str, object]): MindSpore's arguments.
        sizes (tuple[int, ...]): of the input's last axes; 'same' depends on them at a stride above 1. Default: ``()``.
    """
    filled = {p.mindspore: p.mindspore_default for p in row.params if p.mindspore} | dict(given)
    numbers = [_axes(filled.get(name, 1), row.dims) for name in _NUMBERS]
    mode, transposed = filled.get("pad_mode"), "ranspose" in row.mindspore
    known = [number for number in numbers if number is not None]
    if not row.dims or len(known) < len(numbers) or filled.get("data_format") == "NHWC":
        return None
    axes = [(kernel, stride, dilation) for kernel, stride, dilation in zip(*known, strict=True)]
    if mode == "same" and transposed:
        cuts = [d * (k - 1) + 1 - s for k, s, d in axes]
        pairs = tuple(map(_halves, cuts)) if min(cuts) >= 0 else None
    elif mode == "same":
        pairs = _kept_size(axes, sizes)
    else:
        pairs = _amounts(filled.get("padding", 0) if mode == "pad" else 0, row.dims)
    return None if pairs is None else Padding(pairs, _arguments(row, str(mode), pairs, axes))


def changed(row: mappings.Row, asked: Mapping[str, object], port: Mapping[str, object]) -> dict[str, object]:
    """Return those arguments of torch that a call does not have yet, given or by default."""
    defaults = {param.torch: param.torch_default for param in row.params if param.torch}
    return {name: value for name, value in asked.items() if not same_value(port.get(name, defaults.get(name)), value)}


def _kept_size(axes: list[tuple[int, int, int]], sizes: tuple[int, ...]) -> tuple[Pair, ...] | None:
    """Return what 'same' pads: the odd row goes to the end."""
    if all(stride == 1 for _, stride, _ in axes):
        return tuple(_halves(dilation * (kernel - 1)) for kernel, _, dilation in axes)
    if len(sizes) < len(axes):
        return None
    steps = [(-(-size // s) - 1) * s for size, (_, s, _) in zip(sizes[-len(axes) :], axes, strict=True)]
    return tuple(
        _halves(max(step + d * (k - 1) + 1 - size, 0))
        for step, size, (k, _, d) in zip(steps, sizes[-len(axes) :], axes, strict=True)
    )


def _arguments(
    row: mappings.Row, mode: str, pairs: tuple[Pair, ...], axes: list[tuple[int, int, int]]
) -> dict[str, object]:
    convolves, transposed = "Conv" in row.torch, "ranspose" in row.torch
    if any(before != after for before, after in pairs):
        everywhere = convolves and not transposed and mode == "same" and all(stride == 1 for _, stride, _ in axes)
        return {"padding": "same"} if everywhere else {}
    halves = tuple(before for before, _ in pairs)
    if not convolves and any(2 * half > kernel for half, (kernel, _, _) in zip(halves, axes, strict=True)):
        return {}  # torch's pools refuse it
    padding = halves[0] if len(set(halves)) == 1 else halves
    averages = "Avg" in row.torch and row.dims < 3 and mode == "same" and any(halves)
    return {"padding": padding, "count_include_pad": False} if averages else {"padding": padding}


def _halves(total: int) -> Pair:
    return total // 2, total - total // 2


def _amounts(padding: object, dims: int) -> tuple[Pair, ...] | None:
    if isinstance(padding, tuple) and len(padding) == 2 * dims and all(isinstance(number, int) for number in padding):
        return tuple((padding[2 * axis], padding[2 * axis + 1]) for axis in range(dims))
    axes = _axes(padding, dims)
    return None if axes is None else tuple((axis, axis) for axis in axes)


def _axes(value: object, dims: int) -> tuple[int, ...] | None:
    """Return a number for each axis; None where it is not known."""
    numbers = value if isinstance(value, tuple) else (value,)
    if isinstance(value, Opaque) or not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        return None
    return tuple(numbers * dims) if len(numbers) == 1 else tuple(numbers) if len(numbers) == dims else None
