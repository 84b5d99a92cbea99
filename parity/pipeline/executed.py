"""Recorded executions of whatever a user has: a dump of msprobe's, a trace, or a net that is run now."""

from __future__ import annotations

from pathlib import Path

import torch

from parity.code.errors import CannotCompare
from parity.dumps.execution import Entry, Execution, Figures, Frame, Stored, figures_of
from parity.dumps.folder import is_dump, places_in
from parity.dumps.read import read_dump
from parity.executions.live import LiveRecorder
from parity.nets.adapters import adapt
from parity.nets.eager import eagerly
from parity.nets.inputs import make_inputs
from parity.nets.loading import Loader
from parity.report.finding import placed
from parity.traces.file import StoredCall, StoredTensor, TraceFile, is_trace, open_trace


def executions_of(
    target: str, inputs: tuple[str, ...] = (), *, mode: str = "eval", seed: int = 0, step: int | None = None
) -> list[Execution]:
    """Return every step and rank of a dump, or the one run of a trace or net.

    Args:
        target (str): a folder, or a net.
        inputs (tuple[str, ...]): of a net. Default: none.
        mode (str): of a net. Default: ``"eval"``.
        seed (int): of a net. Default: ``0``.
        step (int | None): the only step of a dump. Default: ``None``, all.

    Raises:
        CannotCompare: if it cannot be read or run.
    """
    if is_dump(target):
        places = [place for place in places_in(target) if step is None or place.step == step]
        if not places:
            raise CannotCompare(f"{target} holds no step {step}")
        return [read_dump(place) for place in places]
    if is_trace(target):
        return [of_trace(open_trace(Path(target)))]
    if not inputs:
        raise CannotCompare(f"{target} is a net: give --input, or a dump or trace in its place")
    made = make_inputs(inputs, seed)
    with Loader() as loader, eagerly():
        subject = adapt(loader.build(target, seed, "reference", target), "reference")
        subject.set_mode(mode)
        return [LiveRecorder(subject).run([entry.tensor for entry in made], seed)]


def of_trace(trace: TraceFile) -> Execution:
    """Return a trace as an execution: its layers' calls in order of completion, with their tensors on disk.

    Args:
        trace (TraceFile): the trace.
    """
    framework = "pytorch" if trace.framework == "torch" else "mindspore"
    family = "Module" if framework == "pytorch" else "Cell"
    types = {layer.path: layer.type for layer in trace.layers}
    weights: dict[str, dict[str, Stored]] = {}
    for weight in trace.weights:
        path, _, name = weight.name.rpartition(".")
        weights.setdefault(path, {})[name] = _stored(trace, weight.tensor)

    def name_of(key: tuple[str, int]) -> str:
        return f"{family}.{key[0] or 'net'}.{types[key[0]]}.forward.{key[1]}"

    entries = [_entry(trace, call, family, types, weights, name_of(call.key)) for call in trace.calls]
    children: dict[tuple[str, int] | None, list[int]] = {}
    for number, call in enumerate(trace.calls):
        children.setdefault(call.parent, []).append(number)
    order: list[int] = []

    def visit(number: int) -> None:
        for child in children.get(trace.calls[number].key, ()):
            visit(child)
        order.append(number)

    for root in children.get(None, ()):
        visit(root)
    task = "statistics" if trace.statistics else "tensor"
    return Execution(
        trace.folder.as_posix(), trace.folder, framework, "L0", task, [entries[number] for number in order]
    )


def _entry(
    trace: TraceFile,
    call: StoredCall,
    family: str,
    types: dict[str, str],
    weights: dict[str, dict[str, Stored]],
    name: str,
) -> Entry:
    path, number = call.key
    parent = (
        f"{family}.{call.parent[0] or 'net'}.{types[call.parent[0]]}.forward.{call.parent[1]}" if call.parent else None
    )
    place = placed(call.line)
    frames = (Frame(*place, "", ""),) if place is not None else ()
    return Entry(
        name,
        "module",
        family,
        path,
        types[path],
        "forward",
        number,
        tuple(_stored(trace, tensor) for tensor in call.inputs),
        {},
        tuple(_stored(trace, tensor) for tensor in call.outputs),
        weights.get(path, {}) if call.leaf else {},
        parent,
        frames,
    )


def _stored(trace: TraceFile, tensor: StoredTensor) -> Stored:
    values = trace.tensor(tensor)
    return Stored(
        str(tensor.dtype).removeprefix("torch."),
        tensor.shape,
        figures_of(values) if values is not None else _figures(tensor),
        load=lambda: trace.tensor(tensor),
        has_values=values is not None,
    )


def _figures(tensor: StoredTensor) -> Figures | None:
    """Return the figures that a trace keeps in place of values; not where some are infinite or no numbers."""
    found = tensor.statistics
    if found is None or found.get("nan") or found.get("inf"):
        return None
    if tensor.dtype == torch.bool:
        return Figures(found.get("max"), found.get("min"), None, None)
    return Figures(found.get("max"), found.get("min"), found.get("mean"), found.get("l2"))
