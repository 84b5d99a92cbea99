"""Queries, keys and values out of one projection."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class QkvPacking(TransformerRule):
    """Queries, keys and values are taken from other columns, or other projections, than in the reference.

    ## What it does
    Follows which columns of which projection the heads of queries, keys and values read.

    ## Why it matters
    One projection of 3 * d columns holds q, k and v one after the other, or head by head (q0 k0 v0 q1 ...), or in
    another order; every way to take it apart fits the shapes.
    """

    code: ClassVar[str] = "qkv-packing"
    kinds: ClassVar[frozenset[str]] = frozenset({"packing", "projection"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = torch.nn.Linear(8, 24)

    def forward(self, x):
        q, k, v = self.qkv(x).view(2, 5, 3, 2, 4).permute(2, 0, 3, 1, 4)
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Dense(8, 24)

    def construct(self, x):
        q, k, v = self.qkv(x).reshape(2, 5, 2, 3, 4).transpose(3, 0, 2, 1, 4)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Dense(8, 24)

    def construct(self, x):
        q, k, v = self.qkv(x).reshape(2, 5, 3, 2, 4).transpose(2, 0, 3, 1, 4)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name what the port takes for the queries, the keys or the values."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, tuple) or not isinstance(mine, tuple):
            return None
        part = difference.port.part
        if difference.port.kind == "projection":
            message = f"the port takes the {part} from {mine[0]}, the reference from {theirs[0]}"
        else:
            message = (
                f"the {part} are columns {_columns(mine)} of the packed projection, in the reference {_columns(theirs)}"
            )
        return Named(f"q, k, v: {message}", "order")


def _columns(starts: tuple[object, ...]) -> str:
    return "beginning at " + ", ".join(f"{start:.3g}" for start in starts if isinstance(start, float)) + " of its width"
