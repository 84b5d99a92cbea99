"""Word vectors in text files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Vectors:
    """Words, each with a vector.

    Source: mindspore.dataset.text.Vectors, MindSpore 2.10
    """

    _suffix = ""

    def __init__(self, table: dict[str, Array], size: int) -> None:
        self._table = table
        self.size = size

    @classmethod
    def from_file(cls, file_path: str, max_vectors: int | None = None) -> Self:
        """Read a file with a word and its numbers a line; a first line of two numbers is skipped.

        Args:
            file_path (str): the file.
            max_vectors (int, None): greatest number of words. Default: None, all.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `max_vectors` is negative.
            RuntimeError: there is no such file, its name has another ending, or a line has another length.

        Source: mindspore.dataset.text.Vectors.from_file, MindSpore 2.10
        """
        if not isinstance(file_path, str):
            raise TypeError(f"`file_path` must be a str, but got {file_path!r}.")
        if max_vectors is not None and (not isinstance(max_vectors, int) or isinstance(max_vectors, bool)):
            raise TypeError(f"`max_vectors` must be an int, but got {max_vectors!r}.")
        if max_vectors is not None and max_vectors < 0:
            raise ValueError(f"`max_vectors` must not be negative, but got {max_vectors}.")
        path = Path(file_path)
        if not path.is_file():
            raise RuntimeError(f"{cls.__name__}.from_file: there is no file {file_path!r}.")
        if not path.name.endswith(cls._suffix):
            raise RuntimeError(
                f"{cls.__name__}.from_file: the name must end in {cls._suffix!r}, but got {path.name!r}."
            )
        cls._check_name(path.name)
        return cls(*_read(path, max_vectors or None))

    @classmethod
    def _check_name(cls, name: str) -> None:
        """Raise where the file's name is not what it should be."""

    def lookup(self, word: str, lower: bool) -> Array | None:
        """Return the vector of a word, or None; with `lower` also of the word in small letters."""
        found = self._table.get(word)
        return self._table.get(word.lower()) if found is None and lower else found


class FastText(Vectors):
    """Word vectors of FastText, in a file ``*.vec``.

    Source: mindspore.dataset.text.FastText, MindSpore 2.10
    """

    _suffix = ".vec"


class GloVe(Vectors):
    """Word vectors of GloVe, in a file ``glove.*.txt``.

    Source: mindspore.dataset.text.GloVe, MindSpore 2.10
    """

    _suffix = ".txt"

    @classmethod
    def _check_name(cls, name: str) -> None:
        if not name.startswith("glove."):
            raise RuntimeError(f"GloVe.from_file: the name must be as glove.6B.50d.txt, but got {name!r}.")


class CharNGram(Vectors):
    """Vectors of groups of letters; a word's is their mean.

    Source: mindspore.dataset.text.CharNGram, MindSpore 2.10
    """

    def lookup(self, word: str, lower: bool) -> Array | None:
        """Return the mean over the word's groups of two to four letters, ends included."""
        letters = ["#BEGIN#", *(word.lower() if lower else word), "#END#"]
        found = [
            self._table[key]
            for size in (2, 3, 4)
            for start in range(len(letters) - size + 1)
            if (key := f"{size}gram-{''.join(letters[start : start + size])}") in self._table
        ]
        return np.stack(found).mean(axis=0, dtype=np.float32) if found else None


def _read(path: Path, limit: int | None) -> tuple[dict[str, Array], int]:
    table: dict[str, Array] = {}
    size = 0
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            parts = line.rstrip().split(" ")
            if number == 0 and len(parts) == 2:
                continue
            if len(parts) < 3:
                raise RuntimeError(f"{path}, line {number + 1}: expected a word and two numbers or more.")
            size = size or len(parts) - 1
            if len(parts) - 1 != size:
                raise RuntimeError(f"{path}, line {number + 1}: {len(parts) - 1} numbers, but the first has {size}.")
            table.setdefault(parts[0], np.array([float(part) for part in parts[1:]], np.float32))
            if limit is not None and len(table) == limit:
                break
    return table, size
