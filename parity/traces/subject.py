"""The adapter for a trace: the net is what its recorder wrote down, and a run of it is played back.

Layers of the frameworks themselves are built again from their recorded arguments, so that corrections can be tried on
them; the user's own classes are empty shells that hold their parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import torch

from mappings.rows.model import Opaque
from parity.code.constructions import Construction, Constructions
from parity.code.errors import CannotCompare
from parity.code.faults import hand_over, raise_own
from parity.code.places import Location
from parity.nets.base import Layer, Subject, Weight
from parity.nets.built import Built
from parity.nets.ms_cell import MsCell
from parity.nets.torch_module import TorchModule
from parity.traces.file import StoredLayer, TraceFile, open_trace
from parity.traces.playback import play_back

if TYPE_CHECKING:
    from parity.nets.trace import Run, Trace


class Shell(torch.nn.Module):
    """Stands for a layer whose code is not here; `recorded_body` says where it was written."""

    recorded_body: str | None = None

    def forward(self, *arguments: object) -> object:
        """Refuse: there is nothing to run.

        Raises:
            RuntimeError: always.
        """
        del arguments
        raise RuntimeError(f"{type(self).__name__} is part of a trace: its code is not here")


class Recorded(TorchModule):
    """What a trace of either framework answers.

    Args:
        trace (TraceFile): the trace.
        role (str): ``"reference"`` or ``"port"``.
    """

    is_recorded: ClassVar[bool] = True

    def __init__(self, trace: TraceFile, role: str) -> None:
        self.trace_file = trace
        self._built_layers = _Skeleton(self, trace)
        built = Built(self._built_layers.net, Constructions(), None, trace.folder.as_posix())
        super().__init__(built, role)

    @property
    def layers(self) -> dict[str, Layer]:
        """Every recorded layer by path."""
        return self._built_layers.layers

    @property
    def weights(self) -> list[Weight]:
        """Every recorded parameter and buffer, in the recorded order."""
        return self._built_layers.weights

    def parameter_names(self) -> list[str]:
        """Return the argument names of the recorded net."""
        return self.trace_file.parameters

    def set_mode(self, mode: str) -> None:
        """Put the rebuilt layers in the mode that was recorded.

        Raises:
            CannotCompare: if another mode is asked for.
        """
        if mode != self.trace_file.mode:
            raise CannotCompare(
                f"the trace {self.name} was recorded in {self.trace_file.mode} mode: give --mode "
                f"{self.trace_file.mode}, or record it again"
            )
        super().set_mode(mode)

    def stray_tensors(self, module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
        """Yield the plain tensor attributes of rebuilt layers."""
        return iter(()) if isinstance(module, Shell) else super().stray_tensors(module)

    def replay(self, run: Run) -> Trace:
        """Return the recorded run, as if the net had run now."""
        del run
        return play_back(self.trace_file, self.layers)


class RecordedTorch(Recorded):
    """A trace of a torch net."""


class RecordedCell(Recorded, MsCell):
    """A trace of a MindSpore net on ms2torch."""


class RecordedMindSpore(RecordedCell):
    """A trace of real MindSpore; ms2torch's layers stand in where one has to run."""

    framework: ClassVar[str] = "mindspore"


def open_subject(target: str | Path, role: str, name: str) -> Recorded:
    """Open the trace in a directory as a side of a comparison.

    Raises:
        CannotCompare: if it cannot be used; says why.
    """
    trace = open_trace(Path(target))
    known: dict[str, type[Recorded]] = {
        "torch": RecordedTorch,
        "ms2torch": RecordedCell,
        "mindspore": RecordedMindSpore,
    }
    if trace.framework not in known:
        raise CannotCompare(f"trace {trace.folder} is of {trace.framework!r}, which this ms2torch does not know")
    subject = known[trace.framework](trace, role)
    subject.name = name or str(target)
    return subject


class _Skeleton:
    """The modules of a recorded net."""

    def __init__(self, subject: Recorded, trace: TraceFile) -> None:
        self._subject = subject
        self._trace = trace
        self.layers: dict[str, Layer] = {}
        self.weights: list[Weight] = []
        self._modules: dict[str, torch.nn.Module] = {}
        self._rebuilt: list[str] = []
        self._local = _local_names(trace)
        for stored in trace.layers:
            self._add(stored)
        self.net = self._modules[""]
        self._fill()

    def _add(self, stored: StoredLayer) -> None:
        inside = next((path for path in self._rebuilt if stored.path.startswith(f"{path}.")), None)
        if inside is not None:
            try:
                module = self._modules[inside].get_submodule(stored.path[len(inside) + 1 :])
            except AttributeError:
                return
        else:
            module = self._module(stored)
            if stored.path:
                parent, _, name = stored.path.rpartition(".")
                self._modules[parent].add_module(name, module)
        self._modules[stored.path] = module
        construction = Construction(type(module), dict(stored.arguments), _location(stored), stored.exact)
        self.layers[stored.path] = Layer(stored.path, module, stored.api, stored.custom, construction)

    def _module(self, stored: StoredLayer) -> torch.nn.Module:
        if stored.api is not None and not stored.custom and not self._subject.is_container(stored.api) and stored.path:
            module = self._rebuild(stored)
            if module is not None:
                self._rebuilt.append(stored.path)
                return module
        shell: Any = type(stored.type, (Shell,), {})
        made: torch.nn.Module = shell()
        made.recorded_body = stored.body  # type: ignore[assignment]
        return made

    def _rebuild(self, stored: StoredLayer) -> torch.nn.Module | None:
        """Build a framework's layer from its recorded arguments; None if that does not give the same weights."""
        cls = self._subject.resolve(stored.api or "")
        if cls is None or any(isinstance(v, Opaque) and not _harmless(n, v) for n, v in stored.arguments.items()):
            return None
        known = {name: value for name, value in stored.arguments.items() if not isinstance(value, Opaque)}
        try:
            module = hand_over(cls, (), known)
        except Exception as error:  # noqa: BLE001 - whatever it refuses, the recorded tensors are there
            raise_own(error)
            return None
        if not isinstance(module, torch.nn.Module):
            return None
        weights: dict[str, torch.Tensor] = dict(torch.nn.Module.named_parameters(module, remove_duplicate=False))
        weights.update(torch.nn.Module.named_buffers(module))
        shapes = {name: tuple(tensor.shape) for name, tensor in weights.items()}
        return module if shapes == self._local.get(stored.path, {}) else None

    def _fill(self) -> None:
        """Give every weight its recorded value."""
        made: dict[str, torch.Tensor] = {}
        for stored in self._trace.weights:
            value = self._trace.tensor(stored.tensor)
            if value is None:
                value = torch.zeros(stored.tensor.shape, dtype=stored.tensor.dtype)
            path, _, local = stored.name.rpartition(".")
            module = self._modules.get(path)
            if module is None:
                continue
            held = module._parameters.get(local, module._buffers.get(local))
            if stored.same_as in made and not isinstance(held, torch.nn.Parameter):
                tensor = made[stored.same_as]
            elif held is None and stored.buffer:
                tensor = value.clone()
                module.register_buffer(local, tensor)
            elif held is None:
                wants = stored.trainable and value.is_floating_point()
                tensor = torch.nn.Parameter(value.clone(), requires_grad=wants)
                module.register_parameter(local, tensor)
            else:
                tensor = held
                tensor.data = value.clone()
                if not stored.buffer:
                    tensor.requires_grad_(stored.trainable and value.is_floating_point())
            made[stored.name] = tensor
            self.weights.append(Weight(stored.name, tensor, stored.buffer))


def _harmless(name: str, value: Opaque) -> bool:
    """Tell whether an argument that cannot be passed again only sets first values, or is a dtype or device."""
    initial = ("init" in name or name in {"embedding_table", "_weight"}) and "ReLU" not in value.text
    return initial or name in {"device", "dtype", "weight", "generator"}


def _local_names(trace: TraceFile) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return the shapes of the weights at and below every layer, by their local names."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for weight in trace.weights:
        parts = weight.name.split(".")
        for end in range(len(parts)):
            path = ".".join(parts[:end])
            found.setdefault(path, {})[".".join(parts[end:])] = weight.tensor.shape
    return found


def _location(stored: StoredLayer) -> Location | None:
    """Return where a layer was constructed, with the source that was recorded; no file of this machine is read."""
    place = stored.location
    if place is None:
        return None
    file, line, end, columns = str(place["file"]), int(place["line"]), int(place["end_line"]), place["columns"]
    source = str(place["source"])
    if columns is None or source.count("\n") != end - line:
        return Location(file, line, recorded=source)
    return Location(file, line, end, (int(columns[0]), int(columns[1])), source)


def recorded_side(subject: Subject) -> TraceFile | None:
    """Return the trace behind a side, or None for a net that can be run."""
    return subject.trace_file if isinstance(subject, Recorded) else None
