"""Query, key and value packed into one layer, where the reference has three."""

import math

from mindspore import nn, ops


class Attention(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Dense(width, 3 * width)
        self.out = nn.Dense(width, width)
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, x, bias):
        batch, length, width = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = qkv[0], qkv[1], qkv[2]
        scores = ops.matmul(query, key.swapaxes(-1, -2)) / math.sqrt(width // self.heads)
        weights = self.dropout(ops.softmax(scores + bias, axis=-1))
        return self.out(ops.matmul(weights, value).swapaxes(1, 2).reshape(x.shape))


class Layer(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = Attention(width, heads)
        self.norm1 = nn.LayerNorm((width,), epsilon=1e-12)
        self.expand, self.contract = nn.Dense(width, 4 * width), nn.Dense(4 * width, width)
        self.norm2 = nn.LayerNorm((width,), epsilon=1e-12)
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, x, bias):
        x = self.norm1(x + self.dropout(self.attention(x, bias)))
        return self.norm2(x + self.dropout(self.contract(ops.gelu(self.expand(x)))))


class Encoder(nn.Cell):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.word, self.position = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.norm, self.dropout = nn.LayerNorm((width,), epsilon=1e-12), nn.Dropout(p=0.1)
        self.layers = nn.CellList([Layer(width, heads) for _ in range(layers)])
        self.pooler, self.transform = nn.Dense(width, width), nn.Dense(width, width)
        self.transform_norm = nn.LayerNorm((width,), epsilon=1e-12)
        self.decoder = nn.Dense(width, vocabulary)
        self.decoder.weight = self.word.embedding_table

    def construct(self, ids, mask):
        kept = mask.astype(self.pooler.weight.dtype)
        bias = (1.0 - kept.reshape(kept.shape[0], 1, 1, -1)) * -10000.0
        x = self.dropout(self.norm(self.word(ids) + self.position(ops.cumsum(mask, 1) * mask)))
        for layer in self.layers:
            x = layer(x, bias)
        mean = (x * kept[:, :, None]).sum(1) / ops.clamp(kept.sum(1)[:, None], min=1.0)
        logits = self.decoder(self.transform_norm(ops.gelu(self.transform(x))))
        return logits, ops.tanh(self.pooler(mean))
