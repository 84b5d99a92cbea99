"""A residual net and an encoder with recurrent, normalised and tied weights, written for torch."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.down = None
        if stride != 1 or inputs != outputs:
            self.down = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        return torch.relu(y + (x if self.down is None else self.down(x)))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 1, 1), nn.BatchNorm2d(8), nn.PReLU(8))
        self.layers = nn.Sequential(Block(8, 8), Block(8, 16, 2))
        self.fc = nn.Linear(16, 5)

    def forward(self, x):
        return self.fc(self.layers(self.stem(x)).mean((2, 3)))


class Encoder(nn.Module):
    def __init__(self, weight_norm=False):
        super().__init__()
        self.embed = nn.Embedding(50, 16)
        self.pos = nn.Parameter(torch.randn(1, 8, 16))
        layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
        self.enc = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(16)
        self.lstm = nn.LSTM(16, 16, batch_first=True)
        self.gru = nn.GRU(16, 8, batch_first=True, bidirectional=True)
        self.conv = nn.Conv1d(16, 16, 3)
        if weight_norm:
            self.conv = nn.utils.parametrizations.weight_norm(self.conv)
        self.head = nn.Linear(16, 50, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, x):
        h = self.norm(self.enc(self.embed(x) + self.pos))
        h = self.gru(h + self.lstm(h)[0])[0]
        return self.head(self.conv(h.transpose(1, 2)).transpose(1, 2))
