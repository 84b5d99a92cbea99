"""A head that is the embedding."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class TiedHead(TransformerRule):
    """The head's weight is the embedding's table on one side and a weight of its own on the other.

    ## What it does
    Looks whether the last product is with the table that the tokens are looked up in.

    ## Why it matters
    Tied, one gradient moves both; a checkpoint holds one of them. Untied, the head starts from what its constructor
    drew, and logits are noise.
    """

    code: ClassVar[str] = "tied-head"
    kinds: ClassVar[frozenset[str]] = frozenset({"tied-head"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.layer = torch.nn.Embedding(12, 8), torch.nn.Linear(8, 8)

    def forward(self, ids):
        return self.layer(self.table(ids)) @ self.table.weight.T
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.layer = nn.Embedding(12, 8), nn.Dense(8, 8)
        self.head = nn.Dense(8, 12, has_bias=False)

    def construct(self, ids):
        return self.head(self.layer(self.table(ids)))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.layer = nn.Embedding(12, 8), nn.Dense(8, 8)

    def construct(self, ids):
        return ops.matmul(self.layer(self.table(ids)), self.table.embedding_table.T)
""",
        inputs=("int64[2,5]<12",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name which side ties its head."""
        theirs, mine = difference.reference.value, difference.port.value
        words = {True: "tied to the embedding", False: "a weight of its own"}
        message = f"head: the port's weight is {words[bool(mine)]}, the reference's {words[bool(theirs)]}"
        return Named(message, "tied", (theirs, mine))
