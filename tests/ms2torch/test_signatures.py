"""Signatures are those of MindSpore 2.10.0: names, kinds, order and defaults, for every name that ms2torch has."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tests.opdb._calls import resolve
from tests.opdb._known import known_differences, verdict
from tools.signature_text import GENERIC, kind_of, signature_text, signature_texts
from tools.snapshot import load_snapshot

SNAPSHOT = load_snapshot()
PARENTS = sorted({name.rpartition(".")[0] for name in SNAPSHOT.names})


def found_in(parent: object, last: str) -> tuple[Any, bool]:
    """Our object, and whether its first parameter is `self`; None if there is none."""
    if not inspect.isclass(parent):
        return getattr(parent, last, None), False
    found = inspect.getattr_static(parent, last, None)
    if isinstance(found, (staticmethod, classmethod)):
        return getattr(parent, last), False
    return found, inspect.isroutine(found)


def tensor_class() -> type:
    return resolve("ms2torch.Tensor")


def difference(entry: dict[str, Any], ours: Any, last: str, *, method: bool) -> str:
    """Say how our signature differs from the recorded one; empty when it does not."""
    recorded = [text for text in entry.get("signatures", []) if text != GENERIC]
    if not recorded:
        return ""
    if kind_of(ours) != entry["kind"]:
        return f"is a {kind_of(ours)}, in MindSpore a {entry['kind']}"
    if len(recorded) > 1:
        return cannot_bind(recorded, ours, method=method)
    texts = signature_texts(ours, last, method=method)
    if recorded != texts:
        return f"is {texts[0] if texts else 'unknown'}, in MindSpore {recorded[0]}"
    construct = entry.get("construct", GENERIC)
    if construct != GENERIC and hasattr(ours, "construct"):
        own = signature_text(inspect.signature(ours.construct), method=True)
        if own != construct:
            return f"construct is {own}, in MindSpore {construct}"
    return ""


def cannot_bind(overloads: list[str], ours: Any, *, method: bool) -> str:
    """Hold an overloaded name to this: each overload can be called, all by keyword and all by position."""
    signature = inspect.signature(ours)
    first: list[object] = [object()] if method else []
    for overload in overloads:
        given = eval(f"lambda {overload[1:-1]}: None", {"__builtins__": {}}, AnyName())
        parameters = inspect.signature(given).parameters.values()
        plain = [p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        positional = [p for p in plain if p.kind is p.POSITIONAL_OR_KEYWORD]
        try:
            signature.bind(*first, **{p.name: object() for p in plain})
            signature.bind(*first, *(object() for _ in positional))
        except TypeError as error:
            return f"{signature_text(signature, method=method)} does not take the overload {overload}: {error}"
    return ""


class AnyName(dict):
    """Stands for the dtypes and the like that defaults name."""

    def __missing__(self, key: str) -> str:
        return key


@pytest.mark.parametrize("parent", PARENTS)
def test_signatures(parent: str) -> None:
    try:
        owner = resolve("ms2torch" + parent.removeprefix("mindspore"))
    except AttributeError:
        return  # not there yet; `make coverage` counts what is
    messages = []
    for last, entry in SNAPSHOT.children(parent).items():
        ours, method = found_in(owner, last)
        name = f"{parent}.{last}"
        if parent == "mindspore.Parameter" and ours is not None and ours is found_in(tensor_class(), last)[0]:
            continue  # inherited, and held as a name of Tensor
        if ours is None or entry["kind"] not in ("class", "function"):
            listed = any(known.test == "signature" and known.name == name for known in known_differences())
            messages.append(f"{name} is listed in known_differences.toml and is not there" if listed else "")
            continue
        said = difference(entry, ours, last, method=method)
        messages.append(verdict("signature", name, {"": said} if said else {}))
    wrong = [message for message in messages if message]
    if wrong:
        pytest.fail(f"{len(wrong)} signatures:\n" + "\n".join(wrong), pytrace=False)
