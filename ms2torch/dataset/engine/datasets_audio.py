"""Datasets of sound in the files they are published in.

Source: mindspore.dataset.engine.datasets_audio, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch._errors import require_default
from ms2torch.dataset.engine._sources import Records, RecordsDataset, as_text, existing, folder, usage_of
from ms2torch.dataset.engine._wave import read_sphere, read_wave
from ms2torch.dataset.engine.datasets import Dataset, Shuffle


class AudioBaseDataset(Dataset):
    """Base of the datasets of sound.

    Source: mindspore.dataset.engine.datasets.AudioBaseDataset, MindSpore 2.10
    """


def _with_wave(item: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sound of a file, its rate and what else is known of it."""
    path, rate_type, *rest = item
    samples, rate = read_wave(path)
    return samples, rate_type(rate), *rest


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


class CMUArcticDataset(RecordsDataset, AudioBaseDataset):
    """CMU Arctic: read sentences. Columns: waveform, float32; sample_rate, uint32; transcript; utterance_id.

    Args:
        dataset_dir (str): folder with ``cmu_us_<name>_arctic``.
        name (str, optional): the speaker: ``"aew"``, ``"ahw"`` and so on. Default: ``None``, aew.
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

    Source: mindspore.dataset.CMUArcticDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_arctic(dataset_dir, name), _with_wave),
            ["waveform", "sample_rate", "transcript", "utterance_id"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_SPEAKERS = ("aew", "ahw", "aup", "awb", "axb", "bdl", "clb", "eey", "fem", "gka", "jmk", "ksp", "ljm", "lnh",
             "rms", "rxr", "slp", "slt")  # fmt: skip


def _arctic(dataset_dir: str, name: str | None) -> list[tuple[Any, ...]]:
    where = "CMUArcticDataset"
    root = folder(where, dataset_dir) / f"cmu_us_{usage_of(where, name, _SPEAKERS, 'aew', 'name')}_arctic"
    items: list[tuple[Any, ...]] = []
    for line in _lines(existing(where, [root / "etc" / "txt.done.data"])[0]):
        fields = line.strip().strip("()").strip().split(" ", 1)
        if len(fields) == 2:
            identifier = fields[0].strip()
            text = fields[1].strip().strip('"')
            items.append((root / "wav" / f"{identifier}.wav", np.uint32, as_text(text), as_text(identifier[-5:])))
    return items


class GTZANDataset(RecordsDataset, AudioBaseDataset):
    """GTZAN: music of ten genres. Columns: waveform, float32; sample_rate, uint32; label, the genre.

    Args:
        dataset_dir (str): folder of the folders ``blues``, ``classical`` and so on.
        usage (str, optional): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``None``, all.
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

    Source: mindspore.dataset.GTZANDataset, MindSpore 2.10
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
            Records(_genres(dataset_dir, usage), _with_wave),
            ["waveform", "sample_rate", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _genres(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    part = usage_of("GTZANDataset", usage, ("train", "valid", "test", "all"))
    require_default("dataset.GTZANDataset", "usage", part, "all", "read all, and divide with split()")
    paths = sorted(folder("GTZANDataset", dataset_dir).glob("*/*.wav"))
    return [(path, np.uint32, as_text(path.parent.name)) for path in paths]


class LibriTTSDataset(RecordsDataset, AudioBaseDataset):
    """LibriTTS: seven columns: waveform, sample_rate, original_text, normalized_text, speaker_id ...

    Args:
        dataset_dir (str): folder of the folders ``train-clean-100`` and so on.
        usage (str, optional): one of these folders, or ``"all"``. Default: ``None``, all.
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

    Source: mindspore.dataset.LibriTTSDataset, MindSpore 2.10
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
            Records(_books(dataset_dir, usage), _with_wave),
            ["waveform", "sample_rate", "original_text", "normalized_text", "speaker_id", "chapter_id", "utterance_id"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


_BOOKS = ("dev-clean", "dev-other", "test-clean", "test-other", "train-clean-100", "train-clean-360", "train-other-500")


def _books(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "LibriTTSDataset"
    part = usage_of(where, usage, (*_BOOKS, "all"))
    root = folder(where, dataset_dir)
    items: list[tuple[Any, ...]] = []
    for name in _BOOKS if part == "all" else (part,):
        for table in sorted((root / name).glob("*/*/*.trans.tsv")):
            speaker, chapter = table.parts[-3], table.parts[-2]
            for line in _lines(table):
                identifier, original, normalized = line.split("\t")[:3]
                items.append((table.parent / f"{identifier}.wav", np.uint32, as_text(original), as_text(normalized),
                              np.uint32(speaker), np.uint32(chapter), as_text(identifier)))  # fmt: skip
    return items


class LJSpeechDataset(RecordsDataset, AudioBaseDataset):
    """LJ Speech: waveform, float32; sample_rate, int32; transcription; normalized_transcription.

    Args:
        dataset_dir (str): folder with ``metadata.csv`` and ``wavs``.
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

    Source: mindspore.dataset.LJSpeechDataset, MindSpore 2.10
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
            Records(_sentences(dataset_dir), _with_wave),
            ["waveform", "sample_rate", "transcription", "normalized_transcription"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _sentences(dataset_dir: str) -> list[tuple[Any, ...]]:
    root = folder("LJSpeechDataset", dataset_dir)
    rows = [line.split("|") for line in _lines(existing("LJSpeechDataset", [root / "metadata.csv"])[0]) if line]
    return [(root / "wavs" / f"{row[0]}.wav", np.int32, as_text(row[1]), as_text(row[2])) for row in rows]


class SpeechCommandsDataset(RecordsDataset, AudioBaseDataset):
    """Speech Commands: waveform, float32; sample_rate, int32; label; speaker_id; utterance_number.

    Args:
        dataset_dir (str): folder of the folders of words.
        usage (str, optional): ``"train"``, ``"test"``, ``"valid"`` or ``"all"``. Default: ``None``, all.
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

    Source: mindspore.dataset.SpeechCommandsDataset, MindSpore 2.10
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
            Records(_commands(dataset_dir, usage), _with_wave),
            ["waveform", "sample_rate", "label", "speaker_id", "utterance_number"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _commands(dataset_dir: str, usage: str | None) -> list[tuple[Any, ...]]:
    where = "SpeechCommandsDataset"
    part = usage_of(where, usage, ("train", "test", "valid", "all"))
    root = folder(where, dataset_dir)
    every = [path for path in sorted(root.glob("*/*.wav")) if path.parent.name != "_background_noise_"]
    lists = {"test": root / "testing_list.txt", "valid": root / "validation_list.txt"}
    if part in lists:
        chosen = [root / line for line in _lines(existing(where, [lists[part]])[0]) if line]
    elif part == "train":
        left_out = {root / line for path in existing(where, list(lists.values())) for line in _lines(path)}
        chosen = [path for path in every if path not in left_out]
    else:
        chosen = every
    return [_command(path) for path in chosen]


def _command(path: Path) -> tuple[Any, ...]:
    speaker, _, number = path.stem.partition("_nohash_")
    return path, np.int32, as_text(path.parent.name), as_text(speaker), np.int32(number)


class YesNoDataset(RecordsDataset, AudioBaseDataset):
    """YesNo: eight words of Hebrew, yes or no. Columns: waveform, float32; sample_rate, int32; label, int32.

    Args:
        dataset_dir (str): folder with files such as ``0_0_1_1_0_1_0_1.wav``.
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

    Source: mindspore.dataset.YesNoDataset, MindSpore 2.10
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
            Records(_answers(dataset_dir), _with_wave),
            ["waveform", "sample_rate", "label"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _answers(dataset_dir: str) -> list[tuple[Any, ...]]:
    paths = sorted(folder("YesNoDataset", dataset_dir).glob("*.wav"))
    return [(path, np.int32, np.array([int(word) for word in path.stem.split("_")], np.int32)) for path in paths]


class TedliumDataset(RecordsDataset, AudioBaseDataset):
    """Tedlium: talks. Columns: waveform, float32; sample_rate, int32; transcript; talk_id; speaker_id; identifier.

    Args:
        dataset_dir (str): folder of the release, with ``train``, ``test`` and ``dev``, or ``data``.
        release (str): ``"release1"``, ``"release2"`` or ``"release3"``.
        usage (str, optional): ``"train"``, ``"test"``, ``"dev"`` or ``"all"``; of the third release only ``"all"``.
            Default: ``None``, all.
        extensions (str, optional): ending of the files; only ``.sph``. Default: ``None``.
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

    Source: mindspore.dataset.TedliumDataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        release: str,
        usage: str | None = None,
        extensions: Any = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        sampler: Any = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: object = None,
    ) -> None:
        super().__init__(
            Records(_talks(dataset_dir, release, usage, extensions), _part_of_talk),
            ["waveform", "sample_rate", "transcript", "talk_id", "speaker_id", "identifier"],
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )


def _talks(dataset_dir: str, release: str, usage: str | None, extensions: object) -> list[tuple[Any, ...]]:
    where = "TedliumDataset"
    name = usage_of(where, release, ("release1", "release2", "release3"), "all", "release")
    if extensions not in (None, ".sph"):
        raise ValueError(f"{where}: `extensions` must be '.sph', but got {extensions!r}.")
    known = ("all",) if name == "release3" else ("train", "test", "dev", "all")
    part = usage_of(where, usage, known)
    root = folder(where, dataset_dir)
    parts: Sequence[str] = ["data"] if name == "release3" else ["dev", "test", "train"] if part == "all" else [part]
    return [item for one in parts for item in _transcripts(root / one)]


def _transcripts(root: Path) -> Iterator[tuple[Any, ...]]:
    for path in sorted((root / "stm").glob("*.stm")):
        for line in _lines(path):
            fields = line.split(" ", 6)
            if len(fields) == 7:
                yield root / "sph" / f"{path.stem}.sph", fields


def _part_of_talk(item: tuple[Path, list[str]]) -> tuple[Any, ...]:
    path, (talk, _, speaker, start, end, identifier, transcript) = item
    samples, rate = read_sphere(path)
    part = np.ascontiguousarray(samples[:, int(float(start) * rate) : int(float(end) * rate)])
    return part, np.int32(rate), as_text(transcript), as_text(talk), as_text(speaker), as_text(identifier)
