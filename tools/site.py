"""``python -m tools.site [--out DIR]``: the documents as pages that open from a folder, with the table by API.

mkdocs builds what is in docs/ (strictly: a link that leads nowhere is an error), `ms2torch api --html` the table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build_documents(out: Path) -> None:
    """Build the pages of the documents.

    Args:
        out (Path): the folder; what was in it goes.
    """
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(out)]
    subprocess.run(mkdocs, cwd=ROOT, check=True)


def build_table(out: Path) -> None:
    """Build the pages of the table.

    Args:
        out (Path): the folder of the site.
    """
    table = [sys.executable, "-m", "ms2torch", "api", "--html", str(out / "table")]
    subprocess.run(table, cwd=ROOT, check=True)


def main() -> int:
    """Build the site where the command line says."""
    parser = argparse.ArgumentParser(description="Build the site of the documents.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out = parser.parse_args().out.resolve()
    build_documents(out)
    build_table(out)
    print(f"open {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
