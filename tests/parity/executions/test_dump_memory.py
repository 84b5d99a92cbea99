"""Large dumps are compared in memory bounded by their largest tensor, its mistakes found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.dumps import compared, written

ELEMENTS = 1 << 20
FLOOR = 64e6
"""Bytes that calls may take in float64 however small the tensors are."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(sys.platform != "linux", reason="anonymous memory is read from /proc")
def test_four_times_the_largest_tensor_bound_a_comparison(tmp_path: Path) -> None:
    tiny = written(tmp_path, "tiny", 1 << 14, 1)
    right, wrong = written(tmp_path, "right", ELEMENTS, 1), written(tmp_path, "wrong", ELEMENTS, 1, wrong=True)
    program, taken = compared("tiny", tiny, tiny, tmp_path), compared("wrong", right, wrong, tmp_path)
    assert (program.verdict.split(":")[0], taken.verdict.split(":")[0]) == ("SAME", "DIFFERENT")
    assert 0 < taken.peak - program.peak <= 4 * 4 * ELEMENTS + FLOOR, taken
