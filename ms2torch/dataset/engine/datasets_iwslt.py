"""The talks of IWSLT 2016 and 2017, in the files they are published in.

Source: mindspore.dataset.engine.datasets_text, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from ms2torch.dataset.engine._rows import Row
from ms2torch.dataset.engine._sources import SourceDataset, TextBaseDataset, as_text, existing, folder, usage_of
from ms2torch.dataset.engine.datasets import Shuffle

_USAGES = ("train", "test", "valid", "all")
_SETS = ("dev2010", "tst2010", "tst2011", "tst2012", "tst2013", "tst2014")
_TALKS_2016 = tuple(pair for other in ("ar", "de", "fr", "cs") for pair in (("en", other), (other, "en")))
_LANGUAGES_2017 = ("en", "nl", "de", "it", "ro")
_TALKS_2017 = tuple((one, two) for one in _LANGUAGES_2017 for two in _LANGUAGES_2017 if one != two)

# lines about a talk, not of it
_ABOUT = ("url", "keywords", "talkid", "description", "reviewer", "translator", "title", "speaker", "doc", "/doc")
_MARKS = tuple(f"<{name}" for name in _ABOUT)


def _pair_of(where: str, language_pair: object, known: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return source and target language."""
    if language_pair is None:
        return "de", "en"
    if not isinstance(language_pair, (list, tuple)):
        raise TypeError(f"{where}: `language_pair` must be a list or tuple of two, but got {language_pair!r}.")
    pair = tuple(language_pair)
    if pair not in known:
        names = ", ".join("-".join(one) for one in known)
        raise ValueError(f"{where}: `language_pair` must be source and target of {names}, but got {language_pair!r}.")
    return pair


def _set_of(where: str, argument: str, value: str | None, default: str) -> str:
    """Return which talks are meant."""
    if value is None:
        return default
    if not isinstance(value, str):
        raise TypeError(f"{where}: `{argument}` must be a str, but got {value!r}.")
    if value not in _SETS:
        raise ValueError(f"{where}: `{argument}` must be one of {', '.join(_SETS)}, but got {value!r}.")
    return value


class _Talks(SourceDataset, TextBaseDataset):
    """Base of both years: every file has a partner in the other language, line by line."""

    def __init__(
        self,
        root: Path,
        pair: tuple[str, str],
        names: list[str],
        num_samples: int | None,
        shuffle: bool | Shuffle | None,
        num_shards: int | None,
        shard_id: int | None,
        num_parallel_workers: int | None,
        cache: object,
    ) -> None:
        source, target = pair
        self._partner: dict[Path, Path] = {}
        files: list[Path] = []
        for name in names:
            one, two = existing(
                type(self).__name__,
                [root / name.replace("*", f"{source}-{target}.{language}") for language in pair],
            )
            self._partner[one] = two
            files.append(one)
        columns = ["text", "translation"]
        super().__init__(files, columns, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _lines(self, path: Path) -> Iterator[Row]:
        read = self._segments if path.suffix == ".xml" else self._sentences
        for text, translation in read(path, self._partner[path]):
            yield as_text(text), as_text(translation)

    def _sentences(self, source: Path, target: Path) -> Iterator[tuple[str, str]]:
        with source.open(encoding="utf-8", newline="\n") as one, target.open(encoding="utf-8", newline="\n") as two:
            for number, lines in enumerate(zip(one, two, strict=False), 1):
                text, translation = (line.removesuffix("\n") for line in lines)
                if not text or not translation:
                    raise RuntimeError(f"{type(self).__name__}: line {number} of {source} or {target} is empty.")
                about = any(mark in text or mark in translation for mark in _MARKS)
                text, translation = text.strip(" "), translation.strip(" ")
                if text and translation and not about:
                    yield text, translation

    def _segments(self, source: Path, target: Path) -> Iterator[tuple[str, str]]:
        for one, two in zip(self._talks(source), self._talks(target), strict=False):
            yield from zip(one, two, strict=False)

    def _talks(self, path: Path) -> list[list[str]]:
        try:
            root = ET.parse(path).getroot()  # noqa: S314 - expat itself bounds what entities expand to
        except ET.ParseError as error:
            raise RuntimeError(f"{type(self).__name__}: {path} is no valid XML: {error}.") from None
        return [[(seg.text or "").strip(" ") for seg in talk.findall("seg")] for talk in root.findall("./*/doc")]


class IWSLT2016Dataset(_Talks):
    """IWSLT 2016: talks and their translations. Columns: text; translation.

    Args:
        dataset_dir (str): folder with ``texts/<source>/<target>/<source>-<target>``.
        usage (str, optional): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        language_pair (Sequence[str], optional): source and target; English and one of Arabic (``"ar"``), Czech
            (``"cs"``), French (``"fr"``) and German (``"de"``). Default: ``None``, ``("de", "en")``.
        valid_set (str, optional): which talks are the valid set: ``"dev2010"``, ``"tst2010"``, ..., ``"tst2014"``.
            Default: ``None``, ``"tst2013"``.
        test_set (str, optional): which are the test set. Default: ``None``, ``"tst2014"``.
        num_samples (int, optional): at most so many lines. Default: ``None``, all.
        shuffle (Union[bool, Shuffle]): mix lines, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the lines into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, 8.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if an argument is not known, or a file does not exist.
        RuntimeError: if a line of the files for training is empty, or an XML file is damaged.

    Differs from MindSpore:
        No prepared files are written into the folder.
        The parts of several shards are cut from the lines in the order without shards.

    Source: mindspore.dataset.IWSLT2016Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        valid_set: str | None = None,
        test_set: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: object = None,
    ) -> None:
        where = "IWSLT2016Dataset"
        part = usage_of(where, usage, _USAGES)
        pair = _pair_of(where, language_pair, _TALKS_2016)
        valid = _set_of(where, "valid_set", valid_set, "tst2013")
        test = _set_of(where, "test_set", test_set, "tst2014")
        root = folder(where, dataset_dir) / "texts" / pair[0] / pair[1] / "-".join(pair)
        names = {
            "train": "train.tags.*",
            "valid": f"IWSLT16.TED.{valid}.*.xml",
            "test": f"IWSLT16.TED.{test}.*.xml",
        }
        wanted = list(names.values()) if part == "all" else [names[part]]
        super().__init__(root, pair, wanted, num_samples, shuffle, num_shards, shard_id, num_parallel_workers, cache)


class IWSLT2017Dataset(_Talks):
    """IWSLT 2017: talks and their translations. Columns: text; translation.

    Args:
        dataset_dir (str): folder with ``texts/DeEnItNlRo/DeEnItNlRo/DeEnItNlRo-DeEnItNlRo``.
        usage (str, optional): ``"train"``, ``"valid"``, ``"test"`` or ``"all"``. Default: ``None``, all.
        language_pair (Sequence[str], optional): source and target, two of Dutch (``"nl"``), English (``"en"``), German
            (``"de"``), Italian (``"it"``) and Romanian (``"ro"``). Default: ``None``, ``("de", "en")``.
        num_samples (int, optional): at most so many lines. Default: ``None``, all.
        shuffle (Union[bool, Shuffle]): mix lines, or files. Default: ``Shuffle.GLOBAL``.
        num_shards (int, optional): divide the lines into so many parts. Default: ``None``.
        shard_id (int, optional): which part. Default: ``None``.
        num_parallel_workers (int, optional): how many files are read side by side. Default: ``None``, 8.
        cache (DatasetCache, optional): refused when iterated: there is no server. Default: ``None``.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if an argument is not known, or a file does not exist.
        RuntimeError: if a line of the files for training is empty, or an XML file is damaged.

    Differs from MindSpore:
        No prepared files are written into the folder.
        The parts of several shards are cut from the lines in the order without shards.

    Source: mindspore.dataset.IWSLT2017Dataset, MindSpore 2.10
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: object = None,
    ) -> None:
        where = "IWSLT2017Dataset"
        part = usage_of(where, usage, _USAGES)
        pair = _pair_of(where, language_pair, _TALKS_2017)
        root = folder(where, dataset_dir) / "texts" / "DeEnItNlRo" / "DeEnItNlRo" / "DeEnItNlRo-DeEnItNlRo"
        names = {"train": "train.tags.*", "valid": "IWSLT17.TED.dev2010.*.xml", "test": "IWSLT17.TED.tst2010.*.xml"}
        wanted = list(names.values()) if part == "all" else [names[part]]
        super().__init__(root, pair, wanted, num_samples, shuffle, num_shards, shard_id, num_parallel_workers, cache)
