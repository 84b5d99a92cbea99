"""The old style: primitives made in the constructor, matrices by MatMul with transposes, one-hot embeddings."""

import math

import mindspore as ms
from mindspore import nn
from mindspore.ops import operations as P


class Attention(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.width, self.heads, self.size = width, heads, width // heads
        self.query_layer = nn.Dense(width, width)
        self.key_layer = nn.Dense(width, width)
        self.value_layer = nn.Dense(width, width)
        self.dense = nn.Dense(width, width)
        self.reshape, self.transpose = P.Reshape(), P.Transpose()
        self.matmul_trans_b, self.matmul = P.BatchMatMul(transpose_b=True), P.BatchMatMul()
        self.softmax, self.mul, self.add = P.Softmax(), P.Mul(), P.Add()
        self.dropout = nn.Dropout(p=0.1)

    def heads_of(self, x, batch):
        return self.transpose(self.reshape(x, (batch, -1, self.heads, self.size)), (0, 2, 1, 3))

    def construct(self, x, adder):
        batch, flat = x.shape[0], self.reshape(x, (-1, self.width))
        query = self.heads_of(self.query_layer(flat), batch)
        key = self.heads_of(self.key_layer(flat), batch)
        value = self.heads_of(self.value_layer(flat), batch)
        scores = self.mul(self.matmul_trans_b(query, key), 1.0 / math.sqrt(float(self.size)))
        weights = self.dropout(self.softmax(self.add(scores, adder)))
        context = self.transpose(self.matmul(weights, value), (0, 2, 1, 3))
        return self.reshape(self.dense(self.reshape(context, (-1, self.width))), x.shape)


class Cell(nn.Cell):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = Attention(width, heads)
        self.norm_a = nn.LayerNorm((width,), epsilon=1e-12)
        self.norm_b = nn.LayerNorm((width,), epsilon=1e-12)
        self.intermediate = nn.Dense(width, 4 * width)
        self.output = nn.Dense(4 * width, width)
        self.gelu = nn.GELU(approximate=False)
        self.dropout = nn.Dropout(p=0.1)
        self.add = P.Add()

    def construct(self, x, adder):
        attended = self.norm_a(self.add(x, self.dropout(self.attention(x, adder))))
        hidden = self.output(self.gelu(self.intermediate(attended)))
        return self.norm_b(self.add(attended, self.dropout(hidden)))


class Encoder(nn.Cell):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.position = nn.Embedding(length, width)
        self.word = nn.Embedding(vocabulary, width)
        self.norm = nn.LayerNorm((width,), epsilon=1e-12)
        self.dropout = nn.Dropout(p=0.1)
        self.stack = nn.CellList([Cell(width, heads) for _ in range(layers)])
        self.transform = nn.Dense(width, width)
        self.transform_act = nn.GELU(approximate=False)
        self.transform_norm = nn.LayerNorm((width,), epsilon=1e-12)
        self.bias = ms.Parameter(ms.Tensor([0.0] * vocabulary, ms.float32), name="bias")
        self.pooler = nn.Dense(width, width)
        self.expand, self.cast, self.matmul = P.ExpandDims(), P.Cast(), P.MatMul(transpose_b=True)
        self.sum, self.div, self.maximum, self.tanh = P.ReduceSum(), P.RealDiv(), P.Maximum(), P.Tanh()

    def construct(self, ids, mask):
        kept = self.cast(mask, self.bias.dtype)
        adder = (1.0 - self.expand(self.expand(kept, 1), 1)) * -10000.0
        x = self.word(ids) + self.position(P.CumSum()(mask, 1) * mask)
        x = self.dropout(self.norm(x))
        for cell in self.stack:
            x = cell(x, adder)
        mean = self.div(self.sum(x * self.expand(kept, -1), 1), self.maximum(self.expand(self.sum(kept, 1), -1), 1.0))
        hidden = self.transform_norm(self.transform_act(self.transform(x)))
        flat = P.Reshape()(hidden, (-1, hidden.shape[-1]))
        logits = self.matmul(flat, self.word.embedding_table) + self.bias
        return P.Reshape()(logits, (*ids.shape, -1)), self.tanh(self.pooler(mean))
