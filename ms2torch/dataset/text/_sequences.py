"""Transforms of sequences of words: adding, cutting, grouping, looking up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.text._base import (
    Array,
    TextTensorOperation,
    check_count,
    check_flag,
    check_text,
    texts,
)
from ms2torch.dataset.text._vectors import Vectors
from ms2torch.dataset.text._vocab import Vocab, WordTable


class AddToken(TextTensorOperation):
    """Put a word before or after a sequence.

    Args:
        token (str): the word.
        begin (bool): put it before. Default: True.

    Inputs:
        of shape (n,) or (batch, n).

    Raises:
        TypeError: an argument is of another type.

    Source: mindspore.dataset.text.AddToken, MindSpore 2.10
    """

    def __init__(self, token: str, begin: bool = True) -> None:
        type_check(token, (str,), "token")
        check_flag("begin", begin)
        super().__init__()
        self.token = token
        self.begin = begin

    def _execute_array(self, *arrays: Any) -> Any:
        words = texts(arrays[0], "AddToken")
        if words.ndim not in (1, 2):
            raise RuntimeError(f"AddToken: the input must have one or two axes, but got shape {words.shape}.")
        added = np.full((*words.shape[:-1], 1), self.token)
        return np.concatenate([added, words] if self.begin else [words, added], axis=-1)


class Truncate(TextTensorOperation):
    """Cut a sequence to a length.

    Args:
        max_seq_len (int): the length, positive.

    Inputs:
        of shape (n,) or (batch, n).

    Raises:
        TypeError: `max_seq_len` is not an int.
        ValueError: `max_seq_len` is not positive.

    Source: mindspore.dataset.text.Truncate, MindSpore 2.10
    """

    def __init__(self, max_seq_len: int) -> None:
        check_count("max_seq_len", max_seq_len, 1)
        super().__init__()
        self.max_seq_len = max_seq_len

    def _execute_array(self, *arrays: Any) -> Any:
        if arrays[0].ndim not in (1, 2):
            raise RuntimeError(f"Truncate: the input must have one or two axes, but got shape {arrays[0].shape}.")
        return arrays[0][..., : self.max_seq_len]


class TruncateSequencePair(TextTensorOperation):
    """Cut the longer of two sequences, word by word, until both together have a length.

    Args:
        max_length (int): the length, not negative.

    Raises:
        TypeError: `max_length` is not an int.
        ValueError: `max_length` is negative.

    Source: mindspore.dataset.text.TruncateSequencePair, MindSpore 2.10
    """

    _columns = 2

    def __init__(self, max_length: int) -> None:
        check_count("max_length", max_length)
        super().__init__()
        self.max_length = max_length

    def _execute_array(self, *arrays: Any) -> Any:
        first, second = arrays
        if first.ndim != 1 or second.ndim != 1:
            raise RuntimeError("TruncateSequencePair: both sequences must have one axis.")
        one, two = len(first), len(second)
        while one + two > self.max_length:
            # of two equal ones the second is cut
            one, two = (one - 1, two) if one > two else (one, two - 1)
        return first[:one], second[:two]


class SlidingWindow(TextTensorOperation):
    """Return all runs of a width.

    Args:
        width (int): the width, positive.
        axis (int): the axis, 0 or -1 for the only one. Default: 0.

    Inputs:
        of shape (n,).

    Raises:
        TypeError: an argument is not an int.
        ValueError: `width` is not positive.

    Source: mindspore.dataset.text.SlidingWindow, MindSpore 2.10
    """

    def __init__(self, width: int, axis: int = 0) -> None:
        check_count("width", width, 1)
        check_count("axis", axis, -(2**31))
        super().__init__()
        self.width = width
        self.axis = axis

    def _execute_array(self, *arrays: Any) -> Any:
        array: Array = arrays[0]
        if array.ndim != 1 or self.axis not in (0, -1):
            raise RuntimeError(
                f"SlidingWindow: the input must have one axis and `axis` be 0 or -1, but got shape {array.shape} "
                f"and {self.axis}."
            )
        if len(array) < self.width:
            return np.empty((0,), array.dtype)
        return np.lib.stride_tricks.sliding_window_view(array, self.width).copy()


class Ngram(TextTensorOperation):
    """Join neighbouring words.

    Args:
        n (int, list[int]): how many; a list gives those of each number, one after another.
        left_pad (tuple): a word and how often it is put before; at most n - 1 times. Default: ``("", 0)``.
        right_pad (tuple): the same for the end. Default: ``("", 0)``.
        separator (str): what is put between. Default: ``" "``.

    Inputs:
        of shape (n,).

    Raises:
        TypeError: an argument is of another type.
        ValueError: a number is not positive.

    Source: mindspore.dataset.text.Ngram, MindSpore 2.10
    """

    def __init__(
        self,
        n: int | list[int],
        left_pad: tuple[str, int] = ("", 0),
        right_pad: tuple[str, int] = ("", 0),
        separator: str = " ",
    ) -> None:
        sizes = [n] if isinstance(n, int) else n
        if not isinstance(sizes, list) or not sizes:
            raise TypeError(f"`n` must be an int or a list of int that is not empty, but got {n!r}.")
        for place, size in enumerate(sizes):
            check_count(f"n[{place}]", size, 1)
        for name, pad in (("left_pad", left_pad), ("right_pad", right_pad)):
            if not isinstance(pad, tuple) or len(pad) != 2:
                raise ValueError(f"`{name}` must be a tuple of a str and an int, but got {pad!r}.")
            check_text(f"{name}[0]", pad[0])
            check_count(f"{name}[1]", pad[1])
        check_text("separator", separator)
        super().__init__()
        self.ngrams = sizes
        self.left_pad = left_pad
        self.right_pad = right_pad
        self.separator = separator

    def _execute_array(self, *arrays: Any) -> Any:
        words = texts(arrays[0], "Ngram")
        if words.ndim != 1:
            raise RuntimeError(f"Ngram: the input must have one axis, but got shape {words.shape}.")
        out = [text for size in self.ngrams for text in self._joined(words.tolist(), size)]
        return np.array(out, dtype=np.str_)

    def _joined(self, words: list[str], size: int) -> list[str]:
        before = [self.left_pad[0]] * min(self.left_pad[1], size - 1)
        after = [self.right_pad[0]] * min(self.right_pad[1], size - 1)
        padded = [*before, *words, *after]
        joined = [self.separator.join(padded[start : start + size]) for start in range(len(padded) - size + 1)]
        return joined or [""]


class Lookup(TextTensorOperation):
    """Replace words by their numbers.

    Args:
        vocab (Vocab): the vocabulary.
        unknown_token (str, None): the word that stands for those that are not there; None: they are an error.
            Default: None.
        data_type (mindspore.dtype): type of the numbers. Default: mindspore.int32.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: a word is not there, or `unknown_token` is not.

    Source: mindspore.dataset.text.Lookup, MindSpore 2.10
    """

    def __init__(self, vocab: Vocab, unknown_token: str | None = None, data_type: Any = mstype.int32) -> None:
        if not isinstance(vocab, Vocab):
            raise TypeError(f"`vocab` must be a text.Vocab, but got {type(vocab)}.")
        if unknown_token is not None:
            check_text("unknown_token", unknown_token)
        super().__init__()
        self.vocab = vocab
        self.unknown_token = unknown_token
        self.data_type = data_type
        self._look_up = LookupOperation(vocab.table, unknown_token or "", _numpy_type(data_type))

    def _execute_array(self, *arrays: Any) -> Any:
        return self._look_up(*arrays)


class LookupOperation:
    """A function that replaces words by numbers.

    Args:
        vocab (WordTable): the words.
        unknown_token (str): the word that stands for those that are not there; empty: they are an error.
        data_type (str): numpy's name of the numbers' type.

    Source: mindspore._c_dataengine.LookupOperation, MindSpore 2.10
    """

    def __init__(self, vocab: WordTable, unknown_token: str | None, data_type: str) -> None:
        self._ids = vocab.ids
        self._type = np.dtype(data_type)
        if self._type.kind not in "iuf":
            raise RuntimeError(f"Lookup: `data_type` must be a type of numbers, but got {data_type}.")
        self._unknown: int | None = None
        if unknown_token:
            if unknown_token not in self._ids:
                raise RuntimeError(f"Lookup: the unknown token {unknown_token!r} is not in the vocabulary.")
            self._unknown = self._ids[unknown_token]

    def __call__(self, words: Array) -> Array:
        numbers: list[int] = []
        for word in texts(words, "Lookup").reshape(-1).tolist():
            number = self._ids.get(word, self._unknown)
            if number is None:
                raise RuntimeError(f"Lookup: {word!r} is not in the vocabulary, and there is no `unknown_token`.")
            numbers.append(number)
        return np.array(numbers).astype(self._type).reshape(words.shape)


def _numpy_type(data_type: Any) -> str:
    if not isinstance(data_type, mstype.Type):
        raise TypeError(f"`data_type` must be a mindspore.dtype, but got {data_type!r}.")
    return str(np.dtype(mstype.dtype_to_nptype(data_type)))


class ToNumber(TextTensorOperation):
    """Turn texts into numbers.

    Args:
        data_type (mindspore.dtype): type of the numbers.

    Raises:
        TypeError: `data_type` is no type of numbers.
        RuntimeError: a text is no number, or out of the type's range.

    Source: mindspore.dataset.text.ToNumber, MindSpore 2.10
    """

    def __init__(self, data_type: Any) -> None:
        self._type = np.dtype(_numpy_type(data_type))
        if self._type.kind not in "iuf":
            raise TypeError(f"data_type: {data_type} is not numeric data type.")
        super().__init__()
        self.data_type = data_type

    def _execute_array(self, *arrays: Any) -> Any:
        words = texts(arrays[0], "ToNumber")
        numbers = [self._number(word) for word in words.reshape(-1).tolist()]
        return np.array(numbers, dtype=self._type).reshape(words.shape)

    def _number(self, word: str) -> float:
        try:
            value = float(word)
            if self._type.kind == "f":
                if abs(value) > np.finfo(self._type).max:
                    told = f"string input {word} will be out of bounds if cast to {self._type}"
                    raise RuntimeError(f"ToNumber: {told}: it is outside of valid {self._type} range.")
                return value
            # what follows the whole part is dropped
            whole = int(word) if "." not in word and "e" not in word.lower() else int(value)
        except (ValueError, OverflowError) as error:
            raise RuntimeError(f'ToNumber: it is invalid to convert "{word}" to a number.') from error
        limits = np.iinfo(self._type)
        if not limits.min <= whole <= limits.max:
            raise RuntimeError(
                f"ToNumber: string input {word} will be out of bounds if cast to {self._type}, valid range is: "
                f"[{limits.min}, {limits.max}]."
            )
        return whole


class ToVectors(TextTensorOperation):
    """Replace words by their vectors.

    Args:
        vectors (Vectors): the vectors.
        unk_init (Sequence[float], None): the vector of words that are not there. Default: None, zeros.
        lower_case_backup (bool): look also for the word in small letters. Default: False.

    Returns:
        numpy.ndarray: of shape (words, size), float32; (size,) for a single word.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: `unk_init` has another size.

    Source: mindspore.dataset.text.ToVectors, MindSpore 2.10
    """

    def __init__(
        self, vectors: Vectors, unk_init: Sequence[float] | None = None, lower_case_backup: bool = False
    ) -> None:
        if not isinstance(vectors, Vectors):
            raise TypeError(f"`vectors` must be a text.Vectors, but got {type(vectors)}.")
        if unk_init is not None and not isinstance(unk_init, (list, tuple)):
            raise TypeError(f"`unk_init` must be a list of float, but got {unk_init!r}.")
        check_flag("lower_case_backup", lower_case_backup)
        super().__init__()
        self.vectors = vectors
        self.unk_init = list(unk_init or [])
        self.lower_case_backup = lower_case_backup

    def _execute_array(self, *arrays: Any) -> Any:
        words = texts(arrays[0], "ToVectors")
        size = self.vectors.size
        if self.unk_init and len(self.unk_init) != size:
            raise RuntimeError(f"ToVectors: `unk_init` has {len(self.unk_init)} numbers, but the vectors have {size}.")
        unknown = np.array(self.unk_init or [0.0] * size, np.float32)
        found = [self.vectors.lookup(word, self.lower_case_backup) for word in words.reshape(-1).tolist()]
        rows = np.stack([unknown if row is None else row for row in found])
        return rows[0] if len(rows) == 1 else rows
