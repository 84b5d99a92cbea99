"""What a scan finds, as frozen data, and its JSON form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from parity.report.model import Severity

SCHEMA_VERSION = 1
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class NameUse:
    """One name of a framework that a file uses.

    Args:
        name (str): in full, e.g. ``"torch.nn.Conv2d"``; of a method ``"torch.Tensor.view"``.
        lines (tuple[int, ...]): where it is used.
        counterparts (tuple[str, ...]): names of the other framework, the one to take first; () without a row.
        status (str): of the first row (same, names, defaults, different, partial), or "" without one.
        advice (str): how to write it, or "".
    """

    name: str
    lines: tuple[int, ...]
    counterparts: tuple[str, ...] = ()
    status: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that bites when the file is ported.

    Args:
        severity (Severity): ``error``: a literal copy computes something else; ``warning``: it trains differently, or
            computes something else under a condition that the source does not tell; ``note``: it starts from other
            weights, or is written otherwise.
        rule (str): a code of `parity.rules`, ``behaviour`` or ``missing-name``.
        name (str): the name that is used.
        counterpart (str): what it is in the other framework, or "".
        argument (str): the MindSpore argument or behaviour at fault, or "".
        message (str): what differs.
        fix (str): what to write in the other framework, or "".
        shows (str): the stage where it shows, or "".
        lines (tuple[int, ...]): where.
    """

    severity: Severity
    rule: str
    name: str
    counterpart: str
    argument: str
    message: str
    fix: str
    shows: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FileScan:
    """One file: the frameworks it uses, their names, and the remarks, most severe first."""

    path: str
    frameworks: tuple[str, ...]
    names: tuple[NameUse, ...]
    remarks: tuple[Remark, ...]

    @property
    def unmapped(self) -> tuple[NameUse, ...]:
        """The names that the table has no row for."""
        return tuple(use for use in self.names if not use.counterparts)


@dataclass(frozen=True, slots=True)
class Scan:
    """All files, and why others could not be read."""

    files: tuple[FileScan, ...]
    failures: Mapping[str, str]

    def counts(self) -> dict[Severity, int]:
        """Count the remarks by severity, each as often as it has lines."""
        counted: Counter[Severity] = Counter()
        for file in self.files:
            for remark in file.remarks:
                counted[remark.severity] += len(remark.lines)
        return {severity: counted[severity] for severity in SEVERITIES}

    @property
    def exit_code(self) -> int:
        """0 where a literal port says the same, 1 where it does not, 2 where a file could not be read."""
        if self.failures:
            return 2
        counts = self.counts()
        return 1 if counts["error"] or counts["warning"] else 0

    def to_json(self) -> str:
        """Return the scan as JSON text, ending in a newline."""
        data = {
            "schema_version": SCHEMA_VERSION,
            "files": [asdict(file) for file in self.files],
            "failures": dict(self.failures),
            "summary": self.counts(),
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
