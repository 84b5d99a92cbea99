"""One body, run and recorded: a function of a net and its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from parity.body.explain import Departure, Explainer
from parity.body.record import Body, BodyRun, Held, record_body
from tests.parity.tiny import Net, subject

RELATIVE = 1e-9


class Several(Net):
    """A net of several inputs, which its function is given."""

    def forward(self, *inputs: torch.Tensor) -> Any:
        assert self.function is not None
        return self.function(self, *inputs)


def run(
    function: Callable[..., Any], *inputs: torch.Tensor, held: dict[str, list[Held | None]] | None = None,
    gradients: bool = False, **layers: torch.nn.Module,
) -> Body:  # fmt: skip
    """Record what a function computes of the inputs, with these layers inside."""
    net = subject(Several(function, **layers))
    layer = net.layers[""]
    given = [tensor.clone() for tensor in inputs]
    return record_body(BodyRun(net, layer, None, given, held or {}, 0, RELATIVE, gradients=gradients))


def departure(reference: Callable[..., Any], port: Callable[..., Any], *inputs: torch.Tensor) -> Departure:
    """Explain why the outputs of two functions differ."""
    left, right = run(reference, *inputs), run(port, *inputs)
    return Explainer(left, right, RELATIVE).departure(left.sinks[-1], right.sinks[-1])
