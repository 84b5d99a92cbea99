"""Classes of characters, and regular expressions that name them as ICU does."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache

_PROPERTY = re.compile(r"\\([pP])(?:\{(\^?)([A-Za-z]+)\}|([A-Za-z]))")
_HEXADECIMAL = re.compile(r"\\x\{([0-9A-Fa-f]+)\}")


@lru_cache(maxsize=32)
def _ranges(category: str, inverse: bool) -> str:
    """Return the inside of a character class: all characters whose category starts so."""
    out: list[str] = []
    start = -1
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code)).startswith(category) != inverse
        if inside and start < 0:
            start = code
        elif not inside and start >= 0:
            out.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = -1
    return "".join(out)


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    r"""Return a pattern of ICU as one of Python.

    Understood beyond Python's own: ``\p{L}``, ``\P{L}``, ``\pL`` with general categories, and ``\x{4E00}``.

    Args:
        pattern (str): the regular expression.

    Raises:
        RuntimeError: the pattern is wrong, or uses a property that is no general category.
    """
    text = _HEXADECIMAL.sub(lambda found: f"\\U{int(found[1], 16):08x}", pattern)
    out: list[str] = []
    inside = False
    place = 0
    while place < len(text):
        found = _PROPERTY.match(text, place)
        if found:
            category = found[3] or found[4]
            if category[0] not in "CLMNPSZ" or len(category) > 2:
                raise RuntimeError(
                    f"the property in {found[0]!r} of {pattern!r} is no general category such as P or Lu."
                )
            members = _ranges(category, (found[1] == "P") != bool(found[2]))
            out.append(members if inside else f"[{members}]")
            place = found.end()
            continue
        step = 2 if text[place] == "\\" else 1
        if text[place] in "[]":
            inside = text[place] == "["
        out.append(text[place : place + step])
        place += step
    try:
        return re.compile("".join(out))
    except re.error as error:
        raise RuntimeError(f"{pattern!r} is no regular expression: {error}.") from error


def is_space(char: str) -> bool:
    """Return whether this is white space."""
    return char.isspace() and char not in "\x1c\x1d\x1e\x1f"


@lru_cache(maxsize=4096)
def script(char: str) -> str:
    """Return the script of a character, or "COMMON"; told from its name, for Python has no table of scripts."""
    if unicodedata.category(char).startswith("M"):
        return "INHERITED"
    if not char.isalpha():
        return "COMMON"
    words = unicodedata.name(char, "COMMON").replace("-", " ").split()
    if words[0] in ("FULLWIDTH", "HALFWIDTH", "MATHEMATICAL") and len(words) > 1:
        words = words[1:]
    return words[0]
