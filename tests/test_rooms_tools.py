"""The rooms of `mappings` and `parity/port`: which may import which; imports in functions and for types count."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class House:
    """A package divided into rooms.

    Attributes:
        package: its dotted name.
        rooms: from the ground up; a room may import only rooms that stand before it, and of those the ones named here.
        faces: its loose files, which may import any room.
        data: folders without code.
    """

    package: str
    rooms: dict[str, set[str]]
    faces: set[str]
    data: frozenset[str] = frozenset()

    @property
    def folder(self) -> Path:
        return ROOT.joinpath(*self.package.split("."))


MAPPINGS = House(
    "mappings",
    {
        "rows": set(),
        "signatures": {"rows"},
        "table": {"rows", "signatures"},
        "lines": {"rows", "signatures", "table"},
        "running": {"lines", "rows"},
        "proof": {"lines", "rows", "running", "signatures", "table"},
        "audit": {"lines", "proof", "rows", "running", "signatures", "table"},
    },
    {"__init__.py", "__main__.py", "py.typed"},
    frozenset({"data"}),
)
PORT = House(
    "parity.port",
    {
        "syntax": set(),
        "rows": {"syntax"},
        "project": {"rows", "syntax"},
        "engine": {"project", "syntax"},
        "to_mindspore": {"engine", "project", "rows", "syntax"},
        "to_torch": {"engine", "project", "rows", "syntax"},
    },
    {"__init__.py", "conversion.py", "origin.py", "outputs.py", "proof.py", "proofs.py", "reached.py"}
    | {"record.py", "result.py", "runtime.py", "settings.py"},
)
HOUSES = (MAPPINGS, PORT)
ROOMS = [pytest.param(house, room, id=f"{house.package}.{room}") for house in HOUSES for room in house.rooms]


def modules_imported(path: Path) -> set[str]:
    """Everything that a file imports, at any place of it, as dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: an import relative to the package"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def below(house: House, name: str) -> str:
    """What stands behind the package's name, up to the next dot; "" for what is outside of it."""
    head = f"{house.package}."
    return name.removeprefix(head).split(".")[0] if name.startswith(head) else ""


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.package)
def test_a_house_holds_rooms_and_faces_only(house: House) -> None:
    entries = [entry for entry in house.folder.iterdir() if entry.name != "__pycache__"]
    assert {entry.name for entry in entries if entry.is_file()} == house.faces
    assert {entry.name for entry in entries if entry.is_dir()} == {*house.rooms, *house.data}


@pytest.mark.parametrize(("house", "room"), ROOMS)
def test_rooms_import_downwards(house: House, room: str) -> None:
    names = list(house.rooms)
    allowed = house.rooms[room]
    assert allowed <= set(names[: names.index(room)]), f"{room} may import only rooms that stand before it in the table"
    used: dict[str, list[str]] = {}
    for path in sorted((house.folder / room).rglob("*.py")):
        for name in sorted(modules_imported(path)):
            used.setdefault(below(house, name), []).append(f"{path.relative_to(ROOT)} imports {name}")
    wrong = [line for other, lines in used.items() if other and other not in {room, *allowed} for line in lines]
    assert not wrong, "\n".join(wrong)
    idle = allowed - set(used)
    assert not idle, f"{room} no longer imports {sorted(idle)}: take them out of the table"


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.package)
def test_files_of_a_house_import_each_other_in_one_direction(house: House) -> None:
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in house.folder.rglob("*.py")
    }
    edges: dict[str, set[str]] = {}
    for name, path in paths.items():
        imported = modules_imported(path)
        mentioned = imported | {other.rpartition(".")[0] for other in imported}
        edges[name] = (mentioned & set(paths)) - {name, house.package}
    while free := {name for name, used in edges.items() if not used & set(edges)}:
        edges = {name: used for name, used in edges.items() if name not in free}
    assert not edges, f"among these files is a circle of imports: {sorted(edges)}"
