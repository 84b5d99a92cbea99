"""An entry of the table as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parity.lookup.words import Entry

_WIDEST = 46


def lines(entry: Entry) -> Iterator[str]:
    """Yield an entry as lines."""
    yield f"{entry.torch}  ->  {entry.mindspore or '(no counterpart)'}"
    yield f"  {entry.kind}: {entry.summary}"
    if entry.advice:
        yield f"  {entry.advice}"
    if "\n" in entry.write:
        yield "  write, for example:"
        yield from (f"    {line}".rstrip() for line in entry.write.splitlines())
    elif entry.write:
        yield f"  write: {entry.write}"
    if any(entry.signatures):
        yield ""
    for signature in entry.signatures:
        if signature:
            yield f"  {signature}"
    yield from _table("argument", [(a.torch, a.mindspore, a.note) for a in entry.arguments])
    yield from _table("weight", entry.weights)
    yield from _table("initial", entry.initial)
    yield from _differences(entry)
    if entry.others:
        yield ""
        yield "  also: " + ", ".join(f"{name} ({summary})" for name, summary in entry.others)
    if entry.evidence:
        yield ""
        yield f"  shown by {entry.evidence}"


def _differences(entry: Entry) -> Iterator[str]:
    if not entry.differences:
        return
    yield ""
    yield "  differs:"
    for difference in entry.differences:
        yield f"  - {difference.fact}"
        yield f"    shows {difference.shows}"
        if difference.write:
            yield f"    write: {difference.write}"


def _table(title: str, rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield both sides and a remark in columns, as wide as they need to be."""
    if not rows:
        return
    yield ""
    widths = [min(max(len(row[column]) for row in rows), _WIDEST) for column in range(2)]
    for left, right, remark in rows:
        yield f"  {title:9}{left:{widths[0]}}  ->  {right:{widths[1]}}  {remark}".rstrip()
