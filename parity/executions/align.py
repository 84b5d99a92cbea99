"""Which operation of one execution is which of the other: by weights, figures, kind and order."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass

from parity.dumps.execution import Stored
from parity.dumps.values import same_figures
from parity.executions.kinds import are_partners
from parity.executions.settled import settled_pairs
from parity.executions.units import Operations, Unit

LIKE = 2e-3
"""Relative difference of figures up to which two tensors are taken for one when operations are paired."""
_TABLE = 4_000_000
"""Greatest number of cells of one table of scores; longer stretches are paired by their kinds alone."""
_ALSO = frozenset({("linear", "matmul"), ("matmul", "linear"), ("sub", "add"), ("embedding", "getitem")})


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """One operation of both sides, or of one."""

    reference: Unit | None
    port: Unit | None


def partners(reference: Unit, port: Unit) -> bool:
    """Tell whether two operations are of one kind in the words of the two frameworks."""
    if are_partners(reference.kind, port.kind) or (reference.kind, port.kind) in _ALSO:
        return True
    ours = {reference.kind, *(_kind(call.type) for call in reference.calls)}
    theirs = {port.kind, *(_kind(call.type) for call in port.calls)}
    return len(reference.calls) == 1 == len(port.calls) and any(are_partners(a, b) for a in ours for b in theirs)


def _kind(name: str) -> str:
    from parity.executions.kinds import plain

    return plain(name)


def align(reference: Operations, port: Operations, mapping: Mapping[str, str] | None = None) -> list[Pair]:
    """Return the operations of both sides paired, in the port's order; those without a partner stand alone.

    Args:
        reference (Operations): of the side taken as right.
        port (Operations): of the other.
        mapping (Mapping[str, str] | None): names that settle pairs (`settled_pairs`). Default: ``None``.
    """
    settled = settled_pairs(mapping, reference, port) if mapping else []
    crossed = set(settled) - set(_longest_chain(settled))
    sides = [{pair[side] for pair in crossed} for side in (0, 1)]
    left = [unit for unit in reference.units if unit.number not in sides[0]]
    right = [unit for unit in port.units if unit.number not in sides[1]]
    made = _aligned(left, right, {pair for pair in settled if pair not in crossed})
    for one, other in sorted(crossed, key=lambda pair: pair[1]):
        after = [at for at, pair in enumerate(made) if pair.port is not None and pair.port.number > other]
        made.insert(after[0] if after else len(made), Pair(reference.units[one], port.units[other]))
    return _rematched(made)


def _aligned(left: Sequence[Unit], right: Sequence[Unit], settled: AbstractSet[tuple[int, int]]) -> list[Pair]:
    fixed = _anchors(left, right, settled)
    pairs: list[tuple[int | None, int | None]] = []
    start = (0, 0)
    for i, j in [*fixed, (len(left), len(right))]:
        stretch = _stretch(left[start[0] : i], right[start[1] : j])
        pairs += [
            (a + start[0] if a is not None else None, b + start[1] if b is not None else None) for a, b in stretch
        ]
        if i < len(left):
            pairs.append((i, j))
        start = (i + 1, j + 1)
    return [Pair(left[a] if a is not None else None, right[b] if b is not None else None) for a, b in pairs]


def _anchors(
    left: Sequence[Unit], right: Sequence[Unit], settled: AbstractSet[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return operations that are surely one another, in order on both sides.

    These are the settled ones, and between them others whose weights occur once on each side.
    """
    ours, theirs = _by_weights(left), _by_weights(right)
    places = [{unit.number: at for at, unit in enumerate(side)} for side in (left, right)]
    fixed = sorted((places[0][a], places[1][b]) for a, b in settled)
    found = [(ours[key], theirs[key]) for key in ours.keys() & theirs.keys()]
    found = [(i, j) for i, j in found if partners(left[i], right[j]) and _fits(i, j, fixed)]
    return _longest_chain([*fixed, *found])


def _fits(i: int, j: int, fixed: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a pair crosses none of those that are fixed."""
    return all((a < i and b < j) or (a > i and b > j) for a, b in fixed)


def _longest_chain(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return as many pairs as possible of which each stands after the one before on both sides."""
    best: list[tuple[int, int]] = []
    tails: list[int] = []
    chain: list[tuple[int, int, int]] = []  # i, j, index of the one before
    ends: list[int] = []
    for i, j in sorted(found):
        at = bisect.bisect_left(tails, j)
        chain.append((i, j, ends[at - 1] if at else -1))
        if at == len(tails):
            tails.append(j)
            ends.append(len(chain) - 1)
        else:
            tails[at], ends[at] = j, len(chain) - 1
    link = ends[-1] if ends else -1
    while link >= 0:
        i, j, link = chain[link]
        best.append((i, j))
    return best[::-1]


def _by_weights(units: Sequence[Unit]) -> dict[tuple[object, ...], int]:
    keys = [_weight_key(unit) for unit in units]
    counts = Counter(key for key in keys if key)
    return {key: index for index, key in enumerate(keys) if key and counts[key] == 1}


def _weight_key(unit: Unit) -> tuple[object, ...]:
    """Return what tells a layer by its weights: size and rounded figures of the largest."""
    tensors = [stored for stored in unit.weights.values() if stored.numel > 1 and stored.figures is not None]
    if not tensors:
        return ()
    largest = max(tensors, key=lambda stored: stored.numel)
    figures = largest.figures
    if figures is None or figures.max is None or figures.min is None or figures.max == figures.min:
        return ()
    return largest.numel, *(f"{value:.4e}" if value is not None else "" for value in (figures.max, figures.min))


def _stretch(left: Sequence[Unit], right: Sequence[Unit]) -> list[tuple[int | None, int | None]]:
    if len(left) * len(right) > _TABLE:
        return _by_kind(left, right)
    rows, columns = len(left), len(right)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    scores = [[score(a, b) for b in right] for a in left]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            skip = max(best[i + 1][j], best[i][j + 1])
            best[i][j] = max(skip, best[i + 1][j + 1] + scores[i][j])
    pairs: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < rows and j < columns:
        if scores[i][j] > 0 and best[i][j] == best[i + 1][j + 1] + scores[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append((i, None))
            i += 1
        else:
            pairs.append((None, j))
            j += 1
    return [*pairs, *((a, None) for a in range(i, rows)), *((None, b) for b in range(j, columns))]


def _by_kind(left: Sequence[Unit], right: Sequence[Unit]) -> list[tuple[int | None, int | None]]:
    """Pair a very long stretch: each operation with the next one of its kind, looking a little ahead."""
    pairs: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        window = [(a + b, a, b) for a in range(64) for b in range(64) if i + a < len(left) and j + b < len(right)]
        near = next(((a, b) for _, a, b in sorted(window) if partners(left[i + a], right[j + b])), None)
        if near is None:
            near = (min(64, len(left) - i), min(64, len(right) - j))
            pairs += [(i + a, None) for a in range(near[0])] + [(None, j + b) for b in range(near[1])]
            i, j = i + near[0], j + near[1]
            continue
        pairs += [(i + a, None) for a in range(near[0])] + [(None, j + b) for b in range(near[1])]
        i, j = i + near[0], j + near[1]
        pairs.append((i, j))
        i, j = i + 1, j + 1
    return [*pairs, *((a, None) for a in range(i, len(left))), *((None, b) for b in range(j, len(right)))]


def score(reference: Unit, port: Unit) -> float:
    """Return how much speaks for two operations being one; at most 0 where nothing does."""
    kind = partners(reference, port)
    weights = _common(list(reference.weights.values()), list(port.weights.values())) if reference.weights else 0
    values = _common(reference.outputs[:1], port.outputs[:1])
    inputs = _common(reference.inputs, port.inputs)
    if not kind and not weights and not (values and inputs):
        similar = reference.module is not None and port.module is not None and inputs and not port.weights
        if similar and _sizes(reference) == _sizes(port) and not reference.weights:
            return 1.0
        return 0.4 if _both_elementwise(reference, port) else 0.0
    total = 3.0 * kind + 6.0 * bool(weights) + 4.0 * bool(values) + 2.0 * inputs / max(1, len(reference.inputs))
    total += 1.0 if _sizes(reference) == _sizes(port) else -1.5
    if reference.weights and port.weights and not weights and _weight_sizes(reference) != _weight_sizes(port):
        total -= 3.0
    if bool(reference.weights) != bool(port.weights) and not weights:
        total -= 0.0 if _weight_among(reference, port) else 3.0
    return total


def _both_elementwise(reference: Unit, port: Unit) -> bool:
    """Tell whether both are layers without weights that keep the size, as activations do."""
    for unit in (reference, port):
        if unit.module is None or unit.weights or len(unit.inputs) != 1 or _sizes(unit) != [unit.inputs[0].numel]:
            return False
    return _sizes(reference) == _sizes(port)


def _weight_among(reference: Unit, port: Unit) -> bool:
    """Tell whether the side without weights of its own is given a tensor of the size of the other's weight."""
    weighted, other = (reference, port) if reference.weights else (port, reference)
    return _weight_sizes(weighted) in {stored.numel for call in other.calls for stored in call.inputs}


def _sizes(unit: Unit) -> list[int]:
    return [stored.numel for stored in unit.outputs[:1]]


def _weight_sizes(unit: Unit) -> int:
    return max((stored.numel for stored in unit.weights.values()), default=0)


def _common(ours: Sequence[Stored], theirs: Sequence[Stored]) -> int:
    left = list(theirs)
    count = 0
    for one in ours:
        match = next((other for other in left if alike(one, other)), None)
        if match is not None:
            left.remove(match)
            count += 1
    return count


def alike(one: Stored, other: Stored, tolerance: float = LIKE) -> bool:
    """Tell whether two tensors may be one: as many elements, and the same figures, roughly."""
    return one.numel == other.numel and same_figures(one.figures, other.figures, tolerance)


def _rematched(pairs: list[Pair]) -> list[Pair]:
    """Pair operations that were left over on both sides because the other side runs them in another order."""
    alone = [pair.reference for pair in pairs if pair.port is None and pair.reference is not None]
    if not alone or len(alone) > 4000:
        return pairs
    made: list[Pair] = []
    taken: set[int] = set()
    for pair in pairs:
        if pair.reference is None and pair.port is not None:
            ranked = [(score(unit, pair.port), unit) for unit in alone if unit.number not in taken]
            best = max(ranked, key=lambda entry: entry[0], default=None)
            if best is not None and best[0] >= 7:
                taken.add(best[1].number)
                made.append(Pair(best[1], pair.port))
                continue
        made.append(pair)
    return [p for p in made if p.port is not None or (p.reference is not None and p.reference.number not in taken)]
