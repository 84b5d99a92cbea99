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


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("com", {"compare", "completion"}), ("compare --mo", {"--mode"}), ("record --runt", {"--runtime"})],
)
def test_what_it_offers(typed: str, offered: set[str], root: Path) -> None:
    words = f"ms2torch {typed}"
    asked = {"_MS2TORCH_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    code = "from cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == offered
