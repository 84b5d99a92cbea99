"""Corrections of findings tried as edits of the converted file: what helps stays, what does not is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import parity
from cli.main import program
from parity.port import proof
from parity.port.project import files
from parity.report.model import Report

SOURCE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 8)
        self.norm = nn.LayerNorm(8)
        self.act = nn.GELU()

    def forward(self, x):
        return self.act(self.norm(self.fc(x))).sum(1)
"""
INPUT = ["float32[2,4]"]
EPSILON = "self.norm = nn.LayerNorm((8,), epsilon=1e-05)"


def silent(what: str, fraction: float) -> None:
    del what, fraction


@pytest.fixture
def ported(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that converts the net, takes arguments out of the result again, and returns its file."""

    def convert(*without: str) -> Path:
        (tmp_path / "net.py").write_text(SOURCE)
        out = tmp_path / "net_ms.py"
        done = CliRunner().invoke(program, ["port", str(tmp_path / "net.py"), "-o", str(out)])
        assert done.exit_code == 0, done.output
        made = out.read_text()
        for part in without:
            assert part in made
            made = made.replace(part, "")
        out.write_text(made)
        return out

    return convert


def targets(out: Path) -> tuple[str, str]:
    return f"{out.with_name('net.py')}:Net", f"{out}:Net"


def compared(out: Path) -> Report:
    return parity.compare(*targets(out), INPUT, grad=True, steps=1)


def test_a_conversion_that_differs_is_mended_by_the_corrections_of_its_findings(ported: Callable[..., Path]) -> None:
    out = ported(", epsilon=1e-5", "approximate=False")
    assert compared(out).verdict == "different"
    project = files.read(out.with_name("net.py"), silent)
    found = proof.prove(project, out, "Net", INPUT, silent)
    assert (found.verdict, found.remaining) == ("same", ())
    assert len(found.repairs) == 2
    assert f"{out}:9: {EPSILON}" in found.repairs
    assert EPSILON in out.read_text()
    assert compared(out).verdict == "same"


def test_an_edit_that_does_not_help_is_taken_back(ported: Callable[..., Path]) -> None:
    out = ported(", epsilon=1e-5")
    before = out.read_text()
    report = compared(out)
    assert [finding.fix for finding in report.findings] == [EPSILON]
    useless = replace(report.findings[0], fix="self.norm = nn.LayerNorm((8,), epsilon=0.5)")
    broken = replace(report.findings[0], fix="self.norm = nn.LayerNorm((7,))")
    assert proof.repaired(replace(report, findings=(useless, broken)), *targets(out), INPUT, silent) is None
    assert out.read_text() == before


def test_the_next_edit_is_tried_from_where_the_one_taken_back_began(ported: Callable[..., Path]) -> None:
    out = ported(", epsilon=1e-5")
    report = compared(out)
    useless = replace(report.findings[0], fix="self.norm = nn.LayerNorm((8,), epsilon=0.5)")
    found = proof.repaired(replace(report, findings=(useless, *report.findings)), *targets(out), INPUT, silent)
    assert found is not None
    assert (found[0].verdict, found[1]) == ("same", f"{out}:9: {EPSILON}")
    assert "epsilon=0.5" not in out.read_text()
