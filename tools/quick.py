"""The tests of what is being worked on: ``python -m tools.quick [--list] [ROOM]...``.

A room is a folder of a package or of its tests (``pair``, ``parity/pair``, ``cli``, ``ms2torch/dataset``), or the words
of a test file's name (``optimizers``). Without one, what has changed since `main` decides: of a changed file run the
folder of tests that mirrors it, the tests that import it, and the samples of the names that it defines. The rules of
the tree always run; tests marked slow never do.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sources import PACKAGES, sources

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
ALWAYS = ("tests/test_architecture.py", "tests/test_rooms_ms2torch.py")
# These call every operation with its samples, one item a name.
OF_SAMPLES = tuple(f"tests/ms2torch/test_{what}.py" for what in ("values", "gradients", "errors", "signatures"))
_SOURCE = re.compile(r"Source:((?:\s*mindspore\.[\w.]+,?)+)")


def changed(root: Path = ROOT) -> list[str]:
    """Return the files that differ from `main`, and new ones, as paths from the root."""

    def lines(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
        return done.stdout.splitlines() if done.returncode == 0 else []

    base = lines("merge-base", "HEAD", "main") or ["HEAD"]
    return sorted({*lines("diff", "--name-only", base[0]), *lines("ls-files", "--others", "--exclude-standard")})


def of_room(room: str) -> list[str]:
    """Return the tests of a room by its name; empty if there is none of this name."""
    room = room.strip("/").removeprefix("tests/")
    folders = [TESTS / room, *TESTS.glob(f"*/{room}")]
    files = [*TESTS.rglob(f"test_{room}.py"), *TESTS.rglob(f"test_{room}_*.py")]
    found = [path for path in folders if path.is_dir()] or files
    return [path.relative_to(ROOT).as_posix() for path in found]


def of_file(name: str) -> set[str]:
    """Return the tests of one changed file: those that mirror it and those that import it."""
    path = Path(name)
    if path.parts[0] == "tests":
        if path.name.startswith("test_"):
            return {name} if (ROOT / name).exists() else set()
        if path.parts[1] == "goldens" and len(path.parts) > 3:  # recorded by the tool of the folder's name
            return importers(f"tools/record/{path.parts[2]}.py")
        return set(OF_SAMPLES) if path.parts[1] in {"opdb", "goldens"} else {_nearest(path.parent)} - {"tests"}
    if path.suffix == ".md" or name in {"Makefile", "mkdocs.yml"}:
        return {"tests/test_docs.py"}
    if path.suffix not in {".py", ".toml"} or path.parts[0] not in {*PACKAGES, "tools"}:
        return set()
    mirrored = _nearest(Path("tests") / path.parent)
    words = {word for part in path.with_suffix("").parts[1:] for word in part.strip("_").split("_")}
    if len(Path(mirrored).parts) < 3:  # the tests of the package stand side by side: those named after the file
        beside = [file for file in (ROOT / mirrored).glob("test_*.py") if words & set(file.stem.split("_")[1:])]
        found = {file.relative_to(ROOT).as_posix() for file in beside}
    else:
        found = {mirrored}
    return found | importers(name) | (set(OF_SAMPLES) if path.parts[0] == "ms2torch" else set())


def importers(name: str) -> set[str]:
    """Return the test files that import a module."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, last = module.rpartition(".")
    return {
        file.name
        for file in sources("tests")
        if file.path.name.startswith("test_")
        and any(one.module == module or (one.module, one.name) == (package, last) for one in file.imports)
    }


def names_defined(files: Sequence[str]) -> set[str]:
    """Return the names of MindSpore's that changed files define, from the `Source:` lines of their docstrings."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in files if (ROOT / name).is_file()]
    return {
        name.strip() for text in texts for found in _SOURCE.findall(text) for name in found.split(",") if name.strip()
    }


def _nearest(folder: Path) -> str:
    """The folder, or the nearest one above it that exists."""
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return folder.as_posix()


class OfNames:
    """A plugin of pytest: of the tests of samples, those of some names only.

    Args:
        names (set[str]): as MindSpore writes them, ``mindspore.ops.atan``; all if empty.
    """

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Deselect the samples of other names."""
        others = [item for item in items if self._of_another(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if not self._of_another(item)]

    def _of_another(self, item: pytest.Item) -> bool:
        file, _, rest = item.nodeid.partition("::")
        name = rest.partition("[")[2].removesuffix("]")
        return bool(self.names) and file in OF_SAMPLES and name.startswith("mindspore.") and name not in self.names


def main(words: Sequence[str] | None = None) -> int:
    """Run the tests; return pytest's exit code, or 2 if a room is not known."""
    parser = argparse.ArgumentParser(prog="python -m tools.quick", description="Run the tests of what is worked on.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help="default: what has changed since main")
    parser.add_argument("--list", action="store_true", help="name the tests and run none")
    asked = parser.parse_args(words)
    files = [] if asked.rooms else changed()
    chosen = {test for name in files for test in of_file(name)}
    for room in asked.rooms:
        if not (found := of_room(room)):
            print(f"quick: no folder of tests and no test file is called {room}", file=sys.stderr)
            return 2
        chosen.update(found)
    inner = {one for one in chosen if any(other != one and Path(other) in Path(one).parents for other in chosen)}
    tests = sorted({*ALWAYS, *chosen} - inner)
    print(*tests, sep="\n")
    if asked.list:
        return 0
    names = names_defined([name for name in files if name.startswith("ms2torch/")])
    return int(pytest.main(["-q", "-m", "not slow", *tests], plugins=[OfNames(names)]))


if __name__ == "__main__":
    sys.exit(main())
