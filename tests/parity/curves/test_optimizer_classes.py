"""Optimizers that are code of the user's: what is known of their arguments, and what is said where updates differ."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parity.curves.compare import divergences_of, follow, reference_run
from parity.curves.optimizers import DECAY, is_frameworks, settings_of
from parity.nets.loading import Loader

REFERENCE = """\
import torch
from torch import nn


class Sign(torch.optim.Optimizer):
    def __init__(self, params, lr, decay):
        super().__init__(params, dict(lr=lr, decay_=decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad.sign() + group["decay_"] * p, alpha=-group["lr"])


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 6))
    optimizer = Sign(net.parameters(), 0.01, 0.1)
    for batch in x.split(5):
        loss = nn.functional.mse_loss(net(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import torch
from mindspore import Tensor, nn, ops


class SignDescent(nn.Optimizer):
    def __init__(self, params, rate, decay):
        super().__init__(rate, params)
        self.decay = decay

    def construct(self, gradients):
        for p, g in zip(self.parameters, gradients):
            ops.assign(p, p - self.get_lr() * (ops.sign(g) + self.decay * p))
        self.assignadd(self.global_step, self.global_step_increase_tensor)
        return True


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 6))
    optimizer = SignDescent(net.trainable_params(), 0.01, 0.1)
    differentiate = ms.value_and_grad(lambda x: ops.mse_loss(net(x), x), None, optimizer.parameters)
    for batch in x.split(5):
        loss, grads = differentiate(Tensor(batch.numpy()))
        optimizer(grads)
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("0.01, 0.1)", "0.01, 0.3)", [("optimizer", "formula")]),
        ("ops.sign(g)", "ops.tanh(g)", [("optimizer", "formula")]),
        ("0.01, 0.1)", "0.02, 0.1)", [("optimizer", "learning-rate")]),
    ],
)
def test_a_name_of_the_users_is_no_cause(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    target = str(tmp_path / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'ref.py'}:train", 6, 0)
        texts = {os.path.realpath(target): PORT.replace(old, new) if old else PORT}
        _, pair = follow(texts, reference, f"{target}:train", 6, 0)
    assert [(one.stage, one.cause) for one in divergences_of(pair)] == expected


def test_decay_of_a_class_of_the_users_is_not_known_to_be_none() -> None:
    import ms2torch as mindspore

    class Own(mindspore.nn.Optimizer):
        def construct(self, gradients: object) -> bool:
            del gradients
            return True

    weights = [mindspore.Parameter(mindspore.Tensor([1.0, 2.0]), name="w")]
    own, told = Own(0.01, weights), Own(0.01, weights, weight_decay=0.1)
    framework = mindspore.nn.Momentum(weights, 0.01, 0.9)
    assert [settings_of(one)[0].get(DECAY) for one in (own, told, framework)] == [None, pytest.approx(0.1), 0.0]
    assert [is_frameworks(one) for one in (own, framework)] == [False, True]


NOISE = """\
import torch
from torch import nn


def train():
    x = torch.rand(64, 6, generator=torch.Generator().manual_seed(1))
    net = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.Tanh(), nn.Linear(12, 6))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01, eps=1e-8)
    for batch in x.split(8):
        loss = nn.functional.mse_loss(net(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
NOISE_PORT = """\
import mindspore as ms
import torch
from mindspore import Tensor, nn, ops


def train():
    x = torch.rand(64, 6, generator=torch.Generator().manual_seed(1))
    net = nn.SequentialCell(nn.Dense(6, 12), nn.BatchNorm1d(12), nn.Tanh(), nn.Dense(12, 6))
    net.set_train()
    optimizer = nn.Adam(net.trainable_params(), 0.01, eps=1e-8)
    differentiate = ms.value_and_grad(lambda x: ops.mse_loss(net(x), x), None, optimizer.parameters)
    for batch in x.split(8):
        loss, grads = differentiate(Tensor(batch.numpy()))
        optimizer(grads)
"""


@pytest.mark.parametrize(("eps", "expected"), [("1e-8", []), ("1e-3", ["epsilon"])])
def test_epsilon_acts_on_no_gradient_that_is_rounding(tmp_path: Path, eps: str, expected: list[str]) -> None:
    (tmp_path / "ref.py").write_text(NOISE)
    (tmp_path / "port.py").write_text(NOISE_PORT.replace("1e-8", eps))
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'ref.py'}:train", 5, 0)
        _, pair = follow({}, reference, f"{tmp_path / 'port.py'}:train", 5, 0)
    assert [one.cause for one in divergences_of(pair)] == expected
