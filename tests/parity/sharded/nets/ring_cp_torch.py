"""Attention over keys that go around a ring of ranks, with the softmax carried on."""

import torch
import torch.distributed as dist
from torch import nn


class Ring(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def passed(self, tensor):
        received = torch.empty_like(tensor)
        after, before = (self.rank + 1) % self.size, (self.rank - 1) % self.size
        if self.rank % 2 == 0:
            dist.send(tensor.contiguous(), after)
            dist.recv(received, before)
        else:
            dist.recv(received, before)
            dist.send(tensor.contiguous(), after)
        return received

    def forward(self, x):
        x = x.chunk(self.size, 1)[self.rank]
        q, k, v = self.q(x), self.k(x), self.v(x)
        highest = torch.full_like(q[..., :1], -1e30)
        total, summed = torch.zeros_like(highest), torch.zeros_like(q)
        for step in range(self.size):
            scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
            now = torch.maximum(highest, scores.amax(-1, keepdim=True))
            factor, weights = torch.exp(highest - now), torch.exp(scores - now)
            total = total * factor + weights.sum(-1, keepdim=True)
            summed = summed * factor + weights @ v
            highest = now
            if step + 1 < self.size:
                k, v = self.passed(k), self.passed(v)
        return self.o(summed / total)


def net():
    dist.init_process_group("gloo")
    return Ring()
