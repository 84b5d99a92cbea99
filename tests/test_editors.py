"""What docs/mcp.md gives editors fits what the commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program

_TASK = re.compile(r'```json\n(\{\s+"version".*?)^```', re.MULTILINE | re.DOTALL)


def test_the_problem_matcher_finds_what_compare_prints(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = json.loads(_TASK.findall((root / "docs" / "mcp.md").read_text(encoding="utf-8"))[0])["tasks"][0]
    pattern = task["problemMatcher"]["pattern"]
    monkeypatch.chdir(root)
    words = [
        "examples/seed_conv_torch.py:make",
        "examples/seed_conv_default.py:make",
        "--input",
        "float32[2,120,12,12]",
    ]
    printed = CliRunner().invoke(program, ["compare", *words]).stdout
    found = [re.match(pattern["regexp"], line) for line in printed.splitlines()]
    problems = [(m[pattern["file"]], m[pattern["severity"]]) for m in found if m]
    assert ("examples/seed_conv_default.py", "error") in problems
