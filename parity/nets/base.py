"""What every adapter answers: layers, weights, state, precision, and calling the net."""

from __future__ import annotations

import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import torch

from parity.code import tree
from parity.code.caches import opened
from parity.code.constructions import Construction, from_attributes
from parity.code.faults import hand_over
from parity.code.places import Location, body_place
from parity.nets.built import Built
from parity.nets.drawing import Drawing
from parity.nets.inputs import Input
from parity.nets.promotion import ByLayer, Promoted, owned_parameters, promotes
from parity.nets.roles import is_constant
from parity.nets.widening import Widening

if TYPE_CHECKING:
    from parity.nets.trace import Run, Trace


Method = Callable[..., Any]
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Layer:
    """One module of a net.

    Args:
        path (str): attribute path; "" is the net itself.
        module (torch.nn.Module): the module.
        api (str | None): public name of the framework class it is or derives from, e.g. ``"torch.nn.Conv2d"``.
        custom (bool): True if its class is the user's own.
        construction (Construction): how it was built.
        base (Mapping[str, object]): what the framework's class was given, by the user or by a class derived from it.
            Default: empty, not known.
    """

    path: str
    module: torch.nn.Module
    api: str | None
    custom: bool
    construction: Construction
    base: Mapping[str, object] = field(default_factory=dict)

    @property
    def type(self) -> str:
        """Class name."""
        return type(self.module).__name__

    @property
    def location(self) -> Location | None:
        """Where it was constructed."""
        return self.construction.location

    @property
    def built_at(self) -> str | None:
        """Where it was constructed, as ``file:line``."""
        return str(self.location) if self.location is not None else None

    @property
    def code_at(self) -> str | None:
        """Where its own code stands, if the user wrote it; else where it was constructed."""
        return body_place(self.module) if self.custom or self.api is None else self.built_at

    @property
    def is_norm(self) -> bool:
        """Tell whether it is a framework's own normalization, whose plain ``mean`` is a running statistic."""
        return self.api is not None and not self.custom and "Norm" in self.api.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Weight:
    """One parameter or buffer, by its full name."""

    name: str
    tensor: torch.Tensor
    buffer: bool

    @property
    def trainable(self) -> bool:
        """Tell whether training changes it."""
        return not self.buffer and self.tensor.requires_grad


class Subject(ABC):
    """One side of the comparison.

    Args:
        built (Built): the net.
        role (str): ``"reference"`` or ``"port"``.
    """

    framework: ClassVar[str]
    is_recorded: ClassVar[bool] = False

    def __init__(self, built: Built, role: str) -> None:
        self.built = built
        self.role = role
        self.net = built.net
        self.name = built.name
        self.key_orders: frozenset[tree.Keys] = frozenset()
        self.by_layer: frozenset[str] | None = None
        """Paths of the layers that a run calls, where parameters are promoted layer by layer; None: all at once."""
        self.promoted = Promoted()
        self.widening: Widening | None = None
        """Makes in float64 what the net's own code asks for in float32, where it cannot run in float64 otherwise."""
        self.draws = False
        """Whether a run of the net has drawn random numbers."""

    def is_constant(self, weight: Weight) -> bool:
        """Tell whether the constructor computes one of the net's weights once and for all."""
        in_norm = owner_of(weight.name, self.layers).is_norm
        return is_constant(weight.name, trainable=weight.trainable, in_norm=in_norm)

    @abstractmethod
    def tensor_of(self, value: object) -> torch.Tensor | None:
        """Return the torch tensor that `value` is or holds, or None."""

    def tensor_class(self, module: torch.nn.Module) -> type:
        """Return the class of the tensors that `module` returns."""
        del module
        return torch.Tensor

    def revived(self, kind: type, tensor: torch.Tensor) -> object:
        """Return `tensor` as an object of the framework, in place of one of class `kind`."""
        del kind
        return tensor

    @abstractmethod
    def api_of(self, cls: type) -> str | None:
        """Return the public name of `cls` if it is a layer of the framework itself, else None."""

    @abstractmethod
    def resolve(self, api: str) -> type | None:
        """Return the layer class with this public name, or None."""

    @abstractmethod
    def is_container(self, api: str) -> bool:
        """Tell whether layers of this framework class are looked into."""

    @abstractmethod
    def method_of(self, module: torch.nn.Module) -> str:
        """Return the name of the method that computes `module`: ``"forward"`` or ``"construct"``."""

    @abstractmethod
    def stray_tensors(self, module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
        """Yield the tensors held as plain attributes, which `Module.to` does not reach."""

    @abstractmethod
    def set_stray_tensor(self, module: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Put `tensor` where `stray_tensors` found one."""

    @contextmanager
    def new_tensors_on(self, device: torch.device) -> Iterator[None]:
        """Let functions of the framework that create make tensors on a device; torch's make them where they are told.

        Args:
            device (torch.device): where.
        """
        del device
        yield

    @abstractmethod
    def namespace(self) -> dict[str, Any]:
        """Return the names an optimizer or loss expression of this side may use."""

    @abstractmethod
    def default_optimizer(self) -> str:
        """Return the optimizer used where none is given: SGD with rate 0.01."""

    @abstractmethod
    def optimizer_parameters(self, make: object) -> Any:
        """Return the trained parameters as the optimizer class `make` wants them."""

    @abstractmethod
    def update(self, optimizer: Any, gradients: dict[int, torch.Tensor]) -> None:
        """Take one step.

        Args:
            optimizer (Any): built from `optimizer_parameters`.
            gradients (dict[int, torch.Tensor]): by identity of the torch parameter.
        """

    @abstractmethod
    def loss(self, function: Any, outputs: Any) -> torch.Tensor:
        """Return the value of a loss function of this side's framework on the net's (torch) outputs."""

    def replay(self, run: Run) -> Trace | None:
        """Return the run that a trace holds; None for a net, which is run."""
        del run
        return None

    @functools.cached_property
    def layers(self) -> dict[str, Layer]:
        """Every module by path, the net itself first, in order of definition."""
        found: dict[str, Layer] = {}
        for path, module in self.net.named_modules():
            parent, _, attribute = path.rpartition(".")
            known = self.built.constructions.get(module)
            if known is None:
                holder = found[parent].module if path and parent in found else None
                known = from_attributes(module, holder, attribute)
            apis = [self.api_of(base) for base in type(module).__mro__]
            api = next((name for name in apis if name), None)
            base = self.built.constructions.base_of(module) if api is not None else None
            found[path] = Layer(path, module, api, apis[0] is None, known, base or {})
        return found

    @property
    def weights(self) -> list[Weight]:
        """Every parameter and buffer, tied ones once per name."""
        return _weights_of(self.net)

    def saved_names(self) -> dict[str, str]:
        """Return the name under which the framework saves each weight, by path; one that it does not save is absent."""
        saved = set(self.net.state_dict())
        return {weight.name: weight.name for weight in self.weights if weight.name in saved}

    def is_atomic(self, layer: Layer) -> bool:
        """Tell whether `layer` is taken as one piece, without looking inside."""
        return layer.api is not None and not self.is_container(layer.api)

    def own_class(self, cls: type) -> type | None:
        """Return the first framework class among the bases of `cls`."""
        return next((base for base in cls.__mro__ if self.api_of(base)), None)

    @contextmanager
    def overlaid(self, around: Mapping[str, Callable[[Method], Method]]) -> Iterator[None]:
        """Put something around the methods that compute layers, within the block.

        They are overlaid on the instances, so torch hooks, MindSpore hooks and the classes stay as they are.

        Args:
            around (Mapping[str, Callable[[Method], Method]]): by path of the layer, what to make of its method.
        """
        before: list[tuple[dict[str, Any], str, object]] = []
        try:
            for path, wrap in around.items():
                module = self.layers[path].module
                name = self.method_of(module)
                own = vars(module)
                held = own.get(name, _ABSENT)
                own[name] = wrap(getattr(module, name))
                before.append((own, name, held))
            yield
        finally:
            for own, name, held in before:
                if held is _ABSENT:
                    own.pop(name, None)
                else:
                    own[name] = held

    def is_overridden(self, layer: Layer) -> bool:
        """Tell whether the instance has a method of its own in the place of its class's."""
        name, own = self.method_of(layer.module), vars(layer.module)
        return name in own and not promotes(own, name)

    @property
    def parameter_bytes(self) -> int:
        """Bytes of the parameters, tied ones once."""
        return sum(w.nbytes for w in {id(w.tensor): w.tensor for w in self.weights if not w.buffer}.values())

    def set_mode(self, mode: str) -> None:
        """Put the net and everything in it in eval or train mode."""
        for module in self.net.modules():
            module.training = mode == "train"

    def parameter_names(self) -> list[str]:
        """Return the argument names of the net's forward or construct."""
        method = getattr(type(self.net), self.method_of(self.net), None)
        if method is None:
            return []
        return [name for name in inspect.signature(method).parameters if name != "self"]

    def _called(self, name: str, order: list[str]) -> str:
        """Return what the net calls an argument: where the port names it otherwise, its position counts."""
        mine = self.parameter_names()
        if name in mine or name not in order or order.index(name) >= len(mine):
            return name
        return mine[order.index(name)]

    def call(self, inputs: tuple[Input, ...], tensors: list[torch.Tensor], order: list[str]) -> Any:
        """Run the net, and return what it returns with caches as what they hold.

        Args:
            inputs (tuple[Input, ...]): names of the arguments.
            tensors (list[torch.Tensor]): their values.
            order (list[str]): the reference's argument names: where the port names an argument otherwise, its
                position counts.
        """
        mine = self.parameter_names()
        positional: dict[int, torch.Tensor] = {}
        named: dict[str, object] = {self._called(name, order): value for name, value in self.built.plain.items()}
        free = iter(range(len(tensors)))
        for entry, tensor in zip(inputs, tensors, strict=True):
            if not entry.name:
                positional[next(free)] = tensor
            elif (called := self._called(entry.name, order)) in mine:
                named[called] = tensor
            else:
                positional[next(free)] = tensor
        return opened(hand_over(self.net, [positional[index] for index in sorted(positional)], named))

    def flatten(self, value: object, path: str = "") -> list[tuple[str, torch.Tensor]]:
        """Return the torch tensors in a nested value with their paths, those of a dict in the reference's order."""
        return tree.flatten(value, self.tensor_of, path, self.key_orders)

    def others(self, value: object, path: str = "") -> list[tuple[str, object]]:
        """Return what a nested value holds besides tensors, with its paths."""
        return tree.others(value, self.tensor_of, path, self.key_orders)

    def skeleton(self, value: object) -> object:
        """Return a nested value with numbered slots in place of its tensors, in the order of `flatten`."""
        return tree.skeleton(value, self.tensor_of, self.key_orders)

    @contextmanager
    def preserved(self) -> Iterator[None]:
        """Put every weight, buffer and mode back as it was at the end of the block."""
        modes = [(module, module.training) for module in self.net.modules()]
        parameters = [(weight.tensor, weight.tensor.detach().clone()) for weight in self.weights if not weight.buffer]
        buffers = _held_buffers(self.net)
        values = {id(tensor): tensor.detach().clone() for _, _, tensor in buffers}
        try:
            yield
        finally:
            with torch.no_grad():
                for tensor, value in parameters:
                    tensor.copy_(value)
                for module, name, tensor in buffers:
                    tensor.copy_(values[id(tensor)])
                    module._buffers[name] = tensor
            for module, mode in modes:
                module.training = mode

    @contextmanager
    def statistics_kept(
        self, part: torch.nn.Module | None = None, changed: Collection[torch.nn.Module] = ()
    ) -> Iterator[None]:
        """Put everything that a forward pass may change (all but trained weights) back at the end of the block.

        Args:
            part (torch.nn.Module, optional): the part of the net that is run. Default: ``None``, all of it.
            changed (Collection[torch.nn.Module]): layers whose statistics stay as they are then, also those that are
                added within the block. Default: none.
        """
        whole = part if part is not None else self.net
        held = {id(w.tensor): w.tensor for w in _weights_of(whole) if not w.trainable}
        saved = [(tensor, tensor.detach().clone()) for tensor in held.values()]
        buffers = _held_buffers(whole)
        try:
            yield
        finally:
            kept = {id(weight.tensor) for module in changed for weight in _weights_of(module)}
            with torch.no_grad():
                for tensor, value in saved:
                    # what is written to can no longer be differentiated by
                    if id(tensor) not in kept and not torch.equal(tensor, value):
                        tensor.copy_(value)
            for module, name, tensor in buffers:
                module._buffers[name] = tensor

    @contextmanager
    def precision(self, dtype: torch.dtype, *, whole: bool = False) -> Iterator[None]:
        """Hold every floating weight, buffer and attribute in `dtype` within the block.

        Afterwards the originals are back, so whatever the block did to weights and statistics is undone too.

        Args:
            dtype (torch.dtype): the precision.
            whole (bool): all parameters at once, also where `by_layer` says that a layer has its own in `dtype` only
                while it is called. Default: ``False``.
        """
        wide = dtype == torch.float64
        drawing = Drawing() if wide and self.draws else nullcontext()
        widening = self.widening if wide else None
        with Widening.in_runs_of(dtype), drawing, widening or nullcontext(), self._held(dtype, whole=whole):
            yield

    @contextmanager
    def _held(self, dtype: torch.dtype, *, whole: bool) -> Iterator[None]:
        if self.by_layer is not None and not whole:
            promotion = ByLayer(dtype, self.promoted)
            owned = owned_parameters(self.net, self.by_layer)
            around = {path: promotion.around(tensors) for path, tensors in owned.items()}
            with self.overlaid(around), self._cast((), dtype):
                yield
            return
        parameters = {id(weight.tensor): weight.tensor for weight in self.weights if not weight.buffer}
        with self._cast(tuple(parameters.values()), dtype):
            yield

    @contextmanager
    def _cast(self, parameters: Sequence[torch.Tensor], dtype: torch.dtype) -> Iterator[None]:
        saved = [(tensor, tensor.data) for tensor in parameters]
        buffers = _held_buffers(self.net)
        stray = [
            (module, name, tensor)
            for module in self.net.modules()
            for name, tensor in list(self.stray_tensors(module))
            if tensor.is_floating_point()
        ]
        try:
            for tensor, data in saved:
                tensor.data = data.to(dtype, copy=True) if data.is_floating_point() else data.clone()
            for module, name, tensor in buffers:
                module._buffers[name] = tensor.to(dtype, copy=True) if tensor.is_floating_point() else tensor.clone()
            for module, name, tensor in stray:
                self.set_stray_tensor(module, name, tensor.to(dtype))
            yield
        finally:
            for tensor, data in saved:
                tensor.data = data
            for module, name, tensor in buffers:
                module._buffers[name] = tensor
            for module, name, tensor in stray:
                self.set_stray_tensor(module, name, tensor)


def _held_buffers(net: torch.nn.Module) -> list[tuple[torch.nn.Module, str, torch.Tensor]]:
    return [
        (module, name, tensor)
        for module in net.modules()
        for name, tensor in module._buffers.items()
        if tensor is not None
    ]


def _weights_of(module: torch.nn.Module) -> list[Weight]:
    owned = torch.nn.Module.named_parameters(module, remove_duplicate=False)
    parameters = [Weight(name, tensor, False) for name, tensor in owned]
    held = torch.nn.Module.named_buffers(module, remove_duplicate=False)
    return parameters + [Weight(name, tensor, True) for name, tensor in held]


def owner_of(name: str, layers: Mapping[str, Layer]) -> Layer:
    """Return the innermost layer that holds a weight, given by its full name."""
    path = name.rpartition(".")[0]
    while path not in layers:
        path = path.rpartition(".")[0]
    return layers[path]


def weights_by_layer(paths: Iterable[str], weights: Mapping[str, Weight]) -> dict[str, list[Weight]]:
    """Return, for every path, the weights at or below it; one pass over the weights."""
    found: dict[str, list[Weight]] = {path: [] for path in paths}
    for name, weight in weights.items():
        path = name
        while path:
            path = path.rpartition(".")[0]
            if path in found:
                found[path].append(weight)
    return found
