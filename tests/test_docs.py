"""The documents: links lead somewhere, and every command they name exists."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tools import documents, figures, warm

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]+`")
HEADING = re.compile(r"^#+\s+(.*?)\s*#*$", re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def commands_in(path: Path) -> str:
    """Everything set as code, where commands are named."""
    text = text_of(path)
    return "\n".join([*CODE.findall(text), *INLINE_CODE.findall(CODE.sub("", text))])


def anchors_of(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = HEADING.findall(CODE.sub("", text_of(path)))
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower())) for heading in headings}


@cache
def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))


@cache
def subcommands() -> set[str]:
    """What `ms2torch --help` lists."""
    command = [sys.executable, "-c", "from cli.main import main; main()", "--help"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    _, _, commands = shown.partition("Commands:")
    return set(re.findall(r"^\W*([a-z]+)", commands, re.MULTILINE))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_resolve(document: Path) -> None:
    broken = []
    for target in LINK.findall(CODE.sub("", text_of(document))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (document.parent / path).resolve() if path else document
        if not linked.exists() or (anchor and linked.suffix == ".md" and anchor not in anchors_of(linked)):
            broken.append(target)
    assert not broken, f"{name_of(document)} links to {broken}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_make_targets_exist(document: Path) -> None:
    named = set(re.findall(r"(?:^|`|\s|&&\s*)make ([a-z-]+)", commands_in(document), re.MULTILINE))
    assert named <= make_targets(), f"{name_of(document)} names targets that are not in the Makefile"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_subcommands_exist(document: Path) -> None:
    named = set(re.findall(r"(?:^|`|bin/|\$ )ms2torch ([a-z]+)\b", commands_in(document), re.MULTILINE))
    assert not named - subcommands(), f"{name_of(document)} names commands that `ms2torch --help` does not list"


def test_make_help_lists_every_target() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  make ([a-z-]+)", shown, re.MULTILINE))
    assert listed == make_targets()


def test_the_figures_of_the_readme_are_those_that_were_measured():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert figures.START in text
    assert figures.with_table(text, figures.load()) == text
    assert set(figures.load()) == {measure.name for measure in figures.MEASURES}


def test_figures_come_from_what_the_commands_print():
    said = "x\nmistakes seen 3 of 4, named 2 of 4, accused alone 1 of 4; correct ports left alone 5 of 6; median 1 s\n"
    chosen = [measure for measure in figures.MEASURES if measure.command == ("defects",)]
    assert figures.measured(chosen, lambda command: said) == {"defects": "2 of 4 (all 3 seen)", "ports": "5 of 6"}
    with pytest.raises(SystemExit, match="make defects printed nothing like"):
        figures.measured(chosen, lambda command: "")


@pytest.mark.slow
@pytest.mark.parametrize("page", documents.pages(), ids=name_of)
def test_commands_print_what_the_documents_show(page: Path) -> None:
    assert documents.difference(page) == ""


def test_a_page_that_shows_something_else_is_found() -> None:
    page = ROOT / "build" / "page.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text('```text title="a.txt"\n3.14 s\n```\n\n```console\n$ cat a.txt; \\\n  echo x\n9.99 s\nx\n```\n')
    assert documents.difference(page) == ""
    page.write_text(page.read_text().replace("\nx\n", "\ny\n"))
    assert "-y\n+x" in documents.difference(page)
    documents.write(page)
    assert documents.difference(page) == ""


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["differences", "rules_page", "pictures"])
def test_what_is_made_from_data_and_runs_is_current(tool: str) -> None:
    done = subprocess.run([warm.python(), "-m", f"tools.{tool}", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, f"`make docs` writes what tools/{tool}.py makes"
