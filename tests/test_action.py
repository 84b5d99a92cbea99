"""The GitHub Action: its comparing step, as a shell runs it, and the workflows that use what is there."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import warm


def read(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("port", "verdict", "code"),
    [("seed_conv_pad.py", "same", 0), ("seed_conv_default.py", "different", 1), ("no.py", "error", 2)],
)
def test_the_step_compares_annotates_and_says_the_verdict(
    root: Path, tmp_path: Path, port: str, verdict: str, code: int
) -> None:
    action = read(root / "action.yml")
    (step,) = [step for step in action["runs"]["steps"] if step.get("id") == "compare"]
    given = {"reference": f"{root}/examples/seed_conv_torch.py:make", "port": f"{root}/examples/{port}:make"}
    given |= {"input": "float32[2,120,12,12]\n", "options": "--seed 3"}
    settings = {name: given[text.split("inputs.")[1].rstrip(" }")] for name, text in step["env"].items()}
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**warm.environment(), "GITHUB_OUTPUT": str(tmp_path / "output"), **settings},
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert (tmp_path / "output").read_text() == f"verdict={verdict}\n"
    assert (tmp_path / "ms2torch-report.html").exists()
    assert ("::error file=" in done.stdout) == (verdict == "different")


def test_workflows_run_what_is_there(root: Path) -> None:
    jobs = read(root / ".github" / "workflows" / "ci.yml")["jobs"]
    commands = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    assert ".ci/run" in commands
    assert (root / ".ci" / "run").exists()
    assert "examples/demo.py" in commands
    inputs = read(root / "action.yml")["inputs"]
    (used,) = [step["with"] for step in jobs["action"]["steps"] if step["uses"] == "./"]
    assert used.keys() <= inputs.keys()
    assert {name for name, about in inputs.items() if about["required"]} <= used.keys()


def test_forms_name_fields_that_people_can_fill(root: Path) -> None:
    for form in (root / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"):
        content = read(form)
        assert {"name", "description", "body"} <= content.keys()
        assert all(field["attributes"]["label"] for field in content["body"])


def test_the_citation_has_the_version_of_the_project(root: Path) -> None:
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert read(root / "CITATION.cff")["version"] == project["version"]
