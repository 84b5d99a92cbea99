"""From a line of the converted source back to the line it was made from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from parity.port.engine.marks import PREFIX
from parity.report.finding import placed

_PLACE = re.compile(r"(?P<file>[^\s:]+\.py):(?P<line>\d+)")


@dataclass(frozen=True, slots=True)
class Written:
    """A converted file as it lies on the disk.

    Args:
        place (Path): where it was written.
        path (str): where the source was read.
        before (str): the source.
        after (str): what was written.
        lines (tuple[int, ...]): the line of the file that each line of `before` is. Default: the same.
    """

    place: Path
    path: str
    before: str
    after: str
    lines: tuple[int, ...] = ()


def with_origins(text: str, files: Iterable[Written]) -> str:
    """Return a message with the line of the source behind the first line of a converted file that it names.

    Args:
        text (str): names lines as ``file.py:12``.
        files (Iterable[Written]): the converted files.
    """
    known = {str(file.place.resolve()): file for file in files}
    for found in _PLACE.finditer(text):
        file = known.get(str(Path(found["file"]).resolve()))
        said = _said(file, int(found["line"])) if file is not None else ""
        if said:
            return f"{text}; {said}"
    return text


def is_unchanged(place: str, files: Iterable[Written]) -> bool:
    """Tell whether the statement at a line of a converted file stands in the source as it is, and is none of torch's.

    Args:
        place (str): ``file.py:12``.
        files (Iterable[Written]): the converted files.
    """
    name, number = placed(place) or ("", 0)
    known = {str(file.place.resolve()): file for file in files}
    file = known.get(str(Path(name).resolve())) if name else None
    if file is None:
        return False
    first, last = _statement(file.after, number)
    return all(_is_equal(file, line) for line in range(first, last + 1))


def _is_equal(file: Written, line: int) -> bool:
    origin = line_before(file.before, file.after, line)
    written = _line(file.after, line)
    return bool(origin) and _line(file.before, origin) == written and "torch" not in written


def _statement(source: str, line: int) -> tuple[int, int]:
    """Return the first and last line of the innermost simple statement around a line."""
    found = (line, line)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and node.lineno <= line <= (node.end_lineno or 0):
            found = (node.lineno, node.end_lineno or line)
    return found


def _said(file: Written, line: int) -> str:
    origin = line_before(file.before, file.after, line)
    written = _line(file.after, line)
    if not origin:
        return f"the line was added: `{written}`" if written else ""
    source = _line(file.before, origin)
    where = f"{file.path}:{file.lines[origin - 1] if file.lines else origin}"
    if source == written:
        return f"it is {where}, unchanged: `{source}`"
    return f"it was written `{written}` for {where}: `{source}`"


def _line(source: str, number: int) -> str:
    rows = source.splitlines()
    return rows[number - 1].strip() if 0 < number <= len(rows) else ""


def line_before(before: str, after: str, line: int) -> int:
    """Return the line of the source that a line of the result was made from; 0 where it was added.

    Lines that are the same hold the two texts together; between them, the most similar line is taken.

    Args:
        before (str): the source.
        after (str): the result.
        line (int): of the result, from 1.
    """
    old, new = before.splitlines(), after.splitlines()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if not c <= line - 1 < d:
            continue
        if kind == "equal":
            return a + (line - 1 - c) + 1
        return _most_similar(list(_numbered(old[a:b], a)), new[line - 1])
    return 0


def _numbered(rows: Iterable[str], first: int) -> Iterator[tuple[int, str]]:
    yield from ((first + n + 1, row) for n, row in enumerate(rows))


def _most_similar(rows: list[tuple[int, str]], line: str) -> int:
    """Return the number of the row that is most like a line; 0 where none is."""
    if line.strip().startswith(PREFIX):
        return 0
    likeness = [(SequenceMatcher(None, row.strip(), line.strip()).ratio(), -number) for number, row in rows]
    best = max(likeness, default=(0.0, 0))
    return -best[1] if best[0] > 0.4 else 0
