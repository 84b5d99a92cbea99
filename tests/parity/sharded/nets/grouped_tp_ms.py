"""Grouped-query attention, the heads shared out; ops.AllReduce adds the parts."""

from mindspore import Parameter, mint, nn, ops
from mindspore.communication import get_group_size, init


class Grouped(nn.Cell):
    def __init__(self, width=32, heads=8, groups=4):
        super().__init__()
        parts = get_group_size()
        self.size = width // heads
        self.heads, self.groups = heads // parts, groups // parts
        self.q = nn.Dense(width, width // parts)
        self.k = nn.Dense(width, width // 2 // parts)
        self.v = nn.Dense(width, width // 2 // parts)
        self.weight = Parameter(mint.zeros((width, width // parts)), name="o.weight")
        self.reduce = ops.AllReduce()

    def construct(self, x):
        b, t, _ = x.shape
        q = self.q(x).reshape(b, t, self.heads, self.size).swapaxes(1, 2)
        k = self.k(x).reshape(b, t, self.groups, self.size).swapaxes(1, 2)
        v = self.v(x).reshape(b, t, self.groups, self.size).swapaxes(1, 2)
        k, v = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        scores = mint.matmul(q, k.swapaxes(2, 3)) / self.size**0.5
        scores = scores + mint.triu(mint.full((t, t), -1e9), 1)
        y = mint.matmul(mint.nn.functional.softmax(scores, -1), v)
        y = mint.matmul(y.swapaxes(1, 2).reshape(b, t, -1), self.weight.T)
        return self.reduce(y)


def net():
    init()
    return Grouped()
