"""Run cases on real MindSpore, which lives in another environment: each in its own forked process there."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mappings.model import Case, Row
from mappings.registry import load
from mappings.sides import MindSporeSide, TorchSide
from mappings.verify import CaseResult, verify_case, verify_variants

_CASE_TIMEOUT = 120


class OracleError(RuntimeError):
    """The other environment could not run the cases."""


def verify_on_oracle(python: str, rows: Iterable[Row]) -> Iterator[CaseResult]:
    """Run the rows' cases with the interpreter `python`, where mindspore and torch are installed.

    Raises:
        OracleError: if it cannot be started or ends early; the message carries its last words.
    """
    root = Path(__file__).resolve().parent.parent
    jobs = json.dumps([[row.family, row.number] for row in rows])
    environment = {**os.environ, "PYTHONPATH": str(root), "GLOG_v": "3", "OMP_NUM_THREADS": "1"}
    command = [python, "-m", "mappings", "worker"]
    try:
        with subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
        ) as process:
            if process.stdin is None or process.stdout is None:
                msg = f"{python}: no pipes"
                raise OracleError(msg)
            process.stdin.write(jobs)
            process.stdin.close()
            for line in process.stdout:
                yield CaseResult(**json.loads(line))
    except OSError as error:
        msg = f"{python}: {error.strerror}; give the Python of an environment with mindspore 2.10.0 and torch"
        raise OracleError(msg) from error
    if process.returncode:
        msg = f"{python} ended with {process.returncode}; run `{' '.join(command)} < /dev/null` to see why"
        raise OracleError(msg)


def worker() -> None:
    """Serve the jobs on standard input, one JSON result a line on standard output (runs inside the oracle)."""
    jobs = json.load(sys.stdin) if not sys.stdin.isatty() else []
    # MindSpore writes to standard output from native code; results go to a copy of it, and it goes to standard error.
    out = os.dup(1)
    os.dup2(2, 1)
    torch = importlib.import_module("torch")
    ms = importlib.import_module("mindspore")
    importlib.import_module("mindspore.common.initializer")
    for family, number in jobs:
        row = load(family)[number - 1]
        calm = [case for case in row.cases if case.stage in ("forward", "init") and case.expected != "raises"]
        for cases in (calm, *([case] for case in row.cases if case not in calm)):
            if cases:
                _fork(row, cases, torch, ms, out, variants=cases is calm)


def _fork(row: Row, cases: list[Case], torch: Any, ms: Any, out: int, *, variants: bool) -> None:
    """Run `cases` in a child: an exception inside ms.grad poisons its process, and a crash ends it."""
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        if status:
            label = f"{row.torch} -> {row.mindspore}"
            text = f"the process that ran this case and its neighbours ended with status {status}"
            _send(out, CaseResult(row.family, row.number, label, cases[0].number, "", "mindspore", "failed", text))
        return
    code = 1
    try:
        import signal

        signal.alarm(_CASE_TIMEOUT)
        torch.set_num_threads(1)
        ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
        sides = TorchSide(torch), MindSporeSide(ms, "mindspore", importlib.import_module)
        for case in cases:
            _send(out, verify_case(row, case, *sides))
        if variants:
            for result in verify_variants(row, *sides):
                _send(out, result)
        code = 0
    finally:
        os._exit(code)


def _send(out: int, result: CaseResult) -> None:
    os.write(out, (json.dumps(asdict(result)) + "\n").encode())
