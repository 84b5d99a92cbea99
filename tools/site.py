"""``python -m tools.site [--out DIR]``: the documents as pages that open from a folder, with the table by API.

mkdocs builds what is in docs/ (strictly: a link that leads nowhere is an error), `ms2torch api --html` the table. For
language models there is llms.txt, the list of the documents (https://llmstxt.org), each as the Markdown that it is.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config import load_config

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


def write_llms(out: Path) -> None:
    """Write llms.txt, and the documents that it names as they are.

    Args:
        out (Path): the folder of the site.
    """
    settings = load_config(str(ROOT / "mkdocs.yml"))
    lines = [f"# {settings.site_name}", "", f"> {settings.site_description}"]
    named: set[str] = set()
    for section in settings.nav or []:
        for title, pages in section.items():
            lines += ["", f"## {title}", ""]
            for page in _pages(pages):
                if page in named:
                    continue
                named.add(page)
                lines.append(_entry(page))
                shutil.copyfile(ROOT / "docs" / page, out / page)
    (out / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _pages(entries: Any) -> Iterator[str]:
    """Yield the files below an entry of the navigation."""
    if isinstance(entries, str):
        yield entries
        return
    for entry in entries.values() if isinstance(entries, dict) else entries:
        yield from _pages(entry)


def _entry(page: str) -> str:
    """Return the line of a document: its heading and the first sentence below it."""
    heading, _, text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition("\n")
    parts = (" ".join(part.split()) for part in text.split("\n\n"))
    prose = (part for part in parts if re.match(r"(?!```)[A-Z`*\[]", part) and " " in part)
    sentence = re.split(r"(?<=[.:])\s", next(prose, ""))[0].rstrip(".:")
    return f"- [{heading.lstrip('# ')}]({page})" + (f": {sentence}" if sentence else "")


def main() -> int:
    """Build the site where the command line says."""
    parser = argparse.ArgumentParser(description="Build the site of the documents.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out = parser.parse_args().out.resolve()
    build_documents(out)
    build_table(out)
    write_llms(out)
    print(f"open {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
