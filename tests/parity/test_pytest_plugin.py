"""The fixture `cell_parity`, in real runs of pytest."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tools import warm

pytest_plugins = ["pytester"]

# Loading it by name as well would register it twice.
_IS_INSTALLED = any(entry.value == "parity.pytest_plugin" for entry in entry_points(group="pytest11"))
_PLUGIN = [] if _IS_INSTALLED else ["-p", "parity.pytest_plugin"]

NETS = """\
import torch


class Reference(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(4)

    def forward(self, x):
        return self.norm(self.conv(x))


class Wrong(Reference):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.BatchNorm2d(4, eps=1e-2)
"""
TESTS = """\
import pytest
from nets import Reference, Wrong

INPUT = "float32[2,3,8,8]"


def test_same(cell_parity):
    report = cell_parity(Reference, Reference, [INPUT])
    assert report.verdict == "same"
    assert report.options["dtype"] == "DTYPE"


def test_options_of_the_call_come_first(cell_parity):
    assert cell_parity("nets.py:Reference", Reference(), [INPUT], dtype="float16", seed=3).options["dtype"] == "float16"


def test_different(cell_parity):
    cell_parity(Reference, Wrong, [INPUT])


def test_no_such_file(cell_parity):
    cell_parity("nosuch.py:Net", Wrong, [INPUT])


def test_caught(cell_parity):
    with pytest.raises(AssertionError, match="DIFFERENT") as caught:
        cell_parity(Reference, Wrong, [INPUT])
    assert caught.value.report.verdict == "different"
"""


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    pytester.makepyfile(nets=NETS)
    return pytest_in_a_process(pytester, "-p", "no:cacheprovider", *words)


def pytest_in_a_process(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    folder = f"--basetemp={pytester.path / 'inner'}"
    return pytester.run(warm.python(), "-m", "pytest", folder, *_PLUGIN, *words)


@pytest.fixture(autouse=True)
def _inner_environment(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    """The inner runs find this checkout, and take no options from a parallel outer run."""
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


def test_failures_are_readable(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_nets=TESTS.replace("DTYPE", "float32"))
    result = run(pytester)
    result.assert_outcomes(passed=3, failed=2)
    text = result.stdout.str()
    assert "NotTheSameError: DIFFERENT: Reference and Wrong" in text
    assert "eps" in text
    assert "CannotCompare: nosuch.py: no such file" in text
    # The way through the plugin and the comparison is hidden: the last line shown is the test's own.
    assert "options.setdefault" not in text
    assert "loading.py" not in text


def test_under_xdist_and_with_another_precision(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_nets=TESTS.replace("DTYPE", "bfloat16"))
    result = run(pytester, "-n", "2", "--parity-precision", "bfloat16", "-k", "same or first or caught")
    result.assert_outcomes(passed=3)


def test_options_and_fixture_are_listed(pytester: pytest.Pytester) -> None:
    listed = run(pytester, "--help").stdout.str()
    assert "--parity-precision" in listed
    assert "--parity-html" in listed
    assert "cell_parity" in run(pytester, "--fixtures", "-q").stdout.str()
    result = run(pytester, "--parity-precision", "int8")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("workers", ["0", "2"])
def test_pages_are_written_into_a_folder(pytester: pytest.Pytester, workers: str) -> None:
    pytester.makepyfile(test_nets=TESTS.replace("DTYPE", "float32"))
    result = run(pytester, "-n", workers, "--parity-html", "out/pages", "-k", "same or test_different")
    result.assert_outcomes(passed=1, failed=1)
    pages = {page.name.rpartition("-")[0]: page.read_text("utf-8") for page in (pytester.path / "out/pages").iterdir()}
    assert set(pages) == {"test_nets.py_test_same", "test_nets.py_test_different"}
    assert "<title>SAME: Reference and Reference</title>" in pages["test_nets.py_test_same"]
    assert "self.norm = torch.nn.BatchNorm2d(4, eps=<mark>1e-2</mark>)</span>" in pages["test_nets.py_test_different"]
    assert "page: " in result.stdout.str()


def test_each_comparison_of_a_test_has_its_page_wherever_the_test_goes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_nets="""
        import pytest
        from nets import Reference

        @pytest.mark.parametrize("name", ["a/b", "a b"])
        def test_two(cell_parity, name, tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            for _ in range(2):
                cell_parity(Reference, Reference, "float32[2,3,8,8]")
        """
    )
    run(pytester, "--parity-html", "pages").assert_outcomes(passed=2)
    assert len(list((pytester.path / "pages").iterdir())) == 4


def test_what_could_not_be_compared_has_a_page_too(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_nets="""
        from nets import Reference

        def test_it(cell_parity):
            cell_parity("nets.py:Reference", "nets.py:Missing", "float32[2,3,8,8]")
        """
    )
    run(pytester, "--parity-html", "pages").assert_outcomes(failed=1)
    (page,) = (pytester.path / "pages").iterdir()
    assert "<title>NO VERDICT: nets.py:Reference and nets.py:Missing</title>" in page.read_text("utf-8")
    assert "Missing" in page.read_text("utf-8")


def test_a_folder_that_cannot_be_made(pytester: pytest.Pytester) -> None:
    pytester.makefile(".txt", taken="a file")
    result = run(pytester, "--parity-html", "taken.txt/pages")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--parity-html: cannot make the folder" in result.stderr.str()


def test_the_plugin_imports_no_torch(root: Path) -> None:
    code = "import sys, parity.pytest_plugin; print(sorted({'torch', 'numpy', 'rich', 'ms2torch'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


MARKED = """\
import pytest
from nets import Reference, Wrong

INPUT = "float32[2,3,8,8]"
pytestmark = pytest.mark.parity(seed=5, dtype="bfloat16")


@pytest.mark.parity(seed=7)
def test_marks(cell_parity):
    options = cell_parity(Reference, Reference, [INPUT]).options
    assert (options["seed"], options["dtype"]) == (7, "bfloat16")
    assert cell_parity(Reference, Reference, [INPUT], seed=9).options["seed"] == 9


def test_accepted(cell_parity):
    assert cell_parity(Reference, Wrong, [INPUT], dtype="float32", accept="known.json").verdict == "different"
"""


def test_marks_and_accepted_differences(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(nets=NETS, test_marked=MARKED)
    pytester.makeini("[pytest]\naddopts = --strict-markers\n")
    pytest_in_a_process(pytester).assert_outcomes(passed=1, failed=1)  # nothing is accepted yet
    pytest_in_a_process(pytester, "--parity-write-accepted").assert_outcomes(passed=2)
    written = pytest_in_a_process(pytester, "--parity-github")
    written.assert_outcomes(passed=2)
    written.stdout.fnmatch_lines(["::error file=nets.py,line=*"])
    (pytester.path / "known.json").write_text("[]")
    failed = pytest_in_a_process(pytester)
    failed.assert_outcomes(passed=1, failed=1)
    failed.stdout.fnmatch_lines(["*not accepted: *"])
