"""`record --format msprobe`, `first-nan`, `determinism` and `compare` with dumps, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = self.fc(x)
        return torch.log(y - y)
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(program, list(words))


@pytest.fixture
def net(tmp_path: Path) -> str:
    (tmp_path / "net.py").write_text(NET)
    return f"{tmp_path / 'net.py'}:Net"


def test_the_first_infinity_and_why(tmp_path: Path, net: str) -> None:
    live = run("first-nan", net, "--input", "float32[2,4]")
    assert live.exit_code == 1
    assert "net.py:13: error: Torch.log.0.forward: infinity: logarithm of zero" in live.output
    assert (
        run("record", net, "-o", str(tmp_path / "d"), "--input", "float32[2,4]", "--format", "msprobe").exit_code == 0
    )
    assert run("first-nan", str(tmp_path / "d")).output == live.output


def test_everything_finite(tmp_path: Path) -> None:
    (tmp_path / "fine.py").write_text(NET.replace("torch.log(y - y)", "torch.exp(y - y)"))
    result = run("first-nan", f"{tmp_path / 'fine.py'}:Net", "--input", "float32[2,4]")
    assert (result.exit_code, result.output.partition(":")[0]) == (0, "FINITE")


def test_two_runs_of_the_same_thing(tmp_path: Path) -> None:
    (tmp_path / "drop.py").write_text(NET.replace("torch.log(y - y)", "torch.dropout(y, 0.5, train=self.training)"))
    target = f"{tmp_path / 'drop.py'}:Net"
    for name, seed in (("a", "0"), ("b", "0")):
        words = ["-o", str(tmp_path / name), "--input", "float32[2,4]", "--format", "msprobe", "--seed", seed]
        assert run("record", target, "--mode", "train", *words).exit_code == 0
    equal = run("determinism", str(tmp_path / "a"), str(tmp_path / "b"))
    assert (equal.exit_code, equal.output.partition(":")[0]) == (0, "EQUAL")


def test_a_random_call_is_named(tmp_path: Path) -> None:
    body = "torch.dropout(y, 0.5, train=self.training)"
    for name, seed in (("a", 1), ("b", 2)):
        text = NET.replace("torch.log(y - y)", body).replace(
            "y = self.fc(x)", f"y = self.fc(x); torch.manual_seed({seed})"
        )
        (tmp_path / f"{name}.py").write_text(text)
        words = ["-o", str(tmp_path / f"d{name}"), "--input", "float32[2,4]", "--format", "msprobe"]
        assert run("record", f"{tmp_path / name}.py:Net", "--mode", "train", *words).exit_code == 0
    result = run("determinism", str(tmp_path / "da"), str(tmp_path / "db"))
    assert result.exit_code == 1
    assert "Torch.dropout.0.forward: random" in result.output


PARTED = {
    "tensor": ("y = self.fc(x) * self.noise", "torch.tanh(y - 1)", "no recorded call returned it"),
    "number": ("y = self.fc(x)", "torch.log(y * SEED)", "it is given 1.0 in one run and 2.0 in the other"),
}


@pytest.mark.parametrize("kind", PARTED)
def test_what_is_given_otherwise_is_no_missing_determinism(tmp_path: Path, kind: str) -> None:
    made, body, said = PARTED[kind]
    for name, seed in (("a", "1.0"), ("b", "2.0")):
        text = NET.replace("torch.log(y - y)", body).replace("y = self.fc(x)", made)
        text = text.replace("super().__init__()", "super().__init__(); self.noise = torch.full((2, 4), SEED)")
        text = text.replace("SEED", seed)
        (tmp_path / f"{name}.py").write_text(text)
        words = ["-o", str(tmp_path / f"d{name}"), "--input", "float32[2,4]", "--format", "msprobe"]
        assert run("record", f"{tmp_path / name}.py:Net", *words).exit_code == 0
    result = run("determinism", str(tmp_path / "da"), str(tmp_path / "db"))
    assert result.exit_code == 1
    assert said in result.output
    assert "not deterministic" not in result.output


def test_a_damaged_dump_is_one_line(tmp_path: Path, net: str) -> None:
    run("record", net, "-o", str(tmp_path / "d"), "--input", "float32[2,4]", "--format", "msprobe")
    (file,) = (tmp_path / "d").rglob("dump.json")
    file.write_text(file.read_text()[:500])
    result = run("compare", str(tmp_path / "d"), str(tmp_path / "d"))
    assert result.exit_code == 2


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path, net: str) -> None:
    words = ["record", net, "-o", str(tmp_path / "d"), "--input", "float32[2,4]", "--format", "msprobe"]
    assert run(*words).exit_code == 0
    assert run(*words).exit_code != 0
