"""A transformer of any depth: 12.6 million parameters a block of width 1024, 201 million of width 4096."""

from __future__ import annotations

import torch
from torch import nn

WIDTH = 1024


class Block(nn.Module):
    """Attention and a feed-forward net."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.fc1, self.fc2 = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what the block makes of tokens."""
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        x = x + self.out(torch.softmax(q @ k.transpose(-1, -2) / self.width**0.5, -1) @ v)
        return x + self.fc2(torch.relu(self.fc1(self.norm2(x))))


def net(blocks: int, width: int = WIDTH) -> nn.Module:
    """Return so many blocks."""
    return nn.Sequential(*(Block(width) for _ in range(blocks)))
