"""Containers of another depth: a residual wrapper, sublayers in sequences, identity layers left from a refactoring."""

import math

from mindspore import nn, ops


class Residual(nn.Cell):
    """Add what a body makes of its input, then normalise."""

    def __init__(self, body, width):
        super().__init__()
        self.body = body
        self.drop = nn.Dropout(p=0.1)
        self.norm = nn.LayerNorm((width,), -1, -1, epsilon=1e-12)
        self.after = nn.Identity()

    def construct(self, x, *rest):
        return self.after(self.norm(x + self.drop(self.body(x, *rest))))


class Projections(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.to_q = nn.Dense(width, width)
        self.to_k = nn.Dense(width, width)
        self.to_v = nn.Dense(width, width)

    def construct(self, x):
        return self.to_q(x), self.to_k(x), self.to_v(x)


class Mixer(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.project = Projections(width)
        self.shape = (heads, width // heads)
        self.drop = nn.Dropout(p=0.1)
        self.to_out = nn.SequentialCell(nn.Dense(width, width), nn.Identity())

    def construct(self, x, bias):
        batch, length = x.shape[:2]
        q, k, v = (t.reshape(batch, length, *self.shape).transpose(0, 2, 1, 3) for t in self.project(x))
        scores = ops.BatchMatMul(transpose_b=True)(q, k)
        weights = ops.Softmax(axis=-1)(scores / math.sqrt(self.shape[1]) + bias)
        return self.to_out(ops.BatchMatMul()(self.drop(weights), v).transpose(0, 2, 1, 3).reshape(batch, length, -1))


class Encoder(nn.Cell):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.places = nn.Embedding(length, width)
        self.first = nn.SequentialCell(nn.LayerNorm((width,), epsilon=1e-12), nn.Dropout(p=0.1))
        self.mixers = nn.CellList([Residual(Mixer(width, heads), width) for _ in range(layers)])
        self.feeders = nn.CellList([Residual(self.feeder(width), width) for _ in range(layers)])
        self.summary = nn.SequentialCell(nn.Dense(width, width), nn.Tanh())
        self.transform = nn.SequentialCell(
            nn.SequentialCell(nn.Dense(width, width), nn.GELU(approximate=False)),
            nn.LayerNorm((width,), epsilon=1e-12),
        )
        self.output = nn.Dense(width, vocabulary)
        self.output.weight = self.words.embedding_table

    @staticmethod
    def feeder(width):
        return nn.SequentialCell(
            nn.Dense(width, 4 * width), nn.GELU(approximate=False), nn.Dense(4 * width, width), nn.Identity()
        )

    def construct(self, ids, mask):
        weight = mask.astype(self.summary[0].weight.dtype)
        bias = (weight - 1.0).reshape(weight.shape[0], 1, 1, -1) * 10000.0
        x = self.first(self.words(ids) + self.places(ops.CumSum()(mask, 1) * mask))
        for mixer, feeder in zip(self.mixers, self.feeders, strict=True):
            x = feeder(mixer(x, bias))
        mean = (x * weight[..., None]).sum(1) / weight.sum(1).clip(1.0, None)[:, None]
        return self.output(self.transform(x)), self.summary(mean)
