"""What a conversion left is told of the net: marks on lines that the net runs, and those on others apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program
from parity.port.reached import lines_run

SOURCE = """\
import torch
from torch import nn


def load(net):
    return torch.nonexistent_loading(net)


class Net(nn.Module):
    def __init__(self, odd=False):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.odd = odd

    def forward(self, x):
        if self.odd:
            x = torch.nonexistent_thing(x)
        if self.training:
            x = x * 2
        return self.fc(x)
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(SOURCE)


def port(*words: str) -> Result:
    return CliRunner().invoke(program, ["port", *words])


def test_what_the_net_does_not_run_is_said_apart() -> None:
    done = port("net.py", "-o", "new.py", "--net", "Net()", "--input", "float32[2,4]", "--json", "account.json")
    assert done.exit_code == 0, done.output
    assert "0 left" in done.stdout
    assert "2 more in what Net() does not run, built, evaluated and trained: net.py 2" in done.stdout
    (file,) = json.loads(Path("account.json").read_text())["files"]
    assert file["marks"] == []
    assert [mark["line"] for mark in file["unreached"]] == [6, 17]
    assert Path("new.py").read_text().count("# TODO(ms2torch)") == 2


def test_without_a_net_all_that_is_left_counts() -> None:
    done = port("net.py", "-o", "new.py", "--json", "account.json")
    assert done.exit_code == 1
    assert "2 left" in done.stdout
    (file,) = json.loads(Path("account.json").read_text())["files"]
    assert (len(file["marks"]), file["unreached"]) == (2, [])


def test_what_a_net_runs_is_left_also_where_another_does_not() -> None:
    done = port("net.py", "-o", "new.py", "--net", "Net()", "--net", "Net(True)", "--input", "float32[2,4]")
    assert done.exit_code == 2  # torch.nonexistent_thing does not run
    assert "2 left" in done.stdout


def test_sarif_tells_both() -> None:
    port("net.py", "-o", "new.py", "--net", "Net()", "--input", "float32[2,4]", "--sarif", "left.sarif")
    (run,) = json.loads(Path("left.sarif").read_text())["runs"]
    assert [result["level"] for result in run["results"]] == ["note", "note"]


def test_lines_of_both_modes_and_of_the_import_count() -> None:
    lines = lines_run("net.py:Net()", ("float32[2,4]",), ["net.py"])
    assert lines is not None
    (ran,) = lines.values()
    assert {1, 5, 9, 12, 16, 19, 20} <= ran
    assert not {6, 17} & ran


def test_a_net_that_does_not_run_tells_nothing() -> None:
    assert lines_run("net.py:Net(True)", ("float32[2,4]",), ["net.py"]) is None
