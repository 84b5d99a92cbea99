"""The unsharded nets whose sharded ports stand beside this file."""

import torch
import torch.nn.functional as F
from torch import nn


class Mlp(nn.Module):
    def __init__(self, width=16, inner=32):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Grouped(nn.Module):
    """Attention of eight heads of queries and four of keys and values."""

    def __init__(self, width=32, heads=8, groups=4):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.q, self.k, self.v = nn.Linear(width, width), nn.Linear(width, width // 2), nn.Linear(width, width // 2)
        self.o = nn.Linear(width, width, bias=False)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.q(x).view(b, t, self.heads, self.size).transpose(1, 2)
        k = self.k(x).view(b, t, self.groups, self.size).transpose(1, 2).repeat_interleave(2, 1)
        v = self.v(x).view(b, t, self.groups, self.size).transpose(1, 2).repeat_interleave(2, 1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o(y.transpose(1, 2).reshape(b, t, -1))


class Fused(nn.Module):
    """Causal attention with one projection, all queries first."""

    def __init__(self, width=32, heads=8):
        super().__init__()
        self.heads = heads
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (p.view(b, t, self.heads, -1).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o(y.transpose(1, 2).reshape(b, t, -1))


class Language(nn.Module):
    def __init__(self, words=48, width=16, places=8):
        super().__init__()
        self.embed, self.place = nn.Embedding(words, width), nn.Embedding(places, width)
        self.mix, self.norm = nn.Linear(width, width), nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, ids):
        x = self.embed(ids) + self.place(torch.arange(ids.shape[1]))
        return self.head(self.norm(x + torch.tanh(self.mix(x))))


class Tied(nn.Module):
    """Four layers between an embedding and the same as head."""

    def __init__(self, words=24, width=16, layers=4):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = x + torch.tanh(layer(x))
        return F.linear(self.norm(x), self.embed.weight)


class LabelLoss(nn.Module):
    """The mean loss of the words that are not padding (label 0)."""

    def __init__(self, words=24, width=16):
        super().__init__()
        self.embed, self.head = nn.Embedding(words, width), nn.Linear(width, words)

    def forward(self, ids, labels):
        scores = self.head(torch.tanh(self.embed(ids)))
        return F.cross_entropy(scores.flatten(0, 1), labels.flatten(), ignore_index=0)


class Experts(nn.Module):
    """Four experts, two for each word."""

    def __init__(self, width=16, inner=24, experts=4):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.router = nn.Linear(width, experts, bias=False)
        self.w1 = nn.Parameter(torch.zeros(experts, width, inner))
        self.w2 = nn.Parameter(torch.zeros(experts, inner, width))

    def forward(self, x):
        h = self.norm(x)
        shares = torch.softmax(self.router(h), -1)
        best, chosen = shares.topk(2, -1)
        best = best / best.sum(-1, keepdim=True)
        y = torch.zeros_like(h)
        for number in range(self.w1.shape[0]):
            share = (best * (chosen == number)).sum(-1, keepdim=True)
            y = y + share * (F.silu(h @ self.w1[number]) @ self.w2[number])
        return x + y


class Normed(nn.Module):
    """Normalization by statistics of the batch, which training uses."""

    def __init__(self, width=16):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.last = nn.Linear(width, 4)

    def forward(self, x):
        h = self.first(x)
        mean, square = h.mean(0), (h * h).mean(0)
        h = (h - mean) / torch.sqrt(square - mean * mean + 1e-5)
        return self.last(torch.relu(h * self.weight + self.bias))


class Ring(nn.Module):
    """Attention of one head, with every key."""

    def __init__(self, width=8):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x):
        scores = self.q(x) @ self.k(x).transpose(-1, -2) / self.q.out_features**0.5
        return self.o(scores.softmax(-1) @ self.v(x))


class Halo(nn.Module):
    """Convolution over time, then a gate."""

    def __init__(self, width=8):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3, width, width))
        self.gate = nn.Linear(width, width)

    def forward(self, x):
        padded = F.pad(x, (0, 0, 2, 0))
        t = x.shape[1]
        y = sum(padded[:, k : k + t] @ self.weight[k] for k in range(3))
        return y * torch.sigmoid(self.gate(x))
