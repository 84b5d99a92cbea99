"""The lists of exports are what the modules say, and what they name is there."""

from __future__ import annotations

import importlib

import pytest

from tools.stubs.definitions import ROOT, homes
from tools.stubs.lists import rendered


@pytest.mark.parametrize(("path", "text"), rendered().items(), ids=lambda x: x.name if hasattr(x, "name") else "")
def test_a_list_is_what_the_modules_say(path, text):
    assert path.read_text(encoding="utf-8") == text, "out of date: run `make stubs`"


def test_every_list_of_ops_and_mint_is_derived():
    there = {path for folder in ("ops", "mint") for path in (ROOT / "ms2torch" / folder).rglob("*.pyi")}
    assert there == set(rendered())


def test_what_the_lists_name_is_there():
    wrong = []
    for path in rendered():
        module = importlib.import_module(
            path.relative_to(ROOT).as_posix().removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
        )
        wrong += [f"{module.__name__}.{name}" for name in module.__all__ if not hasattr(module, name)]
    assert not wrong


def test_two_definitions_of_one_name_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.stubs.definitions.ROOT", tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(
            'def abs():\n    """Do it.\n\n    Source: mindspore.ops.abs, MindSpore 2.10\n    """\n'
        )
    with pytest.raises(ValueError, match=r"one and in two: choose"):
        homes((".",), {})
    assert homes((".",), {"mindspore.ops.abs": "two"}) == {"mindspore.ops": {"abs": "two"}}
