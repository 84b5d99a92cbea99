"""Each rank chooses experts by scores of its own."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class RouterNotReplicated(Rule):
    """Each rank chooses experts by scores of its own.

    ## What it does
    Follows which weight the chosen experts come from: one that is cut gives each rank the scores of its own experts
    alone. Runs the ranks without what differs from rank to rank before experts are chosen.

    ## Why it matters
    The ranks then disagree about where a word goes: it is computed twice, or nowhere.
    """

    code: ClassVar[str] = "router-not-replicated"
    found_by: ClassVar[str] = "parity.pipeline.rank_told.told_of_router"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.router = torch.nn.Linear(8, 4, bias=False)
        self.w = torch.nn.Parameter(torch.zeros(4, 8, 8))

    def forward(self, x):
        share, chosen = torch.softmax(self.router(x), -1).topk(1, -1)
        y = torch.zeros_like(x)
        for number in range(4):
            y = y + share * (chosen == number) * torch.tanh(x @ self.w[number])
        return y
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.router = nn.Dense(8, 2, has_bias=False)
        self.w = ms.Parameter(ops.zeros((2, 8, 8)), name="w")
        self.reduce = ops.AllReduce()

    def construct(self, x):
        share, chosen = ops.topk(ops.softmax(self.router(x), -1), 1, -1)
        y = ops.zeros_like(x)
        for number in range(2):
            y = y + share * (chosen == number) * ops.tanh(ops.matmul(x, self.w[number]))
        return self.reduce(y)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        ms.communication.init()
        self.first = 2 * ms.communication.get_rank()
        self.router = nn.Dense(8, 4, has_bias=False)
        self.w = ms.Parameter(ops.zeros((2, 8, 8)), name="w")
        self.reduce = ops.AllReduce()

    def construct(self, x):
        share, chosen = ops.topk(ops.softmax(self.router(x), -1), 1, -1)
        y = ops.zeros_like(x)
        for number in range(2):
            y = y + share * (chosen == self.first + number) * ops.tanh(ops.matmul(x, self.w[number]))
        return self.reduce(y)
""",
        inputs=("float32[2,5,8]",),
        options={"ranks": 2},
    )
