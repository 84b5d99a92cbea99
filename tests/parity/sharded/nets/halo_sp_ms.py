"""A convolution over a sequence that is shared out: each rank asks the one before it for the rows at its edge."""

from mindspore import Parameter, mint, nn
from mindspore.communication import get_group_size, get_rank, init
from mindspore.mint import distributed as dist


class Halo(nn.Cell):
    def __init__(self, width=8):
        super().__init__()
        self.rank, self.size = get_rank(), get_group_size()
        self.weight = Parameter(mint.zeros((3, width, width)), name="weight")
        self.gate = mint.nn.Linear(width, width)

    def before(self, x):
        last = x[:, -2:].contiguous()
        every = [mint.zeros_like(last) for _ in range(self.size)]
        dist.all_gather(every, last)
        if self.rank == 0:
            return mint.zeros_like(last)
        return every[self.rank - 1]

    def construct(self, x):
        t = x.shape[1] // self.size
        x = x[:, self.rank * t : (self.rank + 1) * t]
        padded = mint.cat((self.before(x), x), 1)
        y = mint.zeros_like(x)
        for k in range(3):
            y = y + mint.matmul(padded[:, k : k + t], self.weight[k])
        return y * mint.sigmoid(self.gate(x))


def net():
    init()
    return Halo()
