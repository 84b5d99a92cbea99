"""The rules of the tree, held by reading the sources: who may import whom, and how long things may get.

A rule is one test, which lists every place that breaks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tests.sources import BESIDE, PACKAGES, ROOT, Import, Source, source, sources

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
# Folders where ruff asks for no docstring of a method, because `__call__` and `construct` do what their class says.
OF_CALLABLE_CLASSES = ("ms2torch/ops/operations", "ms2torch/nn/layer")


def told(faults: Iterable[str]) -> str:
    """The faults of a rule, a line each, for its assertion."""
    return "\n".join(faults)


def imported(imports: Iterable[Import]) -> set[str]:
    """Top-level names of the modules that are imported by absolute name."""
    return {found.module.partition(".")[0] for found in imports if not found.level}


def imported_at_once(file: Source) -> set[str]:
    """Those that the import of the file itself imports."""
    return imported(found for found in file.executed if not found.in_function)


def test_import_directions() -> None:
    faults = []
    for file in sources(*PACKAGES):
        allowed = {file.package} | MAY_IMPORT[file.package] | MAY_ALSO_IMPORT.get(file.name, set())
        if wrong := (imported(file.executed) & set(PACKAGES)) - allowed:
            faults.append(f"{file.name} imports {sorted(wrong)}; it may import {sorted(allowed)}")
    assert not faults, told(faults)


def test_cli_imports_the_others_inside_its_commands_only() -> None:
    faults = [
        f"{file.name} imports {sorted(wrong)} at module level; import inside the command"
        for file in sources("cli")
        if (wrong := imported_at_once(file) & {"ms2torch", "parity", "mappings", "torch"})
    ]
    assert not faults, told(faults)


def test_what_every_start_loads_imports_no_torch() -> None:
    faults = [
        f"{name} imports {sorted(wrong)} at module level"
        for name in STARTS_WITHOUT_TORCH
        if (wrong := imported_at_once(source(ROOT / name)) & {"torch", "ms2torch"})
    ]
    assert not faults, told(faults)


def test_real_mindspore_is_not_imported() -> None:
    """Only the adapter for the real framework and a recorder that runs beside it may name it."""
    others = [package for package in PACKAGES if package != "parity"]
    faults = [f"{file.name} imports mindspore" for file in sources(*others) if "mindspore" in imported(file.executed)]
    assert not faults, told(faults)


def test_length_of_files_and_functions() -> None:
    files = sources(*PACKAGES, *BESIDE)
    faults = [
        f"{file.name} has {file.lines} lines; split it by subject (at most {MAX_FILE_LINES})"
        for file in files
        if file.lines > MAX_FILE_LINES
    ]
    faults += [
        f"{file.name}:{function.line} {function.name} has {function.lines} lines (at most {MAX_FUNCTION_LINES})"
        for file in files
        for function in file.functions
        if function.lines > MAX_FUNCTION_LINES
    ]
    assert not faults, told(faults)


def test_no_star_imports() -> None:
    stars = [
        f"{file.name}:{found.line} hides where a name comes from: a star import"
        for file in sources(*PACKAGES, *BESIDE)
        for found in file.imports
        if found.name == "*"
    ]
    assert not stars, told(stars)


def test_methods_of_callable_classes_are_documented() -> None:
    """Ruff's D102, where it is off: `__call__` and `construct` do what their class says, other methods do not."""
    faults = [
        f"{file.name}:{function.line} {function.owner}.{function.name} has no docstring"
        for file in sources(*OF_CALLABLE_CLASSES)
        for function in file.functions
        if function.owner and not function.owner.startswith("_")
        and not function.name.startswith("_") and function.name != "construct"
        and not function.documented and not function.decorated
    ]  # fmt: skip
    assert not faults, told(faults)


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
    "pair": {"code", "measure", "nets", "report", "table"},
    "lookup": {"table"},
    "forward": {"code", "measure", "nets", "pair", "report"},
    "weights": {"code", "measure", "nets", "pair", "table"},
    "body": {"code", "forward", "measure", "nets", "pair"},
    "locate": {"body", "code", "forward", "measure", "nets", "pair", "report", "table"},
    "train": {"body", "code", "forward", "measure", "nets", "report", "weights"},
    "edits": {"code"},
    "precision": {"body", "code", "nets"},
    "transformer": {"body"},
    "rules": {"code", "forward", "locate", "nets", "pair", "report", "table", "train", "transformer", "weights"},
    "curves": {"code", "nets", "pair", "recording", "report", "table", "weights"},
    "scan": {"report", "rules", "source", "table"},
    "causes": {
        "body", "code", "forward", "locate", "measure", "nets", "pair", "report", "rules", "table", "train", "weights",
    },
    "traces": {"code", "forward", "locate", "measure", "nets", "pair", "recording", "report"},
    "dumps": {"code"},
    "executions": {"code", "dumps", "locate", "nets", "report", "rules", "table"},
    "precheck": {"code", "dumps", "executions", "nets"},
    "sharded": {"code", "dumps", "edits", "executions", "nets"},
    "pipeline": {
        "body", "causes", "code", "dumps", "edits", "executions", "forward", "locate", "measure", "nets", "pair",
        "precision", "recording", "report", "rules", "sharded", "traces", "train", "transformer", "weights",
    },
    "convert": {"code", "nets", "pair", "pipeline", "report", "table", "weights"},
    "port": {"code", "nets", "pipeline", "report", "scan"},
}  # fmt: skip
# The faces: what a user imports, and what pytest loads.
FACES_OF_PARITY = {"__init__.py", "pytest_plugin.py", "py.typed"}


def rooms_used(file: Source, package: str) -> set[str]:
    """The rooms of `package` that a file imports: at module level, inside functions, or for types alone."""
    found = {
        f"{one.module}.{one.name}" if one.module == package else one.module
        for one in file.imports
        if one.module.partition(".")[0] == package
    }
    return {name.split(".")[1] for name in found if name.strip(".") != package}


def test_the_top_level_of_parity_holds_its_faces_only() -> None:
    here = {path.name for path in (ROOT / "parity").iterdir() if path.is_file()}
    assert here == FACES_OF_PARITY
    rooms = {path.name for path in (ROOT / "parity").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == set(ROOMS_OF_PARITY)


def test_contributing_names_every_room_of_parity() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert not set(ROOMS_OF_PARITY) - named, "say in the table of CONTRIBUTING.md what these rooms hold"


def test_the_rooms_of_parity_import_downwards() -> None:
    assert not (faults := [fault for room in ROOMS_OF_PARITY for fault in faults_of(room)]), told(faults)


def faults_of(room: str) -> list[str]:
    """Where a room of parity breaks the table."""
    above = set(list(ROOMS_OF_PARITY)[list(ROOMS_OF_PARITY).index(room) :])
    used: dict[str, list[str]] = {}
    for file in sources(f"parity/{room}"):
        for other in rooms_used(file, "parity") - {room}:
            used.setdefault(other, []).append(file.name)
    allowed = ROOMS_OF_PARITY[room]
    return [
        *(f"{room} may import only rooms before it in the table, not {other}" for other in sorted(allowed & above)),
        *(f"{room} imports {other} in {used[other]}; the table has not" for other in sorted(set(used) - allowed)),
        *(f"{room} no longer imports {other}: take it out of the table" for other in sorted(allowed - set(used))),
    ]


@pytest.mark.parametrize("package", ["parity", "mappings", "cli"])
def test_files_import_each_other_in_one_direction(package: str) -> None:
    """An import inside a function counts: it would only hide the circle."""
    files = {file.name[:-3].replace("/", ".").removesuffix(".__init__"): file for file in sources(package)}
    edges: dict[str, set[str]] = {}
    for name, file in files.items():
        found = {other for one in file.executed for other in (one.module, f"{one.module}.{one.name}")}
        edges[name] = {other for other in found if other in files and other != name}
    while free := {name for name, used in edges.items() if not used & set(edges)}:
        edges = {name: used for name, used in edges.items() if name not in free}
    assert not edges, f"among these files is a circle of imports: {sorted(edges)}"
