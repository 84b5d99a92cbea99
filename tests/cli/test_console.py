"""What a terminal is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("width", ["80", "60"])
def test_no_line_is_filled_with_blanks_and_the_counts_stand_together(
    width: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", width)
    words = [
        "examples/seed_conv_torch.py:make",
        "examples/seed_conv_default.py:make",
        "--input",
        "float32[2,120,12,12]",
    ]
    shown = CliRunner().invoke(program, ["compare", *words]).stdout
    lines = [_ESCAPE.sub("", line) for line in shown.splitlines()]
    assert "\x1b[" in shown
    assert not [line for line in lines if line.endswith(" ")]
    assert re.match(r"DIFFERENT  \(\d+ errors?[^)]*\)", lines[0])
