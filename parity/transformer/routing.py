"""Mixtures of experts: what the router chooses by, and what the chosen experts are weighted with."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.body.record import Operation
from parity.transformer.fact import Fact
from parity.transformer.run import ELEMENTWISE, MATMULS, MOVES, Run

_CLOSE = 2e-6
"""Relative difference that scores in float32 leave: routers often compute in it whatever they are given."""


def facts(run: Run) -> Iterator[Fact]:
    """Give what the routers of a run do.

    Args:
        run (Run): the run.
    """
    number = 0
    for operation in run.body.operations:
        if operation.name not in {"topk", "sort"} or len(operation.outputs) != 2 or not operation.inputs:
            continue
        logits = _logits(run, operation.inputs[0])
        if logits is None:
            continue
        chosen = run.tensor(operation.outputs[0])
        lines = run.lines([operation, *(o for o in run.behind(operation.inputs[0], MATMULS) if o.name not in MATMULS)])
        if operation.name == "topk":
            yield Fact("router-experts", "", number, chosen.shape[-1], lines)
        yield Fact("router-scores", "", number, _order(run.tensor(operation.inputs[0]), run.tensor(logits)), lines)
        weights, path = _weights(run, operation)
        told = _weighting(run.tensor(weights), run.tensor(logits), run.tensor(operation.outputs[1]))
        yield Fact("router-weights", "", number, told, run.lines([operation, *path]) | lines)
        number += 1


def shared(run: Run) -> frozenset[str]:
    """Return the weights that are applied to what a router is given, and whose results no router weights."""
    found: set[str] = set()
    chosen = {n for o in run.body.operations if o.name in {"topk", "sort"} for n in o.outputs}
    routed = _computed_from(run, chosen)
    given = {run.plain(n) for n in _routers_given(run)}
    for operation in run.body.operations:
        weight = run.weight_of(operation) if operation.name in MATMULS else None
        if weight is None or not given & {run.plain(n) for n in operation.inputs}:
            continue
        if not any(n in routed for n in operation.outputs) and not _is_weighted(run, operation, routed):
            found.add(weight)
    return frozenset(found)


def _routers_given(run: Run) -> Iterator[int]:
    """Give what the projections read whose scores are chosen from."""
    for operation in run.body.operations:
        if operation.name not in {"topk", "sort"} or not operation.inputs:
            continue
        for before in run.behind(operation.inputs[0], MATMULS):
            if before.name in MATMULS and run.weight_of(before) is not None:
                yield from (n for n in before.inputs if n in run.moving)


def _computed_from(run: Run, numbers: set[int]) -> set[int]:
    found = set(numbers)
    for operation in run.body.operations:
        if any(n in found for n in operation.inputs):
            found.update(operation.outputs)
    return found


def _is_weighted(run: Run, operation: Operation, routed: set[int]) -> bool:
    """Tell whether the result of a product is multiplied by what comes of a router before it is added to anything."""
    at = set(operation.outputs)
    for later in run.body.operations[operation.number + 1 :]:
        if not any(n in at for n in later.inputs):
            continue
        others = [n for n in later.inputs if n not in at]
        if later.name in {"add", "sub"} and any(n in run.moving for n in others):
            return False
        if later.name not in MATMULS and any(n in routed for n in others):
            return True
        at.update(later.outputs)
    return False


def _logits(run: Run, number: int) -> int | None:
    """Return the output of the projection that scores come from."""
    for operation in run.behind(number, MATMULS):
        if operation.name in MATMULS:
            return operation.outputs[0] if run.weight_of(operation) is not None else None
        if operation.name not in ELEMENTWISE | MOVES | {"softmax", "sum", "amax", "max"}:
            return None
    return None


def _order(scores: torch.Tensor, logits: torch.Tensor) -> str:
    """Return whether experts are chosen in the order of the logits: softmax and sigmoid leave it as it is."""
    logits = logits.reshape(scores.shape) if logits.numel() == scores.numel() else logits
    same = logits.shape == scores.shape and torch.equal(scores.argsort(-1), logits.argsort(-1))
    return "the order of the logits" if same else "another order"


def _is(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and bool((one - other).abs().max() <= _CLOSE * other.abs().max())


def _weights(run: Run, operation: Operation) -> tuple[int, list[Operation]]:
    """Return the weights of the chosen experts as they are used, and what makes them of the chosen scores."""
    at, path = operation.outputs[0], list[Operation]()
    shape = run.tensor(at).shape
    for _ in range(16):
        readers = [o for o in run.readers.get(at, []) if o.outputs]
        after = [
            o for o in readers
            if o.name in ELEMENTWISE | {"softmax", "to_copy", "clone", "detach"}
            and run.tensor(o.outputs[0]).shape == shape and all(_is_of(run, n, operation) for n in o.inputs)
        ]  # fmt: skip
        if not after:
            return at, path
        path += [*[o for o in readers if o.name in {"sum", "softmax"}], after[0]]
        at = after[0].outputs[0]
    return at, path


def _is_of(run: Run, number: int, operation: Operation) -> bool:
    """Tell whether a value is computed from the scores alone: experts are not among what it comes from."""
    if number not in run.moving:
        return True
    behind = run.behind(number)
    late = [o for o in behind if o.number > operation.number]
    return not any(o.name in MATMULS for o in late)


def _weighting(weights: torch.Tensor, logits: torch.Tensor, index: torch.Tensor) -> str:
    """Return what the chosen experts are weighted with, in words."""
    if logits.numel() * index.shape[-1] != index.numel() * logits.shape[-1]:
        return "other weights"
    logits = logits.reshape(*index.shape[:-1], logits.shape[-1])
    chosen = {"the logits": logits, "a softmax over all experts": logits.softmax(-1), "a sigmoid": logits.sigmoid()}
    chosen = {name: value.gather(-1, index) for name, value in chosen.items()}
    known = {f"{name}, renormalised over the chosen": v / v.sum(-1, keepdim=True) for name, v in chosen.items()}
    known |= {f"{name}, not renormalised": v for name, v in chosen.items()}
    known |= {f"{name}, and a softmax over the chosen": v.softmax(-1) for name, v in chosen.items()}
    known.pop("the logits, and a softmax over the chosen")  # a softmax over all experts, renormalised, by another way
    found = next((name for name, value in known.items() if _is(weights, value)), None)
    return found or next(
        filter(None, (_multiple(weights, value, name) for name, value in known.items())), "other weights"
    )


def _multiple(weights: torch.Tensor, value: torch.Tensor, name: str) -> str:
    ratio = weights / value
    alike = ratio.shape == weights.shape and bool(
        (ratio - ratio.flatten()[0]).abs().max() <= _CLOSE * ratio.abs().max()
    )
    return f"{name}, times {float(ratio.flatten()[0]):.6g}" if alike else ""
