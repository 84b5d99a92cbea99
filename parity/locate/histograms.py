"""Binned values of the tensors that differ most, for a reader who wants to see how they differ.

No activation of the port is kept by the forward stage, so the port runs once more, and only where the outputs differ;
the few tensors that are wanted are binned the moment they appear.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch

from parity.forward.results import DTYPES, Comparison, Forward, TensorResult
from parity.locate.localise import Located
from parity.measure.metrics import widen
from parity.nets.trace import Call, Key, Named
from parity.report.model import Histogram

WORST = 6
_BINS = 48
_DIFFERENCE_BINS = 2
_DECADES = 24
_ORDER = {"introduced": 0, "amplified": 1}


def worst_histograms(comparison: Comparison, forward: Forward, located: Iterable[Located]) -> tuple[Histogram, ...]:
    """Bin the worst tensors of both nets, running free.

    Args:
        comparison (Comparison): the comparison.
        forward (Forward): holds the reference's activations.
        located (Iterable[Located]): the pairs and their status.

    Returns:
        tuple[Histogram, ...]: at most `WORST`, in order of execution: the layers where the greatest differences were
        introduced, and if those are fewer, others; of each layer the output that differs most.
    """
    wanted = _wanted(forward, located)
    found: dict[Key, Histogram] = {}

    def leave(call: Call, _: Named, outputs: Named) -> None:
        place = wanted.get(call.key)
        if place is None:
            return
        path, index, (name, expected) = place
        if index < len(outputs):
            made = histogram(path, call.layer.path, name, (expected, outputs[index][1]), call.key[1])
            if made is not None:
                found[call.key] = made

    if wanted:
        as_built = None if comparison.dtype == "float32" else DTYPES[comparison.dtype]
        comparison.run(comparison.port, as_built if forward.no_float64 else torch.float64, listener=leave)
    return tuple(found[key] for key in wanted if key in found)


def _wanted(forward: Forward, located: Iterable[Located]) -> dict[Key, tuple[str, int, tuple[str, torch.Tensor]]]:
    """Choose calls of the port, each with the reference's path, and position, name and values of the worst output.

    The reference's tensors are fetched here, since one that is held by windows may have to run for them.
    """
    ranked: list[tuple[int, float, int, Located]] = []
    for position, entry in enumerate(located):
        if entry.status in _ORDER and entry.pair.leaf and entry.free:
            ranked.append((_ORDER[entry.status], -max(map(_size, entry.forced or entry.free)), position, entry))
    ranked.sort(key=_by_rank)
    chosen: dict[Key, tuple[str, int, tuple[str, torch.Tensor]]] = {}
    for _, _, _, entry in sorted(ranked[:WORST], key=_by_position):
        reference, port = entry.pair.reference, entry.pair.port
        base = forward.reference64.calls.get(reference.key) if reference is not None else None
        index = max(range(len(entry.free)), key=[_size(tensor) for tensor in entry.free].__getitem__)
        outputs = base.held_outputs if base is not None else []
        if port is not None and base is not None and index < len(outputs):
            chosen[port.key] = (base.layer.path, index, outputs[index])
    return chosen


def _by_rank(entry: tuple[int, float, int, Located]) -> tuple[int, float, int]:
    return entry[:3]


def _by_position(entry: tuple[int, float, int, Located]) -> int:
    return entry[2]


def _size(tensor: TensorResult) -> float:
    metrics = tensor.metrics64 or tensor.metrics32
    number = metrics.rel_l2 if metrics is not None else None
    return number if number is not None and not math.isnan(number) else math.inf


def histogram(
    reference: str, port: str, output: str, tensors: tuple[torch.Tensor, torch.Tensor], call: int = 0
) -> Histogram | None:
    """Bin one pair of tensors.

    Args:
        reference (str): the reference layer's path.
        port (str): the port layer's path.
        output (str): the tensor's place in what the layer returns.
        tensors (tuple[torch.Tensor, torch.Tensor]): the reference's and the port's.
        call (int): number of the layer's call. Default: ``0``.

    Returns:
        Histogram | None: None where the shapes differ or no element is finite on both sides.
    """
    left, right = (widen(tensor.detach()).flatten() for tensor in tensors)
    if left.shape != right.shape:
        return None
    finite = torch.isfinite(left) & torch.isfinite(right)
    not_finite = int((~finite).sum())
    if not_finite:
        left, right = left[finite], right[finite]
    if not left.numel():
        return None
    low = float(torch.minimum(left.min(), right.min()))
    high = float(torch.maximum(left.max(), right.max()))
    if high <= low:
        low, high = low - 0.5, high + 0.5
    equal, start, counts = _differences(left, right)
    return Histogram(
        reference=reference, port=port, output=output, elements=left.numel() + not_finite, low=low, high=high,
        reference_counts=_counts(left, _BINS, low, high), port_counts=_counts(right, _BINS, low, high), equal=equal,
        not_finite=not_finite, difference_low=start, difference_bins=_DIFFERENCE_BINS, difference_counts=counts,
        call=call,
    )  # fmt: skip


def _counts(values: torch.Tensor, bins: int, low: float, high: float) -> tuple[int, ...]:
    return tuple(int(count) for count in torch.histc(values, bins, low, high).tolist())


def _differences(left: torch.Tensor, right: torch.Tensor) -> tuple[int, int, tuple[int, ...]]:
    """Count the equal elements, and bin the others by the logarithm of how far they are apart."""
    size = (right - left).abs()
    powers = size[size > 0].log10()
    equal = left.numel() - powers.numel()
    if not powers.numel():
        return equal, 0, ()
    end = math.floor(float(powers.max())) + 1
    start = max(math.floor(float(powers.min())), end - _DECADES)
    return equal, start, _counts(powers.clamp_min(start), (end - start) * _DIFFERENCE_BINS, start, end)
