"""A masked language model of the BERT kind, in MindSpore."""

import math

from mindspore import nn, ops
from mindspore.common.initializer import TruncatedNormal


def dense(inputs, outputs):
    return nn.Dense(inputs, outputs, weight_init=TruncatedNormal(0.02), bias_init="zeros")


class Embeddings(nn.Cell):
    def __init__(self, vocabulary, length, width):
        super().__init__()
        self.word = nn.Embedding(vocabulary, width, embedding_table=TruncatedNormal(0.02))
        self.position = nn.Embedding(length, width, embedding_table=TruncatedNormal(0.02))
        self.norm = nn.LayerNorm((width,), epsilon=1e-12)
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, ids, mask):
        positions = ops.cumsum(mask, 1) * mask
        return self.dropout(self.norm(self.word(ids) + self.position(positions)))


class Attention(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = dense(width, width)
        self.key = dense(width, width)
        self.value = dense(width, width)
        self.out = dense(width, width)
        self.dropout = nn.Dropout(p=0.1)

    def split(self, x):
        batch, length, width = x.shape
        return x.view(batch, length, self.heads, width // self.heads).swapaxes(1, 2)

    def construct(self, x, bias):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = ops.matmul(query, key.swapaxes(-1, -2)) / math.sqrt(query.shape[-1])
        weights = ops.softmax(scores + bias, axis=-1)
        mixed = ops.matmul(self.dropout(weights), value)
        return self.out(mixed.swapaxes(1, 2).reshape(x.shape))


class Layer(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = Attention(width, heads)
        self.norm1 = nn.LayerNorm((width,), epsilon=1e-12)
        self.expand = dense(width, 4 * width)
        self.contract = dense(4 * width, width)
        self.norm2 = nn.LayerNorm((width,), epsilon=1e-12)
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, x, bias):
        x = self.norm1(x + self.dropout(self.attention(x, bias)))
        hidden = self.contract(ops.gelu(self.expand(x)))
        return self.norm2(x + self.dropout(hidden))


class Encoder(nn.Cell):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.embeddings = Embeddings(vocabulary, length, width)
        self.layers = nn.CellList([Layer(width, heads) for _ in range(layers)])
        self.pooler = dense(width, width)
        self.transform = nn.SequentialCell(
            dense(width, width), nn.GELU(approximate=False), nn.LayerNorm((width,), epsilon=1e-12)
        )
        self.decoder = dense(width, vocabulary)
        self.decoder.weight = self.embeddings.word.embedding_table

    def construct(self, ids, mask):
        bias = (1.0 - mask.expand_dims(1).expand_dims(2).astype(self.pooler.weight.dtype)) * -10000.0
        x = self.embeddings(ids, mask)
        for layer in self.layers:
            x = layer(x, bias)
        kept = mask.expand_dims(-1).astype(x.dtype)
        mean = (x * kept).sum(1) / ops.clamp(kept.sum(1), min=1.0)
        return self.decoder(self.transform(x)), ops.tanh(self.pooler(mean))
