"""Streams and events: torch's on a GPU; on a CPU there is one stream, and what is asked is done at once."""

from __future__ import annotations

import time
from typing import Any

from ms2torch import context
from ms2torch.runtime._device_module import device_module

__all__ = [
    "Event", "Stream", "StreamCtx", "communication_stream", "current_stream", "default_stream", "set_cur_stream",
    "synchronize",
]  # fmt: skip


# the streams of a host without devices, which are but names
_host: dict[str, Stream | None] = {"current": None}


class Stream:
    """A queue of operations on the device.

    Args:
        priority (int): ``-1`` high or ``0`` low. Default: ``0``.
        kwargs (dict): accepted for MindSpore's own use.

    Source: mindspore.runtime.Stream, MindSpore 2.10
    """

    def __init__(self, priority: int = 0, **kwargs: Any) -> None:
        module = device_module()
        self.device_name = context.get_context("device_target")
        self.device_id = context.get_context("device_id")
        self.id = 0
        self._torch = kwargs.get("torch_stream") or (None if module is None else module.Stream(priority=priority))

    def synchronize(self) -> None:
        """Wait until everything in the queue is done."""
        if self._torch is not None:
            self._torch.synchronize()

    def query(self) -> bool:
        """Tell whether everything in the queue is done."""
        return True if self._torch is None else bool(self._torch.query())

    def wait_event(self, event: Event) -> None:
        """Let what comes now wait for an event."""
        if self._torch is not None and event._torch is not None:
            self._torch.wait_event(event._torch)

    def wait_stream(self, stream: Stream) -> None:
        """Let what comes now wait for what another stream has been given."""
        if self._torch is not None and stream._torch is not None:
            self._torch.wait_stream(stream._torch)

    def record_event(self, event: Event | None = None) -> Event:
        """Put an event into the queue, and return it."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def __repr__(self) -> str:
        return f"Stream(device_name={self.device_name}, device_id:{self.device_id}, stream id:{self.id})"


class Event:
    """A mark in a stream.

    Args:
        enable_timing (bool): measure when it is reached. Default: ``False``.
        blocking (bool): let `wait` wait in the program too. Default: ``False``.

    Source: mindspore.runtime.Event, MindSpore 2.10
    """

    def __init__(self, enable_timing: bool = False, blocking: bool = False) -> None:
        module = device_module()
        self._torch = None if module is None else module.Event(enable_timing=enable_timing, blocking=blocking)
        self._timing = enable_timing
        self._reached: float | None = None

    def record(self, stream: Stream | None = None) -> None:
        """Put the event into a stream; the current one by default."""
        if self._torch is not None:
            self._torch.record(*([stream._torch] if stream is not None and stream._torch is not None else []))
        self._reached = time.perf_counter()

    def wait(self, stream: Stream | None = None) -> None:
        """Let what a stream is given now wait for the event."""
        if self._torch is not None:
            self._torch.wait(*([stream._torch] if stream is not None and stream._torch is not None else []))

    def synchronize(self) -> None:
        """Wait until the event is reached."""
        if self._torch is not None:
            self._torch.synchronize()

    def query(self) -> bool:
        """Tell whether the event is reached."""
        return True if self._torch is None else bool(self._torch.query())

    def elapsed_time(self, end_event: Event) -> float:
        """Return the milliseconds from this event to another.

        Raises:
            RuntimeError: if one was not recorded, or not made with ``enable_timing=True``.
        """
        if not (self._timing and end_event._timing) or self._reached is None or end_event._reached is None:
            msg = "Event.elapsed_time: both events must be made with enable_timing=True and recorded"
            raise RuntimeError(msg)
        if self._torch is not None:
            return float(self._torch.elapsed_time(end_event._torch))
        return (end_event._reached - self._reached) * 1e3


class StreamCtx:
    """While the block runs, operations go to a stream.

    Args:
        ctx_stream (Stream): the stream.

    Raises:
        TypeError: if it is no Stream.

    Source: mindspore.runtime.StreamCtx, MindSpore 2.10
    """

    def __init__(self, ctx_stream: Stream | None) -> None:
        if ctx_stream is not None and not isinstance(ctx_stream, Stream):
            msg = f"For 'StreamCtx', the argument 'ctx_stream' should be Stream, but got {ctx_stream!r}"
            raise TypeError(msg)
        self.stream = ctx_stream
        self._inner: Any = None

    def __enter__(self) -> None:
        module = device_module()
        if module is not None and self.stream is not None:
            self._inner = module.stream(self.stream._torch)
            self._inner.__enter__()

    def __exit__(self, *error: object) -> None:
        if self._inner is not None:
            self._inner.__exit__(*error)
            self._inner = None


def current_stream() -> Stream:
    """Return the stream that operations go to.

    Source: mindspore.runtime.current_stream, MindSpore 2.10
    """
    module = device_module()
    if module is None:
        return _host["current"] or default_stream()
    return Stream(torch_stream=module.current_stream())


def default_stream() -> Stream:
    """Return the stream that operations go to unless another is chosen.

    Source: mindspore.runtime.default_stream, MindSpore 2.10
    """
    module = device_module()
    if module is None:
        return _host.setdefault("default", Stream())  # type: ignore[return-value]
    return Stream(torch_stream=module.default_stream())


def communication_stream() -> Stream:
    """Return a stream for messages between processes; torch keeps its own, this is the current one.

    Source: mindspore.runtime.communication_stream, MindSpore 2.10
    """
    return current_stream()


def set_cur_stream(stream: Stream | None) -> None:
    """Choose the stream that operations go to.

    Args:
        stream (Stream): the stream; ``None`` changes nothing.

    Raises:
        TypeError: if it is no Stream.

    Source: mindspore.runtime.set_cur_stream, MindSpore 2.10
    """
    if stream is None:
        return
    if not isinstance(stream, Stream):
        msg = f"For 'set_cur_stream', the argument 'stream' should be Stream, but got {stream!r}"
        raise TypeError(msg)
    module = device_module()
    if module is None:
        _host["current"] = stream
    else:
        module.set_stream(stream._torch)


def set_stream_limit(stream: Stream, cube_num: int = -1, vector_num: int = -1) -> None:
    """Accept how many of Ascend's cores a stream may use; without effect on other devices.

    Args:
        stream (Stream): the stream.
        cube_num (int): cores that multiply matrices. Default: ``-1``, any.
        vector_num (int): cores that do the rest. Default: ``-1``, any.

    Raises:
        TypeError: if it is no Stream.

    Source: mindspore.runtime.set_stream_limit, mindspore.set_stream_limit, MindSpore 2.10
    """
    _need_stream("set_stream_limit", stream)


def reset_stream_limit(stream: Stream) -> None:
    """Undo `set_stream_limit`.

    Args:
        stream (Stream): the stream.

    Raises:
        TypeError: if it is no Stream.

    Source: mindspore.runtime.reset_stream_limit, mindspore.reset_stream_limit, MindSpore 2.10
    """
    _need_stream("reset_stream_limit", stream)


def _need_stream(op: str, stream: object) -> None:
    if not isinstance(stream, Stream):
        msg = f"For '{op}', the argument 'stream' should be Stream, but got {stream!r}"
        raise TypeError(msg)


def synchronize() -> None:
    """Wait until the device has done what it was asked.

    Source: mindspore.runtime.synchronize, MindSpore 2.10
    """
    module = device_module()
    if module is not None:
        module.synchronize()
