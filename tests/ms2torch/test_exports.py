"""What modules export: `from mindspore.nn.layer import *` and `__all__.extend(layer.__all__)` of programs."""

from __future__ import annotations

import importlib
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

RECORDED: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "goldens" / "exports.json").read_text(encoding="utf-8")
)
SHARED: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "goldens" / "shared_names.json").read_text(encoding="utf-8")
)


def ours(name: str) -> str:
    return f"ms2torch{name.removeprefix('mindspore')}"


def exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its package does not exist
        return False


@pytest.mark.parametrize("name", [name for name in RECORDED if exists(ours(name))])
def test_a_module_exports_what_mindspore_exports_of_what_is_there(name: str) -> None:
    module = importlib.import_module(ours(name))
    public = (each for each in RECORDED[name] if not each.startswith("_"))
    there = {each for each in public if hasattr(module, each)}
    exported = set(module.__all__) if there else set()
    assert sorted(there - exported) == []
    assert not [each for each in exported if not hasattr(module, each)], "a star import would fail"


def test_a_star_import_brings_the_names() -> None:
    names: dict[str, object] = {}
    exec("from ms2torch.nn.layer import *\nfrom ms2torch.ops.functional import *", names)
    assert {"Conv2d", "Dense", "relu", "grad"} <= set(names)


def named(name: str) -> object:
    module, _, leaf = ours(name).rpartition(".")
    return getattr(importlib.import_module(module), leaf)


@pytest.mark.parametrize("name", SHARED)
def test_what_is_one_object_in_mindspore_is_one_here(name: str) -> None:
    assert named(name) is named(SHARED[name])
