"""`ms2torch compare --again`: a comparison from the report that it wrote."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cli.main import program

NET = """
import torch
class Net(torch.nn.Module):
    def __init__(self, slope=0.1):
        super().__init__()
        self.fc, self.act = torch.nn.Linear(4, 4), torch.nn.LeakyReLU(slope)
    def forward(self, x):
        return self.act(self.fc(x))
"""


def run(*words):
    return CliRunner().invoke(program, list(words))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(NET)
    return tmp_path


def options(path):
    return json.loads(path.read_text())["options"]


def test_a_report_says_everything_and_is_run_again(folder):
    (folder / "map.json").write_text('{"fc": "fc"}')
    words = ["net.py:Net", "net.py:Net(0.2)", "--input", "float32[2,4]", "--steps", "1", "--map", "map.json"]
    words += ["--ref-optimizer", "torch.optim.SGD(0.1)", "--tolerance", "noise=20", "--json", "first.json"]
    assert run("compare", *words).exit_code == 1
    told = options(folder / "first.json")
    assert told["ref_optimizer"] == "torch.optim.SGD(0.1)"
    assert told["mapping"] == [["fc", "fc"]]
    assert told["tolerance"] == [["noise", 20.0]]
    assert run("compare", "--again", "first.json", "--json", "second.json").exit_code == 1
    assert options(folder / "second.json") == told


def test_options_beside_it_change_what_it_asked(folder):
    assert run("compare", "net.py:Net", "net.py:Net", "--input", "float32[2,4]", "--json", "first.json").exit_code == 0
    assert run("compare", "--again", "first.json", "--grad", "--seed", "7", "--json", "second.json").exit_code == 0
    before, after = options(folder / "first.json"), options(folder / "second.json")
    assert {name for name in after if after[name] != before[name]} == {"grad", "seed"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compare"], "Missing argument 'REF'"),
        (["compare", "net.py:Net"], "Missing argument 'PORT'"),
        (["compare", "net.py:Net", "net.py:Net", "--again", "first.json"], "leave REF and PORT away"),
        (["compare", "--again", "none.json"], "cannot read none.json"),
        (["compare", "a.py:A", "b.py:B", "--tolerance", "float64"], "--tolerance: 'float64' is not NAME=NUMBER"),
        (["compare", "net.py:Net", "net.py:Net", "--tolerance", "x=1"], "tolerance 'x' is none"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(folder, words, said):
    found = run(*words)
    assert found.exit_code == 2
    assert said in found.output


def test_a_comparison_that_could_not_be_carried_out_says_what_was_asked(folder):
    assert run("compare", "net.py:None", "net.py:Net", "--input", "float32[2,4]", "--json", "e.json").exit_code == 2
    told = options(folder / "e.json")
    assert told["reference"] == "net.py:None"
    assert told["inputs"] == ["float32[2,4]"]
