"""What ranks exchange: every collective and message of a run, noted at torch's own functions."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.distributed as dist

from parity.code.places import is_framework, shown_path
from parity.sharded.meeting import Meeting

Function = tuple[str, str, int]

REDUCING = frozenset({"all_reduce", "reduce", "reduce_scatter", "reduce_scatter_tensor"})
EXCHANGES = (
    *sorted(REDUCING), "all_gather", "all_gather_into_tensor", "all_to_all", "all_to_all_single", "broadcast", "send",
    "isend", "recv", "irecv",
)  # fmt: skip
"""Torch's functions that exchange something."""
_SENDING = frozenset({"send", "isend"})
_RECEIVING = frozenset({"recv", "irecv"})
_EQUAL = REDUCING | {"all_gather", "all_gather_into_tensor", "broadcast"}
"""Those that every rank must give as many elements: Gloo, which is not told, waits for the rest for ever."""
PAIRED = _SENDING | _RECEIVING
"""Those of which one rank's has its other end on another."""


@dataclass(frozen=True, slots=True)
class Message:
    """One exchange.

    Args:
        name (str): of torch's function.
        operation (str): how it reduces, or "".
        size (int): ranks that take part.
        peer (int | None): the one rank that a tensor is sent to or comes from.
        value (float | None): what was given, where that is one number.
        place (str): the line that asks for it, as ``file:line``.
        within (frozenset[Function]): the functions that were running, by file, name and first line.
    """

    name: str
    operation: str
    size: int
    peer: int | None = None
    value: float | None = None
    place: str = field(default="", compare=False)
    within: frozenset[Function] = field(default=frozenset(), compare=False, repr=False)

    @property
    def to(self) -> int | None:
        """The one rank that a tensor is sent to."""
        return self.peer if self.name in _SENDING else None


@contextmanager
def watched_messages(meeting: Meeting | None = None) -> Iterator[list[Message]]:
    """Within the block, note what is exchanged.

    Args:
        meeting (Meeting, optional): where the ranks look first whether the others come. Default: ``None``.
    """
    found: list[Message] = []
    open_calls: list[str] = []
    before = {name: getattr(dist, name) for name in EXCHANGES if hasattr(dist, name)}
    for name, function in before.items():
        setattr(dist, name, _noting(name, function, found, open_calls, meeting))
    try:
        yield found
    finally:
        for name, function in before.items():
            setattr(dist, name, function)


def left_over(ranks: Sequence[Sequence[Message]]) -> bool:
    """Tell whether something was sent that nobody received.

    Args:
        ranks (Sequence[Sequence[Message]]): what each rank exchanged.
    """
    pairs: dict[tuple[int, int], int] = {}
    for rank, messages in enumerate(ranks):
        for message in messages:
            if message.peer is not None and message.to is not None:
                pairs[rank, message.peer] = pairs.get((rank, message.peer), 0) + 1
            elif message.peer is not None:
                pairs[message.peer, rank] = pairs.get((message.peer, rank), 0) - 1
    return any(pairs.values())


def _noting(
    name: str, function: Callable[..., Any], found: list[Message], open_calls: list[str], meeting: Meeting | None
) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not open_calls:  # torch's own functions may call one another
            message = _message(name, args, kwargs)
            if meeting is not None and dist.is_initialized():
                _meet(meeting, name, message.place, args, kwargs)
            found.append(message)
        open_calls.append(name)
        try:
            return function(*args, **kwargs)
        finally:
            open_calls.pop()

    return call


def _meet(meeting: Meeting, name: str, place: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Wait until the others are about to exchange something too.

    Raises:
        AbsentError: if they are not.
    """
    values = [*args, *kwargs.values()]
    group = next((value for value in values if isinstance(value, dist.ProcessGroup)), None)
    rank = dist.get_rank()
    other = next((value for value in values if isinstance(value, int) and not isinstance(value, bool)), None)
    if name in _SENDING and other is not None:
        meeting.come((rank, other), "send", place, waiting=())
    elif name == "recv" and other is not None:
        meeting.come((other, rank), "send", place, waiting=(other,))
    elif name not in _SENDING | {"recv", "irecv"}:
        members = dist.get_process_group_ranks(group) if group is not None else range(dist.get_world_size())
        if rank in members:
            others = [member for member in members if member != rank]
            meeting.come(tuple(members), name, place, waiting=others, given=_given(name, values))


def _given(name: str, values: Sequence[Any]) -> str:
    """Return how many elements of what type a rank gives, where all must give the same; "" otherwise."""
    tensors = [value for value in values if isinstance(value, torch.Tensor)]
    if name not in _EQUAL or not tensors:
        return ""
    given = tensors[-1] if name in {"all_gather_into_tensor", "reduce_scatter_tensor"} else tensors[0]
    return f"{given.numel()} of {str(given.dtype).removeprefix('torch.')}"


def _message(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Message:
    values = [*args, *kwargs.values()]
    operation = next((str(value) for value in values if isinstance(value, dist.ReduceOp.RedOpType)), "")
    group = next((value for value in values if isinstance(value, dist.ProcessGroup)), None)
    size = dist.get_world_size(group) if dist.is_initialized() else 1
    peer = next((value for value in values if isinstance(value, int)), None) if name in _SENDING | _RECEIVING else None
    given = next((value for value in values if isinstance(value, torch.Tensor)), None)
    single = given is not None and given.numel() == 1 and given.is_floating_point()
    value = float(given.detach()) if single and given is not None else None
    running = list(_running())
    place = f"{shown_path(running[0][0][0])}:{running[0][1]}" if running else ""
    return Message(name, operation, size, peer, value, place, frozenset(function for function, _ in running))


def _running() -> Iterator[tuple[Function, int]]:
    """Yield the functions outside libraries that are running, each with its line."""
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not is_framework(code.co_filename) and "site-packages" not in code.co_filename:
            yield (code.co_filename, code.co_qualname, code.co_firstlineno), frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
