"""Batches: which sample is the first that differs, and what kind of difference that is."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.curves.divergence import Divergence, factor, near_integer, relative, said
from parity.curves.stages.pairing import Paired
from parity.curves.transforms import first_difference

_SAME = 1e-5
_MOST_COLUMNS = 4
_LEAST_SHIFTED = 3
"""Elements that must agree for a shift not to be seen by chance."""


def find(pair: Paired) -> Iterator[Divergence]:
    """Find the first batch that differs; where no loader was seen, the first input or target of a net or loss."""
    seen = pair.reference.batches and pair.port.batches
    found = list(_of_inputs(pair) if not seen or _held_otherwise(pair) else _of_batches(pair))
    if not found and seen and _held_otherwise(pair) and not _given_same(pair):
        found = list(_of_batches(pair))
    yield from found
    if not found:
        yield from _of_targets(pair)


def _held_otherwise(pair: Paired) -> bool:
    """Tell whether batches are other tensors than what they become: joined or parted, or scaled, after the loader."""
    both = zip(pair.reference.batches, pair.port.batches, strict=False)
    kinds = ([[value.is_floating_point() for value in each.values] for each in two] for two in both)
    return any(one != other for one, other in kinds)


def _given_same(pair: Paired) -> bool:
    """Tell whether the nets are given the same all the same, seen before the reference's inputs take their place."""
    passes = list(pair.passes())
    return bool(passes) and all(
        len(one.inputs) == len(other.inputs) and all(map(same, one.inputs, other.inputs)) for one, other in passes
    )


def _of_batches(pair: Paired) -> Iterator[Divergence]:
    ours, theirs = pair.reference.batches, pair.port.batches
    reported: set[int] = set()
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if len(one.values) != len(other.values):
            if -1 not in reported:
                reported.add(-1)
                yield Divergence(
                    "data", _step(pair, number), "columns",
                    f"batch {number} holds {len(other.values)} tensors here, {len(one.values)} in the reference",
                    place=other.place, reference=one.place,
                )  # fmt: skip
            continue
        for column, (a, b) in enumerate(zip(one.values, other.values, strict=True)):
            if column in reported or column >= _MOST_COLUMNS or same(a, b):
                continue
            reported.add(column)
            pools = ([x.values for x in ours], [x.values for x in theirs])
            cause, text = kind_of(a, b, column, pools)
            what = f"tensor {column + 1} of batch {number}"
            yield Divergence(
                "data", _step(pair, number), cause, f"{what}: {text}", place=other.place, reference=one.place,
                evidence="; ".join(filter(None, (_first_sample(a, b), _transform(pair, a, b)))),
            )  # fmt: skip
            if cause in {"order", "batch-size", "last-batch"}:
                return


def _transform(pair: Paired, a: torch.Tensor, b: torch.Tensor) -> str:
    """Say which transform is the first that makes another value of the first sample that differs."""
    if not a.dim() or not b.dim():
        return ""
    for x, y in zip(a, b, strict=False):
        if x.shape != y.shape or relative(x, y) > _SAME:
            rows = x.float().numpy(), y.float().numpy()
            return first_difference(rows, pair.reference.chains.all, pair.port.chains.all)
    return ""


def _of_inputs(pair: Paired) -> Iterator[Divergence]:
    for one, other in pair.passes():
        for index, (a, b) in enumerate(zip(one.inputs, other.inputs, strict=False), 1):
            if same(a, b):
                continue
            pools = ([x.inputs for x in pair.reference.passes], [x.inputs for x in pair.port.passes])
            cause, text = kind_of(a, b, index - 1, pools)
            if cause == "content" and _both_noise(a, b):
                continue
            yield Divergence(
                "data", other.update + 1, cause, f"input {index} of the net: {text}", place=other.place,
                reference=one.place, evidence=_first_sample(a, b),
            )  # fmt: skip
            return


def _of_targets(pair: Paired) -> Iterator[Divergence]:
    """Compare what the losses are given as targets, where both call the same function on the same shapes."""
    for ours, theirs in pair.losses():
        a, b = ours.tensors.get("target"), theirs.tensors.get("target")
        if (
            ours.function == theirs.function
            and a is not None
            and b is not None
            and a.shape == b.shape
            and not same(a, b)
        ):
            cause, text = _in_rows(pair, theirs.update, a, b) or kind_of(a, b, 0, ([], []))
            yield Divergence(
                "data", theirs.update + 1, cause, f"the target of {theirs.function}: {text}", place=theirs.place,
                reference=ours.place, evidence=_first_sample(a, b),
            )  # fmt: skip
            return


def _step(pair: Paired, number: int) -> int:
    """Return which update a batch belongs to, by how many batches there are for each."""
    updates = max(1, len(pair.port.updates))
    each = max(1, round(len(pair.port.batches) / updates))
    return (number - 1) // each + 1


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Tell whether two tensors of a batch are the same; the type of whole numbers is no matter."""
    return a.shape == b.shape and relative(a, b) <= _SAME


def _both_noise(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Tell whether both are standard normal numbers of their own, as a generator's input is."""
    if a.shape != b.shape or not a.is_floating_point() or a.numel() < 32:
        return False
    allowed = 4.0 / a.numel() ** 0.5
    return all(abs(float(x.mean())) < allowed and abs(float(x.std()) - 1) < allowed for x in (a, b))


Pools = tuple[list[list[torch.Tensor]], list[list[torch.Tensor]]]


def kind_of(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str]:
    """Tell what kind of difference there is between the reference's tensor and the port's.

    Args:
        a (torch.Tensor): the reference's.
        b (torch.Tensor): the port's.
        column (int): which of the batch's tensors they are.
        pools (Pools): all batches of both sides, where samples that have moved are looked for.

    Returns:
        tuple[str, str]: the cause, and the words.
    """
    for test in (_sizes, _sided, _shifted, _ordered, _arranged, _padded, _affine):
        found = test(a, b, column, pools)
        if found is not None:
            return found
    return "content", f"the values differ by {said(relative(a, b))} of their size"


def _sizes(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    if a.shape == b.shape or a.dim() != b.dim() or not a.dim():
        return None
    if a.shape[1:] == b.shape[1:]:
        first = pools[1][0][column].shape[0] if pools[1] and column < len(pools[1][0]) else b.shape[0]
        ours = pools[0][0][column].shape[0] if pools[0] and column < len(pools[0][0]) else a.shape[0]
        if first == ours:
            return (
                "last-batch",
                f"{b.shape[0]} samples, {a.shape[0]} in the reference: the last batch is kept or dropped",
            )
        return "batch-size", f"{b.shape[0]} samples in a batch, {a.shape[0]} in the reference"
    if a.shape[0] == b.shape[0] and a.numel() == b.numel() and sorted(a.shape) == sorted(b.shape):
        return "layout", f"of shape {tuple(b.shape)}, {tuple(a.shape)} in the reference: axes are arranged otherwise"
    if a.shape[0] == b.shape[0]:
        return "padding", f"of shape {tuple(b.shape)}, {tuple(a.shape)} in the reference: padded or cropped otherwise"
    return "content", f"of shape {tuple(b.shape)}, {tuple(a.shape)} in the reference"


def _shifted(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    del column, pools
    if a.shape != b.shape or a.is_floating_point() or a.dim() < 2 or a.shape[-1] < 3:
        return None
    for by in (1, -1, 2, -2):
        inner = (slice(None), slice(by, None)) if by > 0 else (slice(None), slice(None, by))
        other = (slice(None), slice(None, -by)) if by > 0 else (slice(None), slice(-by, None))
        if torch.equal(a[inner].long(), b[other].long()) and not torch.equal(a.long(), b.long()):
            return _shift(by)
    return next((_shift(by) for by in (1, -1, 2, -2) if a.dim() == 2 and _rows_are_shifted(a, b, by)), None)


def _shift(by: int) -> tuple[str, str]:
    way = "ahead of" if by > 0 else "behind"
    return "label-shift", f"shifted by {abs(by)} along the last axis, {way} the reference's"


def _rows_are_shifted(a: torch.Tensor, b: torch.Tensor, by: int) -> bool:
    """Tell whether every row is shifted within what counts of it: neither what is ignored nor padding at its end."""
    told = 0
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        one, other = ([value for value in row if value >= 0] for row in (x, y))
        while one and other and one[-1] == other[-1]:
            del one[-1], other[-1]
        if not one and not other:
            continue
        ours, theirs = (one[by:], other[:-by]) if by > 0 else (one[:by], other[-by:])
        if len(one) != len(other) or ours != theirs:
            return False
        told += len(ours)
    return told >= _LEAST_SHIFTED


def _in_rows(pair: Paired, update: int, a: torch.Tensor, b: torch.Tensor) -> tuple[str, str] | None:
    """Look for a shift of flattened targets in the rows that what the nets are given has."""
    if a.dim() != 1 or a.is_floating_point():
        return None
    given = [t for one in pair.port.passes if one.update == update for t in one.inputs if t.dim() >= 2]
    widths = {t.shape[1] for t in given if t.shape[0] * t.shape[1] == a.numel()}
    tried = (_shifted(a.reshape(-1, width), b.reshape(-1, width), 0, ([], [])) for width in sorted(widths))
    return next((found for found in tried if found is not None), None)


def _ordered(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    if a.shape != b.shape or not a.dim() or a.shape[0] < 2:
        return None
    ours = [row for batch in pools[0] if column < len(batch) for row in batch[column]]
    rows = list(a) + ours
    moved = sum(any(row.shape == other.shape and relative(other, row) <= _SAME for other in rows) for row in b)
    distinct = {tuple(row.flatten().tolist()) for row in a}
    if moved >= 0.99 * len(b) and len(distinct) > len(b) // 2:
        return "order", "the samples are the reference's in another order"
    return None


def _arranged(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    del column, pools
    if a.shape != b.shape or a.dim() < 3:
        return None
    for axis in range(1, a.dim()):
        if same(a.flip(axis), b):
            if axis == 1 and a.shape[1] == 3:
                return "channel-order", "the channels stand in reversed order: BGR against RGB"
            return "augmentation", f"reversed along axis {axis}"
    return None


def _padded(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    del column, pools
    if a.shape != b.shape:
        return None
    differs = a != b
    if not 0 < int(differs.sum()) < a.numel():
        return None
    left, right = set(a[differs].tolist()), set(b[differs].tolist())
    if len(left) == len(right) == 1:
        return "padding", f"{said(float(right.pop()))} where the reference has {said(float(left.pop()))}"
    return None


def _sided(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    """Look for rows that are padded at their other end."""
    del column, pools
    if a.shape != b.shape or a.is_floating_point() or a.dim() != 2 or torch.equal(a.long(), b.long()):
        return None
    for side, (one, other) in (("left", (a, b)), ("right", (b, a))):
        filled = {row[-1] for row, moved in zip(one.tolist(), other.tolist(), strict=True) if row != moved}
        if len(filled) == 1 and _stand_at(one, other, filled.pop()):
            return "padding", f"padded on the {side}, in the reference on the other side"
    return None


def _stand_at(first: torch.Tensor, last: torch.Tensor, filler: int) -> bool:
    """Tell whether the rows of one tensor begin with what those of the other end with, by more than one length."""
    lengths = set()
    for row, moved in zip(first.tolist(), last.tolist(), strict=True):
        length = len(row)
        while length and row[length - 1] == filler:
            length -= 1
        if row[:length] != moved[len(moved) - length :] or set(moved[: len(moved) - length]) - {filler}:
            return False
        lengths.add(length)
    return len(lengths - {first.shape[1]}) > 1


def _affine(a: torch.Tensor, b: torch.Tensor, column: int, pools: Pools) -> tuple[str, str] | None:
    """Look for one scale and shift, or one for each channel."""
    del column, pools
    if a.shape != b.shape or not a.is_floating_point() or a.numel() < 4:
        return None
    whole = factor(a, b)
    if whole is not None:
        count = near_integer(whole)
        return "normalisation", f"the reference's times {said(whole) if count is None or whole < 1 else count}"
    fitted = _fit(a, b)
    if fitted is not None:
        return "normalisation", f"the reference's times {said(fitted[0])}, {fitted[1]:+.4g}"
    if a.dim() >= 2 and all(_fit(a[:, c], b[:, c]) is not None for c in range(min(a.shape[1], 8))):
        return "normalisation", "scaled and shifted otherwise in each channel"
    return None


def _fit(a: torch.Tensor, b: torch.Tensor) -> tuple[float, float] | None:
    one, other = a.double().flatten(), b.double().flatten()
    spread = float(((one - one.mean()) ** 2).sum())
    if one.numel() < 3 or not spread:
        return None
    scale = float(((one - one.mean()) * (other - other.mean())).sum()) / spread
    shift = float(other.mean() - scale * one.mean())
    return (scale, shift) if scale and relative(one * scale + shift, other) < 1e-4 else None


def _first_sample(a: torch.Tensor, b: torch.Tensor) -> str:
    if a.shape != b.shape or not a.dim():
        return ""
    for index, (x, y) in enumerate(zip(a, b, strict=True)):
        if relative(x, y) > _SAME:
            return f"first sample that differs: {index}"
    return ""
