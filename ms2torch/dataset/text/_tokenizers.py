"""Transforms that cut text into words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ms2torch.dataset.text._base import (
    Array,
    Span,
    TextTensorOperation,
    check_count,
    check_flag,
    check_text,
    one_text,
    texts,
    tokens,
)
from ms2torch.dataset.text._enums import NormalizeForm, SPieceTokenizerOutType
from ms2torch.dataset.text._normalize import normal
from ms2torch.dataset.text._sentencepiece import SentencePieceVocab, encode, library
from ms2torch.dataset.text._unicode import compile_pattern, is_space, script
from ms2torch.dataset.text._vocab import Vocab
from ms2torch.dataset.transforms.py_transforms_util import Implementation


class _Tokenizer(TextTensorOperation):
    """A transform of one text into words, and with `with_offsets` their first and last bytes."""

    def __init__(self, with_offsets: bool = False) -> None:
        check_flag("with_offsets", with_offsets)
        super().__init__()
        self.with_offsets = with_offsets

    def _execute_array(self, *arrays: Any) -> Any:
        text = self._prepared(one_text(arrays[0], type(self).__name__))
        return tokens(list(self._spans(text)), text, with_offsets=self.with_offsets)

    def _prepared(self, text: str) -> str:
        return text

    def _spans(self, text: str) -> Iterator[Span]:
        raise NotImplementedError


class WhitespaceTokenizer(_Tokenizer):
    """Cut at white space.

    Args:
        with_offsets (bool): return also the first and last byte of each word. Default: False.

    Raises:
        TypeError: `with_offsets` is no bool.

    Source: mindspore.dataset.text.WhitespaceTokenizer, MindSpore 2.10
    """

    def _spans(self, text: str) -> Iterator[Span]:
        yield from (span for span in _runs(text, is_space) if not is_space(span[0][0]))


class UnicodeCharTokenizer(_Tokenizer):
    """Cut into characters.

    Args:
        with_offsets (bool): return also the first and last byte of each character. Default: False.

    Raises:
        TypeError: `with_offsets` is no bool.

    Source: mindspore.dataset.text.UnicodeCharTokenizer, MindSpore 2.10
    """

    def _spans(self, text: str) -> Iterator[Span]:
        yield from ((char, place, place + 1) for place, char in enumerate(text))


class UnicodeScriptTokenizer(_Tokenizer):
    """Cut where the script changes.

    Args:
        keep_whitespace (bool): return white space too. Default: False.
        with_offsets (bool): return also the first and last byte of each word. Default: False.

    Raises:
        TypeError: an argument is no bool.

    Differs from MindSpore:
        Python has no table of scripts; a letter's is told from its Unicode name.

    Source: mindspore.dataset.text.UnicodeScriptTokenizer, MindSpore 2.10
    """

    def __init__(self, keep_whitespace: bool = False, with_offsets: bool = False) -> None:
        check_flag("keep_whitespace", keep_whitespace)
        super().__init__(with_offsets)
        self.keep_whitespace = keep_whitespace

    def _spans(self, text: str) -> Iterator[Span]:
        for span in _runs(text, lambda char: " " if is_space(char) else script(char)):
            if self.keep_whitespace or not is_space(span[0][0]):
                yield span


def _runs(text: str, key: Callable[[str], object]) -> Iterator[Span]:
    """Yield the longest stretches whose characters have the same key."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or key(text[place]) != key(text[start]):
            yield text[start:place], start, place
            start = place


class RegexTokenizer(_Tokenizer):
    """Cut where a regular expression matches.

    Args:
        delim_pattern (str): what is between the words, as ICU writes it.
        keep_delim_pattern (str): of that, what to return as words too. Default: ``''``, nothing.
        with_offsets (bool): return also the first and last byte of each word. Default: False.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: an expression is wrong.

    Source: mindspore.dataset.text.RegexTokenizer, MindSpore 2.10
    """

    def __init__(self, delim_pattern: str, keep_delim_pattern: str = "", with_offsets: bool = False) -> None:
        check_text("delim_pattern", delim_pattern)
        check_text("keep_delim_pattern", keep_delim_pattern)
        super().__init__(with_offsets)
        self.delim_pattern = delim_pattern
        self.keep_delim_pattern = keep_delim_pattern

    def _spans(self, text: str) -> Iterator[Span]:
        kept = compile_pattern(self.keep_delim_pattern) if self.keep_delim_pattern else None
        yield from _cut(text, compile_pattern(self.delim_pattern), kept)


def _cut(text: str, between: re.Pattern[str], kept: re.Pattern[str] | None) -> Iterator[Span]:
    start = 0
    for found in between.finditer(text):
        if found.start() == found.end():
            continue
        if start < found.start():
            yield text[start : found.start()], start, found.start()
        if kept is not None and kept.fullmatch(found[0]):
            yield found[0], found.start(), found.end()
        start = found.end()
    if start < len(text):
        yield text[start:], start, len(text)


# what stands for itself: punctuation, and the characters of Chinese
_SINGLE = (
    r"[!-/]|[:-@]|[\[-`]|[{-~]|\p{P}|[\x{4E00}-\x{9FFF}]|[\x{3400}-\x{4DBF}]|[\x{20000}-\x{2A6DF}]"
    r"|[\x{2A700}-\x{2B73F}]|[\x{2B740}-\x{2B81F}]|[\x{2B820}-\x{2CEAF}]|[\x{F900}-\x{FAFF}]|[\x{2F800}-\x{2FA1F}]"
)
_RESERVED = r"\[CLS\]|\[SEP\]|\[UNK\]|\[PAD\]|\[MASK\]|\[unused\d+\]"


class BasicTokenizer(_Tokenizer):
    """Clean a text and cut it at white space and punctuation, as BERT does.

    Args:
        lower_case (bool): fold capital letters and drop accents. Default: False.
        keep_whitespace (bool): return white space too. Default: False.
        normalization_form (NormalizeForm): normal form, where letters are not folded. Default: `NormalizeForm.NONE`.
        preserve_unused_token (bool): leave ``[CLS]``, ``[SEP]``, ``[UNK]``, ``[PAD]``, ``[MASK]`` and ``[unused1]``
            as they are. Default: True.
        with_offsets (bool): return also the first and last byte of each word, in the cleaned text. Default: False.

    Raises:
        TypeError: an argument is of another type.

    Differs from MindSpore:
        With `lower_case` MindSpore repeats what precedes a preserved token; here it comes once.

    Source: mindspore.dataset.text.BasicTokenizer, MindSpore 2.10
    """

    def __init__(
        self,
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ) -> None:
        check_flag("lower_case", lower_case)
        check_flag("keep_whitespace", keep_whitespace)
        check_flag("preserve_unused_token", preserve_unused_token)
        if not isinstance(normalization_form, NormalizeForm):
            told = "Wrong input type for normalization_form, should be enum of 'NormalizeForm'."
            raise TypeError(f"{told} It is {normalization_form!r}.")
        super().__init__(with_offsets)
        self.lower_case = lower_case
        self.keep_whitespace = keep_whitespace
        self.normalization_form = normalization_form
        self.preserve_unused_token = preserve_unused_token

    def _prepared(self, text: str) -> str:
        if self.lower_case:
            text = "".join(self._folded(text))
            text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
        else:
            text = normal(text, self.normalization_form)
        return "".join(" " if unicodedata.category(c) in ("Cc", "Cf") else c for c in text)

    def _folded(self, text: str) -> Iterator[str]:
        if not self.preserve_unused_token:
            yield text.casefold()
            return
        start = 0
        for found in re.finditer(_RESERVED, text):
            yield text[start : found.start()].casefold()
            yield found[0]
            start = found.end()
        yield text[start:].casefold()

    def _spans(self, text: str) -> Iterator[Span]:
        single = f"{_RESERVED}|{_SINGLE}" if self.preserve_unused_token else _SINGLE
        kept = rf"{single}|\s+" if self.keep_whitespace else single
        yield from _cut(text, compile_pattern(rf"{single}|\s+"), compile_pattern(kept))


class WordpieceTokenizer(TextTensorOperation):
    """Cut words into the longest pieces of a vocabulary.

    Args:
        vocab (Vocab): the pieces.
        suffix_indicator (str): what a piece that does not start a word starts with. Default: ``'##'``.
        max_bytes_per_token (int): longer words are unknown. Default: 100.
        unknown_token (str): what stands for unknown words; empty: they stand for themselves. Default: ``'[UNK]'``.
        with_offsets (bool): return also the first and last byte of each piece. Default: False.

    Inputs:
        of shape () or (n,).

    Raises:
        TypeError: an argument is of another type.
        ValueError: `max_bytes_per_token` is negative.

    Source: mindspore.dataset.text.WordpieceTokenizer, MindSpore 2.10
    """

    _columns = None

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",  # noqa: S107  a word, no secret
        with_offsets: bool = False,
    ) -> None:
        if not isinstance(vocab, Vocab):
            raise TypeError(f"Wrong input type for vocab, should be text.Vocab object. It is of type {type(vocab)}.")
        check_text("suffix_indicator", suffix_indicator)
        check_count("max_bytes_per_token", max_bytes_per_token)
        check_text("unknown_token", unknown_token)
        check_flag("with_offsets", with_offsets)
        super().__init__()
        self.vocab = vocab
        self.suffix_indicator = suffix_indicator
        self.max_bytes_per_token = max_bytes_per_token
        self.unknown_token = unknown_token
        self.with_offsets = with_offsets

    def _execute_array(self, *arrays: Any) -> Any:
        words = texts(arrays[0], "WordpieceTokenizer")
        if len(arrays) not in (1, 3) or words.ndim > 1:
            raise RuntimeError("WordpieceTokenizer: takes one text or a row of words; or words, starts and ends.")
        flat = words.reshape(-1).tolist()
        starts = np.asarray(arrays[1]).reshape(-1) if len(arrays) == 3 else np.zeros(len(flat), np.uint32)
        return self.pieces(flat, starts)

    def pieces(self, words: list[str], starts: Array) -> Any:
        """Return the pieces of words, the bytes counted from where each word starts."""
        found = [
            (piece, int(at) + a, int(at) + b)
            for word, at in zip(words, starts, strict=True)
            for piece, a, b in self._cut(word)
        ]
        found = found or [("", 0, 0)]
        out = np.array([piece for piece, _, _ in found], dtype=np.str_)
        if not self.with_offsets:
            return out
        first = np.array([start for _, start, _ in found], np.uint32)
        return out, first, np.array([end for _, _, end in found], np.uint32)

    def _cut(self, word: str) -> list[Span]:
        size = len(word.encode())
        whole = [(self.unknown_token or word, 0, size)]
        if size > self.max_bytes_per_token:
            return whole
        known = self.vocab.table.ids
        out: list[Span] = []
        start = at = 0
        while start < len(word):
            prefix = self.suffix_indicator if start else ""
            end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in known), None)
            if end is None:
                return whole
            length = len(word[start:end].encode())
            out.append((prefix + word[start:end], at, at + length))
            start, at = end, at + length
        return out


class BertTokenizer(TextTensorOperation):
    """Clean a text and cut it into pieces of a vocabulary, as BERT does.

    Args:
        vocab (Vocab): the pieces.
        suffix_indicator (str): what a piece that does not start a word starts with. Default: ``'##'``.
        max_bytes_per_token (int): longer words are unknown. Default: 100.
        unknown_token (str): what stands for unknown words; empty: they stand for themselves. Default: ``'[UNK]'``.
        lower_case (bool): fold capital letters and drop accents. Default: False.
        keep_whitespace (bool): return white space too. Default: False.
        normalization_form (NormalizeForm): normal form, where letters are not folded. Default: `NormalizeForm.NONE`.
        preserve_unused_token (bool): leave ``[CLS]`` and the like as they are. Default: True.
        with_offsets (bool): return also the first and last byte of each piece. Default: False.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `max_bytes_per_token` is negative.

    Source: mindspore.dataset.text.BertTokenizer, MindSpore 2.10
    """

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",  # noqa: S107  a word, no secret
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ) -> None:
        super().__init__()
        self._basic = BasicTokenizer(lower_case, keep_whitespace, normalization_form, preserve_unused_token, True)
        self._pieces = WordpieceTokenizer(vocab, suffix_indicator, max_bytes_per_token, unknown_token, with_offsets)

    def _execute_array(self, *arrays: Any) -> Any:
        words, starts, _ = self._basic._execute_array(*arrays)
        return self._pieces.pieces(words.tolist(), starts)


class PythonTokenizer:
    """Cut by a function of yours.

    Args:
        tokenizer (Callable): takes a str and returns a list of str.

    Raises:
        TypeError: `tokenizer` is not callable.

    Source: mindspore.dataset.text.PythonTokenizer, MindSpore 2.10
    """

    def __init__(self, tokenizer: Callable[[str], list[str]]) -> None:
        if not callable(tokenizer):
            raise TypeError(f"tokenizer is not a callable Python function. It is {tokenizer!r}.")
        self.tokenizer = np.vectorize(lambda text: np.array(tokenizer(text)), signature="()->(n)")
        self.random = False
        self.implementation = Implementation.PY

    def __call__(self, in_array: Array) -> Array:
        if not isinstance(in_array, np.ndarray):
            raise TypeError(f"PythonTokenizer: the input must be a numpy array, but got {type(in_array)}.")
        text = np.char.decode(in_array) if in_array.dtype.kind == "S" else in_array
        try:
            return np.asarray(self.tokenizer(texts(text, "PythonTokenizer")))
        except Exception as error:
            raise RuntimeError(f"PythonTokenizer: the tokenizer raised {type(error).__name__}: {error}") from error


class SentencePieceTokenizer(TextTensorOperation):
    """Cut by a model of SentencePiece; needs the library `sentencepiece`.

    Args:
        mode (str, SentencePieceVocab): a model file, or a model.
        out_type (SPieceTokenizerOutType): return pieces or their numbers (int32).

    Raises:
        TypeError: an argument is of another type.
        ModuleNotFoundError: `sentencepiece` is not installed.

    Source: mindspore.dataset.text.SentencePieceTokenizer, MindSpore 2.10
    """

    def __init__(self, mode: str | SentencePieceVocab, out_type: SPieceTokenizerOutType) -> None:
        if not isinstance(mode, (str, SentencePieceVocab)):
            raise TypeError(f"`mode` must be a str or a SentencePieceVocab, but got {type(mode)}.")
        if not isinstance(out_type, SPieceTokenizerOutType):
            raise TypeError(f"`out_type` must be a SPieceTokenizerOutType, but got {out_type!r}.")
        library()
        super().__init__()
        self.mode = mode
        self.out_type = out_type

    def _execute_array(self, *arrays: Any) -> Any:
        text = one_text(arrays[0], "SentencePieceTokenizer")
        model = Path(self.mode).read_bytes() if isinstance(self.mode, str) else self.mode.model()
        pieces = encode(model, text, self.out_type)
        if self.out_type == SPieceTokenizerOutType.STRING:
            return np.array(pieces or [""], dtype=np.str_)
        return np.array(pieces, np.int32)
