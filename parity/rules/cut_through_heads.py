"""Several projections in one weight are cut as if they were one, through their heads."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class CutThroughHeads(Rule):
    """Several projections in one weight are cut as if they were one, through their heads.

    ## What it does
    Runs the ranks with the rows of a weight put in the order in which each rank has whole heads of all projections, and
    reports the weight with which they are right.

    ## Why it matters
    The first rank then has all queries and half of the keys. Shapes fit, and nothing raises.
    """

    code: ClassVar[str] = "cut-through-heads"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of_weight"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.o = torch.nn.Linear(8, 24), torch.nn.Linear(8, 8)

    def forward(self, x):
        q, k, v = (p.unflatten(-1, (4, 2)).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        y = torch.softmax(q @ k.transpose(-1, -2), -1) @ v
        return self.o(y.transpose(1, 2).flatten(2))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank, self.size = ms.communication.get_rank(), ms.communication.get_group_size()
        self.qkv, self.o = nn.Dense(8, 24), nn.Dense(8, 8)
        self.reduce = ops.AllReduce()

    def construct(self, x):
        weight = ops.chunk(self.qkv.weight, self.size)[self.rank]
        bias = ops.chunk(self.qkv.bias, self.size)[self.rank]
        y = ops.matmul(x, weight.T) + bias
        q, k, v = (p.reshape(2, 5, 2, 2).swapaxes(1, 2) for p in ops.chunk(y, 3, -1))
        y = ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(2, 3)), -1), v).swapaxes(1, 2).reshape(2, 5, 4)
        return self.reduce(ops.matmul(y, ops.chunk(self.o.weight, self.size, 1)[self.rank].T)) + self.o.bias
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.rank, self.size = ms.communication.get_rank(), ms.communication.get_group_size()
        self.qkv, self.o = nn.Dense(8, 24), nn.Dense(8, 8)
        self.reduce = ops.AllReduce()

    def own(self, tensor):
        return ops.cat([ops.chunk(part, self.size)[self.rank] for part in ops.chunk(tensor, 3)])

    def construct(self, x):
        y = ops.matmul(x, self.own(self.qkv.weight).T) + self.own(self.qkv.bias)
        q, k, v = (p.reshape(2, 5, 2, 2).swapaxes(1, 2) for p in ops.chunk(y, 3, -1))
        y = ops.matmul(ops.softmax(ops.matmul(q, k.swapaxes(2, 3)), -1), v).swapaxes(1, 2).reshape(2, 5, 4)
        return self.reduce(ops.matmul(y, ops.chunk(self.o.weight, self.size, 1)[self.rank].T)) + self.o.bias
""",
        inputs=("float32[2,5,8]",),
        options={"ranks": 2},
    )
