"""The whole table as static pages with a search: one page for each torch name."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

import mappings
from parity.lookup.words import Entry, entry

_HERE = Path(__file__).resolve().parent / "templates"


def pages() -> dict[str, str]:
    """Return the pages by file name: ``index.html``, and one for each torch name of the table."""
    environment = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    by_name: dict[str, list[Entry]] = defaultdict(list)
    for row in mappings.iter_rows():
        by_name[row.torch].append(entry(row))
    for found in by_name.values():
        found.sort(key=_rank)
    style = (_HERE / "pages.css").read_text(encoding="utf-8")
    page = environment.get_template("name.html.j2")
    made = {
        file_of(name): page.render(name=name, entries=found, style=style) for name, found in sorted(by_name.items())
    }
    made["index.html"] = environment.get_template("index.html.j2").render(
        names=[(name, file_of(name), found) for name, found in sorted(by_name.items())],
        count=sum(map(len, by_name.values())),
        index=_script_safe([_indexed(name, found) for name, found in sorted(by_name.items())]),
        script=(_HERE / "search.js").read_text(encoding="utf-8"),
        style=style,
    )
    return made


def write_pages(folder: Path) -> int:
    """Write the pages into a folder, which is made if need be; return how many.

    Args:
        folder (Path): where.
    """
    made = pages()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(made)


def file_of(torch: str) -> str:
    """Return the file name of a torch name's page."""
    return f"{torch}.html"


def _rank(found: Entry) -> int:
    """Keep the order of the counterparts, the best first."""
    best = [row.mindspore for row in mappings.rows_for_torch(found.torch)]
    return best.index(found.mindspore) if found.mindspore in best else len(best)


def _indexed(name: str, found: list[Entry]) -> list[str]:
    """Return what the search looks through: the name, its page, its counterparts, and the words of what differs."""
    others = " ".join(e.mindspore for e in found)
    words = " ".join(f"{d.argument} {d.fact}" for e in found for d in e.differences)
    return [name, file_of(name), others, words]


def _script_safe(data: object) -> str:
    """Return JSON that cannot end the script it stands in."""
    return json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")
