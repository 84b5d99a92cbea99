"""A report in a notebook, and printed."""

from __future__ import annotations

from html import escape

from tests.parity.report.reports import DIFFERENT, SAME


def test_a_report_printed_is_short() -> None:
    assert str(SAME) == f"SAME: {SAME.reference.target} and {SAME.port.target}"
    first, *findings = str(DIFFERENT).splitlines()
    assert first.startswith("DIFFERENT: ")
    errors = [finding for finding in DIFFERENT.findings if finding.severity != "note"]
    assert sum(f"[{finding.rule}]" in line for finding in errors for line in findings) >= len(errors)
    assert [line for line in findings if line.startswith("    ")] == [
        f"    write: {one.fix}" for one in errors if one.fix
    ]


def test_a_notebook_shows_a_table_of_the_findings() -> None:
    page = DIFFERENT._repr_html_()
    assert page.count("<tr>") == len(DIFFERENT.findings) + 1
    assert "<strong>DIFFERENT</strong>" in page
    assert all(escape(finding.fix) in page for finding in DIFFERENT.findings)
    assert "<script" not in page
    assert "<table" not in SAME._repr_html_()
