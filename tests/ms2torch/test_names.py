"""No public name of ms2torch is of its own making: each is one of MindSpore 2.10.0."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest
import torch

from tests.opdb._calls import resolve
from tests.opdb._known import known_differences, verdict
from tools.snapshot import load_snapshot

SNAPSHOT = load_snapshot()
CLASSES = ("mindspore.Tensor", "mindspore.Parameter", "mindspore.nn.Cell", "mindspore.nn.Optimizer")


def ours(name: str) -> object | None:
    """What ms2torch has under a MindSpore name; None if it has nothing."""
    try:
        return resolve("ms2torch" + name.removeprefix("mindspore"))
    except AttributeError:
        return None


def public_names(owner: object) -> set[str]:
    """What a user would find there: no modules, nothing with an underscore in front."""
    listed = getattr(owner, "__all__", None) or [each for each in dir(owner) if not each.startswith("_")]
    return {each for each in listed if not comes_from_elsewhere(getattr(owner, each, None))}


def comes_from_elsewhere(found: object) -> bool:
    """Whether it is what a module imported for its own use: a module, `Any`, `torch.nn.Module`, `annotations`."""
    home = getattr(found, "__module__", None) or type(found).__module__
    return inspect.ismodule(found) or home.partition(".")[0] in ("typing", "collections", "torch", "__future__")


@pytest.mark.parametrize("parent", sorted(SNAPSHOT.beside))
def test_nothing_extra_in_modules(parent: str) -> None:
    module = ours(parent)
    if not isinstance(module, ModuleType):
        return  # not there yet; `make coverage` counts what is
    allowed = set(SNAPSHOT.children(parent)) | set(SNAPSHOT.beside[parent])
    check_extra(parent, public_names(module) - allowed)


@pytest.mark.parametrize("path", CLASSES)
def test_nothing_extra_in_classes(path: str) -> None:
    found = ours(path)
    assert found is not None, f"ms2torch has no {path}"
    allowed: set[str] = set()
    for base in (path, *CLASSES):
        if base == path or issubclass(found, ours(base) or ()):
            allowed |= set(SNAPSHOT.children(base))
    inherited = set(dir(torch.nn.Module)) if path.startswith("mindspore.nn.") else set()
    check_extra(path, public_names(found) - allowed - inherited)


def check_extra(parent: str, extra: set[str]) -> None:
    messages = [
        verdict("name", f"{parent}.{each}", {"": "is no name of MindSpore 2.10; put an underscore in front"})
        for each in sorted(extra)
    ]
    prefix = f"{parent}."
    listed = {
        entry.name.removeprefix(prefix)
        for entry in known_differences()
        if entry.test == "name" and entry.name.startswith(prefix) and "." not in entry.name.removeprefix(prefix)
    }
    messages += [f"{prefix}{each} is listed in known_differences.toml and is not there" for each in listed - extra]
    wrong = [message for message in messages if message]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
