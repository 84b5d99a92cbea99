"""What the port does otherwise and compensates for is no mistake, beside a real one as well as alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn as tnn

import ms2torch as ms
from ms2torch import nn, ops
from parity import compare
from parity.report.model import Report

SPEC = "float32[2,3,12,12]"


def accused(report: Report) -> list[tuple[str, str | None]]:
    """Rule and port layer of every error and warning."""
    return [(f.rule, f.port_layer) for f in report.findings if f.severity != "note"]


def stem(*, wrong: bool) -> nn.Cell:
    """The port's first convolution: padded as the reference's is, or not."""
    if wrong:
        return nn.Conv2d(3, 8, 3, stride=2, pad_mode="same", has_bias=True)
    return nn.Conv2d(3, 8, 3, stride=2, pad_mode="pad", padding=1, has_bias=True)


class Net(tnn.Module):
    def __init__(self):
        super().__init__()
        self.stem = tnn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.head = tnn.Conv2d(8, 4, 1)


class SiLU(Net):
    def __init__(self):
        super().__init__()
        self.act = tnn.SiLU()

    def forward(self, x):
        return self.head(self.act(self.stem(x)))


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.sigmoid = nn.Sigmoid()

    def construct(self, x):
        return self.sigmoid(x) * x


class SiLUCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem, self.act, self.head = stem(wrong=wrong), Gate(), nn.Conv2d(8, 4, 1, has_bias=True)

    def construct(self, x):
        return self.head(self.act(self.stem(x)))


class Pooled(Net):
    def __init__(self):
        super().__init__()
        self.tail = tnn.Sequential(self.head, tnn.ReLU(), tnn.AdaptiveAvgPool2d(1))

    def forward(self, x):
        return torch.flatten(self.tail(self.stem(x)), 1)


class Mean(nn.Cell):
    def construct(self, x):
        return x.mean((2, 3))


class PooledCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem = stem(wrong=wrong)
        self.tail = nn.SequentialCell(nn.Conv2d(8, 4, 1, has_bias=True), nn.ReLU(), Mean())

    def construct(self, x):
        return self.tail(self.stem(x))


class Dropped(Net):
    def __init__(self):
        super().__init__()
        self.pool, self.drop, self.head = tnn.AdaptiveAvgPool2d(1), tnn.Dropout(0.3), tnn.Linear(8, 4)

    def forward(self, x):
        return self.head(torch.flatten(self.drop(self.pool(self.stem(x))), 1))


class DroppedCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem, self.pool, self.drop, self.head = stem(wrong=wrong), Mean(), nn.Dropout(p=0.3), nn.Dense(8, 4)

    def construct(self, x):
        return self.head(self.drop(self.pool(self.stem(x))))


class NormAct(tnn.BatchNorm2d):
    def __init__(self, channels: int):
        super().__init__(channels)
        self.act = tnn.ReLU()

    def forward(self, x):
        return self.act(super().forward(x))


class Normed(Net):
    def __init__(self):
        super().__init__()
        self.norm = NormAct(8)

    def forward(self, x):
        return self.head(self.norm(self.stem(x)))


class NormedCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem, self.norm, self.act = stem(wrong=wrong), nn.BatchNorm2d(8), nn.ReLU()
        self.head = nn.Conv2d(8, 4, 1, has_bias=True)

    def construct(self, x):
        return self.head(self.act(self.norm(self.stem(x))))


class Tokens(Net):
    """The reference keeps rows and columns, the port tokens."""

    def __init__(self):
        super().__init__()
        self.norm, self.fc = tnn.LayerNorm(8, eps=1e-5), tnn.Linear(8, 8)

    def forward(self, x):
        x = self.stem(x).permute(0, 2, 3, 1)
        x = x + self.fc(self.norm(x))
        return self.head(x.permute(0, 3, 1, 2))


class Mixer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = nn.LayerNorm((8,), epsilon=1e-5), nn.Dense(8, 8)

    def construct(self, x):
        b, n, c = x.shape
        return (x + self.fc(self.norm(x))).reshape(b, n, c)


class TokensCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem, self.mixer, self.head = stem(wrong=wrong), Mixer(), nn.Conv2d(8, 4, 1, has_bias=True)

    def construct(self, x):
        x = self.stem(x)
        b, c, h, w = x.shape
        x = self.mixer(x.reshape(b, c, h * w).swapaxes(1, 2))
        return self.head(x.swapaxes(1, 2).reshape(b, c, h, w))


class Padded(Net):
    def __init__(self):
        super().__init__()
        self.pool = tnn.MaxPool2d(3, stride=2, padding=1)

    def forward(self, x):
        return self.head(self.pool(torch.relu(self.stem(x))))


class PaddedCell(nn.Cell):
    def __init__(self, *, wrong: bool):
        super().__init__()
        self.stem, self.head = stem(wrong=wrong), nn.Conv2d(8, 4, 1, has_bias=True)
        self.pool = nn.SequentialCell(nn.Pad(((0, 0), (0, 0), (1, 1), (1, 1))), nn.MaxPool2d(3, stride=2))

    def construct(self, x):
        return self.head(self.pool(ops.relu(self.stem(x))))


PAIRS = pytest.mark.parametrize(
    ("reference", "port"),
    [
        (SiLU, SiLUCell), (Pooled, PooledCell), (Dropped, DroppedCell), (Normed, NormedCell), (Tokens, TokensCell),
        (Padded, PaddedCell),
    ],
)  # fmt: skip


@PAIRS
def test_a_port_that_compensates_for_it_is_the_same(reference: type, port: type):
    report = compare(reference, lambda: port(wrong=False), SPEC)
    assert report.verdict == "same"
    assert not accused(report)


@PAIRS
def test_beside_a_real_mistake_only_that_is_accused(reference: type, port: type):
    report = compare(reference, lambda: port(wrong=True), SPEC)
    assert report.verdict == "different"
    assert accused(report) == [("pad-mode", "stem")]


class Positions(Net):
    def forward(self, x):
        x = self.stem(x)
        places = torch.arange(x.shape[2], dtype=torch.float32).to(x.dtype)
        return self.head(x * (1 + places))


class PositionsCell(nn.Cell):
    """It asks for float32, which is float64 in a run in float64; what comes through numpy is float32 for good."""

    def __init__(self, through_numpy):
        super().__init__()
        self.through_numpy = through_numpy
        self.stem = stem(wrong=False)
        self.head = nn.Conv2d(8, 4, 1, has_bias=True)

    def construct(self, x):
        x = self.stem(x)
        places = ms.numpy.arange(x.shape[2], dtype=ms.float32)
        out = x * (1 + places)
        if self.through_numpy:
            return self.head(ms.Tensor(out.asnumpy().astype(np.float32)))
        return self.head(out.astype(ms.float32))


@pytest.mark.parametrize("through_numpy", [False, True])
def test_a_port_with_float32_in_its_code_is_not_accused(through_numpy):
    report = compare(Positions, lambda: PositionsCell(through_numpy), SPEC)
    assert report.verdict == "same"
    assert not accused(report)
    said = next(stage.reason for stage in report.stages if stage.name == "forward")
    assert ("does not run in float64" in said) == through_numpy
    widened = "in float64 also what the code of the port asks for in float32"
    assert (widened in report.coverage.looked_at) != through_numpy


class Scaled(Net):
    def __init__(self):
        super().__init__()
        self.scale = tnn.Parameter(torch.full((8, 1, 1), 1e-6))

    def forward(self, x):
        return self.head(self.scale * self.stem(x))


class ScaledCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stem, self.head = stem(wrong=False), nn.Conv2d(8, 4, 1, has_bias=True)
        self.gamma = ms.Parameter(ms.Tensor(np.full(8, 1e-6, np.float32)))

    def construct(self, x):
        return self.head((self.gamma * self.stem(x).transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2))


def test_a_layer_scale_in_another_shape_is_the_same_weight():
    report = compare(Scaled, ScaledCell, SPEC)
    assert report.verdict == "same"
    assert {(w.reference, w.port) for w in report.weights.mapped} >= {("scale", "gamma")}


class Branches(tnn.Module):
    def __init__(self):
        super().__init__()
        self.a = tnn.Sequential(tnn.Conv2d(3, 8, 3, padding=1, bias=False), tnn.BatchNorm2d(8))
        self.b = tnn.Sequential(tnn.Conv2d(3, 8, 1, bias=False), tnn.BatchNorm2d(8))

    def forward(self, x):
        return self.b(x) + self.a(x)


class BranchesCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.wide = nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1), nn.BatchNorm2d(8))
        self.point = nn.SequentialCell(nn.Conv2d(3, 8, 1), nn.BatchNorm2d(8))

    def construct(self, x):
        return self.wide(x) + self.point(x)


def test_alike_layers_are_paired_by_what_they_read():
    report = compare(Branches, BranchesCell, SPEC)
    assert report.verdict == "same"
    assert ("a.1.running_mean", "wide.1.moving_mean") in {(w.reference, w.port) for w in report.weights.mapped}


class Functional(tnn.Module):
    """A layer that is never called: its weight is used by a function."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = tnn.Linear(8, 24), tnn.Linear(8, 8)

    def forward(self, x):
        q, k, v = F.linear(x, self.qkv.weight, self.qkv.bias).chunk(3, -1)
        return F.linear(torch.softmax(q @ k.transpose(1, 2), -1) @ v, self.out.weight, self.out.bias)


class Block(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.attn = tnn.LayerNorm(8), Functional()

    def forward(self, x):
        return x + self.attn(self.norm(x))


class ApartCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.out = (nn.Dense(8, 8) for _ in range(4))

    def construct(self, x):
        weights = ops.softmax(ops.matmul(self.q(x), self.k(x).swapaxes(1, 2)), -1)
        return self.out(ops.matmul(weights, self.v(x)))


class BlockCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.attn = nn.LayerNorm((8,), epsilon=1e-5), ApartCell()

    def construct(self, x):
        return x + self.attn(self.norm(x))


def test_a_weight_that_a_function_uses_is_found():
    report = compare(Block, BlockCell, "float32[2,5,8]")
    assert report.verdict == "same"
    assert not report.weights.unmatched_reference
    assert not report.weights.unmatched_port


class CeilPool(tnn.Module):
    def __init__(self):
        super().__init__()
        self.pool = tnn.MaxPool2d(3, stride=2, ceil_mode=True)

    def forward(self, x):
        return self.pool(x)


class SamePool(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2d(3, stride=2, pad_mode="same")

    def construct(self, x):
        return self.pool(x)


def test_a_pool_that_is_equal_at_this_size_is_a_warning_that_names_others():
    report = compare(CeilPool, SamePool, SPEC)
    assert report.verdict == "same"
    (warning,) = report.of_severity("warning")
    assert warning.argument == "ceil_mode"
    assert warning.evidence == "equal at 12 x 12, not at 11 x 11"


class OwnNorm(tnn.LayerNorm):
    def forward(self, x):
        return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)


class Derived(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = OwnNorm(16, eps=1e-6), tnn.Linear(16, 4)

    def forward(self, x):
        return self.fc(self.norm(x))


class DerivedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = nn.LayerNorm((16,)), nn.Dense(16, 4)

    def construct(self, x):
        return self.fc(self.norm(x))


def test_arguments_of_a_derived_class_are_those_of_its_base():
    report = compare(Derived, DerivedCell, "float32[2,5,16]")
    assert report.verdict == "different"
    (finding,) = report.of_severity("error")
    assert (finding.argument, finding.reference_value, finding.port_value) == ("epsilon", 1e-6, 1e-7)


class NormActOf(tnn.BatchNorm2d):
    def __init__(self, channels: int):
        super().__init__(channels, eps=1e-3)
        self.act = tnn.ReLU()

    def forward(self, x):
        return self.act(super().forward(x))


class NormedWide(Net):
    def __init__(self):
        super().__init__()
        self.norm = NormActOf(8)

    def forward(self, x):
        return self.head(self.norm(self.stem(x)))


def test_an_argument_shows_behind_what_a_derived_class_adds():
    report = compare(NormedWide, lambda: NormedCell(wrong=False), SPEC)
    assert accused(report) == [("epsilon", "norm")]
