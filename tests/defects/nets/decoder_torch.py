"""A language model of the Llama kind that reads its text in pieces, with a cache of keys and values."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        variance = x.pow(2).mean(-1, keepdim=True)
        return self.weight * (x * torch.rsqrt(variance + self.eps))


class Rotary(nn.Module):
    def __init__(self, width, length=64, base=10000.0):
        super().__init__()
        rates = base ** (-torch.arange(0, width, 2).float() / width)
        angles = torch.arange(length).float()[:, None] * rates[None, :]
        angles = torch.cat([angles, angles], dim=-1)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def forward(self, x, start):
        cos = self.cos[start : start + x.shape[2]]
        sin = self.sin[start : start + x.shape[2]]
        left, right = x.chunk(2, dim=-1)
        return x * cos + torch.cat([-right, left], dim=-1) * sin


class Attention(nn.Module):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads, self.size = heads, kv_heads, width // heads
        self.q_proj = nn.Linear(width, heads * self.size, bias=False)
        self.k_proj = nn.Linear(width, kv_heads * self.size, bias=False)
        self.v_proj = nn.Linear(width, kv_heads * self.size, bias=False)
        self.o_proj = nn.Linear(heads * self.size, width, bias=False)
        self.rotary = Rotary(self.size)

    def forward(self, x, cache):
        batch, length, _ = x.shape
        query = self.q_proj(x).view(batch, length, self.heads, self.size).transpose(1, 2)
        key = self.k_proj(x).view(batch, length, self.kv_heads, self.size).transpose(1, 2)
        value = self.v_proj(x).view(batch, length, self.kv_heads, self.size).transpose(1, 2)
        past = 0 if cache is None else cache[0].shape[2]
        query, key = self.rotary(query, past), self.rotary(key, past)
        if cache is not None:
            key = torch.cat([cache[0], key], dim=2)
            value = torch.cat([cache[1], value], dim=2)
        cache = (key, value)
        groups = self.heads // self.kv_heads
        key = key.repeat_interleave(groups, dim=1)
        value = value.repeat_interleave(groups, dim=1)
        scores = query @ key.transpose(2, 3) / math.sqrt(self.size)
        allowed = torch.ones(length, past + length, dtype=torch.bool).tril(past)
        scores = scores.masked_fill(~allowed, float("-inf"))
        mixed = torch.softmax(scores, dim=-1) @ value
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, length, -1)), cache


class FeedForward(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.gate_proj = nn.Linear(width, hidden, bias=False)
        self.up_proj = nn.Linear(width, hidden, bias=False)
        self.down_proj = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.input_norm = RMSNorm(width)
        self.attention = Attention(width, heads, kv_heads)
        self.post_norm = RMSNorm(width)
        self.mlp = FeedForward(width, 3 * width)

    def forward(self, x, cache):
        attended, cache = self.attention(self.input_norm(x), cache)
        x = x + attended
        return x + self.mlp(self.post_norm(x)), cache


class Decoder(nn.Module):
    def __init__(self, vocabulary=60, width=32, heads=4, kv_heads=2, layers=2, cap=20.0):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.layers = nn.ModuleList([Layer(width, heads, kv_heads) for _ in range(layers)])
        self.norm = RMSNorm(width)
        self.cap = cap
        nn.init.normal_(self.embed.weight, std=0.02)

    def step(self, ids, caches):
        x = self.embed(ids) * math.sqrt(self.embed.embedding_dim)
        new = []
        for layer, cache in zip(self.layers, caches, strict=True):
            x, cache = layer(x, cache)
            new.append(cache)
        logits = F.linear(self.norm(x), self.embed.weight)
        return torch.tanh(logits / self.cap) * self.cap, new

    def forward(self, ids):
        caches = [None] * len(self.layers)
        parts = []
        for piece in torch.split(ids, [4, 3, 1], dim=1):
            logits, caches = self.step(piece, caches)
            parts.append(logits)
        return torch.cat(parts, dim=1)


def loss(logits):
    targets = (torch.arange(logits.shape[0] * logits.shape[1]) * 7 % logits.shape[2]).view(logits.shape[:2])
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), targets[:, 1:].flatten())
