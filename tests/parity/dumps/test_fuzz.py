"""Damaged dumps: whatever stands in them, a comparison ends with a report or with one line."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "executions"))
from pairs import dumped, port

from parity.code.errors import CannotCompare
from tools.fuzz_dumps import compare_damaged, damage


def test_damaged_dumps_end_in_one_line(tmp_path: Path) -> None:
    target = port(tmp_path, "net")
    right = dumped(tmp_path, target, "right")
    chosen = random.Random(0)
    ends = {"report": 0, "refused": 0}
    for number in range(40):
        copy = tmp_path / f"copy{number}"
        shutil.copytree(right, copy)
        damage(copy, chosen)
        ends[compare_damaged(right, copy)] += 1
        shutil.rmtree(copy)
    assert all(ends.values()), ends


def test_a_traceback_would_be_seen(tmp_path: Path) -> None:
    with pytest.raises(CannotCompare):
        compare_damaged(tmp_path, tmp_path, refuse=False)
