"""Record what MindSpore's modules export: the ``__all__`` of each, which programs import by ``*`` and add to their own.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/exports.py     # rewrite tests/goldens/exports.json

Only modules that `import mindspore` loads, and only names that are there: some lists of MindSpore's hold the letters of
its version, or classes in place of names.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "exports.json"


def exports() -> dict[str, list[str]]:
    """Return the names by module."""
    found: dict[str, list[str]] = {}
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] == "mindspore" and isinstance(getattr(module, "__all__", None), (list, tuple)):
            names = {each for each in module.__all__ if isinstance(each, str) and hasattr(module, each)}
            found[name] = sorted(names)
    return found


def main() -> int:
    """Write the golden file."""
    import mindspore.dataset
    import mindspore.mindrecord
    import mindspore.mint
    import mindspore.train  # noqa: F401

    recorded = exports()
    lines = [f"{json.dumps(name)}: {json.dumps(names)}" for name, names in recorded.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{GOLDEN.name}: {sum(map(len, recorded.values()))} names of {len(recorded)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
