"""A transformer of any depth: 12.6 million parameters a block."""

from __future__ import annotations

import torch
from torch import nn

WIDTH = 1024


class Block(nn.Module):
    """Attention and a feed-forward net."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.fc1, self.fc2 = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what the block makes of tokens."""
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        x = x + self.out(torch.softmax(q @ k.transpose(-1, -2) / WIDTH**0.5, -1) @ v)
        return x + self.fc2(torch.relu(self.fc1(self.norm2(x))))


def net(blocks: int) -> nn.Module:
    """Return so many blocks."""
    return nn.Sequential(*(Block() for _ in range(blocks)))
