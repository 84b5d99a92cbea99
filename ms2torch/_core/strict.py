"""A mode in which what MindSpore refuses is refused, though torch underneath could do it.

A Cell here is a torch Module and a Tensor holds a torch tensor, so that torch code and MindSpore code mix. Whoever
wants to know whether a program runs in MindSpore asks for the refusals of MindSpore.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _Mode:
    """Whether the mode is on; one attribute, which is read where something would be refused."""

    def __init__(self) -> None:
        self.on = False


mode = _Mode()


@contextmanager
def as_in_mindspore() -> Iterator[None]:
    """Refuse what MindSpore refuses while the block runs, in every thread.

    A torch Module as child of a Cell, calling a Cell's `forward`, and a function of torch on MindSpore's Tensors raise
    as they do in MindSpore: ``TypeError``, ``AttributeError``, ``TypeError``.

    Example:
        >>> with as_in_mindspore():
        ...     net = Net()  # TypeError where a torch Module is left in it
        ...     net(x)
    """
    before, mode.on = mode.on, True
    try:
        yield
    finally:
        mode.on = before


def refuse_torch_module(name: str, child: object) -> None:
    """Refuse a torch Module as the child of a Cell while the mode is on.

    Args:
        name (str): the child's name.
        child (object): the Module.

    Raises:
        TypeError: if the mode is on.
    """
    if mode.on:
        msg = (
            "For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell' if not None, but got type "
            f"{type(child)} under the name {name!r}: a torch Module, which MindSpore cannot hold; write a Cell in its "
            "place"
        )
        raise TypeError(msg)
