"""What a comparison has done so far, kept in a file: after a kill it goes on from there.

The trainings themselves are run again, since nothing of the user's is stopped in the middle; runs of the reference with
other rounding and candidates for lines to write, which take most of the time, are not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare
from parity.curves.chaos import Rows
from parity.report.files import write_atomic

_OF_RESULT = ("reference", "port", "steps", "seed")
VERSION = 1


class State:
    """What is done; written after each part of it.

    Args:
        path (Path | None): the file; None keeps nothing.
        asked (Mapping[str, Any]): targets and options.

    Raises:
        CannotCompare: if the file is that of another comparison, or of other texts of the trainings.
    """

    def __init__(self, path: Path | None, asked: Mapping[str, Any]) -> None:
        self._path = path
        self._asked = {name: asked.get(name) for name in _OF_RESULT} | {
            f"text of the {side}": _digest(str(asked[side])) for side in ("reference", "port")
        }
        self.rounding: dict[str, Rows] = {}
        """Of each run of the reference with other rounding, how far its weights are from the reference's."""
        self.tried: dict[str, list[str]] = {}
        """By finding, digests of the texts that did not mend it."""
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            version, asked = data["version"], data["asked"]
            rounding, tried = data["rounding"], data["tried"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CannotCompare(f"{path} is no state of `ms2torch train-compare --resume`") from error
        different = sorted(name for name, value in self._asked.items() if asked.get(name) != value)
        if version != VERSION or different:
            which = ", ".join(different) or "version"
            raise CannotCompare(f"{path} is the state of another comparison ({which}): give another file to --resume")
        self.rounding, self.tried = rounding, tried

    def save(self) -> None:
        """Write what is done, whole or not at all."""
        if self._path is not None:
            whole = {"version": VERSION, "asked": self._asked, "rounding": self.rounding, "tried": self.tried}
            write_atomic(self._path, json.dumps(whole) + "\n")

    def has_failed(self, finding: str, text: str) -> bool:
        """Tell whether a text is known not to mend a finding."""
        return _of(text) in self.tried.get(finding, ())

    def failed(self, finding: str, text: str) -> None:
        """Note that a text does not mend a finding."""
        self.tried.setdefault(finding, []).append(_of(text))
        self.save()


def _of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _digest(target: str) -> str:
    path = Path(f"{target.partition('.py')[0]}.py")
    return _of(path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else ""
