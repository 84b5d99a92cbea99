"""A vision transformer: patches, class token, pre-norm blocks with packed attention and layer scale."""

import torch
import torch.nn.functional as F
from torch import nn


class DropPath(nn.Module):
    """Drop whole branches of some samples while training."""

    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        if not self.training or self.rate == 0.0:
            return x
        keep = 1.0 - self.rate
        # a fixed pattern stands for the random one
        kept = (torch.arange(x.shape[0]) % 2 == 0).to(x.dtype).view(-1, 1, 1)
        return x / keep * kept


class Attention(nn.Module):
    """Attention with one matrix for query, key and value, and normalised queries and keys."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.temperature = nn.Parameter(torch.full((heads, 1, 1), 5.0))
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = qkv.unbind(0)
        query, key = F.normalize(query, dim=-1), F.normalize(key, dim=-1)
        scores = query @ key.transpose(-2, -1) * self.temperature.clamp(max=100.0)
        mixed = scores.softmax(dim=-1) @ value
        return self.proj(mixed.transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, width, heads, scale=0.1, rate=0.2):
        super().__init__()
        self.norm1 = nn.LayerNorm(width, eps=1e-6)
        self.attn = Attention(width, heads)
        self.scale1 = nn.Parameter(scale * torch.ones(width))
        self.norm2 = nn.LayerNorm(width, eps=1e-6)
        self.fc1 = nn.Linear(width, 4 * width)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(4 * width, width)
        self.scale2 = nn.Parameter(scale * torch.ones(width))
        self.path = DropPath(rate)

    def forward(self, x):
        x = x + self.path(self.scale1 * self.attn(self.norm1(x)))
        return x + self.path(self.scale2 * self.fc2(self.act(self.fc1(self.norm2(x)))))


class ViT(nn.Module):
    def __init__(self, grid=4, patch=4, width=32, heads=4, depth=2, classes=10):
        super().__init__()
        self.grid = grid
        self.embed = nn.Conv2d(3, width, patch, stride=patch)
        self.cls = nn.Parameter(torch.zeros(1, 1, width))
        self.position = nn.Parameter(torch.zeros(1, 1 + grid * grid, width))
        self.blocks = nn.ModuleList([Block(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.head = nn.Linear(width, classes)
        self.aux = nn.Linear(width, classes)
        nn.init.trunc_normal_(self.cls, std=0.02)
        nn.init.trunc_normal_(self.position, std=0.02)
        nn.init.xavier_uniform_(self.embed.weight.view(width, -1))

    def positions(self, rows, columns):
        """Return the position table for another size of image."""
        first, rest = self.position[:, :1], self.position[:, 1:]
        rest = rest.reshape(1, self.grid, self.grid, -1).permute(0, 3, 1, 2)
        rest = F.interpolate(rest, size=(rows, columns), mode="bilinear", align_corners=False)
        return torch.cat([first, rest.permute(0, 2, 3, 1).flatten(1, 2)], dim=1)

    def forward(self, image):
        x = self.embed(image)
        rows, columns = x.shape[2:]
        x = x.flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1)
        x = x + self.positions(rows, columns)
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return (self.head(x[:, 0]) + self.aux(x[:, 1:].mean(dim=1))) / 2


def loss(logits):
    """Distil from fixed logits: divergence of softened predictions."""
    teacher = torch.sin(torch.arange(logits.numel()).view(logits.shape).to(logits.dtype))
    soft = 2.0
    return (
        F.kl_div(F.log_softmax(logits / soft, dim=-1), F.softmax(teacher / soft, dim=-1), reduction="batchmean")
        * soft**2
    )
