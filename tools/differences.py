"""Write docs/differences.md from the list of known differences, which the tests hold strictly.

    python -m tools.differences [--check]

With `--check` nothing is written; the exit code is 1 if the page is not what the list says.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from tests.opdb._known import CAUSES, FILE, Difference, known_differences

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "differences.md"
_HEAD = f"""# Known differences from MindSpore 2.10.0

MindSpore's documentation is followed; its CPU build was asked. This page is written by `make docs` from
`{FILE.relative_to(ROOT)}`, where every entry is executed: one that no longer differs fails the tests.
"""
_TESTED = {
    "values": "",
    "gradients": "gradient",
    "errors": "error",
    "name": "name",
    "signature": "signature",
    "refused": "refused",
    "replaced": "replaced",
}


def page() -> str:
    """Return the page's text: for each cause, for each reason, the names it holds for."""
    by_cause: dict[str, dict[tuple[str, str], list[Difference]]] = defaultdict(lambda: defaultdict(list))
    for entry in known_differences():
        by_cause[entry.cause][entry.test, entry.reason].append(entry)
    parts = [_HEAD]
    for cause, meaning in CAUSES.items():
        if not by_cause[cause]:
            continue
        parts.append(f"\n## {meaning[0].upper()}{meaning[1:]}\n\n| name | what | difference |\n|---|---|---|\n")
        rows = sorted((sorted({e.name for e in entries}), key) for key, entries in by_cause[cause].items())
        for names, (test, reason) in rows:
            shown = ", ".join(f"`{name.removeprefix('mindspore.')}`" for name in names)
            parts.append(f"| {shown} | {_TESTED[test]} | {reason.replace('|', '/')} |\n")
    return "".join(parts)


def main() -> int:
    """Write the page, or check it.

    Returns:
        int: the exit code.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    text = page()
    if parser.parse_args().check:
        return int(not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
