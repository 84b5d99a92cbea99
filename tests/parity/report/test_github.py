"""Annotations of GitHub's: one line each, with the place and nothing that ends the line."""

from __future__ import annotations

from parity.report import Finding, Report, Side
from parity.report.github import annotation_lines


def test_a_finding_is_one_line_at_its_place() -> None:
    findings = (
        Finding("epsilon", "error", "forward", "norm", "norm", "epsilon", 1e-5, 1e-7, location="a,b:c/port.py:4",
                reference_location="ref.py:2", fix="nn.LayerNorm((8,), epsilon=1e-05)", message="100 %\nwrong"),
        Finding("momentum", "warning", "train", message="m"), Finding("pad-mode", "note", "static", message="n"),
    )  # fmt: skip
    error, warning, note = annotation_lines(Report("different", Side("a"), Side("b"), findings=findings))
    assert error == (
        "::error file=a%2Cb%3Ac/port.py,line=4,title=epsilon::norm: 100 %25%0Awrong%0Areference: ref.py:2%0A"
        "write: nn.LayerNorm((8,), epsilon=1e-05)"
    )
    assert (warning, note) == ("::warning title=momentum::m", "::notice title=pad-mode::n")


def test_a_comparison_that_was_not_carried_out_is_an_error() -> None:
    assert list(annotation_lines(Report("error", Side("a"), Side("b"), "no such file"))) == [
        "::error title=ms2torch::no such file"
    ]
    assert list(annotation_lines(Report("same", Side("a"), Side("b")))) == []
