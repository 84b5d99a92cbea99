"""Training that is killed and started again ends with the very weights of one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tools import warm

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests" / "processes" / "resume.py"


def run(folder, kill_at):
    done = subprocess.run(
        [warm.python(), "-m", "ms2torch", "run", str(PROGRAM), str(folder), str(kill_at)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == (-signal.SIGKILL if kill_at else 0), done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    run(folder, 0)
    return np.load(folder / "end.npz")


def test_killed_twice_and_resumed(tmp_path, whole):
    first = random.randrange(1, 20)
    run(tmp_path, first)
    assert first < 3 or list(tmp_path.glob("*.ckpt"))
    run(tmp_path, random.randrange(1, 12))
    run(tmp_path, 0)
    resumed = np.load(tmp_path / "end.npz")
    assert set(resumed) == set(whole)
    assert "moments.fc1.weight" in whole
    for name in whole:
        assert np.array_equal(resumed[name], whole[name]), (name, first)
