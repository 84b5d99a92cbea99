"""Parts as subclasses with other depth: one Cell for the inputs, one for the encoder, one for the decoder."""

import mindspore as ms
from mindspore import nn, ops


class Inputs(nn.Cell):
    def __init__(self, words, letters, width):
        super().__init__()
        self.letter_table = nn.Embedding(letters, 8)
        self.word_table = nn.Embedding(words, width)
        self.letter_conv = nn.SequentialCell(nn.Conv1d(8, 8, 3, pad_mode="pad", padding=1, has_bias=True), nn.Tanh())
        size = width + 8
        self.gate, self.change = nn.Dense(size, size), nn.Dense(size, size)

    def construct(self, words, letters):
        rows = letters.reshape(-1, letters.shape[-1])
        shapes = ops.max(self.letter_conv(self.letter_table(rows).swapaxes(1, 2)), 2)[0]
        known = self.word_table(words)
        known = ops.where((words != 0)[..., None], known, ops.stop_gradient(known))
        x = ops.cat((known, shapes.reshape(*letters.shape[:2], -1)), 2)
        gate = nn.Sigmoid()(self.gate(x))
        return gate * nn.ReLU()(self.change(x)) + x - gate * x


class Encode(nn.Cell):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.start = ms.Parameter(ms.Tensor([[[0.0] * hidden]] * 4, ms.float32))
        self.rnn = nn.LSTM(inputs, hidden, num_layers=2, has_bias=True, batch_first=True, dropout=0.3,
                           bidirectional=True)  # fmt: skip
        self.drop = nn.Dropout(p=0.5)
        self.ln = nn.LayerNorm((2 * hidden,), epsilon=1e-5)

    def construct(self, x):
        start = self.start + ops.zeros((4, x.shape[0], 1), x.dtype)
        x, (h, _) = self.rnn(x, (start, start * 0))
        return self.ln(self.drop(x)), ops.cat((h[2], h[3]), 1)


class Decode(nn.Cell):
    def __init__(self, inputs, hidden, tags):
        super().__init__()
        self.tags = nn.Embedding(tags + 1, 6)
        self.x2h = nn.Dense(inputs + 6, 4 * hidden)
        self.h2h = nn.Dense(hidden, 4 * hidden, has_bias=False)
        self.out = nn.Dense(hidden, tags)

    def construct(self, x, h):
        c, tag, all_scores = ops.zeros_like(h), ops.zeros(x.shape[0], ms.int64), []
        for i in range(x.shape[1]):
            i_gate, f_gate, g, o_gate = ops.split(
                self.x2h(ops.cat((x[:, i], self.tags(tag)), 1)) + self.h2h(h), h.shape[1], axis=1
            )
            c = ops.addcmul(ops.sigmoid(f_gate) * c, ops.sigmoid(i_gate), ops.tanh(g))
            h = ops.sigmoid(o_gate) * ops.tanh(c)
            logits = self.out(h)
            all_scores.append(logits - ops.logsumexp(logits, 1, True))
            tag = 1 + ops.argmax(logits, 1)
        return ops.stack(all_scores, 1)


class Tagger(nn.Cell):
    def __init__(self, words=40, letters=20, width=24, hidden=16, tags=7):
        super().__init__()
        self.inputs = Inputs(words, letters, width)
        self.encode = Encode(width + 8, hidden)
        self.decode = Decode(2 * hidden, hidden, tags)

    def construct(self, words, letters):
        x, last = self.encode(self.inputs(words, letters))
        return self.decode(x, ops.tanh(last[:, ::2] * 0.5))
