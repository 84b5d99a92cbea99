"""Write the lists of exports of `ops` and `mint`.

    python -m tools.stubs [--check]

With `--check` nothing is written; the exit code is 1 if a list is not what the modules say.
"""

from __future__ import annotations

import argparse
import sys

from tools.stubs.definitions import ROOT
from tools.stubs.lists import rendered


def main() -> int:
    """Write the lists, or tell which ones are out of date."""
    parser = argparse.ArgumentParser(prog="python -m tools.stubs", description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    changed = [path for path, text in rendered().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        print(path.relative_to(ROOT))
        if not check:
            path.write_text(rendered()[path], encoding="utf-8")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
