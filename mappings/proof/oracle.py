"""Run cases on real MindSpore, which lives in another environment: one process imports it, its children run them."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from mappings.proof.checks import Check, Unproven
from mappings.proof.proofs import checks
from mappings.proof.verify import CaseResult, Runner
from mappings.rows.model import Case, Row
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.registry import load

_CASE_SECONDS = 90  # of the processor: on a busy machine a case takes longer by the clock
_CASE_TIMEOUT = 20 * _CASE_SECONDS  # by the clock, for one that waits for ever
Task: TypeAlias = "Case | Check | Unproven"


class OracleError(RuntimeError):
    """The other environment could not run the cases."""


def verify_on_oracle(python: str, rows: Iterable[Row], kept: Path | None = None) -> Iterator[CaseResult]:
    """Run the rows' cases with the interpreter `python`, where mindspore and torch are installed.

    Args:
        python (str): the interpreter.
        rows (Iterable[Row]): the rows.
        kept (Path, optional): a file of results; rows whose statements have not changed since are read from it, and the
            others are added to it row by row, so that a run that was ended goes on. Default: nothing is kept.

    Raises:
        OracleError: if it cannot be started or ends early; the message carries its last words.
    """
    rows = list(rows)
    known = _read(kept) if kept is not None else {}
    for row in rows:
        if _digest(row) in known:
            yield from _excused(row, [CaseResult(**{**r, "row": row.number}) for r in known[_digest(row)]])
    left = {(row.family, row.number): row for row in rows if _digest(row) not in known}
    for results in _by_row(_run(python, list(left.values())) if left else ()):
        row = left[results[0].family, results[0].row]
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"digest": _digest(row), "results": [asdict(r) for r in results]}) + "\n")
        yield from _excused(row, results)


def _by_row(results: Iterable[CaseResult]) -> Iterator[list[CaseResult]]:
    for _, found in groupby(results, key=lambda result: (result.family, result.row)):
        yield list(found)


def _excused(row: Row, results: Sequence[CaseResult]) -> Iterator[CaseResult]:
    """Yield the results of a row; what it says of real MindSpore's kernels is as expected, and has to be so."""
    for variant, reason in row.oracle.items():
        if not any(r.variant == variant and r.outcome == "failed" for r in results):
            text = f"{reason}: this is so no longer"
            yield CaseResult(row.family, row.number, row.pair, 0, variant, "mindspore", "failed", text)
    for result in results:
        wrong = result.outcome == "failed" and result.variant in row.oracle
        yield replace(result, outcome="passed", detail=row.oracle[result.variant]) if wrong else result


def _digest(row: Row) -> str:
    """Return what a row says, shortened, without its place and what it says of the kernels."""
    return hashlib.sha256(repr(replace(row, number=0, oracle={})).encode()).hexdigest()[:16]


def _read(kept: Path) -> dict[str, list[dict[str, Any]]]:
    if not kept.exists():
        return {}
    lines = (json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines() if line)
    return {line["digest"]: line["results"] for line in lines}


def _run(python: str, rows: Sequence[Row]) -> Iterator[CaseResult]:
    root = Path(__file__).resolve().parents[2]
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
            with suppress(BrokenPipeError):  # it ended before it read them; its exit code says so
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
    rows = [load(family)[number - 1] for family, number in jobs]
    _serve([(row, task) for row in rows for task in _tasks(row)], torch, ms, out)


def _tasks(row: Row) -> list[Task]:
    """Return what is run for a row: first what leaves the process as it was, then gradients and training."""
    written: list[Task] = [case for case in row.cases if case.mindspore or case.expected != "equal"]
    return sorted([*written, *checks(row)], key=lambda task: not _is_calm(task))


def _serve(tasks: Sequence[tuple[Row, Task]], torch: Any, ms: Any, out: int) -> None:
    """Run all tasks, in one child as long as it lasts: the next one goes on where it ended.

    A task that ends its process is run once more, alone, and is then told to have ended it.
    """
    start = 0
    while start < len(tasks):
        end = _fork(tasks[start:], torch, ms, out) + start
        if end == start:
            row, task = tasks[start]
            _send(out, _ended(row, task))
            end += 1
        start = end


def _is_calm(task: Task) -> bool:
    cases = task.cases if isinstance(task, Check) else (task.case,) if isinstance(task, Unproven) else (task,)
    return all(case.stage in ("forward", "init") for case in cases)


def _ended(row: Row, task: Task) -> CaseResult:
    case = task.cases[0] if isinstance(task, Check) else task.case if isinstance(task, Unproven) else task
    variant = task.label if isinstance(task, Check) else ""
    text = f"the process that ran `{case.mindspore}` ended"
    return CaseResult(row.family, row.number, row.pair, case.number, variant, "mindspore", "failed", text)


def _fork(tasks: Sequence[tuple[Row, Task]], torch: Any, ms: Any, out: int) -> int:
    """Run tasks in a child until it ends, and return how many it has done: it says so after each."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(reading)
        _child(tasks, torch, ms, out, writing)
    os.close(writing)
    done = 0
    while chunk := os.read(reading, 4096):
        done += len(chunk)
    os.close(reading)
    os.waitpid(pid, 0)
    return done


def _child(tasks: Sequence[tuple[Row, Task]], torch: Any, ms: Any, out: int, done: int) -> NoReturn:
    code = 1
    try:
        import signal

        torch.set_num_threads(1)
        ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
        sides = TorchSide(torch), MindSporeSide(ms, "mindspore", importlib.import_module)
        runner = Runner(tasks[0][0], *sides)
        for row, task in tasks:
            signal.setitimer(signal.ITIMER_PROF, _CASE_SECONDS)
            signal.alarm(_CASE_TIMEOUT)
            runner = runner if runner.row is row else Runner(row, *sides)
            found = [runner.case(task)] if isinstance(task, Case) else list(runner.check(task))
            for result in found:
                _send(out, result)
            os.write(done, b".")
            if not _is_calm(task) and (not found or any(_may_have_raised(result) for result in found)):
                break  # an exception inside ms.grad poisons its process
        code = 0
    finally:
        os._exit(code)


def _may_have_raised(result: CaseResult) -> bool:
    return result.outcome == "failed" or "Error" in result.detail


def _send(out: int, result: CaseResult) -> None:
    os.write(out, (json.dumps(asdict(result)) + "\n").encode())
