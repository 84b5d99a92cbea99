"""`make quick` chooses the tests of what is worked on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import quick

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("parity/pair/align.py", {"tests/parity/pair"}),
        ("cli/completion.py", {"tests/cli/test_completion.py"}),
        ("docs/rules.md", {"tests/test_docs.py"}),
        ("tests/parity/tiny.py", {"tests/parity"}),
        ("tests/cli/test_api.py", {"tests/cli/test_api.py"}),
        ("tests/opdb/norm.py", set(quick.OF_SAMPLES)),
        ("tests/goldens/math.json", set(quick.OF_SAMPLES)),
        ("tests/goldens/reports/rules/epsilon.txt", {"tests/parity/rules/test_examples.py"}),
        ("tools/quick.py", {"tests/test_quick.py"}),
        ("LICENSE", set()),
    ],
)
def test_tests_of_a_changed_file(file: str, tests: set[str], root: Path) -> None:
    found = quick.of_file(file)
    assert tests <= found
    assert bool(tests) == bool(found)
    assert all((root / test).exists() for test in found)


def test_tests_that_import_a_module_run_with_it() -> None:
    assert "tests/ms2torch/test_devices.py" in quick.of_file("ms2torch/_core/device.py")


def test_rooms_by_name() -> None:
    assert quick.of_room("pair") == quick.of_room("parity/pair") == ["tests/parity/pair"]
    assert quick.of_room("optimizers") == ["tests/ms2torch/test_optimizers.py"]
    assert quick.main(["nosuch"]) == 2


def test_what_has_changed_since_main(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=b", *words], cwd=tmp_path, check=True)

    git("init", "-q", "-b", "main")
    (tmp_path / "old.py").write_text("a = 1")
    git("add", "."), git("commit", "-qm", "first")
    git("checkout", "-qb", "other")
    (tmp_path / "committed.py").write_text("b = 1")
    git("add", "."), git("commit", "-qm", "second")
    (tmp_path / "old.py").write_text("a = 2")
    (tmp_path / "new.py").write_text("c = 1")
    assert quick.changed(tmp_path) == ["committed.py", "new.py", "old.py"]


def test_of_samples_only_those_of_the_names_that_a_file_defines(pytester: pytest.Pytester) -> None:
    assert {"mindspore.ops.atan", "mindspore.mint.atan"} <= quick.names_defined(["ms2torch/ops/function/math/trig.py"])
    pytester.makepyfile(
        **{"tests/ms2torch/test_values": "import pytest\nNAMES = ['mindspore.ops.atan', 'mindspore.ops.sin']\n"
           "@pytest.mark.parametrize('name', NAMES, ids=str)\ndef test_values(name): pass\ndef test_other(): pass\n"}
    )  # fmt: skip
    chosen = pytester.inline_run("tests", plugins=[quick.OfNames({"mindspore.ops.atan"})])
    passed, _, _ = chosen.listoutcomes()
    assert [report.nodeid.partition("::")[2] for report in passed] == ["test_values[mindspore.ops.atan]", "test_other"]
