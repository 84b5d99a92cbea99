"""A causal mask that begins at another key."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference
from parity.transformer.values import as_tensor, diagonal


class CausalOffset(TransformerRule):
    """The causal mask lets each query see more or fewer keys than the reference's.

    ## What it does
    Recognises a mask that hides from query i all keys behind i + n, and compares n.

    ## Why it matters
    Behind a cache of n tokens query i stands at position n + i. A triangle that begins in the corner hides the cached
    keys from the first queries; one that is off by one hides the token itself, or shows the next.
    """

    code: ClassVar[str] = "causal-offset"
    kinds: ClassVar[frozenset[str]] = frozenset({"attention-mask"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def forward(self, q, k, v):
        seen = torch.ones(4, 7, dtype=torch.bool).tril(3)
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=seen)
""",
        port="""
class Net(nn.Cell):
    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        hidden = ops.triu(ops.ones((4, 7), ms.bool_), 1)
        scores = scores.masked_fill(hidden, -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        hidden = ops.triu(ops.ones((4, 7), ms.bool_), 4)
        scores = scores.masked_fill(hidden, -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,3,4,4]", "float32[2,3,7,4]", "float32[2,3,7,4]"),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name both diagonals."""
        theirs, mine = as_tensor(difference.reference.value), as_tensor(difference.port.value)
        if theirs is None or mine is None:
            return None
        one, other = diagonal(theirs), diagonal(mine)
        if one is None or other is None or one == other:
            return None
        message = (
            f"causal mask: the port lets query i see the keys up to {_key(other)}, the reference up to {_key(one)}"
        )
        cached = theirs.shape[-1] - theirs.shape[-2]
        if cached and one == cached:
            message += f": the offset of the {cached} keys in the cache"
        return Named(message, "diagonal", (one, other))


def _key(offset: int) -> str:
    return f"i + {offset}" if offset > 0 else f"i - {-offset}" if offset else "i"
