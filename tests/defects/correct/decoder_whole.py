"""The whole text at once and no cache: each token sees what is before it, so the pieces make no difference."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class RMSNorm(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.weight = Parameter(ops.ones((width,), ms.float32))

    def construct(self, x):
        return x * ops.rsqrt((x * x).mean(-1, True) + 1e-6) * self.weight


class Layer(nn.Cell):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads = heads, kv_heads
        self.before, self.between = RMSNorm(width), RMSNorm(width)
        size = width // heads
        self.q, self.k = nn.Dense(width, width, has_bias=False), nn.Dense(width, kv_heads * size, has_bias=False)
        self.v, self.o = nn.Dense(width, kv_heads * size, has_bias=False), nn.Dense(width, width, has_bias=False)
        self.gate, self.up = (nn.Dense(width, 3 * width, has_bias=False) for _ in range(2))
        self.down = nn.Dense(3 * width, width, has_bias=False)

    def split(self, x, heads):
        return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)

    def construct(self, x, turn, mask):
        y = self.before(x)
        query, key = turn(self.split(self.q(y), self.heads)), turn(self.split(self.k(y), self.kv_heads))
        value = self.split(self.v(y), self.kv_heads)
        times = self.heads // self.kv_heads
        key, value = ops.repeat_interleave(key, times, 1), ops.repeat_interleave(value, times, 1)
        scores = ops.matmul(query, key.swapaxes(2, 3)) / query.shape[-1] ** 0.5
        mixed = ops.matmul(ops.softmax(ops.where(mask, scores, -np.inf), -1), value)
        x = x + self.o(mixed.swapaxes(1, 2).reshape(x.shape))
        y = self.between(x)
        return x + self.down(ops.silu(self.gate(y)) * self.up(y))


class Decoder(nn.Cell):
    def __init__(self, vocabulary=60, width=32, heads=4, kv_heads=2, layers=2, cap=20.0):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.layers = nn.CellList([Layer(width, heads, kv_heads) for _ in range(layers)])
        self.norm, self.cap, self.size = RMSNorm(width), cap, width // heads

    def turn(self, x):
        rates = np.float32(10000.0) ** (-np.arange(0, self.size, 2, dtype=np.float32) / self.size)
        angles = np.tile(np.arange(x.shape[2], dtype=np.float32)[:, None] * rates, 2)
        cos, sin = ms.Tensor(np.cos(angles)).astype(x.dtype), ms.Tensor(np.sin(angles)).astype(x.dtype)
        half = self.size // 2
        return x * cos + ops.cat((-x[..., half:], x[..., :half]), -1) * sin

    def construct(self, ids):
        length = ids.shape[1]
        mask = ms.Tensor(np.tri(length, dtype=bool))
        x = self.embed(ids) * self.embed.embedding_size**0.5
        for layer in self.layers:
            x = layer(x, self.turn, mask)
        return ops.tanh(ops.matmul(self.norm(x), self.embed.embedding_table.T) / self.cap) * self.cap
