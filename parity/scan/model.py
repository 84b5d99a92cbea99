"""What a scan finds, as frozen data, and its JSON form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

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
        columns (tuple[int, ...]): where in each line, from 1.
        call (str): the whole call to write instead, where there is one line and the table says it all; else "".
        better (str): likewise of another counterpart, which has fewer differences; else "".
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
    columns: tuple[int, ...] = ()
    call: str = ""
    better: str = ""


@dataclass(frozen=True, slots=True)
class FileScan:
    """One file.

    Args:
        path (str): where it is.
        frameworks (tuple[str, ...]): those it uses.
        names (tuple[NameUse, ...]): their names.
        remarks (tuple[Remark, ...]): the most severe first.
        ignored (int): how many remarks comments in the file silence.
        known (int): how many a baseline names.
        texts (Mapping[int, str]): the lines with remarks, as they are written.
    """

    path: str
    frameworks: tuple[str, ...]
    names: tuple[NameUse, ...]
    remarks: tuple[Remark, ...]
    ignored: int = 0
    known: int = 0
    texts: Mapping[int, str] = field(default_factory=dict)

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

    def exit_code(self, fail_on: Severity | None = "warning") -> int:
        """Return 2 where a file could not be read, 1 where there is a remark as severe as `fail_on`, else 0.

        Args:
            fail_on (Severity | None): None: remarks never count. Default: ``"warning"``.
        """
        if self.failures:
            return 2
        counts = self.counts()
        severe = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on is not None else ()
        return 1 if any(counts[severity] for severity in severe) else 0

    def to_json(self) -> str:
        """Return the scan as JSON text, ending in a newline."""
        document = ScanDocument(SCHEMA_VERSION, self.files, dict(self.failures), self.counts())
        return json.dumps(asdict(document), indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class ScanDocument:
    """What `ms2torch scan --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        files (tuple[FileScan, ...]): the files that were read.
        failures (Mapping[str, str]): why others could not be, by path.
        summary (Mapping[Severity, int]): remarks by severity, each as often as it has lines.
    """

    schema_version: int
    files: tuple[FileScan, ...]
    failures: Mapping[str, str]
    summary: Mapping[Severity, int]
