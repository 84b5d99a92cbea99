"""What two names of one thing have in common: the core of an attribute's name."""

from __future__ import annotations

import functools
import re

_AFFIXES = re.compile(
    r"(?:^(?:to|w|in|lin|linear|dense|fc)_?(?=[a-z]))|(?:_?(?:proj|projection|linear|lin|layer|dense|fc))$"
)
_WORDS = {
    "query": "q", "queries": "q", "key": "k", "keys": "k", "value": "v", "values": "v", "output": "out", "o": "out",
}  # fmt: skip


@functools.lru_cache(maxsize=65536)
def canonical_name(name: str) -> str:
    """Return the core of an attribute name: ``query_proj``, ``to_q`` and ``q`` become ``q``."""
    core = name.lower()
    shorter = _AFFIXES.sub("", core)
    while shorter and shorter != core:
        core, shorter = shorter, _AFFIXES.sub("", shorter)
    return _WORDS.get(core, core)
