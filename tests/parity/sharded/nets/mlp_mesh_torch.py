"""Two by two: the batch is shared out between pairs of ranks, the layers within a pair."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn


class Mlp(nn.Module):
    def __init__(self, width=16, inner=32, tensor=2):
        super().__init__()
        rank, size = dist.get_rank(), dist.get_world_size()
        groups = [dist.new_group(range(first, first + tensor)) for first in range(0, size, tensor)]
        self.batch, self.batches = rank // tensor, size // tensor
        self.group = groups[self.batch]
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, inner // tensor)
        self.down = nn.Linear(inner // tensor, width, bias=False)
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        x = x.chunk(self.batches)[self.batch]
        y = self.down(F.gelu(self.up(self.norm(x))))
        dist.all_reduce(y, group=self.group)
        return x + y + self.bias


def net():
    dist.init_process_group("gloo")
    return Mlp()
