"""Nets that are not trained: a teacher in evaluation mode, called before or after the student."""

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
from torch.utils.data import DataLoader


def train():
    generator = torch.Generator().manual_seed(1)
    rows = [(torch.rand(6, generator=generator), torch.rand(6, generator=generator)) for _ in range(32)]
    student = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Dropout(0.1), nn.Linear(12, 6))
    teacher = copy.deepcopy(student).eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x, noise in DataLoader(rows, batch_size=4):
        with torch.no_grad():
            target = teacher(x)
        weight = torch.full((6,), 0.5)
        loss = nn.functional.binary_cross_entropy_with_logits(student(x + 0.1 * noise), target.sigmoid(), weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import mindspore.dataset as ds
import numpy as np
import torch
from mindspore import Tensor, nn, ops


def tower():
    return nn.SequentialCell(nn.Dense(6, 12), nn.Tanh(), nn.Dropout(p=0.1), nn.Dense(12, 6))


def train():
    generator = torch.Generator().manual_seed(1)
    rows = [(torch.rand(6, generator=generator), torch.rand(6, generator=generator)) for _ in range(32)]
    rows = [np.stack([x.numpy(), noise.numpy()]) for x, noise in rows]
    student, teacher = tower(), tower()
    for a, b in zip(teacher.get_parameters(), student.get_parameters()):
        a.set_data(b.value().copy())
    student.set_train()
    teacher.set_train(False)
    optimizer = nn.SGD(student.trainable_params(), 0.1)

    def forward(x, noise):
        logits = student(x + 0.1 * noise)
        target = ops.stop_gradient(teacher(x))
        weight, ones = Tensor(np.full((6,), 0.5, np.float32)), ops.ones((6,))
        return ops.binary_cross_entropy_with_logits(logits, ops.sigmoid(target), weight, ones)

    differentiate = nn.ForwardValueAndGrad(Whole(forward, student), optimizer.parameters, get_by_list=True)
    for (both,) in ds.GeneratorDataset(rows, ["both"], shuffle=False).batch(4).create_tuple_iterator():
        _, grads = differentiate(both[:, 0], both[:, 1])
        optimizer(grads)


class Whole(nn.Cell):
    def __init__(self, forward, student):
        super().__init__()
        self.forward_fn, self.student = forward, student

    def construct(self, *given):
        return self.forward_fn(*given)
"""


def found(folder: Path, old: str, new: str) -> list[tuple[str, str]]:
    assert not old or PORT.count(old) == 1
    (folder / "ref.py").write_text(REFERENCE)
    (folder / "port.py").write_text(PORT)
    port = str(folder / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{folder / 'ref.py'}:train", 5, 0, port=f"{port}:train")
        texts = {os.path.realpath(port): PORT.replace(old, new) if old else PORT}
        _, pair = follow(texts, reference, f"{port}:train", 5, 0)
    return [(one.stage, one.cause) for one in divergences_of(pair)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("        target = ops.stop_gradient(teacher(x))\n", "        target = teacher(x)\n", []),
        ("        a.set_data(b.value().copy())\n", "        pass\n", [("forward", "frozen-weights")]),
        ("teacher.set_train(False)", "teacher.set_train(True)", [("forward", "mode")]),
        ("np.full((6,), 0.5, ", "np.full((6,), 1.0, ", [("loss", "weight")]),
        ("0.1 * noise)", "0.2 * noise)", [("data", "content")]),
    ],
    ids=["right", "detached-anyway", "not-a-copy", "teacher-trains", "no-weight", "noise"],
)
def test_a_teacher_is_compared_apart_from_the_student(
    tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    assert found(tmp_path, old, new)[: max(1, len(expected))] == expected
