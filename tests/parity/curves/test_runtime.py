"""The port's training in real MindSpore (needs `make oracle`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.code.errors import CannotCompare
from parity.curves.trainings import compare_trainings

REFERENCE = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train():
    x = torch.rand(24, 6, generator=torch.Generator().manual_seed(1))
    net = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for (batch,) in DataLoader(TensorDataset(x), batch_size=8):
        loss = (net(batch) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import nn, ops


def train():
    x = np.array(TENSOR, np.float32)
    net = nn.SequentialCell(nn.Dense(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dense(8, 2))
    net.set_train()
    optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
    differentiate = ms.value_and_grad(lambda batch: (net(batch) ** 2).mean(), None, optimizer.parameters)
    for (batch,) in ds.NumpySlicesDataset((x,), shuffle=False).batch(8).create_tuple_iterator():
        loss, grads = differentiate(batch)
        optimizer(grads)
"""


def written(folder: Path, text: str) -> tuple[str, str]:
    import torch

    tensor = torch.rand(24, 6, generator=torch.Generator().manual_seed(1)).tolist()
    (folder / "ref.py").write_text(REFERENCE)
    (folder / "port.py").write_text(text.replace("TENSOR", repr(tensor)))
    return f"{folder / 'ref.py'}:train", f"{folder / 'port.py'}:train"


@pytest.mark.parametrize(
    ("old", "new", "causes"),
    [("", "", []), ("momentum=0.9", "momentum=0.8", [("optimizer", "momentum")])],
)
def test_real_mindspore_takes_the_place_of_the_port(
    tmp_path: Path, oracle_python: str, old: str, new: str, causes: list[tuple[str, str]]
) -> None:
    sides = written(tmp_path, PORT.replace(old, new))
    found = compare_trainings(*sides, steps=3, lines=False, runtime=f"mindspore={oracle_python}")
    assert found.mindspore.startswith("2.")
    assert [(one.stage, one.cause) for one in found.divergences] == causes
    assert all(value.abs().sum() > 0 for one in found.followed.port.updates for value in one.gradients.values())


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CannotCompare, match="there is no interpreter"):
        compare_trainings(*written(tmp_path, PORT), steps=2, runtime=f"mindspore={tmp_path / 'python'}")
