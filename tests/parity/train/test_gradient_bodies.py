"""Constructs whose values agree and whose gradients do not: the operation is named."""

import pytest
from torch import nn as tnn
from torch.nn import functional

import parity
from ms2torch import nn, ops

X = "float32[3,5]"


def errors(report):
    return [finding for finding in report.findings if finding.severity == "error"]


class Base(tnn.Module):
    def __init__(self):
        super().__init__()
        self.one = tnn.Linear(5, 5)
        self.two = tnn.Linear(5, 5)


class Plain(Base):
    def forward(self, x):
        y = self.one(x).tanh()
        return self.two(y * y.transpose(0, 1).mean(1))


class Stopped(Base):
    def forward(self, x):
        y = self.one(x).tanh()
        y = y.detach()
        return self.two(y * y.transpose(0, 1).mean(1))


class PartlyStopped(Base):
    def forward(self, x):
        y = self.one(x).tanh()
        return self.two(y * y.detach().transpose(0, 1).mean(1))


def rounded(x):
    return x - x.detach() + x.detach().round()


class Ties(Base):
    def forward(self, x):
        y = rounded(self.one(x))
        return self.two(y.maximum(0 * y.detach()))


class OtherTies(Base):
    def forward(self, x):
        y = rounded(self.one(x))
        return self.two(y.clamp(min=0))


def line_of(text):
    from pathlib import Path

    lines = Path(__file__).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("net", [Plain, Stopped, PartlyStopped, Ties, OtherTies])
def test_one_net_is_differentiated_alike(net):
    assert parity.compare(net, net, X, grad=True).verdict == "same"


@pytest.mark.parametrize(
    ("reference", "port", "words", "line"),
    [
        (Plain, Stopped, "`y.detach()` stops the gradient, which the reference lets through", "y = y.detach()"),
        (Plain, PartlyStopped, "`y.detach()` stops the gradient", "y * y.detach().transpose"),
        (PartlyStopped, Plain, "the reference stops the gradient here, with `y.detach()`", "y * y.transpose"),
        (Ties, OtherTies, "passes on another gradient", "y.clamp(min=0)"),
    ],
)
def test_the_operation_is_named(reference, port, words, line):
    [finding] = errors(parity.compare(reference, port, X, grad=True))
    assert (finding.rule, finding.port_layer) == ("gradient", "")
    assert words in finding.message
    place, _, number = finding.location.rpartition(":")
    assert place.endswith("test_gradient_bodies.py")
    if reference is PartlyStopped:
        assert abs(int(number) - line_of(line)) <= 1
    else:
        assert int(number) == line_of(line)


class Cells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.word = nn.Embedding(10, 5, padding_idx=0)
        self.block = Block()

    def construct(self, x):
        return self.block(self.word(x))


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(5, 5)

    def construct(self, x):
        y = ops.relu(self.fc(x))
        return ops.stop_gradient(y) + x


class TorchBlock(tnn.Module):
    def __init__(self):
        super().__init__()
        self.fc = tnn.Linear(5, 5)

    def forward(self, x):
        return functional.relu(self.fc(x)) + x


class Modules(tnn.Module):
    def __init__(self):
        super().__init__()
        self.word = tnn.Embedding(10, 5, padding_idx=0)
        self.block = TorchBlock()

    def forward(self, x):
        return self.block(self.word(x))


def test_cells_and_the_row_of_padding():
    report = parity.compare(Modules, Cells, "int64[2,6]<10", grad=True)
    found = {(f.argument, f.port_layer): f for f in errors(report)}
    assert set(found) == {("padding_idx", "word"), (None, "block")}
    assert found["padding_idx", "word"].reference_value == 0
    assert "`ops.stop_gradient(y)` stops the gradient" in found[None, "block"].message
