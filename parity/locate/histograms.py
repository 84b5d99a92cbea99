"""Binned values of the tensors that differ most, for a reader who wants to see how they differ.

No activation of the port is kept by the forward stage, so the port runs once more, and only where the outputs differ;
the few tensors that are wanted are binned the moment they appear.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

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
_BLOCK = 1 << 18
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
    left, right = (_flat(tensor) for tensor in tensors)
    if left.shape != right.shape:
        return None
    low, high, finite = math.inf, -math.inf, 0
    least, greatest, apart = math.inf, -math.inf, 0
    for a, b in _blocks(left, right):
        if not a.numel():
            continue
        low = min(low, float(a.min()), float(b.min()))
        high = max(high, float(a.max()), float(b.max()))
        finite += a.numel()
        powers = _powers(a, b)
        if powers.numel():
            least, greatest, apart = (
                min(least, float(powers.min())),
                max(greatest, float(powers.max())),
                apart + len(powers),
            )
    if not finite:
        return None
    if high <= low:
        low, high = low - 0.5, high + 0.5
    end = math.floor(greatest) + 1 if apart else 0
    start = max(math.floor(least), end - _DECADES) if apart else 0
    counts = torch.zeros(2, _BINS, dtype=torch.float64)
    differences = torch.zeros((end - start) * _DIFFERENCE_BINS, dtype=torch.float64)
    for a, b in _blocks(left, right):
        counts[0] += torch.histc(a, _BINS, low, high)
        counts[1] += torch.histc(b, _BINS, low, high)
        if apart:
            differences += torch.histc(_powers(a, b).clamp_min(start), len(differences), start, end)
    return Histogram(
        reference=reference, port=port, output=output, elements=left.numel(), low=low, high=high,
        reference_counts=_whole(counts[0]), port_counts=_whole(counts[1]), equal=finite - apart,
        not_finite=left.numel() - finite, difference_low=start, difference_bins=_DIFFERENCE_BINS,
        difference_counts=_whole(differences), call=call,
    )  # fmt: skip


def _flat(tensor: torch.Tensor) -> torch.Tensor:
    tensor = tensor.detach()
    return (torch.view_as_real(tensor) if tensor.is_complex() else tensor).flatten()


def _blocks(left: torch.Tensor, right: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield the elements that are finite on both sides in float64, block by block: no wide copy of all is made."""
    for start in range(0, left.numel(), _BLOCK):
        a, b = (widen(tensor[start : start + _BLOCK]) for tensor in (left, right))
        finite = torch.isfinite(a) & torch.isfinite(b)
        yield (a, b) if bool(finite.all()) else (a[finite], b[finite])


def _powers(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Return the logarithms of how far the elements that differ are apart."""
    size = (right - left).abs()
    return size[size > 0].log10()


def _whole(counts: torch.Tensor) -> tuple[int, ...]:
    return tuple(int(count) for count in counts.tolist())
