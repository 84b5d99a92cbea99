"""Weights that a loop steps by its own code are seen as an optimizer's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parity.curves.compare import divergences_of, follow, reference_run
from parity.nets.loading import Loader

REFERENCE = """\
import torch
from torch import nn


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 6))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)
    for batch in x.split(5):
        loss = nn.functional.mse_loss(net(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import torch
from mindspore import Parameter, Tensor, nn, ops


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 6))
    weights = net.trainable_params()
    speeds = [Parameter(ops.zeros_like(p), name="speed." + p.name) for p in weights]
    differentiate = ms.value_and_grad(lambda x: ops.mse_loss(net(x), x), None, weights)
    for batch in x.split(5):
        loss, grads = differentiate(Tensor(batch.numpy()))
        for p, g, v in zip(weights, grads, speeds):
            ops.assign(v, 0.9 * v + g + 0.01 * p)
            ops.assign(p, p - 0.1 * v)
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("ops.assign(p, p - 0.1 * v)", "p.set_data(p - 0.1 * v)", []),
        ("p - 0.1 * v", "p - 0.05 * v", [("optimizer", "learning-rate")]),
        ("0.9 * v", "0.8 * v", [("optimizer", "formula")]),
        (" + 0.01 * p", "", [("optimizer", "formula")]),
    ],
)
def test_updates_by_hand(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    text = PORT.replace(old, new) if old else PORT
    assert (text != PORT) == bool(old)
    target = str(tmp_path / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'ref.py'}:train", 6, 0)
        _, pair = follow({os.path.realpath(target): text}, reference, f"{target}:train", 6, 0)
    assert [(one.stage, one.cause) for one in divergences_of(pair)] == expected


def test_a_reference_by_hand(tmp_path: Path) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'port.py'}:train", 6, 0)
        assert len(reference[0].updates) == 6
        _, pair = follow({}, reference, f"{tmp_path / 'ref.py'}:train", 6, 0)
    assert not divergences_of(pair)


CLIPPED = """\
import torch
from torch import nn


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 6))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / 4))
    average = {name: weight.detach().clone() for name, weight in net.named_parameters()}
    for batch in x.split(5):
        loss = nn.functional.mse_loss(net(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.1)
        optimizer.step()
        schedule.step()
        with torch.no_grad():
            for name, weight in net.named_parameters():
                average[name].mul_(0.9).add_(weight, alpha=0.1)
"""
CLIPPED_PORT = """\
import mindspore as ms
import torch
from mindspore import Parameter, Tensor, nn, ops


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 6))
    weights = net.trainable_params()
    averages = [Parameter(p.value().copy(), name="average." + p.name) for p in weights]
    differentiate = ms.value_and_grad(lambda x: ops.mse_loss(net(x), x), None, weights)

    def follow():
        for a, p in zip(averages, weights):
            ops.assign(a, 0.9 * a + 0.1 * p)

    for step, batch in enumerate(x.split(5)):
        loss, grads = differentiate(Tensor(batch.numpy()))
        grads = ops.clip_by_global_norm(grads, 0.1)
        for p, g in zip(weights, grads):
            ops.assign(p, p - 0.1 * min(1, (step + 1) / 4) * g)
        follow()
"""
_STEP = """\
        for p, g in zip(weights, grads):
            ops.assign(p, p - 0.1 * min(1, (step + 1) / 4) * g)
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("ops.clip_by_global_norm(grads, 0.1)", "ops.clip_by_norm(grads, 0.1)", []),
        ("min(1, (step + 1) / 4)", "min(1, step / 4)", [("schedule", "schedule-offset")]),
        ("norm(grads, 0.1)", "norm(grads, 0.05)", [("clipping", "clip-max-norm")]),
        ("ops.clip_by_global_norm(grads, 0.1)", "tuple(ops.clip_by_norm(g, 0.03) for g in grads)",
         [("clipping", "clip-kind")]),
        (f"{_STEP}        follow()\n", f"        follow()\n{_STEP}", [("statistics", "average-order")]),
    ],
)  # fmt: skip
def test_clipping_rates_and_averages(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "ref.py").write_text(CLIPPED)
    (tmp_path / "port.py").write_text(CLIPPED_PORT)
    text = CLIPPED_PORT.replace(old, new) if old else CLIPPED_PORT
    assert (text != CLIPPED_PORT) == bool(old)
    target = str(tmp_path / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'ref.py'}:train", 7, 0)
        _, pair = follow({os.path.realpath(target): text}, reference, f"{target}:train", 7, 0)
    assert [(one.stage, one.cause) for one in divergences_of(pair)] == expected
