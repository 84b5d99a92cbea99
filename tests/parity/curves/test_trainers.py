"""What trainers do around a net: images scaled after the loader, a task that returns the loss beside the outputs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parity.curves.compare import divergences_of, follow, reference_run
from parity.nets.loading import Loader

REFERENCE = """\
import torch
from torch import nn
from torch.utils.data import DataLoader


class Task(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net, self.criterion = net, nn.CrossEntropyLoss(label_smoothing=0.1)

    def forward(self, x, y):
        output = self.net(x)
        return {"loss": self.criterion(output, y), "output": output}


def train():
    generator = torch.Generator().manual_seed(1)
    images = torch.randint(0, 256, (32, 12), generator=generator, dtype=torch.uint8)
    rows = [(image, number % 3) for number, image in enumerate(images)]
    task = Task(nn.Sequential(nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 3)))
    optimizer = torch.optim.SGD(task.parameters(), lr=0.1)
    for x, y in DataLoader(rows, batch_size=4):
        optimizer.zero_grad()
        task((x.float() - 127.5) / 127.5, y)["loss"].backward()
        optimizer.step()
"""
PORT = """\
import mindspore as ms
import mindspore.dataset as ds
import numpy as np
import torch
from mindspore import nn


def train():
    generator = torch.Generator().manual_seed(1)
    images = torch.randint(0, 256, (32, 12), generator=generator, dtype=torch.uint8).numpy()
    images = (images.astype(np.float32) - 127.5) / 127.5
    labels = np.arange(32, dtype=np.int32) % 3
    order = list(range(32))
    net = nn.SequentialCell(nn.Dense(12, 8), nn.ReLU(), nn.Dense(8, 3))
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.1)
    model = ms.Model(net, loss_fn, nn.SGD(net.trainable_params(), 0.1))
    data = ds.NumpySlicesDataset((images[order], labels[order]), shuffle=False).batch(4)
    model.train(1, data, dataset_sink_mode=False)
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("label_smoothing=0.1", "label_smoothing=0.2", [("loss", "label-smoothing")]),
        ("nn.ReLU()", "nn.Tanh()", [("forward", "net")]),
        ("list(range(32))", "list(range(31, -1, -1))", [("data", "order")]),
        ("- 127.5) / 127.5", "- 127.5) / 64", [("data", "normalisation")]),
    ],
    ids=["right", "smoothing", "net", "order", "scale"],
)
def test_batches_and_nets_are_what_nets_are_given(
    tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    assert not old or PORT.count(old) == 1
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    port = str(tmp_path / "port.py")
    with Loader() as loader:
        reference = reference_run(loader, f"{tmp_path / 'ref.py'}:train", 5, 0, port=f"{port}:train")
        texts = {os.path.realpath(port): PORT.replace(old, new) if old else PORT}
        _, pair = follow(texts, reference, f"{port}:train", 5, 0)
    assert [(one.stage, one.cause) for one in divergences_of(pair)] == expected
