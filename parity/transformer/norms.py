"""Normalisations: where epsilon stands, what is normalised, and who reads the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from parity.body.record import Operation
from parity.transformer.fact import Fact
from parity.transformer.run import MATMULS, MOVES, Run

_ROOTS = frozenset({"rsqrt", "sqrt", "pow", "linalg_vector_norm", "norm", "std", "native_layer_norm", "rms_norm"})
_CLOSE = 4e-6
"""Relative difference that parts in float32 leave: many norms compute in it whatever they are given."""
_EXACT = 1e-6
_NEAR = 0.05
_APART = 10.0
_LARGEST = 0.5
"""An epsilon in float32 is where it is constant over rows of different size, and ten times less so elsewhere."""
_WITHIN = 24


@dataclass(frozen=True, slots=True)
class Norm:
    """One normalisation of a run.

    Args:
        given (int): what is normalised.
        result (int): the rows divided by their size, before a weight.
        last (int): the same, weight and bias included.
        kind (str): ``"LayerNorm"`` or ``"RMSNorm"``.
        place (str): of epsilon: ``"inside the root"``, ``"outside the root"``; ``"unknown"`` where rounding hides it.
        epsilon (float | None): its size; None where rounding hides it.
        weight (str | None): the name of the weight that it is multiplied by.
        operations (tuple[Operation, ...]): what computes it.
    """

    given: int
    result: int
    last: int
    kind: str
    place: str
    epsilon: float | None
    weight: str | None
    operations: tuple[Operation, ...]


def norms(run: Run) -> list[Norm]:
    """Return the normalisations of a run in the order of execution.

    Args:
        run (Run): the run.
    """
    found: list[Norm] = []
    taken: set[int] = set()
    for operation in run.body.operations:
        if operation.name not in _ROOTS or operation.number in taken:
            continue
        made = _fused(run, operation) if operation.name == "native_layer_norm" else _written(run, operation)
        if made is not None:
            found.append(made)
            taken.update(o.number for o in made.operations)
    return found


def _fused(run: Run, operation: Operation) -> Norm | None:
    epsilon = operation.arguments.get("eps")
    if not isinstance(epsilon, float):
        return None
    names = [run.body.values[n].name for n in operation.inputs[1:2]]
    weight = names[0] if names else None
    out = operation.outputs[0]
    return Norm(operation.inputs[0], out, out, "LayerNorm", "inside the root", epsilon, weight, (operation,))


def _written(run: Run, operation: Operation) -> Norm | None:
    """Return the normalisation that a root belongs to, from the values around it."""
    if not operation.outputs or operation.outputs[0] not in run.moving:
        return None
    rows = run.tensor(operation.outputs[0]).numel()
    sources = _sources(run, operation, rows)
    for result, path in _results(run, operation, rows):
        for given in sources:
            made = _measured(run.tensor(given), run.tensor(result))
            if made is not None:
                last, weight, after = _weighted(run, result)
                behind = [o for o in run.behind(result, MATMULS) if _reads(run, o, given)]
                return Norm(given, result, last, *made, weight, (*behind, operation, *path, *after))
    return None


def _reads(run: Run, operation: Operation, source: int) -> bool:
    """Tell whether an operation reads a value, or what one operation makes of it."""
    makers = [run.maker(number) for number in operation.inputs]
    return source in operation.inputs or any(source in maker.inputs for maker in makers if maker is not None)


def _sources(run: Run, operation: Operation, rows: int) -> list[int]:
    """Return the values of several elements a row that a root comes from, the nearest first."""
    found: dict[int, None] = {}
    stack, seen = list(operation.inputs), set[int]()
    while stack and len(found) < 6:
        number = stack.pop(0)
        if number in seen:
            continue
        seen.add(number)
        tensor, maker = run.tensor(number), run.maker(number)
        wide = (
            tensor.ndim and tensor.numel() > rows and tensor.shape[-1] > 1 and tensor.numel() == rows * tensor.shape[-1]
        )
        if wide:
            found[number] = None
        if maker is not None and maker.name not in MATMULS and len(seen) < _WITHIN:
            stack += maker.inputs
    return list(found)


def _results(run: Run, operation: Operation, rows: int) -> Iterator[tuple[int, list[Operation]]]:
    """Give the values of several elements a row that are computed from a root."""
    known, path = set(operation.outputs), list[Operation]()
    for later in run.body.operations[operation.number + 1 : operation.number + 1 + _WITHIN]:
        if not any(n in known for n in later.inputs):
            continue
        path.append(later)
        known.update(later.outputs)
        for number in later.outputs:
            tensor = run.tensor(number)
            if tensor.ndim and tensor.is_floating_point() and tensor.numel() == rows * tensor.shape[-1] > rows:
                yield number, list(path)
        if later.name in MATMULS:
            return


def _measured(given: torch.Tensor, result: torch.Tensor) -> tuple[str, str, float | None] | None:
    """Return kind, place and size of epsilon with which one value is another normalised; None if it is not.

    In float32 the size is not known exactly, and given as None.
    """
    if given.shape != result.shape or given.numel() < 4:
        return None
    mean = given.mean(-1, keepdim=True)
    for kind, centred in (("RMSNorm", given), ("LayerNorm", given - mean)):
        size = torch.linalg.vector_norm(centred, dim=-1)
        got = torch.linalg.vector_norm(result, dim=-1)
        if not bool((size > 0).all()) or not bool((got > 0).all()):
            return None
        ratio = (centred * result).sum(-1) / (size * size)
        if bool((result - ratio[..., None] * centred).abs().amax() > _CLOSE * result.abs().amax()):
            continue
        return kind, *_epsilon(ratio.reciprocal(), centred.square().mean(-1))
    return None


def _epsilon(divisor: torch.Tensor, square: torch.Tensor) -> tuple[str, float | None]:
    """Return where epsilon was added, and how large it is."""
    found: list[tuple[float, float, str]] = []
    for place, left in (
        ("inside the root", divisor.square() - square),
        ("outside the root", divisor - square.sqrt()),
    ):
        value = float(left.mean())
        spread = float((left - value).abs().max())
        if spread <= 1e-12 + _EXACT * abs(value) and abs(value) < _LARGEST:
            return place, 0.0 if abs(value) < 1e-13 else value
        found.append((spread / abs(value) if value else float("inf"), value, place))
    (best, value, place), (other, _, _) = sorted(found)
    near = best < _NEAR and other > _APART * best and 0 < value < _LARGEST
    return (place, None) if near else ("unknown", None)


def _weighted(run: Run, result: int) -> tuple[int, str | None, list[Operation]]:
    """Return a normalised value with its weight, the weight's name, and what is done for it."""
    last, name, path = result, None, []
    for _ in range(4):
        readers = run.readers.get(last, [])
        after = [o for o in readers if o.name in {"mul", "add", *MOVES} and o.outputs]
        if len(readers) != 1 or len(after) != 1 or run.tensor(after[0].outputs[0]).shape != run.tensor(result).shape:
            break
        other = [n for n in after[0].inputs if n != last]
        weights = [run.body.values[run.plain(n)].name for n in other if run.maker(run.plain(n)) is None]
        if other and not weights:
            break
        name = name or (weights[0] if weights else None)
        path.append(after[0])
        last = after[0].outputs[0]
    return last, name, path


def facts(run: Run) -> Iterator[Fact]:
    """Give what the normalisations of a run do, and the residuals of a run that has any.

    Args:
        run (Run): the run.
    """
    found = norms(run)
    for number, norm in enumerate(found):
        lines = run.lines(norm.operations)
        if norm.place == "unknown":
            continue
        yield Fact("norm-epsilon", "", number, (norm.place, norm.epsilon), lines, {"kind": norm.kind})
    if found:
        yield from _placement(run, found)


def _placement(run: Run, found: list[Norm]) -> Iterator[Fact]:
    """Give where norms stand among the residual additions."""
    additions = residuals(run)
    sums = {a.outputs[0] for a, _, _ in additions}
    named = {norm.weight: norm for norm in found if norm.weight is not None}
    for name, norm in named.items():
        skip = [a for a, kept, _ in additions if _same(run, kept, norm.last)]
        branch = [a for a, _, added in additions if _same(run, added, norm.last)]
        of_sum = run.plain(norm.given) in sums
        used = "skip" if skip else "branch" if branch else "sublayer" if _is_projected(run, norm.last) else "carried"
        lines = run.lines([*norm.operations, *skip, *branch]) | run.lines(
            [o for o in run.readers.get(norm.last, []) if o.name in MATMULS]
        )
        yield Fact("norm-placement", name, 0, ("sum" if of_sum else "other", used), lines)
    for number, (operation, kept, _) in enumerate(additions):
        normed = next((n.weight for n in found if _same(run, kept, n.last)), None)
        yield Fact(
            "residual", "", number, "a norm's output" if normed is not None else "the stream", run.lines([operation])
        )
    lines = frozenset(line for a, _, _ in additions for line in run.lines([a]))
    yield Fact("residuals", "", 0, len(additions), lines)


def _is_projected(run: Run, number: int) -> bool:
    """Tell whether a product with a weight reads a value."""
    products = (o for o in run.body.operations if o.name in MATMULS and run.weight_of(o) is not None)
    return any(_same(run, given, number) for operation in products for given in operation.inputs)


def _same(run: Run, one: int, other: int) -> bool:
    return run.plain(one) == run.plain(other)


def residuals(run: Run) -> list[tuple[Operation, int, int]]:
    """Return the additions of a value and what layers with weights make of it: operation, value, what is added.

    Args:
        run (Run): the run.
    """
    found: list[tuple[Operation, int, int]] = []
    for operation in run.body.operations:
        if operation.name != "add" or len(operation.inputs) != 2 or not operation.outputs:
            continue
        one, other = operation.inputs
        shapes = {run.tensor(n).shape for n in operation.inputs}
        if len(shapes) > 1 or run.tensor(one).ndim < 2 or one not in run.moving or other not in run.moving:
            continue
        for kept, added in ((one, other), (other, one)):
            source = run.plain(kept)
            between = run.behind(added)
            reads = any(source in map(run.plain, o.inputs) for o in between)
            if reads and any(o.name in MATMULS and run.weight_of(o) for o in between if o.number > _made(run, source)):
                found.append((operation, kept, added))
                break
    return found


def _made(run: Run, number: int) -> int:
    maker = run.maker(number)
    return maker.number if maker is not None else -1
