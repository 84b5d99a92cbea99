"""`ms2torch port`: what is printed, written and counted, and how it ends."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        return torch.relu(self.fc(x)).sum(dim=-1)
"""
ODD = NET.replace("torch.relu(self.fc(x))", "torch.nonexistent_thing(self.fc(x))")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "odd.py").write_text(ODD)


def port(*words: str) -> Result:
    return CliRunner().invoke(program, ["port", *words])


def test_a_file_is_printed_and_its_account_goes_beside_it() -> None:
    done = port("net.py")
    assert done.exit_code == 0
    assert "nn.Cell" in done.stdout
    assert "nn.Dense(4, 3" in done.stdout
    assert "torch" not in done.stdout
    compile(done.stdout, "net.py", "exec")
    assert "uses of torch converted" in done.stderr


def test_a_file_is_written_and_its_account_is_printed() -> None:
    printed = port("net.py")
    done = port("net.py", "-o", "new.py")
    assert (done.exit_code, done.stderr) == (0, "")
    assert Path("new.py").read_text() == printed.stdout
    assert done.stdout == printed.stderr


def test_the_difference_is_a_patch_of_the_file() -> None:
    after = port("net.py").stdout
    done = port("net.py", "--diff")
    shown = done.stdout.splitlines(keepends=True)
    assert [line[:3] for line in shown[:2]] == ["---", "+++"]
    expected = list(difflib.unified_diff(NET.splitlines(keepends=True), after.splitlines(keepends=True)))
    assert shown[2:] == expected[2:]
    assert "uses of torch converted" in done.stderr


def test_what_is_converted_is_counted(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import torch\n\n\ndef f(x):\n    return torch.exp(torch.sin(x)).mean()\n")
    done = port("one.py", "--json", "account.json", "--check")
    account = json.loads(Path("account.json").read_text())
    assert done.exit_code == 0
    assert "3 uses of torch converted, 0 left: 100.0%" in done.stdout + done.stderr, (done.output, account)


def test_what_cannot_be_converted_is_left_and_said() -> None:
    done = port("odd.py", "-o", "new.py")
    assert done.exit_code == 1
    assert "nonexistent_thing" in done.stdout
    assert "torch.nonexistent_thing" in Path("new.py").read_text()


def test_checking_writes_nothing() -> None:
    done = port("net.py", "-o", "new.py", "--check")
    assert done.exit_code == 0
    assert not Path("new.py").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch.py"], "nosuch.py"),
        (["net.py", "--net", "Net"], "--net needs --input"),
        (["net.py", "--map", "map.json"], "--map writes the weights of a net"),
    ],
)
def test_one_clear_line(words: list[str], says: str) -> None:
    done = port(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_several_files_need_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    for name in ("__init__", "a", "b"):
        (tmp_path / "pack" / f"{name}.py").write_text(NET)
    done = port("pack")
    assert done.exit_code == 2
    assert "give a folder" in done.stderr
    assert port("pack", "-o", "out").exit_code == 0
    assert {path.name for path in Path("out").rglob("*.py")} >= {"a.py", "b.py"}


def test_both_nets_are_compared_and_the_map_is_written() -> None:
    done = port("net.py", "-o", "new.py", "--net", "Net", "--input", "float32[2,4]", "--map", "map.json")
    assert done.exit_code == 0, done.output
    assert "SAME" in done.stdout
    assert json.loads(Path("map.json").read_text())
