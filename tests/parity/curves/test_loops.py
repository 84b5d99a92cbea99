"""Loops as other people write them: closures, nets with their loss, evaluations between, averages of the weights."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from parity.curves.compare import divergences_of, follow, reference_run
from parity.nets.loading import Loader

REFERENCE = """\
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(6, 8)
        self.down = nn.Linear(8, 6)

    def forward(self, x):
        return torch.sigmoid(self.down(torch.relu(self.up(x))))


def train():
    x = torch.rand(32, 6, generator=torch.Generator().manual_seed(1))
    loader = DataLoader(TensorDataset(x), batch_size=8)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    average = {name: weight.detach().clone() for name, weight in net.named_parameters()}
    for _ in range(2):
        net.train()
        for (batch,) in loader:

            def closure():
                optimizer.zero_grad()
                loss = binary_cross_entropy(net(batch), batch)
                loss.backward()
                return loss

            optimizer.step(closure)
            with torch.no_grad():
                for name, weight in net.named_parameters():
                    average[name].mul_(0.9).add_(weight, alpha=0.1)
        net.eval()
        with torch.no_grad():
            for (batch,) in loader:
                binary_cross_entropy(net(batch), batch)
                break
"""
PORT = """\
import mindspore as ms
import mindspore.dataset as ds
import torch
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.up = nn.Dense(6, 8)
        self.down = nn.Dense(8, 6)

    def construct(self, x):
        return ops.sigmoid(self.down(ops.relu(self.up(x))))


class WithLoss(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def construct(self, x):
        return ops.binary_cross_entropy(self.net(x), x, reduction="mean")


class Step(nn.TrainOneStepCell):
    def __init__(self, network, optimizer):
        super().__init__(network, optimizer)
        self.sums = self.weights.clone(prefix="sum", init="zeros")
        self.averages = self.weights.clone(prefix="average", init="same")
        self.differentiate = ms.value_and_grad(network, None, self.weights)

    def construct(self, x):
        loss, grads = self.differentiate(x)
        for total, grad in zip(self.sums, grads):
            ops.assign_add(total, grad)
        self.optimizer(tuple(total.value() for total in self.sums))
        for total in self.sums:
            ops.assign(total, ops.zeros_like(total))
        for average, weight in zip(self.averages, self.weights):
            ops.assign(average, average * 0.9 + weight * 0.1)
        return loss


def train():
    x = torch.rand(32, 6, generator=torch.Generator().manual_seed(1)).numpy()
    data = ds.NumpySlicesDataset((x,), shuffle=False).batch(8)
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
    step = Step(WithLoss(net), optimizer)
    step.set_train()
    for _ in range(2):
        for (batch,) in data.create_tuple_iterator():
            step(batch)
"""


def found(folder: Path, changes: Mapping[str, str]) -> list[tuple[str, str]]:
    text = PORT
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "ref.py").write_text(REFERENCE)
    (folder / "port.py").write_text(PORT)
    target = str(folder / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{folder / 'ref.py'}:train", 7, 0)
        _, pair = follow({os.path.realpath(target): text}, reference, f"{target}:train", 7, 0)
    return [(one.stage, one.cause) for one in divergences_of(pair)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"for (batch,) in data": "for batch, in data"}, []),
        ({'reduction="mean"': 'reduction="sum"'}, ("loss", "reduction")),
        ({"self.net(x), x, ": "self.net(x) * 0.9, x, "}, ("loss", "loss")),
        ({"            ops.assign(total, ops.zeros_like(total))": "            pass"}, ("accumulation", "zero-grad")),
        ({"average * 0.9 + weight * 0.1": "average * 0.8 + weight * 0.2"}, ("statistics", "average-decay")),
        ({"            ops.assign(average, average * 0.9 + weight * 0.1)": "            pass"},
         ("statistics", "average-missing")),
        ({'init="same"': 'init="zeros"'}, ("statistics", "average-start")),
    ],
)  # fmt: skip
def test_a_loop_of_another_style(tmp_path: Path, changes: dict[str, str], expected: object) -> None:
    said = found(tmp_path, changes)
    assert said[:1] == ([expected] if expected else [])
