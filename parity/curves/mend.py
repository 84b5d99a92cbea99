"""The line to write: edits of the port's file are executed until the stage does what the reference's does."""

from __future__ import annotations

import difflib
import inspect
import itertools
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from parity.code.errors import CannotCompare
from parity.code.places import Location, is_framework
from parity.curves.candidates import Setting, candidates
from parity.curves.compare import Compared, divergences_of, follow
from parity.curves.divergence import Divergence
from parity.curves.events import Trace
from parity.curves.source import Source
from parity.curves.state import State

_FINDINGS = 3
_TRIALS = 24


def with_lines(
    compared: Compared, reference: tuple[Trace, dict[int, str]], port: str, state: State
) -> tuple[Divergence, ...]:
    """Return the stages that differ, the first of them with the line to write, where one is found and proved.

    Args:
        compared (Compared): what differs.
        reference (tuple[Trace, dict[int, str]]): the reference's training and the names of its weights.
        port (str): the port.
        state (State): what is known not to mend from a run that was ended.
    """
    found: list[Divergence] = []
    for number, one in enumerate(compared.divergences):
        found.append(_mended(one, compared, reference, port, state) if number < _FINDINGS else one)
    return tuple(found)


def _mended(
    one: Divergence, compared: Compared, reference: tuple[Trace, dict[int, str]], port: str, state: State
) -> Divergence:
    path = _file(one, port)
    setting = _setting(compared, path) if path is not None else None
    if path is None or setting is None:
        return one
    before = {(x.stage, x.cause) for x in compared.divergences}
    tried: set[str] = {setting.port.text}
    key = f"{one.step} {one.stage} {one.cause}"
    for text in itertools.islice(candidates(one, setting), _TRIALS):
        if text in tried or not _parses(text) or state.has_failed(key, text):
            continue
        tried.add(text)
        try:
            _, pair = follow(
                {os.path.realpath(path): text}, reference, port, compared.asked["steps"], compared.asked["seed"]
            )
        except CannotCompare:
            state.failed(key, text)
            continue
        after = {(x.stage, x.cause) for x in divergences_of(pair)}
        if (one.stage, one.cause) not in after and after < before:
            line, written = changed(setting.port.lines, text.splitlines(keepends=True))
            place = Location(str(path), line) if line else one.place
            return replace(one, write=written, proved=True, place=place)
        state.failed(key, text)
    return one


def _file(one: Divergence, port: str) -> Path | None:
    """Return the file to edit: that of the finding's line, else that of the training."""
    if one.place is not None and not is_framework(one.place.file) and Path(one.place.file).is_file():
        return Path(one.place.file)
    path = Path(f"{port.partition('.py')[0]}.py")
    return path if path.is_file() else None


def _setting(compared: Compared, path: Path) -> Setting | None:
    reference = Path(f"{compared.asked['reference'].partition('.py')[0]}.py")
    own = path.read_text(encoding="utf-8")
    other = reference.read_text(encoding="utf-8") if reference.is_file() else ""
    updates, made = compared.followed.port.updates, compared.followed.port.optimizers
    step = updates[0].place if updates else None
    try:
        return Setting(Source(own), Source(other), step, _keywords(made[0].made) if made else frozenset())
    except SyntaxError:
        return None


def _keywords(optimizer: object) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(type(optimizer).__init__).parameters)
    except (TypeError, ValueError):
        return frozenset()


def _parses(text: str) -> bool:
    try:
        compile(text, "<candidate>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def changed(before: Sequence[str], after: Sequence[str]) -> tuple[int, str]:
    """Return the first line that an edit changes and what it writes there; a line taken out is shown struck."""
    for code, start, end, first, last in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if code != "equal":
            rows = [row.strip() for row in after[first:last]]
            return start + 1, " ".join(rows) if rows else f"(without this line: {before[start].strip()})" * (
                end > start
            )
    return 0, ""
