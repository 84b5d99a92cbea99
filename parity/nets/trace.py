"""Recording a forward pass: every call of every layer, with its inputs and outputs.

Each module's own method is overlaid on the instance for the time of a run, so torch hooks, MindSpore hooks and the
classes stay as they are. What is recorded must survive later in-place operations (``out += identity`` changes the
very tensor that the layer before it returned): a dispatch mode copies a held tensor just before something writes to
it.
"""

from __future__ import annotations

import functools
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Protocol

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode

from parity.code import tree
from parity.code.faults import hand_over, raise_own
from parity.code.places import called_by_user, shown_path
from parity.nets.base import Layer, Subject
from parity.nets.drawing import draw_state
from parity.nets.inputs import Input
from parity.nets.loading import seed_everything
from parity.nets.offload import MappedParameters

Key = tuple[str, int]
"""A call: the layer's path and how often it was called before."""

Named = list[tuple[str, torch.Tensor]]


@dataclass(frozen=True, slots=True)
class Shape:
    """What is kept of a tensor that is not held. `place` tells tensors of one run apart."""

    shape: tuple[int, ...]
    dtype: torch.dtype
    place: int


@dataclass(slots=True)
class Call:
    """One call of one layer.

    Attributes:
        key: path and call number.
        layer: the layer.
        parent: key of the call around it, or None.
        arguments: ``(args, kwargs)`` with the tensors taken out.
        result: what it returned, with the tensors taken out.
        training: whether the layer was in training mode.
        source: the call that returned what the first input lies in; None if no layer did.
        inputs, outputs: paths and what is known of each tensor.
        held_inputs, held_outputs: the tensors themselves, if the run holds them.
        line: ``file:line`` of the call in the user's code, if known.
        leaf: True if no other layer was called within.
        raised: the exception it ended with, or None.
    """

    key: Key
    layer: Layer
    parent: Key | None
    arguments: object
    inputs: list[tuple[str, Shape]]
    outputs: list[tuple[str, Shape]] = field(default_factory=list)
    held_inputs: Named = field(default_factory=list)
    held_outputs: Named = field(default_factory=list)
    line: str | None = None
    leaf: bool = True
    raised: BaseException | None = None
    done: bool = False
    result: object = None
    training: bool = False
    source: Key | None = None

    def holds(self, count: int) -> bool:
        """Tell whether so many output tensors, and all, can be had."""
        return len(self.held_outputs) == count


_ROOT: Key = ("", 0)
"""The call of the net itself."""

Listener = Callable[[Call, Named, Named], None]
"""Called when a call ends, with its input and output tensors; they may change afterwards."""


@dataclass(slots=True)
class Trace:
    """One run: its calls in the order they began, the outputs, and what it cost.

    Attributes:
        calls: by key, in the order they began.
        outputs: the net's outputs by path; empty if it raised.
        others: what it returned besides tensors, by path; None where that was not recorded.
        key_orders: the keys of the dicts that the net and its layers returned, in their order.
        raised: the exception that ended the run, or None.
        seconds: plain time of the forward pass, recording excluded.
        below_float64: whether a net whose parameters are promoted layer by layer computed something below float64.
    """

    calls: dict[Key, Call] = field(default_factory=dict)
    outputs: Named = field(default_factory=list)
    others: list[tuple[str, object]] | None = None
    key_orders: set[tree.Keys] = field(default_factory=set)
    raised: Exception | None = None
    seconds: float = 0.0
    below_float64: bool = False

    @property
    def leaves(self) -> list[Call]:
        """The leaf calls in order."""
        return [call for call in self.calls.values() if call.leaf]

    @property
    def gives_numbers(self) -> bool:
        """Tell whether the run came to its end and none of its outputs holds NaN."""
        return self.raised is None and not has_nan(self.outputs)

    def release(self) -> None:
        """Drop every held tensor of the calls."""
        for call in self.calls.values():
            call.held_inputs = []
            call.held_outputs = []


def has_nan(tensors: Named) -> bool:
    """Tell whether one of the tensors holds NaN."""
    return any(
        (tensor.is_floating_point() or tensor.is_complex()) and bool(tensor.isnan().any()) for _, tensor in tensors
    )


def calls_inside(container: Call, calls: Mapping[Key, Call]) -> list[Call]:
    """Return every call that was made inside `container`, in the order they began."""
    inside: set[Key | None] = {container.key}
    found: list[Call] = []
    for call in calls.values():
        if call.parent in inside:
            inside.add(call.key)
            found.append(call)
    return found


def held_bytes(trace: Trace) -> int:
    """Return the bytes of memory that the held tensors of a run take; what several share counts once."""
    sizes: dict[int, int] = {}
    for call in trace.calls.values():
        for _, tensor in (*call.held_inputs, *call.held_outputs):
            storage = tensor.untyped_storage()
            sizes[storage.data_ptr()] = storage.nbytes()
    return sum(sizes.values())


@dataclass(frozen=True, slots=True)
class Given:
    """What a call returns without being run.

    Args:
        result (object): as the layer's framework returns it.
        inside (Sequence[str]): paths of the layers that it would have called, each as often as it would.
    """

    result: object
    inside: Sequence[str] = ()


class Intervention(Protocol):
    """Steps in at the calls of a run."""

    def before(self, call: Call, inputs: Named) -> Given | None:
        """Return what to give in place of running the call; None: run it."""

    def instead(self, call: Call) -> list[torch.Tensor] | None:
        """Return what to put in place of the tensors that a call which is run is given; None: leave them."""

    def after(self, call: Call, result: object) -> object:
        """Return what to give for what the call returned."""


@dataclass(frozen=True, slots=True)
class Run:
    """How to run a net once.

    Args:
        inputs (tuple[Input, ...]): names of the inputs.
        tensors (list[torch.Tensor]): their values.
        order (list[str]): argument names of the reference.
        seed (int): seeds random layers.
        hold (bool): keep the tensors. Default: ``False``.
        enter (Listener | None): called before a layer computes (outputs empty). Default: ``None``.
        listener (Listener | None): called after a layer computed. Default: ``None``.
        dtype (torch.dtype | None): precision of the net during the run; None leaves it. Default: ``None``.
        keep (bool): put statistics back as they were before the run. Default: ``True``.
        partners (Mapping[Key, str]): path of the reference's layer for each call, so that layers that draw random
            numbers draw the same ones on both sides; what has no partner goes on drawing where the last call before
            it began, as a function in its place does. Default: none, each layer draws by its own path.
        only (frozenset[Key] | None): the calls whose tensors to keep; None: all. Default: ``None``.
        intervention (Intervention | None): steps in at each call. Default: ``None``.
    """

    inputs: tuple[Input, ...]
    tensors: list[torch.Tensor]
    order: list[str]
    seed: int
    hold: bool = False
    enter: Listener | None = None
    listener: Listener | None = None
    dtype: torch.dtype | None = None
    keep: bool = True
    partners: Mapping[Key, str] = field(default_factory=dict)
    only: frozenset[Key] | None = None
    intervention: Intervention | None = None


def call_seed(seed: int, path: str) -> int:
    """Return the seed of a layer that draws random numbers, so that what it draws does not depend on other layers."""
    return zlib.crc32(f"{seed} {path}".encode())


def reseeded(subject: Subject, seeds: Mapping[str, Sequence[int]]) -> AbstractContextManager[None]:
    """Within the block, seed each layer's calls one by one.

    Args:
        subject (Subject): the net.
        seeds (Mapping[str, Sequence[int]]): by path of the layer, call by call.
    """
    return subject.overlaid(
        {
            path: functools.partial(_seeding, iter(numbers))
            for path, numbers in seeds.items()
            if not subject.is_overridden(subject.layers[path])
        }
    )


def _seeding(numbers: Iterator[int], method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        number = next(numbers, None)
        if number is not None:
            seed_everything(number)
        return hand_over(method, args, kwargs)

    return call


def record(subject: Subject, run: Run) -> Trace:
    """Run the net once without gradients and record every layer call. An exception of the net ends up in the trace."""
    replayed = subject.replay(run)
    if replayed is not None:
        return replayed
    recorder = _Recorder(subject, run)
    seed_everything(run.seed)
    tensors = [tensor.clone() for tensor in run.tensors]
    keeping = _Keep(recorder) if run.hold else nullcontext()
    watch = CastWatch() if subject.by_layer is not None and run.dtype == torch.float64 else None
    before = draw_state()
    with _precision(subject, run), plain_kernels(), torch.no_grad(), recorder.overlaid():
        begun, spent = time.perf_counter(), subject.promoted.seconds
        try:
            with keeping, watch or nullcontext():
                result = subject.call(run.inputs, tensors, run.order)
                recorder.finish(tensors, result)
            recorder.trace.outputs = subject.flatten(result, "output")
            recorder.trace.others = subject.others(result, "output")
        except Exception as error:  # noqa: BLE001 - whatever the net raises is a result
            raise_own(error)
            recorder.trace.raised = error
        recorder.trace.seconds = time.perf_counter() - begun - recorder.overhead - (subject.promoted.seconds - spent)
        recorder.trace.below_float64 = watch is not None and watch.seen
    subject.draws = subject.draws or not torch.equal(before, draw_state())
    return recorder.trace


_RECORD = record.__code__


class DispatchMode(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """A dispatch mode for nets that run eagerly."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Keep torch from importing its compiler (0.9 s) to shield this mode from it: nothing is compiled here."""
        return False


class CastWatch(DispatchMode):
    """Notes whether something floating is computed of fewer bits than float64 has.

    Attributes:
        seen: whether it was.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.seen = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        if _below_float64(result) and not func.is_view and any(map(_is_floating, args)):
            self.note()
        return result

    def note(self) -> None:
        """Take note of one."""
        self.seen = True


def _is_floating(value: object) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def _below_float64(value: object) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point() and value.itemsize < torch.float64.itemsize


class _Uses(DispatchMode):
    """Notes the order in which tensors are first used."""

    def __init__(self, wanted: set[int]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.order: dict[int, int] = {}
        self._wanted = wanted

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        for value in (*args, *(kwargs or {}).values()):
            for tensor in value if isinstance(value, (list, tuple)) else (value,):
                if id(tensor) in self._wanted:
                    self.order.setdefault(id(tensor), len(self.order))
        return func(*args, **(kwargs or {}))


def first_uses(subject: Subject, run: Run) -> dict[int, int]:
    """Return, by identity of the tensor, the order in which a run first uses the net's weights."""
    uses = _Uses({id(weight.tensor) for weight in subject.weights})
    seed_everything(run.seed)
    tensors = [tensor.clone() for tensor in run.tensors]
    with _precision(subject, run), plain_kernels(), torch.no_grad(), uses:
        try:
            subject.call(run.inputs, tensors, run.order)
        except Exception as error:  # noqa: BLE001 - a net that raises has used some of them before
            raise_own(error)
    return uses.order


@contextmanager
def _precision(subject: Subject, run: Run) -> Iterator[None]:
    if run.dtype is None:
        with subject.statistics_kept() if run.keep else nullcontext():
            yield
        return
    before = torch.get_default_dtype()
    with subject.precision(run.dtype):
        # tensors that a forward makes itself (torch.zeros(n)) follow the precision of the run
        torch.set_default_dtype(torch.float64 if run.dtype == torch.float64 else before)
        try:
            yield
        finally:
            torch.set_default_dtype(before)


@contextmanager
def plain_kernels() -> Iterator[None]:
    """Keep torch's fused transformer path off: it bypasses the layers inside."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


class _Recorder:
    """Collects the calls of one run."""

    def __init__(self, subject: Subject, run: Run) -> None:
        self.subject = subject
        self.run = run
        self.trace = Trace()
        self.overhead = 0.0
        self.held: dict[int, list[tuple[Named, int]]] = {}
        self._open: list[Call] = []
        self._atomic = 0
        self._count: dict[str, int] = {}
        self._made: dict[int, tuple[StorageWeakRef, Key]] = {}
        self._root: tuple[Call, Named] | None = None

    def overlaid(self) -> AbstractContextManager[None]:
        """Overlay every module's method for the time of the block."""
        layers = self.subject.layers.items()
        return self.subject.overlaid(
            {p: functools.partial(self._overlay, layer) for p, layer in layers if not self.subject.is_overridden(layer)}
        )

    def _overlay(self, layer: Layer, method: Callable[..., Any]) -> Callable[..., Any]:
        atomic = self.subject.is_atomic(layer)

        @functools.wraps(method)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self._atomic:
                return hand_over(method, args, kwargs)
            begun = time.perf_counter()
            entry, inputs = self._begin(layer, args, kwargs)
            given = self._given(entry, inputs)
            if given is None:
                args, kwargs = self._put(entry, args, kwargs)
            self._atomic += atomic
            self.overhead += time.perf_counter() - begun
            try:
                result = hand_over(method, args, kwargs) if given is None else given.result
            except BaseException as error:
                entry.raised = error
                raise
            finally:
                self._open.pop()
                self._atomic -= atomic
            if entry.key == _ROOT:
                self._root = entry, inputs  # ends with what the net's own `__call__` returns for the result
                return result
            begun = time.perf_counter()
            if self.run.intervention is not None and given is None:
                result = self.run.intervention.after(entry, result)
            self._end(entry, inputs, result)
            self.overhead += time.perf_counter() - begun
            return result

        return call

    def _given(self, call: Call, inputs: Named) -> Given | None:
        """Return what to give in place of running a call, and count what it would have called."""
        given = self.run.intervention.before(call, inputs) if self.run.intervention is not None else None
        for path in given.inside if given is not None else ():
            self._count[path] = self._count.get(path, 0) + 1
        return given

    def _put(self, call: Call, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return a call's arguments with the tensors that the intervention puts in."""
        tensors = self.run.intervention.instead(call) if self.run.intervention is not None else None
        if tensors is None:
            return args, kwargs
        filled = tree.fill(self.subject.skeleton((args, kwargs)), tensors, self.subject.revived)
        return filled[0], filled[1]

    def finish(self, tensors: list[torch.Tensor], result: object) -> None:
        """End the call of the net itself; a class may have a `__call__` of its own, around `forward` or without it."""
        if self._root is None:
            inner = self.trace.calls
            self.trace.calls = {}
            self._root = self._begin(self.subject.layers[""], tuple(tensors), {})
            self._open.pop()
            for call in inner.values():
                call.parent = call.parent or _ROOT
            self._root[0].leaf = not inner
            self.trace.calls.update(inner)
        self._end(*self._root, result)

    def _begin(self, layer: Layer, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Call, Named]:
        number = self._count.get(layer.path, 0)
        self._count[layer.path] = number + 1
        arguments = (args, dict(kwargs))
        inputs = self.subject.flatten(arguments)
        parent = self._open[-1] if self._open else None
        call = Call(
            key=(layer.path, number),
            layer=layer,
            parent=parent.key if parent else None,
            arguments=self.subject.skeleton(arguments),
            inputs=_shapes(inputs),
            training=layer.module.training,
            source=self._source(inputs),
        )
        if parent:
            parent.leaf = False
            call.line = _calling_line()
        if self._wants(call):
            call.held_inputs = self._hold(inputs)
        self.trace.calls[call.key] = call
        self._open.append(call)
        if self.run.enter:
            self.run.enter(call, inputs, [])
        if layer.module.training:
            path = self.run.partners.get(call.key) if self.run.partners else layer.path
            if path is not None:
                seed_everything(call_seed(self.run.seed, path))
        return call, inputs

    def _end(self, call: Call, inputs: Named, result: object) -> None:
        call.done = True
        outputs = self.subject.flatten(result)
        if len(outputs) > 1:
            self.trace.key_orders |= tree.key_orders(result, self.subject.tensor_of)
        call.outputs = _shapes(outputs)
        call.result = self.subject.skeleton(result)
        for _, tensor in outputs[:1] if call.leaf else ():
            kept = StorageWeakRef(tensor.untyped_storage())  # type: ignore[no-untyped-call]
            self._made[kept.cdata] = (kept, call.key)
        if self._wants(call):
            call.held_outputs = self._hold(outputs)
        MappedParameters.let_go(call.layer.module._parameters.values())
        if self.run.listener:
            self.run.listener(call, inputs, outputs)

    def _source(self, inputs: Named) -> Key | None:
        """Return the leaf call that last returned the memory of the first input; memory may be given out again."""
        known = self._made.get(inputs[0][1].untyped_storage()._cdata) if inputs else None
        alive = known is not None and not known[0].expired()  # type: ignore[no-untyped-call]
        return known[1] if known is not None and alive else None

    def _wants(self, call: Call) -> bool:
        return self.run.hold and (self.run.only is None or call.key in self.run.only)

    def _hold(self, tensors: Named) -> Named:
        kept = [(path, tensor.detach()) for path, tensor in tensors]
        for index, (_, tensor) in enumerate(kept):
            self.held.setdefault(tensor.untyped_storage().data_ptr(), []).append((kept, index))
        return kept

    def protect(self, tensor: torch.Tensor) -> None:
        """Give what is held of `tensor`'s storage memory of its own, because the storage is about to change."""
        for kept, index in self.held.pop(tensor.untyped_storage().data_ptr(), ()):
            path, held = kept[index]
            kept[index] = (path, held.clone())


def _calling_line() -> str | None:
    """Return ``file:line`` of the nearest frame in the user's code; None where a framework's layer calls another."""
    frame = called_by_user(sys._getframe(2), _records)
    return f"{shown_path(frame.f_code.co_filename)}:{frame.f_lineno}" if frame is not None else None


def _records(frame: FrameType) -> bool:
    return frame.f_code is _RECORD


def _shapes(tensors: Named) -> list[tuple[str, Shape]]:
    return [
        (path, Shape(tuple(tensor.shape), tensor.dtype, tensor.data_ptr() if tensor.numel() else 0))
        for path, tensor in tensors
    ]


class _Keep(DispatchMode):
    """Protects held tensors from in-place operations."""

    def __init__(self, recorder: _Recorder) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._recorder = recorder

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        schema = func._schema
        if schema.is_mutable:
            begun = time.perf_counter()
            for position, argument in enumerate(schema.arguments):
                if argument.alias_info is None or not argument.alias_info.is_write:
                    continue
                value = args[position] if position < len(args) else kwargs.get(argument.name)
                for target in value if isinstance(value, (list, tuple)) else [value]:
                    if isinstance(target, torch.Tensor):
                        self._recorder.protect(target)
            self._recorder.overhead += time.perf_counter() - begun
        return func(*args, **kwargs)
