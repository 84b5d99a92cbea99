"""The runner in another environment: its results, what it keeps of them, and what ends its processes."""

from __future__ import annotations

import importlib
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from mappings.proof import oracle
from mappings.proof.checks import Check, Unproven
from mappings.proof.oracle import OracleError, verify_on_oracle
from mappings.proof.verify import CaseResult
from mappings.rows.model import Case
from mappings.table.registry import rows_for_torch
from ms2torch import _hook

ROW = next(row for row in rows_for_torch("torch.abs") if row.mindspore == "mindspore.ops.abs")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter in whose processes mindspore is ms2torch."""
    path = tmp_path_factory.mktemp("environment") / "python"
    code = "from ms2torch import _hook; _hook.install(); from mappings.__main__ import main; raise SystemExit(main())"
    path.write_text(f'#!/bin/sh\nshift 2\nexec "{sys.executable}" -c "{code}" "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_results_are_kept_and_not_asked_for_again(environment: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = list(verify_on_oracle(environment, [ROW], kept))
    assert {result.outcome for result in first} == {"passed"}
    assert {"", "plain", "gradient"} <= {result.variant for result in first}
    assert [json.loads(line)["digest"] for line in kept.read_text().splitlines()] == [oracle._digest(ROW)]
    moved = replace(ROW, number=ROW.number + 1)
    again = list(verify_on_oracle("/no/such/python", [moved], kept))  # nothing is left to run
    assert again == [replace(result, row=moved.number) for result in first]
    with pytest.raises(OracleError, match="/no/such/python: No such file"):
        list(verify_on_oracle("/no/such/python", [replace(ROW, advice="Another.")], kept))


def test_an_environment_that_ends_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(OracleError, match=r"ended with 3; run `.*-m mappings worker < /dev/null`"):
        list(verify_on_oracle(str(broken), [ROW]))


def _result(variant: str, outcome: str) -> CaseResult:
    return CaseResult("family", 1, "pair", 1, variant, "mindspore", outcome, "seen")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([("plain", "passed"), ("dim=0", "failed")], [("plain", "passed", "seen"), ("dim=0", "passed", "why")]),
        ([("dim=0", "passed")], [("dim=0", "failed", "why: this is so no longer"), ("dim=0", "passed", "seen")]),
        ([("dim=0", "failed"), ("plain", "failed")], [("dim=0", "passed", "why"), ("plain", "failed", "seen")]),
    ],
)  # fmt: skip
def test_what_a_row_says_of_kernels_has_to_be_so(
    found: list[tuple[str, str]], expected: list[tuple[str, str, str]]
) -> None:
    row = replace(ROW, oracle={"dim=0": "why"})
    results = oracle._excused(row, [_result(*one) for one in found])
    assert [(result.variant, result.outcome, result.detail) for result in results] == expected


def served(*tasks: oracle.Task) -> list[CaseResult]:
    """What is sent for tasks that run with ms2torch under MindSpore's name, as the other environment has it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            _hook.install()
            oracle._serve([(ROW, task) for task in tasks], torch, importlib.import_module("mindspore"), writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as lines:
        found = [CaseResult(**json.loads(line)) for line in lines]
    os.waitpid(child, 0)
    return found


GOOD = Case(1, "torch.abs(x)", "ops.abs(x)", ("float32[3]",))
WRONG = Case(2, "torch.abs(x)", "ops.exp(x)", ("float32[3]",))


def test_tasks_are_run_in_their_order() -> None:
    tasks = [GOOD, WRONG, Check("again", (GOOD, WRONG)), Unproven(GOOD, "nothing"), replace(GOOD, stage="grad")]
    assert [(one.case, one.variant, one.side, one.outcome) for one in served(*tasks)] == [
        (1, "", "mindspore", "passed"),
        (2, "", "mindspore", "failed"),
        (1, "again", "mindspore", "passed"),
        (2, "again", "mindspore", "failed"),
        (1, "derived", "mindspore", "failed"),
        (1, "", "mindspore", "passed"),
    ]


def test_a_task_that_ends_its_process_is_named_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "_CASE_SECONDS", 0.5)
    long = Check("endless", (Case(4, "torch.abs(x)", "sum(range(10 ** 12))", ("float32[3]",)),))
    first, ended, last = served(GOOD, long, WRONG)
    assert (first.outcome, last.outcome, last.case) == ("passed", "failed", 2)
    assert (ended.case, ended.variant, ended.outcome) == (4, "endless", "failed")
    assert ended.detail == "the process that ran `sum(range(10 ** 12))` ended"


def test_an_error_in_a_gradient_does_not_reach_the_next_task() -> None:
    raising = Case(5, "torch.abs(x)", "ops.abs(x, x, x)", ("float32[3]",), stage="grad")
    told = served(raising, raising, replace(GOOD, stage="grad"))
    assert [one.outcome for one in told] == ["failed", "failed", "passed"]
