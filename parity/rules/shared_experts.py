"""Weights that the port never reads."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class SharedExperts(TransformerRule):
    """A branch that the reference computes for every token, such as shared experts, is left out.

    ## What it does
    Compares which weights the runs read.

    ## Why it matters
    A mixture of experts adds its shared experts to the routed ones for every token. Left out, everything still fits,
    and their weights are loaded for nothing.
    """

    code: ClassVar[str] = "shared-experts"
    kinds: ClassVar[frozenset[str]] = frozenset({"weights-read"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.shared = (torch.nn.Linear(8, n) for n in (2, 8, 8, 8))

    def forward(self, x):
        p = self.router(x).softmax(-1)
        w, chosen = p.topk(1, -1)
        gates = torch.zeros_like(p).scatter(-1, chosen, w)
        routed = gates[..., :1] * self.a(x) + gates[..., 1:] * self.b(x)
        return routed + self.shared(x)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.shared = nn.Dense(8, 2), nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        p = ops.softmax(self.router(x), -1)
        w, chosen = ops.topk(p, 1, -1)
        gates = ops.tensor_scatter_elements(ops.zeros_like(p), chosen, w, -1)
        routed = gates[..., :1] * self.a(x) + gates[..., 1:] * self.b(x)
        return routed
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.router, self.a, self.b, self.shared = nn.Dense(8, 2), nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        p = ops.softmax(self.router(x), -1)
        w, chosen = ops.topk(p, 1, -1)
        gates = ops.tensor_scatter_elements(ops.zeros_like(p), chosen, w, -1)
        routed = gates[..., :1] * self.a(x) + gates[..., 1:] * self.b(x)
        return routed + self.shared(x)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name the layers whose weights are not read beside a router."""
        theirs, mine = difference.reference.value, difference.port.value
        experts = difference.reference.beside.get("shared", frozenset())
        if not isinstance(theirs, frozenset) or not isinstance(mine, frozenset) or not isinstance(experts, frozenset):
            return None
        missing = sorted((theirs - mine) & experts)
        if not missing or mine - theirs:
            return None
        message = f"shared experts: the port never reads {missing[0]}, which the reference applies to every token"
        return Named(message, "shared experts", (len(missing), 0))
