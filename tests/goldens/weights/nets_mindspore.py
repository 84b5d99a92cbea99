"""The same two nets written for MindSpore; some names differ."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv_a = nn.Conv2d(inputs, outputs, 3, stride, pad_mode="pad", padding=1)
        self.norm_a = nn.BatchNorm2d(outputs)
        self.conv_b = nn.Conv2d(outputs, outputs, 3, 1, pad_mode="pad", padding=1)
        self.norm_b = nn.BatchNorm2d(outputs)
        self.down = None
        if stride != 1 or inputs != outputs:
            short = nn.Conv2d(inputs, outputs, 1, stride, pad_mode="valid")
            self.down = nn.SequentialCell(short, nn.BatchNorm2d(outputs))

    def construct(self, x):
        y = self.norm_b(self.conv_b(ops.relu(self.norm_a(self.conv_a(x)))))
        return ops.relu(y + (x if self.down is None else self.down(x)))


class ResNet(nn.Cell):
    def __init__(self):
        super().__init__()
        first = nn.Conv2d(3, 8, 3, 1, pad_mode="pad", padding=1, has_bias=True)
        self.stem = nn.SequentialCell(first, nn.BatchNorm2d(8), nn.PReLU(8))
        self.layers = nn.SequentialCell(Block(8, 8), Block(8, 16, 2))
        self.classifier = nn.Dense(16, 5)

    def construct(self, x):
        return self.classifier(self.layers(self.stem(x)).mean((2, 3)))


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 16)
        self.pos = ms.Parameter(ms.Tensor(np.zeros((1, 8, 16), np.float32)))
        self.enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 2)
        self.norm = nn.LayerNorm((16,), epsilon=1e-5)
        self.lstm = nn.LSTM(16, 16, batch_first=True)
        self.gru = nn.GRU(16, 8, batch_first=True, bidirectional=True)
        self.conv = nn.Conv1d(16, 16, 3, pad_mode="valid", has_bias=True)

    def construct(self, x):
        h = self.norm(self.enc(self.embed(x) + self.pos))
        h = self.gru(h + self.lstm(h)[0])[0]
        h = self.conv(h.swapaxes(1, 2)).swapaxes(1, 2)
        return ops.matmul(h, self.embed.embedding_table.swapaxes(0, 1))
