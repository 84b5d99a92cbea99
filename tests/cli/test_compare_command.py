"""`ms2torch compare`: exit codes, the JSON file, and one clear line for bad input."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cli.main import program
from parity.report.json import load
from tools import warm

REFERENCE = """\
import torch


class Net(torch.nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, width, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(width)
        self.fc = torch.nn.Linear(width * 36, 5)

    def forward(self, x):
        return self.fc(torch.relu(self.norm(self.conv(x))).flatten(1))


class Broken(torch.nn.Module):
    def __init__(self):
        super().__init__()
        raise ValueError("no weights\\nto be had")
"""
PORT = """\
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, width=4, eps=1e-5):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, pad_mode="pad", padding=1, has_bias=True)
        self.norm = nn.BatchNorm2d(width, eps=eps)
        self.fc = nn.Dense(width * 36, 5)

    def construct(self, x):
        return self.fc(ops.relu(self.norm(self.conv(x))).reshape(x.shape[0], -1))
"""
INPUT = "float32[2,3,6,6]"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ref.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    monkeypatch.chdir(tmp_path)


def compare(*words: str) -> Result:
    return CliRunner().invoke(program, ["compare", *words])


def test_the_same(tmp_path: Path) -> None:
    result = compare("ref.py:Net", "port.py:Net", "--input", INPUT, "--json", "report.json")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("SAME: ref.py:Net and port.py:Net\n")
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    report = load(tmp_path / "report.json")
    assert report.verdict == "same"
    assert report.of_severity("error") == ()
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"ref.py", "port.py", "report.json"}


def test_different(tmp_path: Path) -> None:
    target = "port.py:Net(eps=1e-2)"
    result = compare("ref.py:Net", target, "--input", INPUT, "--json", "report.json")
    assert result.exit_code == 1, result.output
    assert result.stdout.startswith(f"DIFFERENT: ref.py:Net and {target}\n")
    assert result.stderr == ""
    data = json.loads((tmp_path / "report.json").read_text())
    assert data["verdict"] == "different"
    assert "eps" in {finding["argument"] for finding in data["findings"] if finding["severity"] == "error"}


def test_input_from_a_file(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones((2, 3, 6, 6), np.float32))
    assert compare("ref.py:Net(width=2)", "port.py:Net(width=2)", "--input", "x.npy").exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch.py:Net", "port.py:Net"], "nosuch.py: no such file"),
        (["ref.py:Nett", "port.py:Net"], "'Net'"),
        (["ref.py", "port.py:Net"], "say which net of it, as in ref.py:"),
        (["ref.py:Broken", "port.py:Net"], "no weights to be had"),
        (["ref.py:Net", "port.py:Net", "--input", "float99[2]"], "float99"),
        (["ref.py:Net", "port.py:Net", "--input", "nosuch.npy"], "nosuch.npy"),
        (["ref.py:Net", "port.py:Net", "--input", "float32[2,3]"], "input"),
        (["ref.py:Net", "port.py:Net", "--map", "nosuch.json"], "--map: cannot read nosuch.json"),
        (["ref.py:Net", "port.py:Net", "--map", "ref.py"], "--map: ref.py is not JSON"),
        (["ref.py:Net", "port.py:Net", "--json", "nosuch/report.json"], "--json: cannot write nosuch/report.json"),
        (["ref.py:Net", "port.py:Net", "--json", "."], "--json: cannot write .: it is a folder"),
        (["ref.py:Net", "port.py:Net", "--html", "no/a.html"], "--html: cannot write no/a.html"),
        (["ref.py:Net", "port.py:Net", "--junit", "no/a.xml"], "--junit: cannot write no/a.xml"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], says: str, tmp_path: Path) -> None:
    if "--input" not in words:
        words = [*words, "--input", INPUT]
    result = compare(*words) if "--json" in words else compare(*words, "--json", "report.json")
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert says in result.stderr
    assert result.stderr.startswith("ms2torch: ")
    assert result.stderr.count("\n") == 1
    left = {path.name for path in tmp_path.iterdir()} - {"__pycache__", "ref.py", "port.py"}
    assert left <= {"report.json"}
    assert not left or load(tmp_path / "report.json").verdict == "error"


def test_the_page_and_the_junit_file_are_written(tmp_path: Path) -> None:
    words = ["--input", INPUT, "--html", "report.html", "--junit", "report.xml"]
    result = compare("ref.py:Net", "port.py:Net(eps=1e-2)", *words)
    assert result.exit_code == 1
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "self.norm = nn.BatchNorm2d(width, eps=<mark>eps</mark>)</span>" in html
    assert "self.norm = torch.nn.BatchNorm2d(width)</span>" in html
    assert '<failure message="DIFFERENT' in (tmp_path / "report.xml").read_text("utf-8")


def test_an_unwritable_path_is_found_before_the_work_starts(root: Path) -> None:
    code = (
        "import sys\nfrom cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    print(end, 'torch' in sys.modules)"
    )
    words = ["compare", "ref.py:Net", "port.py:Net", "--input", INPUT, "--json", "nosuch/report.json"]
    env = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", code, *words], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "2 False\n"


def test_a_map_settles_names(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text(json.dumps({"fc": "fc"}))
    assert compare("ref.py:Net", "port.py:Net", "--input", INPUT, "--map", "map.json").exit_code == 0
    (tmp_path / "map.json").write_text("[1]")
    assert "one object" in compare("ref.py:Net", "port.py:Net", "--map", "map.json").stderr


def test_debug_shows_the_traceback() -> None:
    result = compare("nosuch.py:Net", "port.py:Net", "--debug")
    assert type(result.exception).__name__ == "CannotCompare"


@pytest.mark.slow
@pytest.mark.parametrize(("target", "code"), [("port.py:Net", 0), ("port.py:Net(eps=1e-2)", 1), ("port.py:Nett", 2)])
def test_exit_codes_of_the_process(target: str, code: int, root: Path) -> None:
    python = sys.executable if code == 1 else warm.python()
    words = ["-m", "ms2torch", "compare", "ref.py:Net", target, "--input", INPUT]
    env = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([python, *words], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stderr.count("\n") == (1 if code == 2 else 0)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_gets_tables_and_colour(root: Path) -> None:
    import pty

    master, slave = pty.openpty()
    words = ["-m", "ms2torch", "compare", "ref.py:Net", "ref.py:Net", "--input", INPUT]
    env = {**os.environ, "PYTHONPATH": str(root), "TERM": "xterm", "COLUMNS": "100"}
    env.pop("NO_COLOR", None)
    with subprocess.Popen([warm.python(), *words], env=env, stdout=slave, stderr=slave) as process:
        os.close(slave)
        shown = b""
        while process.poll() is None or select.select([master], [], [], 0)[0]:
            try:
                shown += os.read(master, 65536)
            except OSError:  # how Linux reports that the other end is closed
                break
    os.close(master)
    text = shown.decode()
    assert process.returncode == 0, text
    assert "\x1b[" in text
    assert "worst layers" in text
    assert "SAME" in text
