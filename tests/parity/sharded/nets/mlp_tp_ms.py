"""Column and row parallel layers over mint.distributed."""

from mindspore import Parameter, mint, nn
from mindspore.mint import distributed as dist
from mindspore.mint.nn import functional as F


def reduce_from_region(x):
    y = x * 1
    dist.all_reduce(y)
    return y


class ColumnParallelLinear(nn.Cell):
    def __init__(self, inputs, outputs):
        super().__init__()
        part = outputs // dist.get_world_size()
        self.weight = Parameter(mint.zeros((part, inputs)), name="weight")
        self.bias = Parameter(mint.zeros((part,)), name="bias")

    def construct(self, x):
        return F.linear(x, self.weight, self.bias)


class RowParallelLinear(nn.Cell):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = Parameter(mint.zeros((outputs, inputs // dist.get_world_size())), name="weight")
        self.bias = Parameter(mint.zeros((outputs,)), name="bias")

    def construct(self, x):
        y = F.linear(x, self.weight)
        y = reduce_from_region(y)
        return y + self.bias


class Mlp(nn.Cell):
    def __init__(self, width=16, inner=32):
        super().__init__()
        self.norm = mint.nn.LayerNorm(width)
        self.up = ColumnParallelLinear(width, inner)
        self.down = RowParallelLinear(inner, width)

    def construct(self, x):
        h = F.gelu(self.up(self.norm(x)))
        return x + self.down(h)


def net():
    dist.init_process_group()
    return Mlp()
