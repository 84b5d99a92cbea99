"""Small training programs on MindSpore's API: an epoch of data, network, loss and optimizer through `Model.train`.

    .oracle/bin/python benchmarks/epochs_mindspore.py NAME ROUNDS

prints the CPU seconds of each epoch, of all threads, on whichever `mindspore` it finds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import mindspore as ms  # pyright: ignore[reportMissingImports]
import mindspore.dataset as ds  # pyright: ignore[reportMissingImports]
import numpy as np
from mindspore import nn, ops  # pyright: ignore[reportMissingImports]
from mindspore.dataset import vision  # pyright: ignore[reportMissingImports]

DIGITS, PICTURES, SENTENCES = 512, 16, 64


class LeNet(nn.Cell):
    """Two convolutions and three dense layers, for pictures of 32 by 32."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.SequentialCell(
            nn.Conv2d(1, 6, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Conv2d(6, 16, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Flatten(), nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10),
        )  # fmt: skip

    def construct(self, x: Any) -> Any:
        """Return the scores."""
        return self.body(x)


class Block(nn.Cell):
    """Two convolutions beside a shortcut."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.body = nn.SequentialCell(
            nn.Conv2d(inside, outside, 3, stride, pad_mode="pad", padding=1), nn.BatchNorm2d(outside), nn.ReLU(),
            nn.Conv2d(outside, outside, 3, pad_mode="pad", padding=1), nn.BatchNorm2d(outside),
        )  # fmt: skip
        self.short = nn.SequentialCell(nn.Conv2d(inside, outside, 1, stride), nn.BatchNorm2d(outside))
        self.same = inside == outside and stride == 1

    def construct(self, x: Any) -> Any:
        """Return both ways together."""
        return ops.relu(self.body(x) + (x if self.same else self.short(x)))


class ResNet18(nn.Cell):
    """Eight blocks, for pictures of 64 by 64."""

    def __init__(self) -> None:
        super().__init__()
        widths = ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2))
        blocks = [block for i, o, s in widths for block in (Block(i, o, s), Block(o, o, 1))]
        self.stem = nn.SequentialCell(nn.Conv2d(3, 64, 7, 2, pad_mode="pad", padding=3), nn.BatchNorm2d(64), nn.ReLU())
        self.blocks = nn.SequentialCell(*blocks)
        self.head = nn.Dense(512, 10)

    def construct(self, x: Any) -> Any:
        """Return the scores."""
        return self.head(self.blocks(self.stem(x)).mean((2, 3)))


class Encoder(nn.Cell):
    """Embedding, two encoder layers and a dense layer, for sentences of 32 words."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(1000, 128)
        layer = nn.TransformerEncoderLayer(128, 4, 512, dropout=0.0, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2)
        self.head = nn.Dense(128, 10)

    def construct(self, x: Any) -> Any:
        """Return the scores."""
        return self.head(self.layers(self.words(x)).mean(1))


def _pictures(count: int, size: int, channels: int, batch: int) -> Any:
    generator = np.random.default_rng(0)
    images = generator.integers(0, 256, (count, size, size, channels)).astype(np.uint8)
    rows = ds.NumpySlicesDataset((images, generator.integers(0, 10, count).astype(np.int32)), ["image", "label"])
    chain = [vision.Rescale(1 / 255, 0), vision.HWC2CHW()]
    return rows.map(chain, "image", num_parallel_workers=1).batch(batch)


def _sentences() -> Any:
    generator = np.random.default_rng(0)
    words = generator.integers(0, 1000, (SENTENCES, 32)).astype(np.int32)
    labels = generator.integers(0, 10, SENTENCES).astype(np.int32)
    return ds.NumpySlicesDataset((words, labels), ["words", "label"]).batch(16)


PROGRAMS = {
    "LeNet": (LeNet, lambda: _pictures(DIGITS, 32, 1, 32)),
    "ResNet-18": (ResNet18, lambda: _pictures(PICTURES, 64, 3, 8)),
    "transformer": (Encoder, _sentences),
}


def epoch(name: str) -> Callable[[], float]:
    """Return a function that trains for an epoch and returns the CPU seconds it took."""
    net, data = PROGRAMS[name][0](), PROGRAMS[name][1]()
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    model = ms.train.Model(net, loss, nn.Momentum(net.trainable_params(), 0.01, 0.9))

    def spent() -> float:
        start = time.process_time()
        model.train(1, data, dataset_sink_mode=False)
        return time.process_time() - start

    return spent


if __name__ == "__main__":
    ms.set_context(mode=ms.PYNATIVE_MODE)
    train = epoch(sys.argv[1])
    print(*(train() for _ in range(int(sys.argv[2]))))
