"""Epsilon of a norm that is written out."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference

_CLOSE = 1e-4


class NormEpsilon(TransformerRule):
    """A norm's epsilon stands outside the root on one side and inside on the other, or is another number.

    ## What it does
    Measures by how much a norm divides its rows, and finds from rows of different size whether epsilon was added to
    the mean square or to its root, and how large it is.

    ## Why it matters
    `x / (sqrt(var) + eps)` and `x / sqrt(var + eps)` agree on rows of ordinary size, and differ by orders of
    magnitude on small ones.
    """

    code: ClassVar[str] = "norm-epsilon"
    kinds: ClassVar[frozenset[str]] = frozenset({"norm-epsilon"})
    arguments: ClassVar[frozenset[str]] = frozenset({"epsilon"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.layer(x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-3))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(8, 8)

    def construct(self, x):
        square = ops.square(x).mean(-1, True)
        return self.layer(x / (ops.sqrt(square) + 1e-3))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(8, 8)

    def construct(self, x):
        square = ops.square(x).mean(-1, True)
        return self.layer(x / ops.sqrt(square + 1e-3))
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name place and size of both sides."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, tuple) or not isinstance(mine, tuple):
            return None
        kind = difference.port.beside.get("kind", "norm")
        if None in (theirs[1], mine[1]):
            alike = theirs[0] == mine[0] or 0.0 in (theirs[1], mine[1])
            return None if alike else Named(_places(kind, theirs, mine), "epsilon", (theirs[0], mine[0]))
        if 0.0 in (theirs[1], mine[1]) or theirs[0] == mine[0]:
            if abs(theirs[1] - mine[1]) <= _CLOSE * max(abs(theirs[1]), abs(mine[1])):
                return None
            told = f"epsilon is {mine[1]:.6g}, the reference's {theirs[1]:.6g}"
            return Named(f"{kind}: {told}", "epsilon", (theirs[1], mine[1]))
        return Named(_places(kind, theirs, mine), "epsilon", (theirs[0], mine[0]))


def _places(kind: object, theirs: tuple[object, ...], mine: tuple[object, ...]) -> str:
    return f"{kind}: epsilon is added {mine[0]}, in the reference {theirs[0]}"
