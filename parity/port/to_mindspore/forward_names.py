"""The names that the lines of a forward read and bind: what a function of the same lines must be given and return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import libcst as cst

from parity.port.to_mindspore.data_flow import names_followed, names_read
from parity.port.to_mindspore.steps import bound_names


@dataclass(slots=True)
class ForwardNames:
    """The names of a forward.

    Attributes:
        made: the names that its lines bind, in their order.
        free: those whose values it reads before any of its lines binds them, in their order.
        called: those that it only calls, in their order.
        followed: those of `free` whose graphs the result keeps (not ``x`` of ``x.detach()``).
        tensors: those of `made` that hold tensors at its end.
    """

    made: list[str] = field(default_factory=list)
    free: dict[str, None] = field(default_factory=dict)
    called: dict[str, None] = field(default_factory=dict)
    followed: set[str] = field(default_factory=set)
    tensors: set[str] = field(default_factory=set)


def names_of(lines: Iterable[cst.Assign], tensors_of: Callable[[cst.Assign], set[str]]) -> ForwardNames:
    """Return the names of plain assignments in a row.

    Args:
        lines (Iterable[cst.Assign]): the assignments.
        tensors_of (Callable): returns the names that one of them binds tensors to.

    Returns:
        The names.
    """
    names = ForwardNames()
    for line in lines:
        values, functions = names_read(line.value)
        names.free |= {name: None for name in values if name not in names.made}
        names.followed |= {name for name in names_followed(line.value) if name not in names.made}
        names.called |= dict.fromkeys(functions)
        bound = bound_names(line.targets[0].target)
        names.tensors -= bound
        names.tensors |= tensors_of(line)
        names.made += [name for name in sorted(bound) if name not in names.made]
    return names
