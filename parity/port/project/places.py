"""Which line of a file each line of what was kept of it comes from."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def original_lines(original: str, kept: str) -> tuple[int, ...]:
    """Return for each line of what was kept of a file, from 1, the line of the file; () where all of it was.

    Statements at the top are kept or left out as a whole; only of imports may a part be kept.

    Args:
        original (str): the file.
        kept (str): what was kept of it, in its order.
    """
    if original == kept:
        return ()
    theirs = list(_groups(original))
    found: list[int] = []
    at = offset = 0
    for first, source in _groups(kept):
        following = range(at, len(theirs))
        same = next((n for n in following if theirs[n][1] == source), None)
        if same is None and source.startswith(("import ", "from ")):
            same = next((n for n in following if theirs[n][1].startswith(("import ", "from "))), None)
        found += [min(line + offset, _count(original)) for line in range(len(found) + 1, first)]
        if same is not None:
            offset, at = theirs[same][0] - first, same + 1
        found += [first + offset + number for number in range(_count(source))]
    found += [min(line + offset, _count(original)) for line in range(len(found) + 1, _count(kept) + 1)]
    return tuple(found)


def _count(source: str) -> int:
    return len(source.splitlines())


def _groups(source: str) -> Iterator[tuple[int, str]]:
    """Yield the statements at the top, those of a line together: the first line of each, and its text."""
    rows = source.splitlines()
    spans: list[tuple[int, int]] = []
    for node in ast.parse(source).body:
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
        last = node.end_lineno or first
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    yield from ((first, "\n".join(rows[first - 1 : last])) for first, last in spans)
