"""Datasets of text in the files they are published in.

Source: mindspore.dataset.engine.datasets_text, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import (
    Records,
    RecordsDataset,
    SourceDataset,
    TextBaseDataset,
    as_text,
    existing,
    files_of,
    folder,
    usage_of,
)
from ms2torch.dataset.engine.datasets import Shuffle


class _Lines(SourceDataset, TextBaseDataset):
    """Base of those with one column: the lines that are not empty."""

    def _lines(self, path: Path) -> Iterator[Row]:
        with path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                text = line.removesuffix("\n")
                if text:
                    yield (as_text(text),)


class TextFileDataset(_Lines):
    """The lines of text files that are not empty. Column: text.

    Args:
        dataset_files (Union[str, list[str]]): paths, or patterns with ``*``; read in the order of their names.
        num_samples (int, optional): at most so many lines. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, 8.
        shuffle (Union[bool, Shuffle]): mix lines, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the lines into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a file does not exist.

    Differs from MindSpore:
        The parts of several shards are cut from the lines in the order without shards.

    Source: mindspore.dataset.TextFileDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        files = files_of("TextFileDataset", dataset_files)
        super().__init__(files, ["text"], num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


class PennTreebankDataset(_Lines):
    """The Penn Treebank: lines of news. Column: text.

    Args:
        dataset_dir (str): folder with ``ptb.train.txt``, ``ptb.valid.txt`` and ``ptb.test.txt``.
        usage (str, optional): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many lines. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, 8.
        shuffle (Union[bool, Shuffle]): mix lines, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the lines into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if a file does not exist.

    Differs from MindSpore:
        All files together are read in the order of their names.

    Source: mindspore.dataset.PennTreebankDataset, MindSpore 2.10
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
        root = folder("PennTreebankDataset", dataset_dir)
        part = usage_of("PennTreebankDataset", usage, ("train", "valid", "test", "all"))
        parts = ["test", "train", "valid"] if part == "all" else [part]
        files = existing("PennTreebankDataset", [root / f"ptb.{one}.txt" for one in parts])
        super().__init__(files, ["text"], num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


def _read_review(item: tuple[Path, int]) -> tuple[Any, ...]:
    path, label = item
    return as_text(path.read_text(encoding="utf-8")), np.int32(label)


class IMDBDataset(RecordsDataset, TextBaseDataset):
    """IMDB: reviews of films. Columns: text; label, int32, 1 for a good one.

    Args:
        dataset_dir (str): folder with ``train/pos``, ``train/neg``, ``test/pos`` and ``test/neg``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many. Default: ``None``, all.
        num_parallel_workers (int, optional): no effect. Default: ``None``.
        shuffle (bool, optional): read in a random order. Default: ``None``, True.
        sampler (Sampler, optional): what to read. Default: ``None``.
        num_shards (int, optional): divide the samples into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if the folder does not exist, or options contradict each other.
        RuntimeError: if there is no review.

    Differs from MindSpore:
        A review of several lines is given whole; MindSpore gives its last line.

    Source: mindspore.dataset.IMDBDataset, MindSpore 2.10
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
        root = folder("IMDBDataset", dataset_dir)
        part = usage_of("IMDBDataset", usage, ("train", "test", "all"))
        items = [
            (path, label)
            for one in (("train", "test") if part == "all" else (part,))
            for kind, label in (("pos", 1), ("neg", 0))
            for path in sorted((root / one / kind).glob("*.txt"))
        ]
        super().__init__(
            Records(items, _read_review),
            ["text", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
