"""The files of a folder that are no Python: what is taken along as it is, and what names the framework."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from parity.scan.files import is_hidden

_LARGEST = 1 << 20  # bytes; what is larger is data, and stays where it is
_FRAMEWORKS = {
    "torch": re.compile(r"(?<![\w./-])(py)?torch\w*(?![\w/-])"),
    "mindspore": re.compile(r"(?<![\w./-])mindspore\w*(?![\w/-])"),
}
_COMPILED = frozenset({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".pyx"})


@dataclass(frozen=True, slots=True)
class Other:
    """A file that is no Python.

    Args:
        path (Path): where it lies.
        target (Path): where it goes, below the output.
        taken (bool): it is written to the output, as it is.
        said (str): what is to be done about it by hand; "" for nothing.
        line (int): of which line that is said, from 1; 0 for the whole.
    """

    path: Path
    target: Path
    taken: bool
    said: str = ""
    line: int = 0


def other_files(folder: Path, framework: str, without: Collection[Path] = ()) -> Iterator[Other]:
    """Yield the files of a folder that are no Python, in order.

    Text of a size that is written by hand is taken along, all else stays where it is.

    Args:
        folder (Path): of a project.
        framework (str): ``torch`` or ``mindspore``: text that names it is to be looked at.
        without (Collection[Path]): folders that are passed over, resolved. Default: none.
    """
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if path.suffix in {".py", ".pyc"} or is_hidden(inner) or not path.is_file():
            continue
        if not any(path.resolve().is_relative_to(place) for place in without):
            yield _other(path, inner, framework)


def _other(path: Path, target: Path, framework: str) -> Other:
    if path.suffix == ".ipynb":
        return Other(path, target, taken=False, said="a notebook, which port does not convert")
    try:
        text = path.read_bytes().decode("utf-8") if path.stat().st_size <= _LARGEST else "\0"
    except (OSError, UnicodeDecodeError):
        text = "\0"
    if "\0" in text:
        return Other(path, target, taken=False)
    named = _FRAMEWORKS[framework].search(text)
    if path.suffix in _COMPILED:
        what = f"compiled code{' of ' + framework if named else ''}, which port does not convert"
        return Other(path, target, taken=False, said=what)
    if named is None:
        return Other(path, target, taken=True)
    line = text.count("\n", 0, named.start()) + 1
    row = text.splitlines()[line - 1].strip()
    row = row if len(row) <= _LONGEST else f"{row[:_LONGEST]}..."
    return Other(path, target, taken=True, said=f"names {framework}, copied as it is: {row}", line=line)


_LONGEST = 80  # letters of a line that are shown
