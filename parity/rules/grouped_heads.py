"""Grouped-query attention: which head of the keys each head of the queries meets."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class GroupedHeads(TransformerRule):
    """Grouped-query attention repeats the heads of keys or values in another order.

    ## What it does
    Follows which columns of the projections each head reads, and compares which head of the keys and of the values
    each head of the queries meets.

    ## Why it matters
    Heads 0 0 1 1 (`repeat_interleave`) and 0 1 0 1 (`repeat`, `tile`) have the same shape. Only the first is what
    grouped-query attention means.
    """

    code: ClassVar[str] = "grouped-heads"
    kinds: ClassVar[frozenset[str]] = frozenset({"grouped-heads"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = torch.nn.Linear(8, 16), torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        q = self.q(x).view(2, 5, 4, 4).transpose(1, 2)
        k, v = (p(x).view(2, 5, 2, 4).transpose(1, 2) for p in (self.k, self.v))
        k, v = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 16), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        q = self.q(x).reshape(2, 5, 4, 4).swapaxes(1, 2)
        k, v = (p(x).reshape(2, 5, 2, 4).swapaxes(1, 2) for p in (self.k, self.v))
        k, v = ops.tile(k, (1, 2, 1, 1)), ops.tile(v, (1, 2, 1, 1))
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 16), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        q = self.q(x).reshape(2, 5, 4, 4).swapaxes(1, 2)
        k, v = (p(x).reshape(2, 5, 2, 4).swapaxes(1, 2) for p in (self.k, self.v))
        k, v = ops.repeat_interleave(k, 2, 1), ops.repeat_interleave(v, 2, 1)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name both orders, and the function that gives the reference's."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, tuple) or not isinstance(mine, tuple):
            return None
        part = difference.port.part
        message = (
            f"grouped-query attention (GQA): the heads of the queries meet the heads {_order(mine)} of the {part}, "
            f"in the reference {_order(theirs)}"
        )
        repeated = list(theirs) == sorted(theirs) and len(set(theirs)) < len(theirs)
        message += ": repeat_interleave, not repeat or tile" if repeated and list(mine) != sorted(mine) else ""
        return Named(message, "repeat", (theirs, mine))


def _order(heads: tuple[object, ...]) -> str:
    return " ".join(map(str, heads))
