"""The conversion of a path, from reading to the result, without proof."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import libcst as cst

from parity.port.convert import convert
from parity.port.files import Project, read
from parity.port.project import gather
from parity.port.result import FilePort, Port

Progress = Callable[[str, float], None]


def port(path: Path, exists: Callable[[str], bool], progress: Progress) -> tuple[Project, Port]:
    """Convert a file, with what it needs of its package, or a folder.

    Args:
        path (Path): a Python file or a folder.
        exists (Callable[[str], bool]): tells whether MindSpore has a name.
        progress (Progress): told what is being done and how far it is.

    Raises:
        BadSourceError: there is nothing to convert.
    """
    project = read(path, progress)
    progress("looking at all files together", 0.3)
    facts = gather([entry.source for entry in project.entries], exists)
    files: list[FilePort] = []
    failures = dict(project.failures)
    for number, entry in enumerate(project.entries):
        progress(f"converting {entry.path.name}", 0.4 + 0.6 * number / len(project.entries))
        try:
            made = convert(entry.source, facts)
            compile(made.source, str(entry.target), "exec", dont_inherit=True)
        except (SyntaxError, cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
            failures[str(entry.path)] = f"{entry.path}: the result would be no Python ({error})"
            continue
        before = entry.source.tree.code
        files.append(
            FilePort(str(entry.path), str(entry.target), before, made.source, made.marks, made.converted, made.unproved)
        )
    return project, Port(tuple(files), failures)
