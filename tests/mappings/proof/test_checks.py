"""What is executed for the rows, as recorded: the lines that are derived from their statements.

After a change on purpose: `python -m tools.record.checks`, and read the difference.
"""

from __future__ import annotations

import pytest

from tools.record.checks import FOLDER, families

RECORDED = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    """What the table gives now."""
    return families()


@pytest.mark.parametrize("family", RECORDED)
def test_the_lines_of_a_family_are_those_recorded(written: dict[str, str], family: str) -> None:
    recorded = (FOLDER / f"{family}.txt").read_text(encoding="utf-8")
    assert written[family] == recorded, "python -m tools.record.checks writes it"


def test_every_family_is_recorded(written: dict[str, str]) -> None:
    assert sorted(written) == RECORDED
