"""One projection of queries, keys and values, of which each rank takes its heads."""

import torch.distributed as dist
import torch.nn.functional as F
from torch import nn


class Fused(nn.Module):
    def __init__(self, width=32, heads=8):
        super().__init__()
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self.heads = heads // self.size
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def own(self, tensor):
        return tensor.chunk(self.size, 0)[self.rank]

    def forward(self, x):
        b, t, _ = x.shape
        parts = zip(self.qkv.weight.chunk(3), self.qkv.bias.chunk(3), strict=True)
        projected = [F.linear(x, self.own(weight), self.own(bias)) for weight, bias in parts]
        q, k, v = (p.view(b, t, self.heads, -1).transpose(1, 2) for p in projected)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        y = F.linear(y.transpose(1, 2).reshape(b, t, -1), self.o.weight.chunk(self.size, 1)[self.rank])
        dist.all_reduce(y)
        return y + self.o.bias


def net():
    dist.init_process_group("gloo")
    return Fused()
