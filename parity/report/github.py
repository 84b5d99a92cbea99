"""Findings as annotations of GitHub's: lines that a workflow prints and GitHub shows beside the code they name."""

from __future__ import annotations

from collections.abc import Iterator

from parity.report import sentences
from parity.report.finding import placed
from parity.report.model import Finding, Report

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def annotation_lines(report: Report) -> Iterator[str]:
    """Yield one line for each finding, in the report's order, and one for a comparison that was not carried out.

    Args:
        report (Report): any report.
    """
    if report.verdict == "error":
        yield f"::error title=ms2torch::{_data(report.message or 'the comparison could not be carried out')}"
    for finding in report.findings:
        yield _annotation(finding)


def _annotation(finding: Finding) -> str:
    place = placed(finding.location)
    places = [f"file={_property(place[0])}", f"line={place[1]}"] if place is not None else []
    parts = [sentences.finding_sentence(finding)]
    if finding.reference_location:
        parts.append(f"reference: {finding.reference_location}")
    if finding.fix:
        parts.append(f"write: {finding.fix}")
    properties = ",".join([*places, f"title={_property(finding.rule)}"])
    layer = sentences.finding_layer(finding)
    message = "\n".join([f"{layer}: {parts[0]}" if layer else parts[0], *parts[1:]])
    return f"::{_LEVELS[finding.severity]} {properties}::{_data(message)}"


def _data(words: str) -> str:
    """Escape what a message may not hold."""
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    """Escape what a property may not hold."""
    return _data(words).replace(":", "%3A").replace(",", "%2C")
