"""The conversion of a path, from reading to the result, without proof."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import libcst as cst

from parity.port.engine.converted import Converted
from parity.port.project.facts import Source, gather
from parity.port.project.files import Entry, Project, read
from parity.port.project.licences import Provenance, note, provenance
from parity.port.project.places import original_lines
from parity.port.project.third_party import FOLDER
from parity.port.result import FilePort, Port
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


def port(path: Path, exists: Exists, progress: Progress, to: str = "mindspore") -> tuple[Project, Port]:
    """Convert a file, with what it needs of its package, or a folder.

    Args:
        path (Path): a Python file or a folder.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
        progress (Progress): told what is being done and how far it is.
        to (str): the framework of the result: ``mindspore`` or ``torch``.

    Raises:
        BadSourceError: there is nothing to convert.
    """
    project = read(path, progress)
    progress("looking at all files together", 0.3)
    convert = converter([entry.source for entry in project.entries], exists, to)
    files: list[FilePort] = []
    failures = dict(project.failures)
    for number, entry in enumerate(project.entries):
        progress(f"converting {entry.path.name}", 0.4 + 0.6 * number / len(project.entries))
        try:
            made = convert(entry.source)
            compile(made.source, str(entry.target), "exec", dont_inherit=True)
        except (SyntaxError, cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
            failures[str(entry.path)] = f"{entry.path}: the result would be no Python ({error})"
            continue
        said = taken_along(project, entry)
        after = made.source if said is None else note(said, "/".join(entry.target.parts[1:])) + made.source
        lines = original_lines(_text(entry.path, entry.source.code), entry.source.code)
        marks = tuple(replace(mark, line=lines[mark.line - 1]) for mark in made.marks) if lines else made.marks
        made_of = (str(entry.path), str(entry.target), entry.source.code, after, marks, made.converted, made.unproved)
        files.append(FilePort(*made_of, provenance="" if said is None else str(said), lines=lines))
    return project, Port(tuple(files), failures, to=to)


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
        read = path.read_bytes()
        return read.decode(tokenize.detect_encoding(io.BytesIO(read).readline)[0])
    except (OSError, SyntaxError, UnicodeDecodeError):
        return known
