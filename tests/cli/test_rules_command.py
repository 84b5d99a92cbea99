"""`ms2torch rules` and `ms2torch rule CODE`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program
from parity.rules import CODES


def test_every_rule_is_listed_on_one_line() -> None:
    result = CliRunner().invoke(program, ["rules"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(CODES)


@pytest.mark.parametrize("code", list(CODES))
def test_every_rule_is_explained(code: str) -> None:
    result = CliRunner().invoke(program, ["rule", code])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{code}: ")
    assert {"What it does", "Why it matters", "Example", "Use instead"} <= set(lines)
    assert "```" not in result.stdout


@pytest.mark.parametrize(
    ("code", "says"), [("padmode", "did you mean pad-mode"), ("xyzzy", "`ms2torch rules` lists them")]
)
def test_no_such_rule(code: str, says: str) -> None:
    result = CliRunner().invoke(program, ["rule", code])
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_explaining_a_rule_imports_no_torch(root: Path) -> None:
    code = "import sys, parity.rules; print(sorted({'torch', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
