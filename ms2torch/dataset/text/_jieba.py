"""Chinese words, by a dictionary with frequencies and a hidden Markov model for what is not in it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

from ms2torch.dataset.text._base import Span, check_count, check_text
from ms2torch.dataset.text._enums import JiebaMode
from ms2torch.dataset.text._tokenizers import _Tokenizer

_SEPARATORS = " \t\n\uff0c\u3002"
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*|[0-9][0-9.]*")
# states of the model: first, last and middle character of a word, and a word of one; in the file's order
_BEGIN, _END, _MIDDLE, _SINGLE = range(4)
_NEVER = -3.14e100


class JiebaTokenizer(_Tokenizer):
    """Cut Chinese text into words.

    Args:
        hmm_path (str): file of the hidden Markov model, as cppjieba has it (``hmm_model.utf8``).
        mp_path (str): file of the dictionary, of a word, its frequency and its tag a line (``jieba.dict.utf8``).
        mode (JiebaMode): by the dictionary (MP), by the model (HMM), or by both. Default: `JiebaMode.MIX`.
        with_offsets (bool): return also the first and last byte of each word. Default: False.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there is no such file.

    Source: mindspore.dataset.text.JiebaTokenizer, MindSpore 2.10
    """

    def __init__(
        self, hmm_path: str, mp_path: str, mode: JiebaMode = JiebaMode.MIX, with_offsets: bool = False
    ) -> None:
        if not isinstance(mode, JiebaMode):
            raise TypeError(f"`mode` must be a JiebaMode, but got {mode!r}.")
        for name, path in (("hmm_path", hmm_path), ("mp_path", mp_path)):
            check_text(name, path)
            if not Path(path).is_file():
                raise ValueError(f"`{name}`: there is no file {path!r}.")
        super().__init__(with_offsets)
        self.mode = mode
        self._words = _read_words(mp_path)
        self._model = _Model(hmm_path)
        self._total = float(sum(self._words.values()))
        self._least = math.log(min(self._words.values()) / self._total)
        frequencies = sorted(self._words.values())
        self._median = frequencies[len(frequencies) // 2]
        self._own: set[str] = set()

    def add_word(self, word: str, freq: int | None = None) -> None:
        """Add a word to the dictionary.

        Args:
            word (str): the word.
            freq (int, None): its frequency. Default: None, the dictionary's median.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `word` is empty or `freq` negative.

        Source: mindspore.dataset.text.JiebaTokenizer.add_word, MindSpore 2.10
        """
        check_text("word", word)
        if not word:
            raise ValueError("`word` must not be empty.")
        if freq is not None:
            check_count("freq", freq)
        self._words[word] = freq or self._median
        self._own.add(word)

    def add_dict(self, user_dict: str | dict[str, int]) -> None:
        """Add words to the dictionary.

        Args:
            user_dict (str, dict): words with their frequencies; or a file of a word, and its frequency or not, a line.

        Raises:
            TypeError: `user_dict` is of another type.
            ValueError: a line of the file has more parts, or a frequency that is no number.

        Source: mindspore.dataset.text.JiebaTokenizer.add_dict, MindSpore 2.10
        """
        if isinstance(user_dict, dict):
            for word, frequency in user_dict.items():
                self.add_word(word, frequency)
            return
        check_text("user_dict", user_dict)
        for line in Path(user_dict).read_text(encoding="utf-8-sig").splitlines():
            parts = line.strip().split()
            if len(parts) > 2 or (len(parts) == 2 and not parts[1].isdigit()):
                raise ValueError(f"`user_dict`: expected a word and a frequency, but got {line!r}.")
            if parts:
                self.add_word(parts[0], int(parts[1]) if len(parts) == 2 else None)

    def _spans(self, text: str) -> Iterator[Span]:
        start = 0
        for place in range(len(text) + 1):
            if place < len(text) and text[place] not in _SEPARATORS:
                continue
            yield from self._sentence(text, start, place)
            if place < len(text):
                yield text[place], place, place + 1
            start = place + 1

    def _sentence(self, text: str, start: int, end: int) -> Iterator[Span]:
        if self.mode == JiebaMode.HMM:
            yield from self._model.cut(text, start, end)
            return
        words = list(self._by_dictionary(text, start, end))
        if self.mode == JiebaMode.MP:
            yield from words
            return
        single = -1
        for word in [*words, ("", end, end)]:
            alone = word[2] - word[1] == 1 and word[0] not in self._own
            if alone and single < 0:
                single = word[1]
            if not alone:
                if single >= 0:
                    yield from self._model.cut(text, single, word[1])
                    single = -1
                if word[0]:
                    yield word

    def _by_dictionary(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Yield the words of the most likely way to cut."""
        longest = max(map(len, self._words))
        best: list[tuple[float, int]] = [(0.0, end)] * (end - start + 1)
        for place in range(end - 1, start - 1, -1):
            choices = []
            for stop in range(place + 1, min(end, place + longest) + 1):
                count = self._words.get(text[place:stop])
                if count is None and stop > place + 1:
                    continue
                weight = self._least if count is None else math.log(count / self._total)
                choices.append((weight + best[stop - start][0], stop))
            # of equal ones the shortest word
            best[place - start] = max(choices, key=lambda choice: choice[0])
        place = start
        while place < end:
            stop = best[place - start][1]
            yield text[place:stop], place, stop
            place = stop


def _read_words(path: str) -> dict[str, float]:
    words: dict[str, float] = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        parts = line.split(" ")
        if len(parts) != 3:
            raise RuntimeError(f"{path}: expected a word, its frequency and its tag, but got {line!r}.")
        words[parts[0]] = float(parts[1])
    if not words:
        raise RuntimeError(f"{path}: there are no words.")
    return words


class _Model:
    """A hidden Markov model of where words begin and end."""

    def __init__(self, path: str) -> None:
        lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
        if len(lines) < 9:
            raise RuntimeError(f"{path}: expected 9 lines of numbers, but got {len(lines)}.")
        self._start = [float(part) for part in lines[0].split()]
        self._step = [[float(part) for part in line.split()] for line in lines[1:5]]
        self._emit: list[dict[str, float]] = []
        for line in lines[5:9]:
            pairs = (part.rsplit(":", 1) for part in line.split(","))
            self._emit.append({char: float(value) for char, value in pairs})

    def cut(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Yield the words; letters and digits stay together."""
        place = start
        while place < end:
            latin = _LATIN.match(text, place, end)
            if latin:
                yield latin[0], place, latin.end()
                place = latin.end()
                continue
            stop = place + 1
            while stop < end and not _LATIN.match(text, stop, end):
                stop += 1
            yield from self._words(text, place, stop)
            place = stop

    def _words(self, text: str, start: int, end: int) -> Iterator[Span]:
        first = start
        for place, state in enumerate(self._states(text[start:end]), start):
            if state in (_END, _SINGLE):
                yield text[first : place + 1], first, place + 1
                first = place + 1
        if first < end:
            yield text[first:end], first, end

    def _states(self, text: str) -> list[int]:
        weights = [self._start[s] + self._emit[s].get(text[0], _NEVER) for s in range(4)]
        before: list[list[int]] = []
        for char in text[1:]:
            weights, origins = self._stepped(weights, char)
            before.append(origins)
        state = _END if weights[_END] >= weights[_SINGLE] else _SINGLE
        path = [state]
        for origins in reversed(before):
            state = origins[state]
            path.append(state)
        return path[::-1]

    def _stepped(self, weights: list[float], char: str) -> tuple[list[float], list[int]]:
        """Return the best weight of each state after a character, and the state that it came from."""
        now, origins = [_NEVER] * 4, [_END] * 4
        for state in range(4):
            emitted = self._emit[state].get(char, _NEVER)
            for origin in range(4):
                weight = weights[origin] + self._step[origin][state] + emitted
                if weight > now[state]:
                    now[state], origins[state] = weight, origin
        return now, origins
