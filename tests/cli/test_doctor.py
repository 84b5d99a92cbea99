"""`ms2torch doctor`: what it finds is what is here, and what cannot work is an exit code."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner, Result

from cli.main import program


def call(*words: str) -> Result:
    return CliRunner().invoke(program, ["doctor", *words])


def test_it_says_what_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where there is no .oracle
    result = call("--json")
    assert result.exit_code == 0
    checks = {check["topic"]: check for check in json.loads(result.stdout)["checks"]}
    assert sys.executable in checks["Python"]["found"]
    assert torch.__version__ in checks["torch"]["found"]
    assert checks["pytest"] == {"topic": "pytest", "state": "good", "found": version("pytest"), "remedy": ""}
    assert (checks["device GPU"]["state"] == "good") == torch.cuda.is_available()
    assert checks["real MindSpore"]["state"] == "missing"
    assert "--runtime mindspore=PYTHON" in checks["real MindSpore"]["remedy"]


def test_it_is_read_by_people_too() -> None:
    shown = call().stdout
    for topic in ("Python", "ms2torch", "torch", "device GPU", "import mindspore"):
        assert any(topic in line for line in shown.splitlines())


@pytest.mark.parametrize(
    ("python", "says"),
    [("/nowhere/python", "no interpreter /nowhere/python"), (sys.executable, "cannot import mindspore")],
)
def test_a_named_mindspore_that_does_not_work_is_an_error(python: str, says: str) -> None:
    result = call("--mindspore", python)
    assert result.exit_code == 2
    assert says in result.stdout


@pytest.mark.oracle
def test_it_finds_real_mindspore(oracle_python: str) -> None:
    result = call("--mindspore", oracle_python)
    assert result.exit_code == 0
    assert "ok  real MindSpore" in result.stdout
    assert "2.10" in result.stdout
