"""Every word that people read of a report, and of a row of the table, is what was read and recorded.

After a change of a text on purpose: `python -m tools.record.renderings`, and read the difference.
"""

from __future__ import annotations

import pytest

from tools.record.renderings import FOLDER, renderings

RENDERED = dict(renderings())


@pytest.mark.parametrize("name", RENDERED)
def test_a_rendering_is_the_recorded_one(name: str) -> None:
    assert RENDERED[name] == (FOLDER / name).read_text(encoding="utf-8"), "python -m tools.record.renderings writes it"


def test_every_recorded_rendering_is_made() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(RENDERED)
