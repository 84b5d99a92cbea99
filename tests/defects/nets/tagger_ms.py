"""A sequence tagger with letters, LSTMs and a written-out cell, in MindSpore."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops
from mindspore.common.initializer import Normal, initializer


def embedding(entries, width, padding_idx=None):
    return nn.Embedding(entries, width, embedding_table=Normal(1.0), padding_idx=padding_idx)


class Letters(nn.Cell):
    """What the letters of a word say: convolve, keep the greatest."""

    def __init__(self, letters, width):
        super().__init__()
        self.embed = embedding(letters, 8)
        self.conv = nn.Conv1d(8, width, 3, pad_mode="pad", padding=1, has_bias=True)

    def construct(self, letters):
        batch, length, size = letters.shape
        x = self.embed(letters).reshape(batch * length, size, -1).swapaxes(1, 2)
        x = ops.tanh(self.conv(x)).max(axis=2)
        return x.reshape(batch, length, -1)


class Highway(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Dense(width, width, bias_init=-2.0)
        self.change = nn.Dense(width, width)

    def construct(self, x):
        gate = ops.sigmoid(self.gate(x))
        return gate * ops.relu(self.change(x)) + (1 - gate) * x


class Cell(nn.Cell):
    """An LSTM step written out, with gates in the order input, forget, cell, output."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.inputs = nn.Dense(inputs, 4 * hidden)
        self.hidden = nn.Dense(hidden, 4 * hidden, has_bias=False)

    def construct(self, x, state):
        h, c = state
        i, f, g, o = ops.chunk(self.inputs(x) + self.hidden(h), 4, axis=-1)
        c = ops.sigmoid(f) * c + ops.sigmoid(i) * ops.tanh(g)
        return ops.sigmoid(o) * ops.tanh(c), c


class Tagger(nn.Cell):
    def __init__(self, words=40, letters=20, width=24, hidden=16, tags=7):
        super().__init__()
        self.word = embedding(words, width, padding_idx=0)
        self.letters = Letters(letters, 8)
        self.highway = Highway(width + 8)
        self.lstm = nn.LSTM(width + 8, hidden, num_layers=2, batch_first=True, dropout=0.3, bidirectional=True)
        self.first = Parameter(initializer(Normal(0.1), (4, 1, hidden), ms.float32))
        self.norm = nn.LayerNorm((2 * hidden,), epsilon=1e-5)
        self.tag = embedding(tags + 1, 6)
        self.cell = Cell(2 * hidden + 6, hidden)
        self.dropout = nn.Dropout(p=0.5)
        self.emit = nn.Dense(hidden, tags)

    def construct(self, words, letters):
        word = self.word(words)
        # the row of padding keeps learning unless it is told not to
        word = ops.where((words == 0).expand_dims(-1), ops.stop_gradient(word), word)
        x = ops.cat([word, self.letters(letters)], axis=-1)
        x = self.highway(x)
        batch = words.shape[0]
        h0 = self.first.broadcast_to((-1, batch, -1))
        x, (last, _) = self.lstm(x, (h0, ops.zeros_like(h0)))
        x = self.norm(self.dropout(x))
        summary = ops.cat([last[-2], last[-1]], axis=-1)
        h = ops.tanh(summary[:, ::2] * 0.5)
        c = ops.zeros_like(h)
        tag = ops.zeros((batch,), ms.int32)
        scores = []
        for step in range(x.shape[1]):
            h, c = self.cell(ops.cat([x[:, step], self.tag(tag)], axis=-1), (h, c))
            logits = self.emit(h)
            scores.append(ops.log_softmax(logits, axis=-1))
            tag = logits.argmax(axis=-1) + 1
        return ops.stack(scores, axis=1)


class TaggerLoss(nn.Cell):
    """The training loss: tags against the truth, tag 0 being padding."""

    def __init__(self, tags=7):
        super().__init__()
        self.tagger = Tagger(tags=tags)
        self.weight = ms.Tensor(np.linspace(0.5, 2.0, tags), ms.float32)

    def construct(self, words, letters, truth):
        scores = self.tagger(words, letters)
        scores, truth = scores.reshape(-1, scores.shape[-1]), truth.reshape(-1).astype(ms.int32)
        return ops.nll_loss(scores, truth, weight=self.weight.astype(scores.dtype), ignore_index=0)
