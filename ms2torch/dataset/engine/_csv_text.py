"""Datasets of text in files of comma-separated values: ``train.csv`` and ``test.csv``.

Source: mindspore.dataset.engine.datasets_text, MindSpore 2.10
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import SourceDataset, TextBaseDataset, as_text, existing, folder, usage_of
from ms2torch.dataset.engine.datasets import Shuffle

_PARTS = ("train", "test", "all")


class _Articles(SourceDataset, TextBaseDataset):
    """Base: the fields of each line are the columns."""

    _columns: tuple[str, ...] = ()
    _order: tuple[str, ...] = ("test", "train")  # of the files, where all are read

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
        where = type(self).__name__
        part = usage_of(where, usage, _PARTS)
        root = folder(where, dataset_dir)
        files = existing(where, [root / f"{name}.csv" for name in (self._order if part == "all" else [part])])
        columns = list(self._columns)
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        with path.open(encoding="utf-8", newline="") as file:
            for number, fields in enumerate(csv.reader(file), 1):
                if not fields:
                    continue
                if len(fields) != len(self._columns):
                    raise RuntimeError(
                        f"{type(self).__name__}: line {number} of {path} has {len(fields)} fields, not "
                        f"{len(self._columns)}."
                    )
                yield tuple(as_text(field) for field in fields)


class AGNewsDataset(_Articles):
    """AG News: news of four classes. Columns: index, title, description; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.AGNewsDataset, MindSpore 2.10
    """

    _columns = ("index", "title", "description")


class AmazonReviewDataset(_Articles):
    """Amazon reviews. Columns: label, title, content; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.AmazonReviewDataset, MindSpore 2.10
    """

    _columns = ("label", "title", "content")


class DBpediaDataset(_Articles):
    """DBpedia: articles of fourteen classes. Columns: class, title, content; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.DBpediaDataset, MindSpore 2.10
    """

    _columns = ("class", "title", "content")


class SogouNewsDataset(_Articles):
    """Sogou news. Columns: index, title, content; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.SogouNewsDataset, MindSpore 2.10
    """

    _columns = ("index", "title", "content")
    _order = ("train", "test")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


class YahooAnswersDataset(_Articles):
    """Yahoo answers. Columns: class, title, content, answer; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.YahooAnswersDataset, MindSpore 2.10
    """

    _columns = ("class", "title", "content", "answer")


class YelpReviewDataset(_Articles):
    """Yelp reviews. Columns: label, text; all text.

    Args:
        dataset_dir (str): folder with ``train.csv`` and ``test.csv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a line has another number of fields.

    Source: mindspore.dataset.YelpReviewDataset, MindSpore 2.10
    """

    _columns = ("label", "text")
    _order = ("train", "test")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
