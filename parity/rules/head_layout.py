"""Heads made of columns, and columns made of heads."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class HeadLayout(TransformerRule):
    """Heads are split from the columns of a projection, or merged into columns again, in another order.

    ## What it does
    Follows each element from the projection to the heads, and from the heads to the output projection.

    ## Why it matters
    (batch, tokens, heads * d) becomes (batch, heads, tokens, d) by a reshape *and* a transposition. A reshape alone
    fits the shapes and mixes tokens; heads and elements of a head changed round fit them too.
    """

    code: ClassVar[str] = "head-layout"
    kinds: ClassVar[frozenset[str]] = frozenset({"head-split", "head-merge"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.out = torch.nn.Linear(12, 12)

    def forward(self, q, k, v):
        y = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        return self.out(y.transpose(1, 2).reshape(2, 5, 12))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.out = nn.Dense(12, 12)

    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        y = ops.matmul(ops.softmax(scores, -1), v)
        return self.out(y.reshape(2, 5, 12))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.out = nn.Dense(12, 12)

    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        y = ops.matmul(ops.softmax(scores, -1), v)
        return self.out(y.swapaxes(1, 2).reshape(2, 5, 12))
""",
        inputs=("float32[2,3,5,4]", "float32[2,3,5,4]", "float32[2,3,5,4]"),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name what is mixed up."""
        theirs, mine = difference.reference.value, difference.port.value
        if difference.port.kind == "head-split":
            what = f"head split: the {difference.port.part} are split into heads"
        else:
            what = "head merge: the heads are merged into columns"
        if theirs != "heads" and mine == "heads":
            return Named(f"{what} with a transposition, in the reference without", "order")
        told = {
            "tokens mixed": "without transposing tokens and heads: the tokens are mixed",
            "elements first": "with the elements of a head before the heads",
            "elements moved": "with the elements of a head in another order",
        }
        words = told.get(str(mine))
        return Named(f"{what} {words}", "order") if words else None
