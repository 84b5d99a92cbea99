"""The letters as a 2-D convolution, highway gates computed from one another, the written-out cell by splits."""

import mindspore as ms
from mindspore import nn, ops


class WordShape(nn.Cell):
    def __init__(self, count, width):
        super().__init__()
        self.convolve = nn.Conv1d(8, width, 3, pad_mode="same", has_bias=True)
        self.table = nn.Embedding(count, 8)

    def construct(self, letters):
        n, words, size = letters.shape
        x = self.table(letters.reshape(-1, size)).permute(0, 2, 1)
        x = ops.amax(self.convolve(x).tanh(), -1)
        return x.reshape(n, words, -1)


class Step(nn.Cell):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.size = hidden
        self.from_state = nn.Dense(hidden, 4 * hidden, has_bias=False)
        self.from_input = nn.Dense(inputs, 4 * hidden)

    def construct(self, x, h, c):
        gates = self.from_state(h) + self.from_input(x)
        size = self.size
        keep = gates[:, size : 2 * size].sigmoid()
        write = gates[:, :size].sigmoid()
        new = gates[:, 2 * size : 3 * size].tanh()
        c = c * keep + write * new
        return gates[:, 3 * size :].sigmoid() * c.tanh(), c


class Tagger(nn.Cell):
    def __init__(self, words=40, letters=20, width=24, hidden=16, tags=7):
        super().__init__()
        self.decide = nn.Dense(hidden, tags)
        self.step = Step(2 * hidden + 6, hidden)
        self.previous = nn.Embedding(tags + 1, 6)
        self.shape = WordShape(letters, 8)
        self.words = nn.Embedding(words, width)
        self.carry = nn.Dense(width + 8, width + 8, bias_init=-2.0, activation="sigmoid")
        self.transform = nn.Dense(width + 8, width + 8, activation="relu")
        self.h0 = ms.Parameter(ops.zeros((4, 1, hidden), ms.float32))
        self.encoder = nn.LSTM(width + 8, hidden, 2, batch_first=True, bidirectional=True, dropout=0.3)
        self.normalise = nn.SequentialCell(nn.Dropout(p=0.5), nn.LayerNorm((2 * hidden,), epsilon=1e-5))

    def construct(self, words, letters):
        embedded = self.words(words)
        padding = ops.equal(words, 0).astype(embedded.dtype).expand_dims(2)
        embedded = embedded * (1 - padding) + ops.stop_gradient(embedded) * padding
        x = ops.concat((embedded, self.shape(letters)), -1)
        gate = self.carry(x)
        x = x + gate * (self.transform(x) - x)
        h0 = ops.tile(self.h0, (1, words.shape[0], 1))
        x, state = self.encoder(x, (h0, ops.zeros_like(h0)))
        x = self.normalise(x)
        last = state[0].swapaxes(0, 1)[:, 2:].reshape(words.shape[0], -1)
        h = ops.tanh(last[:, 0::2] / 2)
        c, tag, scores = h * 0, ops.zeros_like(words[:, 0]), []
        for moment in ops.unstack(x, axis=1):
            h, c = self.step(ops.concat((moment, self.previous(tag)), -1), h, c)
            scores.append(nn.LogSoftmax(axis=-1)(self.decide(h)))
            tag = ops.argmax(scores[-1], -1) + 1
        return ops.stack(scores, 1)
