"""Causes that a report names as data: which argument, which order, and what to write instead."""

from __future__ import annotations

import pytest
import torch
from torch import nn as tnn

import ms2torch as ms
from ms2torch import Parameter, nn, ops
from parity import compare
from parity.code.errors import CannotCompare


class Net(tnn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.act = tnn.Conv2d(3, 8, 3, padding=1), tnn.BatchNorm2d(8), tnn.ReLU()
        self.last = tnn.Conv2d(8, 4, 1)

    def forward(self, x):
        return self.last(self.act(self.norm(self.conv(x))))


class Swapped(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1, has_bias=True)
        self.norm, self.act, self.last = nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 4, 1, has_bias=True)

    def construct(self, x):
        return self.last(self.norm(self.act(self.conv(x))))


def test_two_layers_called_in_the_other_order():
    report = compare(Net, Swapped, "float32[2,3,6,6]")
    (found,) = report.of_severity("error")
    assert (found.rule, found.argument) == ("layer-order", "order")
    assert (found.reference_value, found.port_value) == ("BatchNorm2d, ReLU", "ReLU, BatchNorm2d")
    assert "test_named_causes.py" in (found.location or "")


class Gated(tnn.Module):
    def __init__(self):
        super().__init__()
        self.key, self.gate, self.value = tnn.Linear(8, 12), tnn.Linear(8, 8), tnn.Linear(12, 8)

    def forward(self, x):
        h = x + torch.roll(x, 1, 1)
        return torch.sigmoid(self.gate(h)) * self.value(torch.relu(self.key(h)))


class GatedOtherwise(nn.Cell):
    def __init__(self, shift=1):
        super().__init__()
        self.key, self.gate, self.value = nn.Dense(8, 12), nn.Dense(8, 8), nn.Dense(12, 8)
        self.shift = shift

    def construct(self, x):
        h = x + ops.roll(x, self.shift, 1)
        key = ops.relu(self.key(h))
        return ops.sigmoid(self.gate(h)) * self.value(key)


def test_layers_side_by_side_may_be_called_in_any_order():
    assert compare(Gated, GatedOtherwise, "float32[2,5,8]").verdict == "same"
    report = compare(Gated, lambda: GatedOtherwise(2), "float32[2,5,8]")
    assert report.verdict == "different"
    assert "layer-order" not in {finding.rule for finding in report.of_severity("error")}


class Labelled(tnn.Module):
    def __init__(self):
        super().__init__()
        self.head, self.loss = tnn.Linear(8, 5), tnn.CrossEntropyLoss()

    def forward(self, x, labels):
        return self.loss(self.head(x), labels)


class LabelledOtherwise(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head, self.loss = nn.Dense(8, 5), nn.CrossEntropyLoss(label_smoothing=0.1)

    def construct(self, x, labels):
        return self.loss(self.head(x), labels.astype(ms.int32))


def test_an_argument_of_a_loss_is_named_behind_labels_that_are_cast():
    report = compare(Labelled, LabelledOtherwise, ("float32[4,8]", "int64[4]<5"))
    (found,) = report.of_severity("error")
    assert (found.rule, found.argument) == ("argument", "label_smoothing")


class Branches(tnn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.other = tnn.Linear(8, 8), tnn.Linear(8, 8)

    def forward(self, x):
        return torch.relu(self.one(x)) + self.other(x)


class BranchesCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.one, self.other = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        other = self.other(x)
        return self.one(x) + other


def test_branches_in_another_order_are_no_swap():
    report = compare(Branches, BranchesCell, "float32[2,8]")
    assert report.verdict == "different"
    assert all(finding.rule != "layer-order" for finding in report.findings)


class Normed(tnn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = tnn.LayerNorm((6, 8)), tnn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.norm(x))


class NormedCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.fc = nn.LayerNorm((6, 8), epsilon=1e-5), nn.Dense(8, 2)

    def construct(self, x):
        return self.fc(self.norm(x))


def test_a_norm_over_two_axes_without_their_place():
    report = compare(Normed, NormedCell, "float32[2,3,6,8]")
    (found,) = report.of_severity("error")
    assert (found.argument, found.port_value) == ("begin_norm_axis", -1)
    assert "begin_norm_axis=2, begin_params_axis=2: ValueError -> " in found.evidence
    assert "ms2torch" not in (found.location or "").rpartition("/")[2]


@pytest.mark.parametrize(
    "make",
    [
        lambda: nn.Conv2d(3, 8, 3, padding=1),
        lambda: nn.AvgPool2d(3, 2, padding=1),
        lambda: nn.MaxPool2d(3, 2, padding=1),
    ],
    ids=["conv", "average", "maximum"],
)
def test_a_padding_that_is_refused_says_what_to_write(make):
    with pytest.raises(CannotCompare, match="pad_mode='pad'"):
        compare(tnn.Identity, make, "float32[2,3,6,6]")


class RootMean(tnn.Module):
    def __init__(self, eps=None):
        super().__init__()
        self.norm, self.fc = tnn.RMSNorm(8, eps=eps), tnn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.norm(x))


class WrittenRootMean(nn.Cell):
    """The norm written out, as ports have it that were made before MindSpore had one."""

    def __init__(self):
        super().__init__()
        self.weight, self.fc = Parameter(ops.ones(8)), nn.Dense(8, 2)

    def construct(self, x):
        variance = ops.square(x).mean(-1, keep_dims=True)
        return self.fc(x * ops.rsqrt(variance + 1e-5) * self.weight)


@pytest.mark.parametrize("eps", [1e-6, 1e-7, 0.0, None])
def test_an_epsilon_where_the_reference_adds_next_to_nothing(eps):
    report = compare(lambda: RootMean(eps), WrittenRootMean, "float32[4,8]")
    (found,) = report.of_severity("error")
    assert (found.argument, found.port_value) == ("constant", 1e-5)
    assert isinstance(found.reference_value, float)
    assert found.reference_value < 1e-5
