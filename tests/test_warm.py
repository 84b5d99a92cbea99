"""Programs run in a fork of a warm process (`tools/warm.py`) see and do what they would in a Python of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import warm

PROGRAM = "import sys, os; print(sys.argv, sys.path[0], __name__, os.getcwd(), os.environ.get('WORD'), input())"
ENDS = {
    "returns": "print('out'); import sys; print('err', file=sys.stderr)",
    "exits": "import sys; print('out', end=''); sys.exit(7)",
    "says": "raise SystemExit('what went wrong')",
    "raises": "def f():\n    1 / 0\nf()",
    "is killed": "import os; os.kill(os.getpid(), 9)",
    "is interrupted": "raise KeyboardInterrupt",
    "leaves": "import atexit, threading, time; atexit.register(print, 'at exit')\n"
    "threading.Thread(target=lambda: (time.sleep(0.05), print('thread'))).start()",
}


def both(words: list[str], folder: Path, **more: str) -> list[tuple[int, str, str]]:
    """The exit code and the output of a command line under Python and in a fork."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", **more}
    ran = [
        subprocess.run(
            [python, *words], cwd=folder, env=env, input="typed\n", capture_output=True, text=True, check=False
        )
        for python in (sys.executable, warm.python())
    ]
    return [(done.returncode, done.stdout, done.stderr) for done in ran]


@pytest.mark.parametrize("form", ["-c", "-m", "file"])
def test_a_program_sees_the_same(form: str, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "prog.py").write_text(PROGRAM)
    (tmp_path / "prog.py").write_text(PROGRAM)
    words = {"-c": ["-c", PROGRAM], "-m": ["-m", "prog"], "file": ["below/prog.py"]}[form]
    plain, forked = both([*words, "a b", "-x"], tmp_path, WORD="of mine")
    assert plain == forked
    assert "of mine typed" in plain[1]


@pytest.mark.parametrize("how", ENDS)
def test_a_program_ends_the_same(how: str, tmp_path: Path) -> None:
    (tmp_path / "prog.py").write_text(ENDS[how])
    plain, forked = both(["prog.py"], tmp_path)
    assert plain == forked


def test_options_and_settings_of_a_start_go_to_a_python_of_their_own(tmp_path: Path) -> None:
    look = "import sys; print('torch' in sys.modules)"
    assert [out for _, out, _ in both(["-c", look], tmp_path)] == ["False\n", "True\n"]
    assert [out for _, out, _ in both(["-X", "utf8", "-c", look], tmp_path)] == ["False\n", "False\n"]
    assert [out for _, out, _ in both(["-c", look], tmp_path, OMP_NUM_THREADS="2")] == ["False\n", "False\n"]
    assert [out for _, out, _ in both(["-c", look], tmp_path, PYTHONHASHSEED="7")] == ["False\n", "False\n"]


def test_paths_and_scripts_are_found(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("name = 'found'")
    plain, forked = both(["-c", "import helper; print(helper.name)"], Path.home(), PYTHONPATH=str(tmp_path))
    assert plain == forked == (0, "found\n", "")
    done = subprocess.run(
        ["bash", "-c", "ms2torch --help | head -1; type -p ms2torch"],
        env=warm.environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[0].startswith("Usage: ms2torch ")
    assert Path(done.stdout.splitlines()[1]).parent == warm.started().programs


def test_two_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", "python -c 'print(3)' | python -c 'print(int(input()) + 1)'"],
        env=warm.environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "4\n"
