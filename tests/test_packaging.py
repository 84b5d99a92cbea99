"""What the wheel holds, and what its metadata promises."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PACKAGES = ("cli", "mappings", "ms2torch", "parity")


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this checkout, built by the installed hatchling (nothing is fetched)."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    built = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def project(root: Path) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_top_level_names(wheel: zipfile.ZipFile, project: dict) -> None:
    top = {name.partition("/")[0] for name in wheel.namelist()}
    assert top == {*PACKAGES, f"ms2torch-{project['version']}.dist-info"}


def test_every_source_and_data_file_is_in(wheel: zipfile.ZipFile, root: Path) -> None:
    on_disk = {
        path.relative_to(root).as_posix()
        for package in PACKAGES
        for path in (root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    in_wheel = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert in_wheel == on_disk
    assert {f"{package}/py.typed" for package in PACKAGES} <= in_wheel


def test_the_table_is_in(wheel: zipfile.ZipFile) -> None:
    assert [name for name in wheel.namelist() if name.startswith("mappings/data/") and name.endswith(".toml")]


def test_metadata(wheel: zipfile.ZipFile, project: dict) -> None:
    info = f"ms2torch-{project['version']}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
    assert metadata["Name"] == "ms2torch"
    assert metadata["Version"] == project["version"]
    assert metadata["License-Expression"] == "Apache-2.0"
    runtime = {line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line}
    assert runtime == set(project["dependencies"])
    entry_points = configparser.ConfigParser()
    entry_points.read_string(wheel.read(f"{info}/entry_points.txt").decode())
    commands = {"ms2torch": "cli.main:main", "msrun": "ms2torch.parallel.cluster.run:main"}
    assert dict(entry_points["console_scripts"]) == commands
    assert dict(entry_points["pytest11"]) == {"ms2torch_parity": "parity.pytest_plugin"}


def test_constraints_pin_what_is_asked_for(root: Path, project: dict) -> None:
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    asked = [project["dependencies"], *project["optional-dependencies"].values()]
    assert {requirement.split(">=")[0] for group in asked for requirement in group} == set(pinned)
