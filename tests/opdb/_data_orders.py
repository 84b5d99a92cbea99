"""Pipelines whose order of rows and random draws both sides share, as functions of either `dataset` module."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

NUMBERS = np.arange(23)
IMAGES = (np.arange(6 * 16 * 20 * 3).reshape(6, 16, 20, 3) * 37 % 251).astype(np.uint8)


def epochs(dataset: Any, number: int = 3) -> list[list[Any]]:
    """Return the rows of some epochs of one iterator: texts, numbers, or the sums of arrays."""
    iterator = dataset.create_tuple_iterator(num_epochs=number, output_numpy=True)
    return [[_plain(row[0]) for row in iterator] for _ in range(number)]


def _plain(value: Any) -> Any:
    array = np.asarray(value)
    return str(array) if array.dtype.kind in "US" else int(array.astype(np.int64).sum())


def _slices(ds: Any, **options: Any) -> Any:
    return ds.NumpySlicesDataset(NUMBERS, **options)


def _text(ds: Any, folder: Path, **options: Any) -> Any:
    paths: list[str] = []
    for place, name in enumerate("abcde"):
        path = folder / f"{name}.txt"
        path.write_text("".join(f"{name}{line}\n" for line in range(place + 3)), encoding="utf-8")
        paths.append(str(path))
    return ds.TextFileDataset(paths, num_parallel_workers=1, **options)


def _records(ds: Any, mindrecord: Any, folder: Path, **options: Any) -> Any:
    path = str(folder / "numbers.mindrecord")
    if not Path(f"{path}0").exists():
        writer = mindrecord.FileWriter(path, 3)
        writer.set_header_size(1 << 14)
        writer.set_page_size(1 << 15)
        writer.add_schema({"a": {"type": "int64"}})
        writer.write_raw_data([{"a": number} for number in range(15)])
        writer.commit()
    return ds.MindDataset([f"{path}{one}" for one in range(3)], **options)


def _images(ds: Any, operations: Any, workers: int = 1, in_processes: bool = False) -> Any:
    images = ds.NumpySlicesDataset(IMAGES, ["image"], shuffle=False)
    return images.map(operations, "image", num_parallel_workers=workers, python_multiprocessing=in_processes)


class _Drawn:
    """Rows of drawn numbers."""

    def __getitem__(self, index: int) -> Any:
        return drawn(np.array(index))

    def __len__(self) -> int:
        return 7


def drawn(row: Any) -> Any:
    """Return one number that tells the row and what `random` and `numpy.random` gave."""
    return np.array(int(row.sum()) % 1000 + 1000 * random.randint(0, 999) + 1000000 * np.random.randint(1000))


def _of_batch(column: list[Any], _: object) -> tuple[list[Any]]:
    return ([drawn(one) for one in column],)


def _drawn(ds: Any, workers: int = 2, **options: Any) -> Any:
    return ds.GeneratorDataset(_Drawn(), ["a"], num_parallel_workers=workers, **{"shuffle": False, **options})


def _mapped(rows: Any, workers: int = 2) -> Any:
    return rows.map(drawn, num_parallel_workers=workers, python_multiprocessing=True)


def _in_workers(ds: Any) -> dict[str, Callable[[], Any]]:
    """Return pipelines with worker processes, or operations that hold others in several workers, by name."""
    V, T = ds.vision, ds.transforms
    return {
        "source_processes": lambda: _drawn(ds),
        "source_processes_shuffled": lambda: _drawn(ds, shuffle=True),
        "source_processes_sampler": lambda: _drawn(ds, shuffle=None, sampler=ds.RandomSampler(num_samples=5)),
        "source_processes_batches": lambda: _drawn(ds, shuffle=None, batch_sampler=[[0, 1], [2, 3], [4]]),
        "map_processes": lambda: _mapped(_slices(ds, shuffle=False)),
        "map_process": lambda: _mapped(_slices(ds, shuffle=False), 1),
        "map_map_processes": lambda: _mapped(_mapped(_slices(ds, shuffle=False))),
        "source_map_processes_repeated": lambda: _mapped(_drawn(ds)).repeat(2),
        "source_map_processes_some": lambda: _mapped(_drawn(ds)).skip(1).take(3),
        "batch_processes": lambda: _slices(ds, shuffle=False).batch(
            4, num_parallel_workers=2, per_batch_map=_of_batch, python_multiprocessing=True
        ),
        "images_processes": lambda: _images(ds, [V.RandomCrop(5), V.RandomHorizontalFlip()], 2, True),
        "images_function_processes": lambda: _images(ds, [V.RandomCrop(5), drawn], 2, True),
        "pillow_processes": lambda: _images(
            ds, [V.ToPIL(), V.RandomPerspective(0.4, 1.0), V.RandomCrop(5), V.RandomHorizontalFlip(), V.ToTensor(),
                 lambda image: np.rint(image * 255)], 2, True
        ),
        "choice_two_workers": lambda: _images(ds, T.RandomChoice([V.RandomCrop(5), V.RandomCrop(4)]), 2),
        "apply_two_workers": lambda: _images(
            ds, T.Compose([V.RandomCrop(9), T.RandomApply([V.RandomCrop(5), V.RandomHorizontalFlip()], 0.6)]), 2
        ),
        "subpolicy_two_workers": lambda: _images(
            ds, V.RandomSelectSubpolicy([[(V.RandomCrop(5), 0.5)], [(V.RandomCrop(6), 0.6)]]), 2
        ),
        "uniform_two_workers": lambda: _images(ds, V.UniformAugment([V.RandomCrop(5), V.RandomCrop(4)], 1), 2),
        "some_of_source": lambda: _drawn(ds, 1).take(2).repeat(2),
        "some_of_crops": lambda: _images(ds, V.RandomCrop(5), 2).take(4),
        "the_shorter_of_two": lambda: ds.zip((_slices(ds, shuffle=False, num_samples=3), _drawn(ds, 1))).project(["a"]),
    }  # fmt: skip


def _batches(ds: Any, operation: Any) -> Any:
    columns = (IMAGES.transpose(0, 3, 1, 2), np.eye(6, dtype=np.int32))
    rows = ds.NumpySlicesDataset(columns, ["image", "label"], shuffle=False).batch(3)
    mixed = rows.map(operation, ["image", "label"], num_parallel_workers=1)
    # one column that tells both
    return mixed.map(lambda image, label: image.astype(np.float32).sum() + 1000 * label, ["image", "label"], ["both"])


def cases(ds: Any, mindrecord: Any, folder: Path) -> dict[str, Callable[[], Any]]:
    """Return the pipelines by name; each is made when it is called."""
    V, T = ds.vision, ds.transforms
    weights = [0.1 * (place + 1) for place in range(23)]
    return {
        "random": lambda: _slices(ds, sampler=ds.RandomSampler()),
        "random_some": lambda: _slices(ds, sampler=ds.RandomSampler(num_samples=7)),
        "so_many": lambda: _slices(ds, num_samples=7, shuffle=True),
        "more_than_there_are": lambda: _slices(ds, num_samples=99, shuffle=True),
        "random_more_than_there_are": lambda: _slices(ds, sampler=ds.RandomSampler(True, 99)),
        "random_replacement": lambda: _slices(ds, sampler=ds.RandomSampler(True, 9)),
        "weighted": lambda: _slices(ds, sampler=ds.WeightedRandomSampler(weights, 9)),
        "weighted_once": lambda: _slices(ds, sampler=ds.WeightedRandomSampler(weights, 9, replacement=False)),
        "subset_random": lambda: _slices(ds, sampler=ds.SubsetRandomSampler([3, 1, 8, 20, 11, 7, 5])),
        "distributed": lambda: _slices(ds, num_shards=3, shard_id=2, shuffle=True),
        "buffer_5": lambda: _slices(ds, shuffle=False).shuffle(5),
        "buffer_of_all": lambda: _slices(ds, shuffle=False).shuffle(23),
        "repeated": lambda: _slices(ds, shuffle=True).repeat(2),
        "split": lambda: _slices(ds, shuffle=False).split([0.6, 0.4])[1],
        "text_rows": lambda: _text(ds, folder),
        "text_files": lambda: _text(ds, folder, shuffle=ds.Shuffle.FILES),
        "text_some": lambda: _text(ds, folder, num_samples=6),
        "records": lambda: _records(ds, mindrecord, folder),
        "records_files": lambda: _records(ds, mindrecord, folder, shuffle=ds.Shuffle.FILES),
        "records_in_files": lambda: _records(ds, mindrecord, folder, shuffle=ds.Shuffle.INFILE),
        "records_part": lambda: _records(ds, mindrecord, folder, num_shards=2, shard_id=1),
        "records_partial": lambda: _records(ds, mindrecord, folder, shuffle=ds.Shuffle.PARTIAL),
        "records_part_files": lambda: _records(
            ds, mindrecord, folder, shuffle=ds.Shuffle.FILES, num_shards=4, shard_id=3
        ),
        "records_part_in_files": lambda: _records(
            ds, mindrecord, folder, shuffle=ds.Shuffle.INFILE, num_shards=4, shard_id=3
        ),
        "records_part_partial": lambda: _records(
            ds, mindrecord, folder, shuffle=ds.Shuffle.PARTIAL, num_shards=4, shard_id=3
        ),
        "records_block": lambda: _records(ds, mindrecord, folder, sampler=ds.DistributedSampler(4, 3, offset=0)),
        "records_block_partial": lambda: _records(
            ds, mindrecord, folder, sampler=ds.DistributedSampler(4, 1, ds.Shuffle.PARTIAL, offset=0)
        ),
        "records_subset": lambda: _records(ds, mindrecord, folder, sampler=ds.SubsetRandomSampler([3, 1, 8, 14])),
        "crop": lambda: _images(ds, V.RandomCrop(5)),
        "crop_two_workers": lambda: _images(ds, V.RandomCrop(5), 2),
        "crop_frames": lambda: ds.NumpySlicesDataset(IMAGES.reshape(3, 2, 16, 20, 3), ["image"], shuffle=False).map(
            V.RandomCrop(5), num_parallel_workers=1
        ),
        "crop_flip": lambda: _images(ds, [V.RandomCrop((7, 9), 2), V.RandomHorizontalFlip(), V.CenterCrop(4)]),
        "resized_crop": lambda: _images(ds, V.RandomResizedCrop((6, 7), interpolation=V.Inter.NEAREST)),
        "posterize": lambda: _images(ds, V.RandomPosterize((1, 8))),
        "solarize": lambda: _images(ds, V.RandomSolarize((10, 150))),
        "invert": lambda: _images(ds, V.RandomInvert(0.4)),
        "apply": lambda: _images(ds, T.RandomApply([V.Invert()], 0.4)),
        "choice": lambda: _images(ds, T.RandomChoice([V.Invert(), V.CenterCrop(5), V.CenterCrop(3)])),
        "subpolicy": lambda: _images(
            ds, V.RandomSelectSubpolicy([[(V.Invert(), 0.5), (V.CenterCrop(5), 0.6)], [(V.CenterCrop(3), 0.9)]])
        ),
        "auto_augment": lambda: _images(ds, V.AutoAugment()),
        "auto_augment_cifar10": lambda: _images(ds, V.AutoAugment(V.AutoAugmentPolicy.CIFAR10)),
        "auto_augment_svhn": lambda: _images(ds, V.AutoAugment(V.AutoAugmentPolicy.SVHN)),
        "rand_augment": lambda: _images(ds, V.RandAugment(3, 12)),
        "trivial_augment": lambda: _images(ds, V.TrivialAugmentWide()),
        "lighting": lambda: _images(ds, V.RandomLighting(0.1)),
        "cut_mix": lambda: _batches(ds, V.CutMixBatch(V.ImageBatchFormat.NCHW, 1.0, 0.7)),
        "mix_up": lambda: _batches(ds, V.MixUpBatch(0.9)),
        "erasing": lambda: _images(ds, V.RandomErasing(0.8)),
        "uniform_augment": lambda: _images(ds, V.UniformAugment([V.Invert(), V.CenterCrop(5), V.HorizontalFlip()], 2)),
        **_in_workers(ds),
    }


def run(ds: Any, make: Callable[[], Any], seed: int) -> list[list[Any]]:
    """Return the rows of a pipeline after a seed was set."""
    ds.config.set_seed(seed)
    np.random.seed(seed)
    random.seed(seed)
    return epochs(make())
