"""Compare, write the edits, compare again, until the nets are the same: one loop with a certificate at its end."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.serving.answers import Certificate, Comparison, Edit, Finding, Round

Compare = Callable[[], Awaitable[tuple[Comparison, list[Finding]]]]


@dataclass(slots=True)
class Loop:
    """One run of `mend`.

    Args:
        compare (Compare): compares the nets as their files are now.
        may_change (Callable[[Path], bool]): tells whether a file may be: the reference's may not.
        rounds (int): how many times edits are written at most.
    """

    compare: Compare
    may_change: Callable[[Path], bool]
    rounds: int

    async def run(self) -> tuple[Comparison, list[Round], dict[Path, str], str]:
        """Return the last comparison, what was done, the texts as they were before, and why it ended."""
        before: dict[Path, str] = {}
        done: list[Round] = []
        while True:
            comparison, findings = await self.compare()
            if comparison.verdict == "same":
                return comparison, done, before, ""
            if len(done) == self.rounds:
                return comparison, done, before, f"not the same after {self.rounds} rounds"
            edits = self._next(findings, done)
            if not edits:
                return comparison, done, before, "no error that is left has a line to write"
            keep_texts(edits, before)
            write(edits)
            done.append(Round(comparison.verdict, comparison.errors, edits))

    def _next(self, findings: list[Finding], done: list[Round]) -> list[Edit]:
        """Return the edits of the errors that were not written before; of several for one line the first."""
        known = [edit for entry in done for edit in entry.edits]
        chosen: dict[tuple[str, int], Edit] = {}
        for finding in findings:
            edit = finding.edit
            if finding.severity != "error" or edit is None or edit in known:
                continue
            if self.may_change(Path(edit.file).resolve()):
                chosen.setdefault((edit.file, edit.line), edit)
        return list(chosen.values())


def keep_texts(edits: list[Edit], before: dict[Path, str]) -> None:
    """Note the texts of the files that edits change, where they are not noted yet."""
    for edit in edits:
        path = Path(edit.file)
        if path not in before:
            before[path] = path.read_text(encoding="utf-8")


def write(edits: list[Edit]) -> None:
    """Write edits into their files."""
    from parity.code.text_edits import TextEdit, applied

    for file in dict.fromkeys(edit.file for edit in edits):
        mine = [TextEdit(**vars(edit)) for edit in edits if edit.file == file]
        path = Path(file)
        path.write_text(applied(path.read_text(encoding="utf-8"), mine), encoding="utf-8")


def certificate(
    outcome: tuple[Comparison, list[Round], dict[Path, str], str],
    asked: dict[str, Any],
    files: tuple[Path, ...],
    versions: dict[str, str],
    *,
    keep: bool,
) -> Certificate:
    """Say what was reached, and put the port's files back where it was not the same.

    Args:
        outcome (tuple): of `Loop.run`.
        asked (dict[str, Any]): ``reference``, ``port``, ``inputs`` and ``options``.
        files (tuple[Path, ...]): of both nets.
        versions (dict[str, str]): of what it was compared with.
        keep (bool): leave the edits although the nets are not the same.
    """
    comparison, rounds, before, reason = outcome
    now = {path: path.read_text(encoding="utf-8") for path in before}
    diff = [line for path, text in before.items() for line in _diff(path, text, now[path])]
    digests = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    written = bool(before) and (keep or comparison.verdict == "same")
    if not written:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")
    return Certificate(
        comparison.verdict, rounds, comparison, asked["reference"], asked["port"], asked["inputs"], asked["options"],
        digests, versions, written, reason, diff,
    )  # fmt: skip


def _diff(path: Path, before: str, after: str) -> list[str]:
    return list(difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), str(path), lineterm=""))
