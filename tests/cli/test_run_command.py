"""`ms2torch run PROG`: the console script hands over to a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """\
import sys
import mindspore as ms
import cli, parity
print(ms.__version__, cli.who, parity.who, sys.argv[1:], sys.flags.safe_path)
raise SystemExit(7)
"""


def ms2torch(*words: str, cwd: Path, root: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(root)}
    start = [sys.executable, "-c", "import sys; sys.path.pop(0); from cli.main import main; main()"]
    return subprocess.run([*start, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_the_program_gets_its_own_modules_arguments_and_exit_code(tmp_path: Path, root: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "prog.py").write_text(PROGRAM)
    for name in ("cli", "parity"):
        (tmp_path / "app" / f"{name}.py").write_text(f"who = 'own {name}'\n")
    (tmp_path / "torch.py").write_text("raise SystemExit('the working directory was searched')\n")
    done = ms2torch("run", "app/prog.py", "--debug", "--help", "a b", cwd=tmp_path, root=root)
    assert done.stderr == ""
    assert done.stdout == "2.10.0 own cli own parity ['--debug', '--help', 'a b'] False\n"
    assert done.returncode == 7


def test_no_such_program(tmp_path: Path, root: Path) -> None:
    done = ms2torch("run", "nosuch.py", cwd=tmp_path, root=root)
    assert done.returncode == 2
    assert done.stderr == "ms2torch: cannot open nosuch.py: no such file\n"
