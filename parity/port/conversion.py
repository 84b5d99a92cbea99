"""The conversion of a path, from reading to the result, without proof."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import libcst as cst

from parity.port.engine.converted import Converted
from parity.port.project.facts import Source, gather
from parity.port.project.files import Entry, Project, folder_of, output_of, place_of, read
from parity.port.project.licences import Provenance, note, provenance
from parity.port.project.other_files import Other
from parity.port.project.places import original_lines
from parity.port.project.third_party import FOLDER
from parity.port.record import Entry as Recorded, key_of, read_record
from parity.port.result import FilePort, OtherFile, Port
from parity.port.to_mindspore.convert import convert as to_mindspore
from parity.port.to_torch.convert import convert as to_torch
from parity.port.to_torch.project import facts_of

Progress = Callable[[str, float], None]
Exists = Callable[[str], bool]


def converter(sources: Iterable[Source], exists: Exists, to: str = "mindspore") -> Callable[[Source], Converted]:
    """Return what converts one of several files that belong together.

    Args:
        sources (Iterable[Source]): the files.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
        to (str): the framework of the result: ``mindspore`` or ``torch``.
    """
    if to == "torch":
        return partial(to_torch, facts=facts_of(sources, exists))
    return partial(to_mindspore, facts=gather(sources, exists))


def port(
    path: Path,
    exists: Exists,
    progress: Progress,
    to: str = "mindspore",
    out: Path | None = None,
    exclude: Sequence[str] = (),
) -> tuple[Project, Port]:
    """Convert a file, with what it needs of its package, or a folder.

    Args:
        path (Path): a Python file or a folder.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
        progress (Progress): told what is being done and how far it is.
        to (str): the framework of the result: ``mindspore`` or ``torch``.
        out (Path | None): where the results of the last time lie: what nothing has changed for is taken from their
            record. Default: everything is converted.
        exclude (Sequence[str]): folders and patterns of files that are passed over below a folder. Default: none.

    Raises:
        BadSourceError: there is nothing to convert.
    """
    project = read(path, progress, "mindspore" if to == "torch" else "torch", out, exclude)
    progress("looking at all files together", 0.3)
    sources = [entry.source for entry in project.entries]
    facts = facts_of(sources, exists) if to == "torch" else gather(sources, exists)
    convert = partial(to_torch if to == "torch" else to_mindspore, facts=facts)
    last = _last(project, out)
    files: list[FilePort] = []
    failures = dict(project.failures)
    for number, entry in enumerate(project.entries):
        progress(f"converting {entry.path.name}", 0.4 + 0.6 * number / len(project.entries))
        key = key_of(entry.source, facts, to, entry.path.read_bytes())
        known = last.get(str(entry.target))
        if known is not None and known.key == key:
            files.append(_again(entry, known))
            continue
        try:
            files.append(replace(_converted(project, entry, convert), key=key))
        except (SyntaxError, cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
            failures[str(entry.path)] = f"{entry.path}: the result would be no Python ({error})"
    return project, Port(tuple(files), failures, to=to, others=tuple(map(_told, project.others)))


def _told(other: Other) -> OtherFile:
    return OtherFile(str(other.path), str(other.target), other.taken, other.said, other.line)


def _last(project: Project, out: Path | None) -> Mapping[str, Recorded]:
    """Return what was written last, by the target of each file of the project."""
    if out is None:
        return {}
    out = output_of(project, out)
    folder = folder_of(project, out)
    record = read_record(folder)
    names = {str(e.target): place_of(project, e.target, out).relative_to(folder).as_posix() for e in project.entries}
    return {target: record[name] for target, name in names.items() if name in record}


def _again(entry: Entry, known: Recorded) -> FilePort:
    """Return the conversion of a file from the record of the last."""
    whole = known.content == entry.path.read_bytes()
    after = entry.source.code if whole else _decoded(known.content)
    said = (known.marks, known.converted, known.unproved)
    made_of = (str(entry.path), str(entry.target), entry.source.code, after, *said)
    return FilePort(*made_of, provenance=known.provenance, lines=known.lines, key=known.key)


def _converted(project: Project, entry: Entry, convert: Callable[[Source], Converted]) -> FilePort:
    made = convert(entry.source)
    compile(made.source, str(entry.target), "exec", dont_inherit=True)
    said = taken_along(project, entry)
    after = made.source if said is None else note(said, "/".join(entry.target.parts[1:])) + made.source
    lines = original_lines(_text(entry.path, entry.source.code), entry.source.code)
    marks = tuple(replace(mark, line=lines[mark.line - 1]) for mark in made.marks) if lines else made.marks
    made_of = (str(entry.path), str(entry.target), entry.source.code, after, marks, made.converted, made.unproved)
    return FilePort(*made_of, provenance="" if said is None else str(said), lines=lines)


def taken_along(project: Project, entry: Entry) -> Provenance | None:
    """Return where a file comes from that is converted along of another package; None for one of the project's own.

    Args:
        project (Project): what is converted.
        entry (Entry): one of its files.
    """
    parts = entry.target.parts
    if project.package is None or len(parts) < 2 or parts[0] != FOLDER:
        return None
    if entry.path.resolve().is_relative_to(project.package.resolve()):
        return None
    return provenance(parts[1], (str(project.package.parent),))


def _text(path: Path, known: str) -> str:
    """Return what a file says as it was parsed, which is `known` where it is taken whole."""
    try:
        return _decoded(path.read_bytes())
    except (OSError, SyntaxError, UnicodeDecodeError):
        return known


def _decoded(content: bytes) -> str:
    return content.decode(tokenize.detect_encoding(io.BytesIO(content).readline)[0])
