"""stack.json: where every call was made, in the grouped form of msprobe 26 and in the older one."""

from __future__ import annotations

import re
from typing import Any

from parity.dumps.execution import Frame

_FRAME = re.compile(r"File (?P<file>.+?), line (?P<line>\d+), in (?P<function>.*?), ?\n ?(?P<text>.*)", re.DOTALL)


def read_stack(found: Any) -> dict[str, tuple[Frame, ...]]:
    """Return the frames of every entry, innermost first.

    Args:
        found (Any): what stack.json holds: ``{"0": [[entries], [frames]]}`` or ``{entry: [frames]}``.

    Raises:
        TypeError, ValueError: if it is neither.
    """
    if not isinstance(found, dict):
        raise TypeError("it holds no object")
    frames: dict[str, tuple[Frame, ...]] = {}
    for key, value in found.items():
        if _is_group(value):
            read = _frames(value[1])
            frames.update(dict.fromkeys(map(str, value[0]), read))
        elif isinstance(value, list):
            frames[str(key)] = _frames(value)
    return frames


def _is_group(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, list) for part in value)


def _frames(lines: Any) -> tuple[Frame, ...]:
    if not isinstance(lines, list):
        raise TypeError("frames are no list")
    found: list[Frame] = []
    for line in lines:
        match = _FRAME.match(line) if isinstance(line, str) else None
        if match is not None:
            text = match["text"].strip()
            found.append(Frame(match["file"], int(match["line"]), match["function"], text))
    return tuple(found)
