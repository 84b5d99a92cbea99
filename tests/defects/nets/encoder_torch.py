"""A masked language model of the BERT kind: ids and a padding mask in, logits and a sentence vector out."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Embeddings(nn.Module):
    def __init__(self, vocabulary, length, width):
        super().__init__()
        self.word = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(length, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids, mask):
        positions = torch.cumsum(mask, dim=1) * mask
        return self.dropout(self.norm(self.word(ids) + self.position(positions)))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.1)

    def split(self, x):
        batch, length, width = x.shape
        return x.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

    def forward(self, x, bias):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        weights = torch.softmax(scores + bias, dim=-1)
        mixed = self.dropout(weights) @ value
        return self.out(mixed.transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = Attention(width, heads)
        self.norm1 = nn.LayerNorm(width, eps=1e-12)
        self.expand = nn.Linear(width, 4 * width)
        self.contract = nn.Linear(4 * width, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, bias):
        x = self.norm1(x + self.dropout(self.attention(x, bias)))
        hidden = self.contract(F.gelu(self.expand(x)))
        return self.norm2(x + self.dropout(hidden))


class Encoder(nn.Module):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.embeddings = Embeddings(vocabulary, length, width)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.pooler = nn.Linear(width, width)
        self.transform = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, eps=1e-12))
        self.decoder = nn.Linear(width, vocabulary)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.trunc_normal_(module.weight, std=0.02)
            if isinstance(module, nn.Linear):
                nn.init.zeros_(module.bias)
        self.decoder.weight = self.embeddings.word.weight

    def forward(self, ids, mask):
        bias = (1.0 - mask[:, None, None, :].to(self.pooler.weight.dtype)) * -10000.0
        x = self.embeddings(ids, mask)
        for layer in self.layers:
            x = layer(x, bias)
        kept = mask.unsqueeze(-1).to(x.dtype)
        mean = (x * kept).sum(1) / kept.sum(1).clamp(min=1.0)
        return self.decoder(self.transform(x)), torch.tanh(self.pooler(mean))
