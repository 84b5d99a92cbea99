"""The run that a trace holds, as if the net had run now."""

from __future__ import annotations

from collections.abc import Mapping

from parity.nets.base import Layer
from parity.nets.trace import Call, Named, Shape, Trace
from parity.traces.file import StoredCall, StoredError, StoredTensor, TraceFile


class RecordedError(Exception):
    """What the recorded net raised, in words; `recorded_place` is ``file:line``, or ""."""

    recorded_place = ""


def _raised(error: StoredError) -> RecordedError:
    """Return an exception that reads as the recorded one did."""
    made: RecordedError = type(error.type, (RecordedError,), {})(error.message)
    made.recorded_place = error.line
    return made


def play_back(file: TraceFile, layers: Mapping[str, Layer]) -> Trace:
    """Return the recorded run; tensors stay on disk until they are read.

    Args:
        file (TraceFile): the trace.
        layers (Mapping[str, Layer]): the layers of the recorded net, by path.
    """
    trace = Trace()
    for stored in file.calls:
        trace.calls[stored.key] = _call(file, layers, stored)
    root = trace.calls[("", 0)]
    if file.raised:
        trace.raised = _raised(file.raised)
    trace.outputs = [(name, tensor) for name, (_, tensor) in zip(file.outputs, root.held_outputs, strict=False)]
    return trace


def _call(file: TraceFile, layers: Mapping[str, Layer], stored: StoredCall) -> Call:
    return Call(
        key=stored.key,
        layer=layers[stored.key[0]],
        parent=stored.parent,
        arguments=stored.arguments,
        inputs=_shapes(stored.inputs),
        outputs=_shapes(stored.outputs),
        held_inputs=_held(file, stored.inputs),
        held_outputs=_held(file, stored.outputs),
        line=stored.line,
        leaf=stored.leaf,
        raised=_raised(stored.raised) if stored.raised else None,
        done=stored.done,
    )


def _shapes(tensors: list[StoredTensor]) -> list[tuple[str, Shape]]:
    return [(t.path, Shape(t.shape, t.dtype, t.place)) for t in tensors]


def _held(file: TraceFile, tensors: list[StoredTensor]) -> Named:
    """Return the tensors of a call; none where not all were kept."""
    found = [(stored.path, file.tensor(stored)) for stored in tensors]
    whole = [(path, tensor) for path, tensor in found if tensor is not None]
    return whole if len(whole) == len(found) else []
