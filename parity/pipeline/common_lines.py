"""One line to write where several findings are of one statement: whoever writes it has put all of them right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from parity.code.text_edits import TextEdit, edit_of, joined
from parity.pipeline.job import Job
from parity.report.finding import placed
from parity.report.model import Finding


def with_common_lines(job: Job) -> Job:
    """Return a comparison whose findings of one statement have one line to write.

    Args:
        job (Job): a comparison, each of whose lines to write was proved by itself.
    """
    return replace(job, findings=common_lines(job.findings))


def common_lines(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings, those of one statement with what all of them write there; where they contradict, as they are.

    Args:
        findings (Iterable[Finding]): of one report; places are read below the working directory.
    """
    all_findings = list(findings)
    texts: dict[str, str | None] = {}
    groups: dict[tuple[str, int, int, int, int], list[tuple[int, TextEdit]]] = {}
    for number, finding in enumerate(all_findings):
        file, line = placed(finding.location) or ("", 0)
        if not finding.fix or finding.severity == "note" or not line:
            continue
        if file not in texts:
            texts[file] = _text(file)
        edit = edit_of(file, line, finding.fix, texts[file] or "")
        if edit is not None:
            key = (file, edit.line, edit.column, edit.end_line, edit.end_column)
            groups.setdefault(key, []).append((number, edit))
    for (file, *_), group in groups.items():
        text = joined(texts[file] or "", [edit for _, edit in group])
        if text is not None and len(group) > 1:
            for number, _ in group:
                all_findings[number] = replace(all_findings[number], fix=text)
    return tuple(all_findings)


def _text(file: str) -> str | None:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # a notebook's cell, or a place of another machine
        return None
