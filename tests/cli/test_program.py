"""The program: help, version, exit codes, and one line on stderr for whatever goes wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli import main as cli_main
from cli.main import program


def call(*words: str) -> Result:
    return CliRunner().invoke(program, list(words))


def test_help_lists_what_is_built() -> None:
    result = call("--help")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.partition("Commands:")[2].splitlines() if line.strip()]
    assert listed == list(cli_main._COMMANDS)
    assert {"compare", "run", "api"} <= set(listed)


@pytest.mark.parametrize("words", [(), ("-h",), ("--help",)])
def test_help_is_what_no_words_give(words: tuple[str, ...]) -> None:
    result = call(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Usage: ms2torch ")


@pytest.mark.parametrize("name", list(cli_main._COMMANDS))
def test_every_command_is_documented_and_run_by_a_test(name: str, root: Path) -> None:
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    assert [page.name for page in pages if re.search(rf"\bms2torch {name}\b", page.read_text(encoding="utf-8"))], (
        f"no page says what `ms2torch {name}` does: show it in README.md or in a page of docs/"
    )
    tests = sorted(path for path in (root / "tests" / "cli").glob("test_*.py") if path != Path(__file__))
    words = re.compile(rf"""["'](?:ms2torch )?{name}["' ]""")
    assert [path.name for path in tests if words.search(path.read_text(encoding="utf-8"))], (
        f"no test runs `ms2torch {name}`: tests/cli/test_{name}.py"
    )


@pytest.mark.parametrize("name", list(cli_main._COMMANDS))
def test_every_command_has_help_and_debug(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: ms2torch {name} ")
    assert "--debug" in result.stdout


def test_help_imports_no_torch(root: Path) -> None:
    code = (
        "import sys\nfrom cli.main import main\ntry:\n    main()\nexcept SystemExit:\n"
        "    print(sorted({'torch', 'numpy', 'ms2torch', 'parity', 'mappings', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, "--help"], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    result = call("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("ms2torch ")
    assert f"torch {version('torch')}" in result.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch"], "No such command 'nosuch'"),
        (["comapre"], "Did you mean compare"),
        (["compare", "--imput", "x"], "--input"),
        (["--nosuch"], "No such option"),
        (["compare"], "Missing argument 'REF'"),
        (["compare", "a.py:A", "b.py:B", "--mode", "fast"], "'fast' is not one of"),
        (["api"], "NAME is missing"),
        (["run"], "Missing argument 'PROG'"),
    ],
)
def test_wrong_words(words: list[str], says: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert "--help`" in result.stderr
    assert result.stderr.count("\n") == 1


@click.command()
@click.argument("how")
def failing(how: str) -> None:
    if how == "bug":
        raise ZeroDivisionError("of\nours")
    if how == "interrupt":
        raise KeyboardInterrupt
    raise BrokenPipeError


def test_an_unexpected_error_is_one_line_and_its_traceback_is_for_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "get_command", lambda *_: failing)
    result = call("failing", "bug")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "ms2torch: ZeroDivisionError: of ours (--debug shows where)\n"
    assert isinstance(call("--debug", "failing", "bug").exception, ZeroDivisionError)


def test_namesakes_in_the_search_path_are_passed_by(root: Path, tmp_path: Path) -> None:
    for name in ("parity", "mappings"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a namesake')\n")
    code = f"import sys; sys.path[0] = {str(root)!r}; import cli.main; sys.path[0] = '.'; cli.main.main()"
    for words in (["api", "torch.nn.Linear"], ["rule", "pad-mode"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "get_command", lambda *_: failing)
    result = call("failing", "interrupt")
    assert (result.exit_code, result.stderr.strip()) == (130, "ms2torch: interrupted")


def test_a_reader_that_goes_away_is_no_error_message(root: Path) -> None:
    code = "import sys; from cli.main import main; sys.stdin.read(); main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "api", "Conv2d"],
        cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""


def test_the_list_of_commands_cuts_no_sentence() -> None:
    listed = CliRunner().invoke(program, ["--help"], terminal_width=80).stdout.partition("Commands:")[2].splitlines()
    assert len([line for line in listed if line.strip()]) == len(cli_main._COMMANDS)
    assert not [line for line in listed if line.endswith("...") or len(line) > 80]
