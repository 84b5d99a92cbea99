"""`make mutants`: the changes that are made, and what becomes of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.sites import REACHED, mutated, sites


def changes(folder: Path, body: str) -> dict[str, tuple[str, str]]:
    """The changes of a function's body: kind, the text before, and after."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (folder / "code.py").write_text(f"def function(a, b, c):\n{lines}")
    return {f"{site.kind} {site.old}": site.new for site in sites(folder, "code.py")}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", {"return return a < b": "return None", "comparison a < b": "a <= b"}),
        ("return", {}),
        ("c = a + 1", {"arithmetic a + 1": "a - 1", "constant 1": "2"}),
        ("c = 'x' + a", {}),  # texts
        ("c = not a", {"not not a": "a"}),
        ("c = a and b", {"and/or a and b": "a or b"}),
        ("c = True, 0.5", {"constant True": "False", "constant 0.5": "1.0"}),
        ("a(b, c)", {"drop a(b, c)": "pass", "arguments a(b, c)": "a(c, b)"}),
        ("isinstance(b, c)", {"drop isinstance(b, c)": "pass"}),
        ("a.x = b", {"drop a.x = b": "pass"}),
        ("raise ValueError(a + 1)", {"drop raise ValueError(a + 1)": "pass"}),  # its words are not changed
        ("assert a == 1", {}),
        ("'text'", {}),
    ],
)
def test_changes(tmp_path: Path, body: str, expected: dict[str, str]) -> None:
    assert changes(tmp_path, body) == expected


def test_one_place_is_changed_and_watched(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        "class A:\n    def f(self, x):\n        if x:\n            y = x + 1\n            return y\n        return 0\n"
    )
    (site,) = (one for one in sites(tmp_path, "code.py") if one.kind == "arithmetic")
    assert (site.function, site.line, str(site)) == ("A.f", 4, "code.py:4 A.f [arithmetic] x + 1 -> x - 1")
    hits: list[int] = []
    for change, result in ((True, 2), (False, 4)):
        names: dict = {REACHED: hits.append}
        exec(compile(mutated(tmp_path, site, 7, change=change), "code.py", "exec"), names)
        assert names["A"]().f(3) == result
        assert names["A"]().f(0) == 0
    assert hits == [7, 7]


def test_every_change_of_a_file_compiles(root: Path) -> None:
    for number, site in enumerate(sites(root, "parity/pair/align.py")):
        tree = mutated(root, site, number)
        compile(tree, site.file, "exec")
        assert ast.dump(tree) != ast.dump(mutated(root, site, number, change=False)), site


@pytest.mark.slow
def test_a_run_finds_who_kills(root: Path) -> None:
    words = ["mappings/rows/layouts.py", "--count", "3", "--seed", "5", "--tests", "tests/mappings/rows"]
    done = subprocess.run(
        [sys.executable, "-m", "tools.mutants", *words], cwd=root, capture_output=True, text=True, check=True
    )
    killed = [line for line in done.stderr.splitlines() if line.startswith("killed: mappings/rows/layouts.py:")]
    assert killed, done.stderr
    assert all("; by tests/mappings/rows/test_" in line for line in killed)
    survived = done.stderr.count("\nsurvived: ")
    total = f"mappings: {len(killed)} of {len(killed) + survived} that tests reach are killed, of 3 in all"
    assert total in done.stdout
