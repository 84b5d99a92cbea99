"""`analyse` of a folder: nothing is raised, and a folder without a trace is an error in the log, as in MindSpore."""

from __future__ import annotations

from pathlib import Path

import pytest

from ms2torch import Profiler, Tensor
from ms2torch.profiler.profiler import analyse


@pytest.mark.parametrize("recorded", [False, True])
def test_analyse_looks_for_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str], recorded: bool) -> None:
    folder = tmp_path / "data"
    if recorded:
        profiler = Profiler(output_path=str(folder))
        Tensor([1.0]).abs()
        profiler.analyse()
    assert analyse(str(folder)) is None
    assert ("there is no trace" in capsys.readouterr().err) is not recorded
