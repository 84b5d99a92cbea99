"""The report as JUnit XML, which CI services read: one suite per comparison, one case per thing compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from parity.report import sentences, text
from parity.report.files import write_atomic
from parity.report.model import Errors, Finding, LayerResult, NamedErrors, Report, Status

# What XML 1.0 cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Case:
    """One test case: `failure`, `error` or `skipped` holds a message where it did not pass."""

    group: str
    name: str
    failure: str = ""
    error: str = ""
    skipped: str = ""
    details: str = ""


def render(report: Report) -> str:
    """Render a report as JUnit XML.

    Findings of severity ``error``, outputs that differ, and whatever differs by itself are failures. What differs only
    because something before it does, or has no partner, is skipped, so that a CI service shows causes and not their
    consequences. Warnings and notes are the output of a case that passes.

    Args:
        report (Report): any report.

    Returns:
        str: the document.
    """
    cases = list(_cases(report))
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(bool(case.failure) for case in cases)),
        "errors": str(sum(bool(case.error) for case in cases)),
        "skipped": str(sum(bool(case.skipped) for case in cases)),
        "time": f"{report.timings.total_s:.3f}",
    }
    name = _clean(f"{report.reference.target} = {report.port.target}")
    root = ET.Element("testsuites", {"name": "ms2torch compare", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": name, **counts})
    properties = ET.SubElement(suite, "properties")
    for key, value in {**report.options, **report.environment}.items():
        shown = value if isinstance(value, str) else sentences.value_text(value)
        ET.SubElement(properties, "property", {"name": _clean(key), "value": _clean(shown)})
    for case in cases:
        _add(suite, case)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def save(report: Report, path: str | Path) -> None:
    """Write a report as JUnit XML, whole or not at all.

    Args:
        report (Report): any report.
        path (str | Path): the file to write; its folder must exist.

    Raises:
        UnwritablePathError: the file cannot be written.
    """
    write_atomic(Path(path), render(report))


def _add(suite: ET.Element, case: Case) -> None:
    element = ET.SubElement(suite, "testcase", {"classname": case.group, "name": _clean(case.name)})
    for tag, message in (("failure", case.failure), ("error", case.error), ("skipped", case.skipped)):
        if message:
            child = ET.SubElement(element, tag, {"message": _clean(message)})
            if case.details and tag != "skipped":
                child.text = _clean(case.details)
    if case.details and not case.failure and not case.error:
        ET.SubElement(element, "system-out").text = _clean(case.details)


def _cases(report: Report) -> Iterator[Case]:
    """Yield the verdict, then everything compared, then the findings that belong to none of it."""
    yield _verdict(report)
    for output in report.outputs:
        yield _case("outputs", output.name, output.status, _measured(output.errors, text.precision(report)))
    placed: set[int] = set()
    for layer in report.layers:
        own = [index for index, finding in enumerate(report.findings) if _is_about(finding, layer)]
        placed.update(own)
        yield _layer(layer, [report.findings[index] for index in own], text.precision(report))
    for gradient in report.gradients:
        name = f"{gradient.kind} {sentences.pair_name(gradient.reference, gradient.port)}"
        yield _case("gradients", name, gradient.status, _measured(gradient.errors, text.precision(report)))
    for step in report.steps:
        loss = f"loss {step.reference_loss} in the reference, {step.port_loss} in the port"
        tensors = {"weight": step.weights, "statistic": step.statistics, "optimizer state": step.optimizer_state}
        details = [loss, *(_heaviest(kind, named, text.precision(report)) for kind, named in tensors.items() if named)]
        yield _case("steps", f"step {step.step}", step.status, "\n".join(details))
    for drawn in report.init:
        both = f"{drawn.reference_distribution} in the reference, {drawn.port_distribution} in the port"
        yield _case("init", sentences.pair_name(drawn.reference, drawn.port), drawn.status, both)
    for index, finding in enumerate(report.findings):
        if index not in placed:
            yield _finding(finding)


def _verdict(report: Report) -> Case:
    summary = text.headline(report)
    details = "\n".join([report.message, *(f"{word}: {line}" for word, line in text.totals(report))]).strip()
    return Case(
        "comparison",
        "verdict",
        failure=summary if report.verdict == "different" else "",
        error=report.message or summary if report.verdict == "error" else "",
        details=details,
    )


def _is_about(finding: Finding, layer: LayerResult) -> bool:
    """Tell whether a finding belongs to this layer's first call; one of the whole net belongs to none."""
    pair = (finding.reference_layer, finding.port_layer)
    return layer.call == 0 and pair != (None, None) and pair == (layer.reference, layer.port)


def _layer(layer: LayerResult, findings: Sequence[Finding], dtype: str) -> Case:
    name = sentences.pair_name(layer.reference, layer.port)
    if layer.call:
        name = f"{name} (call {layer.call + 1})"
    lines = [line for finding in findings for line in sentences.finding_lines(finding)]
    details = "\n".join([*lines, text.layer_line(layer, dtype)])
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        return Case("layers", name, failure="; ".join(map(sentences.finding_sentence, errors)), details=details)
    return _case("layers", name, layer.status, details)


def _finding(finding: Finding) -> Case:
    layer = sentences.finding_layer(finding)
    name = f"{finding.rule}: {layer or finding.argument or finding.stage}"
    details = "\n".join(sentences.finding_lines(finding))
    failure = sentences.finding_sentence(finding) if finding.severity == "error" else ""
    return Case("findings", name, failure=failure, details=details)


def _case(group: str, name: str, status: Status, details: str) -> Case:
    if status == "introduced" or (status != "same" and group == "outputs"):
        return Case(group, name, failure=f"{status}: {details.splitlines()[-1]}", details=details)
    reasons = {"amplified": "differs only because what comes before it does", "unmatched": "has no partner"}
    skipped = reasons.get(status, "")
    return Case(group, name, skipped=skipped, details=details)


def _measured(errors: Errors, dtype: str) -> str:
    return f"max-abs float64 {text.max_abs_at(errors.float64)}, {dtype} {text.max_abs_at(errors.float32)}"


def _heaviest(kind: str, tensors: Sequence[NamedErrors], dtype: str) -> str:
    worst = max(tensors, key=lambda named: text.size_of(named.errors))
    return f"worst {kind} {worst.name}: {_measured(worst.errors, dtype)}"


def _clean(words: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", words)
