"""``python -m tools.pictures [--check]``: the picture of a real comparison on a terminal, docs/images/compare.svg.

The drawing is rich's own, without the fonts that it would fetch. `--check` runs the comparison again and says whether
the words are still those of the picture; figures of time may differ.
"""

from __future__ import annotations

import html
import io
import re
import sys
from pathlib import Path

from tools.documents import masked

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "compare.svg"
_REFERENCE, _PORT = (f"examples/seed_conv_{name}.py:make" for name in ("torch", "default"))
_INPUT = "float32[2,120,12,12]"
_COMMAND = f"ms2torch compare {_REFERENCE} {_PORT} --input '{_INPUT}'"
_WIDTH = 118
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)


def drawn() -> str:
    """Run the comparison and return the picture."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI

    from parity import compare
    from parity.report.rich import render

    report = compare(_REFERENCE, _PORT, [_INPUT])
    console = Console(record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    console.print(f"[bold green]$[/] {_COMMAND}", markup=True, soft_wrap=False)
    console.print(render(report, limit=3))
    svg = console.export_svg(title="ms2torch compare", theme=MONOKAI, unique_id="compare")
    plain = _FONT.sub("", svg).replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in plain.splitlines()) + "\n"


def words(svg: str) -> str:
    """Return the words of a picture, with what may differ between machines hidden."""
    return masked("\n".join(html.unescape(text).replace("\xa0", " ").rstrip() for text in _TEXT.findall(svg)))


def main() -> int:
    """Draw or check the picture; return the exit code."""
    svg = drawn()
    if sys.argv[1:] == ["--check"]:
        return 0 if PICTURE.exists() and words(PICTURE.read_text(encoding="utf-8")) == words(svg) else 1
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    if not PICTURE.exists() or words(PICTURE.read_text(encoding="utf-8")) != words(svg):
        PICTURE.write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
