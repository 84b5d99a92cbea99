"""`mindspore.ops.operations.other_ops`: another name of what `mindspore.ops` exports."""

from __future__ import annotations


def __getattr__(name: str) -> object:
    from ms2torch import ops

    if name.startswith("__"):
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(ops, name)
