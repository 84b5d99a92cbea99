"""The site of the documents: built strictly, fetching nothing, read by everybody."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from tests.parity.report.headless import BROWSER, Tab
from tools.site import build_documents, write_llms

pytestmark = pytest.mark.slow

_LOADS = re.compile(r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=[\"']?(https?:[^\"'\s>]+)")

# What a reader does: open the search, type, wait for the list (at most five seconds).
_SEARCHED = """
new Promise(found => {
  document.querySelector("#__search").click();
  const query = document.querySelector(".md-search__input");
  query.focus();
  query.value = "epsilon";
  query.dispatchEvent(new Event("keyup", {bubbles: true}));
  query.dispatchEvent(new Event("input", {bubbles: true}));
  let left = 50;
  const look = () => {
    const links = [...document.querySelectorAll(".md-search-result__link")].map(link => link.getAttribute("href"));
    links.length || !left-- ? found(links) : setTimeout(look, 100);
  };
  look();
})
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build_documents(folder)
    return folder


def test_it_is_built_strictly_and_fetches_nothing(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert {"index.html", "tutorial.html", "rules.html", "reference.html"} <= {page.name for page in pages}
    assert not {url for page in pages for url in _LOADS.findall(page.read_text(encoding="utf-8"))}


def test_llms_txt_names_every_document_as_markdown(tmp_path: Path, root: Path) -> None:
    write_llms(tmp_path)
    listed = re.findall(
        r"^- \[[^\]]+\]\(([^)]+)\): \S", (tmp_path / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(path.name for path in (root / "docs").glob("*.md"))
    assert all((tmp_path / name).read_bytes() == (root / "docs" / name).read_bytes() for name in listed)


@pytest.mark.skipif(BROWSER is None, reason="no chromium or google-chrome is on the path")
@pytest.mark.parametrize("name", ["index", "tutorial", "rules"])
def test_axe_finds_nothing_and_pages_fit(site: Path, tmp_path: Path, name: str) -> None:
    rules = resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    asked = "axe.run().then(found => found.violations.map(one => one.id + ': ' + one.nodes[0].target.join(' ')))"
    with Tab(tmp_path / "profile") as tab:
        for width, dark in ((400, False), (1280, True), (1920, False)):
            tab.show(width, 900, dark=dark)
            tab.open(site / f"{name}.html")
            tab.value("localStorage.clear()")
            tab.open(site / f"{name}.html")
            assert tab.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
            tab.ask("Runtime.evaluate", expression=rules)
            found = tab.ask("Runtime.evaluate", expression=asked, awaitPromise=True, returnByValue=True)
            assert found["result"]["value"] == [], (width, dark)


@pytest.mark.skipif(BROWSER is None, reason="no chromium or google-chrome is on the path")
def test_the_search_finds_in_a_page_opened_from_a_folder(site: Path, tmp_path: Path) -> None:
    with Tab(tmp_path / "profile") as tab:
        tab.show(1280, 900, dark=False)
        tab.open(site / "index.html")
        asked = tab.ask("Runtime.evaluate", expression=_SEARCHED, awaitPromise=True, returnByValue=True)
    hits = asked["result"]["value"]
    assert any("rules.html" in hit for hit in hits), hits
