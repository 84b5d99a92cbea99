"""Datasets of text in files with one entry a line, or a tag for each word, or questions in JSON.

Source: mindspore.dataset.engine.datasets_text, MindSpore 2.10
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import (
    SourceDataset,
    TextBaseDataset,
    as_text,
    existing,
    files_of,
    folder,
    usage_of,
)
from ms2torch.dataset.engine.datasets import Shuffle


def _text_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.removesuffix("\n")


class EnWik9Dataset(SourceDataset, TextBaseDataset):
    """EnWik9: the beginning of the English Wikipedia, line by line. Column: text.

    Args:
        dataset_dir (str): folder with ``enwik9``.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``True``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.EnWik9Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = True,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        files = existing("EnWik9Dataset", [folder("EnWik9Dataset", dataset_dir) / "enwik9"])
        super().__init__(files, ["text"], num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        return ((as_text(line),) for line in _text_lines(path))


class WikiTextDataset(SourceDataset, TextBaseDataset):
    """WikiText: articles of the English Wikipedia, line by line. Column: text.

    Args:
        dataset_dir (str): folder with ``wiki.train.tokens`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.WikiTextDataset, MindSpore 2.10
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
        where = "WikiTextDataset"
        part = usage_of(where, usage, ("train", "test", "valid", "all"))
        names = ("train", "test", "valid") if part == "all" else (part,)
        root = folder(where, dataset_dir)
        files = sorted(existing(where, [root / f"wiki.{name}.tokens" for name in names]))
        super().__init__(files, ["text"], num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        return ((as_text(line),) for line in _text_lines(path) if line)


class SST2Dataset(SourceDataset, TextBaseDataset):
    """SST2: sentences of film reviews. Columns: sentence, text; label, text (not for testing).

    Args:
        dataset_dir (str): folder with ``train.tsv``, ``dev.tsv`` and ``test.tsv``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"dev"``. Default: ``None``, train.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.SST2Dataset, MindSpore 2.10
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
        part = usage_of("SST2Dataset", usage, ("train", "test", "dev"), "train")
        files = existing("SST2Dataset", [folder("SST2Dataset", dataset_dir) / f"{part}.tsv"])
        columns = ["sentence"] if part == "test" else ["sentence", "label"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        for number, line in enumerate(_text_lines(path)):
            if not number or not line:
                continue
            fields = line.split("\t")
            if len(fields) != 2:
                raise RuntimeError(f"SST2Dataset: line {number + 1} of {path} has {len(fields)} fields, not 2.")
            yield (as_text(fields[1]),) if len(self.column_names) == 1 else (as_text(fields[0]), as_text(fields[1]))


class _Tagged(SourceDataset, TextBaseDataset):
    """Base: a word and its tags a line, sentences divided by empty lines; each column is the array of a sentence."""

    _divider: str | None = None

    def _lines(self, path: Path) -> Iterator[Row]:
        for filled, lines in groupby(_text_lines(path), lambda line: bool(line.strip())):
            if not filled:
                continue
            words = [line.split(self._divider) for line in lines]
            if any(len(fields) != len(self.column_names) for fields in words):
                raise RuntimeError(
                    f"{type(self).__name__}: a line of {path} has not {len(self.column_names)} fields: {words[0]}."
                )
            yield tuple(np.array(column) for column in zip(*words, strict=True))


class CoNLL2000Dataset(_Tagged):
    """CoNLL 2000: sentences in parts of speech and chunks. Columns: word; pos_tag; chunk_tag.

    Args:
        dataset_dir (str): folder with ``train.txt`` and ``test.txt``.
        usage (str, optional): ``"train"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.CoNLL2000Dataset, MindSpore 2.10
    """

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
        where = "CoNLL2000Dataset"
        part = usage_of(where, usage, ("train", "test", "all"))
        root = folder(where, dataset_dir)
        files = existing(where, [root / f"{name}.txt" for name in (("test", "train") if part == "all" else (part,))])
        columns = ["word", "pos_tag", "chunk_tag"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


class UDPOSDataset(_Tagged):
    """UDPOS: sentences in parts of speech. Columns: word; universal; stanford.

    Args:
        dataset_dir (str): folder with ``en-ud-tag.v2.train.txt`` and so on.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.UDPOSDataset, MindSpore 2.10
    """

    _divider = "\t"

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
        where = "UDPOSDataset"
        part = usage_of(where, usage, ("train", "test", "valid", "all"))
        names = {"train": "train", "test": "test", "valid": "dev"}
        wanted = sorted(names.values()) if part == "all" else [names[part]]
        root = folder(where, dataset_dir)
        files = existing(where, [root / f"en-ud-tag.v2.{name}.txt" for name in wanted])
        columns = ["word", "universal", "stanford"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


class Multi30kDataset(SourceDataset, TextBaseDataset):
    """Multi30k: descriptions of images and their translations. Columns: text; translation.

    Args:
        dataset_dir (str): folder with ``training``, ``validation`` and ``mmt16_task1_test``.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"`` or ``"all"``. Default: ``None``, all.
        language_pair (Sequence[str], optional): ``["en", "de"]`` or ``["de", "en"]``. Default: ``None``, the first.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``None``, rows.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.Multi30kDataset, MindSpore 2.10
    """

    _FILES = {"train": "training/train", "valid": "validation/val", "test": "mmt16_task1_test/test"}  # noqa: RUF012

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        where = "Multi30kDataset"
        part = usage_of(where, usage, ("train", "test", "valid", "all"))
        pair = list(language_pair) if language_pair is not None else ["en", "de"]
        if pair not in (["en", "de"], ["de", "en"]):
            raise ValueError(f"{where}: `language_pair` must be ['en', 'de'] or ['de', 'en'], but got {pair}.")
        root = folder(where, dataset_dir)
        names = list(self._FILES.values()) if part == "all" else [self._FILES[part]]
        files = sorted(existing(where, [root / f"{name}.{pair[0]}" for name in names]))
        self._other = existing(where, [path.with_suffix(f".{pair[1]}") for path in files])[0].suffix
        columns = ["text", "translation"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        for line, other in zip(_text_lines(path), _text_lines(path.with_suffix(self._other)), strict=True):
            if line and other:
                yield as_text(line), as_text(other)


class SQuADDataset(SourceDataset, TextBaseDataset):
    """SQuAD: questions on articles. Columns: context; question; text, the answers; answer_start, uint32.

    Args:
        dataset_dir (str): folder with ``train-v1.1.json`` and ``dev-v1.1.json``, or those of version 2.
        usage (str, optional): ``"train"``, ``"dev"`` or ``"all"``. Default: ``None``, all.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if folder or files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.SQuADDataset, MindSpore 2.10
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
        where = "SQuADDataset"
        part = usage_of(where, usage, ("train", "dev", "all"))
        root = folder(where, dataset_dir)
        patterns = ["train-v*.json", "dev-v*.json"] if part == "all" else [f"{part}-v*.json"]
        files = [path for pattern in patterns for path in sorted(root.glob(pattern))]
        if not files:
            raise ValueError(f"{where}: there is no file {patterns[0]} in {root}.")
        columns = ["context", "question", "text", "answer_start"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        try:
            articles = json.loads(path.read_text(encoding="utf-8"))["data"]
            for paragraph in (one for article in articles for one in article["paragraphs"]):
                for question in paragraph["qas"]:
                    yield as_text(paragraph["context"]), as_text(question["question"]), *_answers(question["answers"])
        except (ValueError, KeyError, TypeError) as error:
            raise RuntimeError(f"SQuADDataset: {path} is damaged: {type(error).__name__} {error}.") from error


def _answers(answers: list[dict[str, Any]]) -> tuple[Any, Any]:
    if not answers:
        return np.array([""]), np.array([2**32 - 1], np.uint32)
    return np.array([one["text"] for one in answers]), np.array([one["answer_start"] for one in answers], np.uint32)


_NUMBER, _TEXT, _LIST = "number", "text", "list"
_PAIR = {"sentence1": _TEXT, "sentence2": _TEXT}
_CLUE: dict[str, dict[str, dict[str, str]]] = {
    "AFQMC": {"train": {"label": _TEXT, **_PAIR}, "test": {"id": _NUMBER, **_PAIR}},
    "CMNLI": {"train": {"label": _TEXT, **_PAIR}, "test": {"id": _NUMBER, **_PAIR}},
    "CSL": {
        "train": {"abst": _TEXT, "id": _NUMBER, "keyword": _LIST, "label": _TEXT},
        "test": {"abst": _TEXT, "id": _NUMBER, "keyword": _LIST},
    },
    "IFLYTEK": {
        "train": {"label": _TEXT, "label_des": _TEXT, "sentence": _TEXT},
        "test": {"id": _NUMBER, "sentence": _TEXT},
    },
    "TNEWS": {
        "train": {"keywords": _TEXT, "label": _TEXT, "label_desc": _TEXT, "sentence": _TEXT},
        "test": {"id": _NUMBER, "keywords": _TEXT, "sentence": _TEXT},
    },
    "WSC": {
        "train": {"idx": _NUMBER, "label": _TEXT, "span1_index": _NUMBER, "span1_text": _TEXT,
                  "span2_index": _NUMBER, "span2_text": _TEXT, "text": _TEXT},
        "test": {"idx": _NUMBER, "span1_index": _NUMBER, "span1_text": _TEXT,
                 "span2_index": _NUMBER, "span2_text": _TEXT, "text": _TEXT},
    },
}  # fmt: skip


class CLUEDataset(SourceDataset, TextBaseDataset):
    """CLUE: tasks in Chinese, an object of JSON a line. Columns: those of the task, in the order of their names.

    Args:
        dataset_files (Union[str, list[str]]): paths or patterns.
        task (str): ``"AFQMC"``, ``"CMNLI"``, ``"CSL"``, ``"IFLYTEK"``, ``"TNEWS"`` or ``"WSC"``. Default: ``"AFQMC"``.
        usage (str): ``"train"``, ``"test"`` or ``"eval"``. Default: ``"train"``.
        num_samples (int, optional): at most so many rows. Default: ``None``, all.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, the setting's.
        shuffle (Union[bool, Shuffle]): mix rows, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the rows into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        ValueError: if files do not exist, or options contradict each other.
        RuntimeError: at iteration, if a file is damaged.

    Source: mindspore.dataset.CLUEDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        task: str = "AFQMC",
        usage: str = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        known = _CLUE[usage_of("CLUEDataset", task, tuple(_CLUE), "AFQMC", "task")]
        part = usage_of("CLUEDataset", usage, ("train", "test", "eval"), "train")
        self._fields = known["test" if part == "test" else "train"]
        files = files_of("CLUEDataset", dataset_files)
        columns = list(self._fields)
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        for number, line in enumerate(_text_lines(path), 1):
            if not line.strip():
                continue
            try:
                content = json.loads(line)
                content |= content.get("target", {})
                yield tuple(_clue_value(content[name], kind) for name, kind in self._fields.items())
            except (ValueError, KeyError, TypeError) as error:
                raise RuntimeError(
                    f"CLUEDataset: line {number} of {path} is damaged, or of another task: "
                    f"{type(error).__name__} {error}."
                ) from error


def _clue_value(value: Any, kind: str) -> Any:
    if kind == _NUMBER:
        return np.uint32(value)
    if kind == _LIST:
        return np.array(value)
    return as_text(value if isinstance(value, str) else json.dumps(value))
