"""`ms2torch completion`: the script a shell reads, written where that shell looks; and what it then offers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program

_PLACES = {
    "bash": ".local/share/bash-completion/completions/ms2torch",
    "zsh": ".zfunc/_ms2torch",
    "fish": ".config/fish/completions/ms2torch.fish",
}


@pytest.mark.parametrize("shell", list(_PLACES))
def test_it_is_written_where_the_shell_looks(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    printed = CliRunner().invoke(program, ["completion", shell])
    installed = CliRunner().invoke(program, ["completion", shell, "--install"])
    assert (printed.exit_code, installed.exit_code) == (0, 0)
    script = (tmp_path / _PLACES[shell]).read_text(encoding="utf-8")
    assert script == printed.stdout
    assert f"_MS2TORCH_COMPLETE={shell}_complete" in script
    assert (".zshrc" in installed.stdout) == (shell == "zsh")


def test_the_shell_in_use_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/fish")
    assert "fish_complete" in CliRunner().invoke(program, ["completion"]).stdout
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    refused = CliRunner().invoke(program, ["completion"])
    assert refused.exit_code == 2
    assert "say which shell: bash, zsh, fish" in refused.stderr


def asked(line: str, folder: Path) -> list[tuple[str, str]]:
    """What the program answers a bash in which `line` is being typed: kind and value of each offer."""
    code = "from cli.main import main; main()"
    set_by_the_script = {"_MS2TORCH_COMPLETE": "bash_complete", "COMP_LINE": line}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env={**os.environ, **set_by_the_script}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    return [(kind, value) for kind, _, value in (text.partition(",") for text in done.stdout.splitlines() if text)]


@pytest.fixture
def nets(tmp_path: Path) -> Path:
    (tmp_path / "net.py").write_text("class Net: ...\ndef make(): ...\ndef _own(): ...\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("com", {("plain", "compare"), ("plain", "completion")}),
        ("compare --mo", {("plain", "--mode")}),
        ("record --runt", {("plain", "--runtime")}),
        ("compare ne", {("file", "ne")}),
        ("compare net.py:Net ne", {("file", "ne")}),
        ("compare net.py:", {("plain", "net.py:Net"), ("plain", "net.py:make")}),
        ("compare net.py:Net net.py:m", {("plain", "net.py:make")}),
        ("weights a.pth b.ckpt --net net.py:N", {("plain", "net.py:Net")}),
        ("compare no.py:", set()),
        ("run pro", {("file", "pro")}),
        ("scan f", {("file", "f")}),
        ("port f", {("file", "f")}),
        ("compare a b --input x", {("file", "x")}),
        ("compare a b --map ", {("file", "")}),
        ("compare a b --weights w", {("file", "w")}),
    ],
)
def test_what_it_offers(typed: str, offered: set[tuple[str, str]], nets: Path) -> None:
    assert set(asked(f"ms2torch {typed}", nets)) == offered


@pytest.mark.parametrize(
    ("word_breaks", "line", "replies"),
    [
        (" \t:=", "ms2torch compare net.py:", ["Net", "make"]),
        (" \t:=", "ms2torch compare net.py:Net net.py:ma", ["make"]),
        (" \t=", "ms2torch compare net.py:ma", ["net.py:make"]),
        (" \t:=", "ms2torch compl", ["completion"]),
    ],
)
def test_bash_is_given_back_what_it_takes_for_the_word(
    word_breaks: str, line: str, replies: list[str], nets: Path
) -> None:
    """bash replaces what follows the last colon only, unless the user took the colon out of COMP_WORDBREAKS."""
    script = CliRunner().invoke(program, ["completion", "bash"]).stdout
    program_file = nets / "ms2torch"
    program_file.write_text(f"#!{sys.executable}\nfrom cli.main import main\nmain()\n", encoding="utf-8")
    program_file.chmod(0o755)
    code = f"{script}\nCOMP_WORDBREAKS=$1 COMP_LINE=$2 COMP_POINT=${{#2}}\n"
    code += '_ms2torch_completion "$3"; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", word_breaks, line, str(program_file)],
        cwd=nets, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == replies
