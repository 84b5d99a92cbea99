"""What is said of a mend: the finding at its line, with the line to write and how that was proved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parity.code.places import shown_path
from parity.edits.edit import Written
from parity.edits.measure import Held
from parity.edits.search import LIKE, Mend
from parity.edits.site import Site
from parity.locate.localise import Located
from parity.pipeline.job import Job
from parity.report.finding import placed
from parity.report.model import Finding
from parity.rules.body import Body
from parity.rules.raises import Raises


def errors_of(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are errors."""
    return [finding for finding in findings if finding.severity == "error"]


def lines_said(job: Job, sites: Iterable[Site]) -> dict[str, set[int]]:
    """Return the lines that errors point at, by file.

    Args:
        job (Job): a comparison.
        sites (Iterable[Site]): the functions whose files are meant.
    """
    files = {shown_path(site.file): site.file for site in sites}
    found: dict[str, set[int]] = {}
    for finding in errors_of(job.findings):
        file, line = placed(finding.location) or ("", 0)
        if file in files:
            found.setdefault(files[file], set()).add(line)
    return found


def lines_right(job: Job) -> dict[str, set[int]]:
    """Return the lines that build nothing but layers of the framework which give what the reference's give, by file.

    Whatever is wrong, no edit of what these layers are given is the line to write.

    Args:
        job (Job): a comparison.
    """
    right: dict[str, set[int]] = {}
    other: dict[str, set[int]] = {}
    located = job.passed.located if job.passed is not None else ()
    wrong = {entry.pair.port.layer.path for entry in located if entry.pair.port is not None and not _is_right(entry)}
    known = {entry.pair.port.layer.path for entry in located if entry.pair.port is not None} - wrong
    for path, layer in job.setting.port.layers.items():
        place = layer.location
        if place is not None:
            kept = right if path in known and not layer.custom and layer.api is not None else other
            kept.setdefault(place.file, set()).add(place.line)
    return {file: lines - other.get(file, set()) for file, lines in right.items()}


def _is_right(entry: Located) -> bool:
    alone = not (entry.compensated or entry.as_base or entry.incomparable or entry.fused is not None)
    return entry.pair.matched and alone and entry.status in {"same", "amplified"}


def ended(findings: Iterable[Finding], said: Sequence[Finding]) -> list[Finding]:
    """Return the note of the exception that ended the port's run, where another finding says why it was raised."""
    if any(finding.rule == Raises.code for finding in said):
        return []
    return [finding for finding in findings if finding.rule == Raises.code and finding.severity == "note"]


def mend_findings(findings: Sequence[Finding], mend: Mend, others: Sequence[Mend], tried: int) -> list[Finding]:
    """Return one finding for each statement that a mend changes.

    Args:
        findings (Sequence[Finding]): of the comparison that found the difference.
        mend (Mend): the edits that were proved.
        others (Sequence[Mend]): edits that are equally small.
        tried (int): how many were executed.
    """
    errors = errors_of(findings)
    found: list[Finding] = []
    kept: list[Finding] = []
    for (file, line), (part, kind) in _statements(mend).items():
        there = [f for f in errors if _is_within(f.location, file, line, line + part.before.count("\n"))]
        here = there[0] if there else None
        kept += [replace(finding, fix=part.text) for finding in there[1:]]
        evidence = f"written so, the nets are the same (of {tried} edits tried)"
        beside = _beside(others, part) or _at_another_line(others, mend)
        evidence += f"; so they are with {beside}" if beside else ""
        evidence += "; given other sizes they differ yet" if mend.held is Held.SAME_SIZES else ""
        alone = len(errors) == 1
        found.append(_finding(here or errors[0], here is None, f"{file}:{line}", part, kind, evidence, alone=alone))
    rules = {made.rule for made in found}
    return [*found, *(finding for finding in kept if finding.rule not in rules)]


def _statements(mend: Mend) -> dict[tuple[str, int], tuple[Written, str]]:
    """Return each statement that edits change, by file and line, as it reads after all of them, with what they do."""
    found: dict[tuple[str, int], Written] = {}
    kinds: dict[tuple[str, int], dict[str, None]] = {}
    for entry in mend.edits:
        for part in entry.written:
            key = shown_path(entry.site.file), part.line
            known = found.get(key)
            found[key] = part if known is None else replace(part, before=known.before)
            kinds.setdefault(key, {})[entry.edit.kind] = None
    return {key: (part, ", ".join(kinds[key])) for key, part in found.items()}


def _beside(others: Sequence[Mend], part: Written) -> str:
    """Return how the same statement may be written too, "" if no other edit is as small."""
    texts = [made.text for other in others for _, made in other.written if made.line == part.line]
    return next((f"`{text}`" for text in texts if text != part.text), "")


def _at_another_line(others: Sequence[Mend], mend: Mend) -> str:
    """Return an equally small edit of another line, with where it stands; "" if there is none, or several are made."""
    near = [other for other in others if other.cost <= mend.cost + LIKE and len(other.written) == 1]
    for file, made in (other.written[0] for other in near if len(mend.written) == 1):
        if made.line != mend.written[0][1].line:
            return f"`{made.text}` at {shown_path(file)}:{made.line}"
    return ""


def _is_within(location: str | None, file: str, first: int, last: int) -> bool:
    name, line = placed(location) or ("", 0)
    return name == file and first <= line <= last


def _finding(
    near: Finding, elsewhere: bool, at: str, part: Written, kind: str, evidence: str, *, alone: bool
) -> Finding:
    if elsewhere:
        made = Finding(
            rule=Body.code, severity="error", stage="body", reference_layer=near.reference_layer,
            port_layer=near.port_layer, evidence=evidence, fix=part.text, location=at,
            reference_location=near.reference_location,
            message=f"`{part.before.splitlines()[0].strip()}`: {kind}",
        )  # fmt: skip
        return _with_effect(made, near) if alone else made
    told = "; ".join(text for text in (near.evidence, kind, evidence) if text)
    return replace(near, fix=part.text, evidence=told, location=at)


def _with_effect(made: Finding, seen: Finding) -> Finding:
    """Return a finding at the line to write with what that line does where the nets diverge."""
    if seen.rule != made.rule or not seen.message:
        return made
    message = f"{made.message}; seen at {seen.location}: {seen.message}"
    return replace(
        made, message=message, argument=seen.argument, reference_value=seen.reference_value,
        port_value=seen.port_value, evidence="; ".join(filter(None, (seen.evidence, made.evidence))),
    )  # fmt: skip


def without_lines(findings: Sequence[Finding], tried: int, *, refuted: bool) -> tuple[Finding, ...]:
    """Return findings without lines to write that are not proved, and with what was searched in vain.

    Args:
        findings (Sequence[Finding]): of a comparison.
        tried (int): how many edits were executed.
        refuted (bool): all lines together were put in place, and the nets are as different as before.
    """
    found: list[Finding] = []
    said = False
    for finding in findings:
        inside = finding.severity == "error" and finding.stage == "body"
        if inside and not said and tried:
            said = True
            searched = f"none of {tried} edits tried makes the nets the same"
            evidence = "; ".join(filter(None, (finding.evidence, searched)))
            finding = replace(finding, evidence=evidence)
        found.append(replace(finding, fix="") if inside or (refuted and finding.severity == "error") else finding)
    return tuple(found)
