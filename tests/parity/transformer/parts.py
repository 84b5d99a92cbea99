"""Functions of a net as runs, and what the differences between two of them are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from parity.rules.naming import mistakes
from parity.transformer.difference import differences
from parity.transformer.facts import facts
from parity.transformer.run import Run
from tests.parity.body.bodies import run as recorded

Function = Callable[..., Any]


def run(function: Function, *inputs: torch.Tensor, **layers: torch.nn.Module) -> Run:
    """Record what a function computes of the inputs, with these layers inside."""
    weights = {f"{path}.{name}" for path, layer in layers.items() for name, _ in layer.named_parameters()}
    return Run(recorded(function, *inputs, **layers), frozenset(weights))


def names(reference: Function, port: Function, *inputs: torch.Tensor, **layers: torch.nn.Module) -> set[str]:
    """Return the codes of the rules that have a name for what differs."""
    sides = [facts(run(function, *inputs, **layers)) for function in (reference, port)]
    same = {name: name for name in run(reference, *inputs, **layers).weights}
    return {entry.rule.code for entry in mistakes(differences(sides[0], sides[1], same))}


def numbers(*shape: int) -> torch.Tensor:
    """Return random numbers, the same each time."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(3), dtype=torch.float64)


def linear(given: int, made: int) -> torch.nn.Linear:
    """Return a layer with random weights, in float64."""
    torch.manual_seed(given * 100 + made)
    return torch.nn.Linear(given, made, dtype=torch.float64)
