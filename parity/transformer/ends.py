"""Both ends of a language model: the scale of its embedding, its head and logits, and its loss."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from parity.body.record import Operation
from parity.transformer.fact import Fact
from parity.transformer.run import ELEMENTWISE, MATMULS, MOVES, Run


def facts(run: Run) -> Iterator[Fact]:
    """Give what a run does with its embedding, its logits and its labels.

    Args:
        run (Run): the run.
    """
    tables = _tables(run)
    for number, operation in enumerate(o for o in run.body.operations if o.name == "embedding"):
        path = _scaled(run, operation.outputs[0])
        yield Fact("embedding-scale", "", number, _product(run, path), run.lines([operation, *path]))
    head = _head(run)
    if head is not None and tables:
        path = _scaled(run, head.outputs[0])
        yield Fact("logits-scale", "", 0, _product(run, path), run.lines([head, *path]))
        yield Fact("tied-head", "", 0, run.weight_of(head) in tables, run.lines([head]))
        yield from _losses(run, head)


def _tables(run: Run) -> set[str]:
    return {run.body.values[run.plain(o.inputs[0])].name for o in run.body.operations if o.name == "embedding"}


def _head(run: Run) -> Operation | None:
    """Return the last product with a weight."""
    found = [o for o in run.body.operations if o.name in MATMULS and run.weight_of(o) is not None]
    return found[-1] if found else None


def _scaled(run: Run, number: int) -> list[Operation]:
    """Return the operations that multiply a value by numbers, one behind the other."""
    path: list[Operation] = []
    at = number
    for _ in range(12):
        after = [o for o in run.readers.get(at, []) if o.outputs and (o.name in MOVES or run.factor(o) is not None)]
        if not after:
            return path
        first = next((o for o in after if run.factor(o) is not None), after[0])
        path += [first] if run.factor(first) is not None else []
        at = first.outputs[0]
    return path


def _product(run: Run, path: list[Operation]) -> float:
    return math.prod(f for o in path if (f := run.factor(o)) is not None)


def _losses(run: Run, head: Operation) -> Iterator[Fact]:
    rows = run.traced(head.outputs[0])
    for number, operation in enumerate(o for o in run.body.operations if o.name.startswith("nll_loss")):
        scores, labels = operation.inputs[0], operation.inputs[1]
        lines = run.lines([operation, *_between(run, head, scores), *run.behind(labels)])
        ignored, reduction = operation.arguments.get("ignore_index"), operation.arguments.get("reduction")
        yield Fact("ignore-index", "", number, _effective(ignored), lines)
        yield Fact("loss-reduction", "", number, reduction, lines)
        shift = _shift(run, scores, labels, rows)
        if shift is not None:
            yield Fact("label-shift", "", number, shift, lines)


def _effective(ignored: object) -> object:
    return None if isinstance(ignored, int) and ignored < 0 else ignored


def _between(run: Run, head: Operation, number: int) -> list[Operation]:
    return [o for o in run.behind(number, MATMULS) if o.number > head.number]


def _shift(run: Run, scores: int, labels: int, rows: dict[int, torch.Tensor]) -> int | None:
    """Return by how many tokens each label stands behind the logits that are held against it."""
    maker = run.maker(scores)
    given = maker.inputs[0] if maker is not None and maker.name == "log_softmax" else scores
    index = rows.get(given)
    source = _input_behind(run, labels)
    if index is None or source is None or index.ndim != 2:
        return None
    target = run.traced(source).get(labels)
    shape = run.tensor(source).shape
    if target is None or len(shape) != 2 or target.numel() != len(index) or not len(index):
        return None
    length = shape[-1]
    width = run.tensor(given).shape[-1]
    at = torch.div(index[:, 0], width, rounding_mode="floor")
    difference = target.flatten() - at
    return (
        int(difference[0]) if bool((difference == difference[0]).all()) and length > abs(int(difference[0])) else None
    )


def _input_behind(run: Run, number: int) -> int | None:
    at = number
    for _ in range(32):
        maker = run.maker(at)
        if maker is None:
            return at if run.body.values[at].name.startswith("input ") else None
        if maker.name not in MOVES | ELEMENTWISE:
            return None
        moving = [n for n in maker.inputs if n in run.moving]
        if not moving:
            return None
        at = moving[0]
    return None
