"""The GitHub Action: its comparing step, as a shell runs it, and the workflows that use what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import warm


def read(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def run_step(root: Path, folder: Path, **given: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """The comparing step as the runner's shell executes it, and its outputs."""
    action = read(root / "action.yml")
    (step,) = [step for step in action["runs"]["steps"] if step.get("id") == "compare"]
    context = {**given, "github.job": "test", "strategy.job-index": "0", "python-version": ""}
    settings = {
        name: re.sub(r"\$\{\{ (?:inputs\.)?(.*?) \}\}", lambda found: context[found[1]], text)
        for name, text in step["env"].items()
    }
    output = folder / "output"
    output.write_text("", encoding="utf-8")
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], cwd=folder, capture_output=True, text=True, check=False,
        env={**warm.environment(), "GITHUB_OUTPUT": str(output), "RUNNER_TEMP": str(folder), **settings},
    )  # fmt: skip
    return done, dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("port", "verdict", "code"),
    [("seed_conv_pad.py", "same", 0), ("seed_conv_default.py", "different", 1), ("no.py", "error", 2)],
)
def test_the_step_compares_annotates_and_says_the_verdict(
    root: Path, tmp_path: Path, port: str, verdict: str, code: int
) -> None:
    given = {"reference": f"{root}/examples/seed_conv_torch.py:make", "port": f"{root}/examples/{port}:make"}
    done, outputs = run_step(root, tmp_path, **given, input="float32[2,120,12,12]\n", options="--seed 3")
    assert done.returncode == code, done.stderr
    assert outputs["verdict"] == verdict
    assert Path(outputs["report"]).parent == tmp_path
    assert Path(outputs["report"]).exists()
    assert ("::error file=" in done.stdout) == (verdict == "different")


def test_two_uses_in_one_job_have_reports_of_their_own_and_options_are_not_globbed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "layer.py").touch()  # what `layer*` would become
    given = {"reference": f"{root}/examples/no.py:make", "port": f"{root}/examples/no.py:make", "input": "float32[2]"}
    outputs = [run_step(root, tmp_path, **given, options=options)[1] for options in ("--layers layer*", "--grad")]
    assert outputs[0]["name"] != outputs[1]["name"]
    report = Path(outputs[0]["report"]).read_text(encoding="utf-8")
    assert "layer*" in report
    assert "layer.py" not in report


def test_the_users_own_python_is_left_alone(root: Path) -> None:
    action = read(root / "action.yml")
    (setup,) = [step for step in action["runs"]["steps"] if "setup-python" in step.get("uses", "")]
    assert setup["if"] == "inputs.python-version != ''"
    assert action["inputs"]["python-version"]["default"] == ""
    folders = [step.get("working-directory") for step in action["runs"]["steps"] if "run" in step]
    assert folders == ["${{ inputs.working-directory }}"] * 2


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


def test_a_release_is_what_its_tag_says(root: Path) -> None:
    (job,) = read(root / ".github" / "workflows" / "release.yml")["jobs"].values()
    commands = "\n".join(step.get("run", "") for step in job["steps"])
    check = next(step["run"] for step in job["steps"] if step.get("name") == "the tag is the version")
    assert "make release-check" in commands
    assert "release-check:" in (root / "Makefile").read_text(encoding="utf-8")

    import tomllib

    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for tag, code in ((f"v{version}", 0), ("v9.9.9", 1)):
        done = subprocess.run(
            ["bash", "-e", "-c", check], cwd=root, env={**os.environ, "PATH": path, "GITHUB_REF_NAME": tag}, check=False
        )
        assert done.returncode == code
