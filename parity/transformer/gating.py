"""Gated units: which of two projections, or which half of one, is activated."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from parity.body.record import Operation
from parity.transformer.fact import Fact
from parity.transformer.run import ELEMENTWISE, MATMULS, Run, distinct
from parity.transformer.values import Source

_ACTIVATIONS = frozenset({"silu", "gelu", "sigmoid", "relu", "tanh", "hardswish", "mish"})


def source_of(run: Run, number: int) -> Source | None:
    """Return which columns of which projection a value holds; None if it is none.

    Args:
        run (Run): the run.
        number (int): the value.
    """
    for operation in run.behind(number, MATMULS):
        weight = run.weight_of(operation) if operation.name in MATMULS else None
        if weight is None:
            continue
        index = run.traced(operation.outputs[0]).get(number)
        if index is None or bool((index < 0).any()):
            return None
        width = run.tensor(operation.outputs[0]).shape[-1]
        return Source(weight, _part(distinct(torch.remainder(index.flatten(), width)), width))
    return None


def _part(columns: torch.Tensor, width: int) -> str:
    half = width // 2
    parts = {
        "": torch.arange(width), "first half": torch.arange(half), "second half": torch.arange(half, width),
        "even columns": torch.arange(0, width, 2), "odd columns": torch.arange(1, width, 2),
    }  # fmt: skip
    return next((name for name, wanted in parts.items() if torch.equal(columns, wanted.double())), "other columns")


def facts(run: Run) -> Iterator[Fact]:
    """Give what the gated units of a run do.

    Args:
        run (Run): the run.
    """
    number = 0
    for operation in run.body.operations:
        if operation.name != "mul" or len(operation.inputs) != 2:
            continue
        shapes = {run.tensor(n).shape for n in operation.inputs}
        if len(shapes) > 1:
            continue
        for gate, value in (operation.inputs, operation.inputs[::-1]):
            path = _activation(run, gate)
            sources = source_of(run, gate), source_of(run, value)
            if path is None or None in sources or _activation(run, value) is not None or sources[0] == sources[1]:
                continue
            yield Fact("gated-unit", "", number, sources, run.lines([operation, *path]), {"activation": path[0].name})
            number += 1
            break


def _activation(run: Run, number: int) -> list[Operation] | None:
    """Return the activation that makes a value, with what stands between; None where there is none."""
    path: list[Operation] = []
    for operation in run.behind(number, MATMULS):
        if operation.name in MATMULS or operation.name not in ELEMENTWISE:
            continue
        path.append(operation)
    found = [o for o in path if o.name in _ACTIVATIONS]
    return [found[0], *path] if found else None
