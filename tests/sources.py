"""What the tests of the tree's rules ask of a source file; each file is read and parsed once in a run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ms2torch", "parity", "cli", "mappings")
BESIDE = ("tests", "tools", "examples", "benchmarks")


@dataclass(frozen=True)
class Import:
    """One name that one statement imports: `from module import name`, or `import module` with name ""."""

    line: int
    level: int  # dots of a relative import
    module: str
    name: str
    in_function: bool  # runs when the function is called, not when the module is imported
    for_types: bool  # under `if TYPE_CHECKING:`


@dataclass(frozen=True)
class Function:
    """A function or method: where it is, and how long without its docstring."""

    line: int
    name: str
    owner: str | None  # the class whose body it stands in
    lines: int
    documented: bool
    decorated: bool


@dataclass(frozen=True)
class Source:
    """A file of the tree."""

    path: Path
    lines: int
    imports: tuple[Import, ...]
    functions: tuple[Function, ...]

    @property
    def name(self) -> str:
        """The path from the root of the tree."""
        return name_of(self.path)

    @property
    def package(self) -> str:
        """The first folder of the path."""
        return self.name.partition("/")[0]

    @property
    def executed(self) -> list[Import]:
        """The imports that ever run."""
        return [found for found in self.imports if not found.for_types]


def name_of(path: Path) -> str:
    """A path from the root of the tree, as the tests' messages and tables write it."""
    return path.relative_to(ROOT).as_posix()


def paths(*folders: str) -> list[Path]:
    """The Python files of folders of the tree; a file is itself."""
    places = [ROOT / folder for folder in folders]
    return [path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))]


def sources(*folders: str) -> list[Source]:
    """The files of folders, read."""
    return [source(path) for path in paths(*folders)]


@cache
def source(path: Path) -> Source:
    """One file, read."""
    text = path.read_text(encoding="utf-8")
    imports: list[Import] = []
    functions: list[Function] = []
    for node, place in _statements(ast.parse(text, filename=str(path)).body, _Place()):
        if isinstance(node, ast.Import):
            imports += [_import(node, 0, alias.name, "", place) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports += [_import(node, node.level, node.module or "", alias.name, place) for alias in node.names]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions.append(_function(node, place))
    return Source(path, len(text.splitlines()), tuple(imports), tuple(functions))


@dataclass(frozen=True)
class _Place:
    in_function: bool = False
    for_types: bool = False
    owner: str | None = None


def _statements(body: list[ast.stmt], place: _Place) -> Iterator[tuple[ast.stmt, _Place]]:
    """Every statement below `body`, with what it stands in."""
    for node in body:
        yield node, place
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = _inside(node, place, field)
            for block in getattr(node, field, ()):
                if isinstance(block, ast.stmt):
                    yield from _statements([block], inner)
                else:  # an `except` or a `case`
                    yield from _statements(block.body, inner)


def _inside(node: ast.stmt, place: _Place, field: str) -> _Place:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return _Place(True, place.for_types)
    if isinstance(node, ast.ClassDef):
        return _Place(place.in_function, place.for_types, node.name)
    types = isinstance(node, ast.If) and field == "body" and _is_type_checking(node.test)
    return _Place(place.in_function, place.for_types or types, place.owner)


def _is_type_checking(test: ast.expr) -> bool:
    return getattr(test, "id", getattr(test, "attr", "")) == "TYPE_CHECKING"


def _import(node: ast.stmt, level: int, module: str, name: str, place: _Place) -> Import:
    return Import(node.lineno, level, module, name, place.in_function, place.for_types)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, place: _Place) -> Function:
    documented = ast.get_docstring(node, clean=False) is not None
    body = node.body[1:] if documented else node.body
    lines = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
    return Function(node.lineno, node.name, place.owner, lines, documented, bool(node.decorator_list))
