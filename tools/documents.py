"""Documents whose commands are executed: ``python -m tools.documents [--check] [PAGE]...`` writes what they print.

In README.md and the pages of docs/ these blocks mean something:

- a block with a title (```` ```python title="port.py" ````) is a file, written into the page's folder in its turn;
- a block of the language ``console`` holds commands (lines that begin with ``$ ``; one ending in a backslash goes on),
  and under each what it prints, error messages included.

A page starts in an empty folder with a copy of examples/; `python` and `ms2torch` run in forks of one process that has
imported torch (`tools/warm.py`). Printed figures of time and memory, and sizes of differences, may differ
from machine to machine: `masked` says what counts.
"""

from __future__ import annotations

import argparse
import difflib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import warm

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^( *)```(\w+)([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')
_QUANTITY = re.compile(r"\b\d+(?:\.\d+)? ?(?:ms|s|kB|MB|GB|x)(?![\w.])")
_PLACE = re.compile(r"(?<=\d )at \[\d+(?:, \d+)*\]")
_ROUNDED = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?e[+-]?\d+(?![\w.])")
_LONG_DECIMAL = re.compile(r"(?<![\w.])-?\d+\.\d{6,}(?![\w.])")  # the last of so many digits are rounding
_VERSION = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)+(?:\+\w+)?")
_WIDTH = "100"
_LIMIT = 600  # seconds for one command
# With one of the first three pytest prints its summary whole; with the last, lines of several processes mix. A reader's
# terminal has none of them.
_OF_A_SERVER = ("CI", "BUILD_NUMBER", "GITHUB_ACTIONS", "PYTHONUNBUFFERED")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page that means something.

    Args:
        start (int): where its text starts in the page.
        end (int): where its text ends.
        text (str): without the indentation of the block.
        indent (str): the indentation.
        title (str): the file to write; "" for commands.
    """

    start: int
    end: int
    text: str
    indent: str
    title: str


def pages() -> list[Path]:
    """Return the pages that have commands."""
    every = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
    return [page for page in every if any(not block.title for block in blocks(page.read_text(encoding="utf-8")))]


def blocks(page: str) -> Iterator[Block]:
    """Find the files and commands of a page."""
    for found in _BLOCK.finditer(page):
        indent, language, rest, text = found.groups()
        title = _TITLE.search(rest)
        if title or language == "console":
            inner = re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)
            yield Block(found.start(4), found.end(4), inner, indent, title[1] if title else "")


def executed(page: str, folder: Path) -> str:
    """Execute a page in a folder and return it with what its commands printed.

    Args:
        page (str): the page's text.
        folder (Path): an empty folder.
    """
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    parts, at = [], 0
    for block in blocks(page):
        if block.title:
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            continue
        shown = "".join(f"$ {command}\n{_printed(command, folder)}" for command in commands(block.text))
        parts += [page[at : block.start], re.sub(r"^(?=.)", block.indent, shown, flags=re.MULTILINE)]
        at = block.end
    return "".join([*parts, page[at:]])


def commands(text: str) -> list[str]:
    """Return the commands of a block, each with the lines it goes on in."""
    found: list[str] = []
    going_on = False
    for line in text.splitlines():
        if going_on:
            found[-1] += f"\n{line}"
        elif line.startswith("$ "):
            found.append(line[2:])
        going_on = (going_on or line.startswith("$ ")) and line.endswith("\\")
    return found


def _printed(command: str, folder: Path) -> str:
    """Run a command as a shell does and return what it prints; other output than text is an error here."""
    settings = {**warm.environment(), "COLUMNS": _WIDTH, "PYTHONWARNINGS": "ignore"}
    for name in _OF_A_SERVER:
        settings.pop(name, None)
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=settings, text=True, check=False, timeout=_LIMIT,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    text = done.stdout.replace(f"{folder}/", "")
    lines = [line.rstrip() for line in text.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def masked(page: str) -> str:
    """Hide in a page what may differ between machines.

    That is quantities of time and memory, versions, places, and figures with an exponent, which are sizes of
    differences. A plain decimal, such as a loss, is compared to its last digit, one of many digits to
    four that count.
    Where in a tensor the greatest difference lies, the last bit decides among many that are as great.
    """
    page = _LONG_DECIMAL.sub(lambda found: f"{float(found[0]):.4g}", page)
    for pattern, instead in ((_PLACE, "at [#]"), (_QUANTITY, "#"), (_VERSION, "#"), (_ROUNDED, "#")):
        page = pattern.sub(instead, page)
    return page


def difference(page: Path) -> str:
    """Execute a page and return how it differs from what is written; "" if only masked figures do."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        now = executed(text, Path(folder).resolve())
    if masked(now) == masked(text):
        return ""
    name = page.relative_to(ROOT).as_posix()
    lines = difflib.unified_diff(masked(text).splitlines(), masked(now).splitlines(), name, "as executed", lineterm="")
    return "\n".join(lines)


def write(page: Path) -> None:
    """Execute a page and write what its commands print, unless only masked figures changed."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        now = executed(text, Path(folder).resolve())
    if masked(now) != masked(text):
        page.write_text(now, encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Write or check pages; return the exit code."""
    parser = argparse.ArgumentParser(description="Execute the commands of the documents.")
    parser.add_argument("pages", nargs="*", type=Path, help="default: every page with commands")
    parser.add_argument("--check", action="store_true", help="say what differs and write nothing")
    asked = parser.parse_args(words)
    stale = 0
    for page in [path.resolve() for path in asked.pages] or pages():
        print(page.relative_to(ROOT).as_posix(), flush=True)
        if not asked.check:
            write(page)
        elif differs := difference(page):
            print(differs)
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
