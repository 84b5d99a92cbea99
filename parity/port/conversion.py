"""The conversion of a path, from reading to the result, without proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import libcst as cst

from parity.port.engine.converted import Converted
from parity.port.project.facts import Source, gather
from parity.port.project.files import Project, read
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
        before = entry.source.code
        files.append(
            FilePort(str(entry.path), str(entry.target), before, made.source, made.marks, made.converted, made.unproved)
        )
    return project, Port(tuple(files), failures, to=to)
