"""The files of a conversion written; what was edited in them since the last time is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from parity.port.engine.marks import comment
from parity.port.project.files import Project, encoded, folder_of, place_of, write
from parity.port.project.merging import merge
from parity.port.record import Entry, read_record, write_record
from parity.port.result import Edits, FilePort, OtherFile, Port
from parity.report.files import write_bytes_atomic


def write_result(project: Project, result: Port, out: Path) -> Port:
    """Write a conversion over the last one.

    A file that is as it was written is written anew. One that was edited gets the edits and what is new; where both
    changed a place, both stand there between git's markers. What is not known to be a result is set aside first.

    Args:
        project (Project): what was read.
        result (Port): what came of it.
        out (Path): a file for a single one, else a folder.

    Returns:
        Port: with what stands in the files now, and what was found there.
    """
    folder = folder_of(project, out)
    record = read_record(folder)
    files: list[FilePort] = []
    contents: dict[Path, bytes] = {}
    for file in result.files:
        place = place_of(project, Path(file.target), out)
        name = place.relative_to(folder).as_posix()
        new = Path(file.path).read_bytes() if file.untouched else encoded(file.after)
        outcome = _outcome(place, record.get(name), new)
        record[name] = _entry(file, new)
        contents[Path(file.target)] = outcome.content
        files.append(_told(file, outcome, new))
    others: list[OtherFile] = []
    for other in result.others:
        outcome = _Outcome(b"")
        if other.taken:
            new = Path(other.path).read_bytes()
            outcome = _outcome(out / other.target, record.get(other.target), new)
            record[other.target] = Entry(new.decode("utf-8", "surrogateescape"))
            contents[Path(other.target)] = outcome.content
        others.append(replace(other, edits=outcome.edits))
    write(project, contents, out)
    write_record(folder, record)
    return replace(result, files=tuple(files), others=tuple(others))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What is written to one place, and what is said of it."""

    content: bytes
    edits: Edits | None = None


def _outcome(place: Path, last: Entry | None, new: bytes) -> _Outcome:
    if not place.is_file():
        return _Outcome(new)
    now = place.read_bytes()
    if now == new or (last is not None and now == last.content):
        return _Outcome(new)
    if last is None:
        aside = _beside(place, "orig")
        write_bytes_atomic(aside, now)
        return _Outcome(new, Edits("set aside", str(place), str(aside)))
    made = merge(last.content, now, new)
    if made is None:
        aside = _beside(place, "new")
        write_bytes_atomic(aside, new)
        return _Outcome(now, Edits("not merged", str(place), str(aside)))
    kind = "conflicts" if made.conflicts else "kept"
    return _Outcome(made.content, Edits(kind, str(place), conflicts=made.conflicts))


def _beside(place: Path, ending: str) -> Path:
    """Return a name beside a file that is not taken."""
    names = (place.with_name(f"{place.name}.{ending}{number or ''}") for number in range(10_000))
    return next(name for name in names if not name.exists())


def _entry(file: FilePort, new: bytes) -> Entry:
    said = (file.marks, file.converted, file.unproved, file.provenance, file.lines)
    return Entry(new.decode("utf-8", "surrogateescape"), file.key, *said)


def _told(file: FilePort, outcome: _Outcome, new: bytes) -> FilePort:
    """Return a file with what stands in it now: a mark whose comment was taken out by hand is left no more."""
    if outcome.edits is None or outcome.content == new:
        return replace(file, edits=outcome.edits)
    now = outcome.content.decode("utf-8", "replace")
    gone = Counter(_rows(new.decode("utf-8", "replace")))
    gone.subtract(_rows(now))
    marks = []
    for mark in reversed(file.marks):
        if gone[comment(mark)] > 0:
            gone[comment(mark)] -= 1
        else:
            marks.append(mark)
    done = len(file.marks) - len(marks)
    return replace(file, after=now, marks=tuple(reversed(marks)), edits=replace(outcome.edits, done=done))


def _rows(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]
