"""Datasets of images whose labels or masks are in MATLAB files; they need scipy, as in MindSpore.

Source: mindspore.dataset.engine.datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine._sources import Records, RecordsDataset, VisionBaseDataset, existing, folder, usage_of
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.dataset.engine.datasets_vision import image_bytes


class _Read:
    """Reads images, and MATLAB files with a function, among what is known of a sample.

    Args:
        decode (bool): give pixels.
        where (str): class to name in errors.
        of_matlab (Callable, optional): makes an array of what a file holds.
    """

    def __init__(self, decode: bool | None, where: str, of_matlab: Any = None) -> None:
        self._decode = bool(decode)
        self._where = where
        self._of_matlab = of_matlab

    def __call__(self, item: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(self._value(one) if isinstance(one, Path) else one for one in item)

    def _value(self, path: Path) -> Any:
        if path.suffix != ".mat":
            return image_bytes(path, self._decode, self._where)
        return self._of_matlab(_matlab(self._where, path))


def _matlab(where: str, path: Path) -> Any:
    from scipy.io import loadmat

    return loadmat(existing(where, [path])[0])


_OBJECTS = {
    "category": ["image", "category"],
    "annotation": ["image", "annotation"],
    "all": ["image", "category", "annotation"],
}


class Caltech101Dataset(RecordsDataset, VisionBaseDataset):
    """Caltech-101: objects. Columns: image, uint8; category, int64; annotation, the outline.

    Args:
        dataset_dir (str): folder with ``101_ObjectCategories`` and ``Annotations``.
        target_type (str, optional): ``"category"``, ``"annotation"`` or ``"all"``. Default: ``None``, category.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int): no effect. Default: ``1``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.Caltech101Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        target_type: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        super().__init__(
            Records(_objects(dataset_dir, target_type), _Read(decode, "Caltech101Dataset", _outline)),
            _OBJECTS[target_type or "category"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            None,
        )


# folders of images whose outlines are in a folder of another name
_OUTLINES = {
    "Faces": "Faces_2",
    "Faces_easy": "Faces_3",
    "Motorbikes": "Motorbikes_16",
    "airplanes": "Airplanes_Side_2",
}


def _outline(content: Any) -> Any:
    return content["obj_contour"].astype(np.int64)


def _objects(dataset_dir: str, target_type: str | None) -> list[tuple[Any, ...]]:
    where = "Caltech101Dataset"
    wanted = _OBJECTS[usage_of(where, target_type, tuple(_OBJECTS), "category", "target_type")]
    root = folder(where, dataset_dir)
    names = sorted(
        path.name
        for path in (root / "101_ObjectCategories").iterdir()
        if path.is_dir() and path.name != "BACKGROUND_Google"
    )
    rows: list[tuple[Any, ...]] = []
    for label, name in enumerate(names):
        outlines = root / "Annotations" / _OUTLINES.get(name, name)
        for image in sorted((root / "101_ObjectCategories" / name).glob("*.jpg")):
            known = {"category": np.int64(label), "annotation": outlines / f"annotation_{image.stem[-4:]}.mat"}
            rows.append((image, *(known[column] for column in wanted[1:])))
    return rows


class Flowers102Dataset(RecordsDataset, VisionBaseDataset):
    """Flowers-102: flowers. Columns: image, uint8; segmentation, uint8, where asked for; label, uint32.

    Args:
        dataset_dir (str): folder with ``imagelabels.mat``, ``setid.mat``, ``jpg`` and ``segmim``.
        task (str): ``"Classification"`` or ``"Segmentation"``. Default: ``"Classification"``.
        usage (str): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``"all"``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int): no effect. Default: ``1``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.Flowers102Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Classification",
        usage: str = "all",
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        super().__init__(
            Records(_flowers(dataset_dir, task, usage), _Read(decode, "Flowers102Dataset")),
            ["image", "segmentation", "label"] if task == "Segmentation" else ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            None,
        )


def _flowers(dataset_dir: str, task: str, usage: str) -> list[tuple[Any, ...]]:
    where = "Flowers102Dataset"
    masks = usage_of(where, task, ("Classification", "Segmentation"), "all", "task") == "Segmentation"
    part = usage_of(where, usage, ("train", "valid", "test", "all"))
    root = folder(where, dataset_dir)
    labels = _matlab(where, root / "imagelabels.mat")["labels"].reshape(-1)
    numbers = np.arange(1, len(labels) + 1)
    if part != "all":
        key = {"train": "trnid", "valid": "valid", "test": "tstid"}[part]
        numbers = _matlab(where, root / "setid.mat")[key].reshape(-1)
    rows: list[tuple[Any, ...]] = []
    for number in numbers.tolist():
        mask = [root / "segmim" / f"segmim_{number:05d}.jpg"] if masks else []
        rows.append((root / "jpg" / f"image_{number:05d}.jpg", *mask, np.uint32(labels[number - 1] - 1)))
    return rows


class SBDataset(RecordsDataset, VisionBaseDataset):
    """SBD: boundaries and masks of objects. Columns: image, uint8; task, uint8 <20,H,W> or <H,W>.

    Args:
        dataset_dir (str): folder with ``img``, ``cls`` and the lists.
        task (str): ``"Boundaries"`` or ``"Segmentation"``. Default: ``"Boundaries"``.
        usage (str): ``"train"``, ``"val"``, ``"train_noval"`` or ``"all"``. Default: ``"all"``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int): no effect. Default: ``1``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool, optional): give pixels, not the bytes of the file. Default: ``None``, False.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.SBDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Boundaries",
        usage: str = "all",
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | Shuffle | None = None,
        decode: bool | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ) -> None:
        super().__init__(
            Records(
                _boundaries(dataset_dir, task, usage),
                _Read(decode, "SBDataset", _edges if task == "Boundaries" else _mask),
            ),
            ["image", "task"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            None,
        )


def _edges(content: Any) -> Any:
    edges = content["GTcls"]["Boundaries"][0][0]
    return np.stack([np.asarray(edge[0].toarray(), np.uint8) for edge in edges])


def _mask(content: Any) -> Any:
    return np.asarray(content["GTcls"]["Segmentation"][0][0], np.uint8)


def _boundaries(dataset_dir: str, task: str, usage: str) -> list[tuple[Any, ...]]:
    where = "SBDataset"
    usage_of(where, task, ("Boundaries", "Segmentation"), "all", "task")
    part = usage_of(where, usage, ("train", "val", "train_noval", "all"))
    root = folder(where, dataset_dir)
    names: list[str] = []
    for one in ("train", "val") if part == "all" else (part,):
        lines = existing(where, [root / f"{one}.txt"])[0].read_text(encoding="utf-8").splitlines()
        names += [line.strip() for line in lines if line.strip()]
    return [(root / "img" / f"{name}.jpg", root / "cls" / f"{name}.mat") for name in names]
