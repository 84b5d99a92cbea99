"""Differences that a project has accepted: kept in a file with their reasons, and held strictly.

An accepted comparison is still *different*; but it fails only if it finds what the file does not have, or no longer
finds what it has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from parity.report import sentences
from parity.report.files import write_atomic
from parity.report.model import Finding, Report


class BadAcceptedFileError(ValueError):
    """A file of accepted differences that cannot be read."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted difference: what identifies an error of a report, and why it is accepted.

    Args:
        rule (str): the rule's code.
        layer (str): the layer's path, as the report writes it.
        argument (str): the argument at fault; "" where there is none.
        reference (str): its value in the reference, as text.
        port (str): its value in the port, as text.
        reason (str): why it is accepted, for readers. Default: ``""``.
    """

    rule: str
    layer: str
    argument: str
    reference: str
    port: str
    reason: str = ""

    @property
    def key(self) -> Accepted:
        """What identifies the difference: all but the reason."""
        return replace(self, reason="")

    def __str__(self) -> str:
        """Write the difference on one line."""
        values = f": {self.argument} {self.reference} and {self.port}" if self.argument else ""
        return f"[{self.rule}] {self.layer}{values}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A report held against accepted differences.

    Args:
        known (tuple[Finding, ...]): errors that are accepted.
        new (tuple[Finding, ...]): errors that are not.
        gone (tuple[Accepted, ...]): accepted differences that the report does not have any more.
        unexplained (bool): the nets differ, and no error says why: there is nothing that could be accepted.
    """

    known: tuple[Finding, ...]
    new: tuple[Finding, ...]
    gone: tuple[Accepted, ...]
    unexplained: bool

    @property
    def passes(self) -> bool:
        """Whether the report has these differences and no others."""
        return not (self.new or self.gone or self.unexplained)

    def lines(self) -> list[str]:
        """Say in lines what became of the differences."""
        said = [f"accepted: {_entry(finding)}" for finding in self.known]
        said += [f"not accepted: {_entry(finding)}" for finding in self.new]
        said += ["not accepted: a difference that no error explains"] * self.unexplained
        return said + [f"accepted, but no longer found (take it out of the file): {entry}" for entry in self.gone]


def judge(report: Report, accepted: Iterable[Accepted]) -> Outcome:
    """Hold a report against accepted differences.

    Args:
        report (Report): of verdict ``same`` or ``different``.
        accepted (Iterable[Accepted]): as `read` returns them.
    """
    wanted = {entry.key: entry for entry in accepted}
    errors = report.of_severity("error")
    known = tuple(finding for finding in errors if _entry(finding) in wanted)
    found = {_entry(finding) for finding in errors}
    gone = tuple(entry for key, entry in wanted.items() if key not in found)
    new = tuple(finding for finding in errors if finding not in known)
    return Outcome(known, new, gone, report.verdict != "same" and not errors)


def read(path: Path) -> tuple[Accepted, ...]:
    """Read a file of accepted differences.

    Args:
        path (Path): as `write` wrote it, with reasons added by hand.

    Raises:
        BadAcceptedFileError: it is missing, or not of that form.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return tuple(Accepted(**{name: str(value) for name, value in entry.items()}) for entry in entries)
    except OSError as error:
        raise BadAcceptedFileError(f"cannot read the accepted differences {path}: {error.strerror}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BadAcceptedFileError(f"{path} is no file of accepted differences: {error}") from error


def write(report: Report, path: Path) -> Sequence[Accepted]:
    """Write the errors of a report as accepted differences, with the reasons that the file has already.

    Args:
        report (Report): any report.
        path (Path): the file; its folder must exist.

    Returns:
        Sequence[Accepted]: what was written.
    """
    reasons = {entry.key: entry.reason for entry in read(path)} if path.exists() else {}
    entries = dict.fromkeys(_entry(finding) for finding in report.of_severity("error"))
    kept = [replace(entry, reason=reasons.get(entry, "")) for entry in entries]
    write_atomic(path, json.dumps([asdict(entry) for entry in kept], indent=2) + "\n")
    return kept


def _entry(finding: Finding) -> Accepted:
    values = (sentences.value_text(finding.reference_value), sentences.value_text(finding.port_value))
    return Accepted(finding.rule, sentences.finding_layer(finding), finding.argument or "", *values)
