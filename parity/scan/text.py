"""A scan in words: remarks first in a form that editors know, then the names, then the table of severities."""

from __future__ import annotations

from collections.abc import Iterator

from parity.report.text import count
from parity.scan.model import SEVERITIES, FileScan, NameUse, Remark, Scan

_MOST_LINES = 6
_MEANS = {
    "same": "the same",
    "names": "the same, under other names",
    "defaults": "a default differs",
    "different": "the same arguments mean something else",
    "partial": "some arguments have no counterpart",
    "": "",
}


def lines(scan: Scan, *, names: bool) -> Iterator[str]:
    """Yield the lines of a report.

    Args:
        scan (Scan): what was found.
        names (bool): list every name of every file too.
    """
    for file in scan.files:
        for remark in file.remarks:
            yield from _remark(file, remark)
    for file in scan.files:
        if file.frameworks:
            yield from _names(file, whole=names)
    for path, reason in scan.failures.items():
        yield f"not scanned: {reason or path}"
    yield from _table(scan)


def _remark(file: FileScan, remark: Remark) -> Iterator[str]:
    first, *others = remark.lines
    also = f" (also {_places(tuple(others))})" if others else ""
    message = remark.message.rstrip(".")
    yield f"{file.path}:{first}:{remark.columns[0]}: {remark.severity}: {remark.name}: {message}{also} [{remark.rule}]"
    written = remark.call or remark.fix
    if written or remark.better:
        yield f"    write: {written or remark.better}"
    if written and remark.better:
        yield f"    or: {remark.better}"


def _places(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_LINES]))
    more = f" and {len(numbers) - _MOST_LINES} more" if len(numbers) > _MOST_LINES else ""
    return f"{'line' if len(numbers) == 1 else 'lines'} {shown}{more}"


def _names(file: FileScan, *, whole: bool) -> Iterator[str]:
    unmapped = file.unmapped
    used = f"{count(len(file.names), 'name')} of {' and '.join(file.frameworks)}"
    yield f"{file.path}: {used}" + (f", {len(unmapped)} without a row in the table" if unmapped else "")
    if whole:
        width = max((len(use.name) for use in file.names), default=0)
        for use in file.names:
            yield f"    {use.name:{width}}  {_counterpart(use)}"
    elif unmapped:
        yield f"    without a row: {', '.join(use.name for use in unmapped)}"


def _counterpart(use: NameUse) -> str:
    if not use.counterparts:
        return "-  no row in the table"
    first, *others = use.counterparts
    alternatives = f" (or {', '.join(others)})" if others else ""
    means = f"  {_MEANS[use.status]}" if use.status else ""
    return f"-> {first}{alternatives}{means}"


def _table(scan: Scan) -> Iterator[str]:
    counts = scan.counts()
    where = {
        severity: sum(any(remark.severity == severity for remark in file.remarks) for file in scan.files)
        for severity in SEVERITIES
    }
    for severity in SEVERITIES:
        yield f"{severity + 's':9}{counts[severity]:5}  in {count(where[severity], 'file')}"
    ignored, known = (sum(getattr(file, name) for file in scan.files) for name in ("ignored", "known"))
    for word, number, why in (("ignored", ignored, "by comments"), ("known", known, "by the baseline")):
        if number:
            yield f"{word:9}{number:5}  {why}"
    yield f"scanned  {len(scan.files):5}  {'file' if len(scan.files) == 1 else 'files'}"
