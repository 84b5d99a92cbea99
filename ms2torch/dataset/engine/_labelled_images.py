"""Datasets of images whose label is a folder or stands in a list.

Source: mindspore.dataset.engine.datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch._errors import require_default
from ms2torch.dataset.engine._sources import (
    Records,
    RecordsDataset,
    VisionBaseDataset,
    as_text,
    existing,
    folder,
    usage_of,
)
from ms2torch.dataset.engine.datasets import Shuffle
from ms2torch.dataset.engine.datasets_vision import image_bytes

_ENDINGS = (".jpg", ".jpeg", ".png", ".bmp")


class _WithImages:
    """Reads the files among what is known of a sample; the others stay.

    Args:
        decode (bool): give pixels.
        where (str): class to name in errors.
    """

    def __init__(self, decode: bool | None, where: str) -> None:
        self._decode = bool(decode)
        self._where = where

    def __call__(self, item: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(image_bytes(one, self._decode, self._where) if isinstance(one, Path) else one for one in item)


def _lines(where: str, path: Path) -> list[str]:
    return existing(where, [path])[0].read_text(encoding="utf-8").splitlines()


def _images(root: Path) -> list[Path]:
    return [path for path in sorted(root.iterdir()) if path.suffix.lower() in _ENDINGS]


def _by_folder(roots: Sequence[Path], kind: Any) -> list[tuple[Any, ...]]:
    """Return the images of each folder; folders are numbered in the order of their names."""
    return [(path, kind(label)) for label, root in enumerate(roots) for path in _images(root)]


def _folders(root: Path) -> list[Path]:
    return [path for path in sorted(root.iterdir()) if path.is_dir()]


class Caltech256Dataset(RecordsDataset, VisionBaseDataset):
    """Caltech-256: a folder for each class. Columns: image, uint8; label, int32.

    Args:
        dataset_dir (str): folder of the files.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.Caltech256Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(
                _by_folder(_folders(folder("Caltech256Dataset", dataset_dir)), np.int32),
                _WithImages(decode, "Caltech256Dataset"),
            ),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


class Food101Dataset(RecordsDataset, VisionBaseDataset):
    """Food-101: dishes. Columns: image, uint8; label, the name of the dish.

    Args:
        dataset_dir (str): folder with ``images`` and ``meta``.
        usage (str, optional): ``"train"``, ``"test"``, ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.Food101Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_dishes(dataset_dir, usage), _WithImages(decode, "Food101Dataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _dishes(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "Food101Dataset"
    part = usage_of(where, usage, ("train", "test", "all"))
    root = folder(where, dataset_dir)
    lists = ["train", "test"] if part == "all" else [part]
    names = [line for name in lists for line in _lines(where, root / "meta" / f"{name}.txt") if line]
    return [(root / "images" / f"{name}.jpg", as_text(name.split("/")[0])) for name in names]


class LSUNDataset(RecordsDataset, VisionBaseDataset):
    """LSUN: scenes and objects. Columns: image, uint8; label, uint32.

    Args:
        dataset_dir (str): folder of the folders ``<class>_train`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"``, ``"all"``. Default: ``None``, all.
        classes (Union[str, list[str]], optional): classes to read. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.LSUNDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        classes: str | list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_scenes(dataset_dir, usage, classes), _WithImages(decode, "LSUNDataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _scenes(dataset_dir: str, usage: str | None, classes: str | list[str] | None) -> list[tuple[Any, ...]]:
    where = "LSUNDataset"
    part = usage_of(where, usage, ("train", "test", "valid", "all"))
    root = folder(where, dataset_dir)
    if part == "test":
        return [(path, np.uint32(0)) for path in _images(root / "test")]
    wanted = [classes] if isinstance(classes, str) else classes
    ends = {"train": ("_train",), "valid": ("_val",), "all": ("_train", "_val")}[part]
    folders = [path for path in _folders(root) if path.name.endswith(ends)]
    # each folder is a class of its own, as in MindSpore, where both parts are read too
    return _by_folder([path for path in folders if wanted is None or path.name.rpartition("_")[0] in wanted], np.uint32)


class OmniglotDataset(RecordsDataset, VisionBaseDataset):
    """Omniglot: letters of fifty alphabets. Columns: image, uint8; label, int32.

    Args:
        dataset_dir (str): folder with ``images_background`` and ``images_evaluation``.
        background (bool, optional): which of the two. Default: ``None``, the first.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.OmniglotDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        background: bool | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_letters(dataset_dir, background), _WithImages(decode, "OmniglotDataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _letters(dataset_dir: str, background: bool | None) -> list[tuple[Any, ...]]:
    root = folder("OmniglotDataset", dataset_dir) / (
        "images_evaluation" if background is False else "images_background"
    )
    return _by_folder([letter for alphabet in _folders(root) for letter in _folders(alphabet)], np.int32)


class Places365Dataset(RecordsDataset, VisionBaseDataset):
    """Places365: scenes. Columns: image, uint8; label, uint32.

    Args:
        dataset_dir (str): folder with ``categories_places365.txt`` and the other lists.
        usage (str, optional): ``"train-standard"``, ``"train-challenge"``, ``"val"``. Default: ``None``,
            train-standard.
        small (bool): images of 256 pixels, not those of full size. Default: ``True``.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
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

    Source: mindspore.dataset.Places365Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        small: bool = True,
        decode: bool = False,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_places(dataset_dir, usage, small), _WithImages(decode, "Places365Dataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _places(dataset_dir: str, usage: str | None, small: bool) -> list[tuple[Any, ...]]:
    where = "Places365Dataset"
    part = usage_of(where, usage, ("train-standard", "train-challenge", "val"), "train-standard")
    root = folder(where, dataset_dir)
    size = "256" if small else "large"
    name = {
        "train-standard": f"data_{size}_standard",
        "train-challenge": f"data_{size}_challenge",
        "val": f"val_{size}",
    }[part]
    lines = [line.split() for line in _lines(where, root / f"places365_{part.replace('-', '_')}.txt") if line.strip()]
    return [(root / name / path.lstrip("/"), np.uint32(label)) for path, label in lines]


class RenderedSST2Dataset(RecordsDataset, VisionBaseDataset):
    """Rendered SST2: sentences as images. Columns: image, uint8; label, uint32.

    Args:
        dataset_dir (str): folder with ``train``, ``val`` and ``test``.
        usage (str, optional): ``"train"``, ``"val"``, ``"test"``, ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.RenderedSST2Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_sentences(dataset_dir, usage), _WithImages(decode, "RenderedSST2Dataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _sentences(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "RenderedSST2Dataset"
    part = usage_of(where, usage, ("train", "val", "test", "all"))
    root = folder(where, dataset_dir)
    names = ["test", "train", "valid"] if part == "all" else ["valid" if part == "val" else part]
    return [
        row for name in names for row in _by_folder([root / name / "negative", root / name / "positive"], np.uint32)
    ]


class SBUDataset(RecordsDataset, VisionBaseDataset):
    """SBU: photographs with captions. Columns: image, uint8; caption, text.

    Args:
        dataset_dir (str): folder with the lists of addresses and captions, and ``sbu_images``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.SBUDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_captioned(dataset_dir), _WithImages(decode, "SBUDataset")),
            ["image", "caption"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _captioned(dataset_dir: str) -> list[tuple[Any, ...]]:
    where = "SBUDataset"
    root = folder(where, dataset_dir)
    addresses = _lines(where, root / "SBU_captioned_photo_dataset_urls.txt")
    captions = _lines(where, root / "SBU_captioned_photo_dataset_captions.txt")
    # what comes after http://static.flickr.co, as the published script names the files
    paths = [root / "sbu_images" / address[23:].replace("/", "_") for address in addresses]
    return [(path, as_text(text)) for path, text in zip(paths, captions, strict=True) if path.exists()]


class SUN397Dataset(RecordsDataset, VisionBaseDataset):
    """SUN397: scenes. Columns: image, uint8; label, uint32.

    Args:
        dataset_dir (str): folder with ``ClassName.txt``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.SUN397Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_sun(dataset_dir), _WithImages(decode, "SUN397Dataset")),
            ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _sun(dataset_dir: str) -> list[tuple[Any, ...]]:
    root = folder("SUN397Dataset", dataset_dir)
    names = [line.strip().lstrip("/") for line in _lines("SUN397Dataset", root / "ClassName.txt") if line.strip()]
    return _by_folder([root / name for name in names], np.uint32)


class FlickrDataset(RecordsDataset, VisionBaseDataset):
    """Flickr8k, Flickr30k: photographs with five captions. Columns: image, uint8; annotation, text <5>.

    Args:
        dataset_dir (str): folder of the images.
        annotation_file (str): file of the captions.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool, optional): give pixels, not the bytes of the file. Default: ``None``, False.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.FlickrDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_described(dataset_dir, annotation_file), _WithImages(decode, "FlickrDataset")),
            ["image", "annotation"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _described(dataset_dir: str, annotation_file: str) -> list[tuple[Any, ...]]:
    where = "FlickrDataset"
    root = folder(where, dataset_dir)
    captions: dict[str, list[str]] = {}
    for line in _lines(where, Path(annotation_file)):
        name, _, text = line.partition("\t")
        if text:
            captions.setdefault(name.rpartition("#")[0], []).append(text)
    return [(root / name, np.array(texts)) for name, texts in sorted(captions.items()) if texts]


class CelebADataset(RecordsDataset, VisionBaseDataset):
    """CelebA: faces with forty attributes. Columns: image, uint8; attr, uint32 <40>, 0 or 1.

    Args:
        dataset_dir (str): folder of the images, ``list_attr_celeba.txt`` and ``list_eval_partition.txt``.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        usage (str): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``"all"``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        extensions (list[str], optional): endings of the files to read. Default: ``None``, every file.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        decrypt: not supported; must be ``None``. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.CelebADataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        usage: str = "all",
        sampler: Any = None,
        decode: bool = False,
        extensions: list[str] | None = None,
        num_samples: int | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
        decrypt: object = None,
    ) -> None:
        require_default("dataset.CelebADataset", "decrypt", decrypt, None, "decrypt the files first")
        super().__init__(
            Records(_faces(dataset_dir, usage, extensions), _WithImages(decode, "CelebADataset")),
            ["image", "attr"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _faces(dataset_dir: str, usage: str, extensions: Sequence[str] | None) -> list[tuple[Any, ...]]:
    where = "CelebADataset"
    part = usage_of(where, usage, ("train", "valid", "test", "all"))
    root = folder(where, dataset_dir)
    wanted = {"train": "0", "valid": "1", "test": "2"}.get(part)
    parts: dict[str, str] = {}
    if wanted is not None:
        parts = dict(line.split() for line in _lines(where, root / "list_eval_partition.txt") if line.strip())
    rows = [line.split() for line in _lines(where, root / "list_attr_celeba.txt")[2:] if line.strip()]
    return [
        (root / name, (np.array(values, np.int32) > 0).astype(np.uint32))
        for name, *values in rows
        if (wanted is None or parts.get(name) == wanted) and (not extensions or Path(name).suffix in extensions)
    ]


class LFWDataset(RecordsDataset, VisionBaseDataset):
    """LFW: faces of people, or pairs of them. Columns: image, or image1 and image2, uint8; label, uint32.

    Args:
        dataset_dir (str): folder with ``lfw`` and the lists.
        task (str, optional): ``"people"`` or ``"pairs"``. Default: ``None``, people.
        usage (str, optional): ``"10fold"``, ``"train"``, ``"test"``, ``"all"``. Default: ``None``, all.
        image_set (str, optional): ``"original"``, ``"funneled"`` or ``"deepfunneled"``. Default: ``None``, funneled.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.LFWDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str | None = None,
        usage: str | None = None,
        image_set: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_people(dataset_dir, task, usage, image_set), _WithImages(decode, "LFWDataset")),
            ["image1", "image2", "label"] if task == "pairs" else ["image", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_SETS = {"original": "lfw", "funneled": "lfw_funneled", "deepfunneled": "lfw-deepfunneled"}


def _people(dataset_dir: str, task: str | None, usage: str | None, image_set: str | None) -> list[tuple[Any, ...]]:
    where = "LFWDataset"
    kind = usage_of(where, task, ("people", "pairs"), "people", "task")
    part = usage_of(where, usage, ("10fold", "train", "test", "all"))
    root = folder(where, dataset_dir)
    images = root / _SETS[usage_of(where, image_set, tuple(_SETS), "funneled", "image_set")]
    stem = "pairs" if kind == "pairs" else "people"
    names = {"10fold": [stem], "train": [f"{stem}DevTrain"], "test": [f"{stem}DevTest"],
             "all": [f"{stem}DevTrain", f"{stem}DevTest"]}[part]  # fmt: skip
    lines = [line.split() for name in names for line in _lines(where, root / f"{name}.txt")]
    if kind == "pairs":
        return [_pair(images, fields) for fields in lines if len(fields) in (3, 4)]
    labels = sorted(line.split()[0] for line in _lines(where, root / "lfw-names.txt") if line.strip())
    return [
        (_face(images, fields[0], number), np.uint32(labels.index(fields[0])))
        for fields in lines
        if len(fields) == 2 and not fields[0].isdigit()
        for number in range(1, int(fields[1]) + 1)
    ]


def _face(images: Path, name: str, number: str | int) -> Path:
    return images / name / f"{name}_{int(number):04d}.jpg"


def _pair(images: Path, fields: list[str]) -> tuple[Any, ...]:
    if len(fields) == 3:
        return _face(images, fields[0], fields[1]), _face(images, fields[0], fields[2]), np.uint32(1)
    return _face(images, fields[0], fields[1]), _face(images, fields[2], fields[3]), np.uint32(0)
