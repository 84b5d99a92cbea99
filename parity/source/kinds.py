"""What kind of thing an expression is, as far as the code itself tells."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

Sort = Literal["unknown", "none", "plain", "tensor", "name", "instance", "module", "several", "own", "object", "choice"]


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of an expression.

    Two names of one tensor have the *same* kind object: `is` tells an alias.

    Attributes:
        sort: ``name``: something imported, by its full name; ``instance``: an object of an imported class; ``tensor``;
            ``module``: a layer of unknown class; ``several``: a list or tuple; ``own``: a class or function of the
            file; ``object``: an object of a class of the file; ``plain``: data that is certainly no tensor;
            ``none``: None; ``choice``: one of several; ``unknown``.
        name: the full name (``name``, ``instance``), the framework (``tensor``), or the file's own name.
        items: of ``several``: the kinds of its items, or the one kind of them all; of ``choice``: the kinds.
        node: of ``own`` and ``object``: the definition.
    """

    sort: Sort
    name: str = ""
    items: tuple[Kind, ...] = ()
    node: ast.AST | None = field(default=None, compare=False)

    @property
    def is_tensor(self) -> bool:
        """True if it is a tensor, or None or a tensor, or one of several tensors."""
        if self.sort == "choice":
            return all(item.is_tensor or item.sort == "none" for item in self.items)
        return self.sort == "tensor"

    @property
    def framework(self) -> str:
        """Which framework's: ``torch``, ``mindspore``, or "" (neither, or not known)."""
        if self.sort == "choice":
            return next((item.framework for item in self.items if item.framework), "")
        root = self.name.partition(".")[0] if self.sort in {"tensor", "name", "instance"} else ""
        return root if root in FRAMEWORKS else ""


FRAMEWORKS = ("torch", "mindspore")
UNKNOWN = Kind("unknown")
NONE = Kind("none")
PLAIN = Kind("plain")
MODULE = Kind("module")


def named(name: str) -> Kind:
    """Return the kind of something imported."""
    return Kind("name", name)


def tensor(framework: str) -> Kind:
    """Return the kind of a new tensor; no other kind object is the same one."""
    return Kind("tensor", framework)


def several(*items: Kind) -> Kind:
    """Return the kind of a list or tuple with these items, or with any number of items of the one kind."""
    return Kind("several", items=items)


def join(kinds: Iterable[Kind]) -> Kind:
    """Return the kind of what is one of `kinds`; None beside another kind is left out."""
    found: list[Kind] = []
    for kind in kinds:
        for item in kind.items if kind.sort == "choice" else (kind,):
            if item not in found:
                found.append(item)
    found = [kind for kind in found if kind.sort != "none"] or found[:1]
    if len(found) <= 1:
        return found[0] if found else UNKNOWN
    return Kind("choice", items=tuple(found))


def item_of(kind: Kind, index: int | None = None) -> Kind:
    """Return the kind of an item of a list, tuple or tensor: the item `index`, or any of them."""
    if kind.sort == "tensor":
        return tensor(kind.name)
    if kind.sort == "choice":
        return join(item_of(item, index) for item in kind.items)
    if kind.sort != "several" or not kind.items:
        return PLAIN if kind.sort == "plain" else UNKNOWN
    if len(kind.items) == 1:  # the kind of every item: two of them are two tensors
        return replace(kind.items[0])
    if index is not None and -len(kind.items) <= index < len(kind.items):
        return kind.items[index]
    return join(kind.items)
