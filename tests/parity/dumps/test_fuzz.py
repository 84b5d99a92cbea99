"""Damaged dumps: whatever stands in them, a comparison ends with a report or with one line, and nothing is executed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools.fuzz import Case, judged, make


@pytest.mark.parametrize("number", range(8))
def test_damaged_dumps_end_well(number: int, tmp_path: Path) -> None:
    assert judged(make(random.Random(number), "dumps"), tmp_path) == ""


def test_an_execution_would_be_seen(tmp_path: Path) -> None:
    case = Case(["net.py:Net", "net.py:Net", "--input", "float32[2]"], {"net.py": b"open('executed', 'w')\nNet = 1\n"})
    assert "executed" in judged(case, tmp_path)
