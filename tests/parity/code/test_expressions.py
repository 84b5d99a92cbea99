"""The text of an expression, on as many lines as it is written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from parity.code.places import Location, location_of, source_of

CODE = """\
def f(g, x):
    y = g(x) + 1
    z = y * g(
        x)
    return z - g(
        x,
    ) + g(\N{GREEK SMALL LETTER ALPHA}=x)
"""


@pytest.mark.parametrize(
    ("which", "text"), [(0, "g(x)"), (1, "g( x)"), (2, "g( x, )"), (3, "g(\N{GREEK SMALL LETTER ALPHA}=x)")]
)
def test_the_expression_that_is_computed(tmp_path: Path, which: int, text: str) -> None:
    file = tmp_path / "code.py"
    file.write_text(CODE, encoding="utf-8")
    places: list[Location] = []

    def g(*args: object, **kwargs: object) -> int:
        places.append(location_of(sys._getframe(1)))
        return 1

    names: dict = {}
    exec(compile(CODE, str(file), "exec"), names)
    names["f"](g, 1)
    assert source_of(places[which]) == text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Location("", 2), "y = g(x) + 1"),
        (Location("", 3, 4), "z = y * g( x)"),
        (Location("", 3, 4, (8, 10)), "y * g( x)"),
        (Location("", 2, 2, (4, 5)), "y"),
        (Location("", 99), ""),
    ],
)
def test_lines_and_columns(tmp_path: Path, place: Location, text: str) -> None:
    (tmp_path / "code.py").write_text(CODE, encoding="utf-8")
    assert source_of(Location(str(tmp_path / "code.py"), place.line, place.end_line, place.columns)) == text
    assert source_of(Location(str(tmp_path / "nosuch.py"), place.line)) == ""
