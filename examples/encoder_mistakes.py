"""The encoder of encoder_torch.py as a MindSpore Cell with two planted mistakes that change no shape and raise nothing.

1. Every ``LayerNorm`` keeps the default ``epsilon``, 1e-7 where torch has 1e-5.
2. ``GELU()`` keeps the default, the tanh approximation, where torch's ``GELU()`` is exact.

Both are small enough to pass a comparison with fixed tolerances. ``make demo`` shows how `ms2torch compare` names them.
"""

import math

from mindspore import nn, ops
from mindspore.common.initializer import Normal


class Embeddings(nn.Cell):
    """Token and position embeddings, added and normalised."""

    def __init__(self, vocabulary, length, width):
        super().__init__()
        self.token = nn.Embedding(vocabulary, width, embedding_table=Normal(1.0))
        self.position = nn.Embedding(length, width, embedding_table=Normal(1.0))
        self.norm = nn.LayerNorm((width,))
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, ids):
        """Return the embeddings [N, L, width] of the token numbers [N, L]."""
        positions = ops.arange(ids.shape[1])
        return self.dropout(self.norm(self.token(ids) + self.position(positions)))


class SelfAttention(nn.Cell):
    """Multi-head attention of a sequence with itself."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.head_width = width // heads
        self.query = nn.Dense(width, width)
        self.key = nn.Dense(width, width)
        self.value = nn.Dense(width, width)
        self.output = nn.Dense(width, width)

    def split(self, x):
        """Return [N, L, width] as [N, heads, L, head_width]."""
        batch, length, _ = x.shape
        return x.reshape(batch, length, self.heads, self.head_width).permute(0, 2, 1, 3)

    def construct(self, x):
        """Return the attended sequence, [N, L, width]."""
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = ops.matmul(query, key.permute(0, 1, 3, 2)) / math.sqrt(self.head_width)
        weights = ops.softmax(scores, axis=-1)
        mixed = ops.matmul(weights, value).permute(0, 2, 1, 3)
        return self.output(mixed.reshape(x.shape))


class Layer(nn.Cell):
    """Attention and a feed-forward net, each with a residual and a LayerNorm after it."""

    def __init__(self, width, heads):
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.norm1 = nn.LayerNorm((width,))
        self.expand = nn.Dense(width, 4 * width)
        self.gelu = nn.GELU()
        self.contract = nn.Dense(4 * width, width)
        self.norm2 = nn.LayerNorm((width,))
        self.dropout = nn.Dropout(p=0.1)

    def construct(self, x):
        """Return the layer's output, [N, L, width]."""
        x = self.norm1(x + self.dropout(self.attention(x)))
        hidden = self.contract(self.gelu(self.expand(x)))
        return self.norm2(x + self.dropout(hidden))


class Encoder(nn.Cell):
    """Embeddings, layers and a pooler on the first token."""

    def __init__(self, vocabulary, length, width, heads, layers):
        super().__init__()
        self.embeddings = Embeddings(vocabulary, length, width)
        self.layers = nn.CellList([Layer(width, heads) for _ in range(layers)])
        self.pooler = nn.Dense(width, width)
        self.tanh = nn.Tanh()

    def construct(self, ids):
        """Return the sequence [N, L, width] and its summary [N, width]."""
        x = self.embeddings(ids)
        for layer in self.layers:
            x = layer(x)
        return x, self.tanh(self.pooler(x[:, 0]))


def encoder(vocabulary=1000, length=64, width=128, heads=4, layers=4):
    """Return an encoder with fresh weights and two mistakes."""
    return Encoder(vocabulary, length, width, heads, layers)
