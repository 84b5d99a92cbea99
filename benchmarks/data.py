"""Data pipelines beside torch's DataLoader, one worker each: pictures, digits and a user's own source.

What is timed is CPU time, as both sides compute the same on a machine that may be shared. Where a sample costs less
than 20 microseconds the ratio is that of the way of a row through the pipeline.
"""

from __future__ import annotations

import io
import math
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset

import ms2torch.dataset as ds
from benchmarks._timing import Ratio
from ms2torch.dataset import vision

_MEAN, _STD = [123.7, 116.3, 103.5], [58.4, 57.1, 57.4]
_ROUNDS = 7


def run() -> Iterator[Ratio]:
    """Time our pipelines against the same ones in torch."""
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        _write_pictures(Path(folder))
        yield _compare("jpg, random crop, normalize, batch 32", _Pictures(Path(folder)), _our_pictures(folder), 32, 1.1)
    digits = np.random.default_rng(0).integers(0, 256, (2048, 28, 28, 1)).astype(np.uint8)
    yield _compare("digits, normalize, batch 64", _Digits(digits), _our_digits(digits), 64, 1.35)
    yield _compare("a user's source and function, batch 32", _Waves(), _our_waves(), 32, 1.25)


def _compare(name: str, plain: Dataset[Any], ours: ds.Dataset, batch: int, limit: float) -> Ratio:
    loader = DataLoader(plain, batch, shuffle=True)
    pairs = [(_spent(lambda: loader), _spent(lambda: ours.create_tuple_iterator(num_epochs=1))) for _ in range(_ROUNDS)]
    samples = len(plain)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ratio = statistics.median(b / a for a, b in pairs[1:])
    return Ratio(name, min(a for a, _ in pairs) / samples * 1e6, ratio, limit)


def _spent(batches: Callable[[], Iterable[Any]]) -> float:
    start = time.process_time()
    for _ in batches():
        pass
    return time.process_time() - start


# ---------------------------------------------------------------------------------------------------------- pictures
def _write_pictures(folder: Path, count: int = 96) -> None:
    generator = np.random.default_rng(0)
    (folder / "a").mkdir()
    for number in range(count):
        coarse = generator.integers(0, 256, (15, 20, 3)).astype(np.uint8)
        Image.fromarray(coarse).resize((400, 300), Image.Resampling.BICUBIC).save(folder / "a" / f"{number}.jpg")


class _Pictures(Dataset[Any]):
    def __init__(self, folder: Path) -> None:
        self._files = sorted((folder / "a").iterdir())
        self._mean, self._std = (torch.tensor(values).view(3, 1, 1) for values in (_MEAN, _STD))

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, index: int) -> Any:
        image = Image.open(io.BytesIO(self._files[index].read_bytes())).convert("RGB")
        image = image.resize((224, 224), Image.Resampling.BILINEAR, box=_part(*image.size))
        if random.random() < 0.5:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        pixels = torch.from_numpy(np.array(image)).permute(2, 0, 1).float()
        return (pixels - self._mean) / self._std, 0


def _part(width: int, height: int) -> tuple[int, int, int, int]:
    for _ in range(10):
        area = width * height * random.uniform(0.08, 1)
        ratio = math.exp(random.uniform(math.log(3 / 4), math.log(4 / 3)))
        wide, high = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if wide <= width and high <= height:
            left, top = random.randint(0, width - wide), random.randint(0, height - high)
            return left, top, left + wide, top + high
    return 0, 0, width, height


def _our_pictures(folder: str) -> ds.Dataset:
    files = ds.ImageFolderDataset(folder, shuffle=True, num_parallel_workers=1)
    chain = [
        vision.RandomCropDecodeResize(224),
        vision.RandomHorizontalFlip(),
        vision.Normalize(_MEAN, _STD),
        vision.HWC2CHW(),
    ]
    return files.map(chain, "image", num_parallel_workers=1).batch(32)


# ------------------------------------------------------------------------------------------------------------ digits
class _Digits(Dataset[Any]):
    def __init__(self, images: np.ndarray) -> None:
        self._images = torch.from_numpy(images).permute(0, 3, 1, 2)

    def __len__(self) -> int:
        return len(self._images)

    def __getitem__(self, index: int) -> Any:
        return self._images[index].float().div(255).sub(0.1307).div(0.3081), 0


def _our_digits(images: np.ndarray) -> ds.Dataset:
    slices = ds.NumpySlicesDataset((images, np.zeros(len(images), np.int32)), ["image", "label"])
    chain = [vision.Rescale(1 / 255, 0), vision.Normalize((0.1307,), (0.3081,)), vision.HWC2CHW()]
    return slices.map(chain, "image", num_parallel_workers=1).batch(64)


# ------------------------------------------------------------------------------------------------- a user's own code
class _Source:
    def __len__(self) -> int:
        return 1024

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.int32]:
        return np.full((64, 64), index % 7, np.float32), np.int32(index % 10)


def _wave(values: np.ndarray) -> np.ndarray:
    return np.tanh(values * 2.0 + 1.0).astype(np.float32)


class _Waves(Dataset[Any]):
    def __len__(self) -> int:
        return len(_Source())

    def __getitem__(self, index: int) -> Any:
        values, label = _Source()[index]
        return torch.from_numpy(_wave(values)), int(label)


def _our_waves() -> ds.Dataset:
    rows = ds.GeneratorDataset(_Source(), ["x", "y"], shuffle=True, python_multiprocessing=False)
    return rows.map(_wave, "x", num_parallel_workers=1).batch(32)
