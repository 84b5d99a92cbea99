"""Whether a class is ms2torch's, which says MindSpore's name of its module while `import mindspore` means ms2torch."""

from __future__ import annotations

import sys

_OURS, _THEIRS = "ms2torch", "mindspore"


def module_of(kind: object) -> str:
    """Return the module of a class or a function: of ms2torch's as its file is called, of others as they say it.

    Args:
        kind (object): a class or a function.
    """
    said: str = getattr(kind, "__module__", None) or ""
    root, dot, rest = said.partition(".")
    return f"{_OURS}{dot}{rest}" if root == _THEIRS and is_replaced() else said


def is_ours(kind: object) -> bool:
    """Tell whether a class or a function is ms2torch's.

    Args:
        kind (object): a class or a function.
    """
    return module_of(kind).partition(".")[0] == _OURS


def is_replaced() -> bool:
    """Tell whether ``import mindspore`` means ms2torch."""
    theirs = sys.modules.get(_THEIRS)
    return theirs is not None and theirs is sys.modules.get(_OURS)
