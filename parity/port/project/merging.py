"""A file that was written, edited and is to be written again: the edits and what is new, put together by git."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

OPENS = "<<<<<<< edited"
"""The line at which a place begins that was changed on both sides."""


@dataclass(frozen=True, slots=True)
class Merge:
    """What comes of a merge.

    Args:
        content (bytes): the file; places changed on both sides stand in it twice, between git's markers.
        conflicts (int): how many such places there are.
    """

    content: bytes
    conflicts: int


def merge(before: bytes, edited: bytes, new: bytes) -> Merge | None:
    """Return a file with the edits of both sides; None where there is no git to merge them.

    Args:
        before (bytes): what was written last.
        edited (bytes): what was made of it by hand; its line ends are kept.
        new (bytes): what would be written now.
    """
    git = shutil.which("git")
    if git is None:
        return None
    returns = b"\r\n" in edited and b"\r\n" not in before
    sides = {"edited": edited.replace(b"\r\n", b"\n") if returns else edited, "before": before, "new": new}
    with tempfile.TemporaryDirectory() as folder:
        for name, content in sides.items():
            (Path(folder) / name).write_bytes(content)
        labels = [word for name in ("edited", "written last", "ms2torch port") for word in ("-L", name)]
        done = subprocess.run(  # noqa: S603 - git itself, on three files of ours
            [git, "merge-file", "-p", *labels, *sides], cwd=folder, capture_output=True, check=False
        )
    if not 0 <= done.returncode <= _MOST:
        return None
    merged = done.stdout.replace(b"\n", b"\r\n") if returns else done.stdout
    return Merge(merged, unresolved(merged))


_MOST = 127  # git merge-file ends with the number of conflicts, this at most; with more where it fails


def unresolved(content: bytes) -> int:
    """Return how many places of a file stand between markers of a merge.

    Args:
        content (bytes): the file.
    """
    return sum(line.rstrip() == OPENS.encode() for line in content.splitlines())
