"""Datasets of small images that lie together in binary or text files.

Source: mindspore.dataset.engine.datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import (
    Records,
    RecordsDataset,
    SourceDataset,
    VisionBaseDataset,
    existing,
    folder,
    usage_of,
)
from ms2torch.dataset.engine.datasets import Shuffle


def _itself(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row


class QMnistDataset(RecordsDataset, VisionBaseDataset):
    """QMNIST: handwritten digits, and who wrote them. Columns: image, uint8 <28,28,1>; label, uint32, or uint32 <8>.

    Args:
        dataset_dir (str): folder with ``qmnist-train-images-idx3-ubyte`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"test10k"``, ``"test50k"``, ``"nist"``, ``"all"``. Default:
            ``None``, all.
        compat (bool): the digit alone, not the eight numbers known of it. Default: ``True``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.QMnistDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        compat: bool = True,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_digits(dataset_dir, usage, compat), _itself),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_DIGITS = {"train": ("qmnist-train", None), "test": ("qmnist-test", None), "test10k": ("qmnist-test", slice(0, 10000)),
           "test50k": ("qmnist-test", slice(10000, 60000)), "nist": ("xnist", None)}  # fmt: skip


def _digits(dataset_dir: str, usage: str | None, compat: bool) -> list[tuple[Any, ...]]:
    where = "QMnistDataset"
    part = usage_of(where, usage, (*_DIGITS, "all"))
    root = folder(where, dataset_dir)
    rows: list[tuple[Any, ...]] = []
    for one in ("train", "test", "nist") if part == "all" else (part,):
        name, span = _DIGITS[one]
        images = _idx(where, root / f"{name}-images-idx3-ubyte", ">u1")[span or slice(None)]
        labels = _idx(where, root / f"{name}-labels-idx2-int", ">i4")[span or slice(None)].astype(np.uint32)
        if len(images) != len(labels):
            raise RuntimeError(f"{where}: {len(images)} images, but {len(labels)} labels of {name}.")
        rows += [(image[..., None], label[0] if compat else label) for image, label in zip(images, labels, strict=True)]
    return rows


def _idx(where: str, path: Path, kind: str) -> Any:
    data = existing(where, [path])[0].read_bytes()
    try:
        rank = data[3]
        shape = struct.unpack_from(f">{rank}I", data, 4)
        return np.frombuffer(data, kind, offset=4 + 4 * rank).reshape(shape)
    except (IndexError, struct.error, ValueError) as error:
        raise RuntimeError(f"{where}: {path} is no idx file: {error}.") from error


class STL10Dataset(RecordsDataset, VisionBaseDataset):
    """STL-10: objects of ten classes. Columns: image, uint8 <96,96,3>; label, int32, -1 where none is known.

    Args:
        dataset_dir (str): folder with ``train_X.bin``, ``train_y.bin`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"unlabeled"``, ``"train+unlabeled"``, ``"all"``. Default:
            ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.STL10Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_objects(dataset_dir, usage), _itself),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _objects(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "STL10Dataset"
    part = usage_of(where, usage, ("train", "test", "unlabeled", "train+unlabeled", "all"))
    root = folder(where, dataset_dir)
    names = {"all": ["test", "train", "unlabeled"], "train+unlabeled": ["train", "unlabeled"]}.get(part, [part])
    rows: list[tuple[Any, ...]] = []
    for name in names:
        values = np.frombuffer(existing(where, [root / f"{name}_X.bin"])[0].read_bytes(), np.uint8)
        if values.size % (3 * 96 * 96):
            raise RuntimeError(f"{where}: {root / name}_X.bin is no file of images of 3 x 96 x 96.")
        images = values.reshape(-1, 3, 96, 96).transpose(0, 3, 2, 1)
        labels = np.full(len(images), -1, np.int32)
        if name != "unlabeled":
            found = np.frombuffer(existing(where, [root / f"{name}_y.bin"])[0].read_bytes(), np.uint8)
            labels[: len(found)] = found.astype(np.int32)[: len(labels)] - 1
        rows += [(np.ascontiguousarray(image), label) for image, label in zip(images, labels, strict=True)]
    return rows


class SemeionDataset(RecordsDataset, VisionBaseDataset):
    """Semeion: handwritten digits. Columns: image, uint8 <16,16>; label, uint32.

    Args:
        dataset_dir (str): folder with ``semeion.data``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.SemeionDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_semeion(dataset_dir), _itself),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _semeion(dataset_dir: str) -> list[tuple[Any, ...]]:
    path = existing("SemeionDataset", [folder("SemeionDataset", dataset_dir) / "semeion.data"])[0]
    try:
        values = np.array([line.split() for line in path.read_text().splitlines() if line.strip()], np.float64)
        pixels = values[:, :256].reshape(-1, 16, 16).astype(np.uint8)
        labels = values[:, 256:266].argmax(1).astype(np.uint32)
    except (ValueError, IndexError) as error:
        raise RuntimeError(f"SemeionDataset: {path} is damaged: {error}.") from error
    return list(zip(pixels, labels, strict=True))


class SVHNDataset(RecordsDataset, VisionBaseDataset):
    """SVHN: numbers of houses. Columns: image, uint8 <32,32,3>; label, uint32. Needs scipy, as in MindSpore.

    Args:
        dataset_dir (str): folder with ``train_32x32.mat`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"extra"``, ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int): no effect. Default: ``1``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.SVHNDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        super().__init__(
            Records(_houses(dataset_dir, usage), _itself),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            None,
        )


def _houses(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    from scipy.io import loadmat

    where = "SVHNDataset"
    part = usage_of(where, usage, ("train", "test", "extra", "all"))
    root = folder(where, dataset_dir)
    rows: list[tuple[Any, ...]] = []
    for name in ("train", "test", "extra") if part == "all" else (part,):
        content = loadmat(existing(where, [root / f"{name}_32x32.mat"])[0])
        images, labels = content["X"].transpose(3, 0, 1, 2), content["y"].reshape(-1) % 10
        rows += [(np.ascontiguousarray(image), np.uint32(label)) for image, label in zip(images, labels, strict=True)]
    return rows


class USPSDataset(SourceDataset, VisionBaseDataset):
    """USPS: digits of letters. Columns: image, uint8 <16,16,1>; label, uint32.

    Args:
        dataset_dir (str): folder with ``usps`` and ``usps.t``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if the folder does not exist, or options contradict each other.
        RuntimeError: if a file is missing or damaged.

    Source: mindspore.dataset.USPSDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        where = "USPSDataset"
        part = usage_of(where, usage, ("train", "test", "all"))
        root = folder(where, dataset_dir)
        names = {"train": ["usps"], "test": ["usps.t"], "all": ["usps", "usps.t"]}[part]
        files = existing(where, [root / name for name in names])
        columns = ["image", "label"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                continue
            try:
                label, *pairs = line.split()
                values = np.array([float(pair.partition(":")[2]) for pair in pairs])
                image = ((values + 1) / 2 * 255).astype(np.uint8).reshape(16, 16, 1)
            except ValueError as error:
                raise RuntimeError(f"USPSDataset: line {number} of {path} is damaged: {error}.") from error
            yield image, np.array(int(label) - 1, np.uint32)


class PhotoTourDataset(RecordsDataset, VisionBaseDataset):
    """Photo Tour: patches around points of buildings. Columns: image, uint8 <64,64,1>; or two of them and matches.

    Args:
        dataset_dir (str): folder with a folder for each name.
        name (str): ``"notredame"``, ``"yosemite"``, ``"liberty"``, or one of these with ``_harris``.
        usage (str, optional): ``"train"``, ``"test"``. Default: ``None``, train.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.PhotoTourDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            _patches(dataset_dir, name, usage),
            ["image1", "image2", "matches"] if usage == "test" else ["image"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_TOURS = ("notredame", "yosemite", "liberty", "notredame_harris", "yosemite_harris", "liberty_harris")


class _Pairs:
    def __init__(self, patches: list[Any]) -> None:
        self._patches = patches

    def __call__(self, pair: tuple[int, int, bool]) -> tuple[Any, ...]:
        one, two, alike = pair
        return self._patches[one], self._patches[two], np.uint32(alike)


def _patches(dataset_dir: str, name: str, usage: str | None) -> Records:
    where = "PhotoTourDataset"
    part = usage_of(where, usage, ("train", "test"), "train")
    root = folder(where, dataset_dir) / usage_of(where, name, _TOURS)
    if not root.is_dir():
        raise RuntimeError(f"{where}: {root} does not exist.")
    points = [line.split()[0] for line in _text(where, root / "info.txt") if line.strip()]
    patches = _cut(root, len(points))
    if part == "train":
        return Records([(patch,) for patch in patches], _itself)
    rows = [line.split() for line in _text(where, root / "m50_100000_100000_0.txt") if line.strip()]
    return Records([(int(row[0]), int(row[3]), row[1] == row[4]) for row in rows], _Pairs(patches))


def _text(where: str, path: Path) -> list[str]:
    return existing(where, [path])[0].read_text(encoding="utf-8").splitlines()


def _cut(root: Path, count: int) -> list[Any]:
    """Return patches of 64 x 64 pixels from the images they lie in, sixteen a row."""
    from PIL import Image

    patches: list[Any] = []
    for path in sorted(root.glob("*.bmp")):
        with Image.open(path) as image:
            whole = np.asarray(image.convert("L"))
        rows, columns = whole.shape[0] // 64, whole.shape[1] // 64
        grid = whole[: rows * 64, : columns * 64].reshape(rows, 64, columns, 64).swapaxes(1, 2)
        patches += list(grid.reshape(-1, 64, 64, 1).copy())
    return patches[:count]
