"""`ms2torch compare --accept`, `--write-accepted` and `--github`, on a real pair of nets."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program

NETS = """\
import torch


class Reference(torch.nn.Sequential):
    def __init__(self, eps=1e-5):
        super().__init__(torch.nn.Linear(4, 4), torch.nn.LayerNorm(4, eps=eps))


class Port(Reference):
    def __init__(self):
        super().__init__(eps=1e-2)
"""


@pytest.fixture(autouse=True)
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nets.py").write_text(NETS)
    monkeypatch.chdir(tmp_path)


def compare(port: str, *words: str) -> Result:
    return CliRunner().invoke(
        program, ["compare", "nets.py:Reference", f"nets.py:{port}", "--input", "float32[2,4]", *words]
    )


def test_what_is_accepted_does_not_fail_and_is_said() -> None:
    assert compare("Port", "--write-accepted", "known.json").exit_code == 1
    result = compare("Port", "--accept", "known.json")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("DIFFERENT")
    assert "\naccepted: [" in result.stdout
    mended = compare("Reference", "--accept", "known.json")
    assert mended.exit_code == 1
    assert "no longer found" in mended.stdout


def test_a_file_that_is_not_there() -> None:
    result = compare("Port", "--accept", "nosuch.json")
    assert result.exit_code == 2
    assert "cannot read the accepted differences nosuch.json" in result.stderr


def test_annotations_come_when_asked_for() -> None:
    assert "::error" not in compare("Port").stdout
    assert "::error file=nets.py,line=" in compare("Port", "--github").stdout
