"""A real mistake accuses nothing that is right: what is downstream of it, or written otherwise and compensated."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tn

import parity
from ms2torch import Parameter, float32, nn, ops

IMAGE = ["float32[2,3,16,16]"]


def errors(report: parity.Report) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.argument) for finding in report.of_severity("error")]


class Head(tn.Module):
    """A convolution, and a pool whose axes are dropped afterwards."""

    def __init__(self):
        super().__init__()
        self.conv = tn.Conv2d(3, 8, 3, stride=2)
        self.end = tn.Sequential(tn.Conv2d(8, 5, 1), tn.ReLU(), tn.AdaptiveAvgPool2d(1))

    def forward(self, x):
        return torch.flatten(self.end(self.conv(x)), 1)


class _Mean(nn.Cell):
    def construct(self, x):
        return ops.mean(x, axis=(2, 3))


class HeadPort(nn.Cell):
    def __init__(self, pad_mode="valid"):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2, pad_mode=pad_mode, has_bias=True)
        self.end = nn.SequentialCell(nn.Conv2d(8, 5, 1, has_bias=True), nn.ReLU(), _Mean())

    def construct(self, x):
        return self.end(self.conv(x))


def test_behind_another_shape_only_the_layer_that_made_it_is_wrong():
    assert parity.compare(Head, HeadPort, IMAGE).verdict == "same"
    report = parity.compare(Head, lambda: HeadPort("same"), IMAGE)
    assert errors(report) == [("pad-mode", "pad_mode")]


class Residual(tn.Module):
    def __init__(self, stride=2):
        super().__init__()
        self.conv1 = tn.Conv2d(3, 6, 3, stride=stride, padding=1)
        self.conv2 = tn.Conv2d(6, 6, 3, padding=1)
        self.down = tn.Conv2d(3, 6, 1, stride=2)

    def forward(self, x):
        return torch.relu(self.conv2(self.conv1(x)) + self.down(x))


class ResidualPort(nn.Cell):
    def __init__(self, stride=2):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 3, stride=stride, pad_mode="pad", padding=1, has_bias=True)
        self.conv2 = nn.Conv2d(6, 6, 3, pad_mode="pad", padding=1, has_bias=True)
        self.down = nn.Conv2d(3, 6, 1, stride=2, has_bias=True)

    def construct(self, x):
        return ops.relu(self.conv2(self.conv1(x)) + self.down(x))


class Deep(tn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Residual(), tn.Sequential(tn.Conv2d(6, 4, 3), tn.BatchNorm2d(4))

    def forward(self, x):
        return self.second(self.first(x))


class DeepPort(nn.Cell):
    def __init__(self, stride):
        super().__init__()
        self.first = ResidualPort(stride)
        self.second = nn.SequentialCell(nn.Conv2d(6, 4, 3, pad_mode="valid", has_bias=True), nn.BatchNorm2d(4))

    def construct(self, x):
        return self.second(self.first(x))


def test_a_run_that_ends_for_a_known_reason_is_no_finding_of_its_own():
    report = parity.compare(Deep, lambda: DeepPort(1), IMAGE)
    assert errors(report) == [("argument", "stride")]


class NormAct(tn.BatchNorm2d):
    """A norm whose class applies the activation as well."""

    def forward(self, x):
        return tn.functional.silu(super().forward(x))


class Block(tn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn = tn.Conv2d(6, 6, 1), NormAct(6)

    def forward(self, x):
        return self.bn(self.conv(x))


class BlockPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.act = nn.Conv2d(6, 6, 1, has_bias=True), nn.BatchNorm2d(6), nn.SiLU()

    def construct(self, x):
        return self.act(self.bn(self.conv(x)))


class Blocks(tn.Module):
    """Blocks, and code of its own between and behind them."""

    def __init__(self):
        super().__init__()
        self.conv, self.block, self.other = tn.Conv2d(3, 6, 1), Block(), Block()

    def forward(self, x):
        x = self.block(self.conv(x))
        return torch.tanh(self.other(x)) + x


class BlocksPort(nn.Cell):
    def __init__(self, *, wrong):
        super().__init__()
        self.conv, self.block, self.other = nn.Conv2d(3, 6, 1, has_bias=True), BlockPort(), BlockPort()
        self.wrong = wrong

    def construct(self, x):
        x = self.block(self.conv(x))
        return ops.tanh(self.other(x)) - x if self.wrong else ops.tanh(self.other(x)) + x


@pytest.mark.parametrize("wrong", [False, True])
def test_what_a_construct_compensates_for_is_right_whatever_is_wrong_elsewhere(wrong):
    report = parity.compare(Blocks, lambda: BlocksPort(wrong=wrong), IMAGE)
    assert errors(report) == ([("body", None)] if wrong else [])
    if wrong:
        assert "- x" in report.of_severity("error")[0].message


class Joined(tn.Module):
    """A construct that is given a list and joins it itself."""

    def __init__(self):
        super().__init__()
        self.conv = tn.Conv2d(9, 3, 1)

    def forward(self, parts):
        return self.conv(torch.cat(parts, 1))


class Dense(tn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.joined, self.pool = tn.Conv2d(3, 6, 1), Joined(), tn.MaxPool2d(3, 2, padding=1)

    def forward(self, x):
        return torch.tanh(self.pool(torch.relu(self.joined([x, self.first(x)]))))


class JoinedPort(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(9, 3, 1, has_bias=True)

    def construct(self, x):
        return self.conv(x)


class DensePort(nn.Cell):
    def __init__(self, activation):
        super().__init__()
        self.first, self.joined = nn.Conv2d(3, 6, 1, has_bias=True), JoinedPort()
        self.pad = nn.Pad(((0, 0), (0, 0), (1, 1), (1, 1)), mode="CONSTANT")
        self.pool, self.activation = nn.MaxPool2d(3, 2), activation

    def construct(self, x):
        made = self.joined(ops.concat((x, self.first(x)), axis=1))
        return self.activation(self.pool(self.pad(ops.relu(made))))


def test_another_number_of_arguments_and_a_pad_before_its_pool_are_no_mistakes():
    assert parity.compare(Dense, lambda: DensePort(ops.tanh), IMAGE).verdict == "same"
    report = parity.compare(Dense, lambda: DensePort(ops.sigmoid), IMAGE)
    assert report.verdict == "different"
    assert [finding.rule for finding in report.of_severity("error")] == ["body"]
    assert "self.activation(" in report.of_severity("error")[0].message


class Derived(tn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.drop, self.end = tn.LayerNorm(16), tn.Dropout(0.2), tn.Linear(16, 4)

    def forward(self, x):
        return self.end(self.drop(self.norm(x)))


class _Norm(nn.LayerNorm):
    def __init__(self, normalized_shape, epsilon, axis=-1):
        super().__init__(normalized_shape=normalized_shape, epsilon=epsilon)
        self.axis = axis

    def construct(self, x):
        return super().construct(x)


class _Drop(nn.Dropout):
    def __init__(self, p=0.5):
        super().__init__(p=p)


class DerivedPort(nn.Cell):
    def __init__(self, epsilon=1e-5, p=0.2):
        super().__init__()
        self.norm, self.drop, self.end = _Norm((16,), epsilon), _Drop(p), nn.Dense(16, 4)

    def construct(self, x):
        return self.end(self.drop(self.norm(x)))


def test_of_a_derived_class_the_arguments_are_those_it_hands_on():
    assert parity.compare(Derived, DerivedPort, IMAGE).findings == ()
    report = parity.compare(Derived, lambda: DerivedPort(epsilon=1e-3), IMAGE)
    assert errors(report) == [("epsilon", "epsilon")]
    report = parity.compare(Derived, lambda: DerivedPort(p=0.8), IMAGE)
    assert [(f.severity, f.argument) for f in report.findings] == [("warning", "p")]


class _Rows(tn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = tn.LayerNorm(8), tn.Linear(8, 8)

    def forward(self, x):
        return x + self.fc(self.norm(x))


class Grid(tn.Module):
    """Keeps rows and columns to the end."""

    def __init__(self):
        super().__init__()
        self.patch = tn.Conv2d(3, 8, 4, stride=4)
        self.blocks = tn.Sequential(_Rows(), _Rows())
        self.norm = tn.LayerNorm(8)

    def forward(self, x):
        return self.norm(self.blocks(self.patch(x).permute(0, 2, 3, 1))).mean((1, 2))


class _RowsPort(nn.Cell):
    def __init__(self, epsilon):
        super().__init__()
        self.norm, self.fc = nn.LayerNorm((8,), epsilon=epsilon), nn.Dense(8, 8)

    def construct(self, x):
        return x + self.fc(self.norm(x))


class Tokens(nn.Cell):
    """Keeps tokens, and moves their axes in the end."""

    def __init__(self, epsilon=1e-5):
        super().__init__()
        self.patch = nn.Conv2d(3, 8, 4, stride=4, has_bias=True)
        self.blocks = nn.SequentialCell(_RowsPort(epsilon), _RowsPort(epsilon))
        self.norm = nn.LayerNorm((8,), epsilon=epsilon)

    def construct(self, x):
        x = self.blocks(self.patch(x).reshape(x.shape[0], 8, -1).transpose(0, 2, 1))
        return ops.mean(ops.transpose(self.norm(x), (0, 2, 1)), 2)


def test_code_that_takes_only_tokens_is_not_accused_of_refusing_rows_and_columns():
    assert parity.compare(Grid, Tokens, IMAGE).verdict == "same"
    report = parity.compare(Grid, lambda: Tokens(1e-6), IMAGE)
    assert set(errors(report)) == {("epsilon", "epsilon")}


class Placed(tn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = tn.Linear(8, 8), tn.Linear(8, 8)
        self.register_buffer("places", torch.arange(5.0)[:, None] * torch.ones(8) / 3)

    def forward(self, x):
        return self.second(torch.tanh(self.first(x) + self.places))


class NotPlaced(nn.Cell):
    def __init__(self, act):
        super().__init__()
        self.first, self.second, self.act = nn.Dense(8, 8), nn.Dense(8, 8), act
        self.places = Parameter(ops.zeros((5, 8), float32), name="places", requires_grad=False)

    def construct(self, x):
        return self.second(self.act(self.first(x) + self.places))


@pytest.mark.parametrize(("act", "rules"), [(ops.tanh, ["weights"]), (ops.sigmoid, ["weights", "body"])])
def test_code_around_a_wrong_constant_is_judged_with_the_right_one(act, rules):
    report = parity.compare(Placed, lambda: NotPlaced(act), "float32[2,5,8]")
    assert [finding.rule for finding in report.of_severity("error")] == rules


class BoundedNorm(tn.BatchNorm1d):
    def forward(self, x):
        return super().forward(x).clamp(0, 1)


class Bounded(tn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = tn.Linear(8, 8), BoundedNorm(8), tn.Linear(8, 8)

    def forward(self, x):
        return self.second(self.norm(self.first(x)))


class NotBounded(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = nn.Dense(8, 8), nn.BatchNorm1d(8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(ops.relu(self.norm(self.first(x))))


def test_where_the_reference_passes_a_layers_output_on_that_is_said():
    report = parity.compare(Bounded, NotBounded, "float32[4,8]")
    said = " ".join(finding.message for finding in report.of_severity("error"))
    assert "relu" in said
    assert "the reference passes the output of norm (BoundedNorm) as it is" in said
