"""What a notebook shows of a report: the verdict, and a table of the findings with the lines to write."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from parity.report.finding import Finding
from parity.report.sentences import finding_layer, finding_sentence

_SHOWN = 20


def as_html(verdict: str, targets: tuple[str, str], message: str, findings: Sequence[Finding]) -> str:
    """Return a report as a piece of HTML that loads nothing and takes the notebook's own colours.

    Args:
        verdict (str): in words.
        targets (tuple[str, str]): the reference and the port.
        message (str): one line, may be empty.
        findings (Sequence[Finding]): the most severe first; 20 are shown.
    """
    head = f"<p><strong>{escape(verdict)}</strong>: {_code(targets[0])} and {_code(targets[1])}</p>"
    said = f"<p>{escape(message)}</p>" if message else ""
    rows = "".join(_row(finding) for finding in findings[:_SHOWN])
    more = f"<p>and {len(findings) - _SHOWN} more</p>" if len(findings) > _SHOWN else ""
    titles = "".join(f"<th>{title}</th>" for title in ("", "where", "layer", "what", "write"))
    table = f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""
    return f"<div>{head}{said}{table}{more}</div>"


def _row(finding: Finding) -> str:
    cells = (
        escape(finding.severity),
        _code(finding.location or ""),
        _code(finding_layer(finding)),
        f"{escape(finding_sentence(finding))} [{escape(finding.rule)}]",
        _code(finding.fix),
    )
    return "<tr>" + "".join(f'<td style="text-align: left">{cell}</td>' for cell in cells) + "</tr>"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""
