"""The mean of the ranks' own means, each over another number of words."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class LossOverPadding(Rule):
    """The mean of the ranks' own means, each over another number of words.

    ## What it does
    Weighs the losses of the ranks by how many words of each are no padding, and runs the ranks with numerator and
    denominator each reduced.

    ## Why it matters
    With padding no two parts of a batch have equally many words. The mean of means weighs the words of short sequences
    more, and no two numbers of ranks train alike.
    """

    code: ClassVar[str] = "loss-over-padding"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = torch.nn.Embedding(12, 8), torch.nn.Linear(8, 12)

    def forward(self, ids):
        scores = self.head(torch.tanh(self.embed(ids)))
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1), ids.flatten() % 3, ignore_index=0)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank, self.size = ms.communication.get_rank(), ms.communication.get_group_size()
        self.embed, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)
        self.reduce = ops.AllReduce()

    def construct(self, ids):
        ids = ids[self.rank * 2 : self.rank * 2 + 2]
        scores = self.head(ops.tanh(self.embed(ids))).reshape(-1, 12)
        labels = ids.reshape(-1) % 3
        counted = (labels != 0).astype(scores.dtype)
        losses = ops.cross_entropy(scores, labels.astype(ms.int32), reduction="none")
        return self.reduce((losses * counted).sum() / counted.sum()) / self.size
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank, self.size = ms.communication.get_rank(), ms.communication.get_group_size()
        self.embed, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)
        self.reduce = ops.AllReduce()

    def construct(self, ids):
        ids = ids[self.rank * 2 : self.rank * 2 + 2]
        scores = self.head(ops.tanh(self.embed(ids))).reshape(-1, 12)
        labels = ids.reshape(-1) % 3
        counted = (labels != 0).astype(scores.dtype)
        losses = ops.cross_entropy(scores, labels.astype(ms.int32), reduction="none")
        return self.reduce((losses * counted).sum()) / self.reduce(counted.sum())
""",
        inputs=("int64[4,6]<12",),
        options={"ranks": 2},
    )
