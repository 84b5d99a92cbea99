"""``python -m tools.screenshots``: pictures of the report's page and of the site, taken by a headless Chromium.

At 400, 1280 and 1920 pixels, light and dark, into docs/images/. Needs `chromium` or `google-chrome` on the path.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.parity.report.headless import BROWSER, Tab
from tools.site import build_documents

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
_HEIGHTS = {400: 1100, 1280: 1000, 1920: 1080}
_COLOURS = 64  # of the palette: pages have few, and the files become a third


def take(tab: Tab, page: Path, name: str, place: str = "") -> None:
    """Take the pictures of a page at every width and in both schemes, scrolled to a place of it."""
    for width, height in _HEIGHTS.items():
        for scheme in ("light", "dark"):
            tab.show(width, height, dark=scheme == "dark")
            tab.open(page)
            tab.value("localStorage.clear()")  # where the site keeps the scheme that it saw first
            tab.open(page)
            if place:
                tab.value(f"document.querySelector('{place}').scrollIntoView()")
            path = IMAGES / f"{name}-{width}-{scheme}.png"
            tab.picture(path)
            Image.open(path).convert("RGB").quantize(_COLOURS).save(path, optimize=True)


def main() -> int:
    """Take all pictures; return the exit code."""
    if BROWSER is None:
        print("no chromium or google-chrome is on the path")
        return 2
    from parity import compare
    from parity.report.html import save

    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        mistakes = "examples/encoder_mistakes.py:encoder"
        save(
            compare("examples/encoder_torch.py:encoder", mistakes, ["int64[2,16]<1000"], grad=True), scratch / "r.html"
        )
        build_documents(scratch / "site")
        with Tab(scratch / "profile") as tab:
            take(tab, scratch / "r.html", "report")
            take(tab, scratch / "r.html", "graphs", "#graphs")
            take(tab, scratch / "site" / "tutorial.html", "site")
    return 0


if __name__ == "__main__":
    sys.exit(main())
