"""A pipeline whose ranks hold their own layers alone; the last one tells all what came out."""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn


class Tied(nn.Module):
    def __init__(self, words=24, width=16, layers=4):
        super().__init__()
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        per = layers // self.size
        mine = range(self.rank * per, (self.rank + 1) * per)
        if self.rank in (0, self.size - 1):
            self.embed = nn.Embedding(words, width)
        self.layers = nn.ModuleDict({str(number): nn.Linear(width, width) for number in mine})
        if self.rank == self.size - 1:
            self.norm = nn.LayerNorm(width)
        self.words, self.width = words, width

    def forward(self, ids):
        kind = next(self.parameters()).dtype
        x = torch.empty(*ids.shape, self.width, dtype=kind)
        if self.rank == 0:
            x = self.embed(ids)
        else:
            dist.recv(x, self.rank - 1)
        for layer in self.layers.values():
            x = x + torch.tanh(layer(x))
        scores = torch.empty(*ids.shape, self.words, dtype=kind)
        if self.rank < self.size - 1:
            dist.send(x, self.rank + 1)
        else:
            scores = F.linear(self.norm(x), self.embed.weight)
        dist.broadcast(scores, self.size - 1)
        return scores


def net():
    dist.init_process_group("gloo")
    return Tied()
