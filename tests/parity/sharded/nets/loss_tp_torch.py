"""The loss of scores that are shared out along the vocabulary, which are never gathered."""

import torch
import torch.distributed as dist
from torch import nn


class LabelLoss(nn.Module):
    def __init__(self, words=24, width=16):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.part = words // dist.get_world_size()
        self.head = nn.Linear(width, self.part)

    def forward(self, ids, labels):
        scores = self.head(torch.tanh(self.embed(ids))).flatten(0, 1)
        labels = labels.flatten()
        most = scores.amax(-1)
        dist.all_reduce(most, dist.ReduceOp.MAX)
        scores = scores - most[:, None]
        total = scores.exp().sum(-1)
        dist.all_reduce(total)
        start = dist.get_rank() * self.part
        mine = (labels >= start) & (labels < start + self.part)
        place = torch.where(mine, labels - start, 0)
        wanted = scores.gather(1, place[:, None])[:, 0] * mine
        dist.all_reduce(wanted)
        losses = total.log() - wanted
        counted = labels != 0
        return (losses * counted).sum() / counted.sum()


def net():
    dist.init_process_group("gloo")
    return LabelLoss()
