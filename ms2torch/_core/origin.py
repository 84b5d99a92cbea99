"""Whose a class is: under the hook the classes of this package say MindSpore's name of their module."""

from __future__ import annotations

_OURS = __name__.partition(".")[0]
_THEIRS = "mindspore"
_STARTS = (f"{_OURS}.", f"{_THEIRS}.")


def is_ours(kind: type) -> bool:
    """Tell whether a class is this package's.

    Args:
        kind (type): any class.
    """
    return kind.__module__.startswith(_STARTS)


def module_of(kind: type) -> str:
    """Return the module of a class of this package as its file is called, ``"ms2torch.nn.cell"``; others' as it is.

    Args:
        kind (type): any class.
    """
    said = kind.__module__
    return _OURS + said[len(_THEIRS) :] if said.startswith(_STARTS[1]) else said
