"""The rules of the tree, held by reading the sources: who may import whom, and how long things may get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ms2torch", "parity", "cli", "mappings")
MAX_FILE_LINES = 800
MAX_FUNCTION_LINES = 80  # without the docstring

# What a package may import of ours, apart from itself. An import inside a function counts as much as one at the top.
MAY_IMPORT = {
    "ms2torch": set(),
    "mappings": set(),
    "parity": {"mappings"},
    "cli": {"ms2torch", "parity", "mappings"},
}
# Single files that may do more.
MAY_ALSO_IMPORT = {
    "parity/nets/ms_cell.py": {"ms2torch"},  # the one adapter that knows both sides
}
# Files that pytest or the shell loads on every start: torch costs 1.7 s.
STARTS_WITHOUT_TORCH = ("parity/__init__.py", "parity/pytest_plugin.py", "cli/__init__.py", "cli/main.py")

SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
HELD_TO_LENGTH = SOURCES + sorted(
    path for folder in ("tests", "tools", "examples", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def is_type_checking(node: ast.AST) -> bool:
    """Whether `node` is `if TYPE_CHECKING:`."""
    test = node.test if isinstance(node, ast.If) else None
    return getattr(test, "id", getattr(test, "attr", "")) == "TYPE_CHECKING"


def walk(tree: ast.AST, *, into_functions: bool, into_types: bool = False) -> Iterator[ast.AST]:
    """Every node that is executed: at import, with `into_functions` also later, with `into_types` also for types."""
    for node in ast.iter_child_nodes(tree):
        if is_type_checking(node) and not into_types:
            continue
        yield node
        if into_functions or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from walk(node, into_functions=into_functions, into_types=into_types)


def imported(tree: ast.AST, *, into_functions: bool = True) -> set[str]:
    """Top-level names of the modules that `tree` imports by absolute name."""
    found: set[str] = set()
    for node in walk(tree, into_functions=into_functions):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_import_directions(path: Path) -> None:
    name = name_of(path)
    package = name.partition("/")[0]
    allowed = {package} | MAY_IMPORT[package] | MAY_ALSO_IMPORT.get(name, set())
    wrong = (imported(parse(path)) & set(PACKAGES)) - allowed
    assert not wrong, f"{name} imports {sorted(wrong)}; it may import {sorted(allowed)}"


@pytest.mark.parametrize("path", [p for p in SOURCES if name_of(p).startswith("cli/")], ids=name_of)
def test_cli_imports_the_others_inside_its_commands_only(path: Path) -> None:
    wrong = imported(parse(path), into_functions=False) & {"ms2torch", "parity", "mappings", "torch"}
    assert not wrong, f"{name_of(path)} imports {sorted(wrong)} at module level; import inside the command"


@pytest.mark.parametrize("name", STARTS_WITHOUT_TORCH)
def test_what_every_start_loads_imports_no_torch(name: str) -> None:
    wrong = imported(parse(ROOT / name), into_functions=False) & {"torch", "ms2torch"}
    assert not wrong, f"{name} imports {sorted(wrong)} at module level"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_real_mindspore_is_not_imported(path: Path) -> None:
    """Only the adapter for the real framework and a recorder that runs beside it may name it."""
    if name_of(path).startswith("parity/"):
        return
    assert "mindspore" not in imported(parse(path)), f"{name_of(path)} imports mindspore"


@pytest.mark.parametrize("path", HELD_TO_LENGTH, ids=name_of)
def test_length_of_files_and_functions(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MAX_FILE_LINES, f"{name_of(path)} has {lines} lines; split it by subject (at most {MAX_FILE_LINES})"
    too_long = [
        f"{name_of(path)}:{node.lineno} {node.name} has {body_lines(node)} lines (at most {MAX_FUNCTION_LINES})"
        for node in ast.walk(parse(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and body_lines(node) > MAX_FUNCTION_LINES
    ]
    assert not too_long, "\n".join(too_long)


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body
    if ast.get_docstring(function) is not None:
        body = body[1:]
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", HELD_TO_LENGTH, ids=name_of)
def test_no_star_imports(path: Path) -> None:
    stars = [
        f"{name_of(path)}:{node.lineno}"
        for node in ast.walk(parse(path))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    assert not stars, f"star imports hide where a name comes from: {stars}"


def test_no_packages_among_the_tests() -> None:
    """A `tests/parity/__init__.py` would make `import parity` the tests."""
    assert not list((ROOT / "tests").rglob("__init__.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_typed_and_present(package: str) -> None:
    assert (ROOT / package / "__init__.py").is_file()
    assert (ROOT / package / "py.typed").is_file()


# The rooms of parity along the way of the data, and which rooms each may import; imports inside functions and for types
# alone (`if TYPE_CHECKING`) count.
ROOMS_OF_PARITY = {
    "code": set(),
    "source": set(),
    "report": set(),
    "nets": {"code"},
    "measure": {"code", "report"},
    "recording": {"code", "nets"},
    "table": {"nets"},
    "pair": {"code", "measure", "nets", "table"},
    "lookup": {"table"},
    "forward": {"code", "measure", "nets", "pair", "report"},
    "weights": {"code", "measure", "nets", "pair", "table"},
    "body": {"code", "forward", "measure", "nets", "pair"},
    "locate": {"body", "code", "forward", "measure", "nets", "pair", "report", "table"},
    "train": {"body", "code", "forward", "measure", "nets", "report", "weights"},
    "rules": {"forward", "locate", "nets", "pair", "report", "table", "train", "weights"},
    "scan": {"report", "rules", "source", "table"},
    "causes": {
        "body", "code", "forward", "locate", "measure", "nets", "pair", "report", "rules", "table", "train", "weights",
    },
    "traces": {"code", "forward", "locate", "measure", "nets", "pair", "recording", "report"},
    "pipeline": {
        "causes", "code", "forward", "locate", "measure", "nets", "pair", "recording", "report", "rules", "traces",
        "train", "weights",
    },
    "convert": {"code", "nets", "pair", "pipeline", "report", "table", "weights"},
    "port": {"code", "pipeline", "report", "scan"},
}  # fmt: skip
# The faces: what a user imports, and what pytest loads.
FACES_OF_PARITY = {"__init__.py", "pytest_plugin.py", "py.typed"}


def rooms_used(path: Path, package: str) -> set[str]:
    """The rooms of `package` that a file imports: at module level, inside functions, or for types alone."""
    found: set[str] = set()
    for node in walk(parse(path), into_functions=True, into_types=True):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {f"{package}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name.split(".")[1] for name in found if name.startswith(f"{package}.")}


def test_the_top_level_of_parity_holds_its_faces_only() -> None:
    here = {path.name for path in (ROOT / "parity").iterdir() if path.is_file()}
    assert here == FACES_OF_PARITY
    rooms = {path.name for path in (ROOT / "parity").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == set(ROOMS_OF_PARITY)


@pytest.mark.parametrize("room", ROOMS_OF_PARITY)
def test_the_rooms_of_parity_import_downwards(room: str) -> None:
    above = list(ROOMS_OF_PARITY)[list(ROOMS_OF_PARITY).index(room) :]
    assert not ROOMS_OF_PARITY[room] & set(above), f"{room} may import only rooms that stand before it in the table"
    used: dict[str, list[str]] = {}
    for path in (ROOT / "parity" / room).rglob("*.py"):
        for other in rooms_used(path, "parity") - {room}:
            used.setdefault(other, []).append(name_of(path))
    wrong = {other: files for other, files in used.items() if other not in ROOMS_OF_PARITY[room]}
    assert not wrong, f"{room} may import {sorted(ROOMS_OF_PARITY[room])}, and imports {wrong}"
    idle = ROOMS_OF_PARITY[room] - set(used)
    assert not idle, f"{room} no longer imports {sorted(idle)}: take them out of the table"


def test_the_files_of_parity_import_each_other_in_one_direction() -> None:
    files = {name_of(path)[:-3].replace("/", ".").removesuffix(".__init__"): path for path in SOURCES}
    edges: dict[str, set[str]] = {}
    for name, path in files.items():
        if not name.startswith("parity"):
            continue
        found: set[str] = set()
        for node in walk(parse(path), into_functions=False):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        edges[name] = {other for other in found if other in files and other.startswith("parity") and other != name}
    while free := {name for name, used in edges.items() if not used & set(edges)}:
        edges = {name: used for name, used in edges.items() if name not in free}
    assert not edges, f"among these files is a circle of imports: {sorted(edges)}"
