"""Vocabularies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np


class WordTable:
    """Words and their numbers, both ways.

    Source: mindspore._c_dataengine.Vocab, MindSpore 2.10
    """

    def __init__(self, words: dict[str, int]) -> None:
        self.ids = words
        self.words = {number: word for word, number in words.items()}

    @classmethod
    def from_dict(cls, words: dict[str, int]) -> WordTable:
        """Return a table of these words."""
        return cls(dict(words))

    def vocab(self) -> dict[str, int]:
        """Return the words with their numbers."""
        return dict(self.ids)


class Vocab:
    """A vocabulary: words, each with a number.

    Source: mindspore.dataset.text.Vocab, MindSpore 2.10
    """

    def __init__(self) -> None:
        self.c_vocab: WordTable | None = None

    @classmethod
    def from_list(
        cls, word_list: list[str], special_tokens: list[str] | None = None, special_first: bool = True
    ) -> Vocab:
        """Give numbers to the words of a list.

        Args:
            word_list (list[str]): different words.
            special_tokens (list[str], None): more of them. Default: None.
            special_first (bool): they come before the others. Default: True.

        Raises:
            TypeError: an argument is of another type.
            ValueError: a word comes twice.

        Source: mindspore.dataset.text.Vocab.from_list, MindSpore 2.10
        """
        _check_words("word_list", word_list)
        return cls._numbered(word_list, special_tokens, special_first)

    @classmethod
    def from_dict(cls, word_dict: dict[str, int]) -> Vocab:
        """Take words with their numbers.

        Args:
            word_dict (dict[str, int]): the words; numbers are not negative.

        Raises:
            TypeError: a word is not a str or a number not an int.
            ValueError: a number is negative.

        Source: mindspore.dataset.text.Vocab.from_dict, MindSpore 2.10
        """
        if not isinstance(word_dict, dict):
            raise TypeError(f"`word_dict` must be a dict, but got {type(word_dict)}.")
        for word, number in word_dict.items():
            if not isinstance(word, str) or not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"`word_dict` must map str to int, but got {word!r}: {number!r}.")
            if number < 0:
                raise ValueError(f"the number of a word must not be negative, but got {word!r}: {number}.")
        return cls._of(word_dict)

    @classmethod
    def from_file(
        cls,
        file_path: str,
        delimiter: str = "",
        vocab_size: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """Give numbers to the words of a file, one a line.

        Args:
            file_path (str): the file.
            delimiter (str): what ends the word in its line. Default: ``''``, the line's end.
            vocab_size (int, None): greatest number of words from the file. Default: None, all.
            special_tokens (list[str], None): more words. Default: None.
            special_first (bool): they come before the others. Default: True.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `vocab_size` is not positive.
            RuntimeError: there is no such file, or a word comes twice.

        Source: mindspore.dataset.text.Vocab.from_file, MindSpore 2.10
        """
        for name, value in (("file_path", file_path), ("delimiter", delimiter)):
            if not isinstance(value, str):
                raise TypeError(f"`{name}` must be a str, but got {value!r}.")
        _check_positive("vocab_size", vocab_size)
        if not Path(file_path).is_file():
            raise RuntimeError(f"Vocab.from_file: there is no file {file_path!r}.")
        words: list[str] = []
        with Path(file_path).open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                if vocab_size is not None and len(words) == vocab_size:
                    break
                word = line.rstrip("\n").rstrip("\r")
                words.append(word.split(delimiter)[0] if delimiter else word)
        if len(set(words)) != len(words):
            twice = next(word for word, count in Counter(words).items() if count > 1)
            raise RuntimeError(f"Vocab.from_file: {twice!r} comes more than once in {file_path!r}.")
        return cls._numbered(words, special_tokens, special_first)

    @classmethod
    def from_dataset(
        cls,
        dataset: Any,
        columns: str | list[str] | None = None,
        freq_range: tuple[int | None, int | None] | None = None,
        top_k: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """Give numbers to the words of a dataset, the most frequent first.

        Args:
            dataset (Dataset): its columns hold words.
            columns (str, list[str], None): the columns to read. Default: None, all.
            freq_range (tuple, None): least and greatest frequency, both included; None is no bound. Default: None.
            top_k (int, None): greatest number of words. Default: None, all.
            special_tokens (list[str], None): more words. Default: None.
            special_first (bool): they come before the others. Default: True.

        Raises:
            TypeError: an argument is of another type.
            ValueError: a bound is negative or the bounds are crossed, or `top_k` is not positive.

        Source: mindspore.dataset.text.Vocab.from_dataset, MindSpore 2.10
        """
        low, high = _check_range(freq_range)
        _check_positive("top_k", top_k)
        names = [columns] if isinstance(columns, str) else columns or dataset.get_col_names()
        counts: Counter[str] = Counter()
        for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
            for name in names:
                if name not in row:
                    raise RuntimeError(f"Vocab.from_dataset: there is no column {name!r}.")
                if row[name].dtype.kind not in "US":
                    raise RuntimeError(f"Vocab.from_dataset: column {name!r} holds {row[name].dtype}, not text.")
                counts.update(np.asarray(row[name]).astype(str).reshape(-1).tolist())
        special = special_tokens or []
        clash = [word for word in special if word in counts]
        if clash:
            raise RuntimeError(f"Vocab.from_dataset: the special tokens {clash} are words of the dataset too.")
        kept = [word for word, count in counts.items() if low <= count <= high]
        # of one frequency, in the order of their bytes
        kept.sort(key=lambda word: (-counts[word], word.encode()))
        return cls._numbered(kept[:top_k], special_tokens, special_first)

    @classmethod
    def _numbered(cls, words: Sequence[str], special_tokens: list[str] | None, special_first: bool) -> Vocab:
        if special_tokens is not None:
            _check_words("special_tokens", special_tokens)
        if not isinstance(special_first, bool):
            raise TypeError(f"`special_first` must be a bool, but got {special_first!r}.")
        special = special_tokens or []
        clash = set(special) & set(words)
        if clash:
            raise ValueError(f"`special_tokens` and the words must be different, but both have {sorted(clash)}.")
        ordered = [*special, *words] if special_first else [*words, *special]
        return cls._of({word: number for number, word in enumerate(ordered)})

    @classmethod
    def _of(cls, words: dict[str, int]) -> Vocab:
        vocab = cls()
        vocab.c_vocab = WordTable.from_dict(words)
        return vocab

    @property
    def table(self) -> WordTable:
        """The words.

        Raises:
            RuntimeError: the vocabulary was not built by one of its `from_...` methods.
        """
        if self.c_vocab is None:
            raise RuntimeError(
                "this Vocab is empty; build it with Vocab.from_list, from_dict, from_file or from_dataset."
            )
        return self.c_vocab

    def vocab(self) -> dict[str, int]:
        """Return the words with their numbers.

        Source: mindspore.dataset.text.Vocab.vocab, MindSpore 2.10
        """
        return self.table.vocab()

    def tokens_to_ids(self, tokens: Any) -> int | list[int]:
        """Return the number of a single word, or a list of several; -1 for one that is not there.

        Args:
            tokens (str, list[str], numpy.ndarray): the word or words.

        Source: mindspore.dataset.text.Vocab.tokens_to_ids, MindSpore 2.10
        """
        ids = self.table.ids
        if isinstance(tokens, str):
            return ids.get(tokens, -1)
        words = _elements("tokens", tokens)
        if not all(isinstance(word, str) for word in words):
            raise TypeError(f"`tokens` must be str, but got {tokens!r}.")
        found = [ids.get(word, -1) for word in words]
        return found[0] if len(found) == 1 else found

    def ids_to_tokens(self, ids: Any) -> str | list[str]:
        """Return the word of a single number, or a list of several; an empty one where there is none.

        Args:
            ids (int, list[int], numpy.ndarray): the number or numbers, not negative.

        Source: mindspore.dataset.text.Vocab.ids_to_tokens, MindSpore 2.10
        """
        words = self.table.words
        numbers = [ids] if isinstance(ids, int) else _elements("ids", ids)
        for number in numbers:
            if not isinstance(number, (int, np.integer)) or isinstance(number, bool):
                raise TypeError(f"`ids` must be int, but got {number!r}.")
            if number < 0:
                raise ValueError(f"`ids` must not be negative, but got {number}.")
        found = [words.get(int(number), "") for number in numbers]
        return found[0] if len(found) == 1 else found


def _elements(name: str, values: Any) -> list[Any]:
    if isinstance(values, np.ndarray):
        return values.reshape(-1).tolist()
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"`{name}` must be one value, a list or a numpy array, but got {type(values)}.")
    return list(values)


def _check_words(name: str, words: Iterable[str]) -> None:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise TypeError(f"`{name}` must be a list of str, but got {words!r}.")
    twice = [word for word, count in Counter(words).items() if count > 1]
    if twice:
        raise ValueError(f"`{name}` contains duplicate words: {twice}.")


def _check_positive(name: str, value: object) -> None:
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"`{name}` must be an int, but got {value!r}.")
    if value <= 0:
        raise ValueError(f"`{name}` must be positive, but got {value}.")


def _check_range(freq_range: Any) -> tuple[float, float]:
    if freq_range is None:
        return 0, float("inf")
    if not isinstance(freq_range, tuple) or len(freq_range) != 2:
        raise ValueError(f"`freq_range` must be a tuple of two, but got {freq_range!r}.")
    for bound in freq_range:
        if bound is not None and (not isinstance(bound, int) or isinstance(bound, bool)):
            raise TypeError(f"`freq_range` must hold int or None, but got {freq_range!r}.")
    low = 0 if freq_range[0] is None else freq_range[0]
    high = float("inf") if freq_range[1] is None else freq_range[1]
    if low < 0 or low > high:
        raise ValueError(f"`freq_range` must be rising and not negative, but got {freq_range!r}.")
    return low, high
