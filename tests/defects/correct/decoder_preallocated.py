"""The cache is a dictionary, rotary tables are functions, the mask is additive, heads are grouped by reshaping."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class Norm(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.gain = Parameter(ops.ones((size,), ms.float32))

    def construct(self, x):
        return x / ops.sqrt(ops.mean(ops.square(x), -1, True) + 1e-6) * self.gain


def tables(size, start, count, dtype):
    rates = np.float32(10000.0) ** (-np.arange(0, size, 2, dtype=np.float32) / size)
    angles = np.arange(start, start + count, dtype=np.float32)[:, None] * rates
    return ms.Tensor(np.cos(angles)).astype(dtype), ms.Tensor(np.sin(angles)).astype(dtype)


def rotate(x, start):
    half = x.shape[-1] // 2
    cos, sin = tables(x.shape[-1], start, x.shape[2], x.dtype)
    left, right = x[..., :half], x[..., half:]
    return ops.cat([left * cos - right * sin, right * cos + left * sin], -1)


class Layer(nn.Cell):
    def __init__(self, width, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads, self.size = heads, kv_heads, width // heads
        self.ln1, self.ln2 = Norm(width), Norm(width)
        self.wq = nn.Dense(width, width, has_bias=False)
        self.wk = nn.Dense(width, kv_heads * self.size, has_bias=False)
        self.wv = nn.Dense(width, kv_heads * self.size, has_bias=False)
        self.wo = nn.Dense(width, width, has_bias=False)
        self.w1 = nn.Dense(width, 3 * width, has_bias=False, activation=nn.SiLU())
        self.w3 = nn.Dense(width, 3 * width, has_bias=False)
        self.w2 = nn.Dense(3 * width, width, has_bias=False)

    def attend(self, x, cache, name):
        batch, length, width = x.shape
        start = cache["length"]
        query = rotate(self.wq(x).reshape(batch, length, self.heads, self.size).permute(0, 2, 1, 3), start)
        key = rotate(self.wk(x).reshape(batch, length, self.kv_heads, self.size).permute(0, 2, 1, 3), start)
        value = self.wv(x).reshape(batch, length, self.kv_heads, self.size).permute(0, 2, 1, 3)
        if name in cache:
            key, value = ops.cat((cache[name][0], key), 2), ops.cat((cache[name][1], value), 2)
        cache[name] = (key, value)
        query = query.reshape(batch, self.kv_heads, self.heads // self.kv_heads, length, self.size)
        scores = ops.matmul(query * self.size**-0.5, key.expand_dims(2).swapaxes(-1, -2))
        future = np.triu(np.full((length, start + length), -np.inf), start + 1)
        scores = scores + ms.Tensor(future).astype(scores.dtype)
        mixed = ops.matmul(ops.softmax(scores, -1), value.expand_dims(2))
        mixed = mixed.reshape(batch, self.heads, length, self.size).permute(0, 2, 1, 3)
        return self.wo(mixed.reshape(batch, length, width))

    def construct(self, x, cache, name):
        x = x + self.attend(self.ln1(x), cache, name)
        y = self.ln2(x)
        return x + self.w2(self.w1(y) * self.w3(y))


class Decoder(nn.Cell):
    def __init__(self, vocabulary=60, width=32, heads=4, kv_heads=2, layers=2, cap=20.0):
        super().__init__()
        self.table = nn.Embedding(vocabulary, width)
        self.blocks = nn.CellList([Layer(width, heads, kv_heads) for _ in range(layers)])
        self.final = Norm(width)
        self.cap, self.scale = cap, width**0.5

    def construct(self, ids):
        cache, parts = {"length": 0}, []
        for first, last in ((0, 4), (4, 7), (7, 8)):
            x = self.table(ids[:, first:last]) * self.scale
            for number, block in enumerate(self.blocks):
                x = block(x, cache, str(number))
            cache["length"] = last
            logits = ops.matmul(self.final(x), self.table.embedding_table.swapaxes(0, 1))
            parts.append(self.cap * ops.tanh(logits / self.cap))
        return ops.concat(parts, 1)
