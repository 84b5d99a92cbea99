"""`python -m ms2torch run prog.py`: what the program sees and what it leaves is what plain Python gives."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ms2torch._siblings import ForeignPackageError, load

# Prints what plain Python makes observable, then ends in the way that the first argument asks for.
PROGRAM = """\
'''Doc.'''
import atexit, sys, threading, time
x: int = 1
print(sys.argv, sys.path[0], __file__, __name__, __spec__, __doc__, __package__, __cached__, sorted(globals()))
print(sys.modules['__main__'].x, type(__loader__).__name__, sys.flags.safe_path)
atexit.register(print, 'atexit')
def fail():
    raise KeyError('x')
how = sys.argv[1]
if how == 'raise':
    fail()
if how == 'chain':
    try:
        fail()
    except KeyError as error:
        raise ValueError('y') from error
if how == 'interrupt':
    raise KeyboardInterrupt
if how == 'thread':
    threading.Thread(target=lambda: (time.sleep(0.1), print('thread'))).start()
if how == 'hook':
    sys.excepthook = lambda *_: print('my hook')
    fail()
if how.startswith('exit'):
    sys.exit({'exit0': 0, 'exit7': 7, 'exit-text': 'bye'}[how])
"""


@pytest.fixture(scope="module")
def light(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real hook and runner in a package without torch: what a program sees, in a tenth of the time."""
    folder = tmp_path_factory.mktemp("light")
    (folder / "ms2torch").mkdir()
    for name in ("_errors.py", "_hook.py", "_run.py", "__main__.py"):
        shutil.copy(root / "ms2torch" / name, folder / "ms2torch")
    (folder / "ms2torch" / "__init__.py").write_text("__version__ = '2.10.0'\n")
    return folder


def python(*words: str, cwd: Path, root: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run([sys.executable, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("how", ["raise", "chain", "interrupt", "thread", "hook", "exit7", "exit-text", "--help"])
def test_as_plain_python(how: str, tmp_path: Path, light: Path) -> None:
    folder = tmp_path / "some folder"
    folder.mkdir()
    (folder / "prog.py").write_text(PROGRAM)
    plain = python("some folder/prog.py", how, "a b", "-x", cwd=tmp_path, root=light)
    ours = python("-m", "ms2torch", "run", "some folder/prog.py", how, "a b", "-x", cwd=tmp_path, root=light)
    assert (ours.stdout, ours.stderr, ours.returncode) == (plain.stdout, plain.stderr, plain.returncode)


def test_a_syntax_error_is_shown_as_plain_python_shows_it(tmp_path: Path, light: Path) -> None:
    (tmp_path / "prog.py").write_text("x = 1\ndef (:\n")
    plain = python("prog.py", cwd=tmp_path, root=light)
    ours = python("-m", "ms2torch", "run", "prog.py", cwd=tmp_path, root=light)
    assert (ours.stderr, ours.returncode) == (plain.stderr, plain.returncode)


def test_a_link_to_the_program_finds_the_modules_beside_the_program(tmp_path: Path, light: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "prog.py").write_text("import helper, sys\nprint(helper.name, __file__, sys.path[0])\n")
    (tmp_path / "real" / "helper.py").write_text("name = 'helper'\n")
    (tmp_path / "link.py").symlink_to("real/prog.py")
    plain = python("link.py", cwd=tmp_path, root=light)
    ours = python("-m", "ms2torch", "run", "link.py", cwd=tmp_path, root=light)
    assert (ours.stdout, ours.returncode) == (plain.stdout, 0)


def test_mindspore_is_there_and_the_program_keeps_its_own_names(tmp_path: Path, root: Path) -> None:
    """A program may have modules called cli, parity and mappings; the working directory is not searched."""
    (tmp_path / "app").mkdir()
    for name in ("cli", "parity", "mappings"):
        (tmp_path / "app" / f"{name}.py").write_text(f"who = 'the {name} of the program'\n")
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the working directory was searched')\n")
    (tmp_path / "app" / "prog.py").write_text(
        "import mindspore as ms, cli, parity, mappings\nfrom mindspore import nn, ops\n"
        "print(ms.__version__, cli.who, parity.who, mappings.who, issubclass(nn.Conv2d, nn.Cell))\n"
    )
    done = python("-m", "ms2torch", "run", "app/prog.py", cwd=tmp_path, root=root)
    assert done.stderr == ""
    expected = "2.10.0 the cli of the program the parity of the program the mappings of the program True\n"
    assert done.stdout == expected


def test_a_spawned_worker_has_the_hook_too(tmp_path: Path, root: Path) -> None:
    (tmp_path / "prog.py").write_text(
        "import multiprocessing, sys\nimport mindspore as ms\n"
        "def work(x):\n    return ms.__version__, x, sys.argv[1:]\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n        print(pool.map(work, [5]))\n"
    )
    done = python("-m", "ms2torch", "run", "prog.py", "a", cwd=tmp_path, root=root)
    assert done.stdout == "[('2.10.0', 5, ['a'])]\n", done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch.py"], "ms2torch run: cannot open nosuch.py: No such file or directory\n"),
        (["."], "ms2torch run: cannot open .: Is a directory\n"),
        ([], "ms2torch run: name a program; usage: ms2torch run [--device DEVICE] PROG [ARGS...]"),
    ],
)
def test_no_program(words: list[str], says: str, tmp_path: Path, root: Path) -> None:
    done = python("-m", "ms2torch", "run", *words, cwd=tmp_path, root=root)
    assert done.returncode == 2
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_other_words_go_to_the_command_line_beside_the_package(tmp_path: Path, root: Path) -> None:
    """Also where the working directory, first in the search path, has packages of the same names."""
    for name in ("cli", "parity", "mappings"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a namesake')\n")
    done = python("-m", "ms2torch", "--help", cwd=tmp_path, root=root)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: ms2torch ")
    done = python("-m", "ms2torch", "api", "torch.nn.Linear", cwd=tmp_path, root=root)
    assert "mindspore.nn.Dense" in done.stdout, done.stderr


def test_a_package_that_another_distribution_has_overwritten_is_refused(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ms2torch").mkdir()
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "__init__.py").write_text("raise SystemExit('a namesake')\n")
    copy = shutil.copy(root / "ms2torch" / "_siblings.py", tmp_path / "ms2torch")
    monkeypatch.delitem(sys.modules, "cli", raising=False)
    with pytest.raises(ImportError, match=r"is not the `cli` of ms2torch \(it has no main.py\)"):
        runpy.run_path(str(copy))["load"]("cli")
    assert "cli" not in sys.modules


def test_a_namesake_that_is_already_imported_is_refused(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setitem(sys.modules, "cli", pytest)
    with pytest.raises(ForeignPackageError, match="another package named `cli` is already imported"):
        load("cli")
    monkeypatch.delitem(sys.modules, "cli")
    ours = load("cli")
    assert Path(str(ours.__file__)) == root / "cli" / "__init__.py"
    assert load("cli") is ours
