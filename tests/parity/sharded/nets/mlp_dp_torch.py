"""Each rank has its part of the batch; hooks average the gradients."""

import torch.distributed as dist
from references import Mlp


def averaged(grad):
    grad = grad.clone()
    dist.all_reduce(grad)
    return grad / dist.get_world_size()


class Part(Mlp):
    def __init__(self):
        super().__init__()
        for weight in self.parameters():
            weight.register_hook(averaged)

    def forward(self, x):
        rank, size = dist.get_rank(), dist.get_world_size()
        part = x.shape[0] // size
        mine = x[rank * part : (rank + 1) * part]
        return super().forward(mine)


def net():
    dist.init_process_group("gloo")
    return Part()
