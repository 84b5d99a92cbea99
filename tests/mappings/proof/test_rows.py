"""Every row holds: it passes lint, and each of its cases is executed on torch and ms2torch."""

import importlib
from pathlib import Path

import pytest
import torch

import mappings
from mappings.audit.lint import lint
from mappings.proof.verify import verify_row
from mappings.running.sides import MindSporeSide, TorchSide

ROWS = list(mappings.iter_rows())
NOT_YET = Path(__file__).with_name("not_in_ms2torch.txt")


def _not_yet():
    lines = (line.partition("#")[0].strip() for line in NOT_YET.read_text(encoding="utf-8").splitlines())
    return {line for line in lines if line}


def _module(name):
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


@pytest.fixture(scope="module")
def sides():
    return TorchSide(torch), MindSporeSide(importlib.import_module("ms2torch"), "ms2torch", _module)


def _exists(ms_side, name):
    try:
        ms_side.resolve(name)
    except AttributeError:
        return False
    return True


def test_lint():
    assert [str(problem) for problem in lint(ROWS, torch=torch)] == []


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.torch}-{row.mindspore}" for row in ROWS])
def test_row(row, sides):
    results = list(verify_row(row, *sides))
    missing = {name for r in results if r.outcome == "missing" for name in r.detail.split(", ")}
    if missing and missing <= _not_yet():
        pytest.skip(f"ms2torch has no {', '.join(sorted(missing))} yet (not_in_ms2torch.txt)")
    assert [f"{r.place}: {r.detail}" for r in results if r.outcome not in ("passed", "skipped")] == []
    if results and all(r.detail == "torchvision is not installed" for r in results):
        pytest.skip("torchvision is not installed")
    assert row.none or any(r.outcome == "passed" for r in results), "a row without a passing case is not in the table"


def test_the_list_of_missing_names_is_current(sides):
    """Each name in the list is truly missing: whoever adds one to ms2torch deletes its line."""
    listed = _not_yet()
    assert sorted(name for name in listed if _exists(sides[1], name)) == []
