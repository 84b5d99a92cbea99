"""What the tools answer: typed values from which the client is told the schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PAGE = 20
"""Findings in one answer; further ones by `findings`."""


@dataclass(frozen=True)
class Edit:
    """A replacement in a file: lines and columns count from 1; the end column is behind the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    new_text: str


@dataclass(frozen=True)
class Finding:
    """One cause of a difference; `edit` writes the line that mends it, where there is one."""

    rule: str
    severity: str
    message: str
    location: str | None
    reference_location: str | None
    argument: str | None
    evidence: str
    write: str
    edit: Edit | None


@dataclass(frozen=True)
class Comparison:
    """The verdict of a comparison and its first findings, errors first.

    `report` is the name under which `findings` gives the others. `outputs` holds the greatest absolute difference of
    each output in float64, null where it could not be compared.
    """

    verdict: str
    message: str
    outputs: dict[str, float | None]
    layers: int
    layers_same: int
    errors: int
    warnings: int
    notes: int
    findings: list[Finding]
    more_findings: int
    report: str
    not_looked_at: list[str]


@dataclass(frozen=True)
class Looked:
    """What a look into a dump found, in lines; `found` tells whether something is wrong."""

    found: bool
    lines: list[str]


@dataclass(frozen=True)
class Round:
    """One round of `mend`: the verdict before it, and the edits that were written."""

    verdict: str
    errors: int
    edits: list[Edit]


@dataclass(frozen=True)
class Certificate:
    """What `mend` reached: the last comparison, every edit in order, and of what it speaks.

    `files` holds the SHA-256 of the files of both nets as they were compared last; `written` tells whether the port's
    file was left with the edits (it is put back where they did not lead to SAME, unless `keep` was asked).
    """

    verdict: str
    rounds: list[Round]
    comparison: Comparison
    reference: str
    port: str
    inputs: list[str]
    options: dict[str, Any]
    files: dict[str, str]
    versions: dict[str, str]
    written: bool
    reason: str = ""
    diff: list[str] = field(default_factory=list)


def comparison_of(report: dict[str, Any], edits: list[dict[str, Any] | None], name: str) -> Comparison:
    """Return the answer of a comparison.

    Args:
        report (dict[str, Any]): the report's JSON.
        edits (list[dict[str, Any] | None]): for each finding.
        name (str): under which the server keeps it.
    """
    found = findings_of(report, edits)
    severities = [finding.severity for finding in found]
    return Comparison(
        verdict=report["verdict"],
        message=report.get("message") or "",
        outputs={entry["name"]: _greatest(entry) for entry in report["outputs"]},
        layers=len(report["layers"]),
        layers_same=sum(layer["status"] == "same" for layer in report["layers"]),
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        notes=severities.count("note"),
        findings=found[:PAGE],
        more_findings=max(0, len(found) - PAGE),
        report=name,
        not_looked_at=[f"{stage['name']}: {stage['reason']}" for stage in report["stages"] if stage["state"] != "done"],
    )


def findings_of(report: dict[str, Any], edits: list[dict[str, Any] | None]) -> list[Finding]:
    """Return all findings of a report, errors first, each with its edit."""
    order = {"error": 0, "warning": 1, "note": 2}
    pairs = sorted(zip(report["findings"], edits, strict=True), key=lambda pair: order[pair[0]["severity"]])
    return [
        Finding(
            entry["rule"], entry["severity"], entry["message"], entry["location"], entry["reference_location"],
            entry["argument"], entry["evidence"], entry["fix"], Edit(**edit) if edit is not None else None,
        )
        for entry, edit in pairs
    ]  # fmt: skip


def _greatest(output: dict[str, Any]) -> float | None:
    metrics = (output.get("errors") or {}).get("float64") or {}
    value = metrics.get("max_abs")
    return float(value) if value is not None else None
