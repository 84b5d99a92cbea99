"""Run cases on real MindSpore, which lives in another environment: each in its own forked process there."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from mappings.checks import Check, Unproven
from mappings.model import Case, Row
from mappings.proofs import checks
from mappings.registry import load
from mappings.sides import MindSporeSide, TorchSide
from mappings.verify import CaseResult, Runner

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
        _serve(load(family)[number - 1], torch, ms, out)


def _serve(row: Row, torch: Any, ms: Any, out: int) -> None:
    """Run a row: what takes gradients or trains each in a child of its own, the rest in one."""
    written = [case for case in row.cases if case.mindspore or case.expected != "equal"]
    tasks: list[Case | Check | Unproven] = [*written, *checks(row)]
    calm = [task for task in tasks if _is_calm(task)]
    if calm and _fork(row, calm, torch, ms, out):
        for task in calm:  # one of them ended the process; which, is found by running each alone
            if _fork(row, [task], torch, ms, out):
                _send(out, _ended(row, task))
    for task in tasks:
        if not _is_calm(task) and _fork(row, [task], torch, ms, out):
            _send(out, _ended(row, task))


def _is_calm(task: Case | Check | Unproven) -> bool:
    cases = task.cases if isinstance(task, Check) else (task.case,) if isinstance(task, Unproven) else (task,)
    return all(case.stage in ("forward", "init") for case in cases)


def _ended(row: Row, task: Case | Check | Unproven) -> CaseResult:
    case = task.cases[0] if isinstance(task, Check) else task.case if isinstance(task, Unproven) else task
    variant = task.label if isinstance(task, Check) else ""
    text = f"the process that ran `{case.mindspore}` ended"
    return CaseResult(row.family, row.number, row.pair, case.number, variant, "mindspore", "failed", text)


def _fork(row: Row, tasks: Sequence[Case | Check | Unproven], torch: Any, ms: Any, out: int) -> int:
    """Run tasks in a child and return its status: an exception in ms.grad poisons its process, and a crash ends it.

    The results are sent at the end, so that none is sent twice.
    """
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        return status
    return _child(row, tasks, torch, ms, out)


def _child(row: Row, tasks: Sequence[Case | Check | Unproven], torch: Any, ms: Any, out: int) -> NoReturn:
    code = 1
    try:
        import signal

        signal.alarm(_CASE_TIMEOUT)
        torch.set_num_threads(1)
        ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
        runner = Runner(row, TorchSide(torch), MindSporeSide(ms, "mindspore", importlib.import_module))
        found: list[CaseResult] = []
        for task in tasks:
            found += [runner.case(task)] if isinstance(task, Case) else runner.check(task)
        for result in found:
            _send(out, result)
        code = 0
    finally:
        os._exit(code)


def _send(out: int, result: CaseResult) -> None:
    os.write(out, (json.dumps(asdict(result)) + "\n").encode())
