"""Every rule at work: its own example, of which it speaks, and what it says to write instead, of which it does not."""

from __future__ import annotations

import sys

import pytest
import torch

from parity import compare
from parity.report.model import Finding
from parity.report.text import plain
from parity.rules import CODES
from tests.parity.rules.examples import source
from tools.record import reports


def report_of(code, folder, monkeypatch, *, instead: bool):
    example = CODES[code].example
    port, files, options = example.port, example.files, dict(example.options)
    if instead:
        port, files = example.instead or port, example.instead_files or files
        options.update(example.instead_options)
    (folder / "reference_net.py").write_text(source("reference", example.reference))
    (folder / "port_net.py").write_text(source("port", port))
    monkeypatch.chdir(folder)
    torch.manual_seed(0)
    exec(files, {"torch": torch})
    return compare("reference_net.py:Net", "port_net.py:Net", example.inputs, **options)


def fired(report) -> set[str]:
    return {finding.rule for finding in report.findings}


def test_no_report_of_another_rule_is_recorded():
    assert reports.names("rules") == set(CODES), reports.REWRITTEN_BY


def running() -> set[str]:
    """The dotted names of all functions that are running, and of the methods of this very rule."""
    found, frame = set(), sys._getframe(1)
    while frame is not None:
        found.add(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")
        frame = frame.f_back
    return found


@pytest.mark.parametrize("code", CODES)
def test_a_rule_reports_what_it_is_about_in_the_function_that_it_names(code, tmp_path, monkeypatch):
    around: list[set[str]] = []
    made = Finding.__init__

    def noted(self, **values):
        made(self, **values)
        if self.rule == code:
            around.append(running())

    monkeypatch.setattr(Finding, "__init__", noted)
    report = report_of(code, tmp_path, monkeypatch, instead=False)
    assert code in fired(report), report.findings
    assert report.verdict == "different"
    assert reports.settled(plain(report, whole=True)) == reports.recorded("rules", code), reports.REWRITTEN_BY
    assert any(CODES[code].recognised_by() in names for names in around), sorted(set.union(*around))


@pytest.mark.parametrize("code", CODES)
def test_a_rule_is_silent_on_what_it_says_to_write(code, tmp_path, monkeypatch):
    report = report_of(code, tmp_path, monkeypatch, instead=True)
    assert report.verdict == "same", report.findings
    assert code not in fired(report), report.findings
