"""Record what MindSpore's modules export: the ``__all__`` of each, which programs import by ``*`` and add to their own.

And which names of `mindspore.mint` are functions and classes of `ops` and `nn`.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/exports.py     # rewrite tests/goldens/exports.json and shared_names.json

Only modules that `import mindspore` loads, and only names that are there: some lists of MindSpore's hold the letters of
its version, or classes in place of names.
"""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "exports.json"
SHARED = GOLDEN.with_name("shared_names.json")
_HOMES = ("mindspore.ops", "mindspore.nn")
_SHARE = ("mindspore.mint", "mindspore.mint.nn", "mindspore.mint.nn.functional", "mindspore.mint.special")


def exports() -> dict[str, list[str]]:
    """Return the names by module."""
    found: dict[str, list[str]] = {}
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] == "mindspore" and isinstance(getattr(module, "__all__", None), (list, tuple)):
            names = {each for each in module.__all__ if isinstance(each, str) and hasattr(module, each)}
            found[name] = sorted(names)
    return found


def shared() -> dict[str, str]:
    """Return the names of mint that are a function or a class of `ops` or `nn`, by the name it has there."""
    homes = {}
    for home in reversed(_HOMES):
        names = [name for name in sorted(sys.modules[home].__all__, reverse=True) if hasattr(sys.modules[home], name)]
        homes.update({id(getattr(sys.modules[home], name)): f"{home}.{name}" for name in names})
    found = {}
    for module in _SHARE:
        for name in sorted(sys.modules[module].__all__):
            value = getattr(sys.modules[module], name, None)
            if isinstance(value, (type, types.FunctionType)) and id(value) in homes:
                found[f"{module}.{name}"] = homes[id(value)]
    return found


def main() -> int:
    """Write the golden files."""
    import mindspore.dataset
    import mindspore.mindrecord
    import mindspore.mint.special
    import mindspore.train  # noqa: F401

    recorded = exports()
    lines = [f"{json.dumps(name)}: {json.dumps(names)}" for name, names in recorded.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    SHARED.write_text(json.dumps(shared(), indent=0) + "\n", encoding="utf-8")
    print(f"{GOLDEN.name}: {sum(map(len, recorded.values()))} names of {len(recorded)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
