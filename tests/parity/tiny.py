"""Tiny nets in a line each, and what one room of the comparison makes of two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import nn as tnn

from parity.forward.results import Comparison, Forward
from parity.forward.runs import run_forward
from parity.nets.adapters import Subject, adapt
from parity.nets.inputs import Input, make_inputs
from parity.nets.loading import Loader
from parity.nets.trace import Run, Trace, record
from parity.pair.layers import Pairing, pair
from parity.weights.mapping import WeightMap, map_weights


class Net(tnn.Module):
    """Named layers, and a function of the net and its input that calls them; in a row, if none is given."""

    def __init__(self, function: Callable[[Any, Any], Any] | None = None, **layers: Any) -> None:
        super().__init__()
        for name, layer in layers.items():
            setattr(self, name, layer)
        self.names = list(layers)
        self.function = function

    def forward(self, x):
        if self.function is not None:
            return self.function(self, x)
        for name in self.names:
            x = getattr(self, name)(x)
        return x


def subject(net: Any, role: str = "reference") -> Subject:
    with Loader() as loader:
        return adapt(loader.build(net, 0, role), role)


def traced(net: Subject, inputs: tuple[Input, ...]) -> Trace:
    return record(net, Run(inputs, [entry.tensor for entry in inputs], ["x"], 0))


@dataclass
class Pair:
    """Two nets that were run and paired, their weights mapped and copied."""

    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    pairing: Pairing
    weights: WeightMap
    forward_result: list[Forward] = field(default_factory=list)

    @property
    def comparison(self) -> Comparison:
        return Comparison(self.reference, self.port, self.inputs, self.pairing, "float32", 0, lambda what: None)

    @property
    def forward(self) -> Forward:
        """What the forward stage measures, once."""
        if not self.forward_result:
            self.forward_result.append(run_forward(self.comparison))
        return self.forward_result[0]

    def leaves(self) -> str:
        """The pairs of leaf layers, such as ``"a=x b=- -=y"``."""
        return " ".join(
            f"{entry.reference.layer.path if entry.reference else '-'}={entry.port.layer.path if entry.port else '-'}"
            for entry in self.pairing.pairs
            if entry.leaf
        )

    def mapped(self) -> list[str]:
        """The pairs of weights with their layouts, such as ``"a.weight=x.weight unsqueeze(2)"``."""
        return [f"{e.reference.name}={e.port.name} {e.layout}".strip() for e in self.weights.mapped]


def paired(reference: Any, port: Any, *specs: str, mapping: Mapping[str, str] | None = None) -> Pair:
    """Run two nets, pair their layers and weights, and copy the weights."""
    sides = subject(reference), subject(port, "port")
    for side in sides:
        side.set_mode("eval")
    inputs = make_inputs(specs, 0)
    traces = [traced(side, inputs) for side in sides]
    pairing = pair((sides[0], traces[0]), (sides[1], traces[1]), mapping or {})
    weights = map_weights(*sides, pairing, mapping or {})
    weights.copy()
    return Pair(*sides, inputs, pairing, weights)
