"""What ranks exchange: every collective and message of a run, noted at torch's own functions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

REDUCING = frozenset({"all_reduce", "reduce", "reduce_scatter", "reduce_scatter_tensor"})
_NAMES = (
    *sorted(REDUCING), "all_gather", "all_gather_into_tensor", "all_to_all", "all_to_all_single", "broadcast", "send",
    "isend", "recv", "irecv",
)  # fmt: skip
_SENDING = frozenset({"send", "isend"})


@dataclass(frozen=True, slots=True)
class Message:
    """One exchange.

    Args:
        name (str): of torch's function.
        operation (str): how it reduces, or "".
        size (int): ranks that take part.
        to (int | None): the rank that a tensor is sent to.
        value (float | None): what was given, where that is one number.
        backward (bool): gradients flow through it.
    """

    name: str
    operation: str
    size: int
    to: int | None = None
    value: float | None = None
    backward: bool = False


@contextmanager
def watched_messages() -> Iterator[list[Message]]:
    """Within the block, note what is exchanged."""
    found: list[Message] = []
    open_calls: list[str] = []
    before = {name: getattr(dist, name) for name in _NAMES if hasattr(dist, name)}
    for name, function in before.items():
        setattr(dist, name, _noting(name, function, found, open_calls))
    try:
        yield found
    finally:
        for name, function in before.items():
            setattr(dist, name, function)


def _noting(
    name: str, function: Callable[..., Any], found: list[Message], open_calls: list[str]
) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not open_calls:  # torch's own functions may call one another
            found.append(_message(name, args, kwargs))
        open_calls.append(name)
        try:
            return function(*args, **kwargs)
        finally:
            open_calls.pop()

    return call


def _message(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Message:
    values = [*args, *kwargs.values()]
    operation = next((str(value) for value in values if isinstance(value, dist.ReduceOp.RedOpType)), "")
    group = next((value for value in values if isinstance(value, dist.ProcessGroup)), None)
    size = dist.get_world_size(group) if dist.is_initialized() else 1
    to = next((value for value in values if isinstance(value, int)), None) if name in _SENDING else None
    given = next((value for value in values if isinstance(value, torch.Tensor)), None)
    single = given is not None and given.numel() == 1 and given.is_floating_point()
    value = float(given.detach()) if single and given is not None else None
    return Message(name, operation, size, to, value)
