"""Rotary position embedding: which elements are turned together."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference
from parity.transformer.values import Rotation


class RotaryPairs(TransformerRule):
    """Rotary position embedding turns other pairs of elements: halves on one side, interleaved pairs on the other.

    ## What it does
    Finds, in the values of queries and keys, which two elements of a head are turned together by one angle: i and i +
    d/2 (halves, as in Llama's transformers port and GPT-NeoX) or 2i and 2i + 1 (interleaved, as in the paper, GPT-J
    and Meta's Llama), and compares it between the nets.

    ## Why it matters
    Both are right with the weights that were trained for them, and wrong with the other's: shapes agree, short
    sequences even look plausible. Either the code is changed or the rows of the query and key weights, head by head.
    """

    code: ClassVar[str] = "rotary-pairs"
    kinds: ClassVar[frozenset[str]] = frozenset({"rotary"})
    example: ClassVar[Example] = Example(
        reference="""
def rotary(x):
    t = torch.arange(0, 0 + x.shape[2])[:, None] * 100.0 ** (-torch.arange(4) / 4)
    cos, sin = torch.cat((t, t), -1).cos(), torch.cat((t, t), -1).sin()
    return x * cos + torch.cat((-x[..., 4:], x[..., :4]), -1) * sin


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (torch.nn.Linear(8, 16) for _ in range(3))

    def forward(self, x):
        q, k, v = (p(x).view(2, 5, 2, 8).transpose(1, 2) for p in (self.q, self.k, self.v))
        return torch.nn.functional.scaled_dot_product_attention(rotary(q), rotary(k), v)
""",
        port="""
def rotary(x):
    t = ops.arange(x.shape[2]).reshape(-1, 1) * 100.0 ** (-ops.arange(4) / 4)
    cos, sin = ops.cos(t), ops.sin(t)
    a, b = x[..., 0::2], x[..., 1::2]
    return ops.stack((a * cos - b * sin, b * cos + a * sin), -1).reshape(x.shape)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 16), nn.Dense(8, 16), nn.Dense(8, 16)

    def construct(self, x):
        q, k, v = (p(x).reshape(2, 5, 2, 8).swapaxes(1, 2) for p in (self.q, self.k, self.v))
        scores = ops.matmul(rotary(q), rotary(k).swapaxes(-2, -1)) / 8**0.5
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
def rotary(x):
    t = ops.arange(x.shape[2]).reshape(-1, 1) * 100.0 ** (-ops.arange(4) / 4)
    cos, sin = ops.cos(t), ops.sin(t)
    a, b = x[..., :4], x[..., 4:]
    return ops.cat((a * cos - b * sin, b * cos + a * sin), -1)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Dense(8, 16), nn.Dense(8, 16), nn.Dense(8, 16)

    def construct(self, x):
        q, k, v = (p(x).reshape(2, 5, 2, 8).swapaxes(1, 2) for p in (self.q, self.k, self.v))
        scores = ops.matmul(rotary(q), rotary(k).swapaxes(-2, -1)) / 8**0.5
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name the pairs of both sides, or that two tables do not fit together."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, Rotation) or not isinstance(mine, Rotation):
            return None
        if mine.pairs != theirs.pairs:
            message = f"rotary embedding: the port rotates {mine.pairs}, the reference {theirs.pairs}"
            return Named(message, "pairs", (theirs.pairs, mine.pairs))
        if mine.proper != theirs.proper:
            message = (
                f"rotary embedding: the two elements of each of the {mine.pairs} are turned by different angles: "
                "the tables of cos and sin are laid out for the other pairs"
            )
            return Named(message, "cos, sin", (theirs.pairs, None))
        return None
