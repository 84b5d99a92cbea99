"""Lines of the users' own code that a run did not reach: what no comparison of that run can speak of."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

import torch

from parity.code.places import is_framework
from parity.code.worlds import in_library

_LIMIT = 400_000
"""Line events after which watching ends: by then a loop is running, and all it reaches has been seen."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Watched:
    """One function of the users' own: the lines of its code that have not run yet."""

    missing: set[int]
    lines: frozenset[int] = field(default_factory=frozenset)


def users_code(net: torch.nn.Module) -> Callable[[str], bool]:
    """Return what tells whether a file holds code of the net: files of its classes, and others outside libraries."""
    bases = {base for module in net.modules() for base in type(module).__mro__}
    modules = (sys.modules.get(base.__module__) for base in bases)
    own = {getattr(module, "__file__", None) for module in modules}

    def is_users(file: str) -> bool:
        if is_framework(file) or file.startswith("<"):
            return False
        return file in own or not in_library(file)

    return is_users


class LineWatch:
    """Notes within its block which lines of the users' functions run.

    A debugger or a coverage tool that traces already is left alone: then nothing is known afterwards.

    Args:
        is_users (Callable[[str], bool]): whether a file is the users' own.
    """

    def __init__(self, is_users: Callable[[str], bool]) -> None:
        self._is_users = is_users
        self._seen: dict[CodeType, Watched | None] = {}
        self._left = _LIMIT
        self.watched = False

    def __enter__(self) -> Self:
        if sys.gettrace() is None:
            self.watched = True
            sys.settrace(self._call)
        return self

    def __exit__(self, *details: object) -> None:
        if self.watched:
            sys.settrace(None)

    def __contains__(self, code: CodeType) -> bool:
        return self._seen.get(code) is not None

    def functions(self) -> dict[CodeType, Watched]:
        """Return what is known of the users' functions that ran."""
        return {code: entry for code, entry in self._seen.items() if entry is not None}

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        del event, argument
        code = frame.f_code
        if code in self._seen:
            entry = self._seen[code]
        else:
            entry = self._seen[code] = self._new(code)
        return self._line if entry is not None and entry.missing else None

    def _new(self, code: CodeType) -> Watched | None:
        if code.co_name in {"<module>", "<lambda>"} or not self._is_users(code.co_filename):
            return None
        return _unseen(code)

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        del event, argument
        entry = self._seen[frame.f_code]
        if entry is None:
            return None
        entry.missing.discard(frame.f_lineno)
        self._left -= 1
        if self._left <= 0:
            sys.settrace(None)
            return None
        return self._line if entry.missing else None


def _unseen(code: CodeType) -> Watched:
    lines = frozenset(line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno)
    return Watched(set(lines), lines)


def unexecuted(watch: LineWatch, net: torch.nn.Module, is_users: Callable[[str], bool]) -> dict[str, list[range]]:
    """Return the statements that did not run, by file.

    They are those of functions that ran, and of the methods that compute layers of the net. Statements that only raise
    are left out: a check that holds is no gap.

    Args:
        watch (LineWatch): has watched a run.
        net (torch.nn.Module): the net that ran.
        is_users (Callable[[str], bool]): whether a file is the users' own.
    """
    if not watch.watched:
        return {}
    functions = watch.functions()
    for code in _computing_methods(net, is_users):
        functions.setdefault(code, _unseen(code))
    by_file: dict[str, dict[int, Watched]] = {}
    for code, entry in functions.items():
        if entry.missing:
            by_file.setdefault(code.co_filename, {})[code.co_firstlineno] = entry
    return {file: ranges for file, found in sorted(by_file.items()) if (ranges := _statements(file, found))}


def _computing_methods(net: torch.nn.Module, is_users: Callable[[str], bool]) -> Iterator[CodeType]:
    """Yield the code of `forward` or `construct` of every class of the users' own in the net."""
    for cls in {base for module in net.modules() for base in type(module).__mro__}:
        for name in ("forward", "construct"):
            code = getattr(vars(cls).get(name), "__code__", None)
            if isinstance(code, CodeType) and is_users(code.co_filename):
                yield code


def _statements(file: str, functions: dict[int, Watched]) -> list[range]:
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return []
    spans: list[range] = []
    for node in _definitions(tree.body):
        entry = functions.get(min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]))
        spans += _not_run(node.body, entry) if entry is not None else ()
    return _joined(spans)


def _definitions(body: list[ast.stmt]) -> Iterator[_Function]:
    """Yield the functions that statements define, at any depth; expressions, the most of a tree, define none."""
    for statement in body:
        if isinstance(statement, _Function):
            yield statement
        for block in _blocks(statement):
            yield from _definitions(block)


def _not_run(body: list[ast.stmt], entry: Watched) -> Iterator[range]:
    for statement in body:
        if isinstance(statement, (ast.Raise, ast.Assert, _Function, ast.ClassDef, ast.Pass)):
            continue
        blocks = _blocks(statement)
        last = statement.end_lineno or statement.lineno
        head = {statement.lineno} if blocks else set(range(statement.lineno, last + 1))
        own = head & entry.lines
        if own and own <= entry.missing:
            if not (blocks and all(_only_raises(block) for block in blocks)):
                yield range(statement.lineno, last + 1)
            continue
        for block in blocks:
            yield from _not_run(block, entry)


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(statement, name, None))]
    blocks += [handler.body for handler in getattr(statement, "handlers", ())]
    return blocks + [case.body for case in getattr(statement, "cases", ())]


def _only_raises(body: list[ast.stmt]) -> bool:
    """Tell whether statements do nothing but raise or say a word, such as a docstring."""
    return all(
        isinstance(entry, (ast.Raise, ast.Pass))
        or (isinstance(entry, ast.Expr) and isinstance(entry.value, ast.Constant))
        for entry in body
    )


def _joined(spans: list[range]) -> list[range]:
    found: list[range] = []
    for span in sorted(spans, key=lambda item: item.start):
        if found and span.start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(found[-1].stop, span.stop))
        else:
            found.append(span)
    return found
