"""Which lines of its sources run when a net is imported, built, evaluated and trained: a conversion speaks of these."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

import torch

from parity.code.errors import CannotCompare
from parity.nets.adapters import adapt
from parity.nets.base import Subject
from parity.nets.eager import eagerly
from parity.nets.inputs import Input, make_inputs
from parity.nets.loading import Loader
from parity.port.result import FilePort

Lines = Mapping[str, frozenset[int]]
"""The lines that ran, by the real path of the file."""


class _Trace:
    """Notes within its block which lines of some files run; a debugger that traces already is left alone."""

    def __init__(self, files: Collection[str]) -> None:
        self._missing: dict[CodeType, set[int]] = {}
        self.lines: dict[str, set[int]] = {file: set() for file in files}
        self.works = sys.gettrace() is None

    def __enter__(self) -> Self:
        if self.works:
            sys.settrace(self._call)
            threading.settrace(self._call)
        return self

    def __exit__(self, *details: object) -> None:
        if self.works:
            sys.settrace(None)
            threading.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        del event, argument
        code = frame.f_code
        missing = self._missing.get(code)
        if missing is None:
            missing = self._missing[code] = self._lines_of(code)
        return self._line if missing else None

    def _lines_of(self, code: CodeType) -> set[int]:
        """Return the lines of a function that are still to run: none of a file that is not looked at."""
        own = self.lines.get(str(Path(code.co_filename).resolve()))
        if own is None:
            return set()
        own.add(code.co_firstlineno)
        return {line for _, _, line in code.co_lines() if line is not None}

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        del event, argument
        missing = self._missing[frame.f_code]
        if frame.f_lineno in missing:
            missing.remove(frame.f_lineno)
            self.lines[str(Path(frame.f_code.co_filename).resolve())].add(frame.f_lineno)
        return self._line if missing else None


def lines_run(target: str, inputs: Sequence[str], files: Iterable[str]) -> Lines | None:
    """Return the lines of some files that run for a net; None where it does not run, or a debugger looks on.

    The net is built, called in eval mode, and called and differentiated in train mode. What is imported already is not
    imported again: then all that stands outside of functions counts as run.

    Args:
        target (str): the net.
        inputs (Sequence[str]): input specs.
        files (Iterable[str]): the sources that are looked at.
    """
    places = {str(Path(file).resolve()) for file in files}
    known = {str(Path(file).resolve()) for file in _loaded() if file}
    with _Trace(places) as trace, torch.random.fork_rng(devices=[]), eagerly(), Loader() as loader:
        try:
            made = make_inputs(tuple(inputs), 0)
            subject = adapt(loader.build(target, 0, "reference"), "reference")
            _run(subject, made, "eval")
            _run(subject, made, "train")
        except CannotCompare:
            return None
        except Exception:  # noqa: BLE001 - a net that does not run is told by the comparison
            return None
    if not trace.works:
        return None
    for file in places & known:
        trace.lines[file] |= _outside_of_functions(Path(file))
    return {file: frozenset(lines) for file, lines in trace.lines.items()}


def _loaded() -> list[str]:
    return [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]


def _run(subject: Subject, inputs: tuple[Input, ...], mode: str) -> None:
    subject.set_mode(mode)
    trains = mode == "train"
    tensors = [entry.tensor.detach().clone() for entry in inputs]
    for tensor in tensors if trains else ():
        if tensor.is_floating_point():
            tensor.requires_grad_()
    with torch.set_grad_enabled(trains):
        results = [tensor for _, tensor in subject.flatten(subject.call(inputs, tensors, []), "output")]
    totals = [tensor.sum() for tensor in results if tensor.requires_grad and tensor.is_floating_point()]
    if totals:
        torch.autograd.backward([total.float() for total in totals])


def _outside_of_functions(file: Path) -> set[int]:
    found: set[int] = set()
    for first, last, inside in _heads(ast.parse(file.read_bytes()).body):
        if not inside:
            found |= set(range(first, last + 1))
    return found


def _heads(body: Iterable[ast.stmt], *, inside: bool = False) -> Iterator[tuple[int, int, bool]]:
    """Yield the first and last line of each statement less its blocks, and whether it stands in a function."""
    for node in body:
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
        blocks = _blocks(node)
        inner = [entry.lineno for block in blocks for entry in block]
        yield first, max(first, min(inner) - 1) if inner else (node.end_lineno or first), inside
        within = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for block in blocks:
            yield from _heads(block, inside=within)


def _blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(node, name, None))]
    blocks += [handler.body for handler in getattr(node, "handlers", ())]
    return blocks + [case.body for case in getattr(node, "cases", ())]


def split(file: FilePort, lines: Lines) -> FilePort:
    """Return a converted file with the marks on what did not run apart from the others.

    Args:
        file (FilePort): whose source was looked at.
        lines (Lines): what ran.
    """
    ran = lines.get(str(Path(file.path).resolve()))
    every = (*file.marks, *file.unreached)
    if ran is None:
        return replace(file, marks=every, unreached=())
    heads = list(_heads(ast.parse(Path(file.path).read_bytes()).body))
    reached = tuple(mark for mark in every if _is_reached(mark.line, heads, ran))
    return replace(file, marks=reached, unreached=tuple(mark for mark in every if mark not in reached))


def _is_reached(line: int, heads: Iterable[tuple[int, int, bool]], ran: frozenset[int]) -> bool:
    """Tell whether the innermost statement at a line ran; a line of none counts as one that did."""
    around = [(first, last) for first, last, _ in heads if first <= line <= last]
    if not around:
        return True
    first, last = min(around, key=lambda span: span[1] - span[0])
    return not ran.isdisjoint(range(first, last + 1))
