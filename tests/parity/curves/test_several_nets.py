"""Nets inside one module with their loss, as MindSpore's training cells have them: a student and its teacher."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parity.curves.compare import divergences_of, follow, reference_run
from parity.nets.loading import Loader

REFERENCE = """\
import copy

import torch
from torch import nn


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    student = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 6))
    teacher = copy.deepcopy(student).requires_grad_(False)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    for batch in x.split(5):
        with torch.no_grad():
            target = teacher(batch)
        loss = nn.functional.mse_loss(student(batch) * 2, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for a, b in zip(teacher.parameters(), student.parameters()):
                a.mul_(0.9).add_(b, alpha=0.1)
"""
PORT = """\
import torch
from mindspore import Tensor, nn, ops


def tower():
    return nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 6))


class Distilled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student, self.teacher = tower(), tower()
        for a, b in zip(self.teacher.get_parameters(), self.student.get_parameters()):
            a.set_data(b.value().copy())
            a.requires_grad = False

    def construct(self, x):
        target = ops.stop_gradient(self.teacher(x))
        return ops.mse_loss(self.student(x) * 2, target)


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    net = Distilled()
    step = nn.TrainOneStepCell(net, nn.Momentum(net.student.trainable_params(), 0.1, 0.9))
    step.set_train()
    for batch in x.split(5):
        step(Tensor(batch.numpy()))
        for a, b in zip(net.teacher.get_parameters(), net.student.get_parameters()):
            ops.assign(a, 0.9 * a + 0.1 * b)
"""


def found(folder: Path, sides: tuple[str, str], old: str, new: str) -> list[tuple[str, str]]:
    assert not old or sides[1].count(old) == 1
    (folder / "ref.py").write_text(sides[0])
    (folder / "port.py").write_text(sides[1])
    port = str(folder / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{folder / 'ref.py'}:train", 6, 0, port=f"{port}:train")
        texts = {os.path.realpath(port): sides[1].replace(old, new) if old else sides[1]}
        _, pair = follow(texts, reference, f"{port}:train", 6, 0)
    return [(one.stage, one.cause) for one in divergences_of(pair)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("ops.assign(a, 0.9 * a + 0.1 * b)", "a.set_data(a + 0.1 * (b - a))", []),
        ("0.9 * a + 0.1 * b", "0.8 * a + 0.2 * b", [("statistics", "average-decay")]),
        ("self.student(x) * 2", "self.student(x) * 3", [("loss", "loss")]),
        ("0.1, 0.9)", "0.1, 0.8)", [("optimizer", "momentum")]),
        ("nn.Tanh()", "nn.Sigmoid()", [("forward", "net")]),
    ],
)
def test_in_the_port(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert found(tmp_path, (REFERENCE, PORT), old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [("", "", []), ("a.mul_(0.9).add_(b, alpha=0.1)", "a.lerp_(b, 0.2)", [("statistics", "average-decay")])],
)
def test_in_the_reference(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert found(tmp_path, (PORT, REFERENCE), old, new) == expected


CRITIC = """\
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
        self.actor = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))

    def evaluate(self, x):
        return self.actor(x), self.critic(x)


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    agent = Agent()
    optimizer = torch.optim.SGD(agent.parameters(), lr=0.1)
    for batch in x.split(5):
        scores, value = agent.evaluate(batch)
        loss = (scores.logsumexp(1) - scores[:, 0]).mean() + 0.5 * ((value - 1) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
CRITIC_PORT = """\
import torch
from mindspore import Tensor, nn, ops


class Agent(nn.Cell):
    def __init__(self):
        super().__init__()
        self.critic = nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 1))
        self.actor = nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dense(12, 3))


class Loss(nn.Cell):
    def __init__(self, agent):
        super().__init__()
        self.agent = agent

    def construct(self, x):
        scores = self.agent.actor(x)
        value = self.agent.critic(x)
        return (ops.logsumexp(scores, 1) - scores[:, 0]).mean() + 0.5 * ops.square(value - 1).mean()


def train():
    x = torch.rand(40, 6, generator=torch.Generator().manual_seed(1))
    agent = Agent()
    step = nn.TrainOneStepCell(Loss(agent), nn.SGD(agent.trainable_params(), 0.1))
    step.set_train()
    for batch in x.split(5):
        step(Tensor(batch.numpy()))
"""


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("wrong", [False, True])
def test_a_net_that_is_never_called_itself(tmp_path: Path, wrong: bool, turned: bool) -> None:
    sides = (CRITIC_PORT, CRITIC) if turned else (CRITIC, CRITIC_PORT)
    old, new = ("0.5 *", "0.6 *") if wrong else ("", "")
    assert found(tmp_path, sides, old, new) == ([("loss", "loss")] if wrong else [])
