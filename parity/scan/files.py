"""From paths to scans: find the Python files, read each, and join what is said of several lines."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from parity.scan.judge import other_name, remarks, rows_of
from parity.scan.model import SEVERITIES, FileScan, NameUse, Remark
from parity.scan.names import Use, imported, uses

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
    found = sorted(file for file in path.rglob("*.py") if _is_source(file.relative_to(path)))
    if not found:
        raise BadSourceError(f"{path}: no Python file in it")
    return found


def _is_source(file: Path) -> bool:
    return not any(part.startswith(".") or part in _HIDDEN for part in file.parts[:-1])


def scan_file(path: Path, exists: Exists) -> FileScan:
    """Scan one file without executing it.

    Args:
        path (Path): a Python source.
        exists (Exists): tells whether ms2torch has a MindSpore name.

    Raises:
        BadSourceError: the file cannot be read or is no Python.
    """
    try:
        with tokenize.open(path) as stream:
            tree = ast.parse(stream.read(), filename=str(path))
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        line = f":{error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise BadSourceError(f"{path}{line}: not Python: {getattr(error, 'msg', error)}") from error
    except OSError as error:
        raise BadSourceError(f"{path}: {error.strerror}") from error
    found = list(uses(tree))
    frameworks = imported(tree)
    named = list(_named(found, frameworks))
    every = [remark for name, use in named for remark in (*remarks(name, use), *_missing(name, use, exists))]
    return FileScan(str(path), frameworks, tuple(_names(named, exists)), tuple(_joined(every)))


def _named(found: Iterable[Use], frameworks: tuple[str, ...]) -> Iterator[tuple[str, Use]]:
    """Yield the uses with full names; a method counts where the file uses one framework and the table has it."""
    for use in found:
        if not use.name.startswith("."):
            yield use.name, use
        elif len(frameworks) == 1:
            name = f"{frameworks[0]}.Tensor{use.name}"
            if rows_of(name):
                yield name, use


def _missing(name: str, use: Use, exists: Exists) -> Iterator[Remark]:
    if name.startswith("mindspore.") and ".Tensor." not in name and not exists(name):
        yield Remark(
            "warning", "missing-name", name, "", "", "ms2torch has no such name, nor has MindSpore 2.10 if it is "
            "misspelt or was dropped", "", "construct", (use.line,),
        )  # fmt: skip


def _names(named: Iterable[tuple[str, Use]], exists: Exists) -> Iterator[NameUse]:
    lines: dict[str, dict[int, None]] = {}
    for name, use in named:
        lines.setdefault(name, {})[use.line] = None
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


def _joined(found: Iterable[Remark]) -> list[Remark]:
    """Join what is said of several lines; the most severe first, then by line."""
    groups: dict[Remark, dict[int, None]] = {}
    for remark in found:
        groups.setdefault(replace(remark, lines=()), {}).update(dict.fromkeys(remark.lines))
    joined = [replace(remark, lines=tuple(lines)) for remark, lines in groups.items()]
    return sorted(joined, key=_rank)


def _rank(remark: Remark) -> tuple[int, int]:
    return SEVERITIES.index(remark.severity), remark.lines[0]
