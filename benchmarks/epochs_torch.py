"""The training programs of `epochs_mindspore`, in torch as one writes them there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset, TensorDataset

from benchmarks.epochs_mindspore import DIGITS, PICTURES, SENTENCES


def _lenet() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, 6, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip


class _Block(nn.Module):
    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(),
            nn.Conv2d(outside, outside, 3, 1, 1, bias=False), nn.BatchNorm2d(outside),
        )  # fmt: skip
        self.short = nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))
        self.same = inside == outside and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.body(x) + (x if self.same else self.short(x)))


class _ResNet18(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        widths = ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2))
        blocks = [block for i, o, s in widths for block in (_Block(i, o, s), _Block(o, o, 1))]
        self.stem = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU())
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(512, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(self.stem(x)).mean((2, 3)))


class _Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(1000, 128)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(128, 4, 512, 0.0, batch_first=True), 2)
        self.head = nn.Linear(128, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(self.words(x)).mean(1))


class _Pictures(Dataset[Any]):
    def __init__(self, count: int, size: int, channels: int) -> None:
        generator = np.random.default_rng(0)
        self._images = generator.integers(0, 256, (count, size, size, channels)).astype(np.uint8)
        self._labels = generator.integers(0, 10, count)

    def __len__(self) -> int:
        return len(self._images)

    def __getitem__(self, index: int) -> Any:
        return torch.from_numpy(self._images[index]).permute(2, 0, 1).float().div(255), int(self._labels[index])


def _sentences() -> TensorDataset:
    generator = np.random.default_rng(0)
    words = torch.from_numpy(generator.integers(0, 1000, (SENTENCES, 32)))
    return TensorDataset(words, torch.from_numpy(generator.integers(0, 10, SENTENCES)))


PROGRAMS: dict[str, tuple[Callable[[], nn.Module], Callable[[], DataLoader[Any]]]] = {
    "LeNet": (_lenet, lambda: DataLoader(_Pictures(DIGITS, 32, 1), 32, shuffle=True)),
    "ResNet-18": (_ResNet18, lambda: DataLoader(_Pictures(PICTURES, 64, 3), 8, shuffle=True)),
    "transformer": (_Encoder, lambda: DataLoader(_sentences(), 16, shuffle=True)),
}


def epoch(name: str) -> Callable[[], float]:
    """Return a function that trains for an epoch and returns the CPU seconds it took."""
    net, data = PROGRAMS[name][0](), PROGRAMS[name][1]()
    optimizer = torch.optim.SGD(net.parameters(), 0.01, momentum=0.9)

    def spent() -> float:
        start = time.process_time()
        for x, label in data:
            optimizer.zero_grad()
            functional.cross_entropy(net(x), label).backward()
            optimizer.step()
        return time.process_time() - start

    return spent
