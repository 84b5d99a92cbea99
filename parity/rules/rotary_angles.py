"""Rotary position embedding: by which angles."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference
from parity.transformer.values import Rotation

_CLOSE = 1e-4


class RotaryAngles(TransformerRule):
    """Rotary position embedding turns by other angles: base, position of the first token, direction, or not at all.

    ## What it does
    Measures the angle by which each pair of elements of queries and keys is turned at each position, and reads the
    base of the frequencies, the position of the first token and the direction off them.

    ## Why it matters
    A base of 10000 for one of 500000, positions that begin at 0 behind a cache of 100 tokens, or keys that are not
    rotated, change nothing in the shapes and little in the first tokens.
    """

    code: ClassVar[str] = "rotary-angles"
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
    t = ops.arange(x.shape[2]).reshape(-1, 1) * 10000.0 ** (-ops.arange(4) / 4)
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
        """Name what of the angles differs."""
        theirs, mine = difference.reference.value, difference.port.value
        part = difference.port.part
        if not isinstance(theirs, Rotation) or not isinstance(mine, Rotation):
            told = ("does not rotate", "does") if mine is None else ("rotates", "does not")
            return Named(f"rotary embedding: the port {told[0]} the {part}, the reference {told[1]}", part)
        for name, one, other in (
            ("size", theirs.size, mine.size),
            ("direction", theirs.direction, mine.direction),
            ("base", theirs.base, mine.base),
            ("first position", theirs.first, mine.first),
        ):
            if not _alike(one, other):
                message = f"rotary embedding: {_WORDS[name].format(_shown(other), _shown(one))}"
                return Named(message, name, (one, other))
        return Named("rotary embedding: the angles differ from the reference's", "angles")


_WORDS = {
    "size": "the port rotates {} elements of each head, the reference {}",
    "direction": "the port turns {}, the reference {}: the sign of sin is the opposite",
    "base": "the port's frequencies have the base {}, the reference's {}",
    "first position": "the port's first position is {}, the reference's {}",
}


def _alike(one: object, other: object) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= _CLOSE * max(abs(one), abs(other), 1)
    return one == other


def _shown(value: object) -> str:
    if value is None:
        return "none (the frequencies are no powers of one)"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
