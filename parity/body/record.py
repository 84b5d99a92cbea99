"""Recording the operations of one body: what it computes itself, with every paired layer inside held right.

The layers inside that have a partner on the other side are not run: they return what the reference's layers returned.
So an operation that differs is the construct's own, whatever else is wrong in the net.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import FrameType, MappingProxyType
from typing import Any, TypeVar

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.overrides import TorchFunctionMode

from parity.body.forms import COMPOSITES
from parity.body.unchecked import guarded
from parity.code import tree
from parity.code.caches import opened
from parity.code.faults import hand_over, raise_own
from parity.code.places import Location, is_framework, location_of
from parity.nets.base import Layer, Subject
from parity.nets.loading import seed_everything
from parity.nets.trace import Call, DispatchMode, Key, Named, plain_kernels


@dataclass(slots=True)
class Value:
    """One tensor at one moment.

    Attributes:
        tensor: a copy of it.
        producer: number of the operation that made it; None for inputs, weights, constants and layers' outputs.
        name: what it is, where no operation made it.
        place: the call that returned it, where an inner layer did.
    """

    tensor: torch.Tensor
    producer: int | None = None
    name: str = ""
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of torch, as both frameworks run it.

    Args:
        number (int): position in the run.
        name (str): such as ``"std"``.
        arguments (Mapping[str, object]): all that are no tensors, by name, defaults included.
        inputs (tuple[int, ...]): numbers of the values it read.
        outputs (tuple[int, ...]): numbers of the values it made.
        place (Location | None): the expression in the user's code.
        layer (str | None): path of the inner layer that ran it, if it was one without partner.
        called (Location | None): the call of that layer.
        stack (tuple[Location, ...]): the user's running lines, from `place` outwards to the construct's own.
        function (Callable, optional): what was called. Default: ``None``, not known.
        given (tuple): its arguments and those given by name, with a `Numbered` for each tensor.
        step (str): what it computes, where it is a step of the written form of another operation. Default: ``""``.
    """

    number: int
    name: str
    arguments: Mapping[str, object]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    place: Location | None
    layer: str | None = None
    called: Location | None = None
    stack: tuple[Location, ...] = ()
    function: Any = None
    given: tuple[tuple[object, ...], Mapping[str, object]] = ((), MappingProxyType({}))
    step: str = ""

    def arguments_on(self, values: Sequence[Value]) -> tuple[list[object], dict[str, object]]:
        """Return the arguments of the call with the tensors that it read.

        Args:
            values (Sequence[Value]): of the run.
        """

        def filled(entry: object) -> object:
            if isinstance(entry, Numbered):
                return values[entry.number].tensor
            return [filled(part) for part in entry] if isinstance(entry, (list, tuple)) else entry

        return [filled(entry) for entry in self.given[0]], {name: filled(e) for name, e in self.given[1].items()}


@dataclass(frozen=True, slots=True)
class Numbered:
    """Stands for a tensor in the arguments of an operation.

    Args:
        number (int): of the value.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Executed:
    """One operation while it is run, for a change of it.

    Args:
        function (Callable): the operation.
        args (tuple): its arguments.
        kwargs (Mapping[str, object]): those given by name.
        value (Callable[[int], torch.Tensor]): returns the tensor of a number, as it is now.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    value: Callable[[int], torch.Tensor]


Substitute = Callable[[Executed], Any]
"""Computes what an operation is to return instead."""


@dataclass(frozen=True, slots=True)
class Sink:
    """A place that the construct's own results flow to: an inner layer's input, or the outputs.

    Args:
        layer (str | None): path of the inner layer; None for the outputs.
        values (tuple[int, ...]): what arrives.
        place (Location | None): the call of the layer.
    """

    layer: str | None
    values: tuple[int, ...]
    place: Location | None = None


@dataclass(slots=True)
class Body:
    """One run of one body.

    Attributes:
        values: every tensor.
        operations: what made them.
        composites: the calls of torch's functions that are several operations, such as attention.
        sinks: where the body's results arrive.
        raised: what ended it early.
        live: the tensors of the values themselves, where gradients were asked for.
        steps: numbers of the operations that a function of torch goes on from, in a run that is not lean.
    """

    values: list[Value] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    composites: list[Operation] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    raised: Exception | None = None
    live: list[torch.Tensor] = field(default_factory=list)
    steps: set[int] = field(default_factory=set)

    @property
    def size(self) -> int:
        """Bytes of its values."""
        return sum(value.tensor.numel() * value.tensor.element_size() for value in self.values)

    def place_of(self, number: int) -> Location | None:
        """Return the expression that gave a value."""
        value = self.values[number]
        return value.place if value.producer is None else self.operations[value.producer].place

    def tensors(self, sink: Sink) -> list[torch.Tensor]:
        """Return the tensors that arrive at a sink."""
        return [self.values[number].tensor for number in sink.values]


@dataclass(frozen=True, slots=True)
class Held:
    """An inner call that is not run: the form of what it returned on its own side, and the tensors to put in.

    Args:
        result (object): the form.
        outputs (Named): the tensors.
        given (Named | None): it is run all the same if it is given other tensors than these, and what it is given is
            nothing to compare. Default: ``None``, it is not run whatever it is given.
    """

    result: object
    outputs: Named
    given: Named | None = None

    def runs_on(self, tensors: list[torch.Tensor], relative: float) -> bool:
        """Tell whether it is run on what it is given."""
        if self.given is None:
            return False
        if len(self.given) != len(tensors):
            return True
        return not all(_equal(a, b, relative) for (_, a), b in zip(self.given, tensors, strict=True))


@dataclass(frozen=True, slots=True)
class BodyRun:
    """How to run one body.

    Args:
        subject (Subject): the side it belongs to.
        layer (Layer): its layer.
        arguments (object): the form of its arguments.
        inputs (list[torch.Tensor]): the tensors for it.
        held (Mapping[str, list[Held | None]]): by path of the inner layer, call by call; None: this call is run.
        seed (int): seeds random operations.
        relative (float): up to which relative difference two values are one.
        operations (bool): note them; without, only what arrives at the sinks is known. Default: ``True``.
        gradients (bool): run it so that it can be differentiated. Default: ``False``.
        substitutes (Mapping[int, Substitute]): by the number of the operation, what is run instead. Default: none.
        lean (bool): note values and what made them only, and copy none but those at sinks. Default: ``False``.
    """

    subject: Subject
    layer: Layer
    arguments: object
    inputs: list[torch.Tensor]
    held: Mapping[str, list[Held | None]]
    seed: int
    relative: float
    operations: bool = True
    gradients: bool = False
    substitutes: Mapping[int, Substitute] = field(default_factory=dict)
    lean: bool = False

    def leaf(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return a copy of a tensor, which the body may change, to be differentiated by if that was asked for."""
        copy = tensor.clone()
        if not self.gradients or not copy.is_floating_point():
            return copy
        with torch.enable_grad():
            return copy.requires_grad_() * 1


def record_body(run: BodyRun) -> Body:
    """Run a body once and record what it does. An exception of it ends up in the result."""
    recorder = _BodyRecorder(run)
    inputs = [run.leaf(tensor) for tensor in run.inputs] if run.gradients else run.inputs
    args: tuple[object, ...] = tuple(inputs)
    kwargs: dict[str, object] = {}
    if tree.slots(run.arguments) == len(inputs):
        args, kwargs = tree.fill(run.arguments, inputs)
    for index, tensor in enumerate(inputs if run.operations else ()):
        recorder.add(tensor, name=f"input {index}")
    seed_everything(run.seed)
    gradients = torch.enable_grad() if run.gradients else torch.no_grad()
    with run.subject.statistics_kept(run.layer.module), plain_kernels(), sdpa_kernel(SDPBackend.MATH), gradients:
        noted = _Composites(recorder) if run.operations and not run.lean else nullcontext()
        with recorder.overlaid(), noted, recorder if run.operations else nullcontext():
            try:
                result = _enter(run.layer.module, args, kwargs)
            except Exception as error:  # noqa: BLE001 - whatever the body raises is a result
                if not run.substitutes:  # what is put in does not fit everywhere
                    raise_own(error)
                recorder.body.raised = error
                return recorder.body
        outputs = run.subject.flatten(result if run.layer.path else opened(result))
        recorder.sink(None, [tensor for _, tensor in outputs], None)
    recorder.body.live = recorder.alive if run.gradients else []
    return recorder.body


def _equal(right: torch.Tensor, given: torch.Tensor, relative: float) -> bool:
    if right.shape != given.shape or not (right.is_floating_point() and given.is_floating_point()):
        return right.shape == given.shape and torch.equal(right.to(given.dtype), given)
    size = torch.linalg.vector_norm(right)
    return bool(torch.linalg.vector_norm(right - given) <= relative * size)


def _enter(module: torch.nn.Module, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """Call the module; frames outside this one are not the construct's."""
    return hand_over(module, args, kwargs)


_OUTSIDE = _enter.__code__
_Answer = TypeVar("_Answer")


_UNWRITTEN = frozenset({
    "aten::empty", "aten::empty_like", "aten::empty_strided", "aten::new_empty", "aten::new_empty_strided",
})  # fmt: skip
"""Operations that return memory as it was, such as dropout's before it draws. In another run other numbers stand there,
now and then some that the other side has: without them two runs give one report."""


class _BodyRecorder(DispatchMode):
    """Notes every operation that is not inside a held layer."""

    def __init__(self, run: BodyRun) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.run = run
        self.body = Body()
        self._known: dict[int, int] = {}
        self.alive: list[torch.Tensor] = []  # keeps ids from being given to other tensors
        self._count: dict[str, int] = {}
        self._inside: list[tuple[str, Location | None]] = []

    @functools.cached_property
    def _names(self) -> dict[int, str]:
        """The names of the net's tensors by identity; found once for a body, and only where operations are noted."""
        subject = self.run.subject
        found = {id(weight.tensor): weight.name for weight in subject.weights}
        for path, layer in subject.layers.items():
            for name, tensor in subject.stray_tensors(layer.module):
                found.setdefault(id(tensor), f"{path}.{name}" if path else name)
        return found

    def add(self, tensor: torch.Tensor, producer: int | None = None, name: str = "") -> int:
        """Take note of a tensor as it is now."""
        if self.run.lean and tensor.layout == torch.strided and not tensor.is_quantized:
            copy = tensor
        else:
            with torch.utils._python_dispatch._disable_current_modes():
                copy = tree.written_out(tensor.detach()).clone()
        self.body.values.append(Value(copy, producer, name))
        self.alive.append(tensor)
        self._known[id(tensor)] = len(self.body.values) - 1
        return len(self.body.values) - 1

    def number(self, tensor: torch.Tensor) -> int:
        """Return the number of a tensor's present value."""
        known = self._known.get(id(tensor))
        if known is not None:
            return known
        return self.add(tensor, name=self._names.get(id(tensor), "a constant") if self.run.operations else "")

    def sink(self, layer: str | None, tensors: list[torch.Tensor], place: Location | None) -> None:
        """Note that values arrive somewhere."""
        numbers = tuple(self.number(tensor) for tensor in tensors)
        if self.run.lean:  # what is written to it later is no part of it
            with torch.utils._python_dispatch._disable_current_modes():
                for number in numbers:
                    self.body.values[number].tensor = self.body.values[number].tensor.clone()
        self.body.sinks.append(Sink(layer, numbers, place))

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        inputs = [self.number(tensor) for tensor in tensors_in((args, kwargs))]
        given = None if self.run.lean else (numbered(args, self.number), numbered(kwargs, self.number))
        number = len(self.body.operations)
        result = self._result(number, func, args, kwargs)
        if func._schema.name in _UNWRITTEN:
            result.zero_()
        made = [tensor for tensor in tensors_in(result) if id(tensor) not in self._known or func._schema.is_mutable]
        outputs = [self.add(tensor, number) for tensor in made]
        if func._schema.is_mutable:
            self._refresh({tensor.untyped_storage().data_ptr() for tensor in made}, made, number)
        name = func._schema.name.removeprefix("aten::").removeprefix("_")
        layer, called = self._inside[-1] if self._inside else (None, None)
        if given is None:
            self.body.operations.append(Operation(number, name.rstrip("_"), {}, tuple(inputs), tuple(outputs), None))
            return result
        self.body.operations.append(
            Operation(
                number,
                name.rstrip("_"),
                arguments_of(func, args, kwargs),
                tuple(inputs),
                tuple(outputs),
                _place(),
                layer,
                called,
                _stack(),
                func,
                given,
            )
        )
        return result

    def _result(self, number: int, func: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return what an operation gives; what its substitute gives, if there is one."""
        substitute = self.run.substitutes.get(number)
        call = guarded(func) if self.run.substitutes else func
        if substitute is None:
            return call(*args, **kwargs)
        if not func._schema.is_mutable:
            return substitute(Executed(call, tuple(args), kwargs, self.alive.__getitem__))
        kept = args[0].clone()  # what is written to is written to all the same
        made = substitute(Executed(call, (kept, *args[1:]), kwargs, self.alive.__getitem__))
        return args[0].copy_(made)

    def composite(self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run a function of several operations, and note the call.

        Args:
            function (Callable): the function.
            args (Sequence): its arguments.
            kwargs (Mapping[str, object]): those given by name.
        """
        inputs = tuple(_without_modes(self._numbers, tensors_in((args, kwargs))))
        given = numbered(args, self.number), numbered(kwargs, self.number)
        first = len(self.body.operations)
        result = self.whole(function, args, kwargs)
        outputs = tuple(self.number(tensor) for tensor in tensors_in(result))
        layer, called = self._inside[-1] if self._inside else (None, None)
        name = function.__name__
        self.body.composites.append(
            Operation(first, name, {}, inputs, outputs, _place(), layer, called, _stack(), function, given)
        )
        return result

    def whole(self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run a function of torch, and note which operations are steps that it goes on from."""
        first = len(self.body.operations)
        result = function(*args, **kwargs)
        self.body.steps.update(range(first, len(self.body.operations) - 1))
        return result

    def _numbers(self, tensors: list[torch.Tensor]) -> list[int]:
        return [self.number(tensor) for tensor in tensors]

    def _refresh(self, storages: set[int], made: list[torch.Tensor], number: int) -> None:
        """Give every other tensor that shares the written memory its new value."""
        done = {id(tensor) for tensor in made}
        for tensor in list(self.alive):
            if id(tensor) not in done and tensor.untyped_storage().data_ptr() in storages:
                done.add(id(tensor))
                self.add(tensor, number)

    def overlaid(self) -> AbstractContextManager[None]:
        """Overlay the layers that are held; each returns what was recorded for it, call by call."""
        around = {path: functools.partial(self._overlay, path, held) for path, held in self.run.held.items()}
        return self.run.subject.overlaid(around)

    def _overlay(self, path: str, held: list[Held | None], method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(*args: Any, **kwargs: Any) -> Any:
            number = self._count.get(path, 0)
            self._count[path] = number + 1
            entry = held[number] if number < len(held) else None
            subject = self.run.subject
            given = [tensor for _, tensor in subject.flatten((args, kwargs))] if entry is not None else []
            if entry is None or _without_modes(functools.partial(entry.runs_on, relative=self.run.relative), given):
                self._inside.append((path, _place()))
                try:
                    return hand_over(method, args, kwargs)
                finally:
                    self._inside.pop()
            with torch.utils._python_dispatch._disable_current_modes():
                if entry.given is None:
                    self.sink(path, given, _place())
                fresh = [self.run.leaf(tensor) for _, tensor in entry.outputs]
                for index, tensor in enumerate(fresh if self.run.operations else ()):
                    number = self.add(
                        tensor, name=f"output {index} of {path}" if len(fresh) > 1 else f"output of {path}"
                    )
                    self.body.values[number].place = _place()
                return tree.fill(entry.result, fresh, subject.revived)

        return call


class _Composites(TorchFunctionMode):
    """Notes which operations one function runs, and the calls of those that have a written form of several."""

    def __init__(self, recorder: _BodyRecorder) -> None:
        super().__init__()
        self._recorder = recorder

    def __torch_function__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        if func in COMPOSITES:
            return self._recorder.composite(func, args, kwargs or {})
        return self._recorder.whole(func, args, kwargs or {})


def _without_modes(question: Callable[[list[torch.Tensor]], _Answer], tensors: list[torch.Tensor]) -> _Answer:
    """Ask something of tensors without taking note of the operations."""
    with torch.utils._python_dispatch._disable_current_modes():
        return question(tensors)


def tensors_in(value: object) -> list[torch.Tensor]:
    """Return the tensors in nested tuples, lists and dictionaries, in their order."""
    found: list[torch.Tensor] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, torch.Tensor):
            found.append(item)
        elif isinstance(item, (tuple, list)):
            stack.extend(reversed(item))
        elif isinstance(item, dict):
            stack.extend(reversed(list(item.values())))
    return found


def numbered(entry: Any, number: Callable[[torch.Tensor], int]) -> Any:
    """Return arguments with a `Numbered` for each tensor.

    Args:
        entry (object): nested tuples, lists and dictionaries.
        number (Callable[[torch.Tensor], int]): returns the number of a tensor's value.
    """
    if isinstance(entry, torch.Tensor):
        return Numbered(number(entry))
    if isinstance(entry, (tuple, list)):
        return tuple(numbered(part, number) for part in entry)
    if isinstance(entry, Mapping):
        return {name: numbered(part, number) for name, part in entry.items()}
    return entry


def arguments_of(func: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, object]:
    """Return the arguments of a call that are no tensors, by name, defaults included.

    Args:
        func (OpOverload): what is called.
        args (Sequence): its arguments.
        kwargs (Mapping[str, object]): those given by name.
    """
    found: dict[str, object] = {}
    for position, argument in enumerate(func._schema.arguments):
        if position < len(args):
            value = args[position]
        elif argument.name in kwargs:
            value = kwargs[argument.name]
        else:
            value = argument.default_value
        if not tensors_in(value):
            found[argument.name] = tuple(value) if isinstance(value, list) else value
    return found


def _place() -> Location | None:
    """Return the expression of the user's code that is being computed."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code is not _OUTSIDE:
        if not is_framework(frame.f_code.co_filename):
            return location_of(frame)
        frame = frame.f_back
    return None


def _stack() -> tuple[Location, ...]:
    """Return what each function of the user's is doing, the innermost first, the body itself last."""
    frame: FrameType | None = sys._getframe(2)
    found: list[Location] = []
    while frame is not None and frame.f_code is not _OUTSIDE:
        if not is_framework(frame.f_code.co_filename):
            found.append(location_of(frame))
        frame = frame.f_back
    return tuple(found) if frame is not None else ()


def computed_inside(
    subject: Subject, container: Call, calls: Mapping[Key, Call], seed: int, relative: float
) -> list[torch.Tensor]:
    """Return what the operations of a body make, with the layers inside held at what they returned.

    Args:
        subject (Subject): the net, in the precision of the run that `container` is from.
        container (Call): the construct's call, with its tensors.
        calls (Mapping[Key, Call]): all calls of that run.
        seed (int): seeds random operations.
        relative (float): up to which relative difference two values are one.
    """
    held: dict[str, list[Held | None]] = {}
    for call in calls.values():
        if call.parent == container.key:
            held.setdefault(call.layer.path, []).append(Held(call.result, call.held_outputs) if call.done else None)
    inputs = [tensor.clone() for _, tensor in container.held_inputs]
    body = record_body(BodyRun(subject, container.layer, container.arguments, inputs, held, seed, relative))
    return [value.tensor for value in body.values if value.producer is not None]
