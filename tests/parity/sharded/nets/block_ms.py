"""The block with tensor parallelism, as ports write it; `bug` plants one mistake."""

import time

from mindspore import Parameter, mint, nn, ops
from mindspore.communication import get_group_size, get_rank, init


class Column(nn.Cell):
    def __init__(self, inputs, outputs, parts):
        super().__init__()
        self.weight = Parameter(mint.zeros((outputs // parts, inputs)), name="weight")
        self.bias = Parameter(mint.zeros((outputs // parts,)), name="bias")

    def construct(self, x):
        return mint.matmul(x, self.weight.swapaxes(0, 1)) + self.bias


class Row(nn.Cell):
    def __init__(self, inputs, outputs, parts, bug=""):
        super().__init__()
        self.weight = Parameter(mint.zeros((outputs, inputs // parts)), name="weight")
        self.bias = Parameter(mint.zeros((outputs,)), name="bias")
        self.reduce = ops.AllReduce()
        self.bug = bug

    def construct(self, x):
        y = mint.matmul(x, self.weight.swapaxes(0, 1))
        if self.bug == "bias":
            return self.reduce(y + self.bias)
        if self.bug == "none":
            return y + self.bias
        if self.bug == "shapes" and get_rank() == 1:
            y = y[:, 1:]
        if self.bug == "twice":
            return self.reduce(self.reduce(y)) + self.bias
        return self.reduce(y) + self.bias


class Block(nn.Cell):
    def __init__(self, width=32, heads=4, inner=64, bug=""):
        super().__init__()
        parts = get_group_size()
        self.heads, self.size, self.bug = heads // parts, width // heads, bug
        self.norm = nn.LayerNorm((width,), epsilon=1e-3 if bug == "epsilon" else 1e-5)
        self.q, self.k, self.v = (Column(width, width, parts) for _ in range(3))
        self.o = Row(width, width, parts, bug)
        self.up, self.down = Column(width, inner, parts), Row(inner, width, parts)

    def construct(self, x):
        b, t, _ = x.shape
        h = self.norm(x)
        heads = [f(h).reshape(b, t, self.heads, self.size).swapaxes(1, 2) for f in (self.q, self.k, self.v)]
        if self.bug == "heads":
            heads = [f(h).reshape(b, t, self.size, self.heads).permute(0, 3, 1, 2) for f in (self.q, self.k, self.v)]
        q, k, v = heads
        if self.bug == "scale":
            q = q / get_group_size()
        scores = mint.nn.functional.softmax(mint.matmul(q, k.swapaxes(-1, -2)) * self.size**-0.5, -1)
        if self.bug == "stuck" and get_rank() == 1:
            time.sleep(600)
        if self.bug == "raises" and get_rank() == 1:
            raise ValueError("no such rank")
        x = x + self.o(mint.matmul(scores, v).swapaxes(1, 2).reshape(b, t, -1))
        return x + self.down(mint.nn.functional.gelu(self.up(x), approximate="tanh" if self.bug == "gelu" else "none"))


def net(bug=""):
    init()
    return Block(bug=bug)
