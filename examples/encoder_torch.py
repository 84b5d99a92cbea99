"""A small BERT-like encoder in torch, with the attention written out: the reference of the two ports beside it.

    ms2torch compare examples/encoder_torch.py:encoder examples/encoder_mindspore.py:encoder \\
        --input "int64[2,16]<1000"
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class Embeddings(nn.Module):
    """Token and position embeddings, added and normalised."""

    def __init__(self, vocabulary: int, length: int, width: int) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(length, width)
        self.norm = nn.LayerNorm(width, eps=1e-5)
        self.dropout = nn.Dropout(p=0.1)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the embeddings [N, L, width] of the token numbers [N, L]."""
        positions = torch.arange(ids.shape[1], device=ids.device)
        return self.dropout(self.norm(self.token(ids) + self.position(positions)))


class SelfAttention(nn.Module):
    """Multi-head attention of a sequence with itself."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.head_width = width // heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.output = nn.Linear(width, width)

    def split(self, x: Tensor) -> Tensor:
        """Return [N, L, width] as [N, heads, L, head_width]."""
        batch, length, _ = x.shape
        return x.reshape(batch, length, self.heads, self.head_width).permute(0, 2, 1, 3)

    def forward(self, x: Tensor) -> Tensor:
        """Return the attended sequence, [N, L, width]."""
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = torch.matmul(query, key.permute(0, 1, 3, 2)) / math.sqrt(self.head_width)
        weights = torch.softmax(scores, dim=-1)
        mixed = torch.matmul(weights, value).permute(0, 2, 1, 3)
        return self.output(mixed.reshape(x.shape))


class Layer(nn.Module):
    """Attention and a feed-forward net, each with a residual and a LayerNorm after it."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.norm1 = nn.LayerNorm(width, eps=1e-5)
        self.expand = nn.Linear(width, 4 * width)
        self.gelu = nn.GELU()
        self.contract = nn.Linear(4 * width, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-5)
        self.dropout = nn.Dropout(p=0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the layer's output, [N, L, width]."""
        x = self.norm1(x + self.dropout(self.attention(x)))
        hidden = self.contract(self.gelu(self.expand(x)))
        return self.norm2(x + self.dropout(hidden))


class Encoder(nn.Module):
    """Embeddings, layers and a pooler on the first token.

    Args:
        vocabulary (int): number of tokens.
        length (int): longest sequence.
        width (int): features per token.
        heads (int): attention heads.
        layers (int): number of layers.
    """

    def __init__(self, vocabulary: int, length: int, width: int, heads: int, layers: int) -> None:
        super().__init__()
        self.embeddings = Embeddings(vocabulary, length, width)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.pooler = nn.Linear(width, width)
        self.tanh = nn.Tanh()

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Return the sequence [N, L, width] and its summary [N, width]."""
        x = self.embeddings(ids)
        for layer in self.layers:
            x = layer(x)
        return x, self.tanh(self.pooler(x[:, 0]))


def encoder(vocabulary: int = 1000, length: int = 64, width: int = 128, heads: int = 4, layers: int = 4) -> Encoder:
    """Return an encoder with fresh weights."""
    return Encoder(vocabulary, length, width, heads, layers)
