"""New keys and values beside those in the cache."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class CacheOrder(TransformerRule):
    """New keys or values stand before those of the cache instead of behind them.

    ## What it does
    Follows where the tokens of this call stand among the keys and values that attention reads.

    ## Why it matters
    `cat((new, past))` for `cat((past, new))` has the same shape, and a causal mask or positions no longer belong to
    the tokens.
    """

    code: ClassVar[str] = "cache-order"
    kinds: ClassVar[frozenset[str]] = frozenset({"cache"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (torch.nn.Linear(8, 8) for _ in range(3))

    def forward(self, x, past_k, past_v):
        k, v = torch.cat((past_k, self.k(x)), 1), torch.cat((past_v, self.v(x)), 1)
        seen = torch.ones(4, 7, dtype=torch.bool).tril(3)
        return torch.nn.functional.scaled_dot_product_attention(self.q(x), k, v, attn_mask=seen)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x, past_k, past_v):
        q, k, v = self.q(x), self.k(x), self.v(x)
        k, v = ops.cat((k, past_k), 1), ops.cat((past_v, v), 1)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 8**0.5
        scores = scores.masked_fill(ops.triu(ops.ones((4, 7), ms.bool_), 4), -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 8), nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x, past_k, past_v):
        q, k, v = self.q(x), self.k(x), self.v(x)
        k, v = ops.cat((past_k, k), 1), ops.cat((past_v, v), 1)
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 8**0.5
        scores = scores.masked_fill(ops.triu(ops.ones((4, 7), ms.bool_), 4), -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,4,8]", "float32[2,3,8]", "float32[2,3,8]"),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name where the new tokens stand."""
        theirs, mine = difference.reference.value, difference.port.value
        message = (
            f"cache: the new {difference.port.part} stand {mine} those of the cache, in the reference {theirs} them"
        )
        return Named(message, "order", (theirs, mine))
