"""A language model of the Llama kind that reads its text in pieces, in MindSpore."""

import math

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops
from mindspore.common.initializer import Normal, initializer


class RMSNorm(nn.Cell):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight = Parameter(initializer("ones", (width,), ms.float32))
        self.eps = eps

    def construct(self, x):
        variance = x.pow(2).mean(-1, keep_dims=True)
        return self.weight * (x * ops.rsqrt(variance + self.eps))


class Rotary(nn.Cell):
    def __init__(self, width, length=64, base=10000.0):
        super().__init__()
        rates = base ** (-np.arange(0, width, 2, dtype=np.float32) / width)
        angles = np.arange(length, dtype=np.float32)[:, None] * rates[None, :]
        angles = np.concatenate([angles, angles], axis=-1)
        self.cos = ms.Tensor(np.cos(angles), ms.float32)
        self.sin = ms.Tensor(np.sin(angles), ms.float32)

    def construct(self, x, start):
        cos = self.cos[start : start + x.shape[2]]
        sin = self.sin[start : start + x.shape[2]]
        left, right = ops.chunk(x, 2, axis=-1)
        return x * cos + ops.cat([-right, left], axis=-1) * sin


class Attention(nn.Cell):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads, self.size = heads, kv_heads, width // heads
        self.q_proj = nn.Dense(width, heads * self.size, has_bias=False)
        self.k_proj = nn.Dense(width, kv_heads * self.size, has_bias=False)
        self.v_proj = nn.Dense(width, kv_heads * self.size, has_bias=False)
        self.o_proj = nn.Dense(heads * self.size, width, has_bias=False)
        self.rotary = Rotary(self.size)

    def construct(self, x, cache):
        batch, length, _ = x.shape
        query = self.q_proj(x).reshape(batch, length, self.heads, self.size).swapaxes(1, 2)
        key = self.k_proj(x).reshape(batch, length, self.kv_heads, self.size).swapaxes(1, 2)
        value = self.v_proj(x).reshape(batch, length, self.kv_heads, self.size).swapaxes(1, 2)
        past = 0 if cache is None else cache[0].shape[2]
        query, key = self.rotary(query, past), self.rotary(key, past)
        if cache is not None:
            key = ops.cat([cache[0], key], axis=2)
            value = ops.cat([cache[1], value], axis=2)
        cache = (key, value)
        groups = self.heads // self.kv_heads
        key = key.repeat_interleave(groups, 1)
        value = value.repeat_interleave(groups, 1)
        scores = ops.matmul(query, key.swapaxes(2, 3)) / math.sqrt(self.size)
        allowed = ops.tril(ops.ones((length, past + length), ms.int32), past).astype(ms.bool_)
        scores = scores.masked_fill(ops.logical_not(allowed), float("-inf"))
        mixed = ops.matmul(ops.softmax(scores, -1), value)
        return self.o_proj(mixed.swapaxes(1, 2).reshape(batch, length, -1)), cache


class FeedForward(nn.Cell):
    def __init__(self, width, hidden):
        super().__init__()
        self.gate_proj = nn.Dense(width, hidden, has_bias=False)
        self.up_proj = nn.Dense(width, hidden, has_bias=False)
        self.down_proj = nn.Dense(hidden, width, has_bias=False)

    def construct(self, x):
        return self.down_proj(ops.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Cell):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.input_norm = RMSNorm(width)
        self.attention = Attention(width, heads, kv_heads)
        self.post_norm = RMSNorm(width)
        self.mlp = FeedForward(width, 3 * width)

    def construct(self, x, cache):
        attended, cache = self.attention(self.input_norm(x), cache)
        x = x + attended
        return x + self.mlp(self.post_norm(x)), cache


class Decoder(nn.Cell):
    def __init__(self, vocabulary=60, width=32, heads=4, kv_heads=2, layers=2, cap=20.0):
        super().__init__()
        self.width = width
        self.embed = nn.Embedding(vocabulary, width, embedding_table=Normal(0.02))
        self.layers = nn.CellList([Layer(width, heads, kv_heads) for _ in range(layers)])
        self.norm = RMSNorm(width)
        self.cap = cap

    def step(self, ids, caches):
        x = self.embed(ids) * math.sqrt(self.width)
        new = []
        for layer, cache in zip(self.layers, caches, strict=True):
            x, cache = layer(x, cache)
            new.append(cache)
        logits = ops.matmul(self.norm(x), self.embed.embedding_table.T)
        return ops.tanh(logits / self.cap) * self.cap, new

    def construct(self, ids):
        caches = [None] * len(self.layers)
        parts = []
        for piece in ops.split(ids, [4, 3, 1], axis=1):
            logits, caches = self.step(piece, caches)
            parts.append(logits)
        return ops.cat(parts, axis=1)


def loss(logits):
    targets = (ops.arange(logits.shape[0] * logits.shape[1]) * 7 % logits.shape[2]).reshape(logits.shape[:2])
    return ops.cross_entropy(logits[:, :-1].reshape(-1, logits.shape[2]), targets[:, 1:].reshape(-1).astype(ms.int32))
