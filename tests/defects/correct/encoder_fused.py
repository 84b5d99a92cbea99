"""Activations fused into layers, a boolean mask, batched matrix products, tied output by a product, other names."""

import mindspore as ms
from mindspore import nn, ops


class BertSelfAttention(nn.Cell):
    def __init__(self, hidden, num_heads):
        super().__init__()
        self.num_heads, self.head_dim = num_heads, hidden // num_heads
        self.q_lin, self.k_lin = nn.Dense(hidden, hidden), nn.Dense(hidden, hidden)
        self.v_lin, self.out_lin = nn.Dense(hidden, hidden), nn.Dense(hidden, hidden)
        self.dropout = nn.Dropout(p=0.1)

    def heads_first(self, x):
        x = ops.reshape(x, (x.shape[0], -1, self.num_heads, self.head_dim))
        x = ops.transpose(x, (0, 2, 1, 3))
        return ops.reshape(x, (-1, x.shape[2], self.head_dim))

    def construct(self, hidden, blocked):
        batch, length, _ = hidden.shape
        q = self.heads_first(self.q_lin(hidden)) * self.head_dim**-0.5
        k = self.heads_first(self.k_lin(hidden))
        v = self.heads_first(self.v_lin(hidden))
        scores = ops.bmm(q, k.swapaxes(1, 2)).reshape(batch, self.num_heads, length, length)
        scores = ops.select(blocked.broadcast_to(scores.shape), scores - 10000.0, scores)
        context = ops.matmul(self.dropout(nn.Softmax(axis=-1)(scores)), v.reshape(batch, self.num_heads, length, -1))
        return self.out_lin(context.permute(0, 2, 1, 3).reshape(batch, length, -1))


class BertLayer(nn.Cell):
    def __init__(self, hidden, num_heads):
        super().__init__()
        self.attention = BertSelfAttention(hidden, num_heads)
        self.attention_norm = nn.LayerNorm([hidden], epsilon=1e-12)
        self.intermediate = nn.Dense(hidden, 4 * hidden, activation=nn.GELU(approximate=False))
        self.output = nn.Dense(4 * hidden, hidden)
        self.output_norm = nn.LayerNorm([hidden], epsilon=1e-12)
        self.dropout1, self.dropout2 = nn.Dropout(p=0.1), nn.Dropout(p=0.1)

    def construct(self, hidden, blocked):
        hidden = self.attention_norm(self.dropout1(self.attention(hidden, blocked)) + hidden)
        return self.output_norm(self.dropout2(self.output(self.intermediate(hidden))) + hidden)


class Encoder(nn.Cell):
    def __init__(self, vocabulary=50, length=32, width=32, heads=4, layers=2):
        super().__init__()
        self.word_embeddings = nn.Embedding(vocabulary, width)
        self.position_embeddings = nn.Embedding(length, width)
        self.embedding_norm = nn.LayerNorm([width], epsilon=1e-12)
        self.embedding_dropout = nn.Dropout(p=0.1)
        self.layer = nn.CellList([BertLayer(width, heads) for _ in range(layers)])
        self.pooler = nn.Dense(width, width, activation="tanh")
        self.head_dense = nn.Dense(width, width, activation=nn.GELU(False))
        self.head_norm = nn.LayerNorm([width], epsilon=1e-12)
        self.head_bias = ms.Parameter(ops.zeros((vocabulary,), ms.float32))

    def construct(self, ids, mask):
        places = ops.cumsum(mask, 1) * mask
        x = self.embedding_norm(self.word_embeddings(ids) + self.position_embeddings(places))
        x = self.embedding_dropout(x)
        blocked = (mask == 0).reshape(mask.shape[0], 1, 1, mask.shape[1])
        for layer in self.layer:
            x = layer(x, blocked)
        kept = mask.astype(x.dtype)
        mean = ops.bmm(kept.expand_dims(1), x).squeeze(1) / ops.maximum(kept.sum(-1, keepdims=True), 1.0)
        logits = ops.matmul(self.head_norm(self.head_dense(x)), self.word_embeddings.embedding_table.T)
        return logits + self.head_bias, self.pooler(mean)
