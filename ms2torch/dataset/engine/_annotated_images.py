"""Datasets of images with boxes, masks or a second image.

Source: mindspore.dataset.engine.datasets_vision, MindSpore 2.10
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

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


_COCO = {
    "Detection": ("bbox", "category_id", "iscrowd"),
    "Stuff": ("segmentation", "iscrowd"),
    "Keypoint": ("keypoints", "num_keypoints"),
    "Panoptic": ("bbox", "category_id", "iscrowd", "area"),
    "Captioning": ("captions",),
}


class CocoDataset(RecordsDataset, VisionBaseDataset):
    """COCO: photographs with boxes, outlines, points or captions. Columns: image, and those of the task.

    Args:
        dataset_dir (str): folder of the images.
        annotation_file (str): JSON file of what is in them.
        task (str): ``"Detection"``, ``"Stuff"``, ``"Panoptic"``, ``"Keypoint"`` or ``"Captioning"``. Default:
            ``"Detection"``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        extra_metadata (bool): give the name of the file too, in the column _meta-filename. Default: ``False``.
        decrypt: not supported; must be ``None``. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.CocoDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        task: str = "Detection",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
        extra_metadata: bool = False,
        decrypt: object = None,
    ) -> None:
        require_default("dataset.CocoDataset", "decrypt", decrypt, None, "decrypt the files first")
        usage_of("CocoDataset", task, tuple(_COCO))
        self._categories = _coco_categories(annotation_file, task)
        super().__init__(
            Records(_coco(dataset_dir, annotation_file, task, extra_metadata), _WithImages(decode, "CocoDataset")),
            ["image", *_COCO[task], *(["_meta-filename"] if extra_metadata else [])],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def get_class_indexing(self) -> dict[str, list[int]]:
        """Return the number of each class, and for panoptic images whether it is a thing.

        Source: mindspore.dataset.CocoDataset.get_class_indexing, MindSpore 2.10
        """
        return dict(self._categories)


def _coco_content(annotation_file: str) -> dict[str, Any]:
    path = Path(annotation_file)
    if not path.is_file():
        raise ValueError(f"CocoDataset: The file {annotation_file} does not exist or permission denied!")
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RuntimeError(f"CocoDataset: Invalid annotation file, {path} is no JSON: {error}.") from error


def _coco_categories(annotation_file: str, task: str) -> dict[str, list[int]]:
    if task in ("Keypoint", "Captioning"):
        return {}
    categories = _coco_content(annotation_file).get("categories", [])
    return {
        str(one["name"]): [int(one["id"]), *([int(one["isthing"])] if task == "Panoptic" else [])] for one in categories
    }


def _coco(dataset_dir: str, annotation_file: str, task: str, extra_metadata: bool) -> list[tuple[Any, ...]]:
    root = folder("CocoDataset", dataset_dir)
    content = _coco_content(annotation_file)
    try:
        names = {int(one["id"]): str(one["file_name"]) for one in content["images"]}
        known = {int(one["id"]) for one in content.get("categories", [])}
        found: dict[int, list[dict[str, Any]]] = {}
        for entry in content["annotations"]:
            parts = entry["segments_info"] if task == "Panoptic" else [entry]
            found.setdefault(int(entry["image_id"]), []).extend(parts)
        rows = [
            (
                root / name,
                *_coco_columns(found[number], task, known),
                *([as_text(Path(name).stem)] if extra_metadata else []),
            )
            for number, name in names.items()
            if number in found
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise RuntimeError(
            f"CocoDataset: Invalid annotation, the attribute of {error} is missing or wrong in {annotation_file}."
        ) from error
    return rows


def _coco_columns(entries: list[dict[str, Any]], task: str, known: set[int]) -> Iterator[Any]:
    if task in ("Detection", "Panoptic"):
        numbers = [int(one["category_id"]) for one in entries]
        unknown = [number for number in numbers if number not in known]
        if unknown:
            raise RuntimeError(f"CocoDataset: category_id {unknown[0]} can't be found in the categories.")
        yield np.array([one["bbox"] for one in entries], np.float32)
        yield np.array(numbers, np.uint32)[:, None]
        yield np.array([one.get("iscrowd", 0) for one in entries], np.uint32)[:, None]
        if task == "Panoptic":
            yield np.array([one["area"] for one in entries], np.uint32)[:, None]
    elif task == "Stuff":
        outlines = [_outline(one["segmentation"]) for one in entries]
        wide = np.full((len(outlines), max(map(len, outlines))), -1, np.float32)
        for row, outline in zip(wide, outlines, strict=True):
            row[: len(outline)] = outline
        yield wide
        yield np.array([one.get("iscrowd", 0) for one in entries], np.uint32)[:, None]
    elif task == "Keypoint":
        yield np.array([one["keypoints"] for one in entries], np.float32)
        yield np.array([one["num_keypoints"] for one in entries], np.uint32)[:, None]
    else:
        yield np.array([one["caption"] for one in entries])[:, None]


def _outline(segmentation: Any) -> list[float]:
    """Return the points of polygons one after another, or the runs of a mask."""
    if isinstance(segmentation, dict):
        return list(segmentation["counts"])
    return [value for part in segmentation for value in part]


_VOC = {"Segmentation": ("image", "target"), "Detection": ("image", "bbox", "label", "difficult", "truncate")}


class VOCDataset(RecordsDataset, VisionBaseDataset):
    """Pascal VOC: photographs with masks or boxes. Columns: image; target, or bbox, label, difficult, truncate.

    Args:
        dataset_dir (str): folder with ``JPEGImages``, ``ImageSets`` and so on.
        task (str): ``"Segmentation"`` or ``"Detection"``. Default: ``"Segmentation"``.
        usage (str): list of ``ImageSets``. Default: ``"train"``.
        class_indexing (dict, optional): label of each class; others are left out. Default: ``None``: 0, 1 ... in the
            order of the names.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.
        extra_metadata (bool): give the name of the file too, in the column _meta-filename. Default: ``False``.
        decrypt: not supported; must be ``None``. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.VOCDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Segmentation",
        usage: str = "train",
        class_indexing: dict[str, int] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        decode: bool = False,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
        extra_metadata: bool = False,
        decrypt: object = None,
    ) -> None:
        require_default("dataset.VOCDataset", "decrypt", decrypt, None, "decrypt the files first")
        usage_of("VOCDataset", task, tuple(_VOC))
        if task == "Segmentation" and class_indexing is not None:
            raise ValueError("class_indexing is not supported in Segmentation task.")
        self._classes = _voc_classes(dataset_dir, task, usage, class_indexing)
        super().__init__(
            Records(_voc(dataset_dir, task, usage, self._classes, extra_metadata), _WithImages(decode, "VOCDataset")),
            [*_VOC[task], *(["_meta-filename"] if extra_metadata else [])],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def get_class_indexing(self) -> dict[str, int]:
        """Return the label of each class.

        Source: mindspore.dataset.VOCDataset.get_class_indexing, MindSpore 2.10
        """
        return dict(self._classes)


def _voc_names(dataset_dir: str, task: str, usage: str) -> tuple[Path, list[str]]:
    root = folder("VOCDataset", dataset_dir)
    path = root / "ImageSets" / ("Main" if task == "Detection" else task) / f"{usage}.txt"
    if not path.is_file():
        raise ValueError(f"The file {path} does not exist or permission denied!")
    names = _lines("VOCDataset", path)
    return root, [line.strip() for line in names if line.strip()]


def _voc_objects(path: Path) -> list[dict[str, Any]]:
    try:
        tree = ET.parse(existing("VOCDataset", [path])[0])  # noqa: S314 - the user's own files
        return [_voc_object(one) for one in tree.getroot().iter("object")]
    except (ET.ParseError, AttributeError, TypeError, ValueError) as error:
        raise RuntimeError(f"VOCDataset: Invalid xml, {path} is damaged: {error}.") from error


def _voc_object(one: Any) -> dict[str, Any]:
    left, top, right, bottom = (float(one.find("bndbox").find(name).text) for name in ("xmin", "ymin", "xmax", "ymax"))
    flags = [
        int((one.find(name).text if one.find(name) is not None else None) or 0) for name in ("difficult", "truncated")
    ]
    return {"name": one.find("name").text, "box": [left, top, right - left, bottom - top], "flags": flags}


def _voc_classes(dataset_dir: str, task: str, usage: str, given: dict[str, int] | None) -> dict[str, int]:
    if task == "Segmentation" or given is not None:
        return dict(given or {})
    root, names = _voc_names(dataset_dir, task, usage)
    found = {one["name"] for name in names for one in _voc_objects(root / "Annotations" / f"{name}.xml")}
    return {name: number for number, name in enumerate(sorted(found))}


def _voc(
    dataset_dir: str, task: str, usage: str, classes: dict[str, int], extra_metadata: bool
) -> list[tuple[Any, ...]]:
    root, names = _voc_names(dataset_dir, task, usage)
    rows: list[tuple[Any, ...]] = []
    for name in names:
        image = root / "JPEGImages" / f"{name}.jpg"
        extra = [as_text(name)] if extra_metadata else []
        if task == "Segmentation":
            rows.append((image, root / "SegmentationClass" / f"{name}.png", *extra))
            continue
        objects = [one for one in _voc_objects(root / "Annotations" / f"{name}.xml") if one["name"] in classes]
        if objects:
            flags = np.array([one["flags"] for one in objects], np.uint32)
            labels = np.array([classes[one["name"]] for one in objects], np.uint32)
            boxes = np.array([one["box"] for one in objects], np.float32)
            rows.append((image, boxes, labels[:, None], flags[:, :1], flags[:, 1:], *extra))
    return rows


class ManifestDataset(RecordsDataset, VisionBaseDataset):
    """ModelArts manifests: a line of JSON for each image. Columns: image, uint8; label, int32.

    Args:
        dataset_file (str): the manifest.
        usage (str): ``"train"``, ``"eval"`` or ``"inference"``. Default: ``"train"``.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        class_indexing (dict, optional): label of each class; others are left out. Default: ``None``: 0, 1 ... in the
            order of the names.
        decode (bool): give pixels, not the bytes of the file. Default: ``False``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: if there is no sample, or a file is damaged.

    Source: mindspore.dataset.ManifestDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_file: str,
        usage: str = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        usage_of("ManifestDataset", usage, ("train", "eval", "inference"))
        self._classes = _manifest_classes(dataset_file, usage, class_indexing)
        super().__init__(
            Records(_manifest(dataset_file, usage, self._classes), _WithImages(decode, "ManifestDataset")),
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
        """Return the label of each class.

        Source: mindspore.dataset.ManifestDataset.get_class_indexing, MindSpore 2.10
        """
        return dict(self._classes)


def _manifest_entries(dataset_file: str, usage: str) -> Iterator[tuple[str, list[str]]]:
    path = Path(dataset_file)
    if not path.is_file():
        raise ValueError(f"The file {dataset_file} does not exist or permission denied!")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            source, names = (
                str(entry["source"]),
                [str(one["name"]) for one in entry.get("annotation", []) if "name" in one],
            )
        except (ValueError, KeyError, TypeError) as error:
            raise RuntimeError(
                f"ManifestDataset: Invalid manifest file, line {number} of {path} is damaged: {error}."
            ) from error
        if str(entry.get("usage", "train")).lower() == usage:
            yield source, names


def _manifest_classes(dataset_file: str, usage: str, given: dict[str, int] | None) -> dict[str, int]:
    if given is not None:
        return dict(given)
    names = {name for _, labels in _manifest_entries(dataset_file, usage) for name in labels}
    return {name: number for number, name in enumerate(sorted(names))}


def _manifest(dataset_file: str, usage: str, classes: dict[str, int]) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for source, names in _manifest_entries(dataset_file, usage):
        labels = [classes[name] for name in names if name in classes]
        if labels or not names:
            path = existing("ManifestDataset", [Path(source)])[0]
            rows.append((path, np.array(labels[0] if len(labels) == 1 else labels, np.int32)))
    return rows


_FACE = ("blur", "expression", "illumination", "occlusion", "pose", "invalid")


class WIDERFaceDataset(RecordsDataset, VisionBaseDataset):
    """WIDER FACE: faces in photographs. Columns: image, uint8; bbox, blur and so on, int32.

    Args:
        dataset_dir (str): folder with ``WIDER_train``, ``wider_face_split`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"``, ``"all"``. Default: ``None``, all.
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

    Source: mindspore.dataset.WIDERFaceDataset, MindSpore 2.10
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
            Records(_wider(dataset_dir, usage), _WithImages(decode, "WIDERFaceDataset")),
            ["image"] if usage == "test" else ["image", "bbox", *_FACE],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _wider(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "WIDERFaceDataset"
    part = usage_of(where, usage, ("train", "test", "valid", "all"))
    root = folder(where, dataset_dir)
    lists = root / "wider_face_split"
    if part == "test":
        names = _lines(where, lists / "wider_face_test_filelist.txt")
        return [(root / "WIDER_test" / "images" / name.strip(),) for name in names if name.strip()]
    parts = {"train": ["train"], "valid": ["val"], "all": ["train", "val"]}[part]
    return [
        row for name in parts for row in _wider_faces(root / f"WIDER_{name}", lists / f"wider_face_{name}_bbx_gt.txt")
    ]


def _wider_faces(root: Path, path: Path) -> Iterator[tuple[Any, ...]]:
    lines = iter(_lines("WIDERFaceDataset", path))
    for name in lines:
        if not name.strip():
            continue
        try:
            count = max(int(next(lines)), 1)
            faces = np.array([next(lines).split() for _ in range(count)], np.int32).reshape(count, 10)
        except (ValueError, StopIteration) as error:
            raise RuntimeError(f"WIDERFaceDataset: Invalid file, {path} is damaged at {name}.") from error
        # in the order of the file, as in MindSpore; the published description has "invalid" before the two others
        yield root / "images" / name.strip(), faces[:, :4], *faces[:, 4:].T


_STREET = ("truncated", "occluded", "alpha", "bbox", "dimensions", "location", "rotation_y")


class KITTIDataset(RecordsDataset, VisionBaseDataset):
    """KITTI: streets. Columns: image, uint8, and for training what is known of each object in it.

    Args:
        dataset_dir (str): folder with ``data_object_image_2`` and ``data_object_label_2``.
        usage (str, optional): ``"train"``, ``"test"``. Default: ``None``, train.
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

    Source: mindspore.dataset.KITTIDataset, MindSpore 2.10
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
            Records(_streets(dataset_dir, usage), _WithImages(decode, "KITTIDataset")),
            ["image"] if usage == "test" else ["image", "label", *_STREET],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _streets(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "KITTIDataset"
    part = usage_of(where, usage, ("train", "test"), "train")
    root = folder(where, dataset_dir)
    images = sorted((root / "data_object_image_2" / f"{part}ing" / "image_2").glob("*.png"))
    if part == "test":
        return [(path,) for path in images]
    labels = root / "data_object_label_2" / "training" / "label_2"
    rows = {
        path: [line.split() for line in _lines(where, labels / f"{path.stem}.txt") if line.strip()] for path in images
    }
    kinds = sorted({row[0] for found in rows.values() for row in found})
    return [(path, *_street(path, found, kinds)) for path, found in rows.items()]


def _street(path: Path, rows: list[list[str]], kinds: list[str]) -> Iterator[Any]:
    try:
        values = np.array([row[1:15] for row in rows], np.float64).reshape(len(rows), 14)
        yield np.array([kinds.index(row[0]) for row in rows], np.uint32)[:, None]
    except ValueError as error:
        raise RuntimeError(f"KITTIDataset: {path} is damaged: {error}.") from error
    yield values[:, :1].astype(np.float32)
    yield values[:, 1:2].astype(np.int64).astype(np.uint32)
    yield values[:, 2:3].astype(np.float32)
    yield values[:, 3:7].astype(np.float32)
    yield values[:, 7:10].astype(np.float32)
    yield values[:, 10:13].astype(np.float32)
    yield values[:, 13:14].astype(np.float32)


class DIV2KDataset(RecordsDataset, VisionBaseDataset):
    """DIV2K: photographs, sharp and reduced. Columns: hr_image, uint8; lr_image, uint8.

    Args:
        dataset_dir (str): folder with ``DIV2K_train_HR`` and so on.
        usage (str): ``"train"``, ``"valid"`` or ``"all"``. Default: ``"train"``.
        downgrade (str): ``"bicubic"``, ``"unknown"``, ``"mild"``, ``"difficult"`` or ``"wild"``. Default:
            ``"bicubic"``.
        scale (int): 2, 3, 4 or 8. Default: ``2``.
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

    Source: mindspore.dataset.DIV2KDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        downgrade: str = "bicubic",
        scale: int = 2,
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
            Records(_reduced(dataset_dir, usage, downgrade, scale), _WithImages(decode, "DIV2KDataset")),
            ["hr_image", "lr_image"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _reduced(dataset_dir: str, usage: str, downgrade: str, scale: int) -> list[tuple[Any, ...]]:
    where = "DIV2KDataset"
    part = usage_of(where, usage, ("train", "valid", "all"))
    way = usage_of(where, downgrade, ("bicubic", "unknown", "mild", "difficult", "wild"))
    if (
        scale not in (2, 3, 4, 8)
        or (scale == 8 and way != "bicubic")
        or (way not in ("bicubic", "unknown") and scale != 4)
    ):
        raise ValueError(f"{where}: there is no `scale` {scale} of {way!r}.")
    root = folder(where, dataset_dir)
    rows: list[tuple[Any, ...]] = []
    for name in ("train", "valid") if part == "all" else (part,):
        sharp = sorted((root / f"DIV2K_{name}_HR").glob("*.png"))
        if way in ("bicubic", "unknown") and scale != 8:
            others, end = root / f"DIV2K_{name}_LR_{way}" / f"X{scale}", f"x{scale}"
        else:
            others = root / f"DIV2K_{name}_LR_{'x8' if scale == 8 else way}"
            end = "x8" if scale == 8 else f"x4{way[0]}"
        pairs = [(path, others / f"{path.stem}{end}.png") for path in sharp]
        existing(where, [other for _, other in pairs])
        rows += pairs
    return rows


class CityscapesDataset(RecordsDataset, VisionBaseDataset):
    """Cityscapes: streets with masks. Columns: image, uint8; task, uint8, or text of JSON for polygons.

    Args:
        dataset_dir (str): folder with ``leftImg8bit`` and ``gtFine`` or ``gtCoarse``.
        usage (str): ``"train"``, ``"test"``, ``"val"`` or ``"all"``; of coarse masks ``"train_extra"`` in place of
            test. Default: ``"train"``.
        quality_mode (str): ``"fine"`` or ``"coarse"``. Default: ``"fine"``.
        task (str): ``"instance"``, ``"semantic"``, ``"polygon"`` or ``"color"``. Default: ``"instance"``.
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

    Source: mindspore.dataset.CityscapesDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        quality_mode: str = "fine",
        task: str = "instance",
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
            Records(_cities(dataset_dir, usage, quality_mode, task), _WithImages(decode, "CityscapesDataset")),
            ["image", "task"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_MASKS = {"instance": "instanceIds.png", "semantic": "labelIds.png", "polygon": "polygons.json", "color": "color.png"}


def _cities(dataset_dir: str, usage: str, quality_mode: str, task: str) -> list[tuple[Any, ...]]:
    where = "CityscapesDataset"
    quality = usage_of(where, quality_mode, ("fine", "coarse"))
    known = ("train", "val", "test") if quality == "fine" else ("train", "train_extra", "val")
    part = usage_of(where, usage, (*known, "all"))
    end = _MASKS[usage_of(where, task, tuple(_MASKS))]
    root = folder(where, dataset_dir)
    name = "gtFine" if quality == "fine" else "gtCoarse"
    rows: list[tuple[Any, ...]] = []
    for one in known if part == "all" else (part,):
        for image in sorted((root / "leftImg8bit" / one).glob("*/*.png")):
            stem = image.stem.removesuffix("_leftImg8bit")
            mask = existing(where, [root / name / one / image.parent.name / f"{stem}_{name}_{end}"])[0]
            rows.append((image, as_text(mask.read_text(encoding="utf-8")) if task == "polygon" else mask))
    return rows
