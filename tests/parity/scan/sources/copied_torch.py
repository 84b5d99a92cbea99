"""What people copy from torch word for word; nothing of it is executed."""

from functools import partial

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, stride, rate=0.1):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(width, width, 3, padding=1)
        self.turned = nn.ConvTranspose2d(width, width, 3, stride=2, padding=1, output_padding=1)
        self.norms = nn.ModuleList([nn.BatchNorm2d(width, momentum=0.01) for _ in range(2)])
        self.act = nn.LeakyReLU()
        self.gelu = nn.GELU()
        self.drop = nn.Dropout(rate)
        self.kept = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(3, 2, 1)
        self.mean = nn.AvgPool2d(2)
        self.norm = nn.LayerNorm((width,))
        self.group = nn.GroupNorm(4, width)
        self.table = nn.Embedding(10, width)
        self.recurrent = nn.LSTM(width, width, batch_first=True)
        self.soft = nn.Softmax()
        self.make = partial(nn.Linear, bias=False)

    def forward(self, x, mask=None):
        y = self.drop(self.act(self.norms[0](self.first(x))))
        y = y + self.kept(self.gelu(self.norms[1](self.second(x))))
        if mask is not None:
            y = y.masked_fill(mask, float("-inf"))
        y = F.interpolate(y, scale_factor=2, mode="bilinear")
        y = F.dropout(y, 0.3)
        y = F.softmax(y, dim=-1)
        centre, spread = y.mean(0), y.std(0)
        values, places = torch.topk(y.flatten(1), 3)
        first = torch.max(y, 1)[0]
        return torch.cat([centre, spread, values, torch.std(first)], dim=0).view(-1).sum(), places


def loss(logits, labels):
    return F.cross_entropy(logits, labels, reduction="sum") + nn.MSELoss(reduction="none")(logits, labels).mean()


def train(net, data):
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    slow = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    for x, y in data:
        optimizer.zero_grad()
        slow.zero_grad()
        loss(net(x), y).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
