"""Comments by which a file silences remarks: ``# ms2torch: ignore[CODE, CODE]``, on a line of the call."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass

_MARK = "ms2torch: ignore"
_COMMENT = re.compile(r"#\s*ms2torch:\s*ignore(?P<file>-file)?(?:\[(?P<codes>[^\]]*)\])?")
_ALL = frozenset({"*"})


@dataclass(frozen=True, slots=True)
class Ignores:
    """What a file silences.

    Attributes:
        lines: the codes by line; ``*`` is all of them.
        everywhere: the codes that are silenced in the whole file.
    """

    lines: Mapping[int, frozenset[str]]
    everywhere: frozenset[str] = frozenset()

    def covers(self, node: ast.expr | ast.stmt, code: str) -> bool:
        """Tell whether a remark with this code on this piece of source is silenced."""
        if self.everywhere & {"*", code}:
            return True
        if not self.lines:
            return False
        span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        return any(self.lines.get(line, frozenset()) & {"*", code} for line in span)


def ignores(source: str) -> Ignores:
    """Return what the comments of a source silence."""
    if _MARK not in source:
        return Ignores({})
    lines: dict[int, frozenset[str]] = {}
    everywhere: frozenset[str] = frozenset()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        found = _COMMENT.match(token.string) if token.type == tokenize.COMMENT else None
        if found is None:
            continue
        listed = found["codes"]
        codes = _ALL if listed is None else frozenset(code.strip() for code in listed.split(","))
        if found["file"]:
            everywhere |= codes
        else:
            lines[token.start[0]] = codes
    return Ignores(lines, everywhere)
