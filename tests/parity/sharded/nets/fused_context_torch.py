"""Context parallelism: keys and values of all are gathered, queries are the rank's own."""

import torch
import torch.distributed as dist
from torch import nn


def gathered(x, dim):
    parts = [torch.empty_like(x) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, x.contiguous())
    return torch.cat(parts, dim)


class Fused(nn.Module):
    def __init__(self, width=32, heads=8):
        super().__init__()
        self.heads = heads
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        rank, size = dist.get_rank(), dist.get_world_size()
        x = x.chunk(size, 1)[rank]
        b, t, c = x.shape
        q, k, v = (p.view(b, t, self.heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        k, v = gathered(k, 2), gathered(v, 2)
        scores = q @ k.transpose(-1, -2) / (c // self.heads) ** 0.5
        places = torch.arange(t) + rank * t
        later = torch.arange(t * size)[None, :] > places[:, None]
        y = scores.masked_fill(later, float("-inf")).softmax(-1) @ v
        return self.o(y.transpose(1, 2).reshape(b, t, c))


def net():
    dist.init_process_group("gloo")
    return Fused()
