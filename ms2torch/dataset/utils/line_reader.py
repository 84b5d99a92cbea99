"""Any line of a file, without what is before it.

Source: mindspore.dataset.utils.line_reader, MindSpore 2.10
"""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from ms2torch import log
from ms2torch.dataset.core.validator_helpers import check_value, type_check

_NOT_IN_NAMES = "\\/:*?\"<>|`&;'"
_SHOWN = r"""\/:*?\"<>|`&;\'"""
_LARGEST = 2**64 - 1


class LineReader:
    """The lines of a file by their number, which begins with 1.

    Args:
        filename (str): the file.

    Raises:
        TypeError: if `filename` is no string.
        ValueError: if its name has a character that MindSpore does not allow.
        RuntimeError: if there is no such file.

    Source: mindspore.dataset.utils.LineReader, MindSpore 2.10
    """

    def __init__(self, filename: str) -> None:
        if not isinstance(filename, str):
            raise TypeError(f"path: {filename} is not string")
        path = Path(filename)
        if set(path.name) & set(_NOT_IN_NAMES):
            raise ValueError(f"filename should not contain {_SHOWN}")
        if not path.exists():
            raise RuntimeError(f"The input file [{filename}] does not exist.")
        if not path.is_file():
            raise RuntimeError(f"The input file [{filename}] is not a regular file.")
        self.filename = str(path.resolve())
        self.offsets: list[int] = []
        start = 0
        with path.open("rb") as file:
            for line in file:
                self.offsets.append(start)
                start += len(line)
        if not self.offsets:
            log.warning(f"The input file [{filename}] is empty.")
        self.fo_handle: TextIO | None = None

    def __getitem__(self, line: int) -> str:
        """Return a line, as `readline`."""
        return self.readline(line)

    def __len__(self) -> int:
        """Return the number of lines."""
        return self.len()

    def __del__(self) -> None:
        self.close()

    def len(self) -> int:
        """Return the number of lines."""
        return len(self.offsets)

    def readline(self, line: int) -> str:
        """Return a line without its end.

        Args:
            line (int): its number, from 1.

        Raises:
            TypeError: if `line` is no int.
            ValueError: if there is no such line.
        """
        type_check(line, (int,), "line")
        check_value(line, [0, _LARGEST], "line")
        check_value(line, [1, len(self.offsets)], "line")
        if self.fo_handle is None:
            self.fo_handle = Path(self.filename).open(encoding="utf-8")  # noqa: SIM115 - open until `close`
        self.fo_handle.seek(self.offsets[line - 1])
        return self.fo_handle.readline().removesuffix("\n")

    def close(self) -> None:
        """Close the file; reading opens it again."""
        handle = getattr(self, "fo_handle", None)  # none where the file was refused
        if handle is not None:
            handle.close()
            self.fo_handle = None
