"""The operations of an execution as both frameworks count them: a framework's layer, or a call outside of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parity.dumps.execution import Entry, Execution, Frame, Stored
from parity.executions.kinds import VIEWS, is_layer, kind_of

_MERGED = {"biasadd": frozenset({"conv", "matmul", "convtranspose", "linear"})}
"""Operations that belong to the one before them, where that is one of these."""
_HOLDERS = frozenset({"Sequential", "ModuleList", "ModuleDict", "SequentialCell", "CellList", "CellDict"})
"""Layers of a framework that are made of the user's, whatever these are called."""


_NORMALIZES = ("gamma", "beta", "moving_mean", "moving_variance")
"""What the operation of a BatchNorm is given behind its input, under the names that its Cell has for them."""


@dataclass(slots=True, eq=False)
class Unit:
    """One operation.

    Args:
        number (int): position among the operations of the execution.
        kind (str): what it is (`parity.executions.kinds`).
        module (Entry | None): the entry of the layer that it is; None for a call outside of one.
        calls (list[Entry]): the API calls it consists of, without those that only ask for a shape.
        inputs (list[Stored]): what it is given, weights of its own left out.
        weights (dict[str, Stored]): its weights by name.
        outputs (list[Stored]): what it returns.
    """

    number: int
    kind: str
    module: Entry | None
    calls: list[Entry] = field(default_factory=list)
    inputs: list[Stored] = field(default_factory=list)
    weights: dict[str, Stored] = field(default_factory=dict)
    outputs: list[Stored] = field(default_factory=list)
    parents: tuple[str, ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry it is named after."""
        return self.module if self.module is not None else self.calls[0]

    @property
    def path(self) -> str:
        """Path of the layer, or the name of the call."""
        return self.module.path if self.module is not None else self.entry.name.rpartition(".forward")[0]

    @property
    def type(self) -> str:
        """Class name of the layer, or the name of the API."""
        return self.entry.type

    @property
    def frame(self) -> Frame | None:
        """The user's line that called it."""
        return self.entry.user_frame or next((f for c in self.calls if (f := c.user_frame) is not None), None)

    @property
    def is_half(self) -> bool:
        """Tell whether it computes in half precision."""
        return any(tensor.dtype in {"float16", "bfloat16"} for tensor in (*self.inputs, *self.outputs))


@dataclass(slots=True)
class Operations:
    """The operations of one execution, and which tensors flow between them.

    Args:
        execution (Execution): what they are of.
        units (list[Unit]): in order, without views.
        containers (list[Entry]): modules that hold others or are the user's own.
        producers (dict[int, Unit]): by `id` of a tensor that a unit is given: the unit that made it.
    """

    execution: Execution
    units: list[Unit] = field(default_factory=list)
    containers: list[Entry] = field(default_factory=list)
    producers: dict[int, Unit] = field(default_factory=dict)


def operations_of(execution: Execution) -> Operations:
    """Return the operations of an execution's forward pass."""
    forward = execution.of_phase("forward")
    modules = {entry.name: entry for entry in forward if entry.kind == "module"}
    layers = _layers(forward, modules)
    found = Operations(execution)
    parts: dict[str, list[Entry]] = {}
    for entry in forward:
        if entry.kind == "module":
            if entry.name in layers:
                found.units.append(_layer_unit(len(found.units), entry, parts.pop(entry.name, []), modules))
            else:
                found.containers.append(entry)
            continue
        around = _around(entry, modules, layers)
        if around is not None:
            parts.setdefault(around, []).append(entry)
            continue
        if not _is_view(entry):
            _add_call(found, entry, modules)
    _connect(found)
    return found


def _layers(forward: list[Entry], modules: Mapping[str, Entry]) -> set[str]:
    """Return the modules that are a framework's own layers and hold no others."""
    holding = {entry.parent for entry in forward if entry.kind == "module" and _is_part(entry, modules)}
    own: set[str] = set()
    for entry in forward:
        parent = modules.get(entry.parent or "")
        if parent is not None and entry.kind == "api" and _written_in(entry, parent):
            own.add(parent.name)
    bare = not any(entry.kind == "api" for entry in forward)
    return {
        name
        for name, entry in modules.items()
        if name not in holding and name not in own and (bare or is_layer(entry.type, of_torch=entry.family == "Module"))
    }


def _is_part(entry: Entry, modules: Mapping[str, Entry]) -> bool:
    """Tell whether a module is a part of the one around it that counts: not where a framework's layer is made of it."""
    around = modules.get(entry.parent or "")
    if around is None:
        return False
    if around.type in _HOLDERS:
        return True
    private = not is_layer(entry.type, of_torch=entry.family == "Module") and not _written_in(entry, around)
    return not (private and is_layer(around.type, of_torch=around.family == "Module"))


def _written_in(call: Entry, module: Entry) -> bool:
    """Tell whether the user's own code in `module` makes a call: its line is not the one that calls the module."""
    theirs, mine = call.user_frame, module.user_frame
    return theirs is not None and mine is not None and theirs[:3] != mine[:3]


def _around(entry: Entry, modules: Mapping[str, Entry], layers: set[str]) -> str | None:
    parent, depth = entry.parent, 0
    while parent is not None and depth < 200:
        if parent in layers:
            return parent
        around = modules.get(parent)
        parent, depth = around.parent if around is not None else None, depth + 1
    return None


def _parents(entry: Entry, modules: Mapping[str, Entry]) -> tuple[str, ...]:
    found: list[str] = []
    parent = entry.parent
    while parent is not None and parent in modules and len(found) < 200:
        found.append(parent)
        parent = modules[parent].parent
    return tuple(found)


def _is_view(entry: Entry) -> bool:
    """Tell whether a call only asks for a shape, or hands on the very elements that it was given."""
    results, inputs = entry.results, entry.inputs
    if not results:
        return True
    if len(results) != 1 or len(inputs) != 1:
        return False
    (out,), (given,) = results, inputs
    if out.dtype != given.dtype or out.numel != given.numel or kind_of(entry) in {"flip", "roll"}:
        return False
    if kind_of(entry) in VIEWS:
        return True
    return kind_of(entry) in {"cast", "dropout"} and out.figures is not None and out.figures == given.figures


def _layer_unit(number: int, module: Entry, calls: list[Entry], modules: Mapping[str, Entry]) -> Unit:
    kept = [call for call in calls if not _is_view(call)]
    return Unit(
        number,
        kind_of(module),
        module,
        kept,
        module.inputs,
        {**module.parameters, **_statistics_before(module, kept)},
        module.results,
        _parents(module, modules),
    )


def _statistics_before(module: Entry, calls: list[Entry]) -> dict[str, Stored]:
    """Return the running statistics that a Cell's operation was given: those of the Cell are dumped after the call."""
    given = calls[0].inputs if calls and kind_of(module) == "batchnorm" else []
    if len(given) != 5 or "moving_mean" not in module.parameters:
        return {}
    return {"moving_mean": given[3], "moving_variance": given[4]}


def _add_call(found: Operations, entry: Entry, modules: Mapping[str, Entry]) -> None:
    kind = kind_of(entry)
    last = found.units[-1] if found.units else None
    if last is not None and _belongs_to(entry, kind, last):
        last.calls.append(entry)
        last.inputs += entry.inputs[1:]
        last.outputs = entry.results
        last.kind = "linear" if last.kind == "matmul" else last.kind
        return
    inputs, weights = entry.inputs, {}
    if kind == "batchnorm" and entry.family == "Primitive" and len(inputs) == len(_NORMALIZES) + 1:
        inputs, weights = inputs[:1], dict(zip(_NORMALIZES, inputs[1:], strict=True))
    made = Unit(len(found.units), kind, None, [entry], inputs, weights, entry.results, _parents(entry, modules))
    found.units.append(made)


def _follows(entry: Entry, last: Unit) -> bool:
    inputs = entry.inputs
    return bool(inputs) and bool(last.outputs) and inputs[0].figures == last.outputs[0].figures


def _belongs_to(entry: Entry, kind: str, last: Unit) -> bool:
    """Tell whether a call adds the bias to the product or convolution that was just made."""
    if last.module is not None or not _follows(entry, last):
        return False
    return last.kind in _MERGED.get(kind, ()) or (kind == "add" and last.kind == "matmul" and _adds_a_row(entry))


def _adds_a_row(entry: Entry) -> bool:
    """Tell whether a sum adds one number for each column."""
    inputs = entry.inputs
    columns = inputs[0].shape[-1:]
    return len(inputs) == 2 and inputs[1].shape == columns and inputs[0].shape != columns


def key_of(stored: Stored) -> tuple[int, float, float] | None:
    """Return what a tensor is looked up by within one execution: its size, greatest and least element."""
    figures = stored.figures
    if figures is None or figures.max is None or figures.min is None:
        return None
    return stored.numel, figures.max, figures.min


def same_elements(one: Stored, other: Stored) -> bool:
    """Tell whether two tensors of one size and one range hold the same elements: sums differ by their order alone."""
    ours, theirs = one.figures, other.figures
    if ours is None or theirs is None:
        return False
    if ours.norm is None or theirs.norm is None or ours.mean is None or theirs.mean is None:
        return ours == theirs
    scale = max(abs(ours.max or 0.0), abs(ours.min or 0.0))
    close = abs(ours.norm - theirs.norm) <= 1e-5 * abs(ours.norm)
    return (close and abs(ours.mean - theirs.mean) <= 1e-5 * scale) or ours == theirs


def _connect(found: Operations) -> None:
    """Note which unit made what each unit is given: the last one before it that returned these elements."""
    made: dict[tuple[int, float, float], list[tuple[Stored, Unit]]] = {}
    for unit in found.units:
        for stored in (*unit.inputs, *unit.weights.values()):
            key = key_of(stored)
            candidates = made.get(key, ()) if key is not None else ()
            maker = next((u for result, u in reversed(candidates) if same_elements(result, stored)), None)
            if maker is not None:
                found.producers[id(stored)] = maker
        for stored in unit.outputs:
            key = key_of(stored)
            if key is not None:
                made.setdefault(key, []).append((stored, unit))
