"""Places in the user's code: where something was called, written or raised, and the text that stands there."""

from __future__ import annotations

import functools
import inspect
import itertools
import linecache
import os
import re
import sys
import tokenize
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import torch

from parity.code.errors import describe, one_line
from parity.code.ownership import framework_folders, user_frame

_HERE = Path(__file__).parents[1]
_FRAMEWORK = framework_folders()
_OWN = tuple({str(path) + os.sep for path in (_HERE, _HERE.resolve())})


NO_SOURCE = (OSError, TypeError, SyntaxError, tokenize.TokenError)
"""What `inspect` raises where there is no source, or where what stands there no longer is the code that runs."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a source file.

    Args:
        file (str): the file.
        line (int): the first line of the expression.
        end_line (int | None): its last line.
        columns (tuple[int, int] | None): the span of the expression within its lines, in bytes, if known.
        recorded (str | None): the text of these lines as a trace holds it: the file, which is one of another machine,
            is not read then.
    """

    file: str
    line: int
    end_line: int | None = None
    columns: tuple[int, int] | None = None
    recorded: str | None = None

    def __str__(self) -> str:
        return f"{shown_path(self.file)}:{self.line}"

    @property
    def source(self) -> str:
        """The source line, stripped; "" where the file cannot be read."""
        if self.recorded is not None:
            return self.recorded.partition("\n")[0].strip()
        linecache.checkcache(self.file)  # an earlier comparison may have read it as it was then
        return linecache.getline(self.file, self.line).strip()


def shown_path(file: str) -> str:
    """Return `file` relative to the working directory if it lies below it; of a notebook's cell ``In[3]``."""
    return cell_name(file) or _shown(file, Path.cwd())


def cell_name(file: str) -> str:
    """Return what a notebook calls the cell whose code is compiled under the name `file`; "" for any other file."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    name = shell.compile.format_code_name(file) if shell is not None else None
    return name[1] if name is not None else ""


def text_of(file: str) -> str:
    """Return the text of a file, or of a notebook's cell that is compiled under this name.

    Raises:
        OSError: it cannot be read.
    """
    if cell_name(file):
        return "".join(linecache.getlines(file))
    return Path(file).read_text(encoding="utf-8")


def has_text(file: str) -> bool:
    """Tell whether the lines of `file` can be read: of a file, or of what was typed into a notebook."""
    return not file.startswith("<") or file in linecache.cache


@functools.lru_cache(maxsize=1024)
def _shown(file: str, folder: Path) -> str:
    for path in (Path(file), Path(file).resolve()):  # every call of every layer has one: links are followed once
        if path.is_relative_to(folder):
            return str(path.relative_to(folder))
    return file


def is_framework(file: str) -> bool:
    """Tell whether `file` belongs to torch or to this project, and not to the user."""
    return file.startswith(_FRAMEWORK)


def is_own(file: str) -> bool:
    """Tell whether `file` belongs to this package."""
    return file.startswith(_OWN)


def called_by_user(frame: FrameType | None, ends: Callable[[FrameType], bool]) -> FrameType | None:
    """Return the nearest frame of the user's code, from `frame` outwards; None if there is none.

    Args:
        frame (FrameType | None): where to begin.
        ends (Callable[[FrameType], bool]): whether a frame is the one from which the user's code was called.
    """
    return user_frame(frame, _FRAMEWORK, ends)


def location_of(frame: FrameType) -> Location:
    """Return where `frame` stands, with the columns of the running expression."""
    code, index = frame.f_code, frame.f_lasti // 2
    span = next(itertools.islice(code.co_positions(), index, None), None) if index >= 0 else None
    start, end, left, right = span if span is not None else (None, None, None, None)
    if start is None or end is None:
        return Location(code.co_filename, frame.f_lineno)
    columns = (left, right) if left is not None and right is not None else None
    return Location(code.co_filename, start, end, columns)


def assignment(parent: torch.nn.Module | None, name: str) -> Location | None:
    """Return the line of a module's class that sets its attribute `name`, if it can be found."""
    if parent is None:
        return None
    try:
        file = inspect.getsourcefile(type(parent))
        if file is None or is_framework(file):
            return None
        lines, first = inspect.getsourcelines(type(parent))
    except NO_SOURCE:
        return None
    pattern = re.compile(rf"\bself\.{re.escape(name)}\s*(:[^=]+)?=[^=]")
    for offset, text in enumerate(lines):
        if pattern.search(text):
            return Location(file, first + offset)
    return None


def source_of(place: Location) -> str:
    """Return the text of an expression on one line, "" where the file cannot be read."""
    if place.recorded is not None:
        lines = place.recorded.splitlines(keepends=True)
    else:
        linecache.checkcache(place.file)  # an earlier comparison may have read it as it was then
        lines = [linecache.getline(place.file, line) for line in range(place.line, (place.end_line or place.line) + 1)]
    if not any(lines):
        return ""
    if place.columns is None:
        return " ".join(line.strip() for line in lines)
    left, right = place.columns
    encoded = [line.encode() for line in lines]
    encoded[-1] = encoded[-1][:right] if len(encoded) > 1 else encoded[-1][left:right]
    if len(encoded) > 1:
        encoded[0] = encoded[0][left:]
    return " ".join(part.decode(errors="replace").strip() for part in encoded)


def body_place(module: torch.nn.Module) -> str | None:
    """Return ``file:line`` of the user's construct or forward of a module, or of its class; None without either."""
    recorded: str | None = getattr(module, "recorded_body", None)
    if recorded is not None:
        return recorded
    methods = [getattr(type(module), name, None) for name in ("construct", "forward")]
    return next((place for code in (*methods, type(module)) if (place := code_place(code)) is not None), None)


def code_place(code: Any) -> str | None:
    """Return ``file:line`` of a function or class of the user's; None for a framework's, or without source."""
    if code is None:
        return None
    try:
        file = inspect.getsourcefile(code)
        _, line = inspect.getsourcelines(code)
    except NO_SOURCE:
        # of a class in a file of a side's own nothing but its functions tells where it stands
        functions = filter(inspect.isfunction, vars(code).values()) if isinstance(code, type) else ()
        return next((place for function in functions if (place := code_place(function)) is not None), None)
    # a method that the framework's class defines is not the user's
    return f"{shown_path(file)}:{line}" if file is not None and not is_framework(file) else None


def at_fault(error: BaseException) -> str:
    """Return ``file:line: Type: message``, the line being the innermost one outside the frameworks."""
    place = place_of(error)
    return f"{place}: {describe(error)}" if place else describe(error)


def place_of(error: BaseException) -> str:
    """Return ``file:line`` of the innermost line of user code on the way of `error`, or ""."""
    recorded: str = getattr(error, "recorded_place", "")
    if recorded:
        return recorded
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not is_framework(frame.filename) and not frame.filename.startswith("<")
    ]
    user = [frame for frame in frames if "importlib" not in frame.filename]
    return one_line(f"{shown_path(user[-1].filename)}:{user[-1].lineno}") if user else ""
