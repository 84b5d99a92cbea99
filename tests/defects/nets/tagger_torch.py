"""A sequence tagger: words and their letters through a convolution and LSTMs, tags decoded one after the other."""

import torch
import torch.nn.functional as F
from torch import nn


class Letters(nn.Module):
    """What the letters of a word say: convolve, keep the greatest."""

    def __init__(self, letters, width):
        super().__init__()
        self.embed = nn.Embedding(letters, 8)
        self.conv = nn.Conv1d(8, width, 3, padding=1)

    def forward(self, letters):
        batch, length, size = letters.shape
        x = self.embed(letters).view(batch * length, size, -1).transpose(1, 2)
        x = torch.tanh(self.conv(x)).max(dim=2).values
        return x.view(batch, length, -1)


class Highway(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(width, width)
        self.change = nn.Linear(width, width)
        nn.init.constant_(self.gate.bias, -2.0)

    def forward(self, x):
        gate = torch.sigmoid(self.gate(x))
        return gate * torch.relu(self.change(x)) + (1 - gate) * x


class Cell(nn.Module):
    """An LSTM step written out, with gates in the order input, forget, cell, output."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.inputs = nn.Linear(inputs, 4 * hidden)
        self.hidden = nn.Linear(hidden, 4 * hidden, bias=False)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.inputs(x) + self.hidden(h)).chunk(4, dim=-1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class Tagger(nn.Module):
    def __init__(self, words=40, letters=20, width=24, hidden=16, tags=7):
        super().__init__()
        self.word = nn.Embedding(words, width, padding_idx=0)
        self.letters = Letters(letters, 8)
        self.highway = Highway(width + 8)
        self.lstm = nn.LSTM(width + 8, hidden, num_layers=2, batch_first=True, dropout=0.3, bidirectional=True)
        self.first = nn.Parameter(torch.randn(4, 1, hidden) * 0.1)
        self.norm = nn.LayerNorm(2 * hidden)
        self.tag = nn.Embedding(tags + 1, 6)
        self.cell = Cell(2 * hidden + 6, hidden)
        self.dropout = nn.Dropout(0.5)
        self.emit = nn.Linear(hidden, tags)

    def forward(self, words, letters):
        x = torch.cat([self.word(words), self.letters(letters)], dim=-1)
        x = self.highway(x)
        batch = words.shape[0]
        h0 = self.first.expand(-1, batch, -1).contiguous()
        x, (last, _) = self.lstm(x, (h0, torch.zeros_like(h0)))
        x = self.norm(self.dropout(x))
        summary = torch.cat([last[-2], last[-1]], dim=-1)
        h = torch.tanh(summary[:, ::2] * 0.5)
        c = torch.zeros_like(h)
        tag = torch.zeros(batch, dtype=torch.long)
        scores = []
        for step in range(x.shape[1]):
            h, c = self.cell(torch.cat([x[:, step], self.tag(tag)], dim=-1), (h, c))
            logits = self.emit(h)
            scores.append(F.log_softmax(logits, dim=-1))
            tag = logits.argmax(dim=-1) + 1
        return torch.stack(scores, dim=1)


class TaggerLoss(nn.Module):
    """The training loss: tags against the truth, tag 0 being padding."""

    def __init__(self, tags=7):
        super().__init__()
        self.tagger = Tagger(tags=tags)
        self.register_buffer("weight", torch.linspace(0.5, 2.0, tags))

    def forward(self, words, letters, truth):
        scores = self.tagger(words, letters)
        return F.nll_loss(scores.flatten(0, 1), truth.flatten(), weight=self.weight.to(scores.dtype), ignore_index=0)
