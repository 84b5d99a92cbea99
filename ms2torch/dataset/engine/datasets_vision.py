"""Datasets of images in the files they are published in.

Source: mindspore.dataset.engine.datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch._errors import require_default
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._sources import (
    Array,
    Records,
    RecordsDataset,
    VisionBaseDataset,
    existing,
    folder,
    usage_of,
)
from ms2torch.dataset.engine.datasets import Shuffle

_PARTS = ("train", "test", "all")


def image_bytes(path: Path, decode: bool, where: str) -> Array:
    """Return a file's bytes, or its pixels in red, green, blue."""
    data = path.read_bytes()
    if not decode:
        return np.frombuffer(data, np.uint8).copy()
    from ms2torch.dataset.vision._convert import decoded_pixels

    return decoded_pixels(data, f"{where}, {path}")


# ------------------------------------------------------------------------------------------------------- idx files
def _idx(path: Path, dimensions: int, where: str) -> Array:
    """Return the array of an idx file, the format of MNIST."""
    data = path.read_bytes()
    if len(data) < 4 + 4 * dimensions or data[:3] != b"\0\0\x08" or data[3] != dimensions:
        raise RuntimeError(f"{where}: {path} is no idx file of uint8 with {dimensions} dimensions.")
    shape = struct.unpack_from(f">{dimensions}I", data, 4)
    values = np.frombuffer(data, np.uint8, offset=4 + 4 * dimensions)
    if values.size != int(np.prod(shape)):
        raise RuntimeError(f"{where}: {path} should hold {shape} values, but holds {values.size}.")
    return values.reshape(shape)


def _idx_records(where: str, dataset_dir: object, names: Sequence[str], skip_missing: bool = False) -> Records:
    """Return images and labels of the files ``<name>-images-idx3-ubyte`` and ``<name>-labels-idx1-ubyte``."""
    root = folder(where, dataset_dir)
    if skip_missing:
        names = [name for name in names if (root / f"{name}-images-idx3-ubyte").is_file()]
    images: list[Array] = []
    labels: list[Array] = []
    for name in names:
        pair = existing(where, [root / f"{name}-images-idx3-ubyte", root / f"{name}-labels-idx1-ubyte"])
        images.append(_idx(pair[0], 3, where))
        labels.append(_idx(pair[1], 1, where))
        if len(images[-1]) != len(labels[-1]):
            raise RuntimeError(f"{where}: {len(images[-1])} images, but {len(labels[-1])} labels in {pair[1]}.")
    rows = [(image[..., None], np.uint32(label)) for part, own in zip(images, labels, strict=True)
            for image, label in zip(part, own, strict=True)]  # fmt: skip
    return Records(rows, _itself)


def _itself(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row


class MnistDataset(RecordsDataset, VisionBaseDataset):
    """MNIST: handwritten digits. Columns: image, uint8 <28,28,1>; label, uint32.

    Args:
        dataset_dir (str): folder with ``train-images-idx3-ubyte``, ``t10k-labels-idx1-ubyte`` and so on.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if a file is damaged.

    Source: mindspore.dataset.MnistDataset, MindSpore 2.10
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
        name = type(self).__name__
        parts = {"train": ["train"], "test": ["t10k"], "all": ["t10k", "train"]}[usage_of(name, usage, _PARTS)]
        # all parts: those that are there, as in MindSpore
        records = _idx_records(name, dataset_dir, parts, skip_missing=len(parts) > 1)
        super().__init__(
            records,
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


class FashionMnistDataset(MnistDataset):
    """Fashion-MNIST: pieces of clothing, in the files and with the arguments of `MnistDataset`.

    Source: mindspore.dataset.FashionMnistDataset, MindSpore 2.10
    """


class KMnistDataset(MnistDataset):
    """Kuzushiji-MNIST: Japanese letters, in the files and with the arguments of `MnistDataset`.

    Source: mindspore.dataset.KMnistDataset, MindSpore 2.10
    """


class EMnistDataset(RecordsDataset, VisionBaseDataset):
    """EMNIST: handwritten letters and digits. Columns: image, uint8 <28,28,1>; label, uint32.

    Args:
        dataset_dir (str): folder with ``emnist-<name>-train-images-idx3-ubyte`` and so on.
        name (str): ``"byclass"``, ``"bymerge"``, ``"balanced"``, ``"letters"``, ``"digits"`` or ``"mnist"``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if a file is damaged.

    Source: mindspore.dataset.EMnistDataset, MindSpore 2.10
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
        known = ("byclass", "bymerge", "balanced", "letters", "digits", "mnist")
        if name not in known:
            raise ValueError(f"EMnistDataset: `name` must be one of {', '.join(known)}, but got {name!r}.")
        part = usage_of("EMnistDataset", usage, _PARTS)
        parts = ["test", "train"] if part == "all" else [part]
        records = _idx_records("EMnistDataset", dataset_dir, [f"emnist-{name}-{one}" for one in parts])
        super().__init__(
            records,
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


# --------------------------------------------------------------------------------------------------------- CIFAR
def _cifar_files(where: str, root: Path, parts: Sequence[str]) -> list[Path]:
    """Return the files of a folder whose names say one of the parts: MindSpore reads those that are there.

    Raises:
        RuntimeError: if there is none.
    """
    every = sorted(path for path in root.glob("*.bin") if path.is_file())
    if not every:
        raise RuntimeError(f"{where}: Invalid cifar folder, cifar(.bin) files are missing under {root}")
    files = [path for path in every if any(part in path.name for part in parts)]
    if not files:
        raise RuntimeError(
            f"{where}: Invalid data, {where} API can't read the data file (interface mismatch or no data found). "
            f"Check file in directory:{root}; looked for names with {' or '.join(parts)}."
        )
    return files


def _cifar_records(where: str, dataset_dir: object, parts: Sequence[str], labels: int) -> Records:
    """Return the rows of binary CIFAR files: labels, then 3072 values, red, green and blue one after the other."""
    root = folder(where, dataset_dir)
    rows: list[Array] = []
    for path in _cifar_files(where, root, parts):
        values = np.frombuffer(path.read_bytes(), np.uint8)
        if values.size % (labels + 3072):
            raise RuntimeError(f"{where}: {path} is no file of {labels + 3072} bytes a row.")
        rows.append(values.reshape(-1, labels + 3072))
    return Records(list(np.concatenate(rows)), _CifarRow(labels))


class _CifarRow:
    def __init__(self, labels: int) -> None:
        self._labels = labels

    def __call__(self, row: Array) -> tuple[Any, ...]:
        image = row[self._labels :].reshape(3, 32, 32).transpose(1, 2, 0)
        return np.ascontiguousarray(image), *(np.uint32(label) for label in row[: self._labels])


class Cifar10Dataset(RecordsDataset, VisionBaseDataset):
    """CIFAR-10: objects of ten classes. Columns: image, uint8 <32,32,3>; label, uint32.

    Args:
        dataset_dir (str): folder with ``data_batch_1.bin`` to ``data_batch_5.bin`` and ``test_batch.bin``; what is
            there is read.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if a file is damaged.

    Differs from MindSpore:
        Files with fewer than 10000 rows are read too.

    Source: mindspore.dataset.Cifar10Dataset, MindSpore 2.10
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
        part = usage_of("Cifar10Dataset", usage, _PARTS)
        parts = {"train": ["data_batch"], "test": ["test_batch"], "all": ["data_batch", "test_batch"]}[part]
        super().__init__(
            _cifar_records("Cifar10Dataset", dataset_dir, parts, 1),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


class Cifar100Dataset(RecordsDataset, VisionBaseDataset):
    """CIFAR-100: objects of a hundred classes. Columns: image, uint8 <32,32,3>; coarse_label, fine_label, uint32.

    Args:
        dataset_dir (str): folder with ``train.bin`` and ``test.bin``; those that are there are read.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if a file is damaged.

    Differs from MindSpore:
        Files with fewer rows than published are read too.

    Source: mindspore.dataset.Cifar100Dataset, MindSpore 2.10
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
        part = usage_of("Cifar100Dataset", usage, _PARTS)
        parts = ["test", "train"] if part == "all" else [part]
        super().__init__(
            _cifar_records("Cifar100Dataset", dataset_dir, parts, 2),
            ["image", "coarse_label", "fine_label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


# ---------------------------------------------------------------------------------------------------- folders
class _ReadLabelled:
    def __init__(self, decode: bool, where: str, decrypt: Callable[[str], bytes] | None) -> None:
        self._decode = decode
        self._where = where
        self._decrypt = decrypt

    def __call__(self, item: tuple[Path, int]) -> tuple[Any, ...]:
        path, label = item
        return image_bytes(path, self._decode, self._where), np.int32(label)


class ImageFolderDataset(RecordsDataset, VisionBaseDataset):
    """A folder for each class, with its images. Columns: image, uint8; label, int32.

    Args:
        dataset_dir (str): folder of the folders.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        extensions (list[str], optional): endings of the files to read. Default: ``None``, every file.
        class_indexing (dict, optional): label of each folder; others are left out. Default: ``None``: 0, 1 ... in the
            order of the names.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        decrypt: not supported; must be ``None``. Default: ``None``.

    Raises:
        ValueError: if the folder does not exist, or options contradict each other.
        RuntimeError: if there is no image; at iteration, if one cannot be decoded.

    Source: mindspore.dataset.ImageFolderDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        extensions: str | list[str] | None = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
        decrypt: object = None,
    ) -> None:
        require_default("dataset.ImageFolderDataset", "decrypt", decrypt, None, "decrypt the files first")
        check.boolean("decode", decode)
        root = folder("ImageFolderDataset", dataset_dir)
        endings = [extensions] if isinstance(extensions, str) else extensions
        if class_indexing in (None, {}):
            names = sorted(path.name for path in root.iterdir() if path.is_dir())
            class_indexing = {name: label for label, name in enumerate(names)}
        elif not isinstance(class_indexing, dict):
            raise TypeError(f"ImageFolderDataset: `class_indexing` must be a dict, but got {type(class_indexing)}.")
        self.class_indexing = class_indexing
        items = [
            (path, label)
            for name, label in sorted(class_indexing.items())
            for path in sorted((root / name).iterdir() if (root / name).is_dir() else ())
            if path.is_file() and (not endings or path.suffix in endings)
        ]
        super().__init__(
            Records(items, _ReadLabelled(decode, "ImageFolderDataset", None)),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def get_class_indexing(self) -> dict[str, int]:
        """Return the label of each folder.

        Source: mindspore.dataset.ImageFolderDataset.get_class_indexing, MindSpore 2.10
        """
        return dict(self.class_indexing)

    def num_classes(self) -> int:
        """Return the number of folders.

        Source: mindspore.dataset.ImageFolderDataset.num_classes, MindSpore 2.10
        """
        return len(self.class_indexing)


class _Noise:
    """Images made from a seed and their number."""

    def __init__(self, count: int, size: tuple[int, ...], classes: int, seed: int) -> None:
        self._about = (count, size, classes, seed)

    def __len__(self) -> int:
        return self._about[0]

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        count, size, classes, seed = self._about
        if not 0 <= index < count:
            raise IndexError(index)
        random = np.random.default_rng((seed, index))
        return random.integers(0, 256, size).astype(np.uint8), np.uint32(random.integers(classes))


class FakeImageDataset(RecordsDataset, VisionBaseDataset):
    """Noise, the same for the same seed. Columns: image, uint8; label, uint32.

    Args:
        num_images (int): how many. Default: ``1000``.
        image_size (tuple): (height, width, channels). Default: ``(224, 224, 3)``.
        num_classes (int): number of classes. Default: ``10``.
        base_seed (int): the seed. Default: ``0``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a number is not positive, or options contradict each other.

    Differs from MindSpore:
        The noise is uniform, and other for the same seed.

    Source: mindspore.dataset.FakeImageDataset, MindSpore 2.10
    """

    def __init__(
        self,
        num_images: int = 1000,
        image_size: Sequence[int] = (224, 224, 3),
        num_classes: int = 10,
        base_seed: int = 0,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        check.integer("num_images", num_images, 1)
        check.integer("num_classes", num_classes, 1)
        check.integer("base_seed", base_seed, 0)
        if not isinstance(image_size, (list, tuple)) or len(image_size) != 3:
            raise ValueError(f"FakeImageDataset: `image_size` must be three sizes, but got {image_size!r}.")
        for size in image_size:
            check.integer("image_size", size, 1)
        super().__init__(
            _Noise(num_images, tuple(image_size), num_classes, base_seed),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
