"""Nets that end, fork or break what they run in: one report or one line, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program

_NETS = """
import os
import torch
from torch import nn

class Unprintable(Exception):
    def __str__(self):
        raise ValueError("no text")

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x)

class Ends(Net):
    def forward(self, x):
        raise GeneratorExit

class Raises(Net):
    def forward(self, x):
        raise Unprintable

class Forks(Net):
    def forward(self, x):
        os.fork()
        return self.fc(x)

class Waits(Net):
    def forward(self, x):
        open("started", "w").close()
        import time
        time.sleep(60)
"""
_START = "from cli.main import main; main()"


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "nets.py").write_text(_NETS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compare(reference: str, port: str) -> Result:
    words = ["compare", f"nets.py:{reference}", f"nets.py:{port}", "--input", "float32[2,3]"]
    return CliRunner().invoke(program, words)


@pytest.mark.parametrize(
    ("pair", "code", "said"),
    [
        (("Net", "Ends"), 2, "GeneratorExit"),
        (("Ends", "Net"), 2, "GeneratorExit"),
        (("Raises", "Net"), 2, "Unprintable: (an error that cannot be printed)"),
        (("Net", "Raises"), 1, "Unprintable"),
    ],
)
def test_what_ends_a_net(nets: Path, pair: tuple[str, str], code: int, said: str) -> None:
    result = compare(*pair)
    assert result.exit_code == code
    assert said in result.output
    assert code == 1 or result.stderr.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_a_child_that_returns_is_no_second_comparison(nets: Path) -> None:
    words = [sys.executable, "-c", _START, "compare", "nets.py:Net", "nets.py:Forks", "--input", "float32[2,3]"]
    done = subprocess.run(words, cwd=nets, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("SAME: ") == 1


@pytest.mark.skipif(os.name == "nt", reason="no SIGTERM to catch")
def test_a_process_that_is_asked_to_end_clears_up(nets: Path) -> None:
    (nets / "tmp").mkdir()
    words = [sys.executable, "-c", _START, "record", "nets.py:Waits", "--input", "float32[2,3]", "-o", "trace"]
    process = subprocess.Popen(
        words, cwd=nets, env={**os.environ, "TMPDIR": str(nets / "tmp")}, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if (nets / "started").exists():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (143, "\nms2torch: terminated\n")
    assert list((nets / "tmp").iterdir()) == []
    assert not (nets / "trace").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("where", ["json", "stdout"])
def test_a_full_disk_is_said(nets: Path, where: str) -> None:
    words = [sys.executable, "-c", _START, "api", "nn.Linear"] if where == "stdout" else None
    if words is None:
        result = CliRunner().invoke(program, ["scan", "nets.py", "--json", "/dev/full"])
        assert result.exit_code == 2
        assert "cannot write /dev/full: No space left on device" in result.output
        return
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, cwd=nets, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot write the output: No space left on device" in done.stderr
