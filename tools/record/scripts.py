"""Record what real MindSpore prints for every program in tests/scripts.

Run by ``make record``, or directly::

    python tools/record/scripts.py --oracle .oracle/bin/python [NAME ...] [--check]

Each program runs alone, in a fresh process and an empty folder. Its standard output becomes ``NAME.out`` beside it,
without MindSpore's own warnings (which carry process numbers and times).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "tests" / "scripts"
TIMEOUT_S = 300

# `[WARNING] ME(123:140...,MainProcess):2026-01-01-00:00:00.000.000 [file.py:12] text`, sometimes over several lines.
_LOG_LINE = re.compile(r"^\[(WARNING|INFO|ERROR|CRITICAL|DEBUG)\] [A-Z_]+\(")


class RecordingError(RuntimeError):
    """A program that failed, or printed something that cannot be a golden."""


def clean(text: str) -> str:
    """Return `text` without MindSpore's log lines and trailing blanks."""
    kept = [line.rstrip() for line in text.splitlines() if not _LOG_LINE.match(line)]
    return "\n".join(kept).rstrip("\n") + "\n"


def run_program(script: Path, oracle: Path) -> str:
    """Run `script` under the interpreter `oracle` and return its cleaned standard output.

    Raises:
        RecordingError: if it exits with an error, or prints an address of this process.
    """
    env = {**os.environ, "GLOG_v": "3", "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [str(oracle), str(script)],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    if done.returncode != 0:
        raise RecordingError(f"{script.name} exited with {done.returncode}:\n{done.stderr[-3000:]}")
    text = clean(done.stdout)
    if re.search(r"0x[0-9a-f]{6,}", text):
        raise RecordingError(f"{script.name} prints an address; print something that is the same in every run")
    return text


def record_one(script: Path, oracle: Path, *, check: bool) -> tuple[bool, str]:
    """Record (or with `check` only compare) one program; return whether all is well and the line to print."""
    golden = script.with_suffix(".out")
    try:
        text = run_program(script, oracle)
    except (RecordingError, subprocess.TimeoutExpired) as error:
        return False, f"FAILED   {error}"
    old = golden.read_text(encoding="utf-8") if golden.exists() else None
    if old == text:
        return True, f"same     {script.name}"
    if check:
        return False, f"CHANGED  {script.name}"
    golden.write_text(text, encoding="utf-8")
    return True, f"{'new     ' if old is None else 'rewrote '} {script.name}"


def main() -> int:
    """Record the chosen programs (default: all); return 0 if each ran."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", help="program names or parts of names; default all")
    parser.add_argument("--oracle", type=Path, default=ROOT / ".oracle" / "bin" / "python")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if an output would change")
    args = parser.parse_args()
    if not args.oracle.exists():
        print(f"no interpreter at {args.oracle}; build it with `make oracle`", file=sys.stderr)
        return 2
    scripts = [
        path
        for path in sorted(SCRIPTS.glob("[0-9][0-9]_*.py"))
        if not args.names or any(name in path.name for name in args.names)
    ]
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda path: record_one(path, args.oracle.absolute(), check=args.check), scripts))
    for _, line in results:
        print(line)
    return 0 if all(ok for ok, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
