"""What the readers of files share: datasets read by position, and datasets read in a row.

Source: mindspore.dataset.engine.datasets, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch._core.random_engines import Mersenne64
from ms2torch.dataset.core import config
from ms2torch.dataset.core.validator_helpers import (
    check_num_samples,
    check_sampler_shuffle_shard_options,
    check_valid_str,
    type_check,
)
from ms2torch.dataset.engine import _checks as check
from ms2torch.dataset.engine._rows import Epoch, Row, RowOfFile, shuffled
from ms2torch.dataset.engine._wording import pipeline_error
from ms2torch.dataset.engine.cache_client import check_cache
from ms2torch.dataset.engine.datasets import Dataset, Shuffle
from ms2torch.dataset.engine.datasets_user_defined import GeneratorDataset
from ms2torch.dataset.engine.samplers import Reshuffled

Array = NDArray[Any]

_SHUFFLED = 10000  # at most so many rows are mixed at a time, as in MindSpore


class Records:
    """Rows by position: picklable where the function is.

    Args:
        items (Sequence): what the function needs to know of each row.
        read (Callable): makes a row of an item.
    """

    def __init__(self, items: Sequence[Any], read: Callable[[Any], tuple[Any, ...]]) -> None:
        self._items = items
        self._read = read

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        item = self._items[index]
        columns = self._read(item)
        file = next((one for one in item if isinstance(one, Path)), None) if isinstance(item, tuple) else None
        return columns if file is None else RowOfFile.of(columns, str(file))


class RecordsDataset(GeneratorDataset):
    """Base of the datasets whose files are read by position."""

    def __init__(
        self,
        records: Any,
        columns: list[str],
        num_samples: int | None,
        num_parallel_workers: int | None,
        shuffle: bool | Shuffle | None,
        sampler: Any,
        num_shards: int | None,
        shard_id: int | None,
        cache: object,
    ) -> None:
        name = type(self).__name__
        cache = check_cache(cache)
        check.workers(num_parallel_workers)
        if not len(records):
            raise RuntimeError(f"{name}: there is no sample in the files given.")
        check_sampler_shuffle_shard_options(
            {
                "sampler": sampler,
                "shuffle": shuffle,
                "num_shards": num_shards,
                "shard_id": shard_id,
                "num_samples": num_samples,
            }
        )
        # files are read in this process: what is asked of workers here is threads in MindSpore, which change nothing
        super().__init__(
            records,
            columns,
            num_samples=num_samples,
            shuffle=shuffle,
            sampler=sampler,
            num_shards=num_shards,
            shard_id=shard_id,
        )
        self.cache = cache


class VisionBaseDataset(Dataset):
    """Base of the datasets of images.

    Source: mindspore.dataset.engine.datasets.VisionBaseDataset, MindSpore 2.10
    """


class TextBaseDataset(Dataset):
    """Base of the datasets of text.

    Source: mindspore.dataset.TextBaseDataset, MindSpore 2.10
    """

    def build_vocab(
        self,
        columns: str | list[str] | None,
        freq_range: tuple[int | None, int | None] | None,
        top_k: int | None,
        special_tokens: list[str] | None,
        special_first: bool,
    ) -> Any:
        """Make a vocabulary of the words in columns; arguments as in `text.Vocab.from_dataset`.

        Source: mindspore.dataset.TextBaseDataset.build_vocab, MindSpore 2.10
        """
        from ms2torch.dataset.text import Vocab  # pyright: ignore[reportAttributeAccessIssue]

        return Vocab.from_dataset(self, columns, freq_range, top_k, special_tokens, special_first)


class SourceDataset(Dataset):
    """Base of the datasets read from files in a row.

    With several files, and no shuffling, a row of each comes in turn.

    Source: mindspore.dataset.SourceDataset, MindSpore 2.10
    """

    def __init__(
        self,
        files: list[Path],
        columns: list[str],
        num_samples: int | None,
        num_parallel_workers: int | None,
        shuffle: bool | Shuffle | None,
        num_shards: int | None,
        shard_id: int | None,
        cache: object,
    ) -> None:
        super().__init__()
        name = type(self).__name__
        self.cache = check_cache(cache)
        check.workers(num_parallel_workers)
        if num_samples is not None:
            check_num_samples(num_samples)
        if not isinstance(shuffle, (bool, Shuffle)) and shuffle is not None:
            raise TypeError(f"{name}: `shuffle` must be a bool or one of Shuffle, but got {shuffle!r}.")
        check_sampler_shuffle_shard_options({"num_shards": num_shards, "shard_id": shard_id})
        self.column_names = columns
        self._files = files
        self._num_samples = num_samples or None
        self._side_by_side = num_parallel_workers or config.get_num_parallel_workers()
        self._shuffle = (
            shuffle if isinstance(shuffle, Shuffle) else Shuffle.FALSE if shuffle is False else Shuffle.GLOBAL
        )
        self._shard = (shard_id or 0, num_shards or 1)
        self._all_rows: int | None = None

    def get_col_names(self) -> list[str]:
        """Return the names of the columns."""
        return list(self.column_names)

    def _lines(self, path: Path) -> Iterator[Row]:
        """Give the rows of one file."""
        raise NotImplementedError

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        files = list(self._files)
        if self._shuffle != Shuffle.FALSE:
            # the seed of one part stays, what it mixes is the order before; several parts must agree without a seed
            alone = self._shard[1] == 1
            mixed = Reshuffled.of(self, epoch, len(files))
            files = [files[place] for place in mixed.order(epoch.seed if alone else 1, epoch.number, 0 if alone else 1)]
        mine = islice(self._mine(files), self._num_samples)
        if self._shuffle != Shuffle.GLOBAL:
            return mine
        engine = epoch.kept(self._files, lambda: Mersenne64(epoch.seed))
        return shuffled(mine, self._mixed_at_once(), engine)

    def _mixed_at_once(self) -> int:
        """Return how many rows are mixed at a time: as many as four files of average length have, as in MindSpore."""
        if len(self._files) == 1:
            return _SHUFFLED
        if self._all_rows is None:
            self._all_rows = sum(1 for path in self._files for _ in self._lines(path))
        mine = -(-self._all_rows // self._shard[1])
        return min(max(2, 4 * (mine // len(self._files))), _SHUFFLED)

    def _rows_of(self, path: Path) -> Iterator[Row]:
        file = str(path)
        try:
            for row in self._lines(path):
                yield RowOfFile.of(row, file)
        except UnicodeDecodeError as error:
            raise RuntimeError(
                pipeline_error(f"Failed to cast to Unicode string. {path} is no text in UTF-8: {error}")
            ) from error

    def _mine(self, files: list[Path]) -> Iterator[Row]:
        shard, shards = self._shard
        if shards == 1:
            return _in_turn([self._rows_of(path) for path in files], self._side_by_side)
        # every part gets the same number: the last one goes on at the beginning
        whole = [row for path in files for row in self._rows_of(path)]
        share = -(-len(whole) // shards)
        start = shard * share
        return (whole[(start + step) % len(whole)] for step in range(share if whole else 0))


def _in_turn(sources: list[Iterator[Row]], side_by_side: int) -> Iterator[Row]:
    """Give one row of each reader in turn; a reader has every so many-th file."""
    readers = [_one_after_another(sources[place::side_by_side]) for place in range(min(side_by_side, len(sources)))]
    while readers:
        going: list[Iterator[Row]] = []
        for reader in readers:
            row = next(reader, None)
            if row is not None:
                going.append(reader)
                yield row
        readers = going


def _one_after_another(sources: list[Iterator[Row]]) -> Iterator[Row]:
    for source in sources:
        yield from source


def folder(where: str, dataset_dir: object) -> Path:
    """Return an existing folder.

    Raises:
        TypeError: if `dataset_dir` is not a str.
        ValueError: if there is none.
    """
    type_check(dataset_dir, (str,), "dataset_dir", where)
    assert isinstance(dataset_dir, str)
    path = Path(dataset_dir)
    if not path.is_dir():
        raise ValueError(
            f"{where}: The folder {dataset_dir} does not exist or is not a directory or permission denied!"
        )
    return path


def usage_of(where: str, usage: object, known: tuple[str, ...], default: str = "all", argument: str = "usage") -> str:
    """Return which part of the data is asked for.

    Raises:
        TypeError: if `usage` is neither ``None`` nor a str.
        ValueError: if it is not known.
    """
    if usage is None:
        return default
    check_valid_str(usage, list(known), argument, where)
    return str(usage)


def existing(where: str, paths: list[Path]) -> list[Path]:
    """Return the paths.

    Raises:
        RuntimeError: if one is no file.
    """
    for path in paths:
        if not path.is_file():
            raise RuntimeError(f"{where}: dataset file: [{path}] is invalid or does not exist.")
    return paths


def files_of(where: str, dataset_files: Any) -> list[Path]:
    """Return the files of a path, a pattern or a list of them, in the order of their names.

    Raises:
        TypeError: if they are not str.
        ValueError: if there is none.
    """
    import glob

    patterns = [dataset_files] if isinstance(dataset_files, str) else dataset_files
    if not isinstance(patterns, (list, tuple)) or not all(isinstance(one, str) for one in patterns):
        raise TypeError(f"{where}: `dataset_files` must be a str or a list of str, but got {dataset_files!r}.")
    found: list[str] = []
    for pattern in patterns:
        matches = sorted(glob.glob(pattern))  # noqa: PTH207
        if not matches:
            raise ValueError(f"{where}: The following patterns did not match any files: ['{pattern}'].")
        found += matches
    return [Path(path) for path in sorted(found)]


def as_text(value: str) -> Array:
    """Return a text as an array."""
    return np.array(value)
