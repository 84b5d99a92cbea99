"""Sequence parallelism beside tensor parallelism: the norm sees a part of the sequence."""

from mindspore import Parameter, mint, nn, ops
from mindspore.communication import get_group_size, get_rank, init


class Mlp(nn.Cell):
    def __init__(self, width=16, inner=32):
        super().__init__()
        self.rank, self.size = get_rank(), get_group_size()
        self.norm = nn.LayerNorm((width,), epsilon=1e-5)
        self.up = nn.Dense(width, inner // self.size)
        self.down = nn.Dense(inner // self.size, width, has_bias=False)
        self.bias = Parameter(mint.zeros((width,)), name="down.bias")
        self.gather, self.scatter = ops.AllGather(), ops.ReduceScatter()

    def construct(self, x):
        x = x.swapaxes(0, 1)
        part = x.shape[0] // self.size
        mine = x[self.rank * part : (self.rank + 1) * part]
        h = self.gather(self.norm(mine))
        y = self.down(mint.nn.functional.gelu(self.up(h)))
        y = self.scatter(y)
        mine = mine + y + self.bias
        return self.gather(mine).swapaxes(0, 1)


def net():
    init()
    return Mlp()
