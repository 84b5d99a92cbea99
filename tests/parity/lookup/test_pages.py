"""The table as pages: every row is on its page, every link leads somewhere, the search knows every name."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

import mappings
from parity.lookup.pages import file_of, pages, write_pages
from parity.lookup.words import entry


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


def test_the_pages_are_those_of_the_table(made: dict[str, str]) -> None:
    rows = list(mappings.iter_rows())
    assert set(made) == {"index.html", *(file_of(row.torch) for row in rows)}
    for row in rows:
        page = html.unescape(made[file_of(row.torch)])
        found = entry(row)
        assert f"<h2>{row.mindspore or 'No counterpart'}</h2>" in page
        assert all(difference.fact in page and difference.write in page for difference in found.differences)
        assert all(argument.torch in page and argument.mindspore in page for argument in found.arguments)
        assert found.write in page


def test_links_lead_to_pages(made: dict[str, str]) -> None:
    for text in made.values():
        assert set(re.findall(r'href="([^"#]+)"', text)) <= set(made)


def test_the_search_knows_every_name(made: dict[str, str]) -> None:
    (found,) = re.findall(r"const INDEX = (.*);\n", made["index.html"])
    index = json.loads(found)
    names = [name for name, *_ in index]
    assert names == re.findall(r'<li><a href="[^"]+">([^<]+)</a>', made["index.html"])
    assert {row.torch for row in mappings.iter_rows()} == set(names)
    others = {name: found for name, _, found, _ in index}
    assert all(row.mindspore in others[row.torch] for row in mappings.iter_rows())


def test_pages_are_written(tmp_path: Path, made: dict[str, str]) -> None:
    assert write_pages(tmp_path / "a" / "b") == len(made)
    assert (tmp_path / "a" / "b" / "index.html").read_text(encoding="utf-8") == made["index.html"]
