"""Numbers that the embedding or the logits are multiplied by."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class LogitsScale(TransformerRule):
    """Logits or embeddings are multiplied by another number, or by none.

    ## What it does
    Multiplies the numbers behind the embedding, and those behind the last product with a weight, and compares the
    products.

    ## Why it matters
    Gemma multiplies its embeddings by sqrt(d), T5 its outputs by 1/sqrt(d) where the head is tied, Granite and Cohere
    their logits by a constant. Behind a norm the first does not show in the next layer at all.
    """

    code: ClassVar[str] = "logits-scale"
    kinds: ClassVar[frozenset[str]] = frozenset({"logits-scale", "embedding-scale"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = torch.nn.Embedding(12, 8), torch.nn.Linear(8, 12)

    def forward(self, ids):
        return self.head(self.table(ids)) / 4.0
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)

    def construct(self, ids):
        return self.head(self.table(ids))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)

    def construct(self, ids):
        return self.head(self.table(ids)) / 4.0
""",
        inputs=("int64[2,5]<12",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name both numbers."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, (int, float)) or not isinstance(mine, (int, float)):
            return None
        what = "logits" if difference.port.kind == "logits-scale" else "embeddings"
        message = f"{what}: the port multiplies by {mine:.6g}, the reference by {theirs:.6g}"
        return Named(message, "scale", (float(theirs), float(mine)))
