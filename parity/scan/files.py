"""From paths to scans: find the Python files, read each, and join what is said of several lines."""

from __future__ import annotations

import ast
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from parity.scan.behaviour import OF_THE_NET, behaviours, in_place
from parity.scan.ignores import ignores
from parity.scan.judge import argument_remarks, bound, unsure
from parity.scan.model import SEVERITIES, FileScan, NameUse, Remark
from parity.scan.rows import other_name, rows_of, tensor_methods
from parity.scan.values import passed_on, unknown_values
from parity.source import Reading, Use, read

Exists = Callable[[str], bool]
"""Tells whether ms2torch has a MindSpore name."""

# What a net is made of rather than calls: no row of the table, and nothing to say but the name.
_STRUCTURE = {
    "torch.nn.Module": "mindspore.nn.Cell", "torch.nn.Parameter": "mindspore.Parameter",
    "torch.Tensor": "mindspore.Tensor", "torch.tensor": "mindspore.tensor",
}  # fmt: skip
_DTYPES = frozenset({
    "float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "complex64", "complex128",
})  # fmt: skip
_HIDDEN = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist"})


class BadSourceError(ValueError):
    """A path that cannot be scanned; the message says why."""


def python_files(path: Path) -> list[Path]:
    """Return the Python files of a path: itself, or those of a folder and the folders in it.

    Folders whose name begins with a dot, caches, builds and installed packages are left out.

    Raises:
        BadSourceError: there is no such path, or no Python file in it.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise BadSourceError(f"{path}: no such file or folder")
    found = sorted(file for file in path.rglob("*.py") if not is_hidden(file.relative_to(path)))
    if not found:
        raise BadSourceError(f"{path}: no Python file in it")
    return found


def is_hidden(file: Path) -> bool:
    """Tell whether a file lies in a folder that is no source: one whose name begins with a dot, a cache, a build.

    Args:
        file (Path): below the folder that is read.
    """
    return any(part.startswith(".") or part in _HIDDEN for part in file.parts[:-1])


def scan_file(path: Path, exists: Exists) -> FileScan:
    """Scan one file without executing it.

    Args:
        path (Path): a Python source.
        exists (Exists): tells whether ms2torch has a MindSpore name.

    Raises:
        BadSourceError: the file cannot be read or is no Python.
    """
    source, tree = _parsed(path)
    try:
        reading = read(tree, tensor_methods())
    except RecursionError as error:
        raise BadSourceError(f"{path}: nested too deeply to be read") from error
    silenced = ignores(source)
    every = list(_every(reading, exists))
    kept = list(_once([remark for use, remark in every if not silenced.covers(use.node, remark.rule)]))
    text = source.splitlines()
    silent = sum(silenced.covers(use.node, remark.rule) for use, remark in every)
    return FileScan(
        str(path),
        reading.frameworks,
        tuple(_names(reading.uses, exists)),
        tuple(joined(kept)),
        ignored=silent,
        texts={line: text[line - 1].strip() for remark in kept for line in remark.lines if line <= len(text)},
    )


def _parsed(path: Path) -> tuple[str, ast.Module]:
    try:
        with tokenize.open(path) as stream:
            source = stream.read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of the file that is read: "\d" in its strings
            return source, ast.parse(source, filename=str(path))
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        line = f":{error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise BadSourceError(f"{path}{line}: not Python: {getattr(error, 'msg', error)}") from error
    except (RecursionError, MemoryError) as error:
        raise BadSourceError(f"{path}: nested too deeply to be read") from error
    except OSError as error:
        raise BadSourceError(f"{path}: {error.strerror}") from error


def _every(reading: Reading, exists: Exists) -> Iterator[tuple[Use, Remark]]:
    """Yield the remarks on every use."""
    for use in reading.uses:
        if use.how == "inplace":
            yield use, in_place(use)
            continue
        for remark in _missing(use, exists):
            yield use, remark
        if use.how in {"value", "partial"}:
            for remark in passed_on(use, reading.later):
                yield use, remark
        elif use.how != "mention":
            for remark in _of_call(use):
                yield use, remark if use.sure else unsure(remark)


def _once(found: Iterable[Remark]) -> Iterator[Remark]:
    """Yield the remarks, those on the net as a whole only where they are said first."""
    said: set[str] = set()
    for remark in found:
        if remark.argument == OF_THE_NET:
            if remark.name in said:
                continue
            said.add(remark.name)
        yield remark


def _of_call(use: Use) -> Iterator[Remark]:
    call = bound(use)
    if call is None:
        return
    if use.whole:
        yield from argument_remarks(call)
        yield from unknown_values(call)
    yield from behaviours(call)


def _missing(use: Use, exists: Exists) -> Iterator[Remark]:
    name = use.name
    if name.startswith("mindspore.") and ".Tensor." not in name and not exists(name):
        yield Remark(
            "warning", "missing-name", name, "", "", "ms2torch has no such name, nor has MindSpore 2.10 if it is "
            "misspelt or was dropped", "", "construct", (use.line,), (use.node.col_offset + 1,),
        )  # fmt: skip


def _names(found: Iterable[Use], exists: Exists) -> Iterator[NameUse]:
    lines: dict[str, dict[int, None]] = {}
    for use in found:
        if use.how != "inplace":
            lines.setdefault(use.name, {})[use.line] = None
    for name, where in sorted(lines.items()):
        rows = rows_of(name)
        others = tuple(dict.fromkeys(other_name(name, row) for row in rows)) or _plain_counterpart(name, exists)
        yield NameUse(name, tuple(where), others, rows[0].status if rows else "", rows[0].advice if rows else "")


def _plain_counterpart(name: str, exists: Exists) -> tuple[str, ...]:
    """Return the counterpart of what needs no row: parts of a net, and dtypes, which have the same names."""
    if name in _STRUCTURE:
        return (_STRUCTURE[name],)
    turned = {theirs: ours for ours, theirs in _STRUCTURE.items()}
    if name in turned:
        return (turned[name],)
    root, _, last = name.partition(".")
    if last in _DTYPES and (root == "torch" or exists(name)):
        return (f"{'mindspore' if root == 'torch' else 'torch'}.{last}",)
    return ()


def joined(found: Iterable[Remark]) -> list[Remark]:
    """Join what is said of several lines; the most severe first, then by line."""
    groups: dict[tuple[str, ...], dict[int, tuple[int, Remark]]] = {}
    for remark in found:
        key = (remark.severity, remark.rule, remark.name, remark.argument, remark.message, remark.fix)
        for line, column in zip(remark.lines, remark.columns, strict=True):
            groups.setdefault(key, {}).setdefault(line, (column, remark))
    return sorted((_together(places) for places in groups.values()), key=_rank)


def _together(places: Mapping[int, tuple[int, Remark]]) -> Remark:
    """Return one remark for several lines; a whole call is that of one line."""
    first = next(iter(places.values()))[1]
    lines, columns = tuple(places), tuple(column for column, _ in places.values())
    if len(places) == 1:
        return replace(first, lines=lines, columns=columns)
    return replace(first, lines=lines, columns=columns, call="", better="")


def _rank(remark: Remark) -> tuple[int, int]:
    return SEVERITIES.index(remark.severity), remark.lines[0]
