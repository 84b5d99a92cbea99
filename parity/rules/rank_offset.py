"""A rank counts from the wrong place: words, positions, experts, layers."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class RankOffset(Rule):
    """A rank counts from the wrong place: words, positions, experts, layers.

    ## What it does
    Runs the ranks with whole numbers, and tensors of them, counted from another place, and reports the statement with
    which they are right.

    ## Why it matters
    A part of a vocabulary or of a sequence begins somewhere else on each rank. Rank 0 is right with any mistake.
    """

    code: ClassVar[str] = "rank-offset"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.place = torch.nn.Embedding(12, 8), torch.nn.Embedding(6, 8)

    def forward(self, ids):
        return torch.tanh(self.embed(ids) + self.place(torch.arange(6)))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank = ms.communication.get_rank()
        self.embed, self.place = nn.Embedding(12, 8), nn.Embedding(6, 8)

    def construct(self, ids):
        part = 3
        ids = ids[:, self.rank * part : self.rank * part + part]
        places = ops.arange(part)
        return ops.tanh(self.embed(ids) + self.place(places))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank = ms.communication.get_rank()
        self.embed, self.place = nn.Embedding(12, 8), nn.Embedding(6, 8)

    def construct(self, ids):
        part = 3
        ids = ids[:, self.rank * part : self.rank * part + part]
        places = ops.arange(part) + self.rank * part
        return ops.tanh(self.embed(ids) + self.place(places))
""",
        inputs=("int64[2,6]<12",),
        options={"ranks": 2},
    )
