"""`python -m mappings`: what its commands print, and their exit codes."""

from __future__ import annotations

import re

import pytest

from mappings.__main__ import _report, main
from mappings.proof.verify import CaseResult


def _result(family: str, outcome: str, variant: str = "") -> CaseResult:
    return CaseResult(family, 2, "a -> b", 1, variant, "ms2torch", outcome, "what was seen")


def test_what_does_not_hold_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    results = [_result("ops", "passed"), _result("ops", "failed", "dim=0"), _result("nn", "skipped"),
               _result("nn", "missing")]  # fmt: skip
    assert _report(results, details=False) == 1
    assert capsys.readouterr().out.splitlines() == [
        "FAILED ops.toml:row 2 (a -> b):case 1 (dim=0): what was seen",
        "MISSING nn.toml:row 2 (a -> b):case 1: what was seen",
        "nn: 1 missing, 1 skipped",
        "ops: 1 passed, 1 failed",
        "4 executed, 2 do not hold",
    ]


def test_details_name_what_holds_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert _report([_result("ops", "passed")], details=True) == 0
    assert capsys.readouterr().out.startswith("PASSED ops.toml:row 2 (a -> b):case 1: what was seen\n")


def test_one_corruption_of_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "--per-kind", "1", "--kind", "kind", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r" *100\.0%  1 of 1 mutants die", said[-1])


def test_the_official_mapping_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["official", "--list", "missing"]) == 0
    said = capsys.readouterr().out
    assert "official mapping" in said
    assert "most used torch names" in said


def test_a_family_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["verify", "--family", "no_such_family"])
    assert "invalid choice: 'no_such_family'" in capsys.readouterr().err
