"""The router of a mixture of experts."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class Router(TransformerRule):
    """A router chooses experts by other scores, or weights them otherwise: softmax, top-k, renormalisation.

    ## What it does
    Compares what the chosen experts are weighted with, by computing each usual way from the same logits; and how many
    are chosen, and by what.

    ## Why it matters
    Softmax before top-k with and without renormalisation, top-k before softmax, and a sigmoid give weights of the
    same shape and order; with a renormalisation the first two agree, without it they do not.
    """

    code: ClassVar[str] = "router"
    kinds: ClassVar[frozenset[str]] = frozenset({"router-scores", "router-weights", "router-experts"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.c = (torch.nn.Linear(8, n) for n in (3, 8, 8, 8))

    def forward(self, x):
        p = self.router(x).softmax(-1)
        w, chosen = p.topk(2, -1)
        w = w / w.sum(-1, keepdim=True)
        gates = torch.zeros_like(p).scatter(-1, chosen, w)
        return gates[..., :1] * self.a(x) + gates[..., 1:2] * self.b(x) + gates[..., 2:] * self.c(x)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.c = nn.Dense(8, 3), nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        p = ops.softmax(self.router(x), -1)
        w, chosen = ops.topk(p, 2, -1)
        w = ops.softmax(w, -1)
        gates = ops.tensor_scatter_elements(ops.zeros_like(p), chosen, w, -1)
        return gates[..., :1] * self.a(x) + gates[..., 1:2] * self.b(x) + gates[..., 2:] * self.c(x)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.c = nn.Dense(8, 3), nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        p = ops.softmax(self.router(x), -1)
        w, chosen = ops.topk(p, 2, -1)
        w = w / w.sum(-1, keepdims=True)
        gates = ops.tensor_scatter_elements(ops.zeros_like(p), chosen, w, -1)
        return gates[..., :1] * self.a(x) + gates[..., 1:2] * self.b(x) + gates[..., 2:] * self.c(x)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name what is chosen, and how it is weighted."""
        theirs, mine = difference.reference.value, difference.port.value
        if difference.port.kind == "router-experts":
            message = f"the port chooses the top {mine} experts, the reference the top {theirs}"
            return Named(f"router: {message}", "k", (theirs, mine))
        if difference.port.kind == "router-scores":
            message = f"router: the port chooses experts in {mine}, the reference in {theirs}"
        else:
            message = f"router: the port weights the chosen experts with {mine}, the reference with {theirs}"
        return Named(message, "router", (theirs, mine))
