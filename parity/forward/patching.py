"""Activation patching: runs of the port in which the values that a layer is given are the reference's.

A paired call that is given the reference's own values, in whatever arrangement the port keeps them, returns what the
reference's call returned. So each layer is seen at work on right inputs in the port's own layout, and what one layer
does otherwise is followed until it has vanished, because the code around compensates for it, or reached the outputs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch

from parity.code import tree
from parity.forward.arrangement import Order, alike, arranged, find_order
from parity.forward.results import DTYPES, Comparison, Forward
from parity.measure.judgement import least_noise
from parity.measure.metrics import error_norms
from parity.measure.thresholds import COMPENSATED_RELATIVE, COMPENSATED_SHARE, NOISE_SHARE
from parity.nets.trace import Call, Given, Key, Named, Run, Trace, calls_inside, record

_MOST_AXES = 5


@dataclass(slots=True)
class Seen:
    """What one call of the port did on right inputs.

    Attributes:
        inputs: how the port arranges what it was given, and in which shape, by position; empty if not `reached`.
        reached: whether it was given the reference's values.
        agrees: whether it returned the reference's values.
        orders: how the port arranges what it returns, by position; None where that is not known.
        error: relative difference of what it returned; infinite where it cannot be compared.
        helped: whether a construct inside was given right values where its own code gives others: that it agrees says
            nothing then.
    """

    inputs: list[tuple[Order, tuple[int, ...]]] = field(default_factory=list)
    reached: bool = False
    agrees: bool = False
    orders: list[Order | None] = field(default_factory=list)
    error: float = float("inf")
    helped: bool = False

    @property
    def plain(self) -> bool:
        """Tell whether the port only joins or splits axes of what it is given."""
        return all(order == tuple(range(len(order))) for order, _ in self.inputs)


class Patcher:
    """Runs the port with the reference's activations patched in.

    Args:
        comparison (Comparison): the comparison.
        forward (Forward): what the forward stage measured; its reference run gives the right values.

    Attributes:
        seen: what every paired call did on right inputs, by the port's call.
        compensated: calls whose difference the code around compensates for: what they return is passed on as it is.
        bases: what calls of the port should return that are the counterpart of a class from which the reference's
            layer is derived: what that class itself computes.
    """

    def __init__(self, comparison: Comparison, forward: Forward) -> None:
        self.comparison = comparison
        self.forward = forward
        self.partners = comparison.pairing.by_port()
        self.seen: dict[Key, Seen] = {}
        self.compensated: set[Key] = set()
        self.bases: dict[Key, Named] = {}
        self.no_float64 = bool(forward.no_float64)

    @property
    def dtype(self) -> torch.dtype:
        """The precision of the comparison."""
        return self.forward.dtype if self.no_float64 else torch.float64

    def base(self, call: Call) -> Call | None:
        """Return the reference's call with its tensors, if the port's call has a partner that came to its end."""
        paired = self.partners.get(call.key)
        found = self.forward.reference64.calls.get(paired.key) if paired is not None else None
        return found if found is not None and found.done and found.holds(len(found.outputs)) else None

    def right(self, key: Key, base: Call) -> Named:
        """Return what a call of the port should return.

        Args:
            key (Key): the call.
            base (Call): its partner, with its tensors.
        """
        return self.bases.get(key) or base.held_outputs

    def look(self) -> None:
        """Run the port once, each layer on right inputs."""
        self.seen = {}
        self._run(_Observer(self))

    def vanished(self, error: float) -> bool:
        """Tell whether of a difference that arises in the port's own run nothing is left in its outputs.

        Args:
            error (float): its relative size where it arises.
        """
        root = self.forward.results.get(("", 0))
        if root is None or not root.ran or root.count[0] != root.count[1] or self.forward.port_raised is not None:
            return False
        if self.no_float64:
            return all(self.forward.tensor_same(tensor) for tensor in root.outputs)
        norms = [tensor.norms64 for tensor in root.outputs]
        return all(entry is not None and entry.relative <= self.allowed(error) for entry in norms)

    def vanishes(self, unpatched: Iterable[Key], error: float, forced: Iterable[Key] = ()) -> bool:
        """Tell whether what some calls of the port do otherwise is compensated before the outputs.

        Args:
            unpatched (Iterable[Key]): the calls that return what they compute themselves.
            error (float): relative difference of what they return.
            forced (Iterable[Key]): calls that return what the reference's returned, whatever they are given.
        """
        loose = set(unpatched) | self.compensated
        calls = self.forward.port_calls
        around = {key for call in loose for key in _around(call, calls)}
        trace = self._run(_Follower(self, frozenset(loose | around), frozenset(forced), self.allowed(error)))
        wanted = self.forward.reference64.outputs
        if trace.raised is not None or len(trace.outputs) != len(wanted):
            return False
        root = self.forward.results.get(("", 0))
        for index, ((_, a), (_, b)) in enumerate(zip(wanted, trace.outputs, strict=True)):
            noise = root.outputs[index].noise if root is not None and index < len(root.outputs) else 0.0
            if not alike(a, b, self._noise(noise, a), self.allowed(error)):
                return False
        return True

    def allowed(self, error: float) -> float:
        """Return the relative difference that may be left where a difference of that size is said to have vanished."""
        if self.no_float64:
            return 0.0
        return max(COMPENSATED_RELATIVE, min(self.forward.thresholds.float64, COMPENSATED_SHARE * error))

    def _noise(self, noise: float, tensor: torch.Tensor) -> float:
        """Return the norm of a difference that is rounding in the working precision, where float64 is impossible."""
        if not self.no_float64 or not tensor.is_floating_point():
            return 0.0
        norm = float(torch.linalg.vector_norm(tensor.to(torch.float64)))
        return self.forward.thresholds.noise * max(noise, least_noise(self.forward.dtype) * norm)

    def keeps_otherwise(self, key: Key) -> bool:
        """Tell whether the port's call is right although it arranges its tensors otherwise than the reference's does.

        Args:
            key (Key): the call; not that of the net itself, whose outputs are what they are.
        """
        seen = self.seen.get(key)
        return key != ("", 0) and seen is not None and seen.reached and (seen.agrees or seen.plain)

    def given(self, call: Call, tensors: Named) -> Named:
        """Return the reference's inputs of a call as the port arranges them."""
        seen = self.seen.get(call.key)
        if seen is None or len(seen.inputs) != len(tensors):
            return tensors
        return [(path, _as(tensor, *how)) for (path, tensor), how in zip(tensors, seen.inputs, strict=True)]

    def returned(self, call: Call, tensors: Named) -> Named:
        """Return the reference's outputs of a call as the port arranges them."""
        if call.key in self.bases:
            return self.bases[call.key]
        seen = self.seen.get(call.key)
        if seen is None or len(seen.orders) != len(tensors) or len(call.outputs) != len(tensors):
            return tensors
        shapes = (shape.shape for _, shape in call.outputs)
        entries = zip(tensors, seen.orders, shapes, strict=True)
        return [(path, _as(t, order, shape) if order is not None else t) for (path, t), order, shape in entries]

    def order(self, a: torch.Tensor, b: torch.Tensor, noise: float, relative: float | None = None) -> Order | None:
        """Return how the port's tensor `b` holds the numbers of the reference's `a`; None if it does not."""
        if self.no_float64:
            return find_order(a, b, self._noise(noise, a), 0.0)
        return find_order(a, b, NOISE_SHARE * noise, self.forward.thresholds.float64 if relative is None else relative)

    def _run(self, intervention: _Intervention) -> Trace:
        comparison = self.comparison
        partners = {key: call.layer.path for key, call in self.partners.items()}
        dtype = DTYPES[comparison.dtype] if self.no_float64 else torch.float64
        wanted = comparison.as_built if self.no_float64 else torch.float64
        run = Run(
            comparison.inputs,
            comparison.tensors(dtype),
            comparison.reference.parameter_names(),
            comparison.seed,
            dtype=wanted,
        )
        return record(comparison.port, replace(run, partners=partners, intervention=intervention))


def _as(tensor: torch.Tensor, order: Order, shape: tuple[int, ...]) -> torch.Tensor:
    made = arranged(tensor, order, shape)
    return tensor if made is None else made


def _around(key: Key, calls: Mapping[Key, Call]) -> Iterator[Key]:
    call = calls.get(key)
    while call is not None and call.parent is not None:
        yield call.parent
        call = calls.get(call.parent)


class _Intervention:
    """What is done at the paired calls of a run in place of running them as they are."""

    def __init__(self, patcher: Patcher) -> None:
        self.patcher = patcher
        self.port = patcher.comparison.port

    def before(self, call: Call, inputs: Named) -> Given | None:
        """Return what to give in place of running the call; None: run it."""
        raise NotImplementedError

    def instead(self, call: Call) -> list[torch.Tensor] | None:
        """Return what to put in place of the tensors that a call which is run is given; None: leave them."""
        del call
        return None

    def after(self, call: Call, result: object) -> object:
        """Return what to give for what the call returned."""
        del call
        return result

    def orders(self, base: Call, inputs: Named, relative: float | None) -> list[Order] | None:
        """Return how a call's inputs are arranged, if they are the reference's values; else None."""
        if len(base.held_inputs) != len(inputs):
            return None
        found: list[Order] = []
        for (_, a), (_, b) in zip(base.held_inputs, inputs, strict=True):
            order = self.patcher.order(a, b, 0.0, relative)
            if order is None:
                return None
            found.append(order)
        return found


class _Observer(_Intervention):
    """Lets every call run, notes what it does with right inputs, and puts the right values in for what it returns.

    A construct that is given other values, because the code before it is wrong, gets the right ones as well: so what it
    does itself is seen at its own place.
    """

    def __init__(self, patcher: Patcher) -> None:
        super().__init__(patcher)
        self._right: dict[Key, list[torch.Tensor]] = {}

    def before(self, call: Call, inputs: Named) -> Given | None:
        base = self.patcher.base(call)
        if base is None:
            return None
        seen = self.patcher.seen[call.key] = Seen()
        orders = self.orders(base, inputs, None)
        seen.reached = orders is not None
        if orders is not None:
            shapes = (tuple(tensor.shape) for _, tensor in inputs)
            seen.inputs = list(zip(orders, shapes, strict=True))
        elif not base.leaf:
            self._presume(call, seen, base, inputs)
        return None

    def _presume(self, call: Call, seen: Seen, base: Call, inputs: Named) -> None:
        """Note how a construct's inputs are arranged by their sizes, and the right values for them."""
        if len(base.held_inputs) != len(inputs):
            return
        orders = [
            _presumed(tuple(a.shape), tuple(b.shape)) for (_, a), (_, b) in zip(base.held_inputs, inputs, strict=True)
        ]
        known = [order for order in orders if order is not None]
        if len(known) != len(orders):
            return
        right = [tensor.permute(order) for (_, tensor), order in zip(base.held_inputs, known, strict=True)]
        seen.reached = True
        seen.inputs = [(order, tuple(tensor.shape)) for order, tensor in zip(known, right, strict=True)]
        self._right[call.key] = [tensor.clone() for tensor in right]
        for key in _around(call.key, self.patcher.forward.port_calls):
            if key in self.patcher.seen:
                self.patcher.seen[key].helped = True

    def instead(self, call: Call) -> list[torch.Tensor] | None:
        return self._right.pop(call.key, None)

    def after(self, call: Call, result: object) -> object:
        seen, base = self.patcher.seen.get(call.key), self.patcher.base(call)
        if seen is None or base is None or not seen.reached:
            return result
        outputs = self.port.flatten(result)
        given = [order for order, _ in seen.inputs]
        right: list[torch.Tensor] = []
        measured = self.patcher.forward.results.get(base.key)
        errors: list[float] = []
        for index, ((_, a), (_, b)) in enumerate(zip(self.patcher.right(call.key, base), outputs, strict=False)):
            noise = measured.outputs[index].noise if measured is not None and index < len(measured.outputs) else 0.0
            order = self.patcher.order(a, b, noise, None)
            seen.orders.append(order)
            order, value = _settled(a, b, order, given)
            errors.append(_relative(value, b))
            if value is not None:
                right.append(value.clone())  # the net may write into it
        complete = len(base.held_outputs) == len(outputs)
        seen.agrees = complete and all(order is not None for order in seen.orders)
        if not seen.agrees and not seen.plain:
            seen.reached = False  # on axes in another order it computes something else
            return result
        seen.error = max(errors, default=0.0) if complete else float("inf")
        if not complete or len(right) != len(outputs) or call.key in self.patcher.compensated:
            return result
        return tree.fill(tree.skeleton(result, self.port.tensor_of), right, self.port.revived)


def _presumed(reference: tuple[int, ...], port: tuple[int, ...]) -> Order | None:
    """Return in which order the port most likely keeps the reference's axes, by their sizes; None for another number.

    Sizes that another stride has changed are no reason to think that axes changed places.
    """
    if len(reference) != len(port) or len(reference) > _MOST_AXES:
        return None
    own = tuple(range(len(reference)))

    def equal(order: Order) -> int:
        return sum(reference[axis] == size for axis, size in zip(order, port, strict=True))

    return max(itertools.permutations(own), key=lambda order: (equal(order), order == own))


def _settled(
    a: torch.Tensor, b: torch.Tensor, order: Order | None, given: Sequence[Order]
) -> tuple[Order | None, torch.Tensor | None]:
    """Return the reference's `a` arranged as the port's `b` is: as was found, or as the inputs were."""
    own = tuple(range(a.dim()))
    for candidate in [order] if order is not None else [own if a.shape == b.shape else None, *given, own]:
        value = arranged(a, candidate, tuple(b.shape)) if candidate is not None else None
        if value is not None:
            return candidate, value.to(b.dtype)
    return None, None


def _relative(right: torch.Tensor | None, made: torch.Tensor) -> float:
    if right is None or right.shape != made.shape:
        return float("inf")
    error, norm = error_norms(right, made)
    return error / norm if norm else float("inf")


class _Follower(_Intervention):
    """Lets some calls run, and every other one only as long as it is given something else than the reference's."""

    def __init__(self, patcher: Patcher, unpatched: frozenset[Key], forced: frozenset[Key], allowed: float) -> None:
        super().__init__(patcher)
        self._unpatched = unpatched
        self._forced = forced
        self._allowed = allowed

    def before(self, call: Call, inputs: Named) -> Given | None:
        base = None if call.key in self._unpatched else self.patcher.base(call)
        known = self.patcher.forward.port_calls.get(call.key)
        if base is None or known is None or not known.done or len(known.outputs) != len(base.held_outputs):
            return None
        if call.key not in self._forced and self.orders(base, inputs, self._allowed) is None:
            return None
        seen = self.patcher.seen.get(call.key)
        orders = seen.orders if seen is not None and seen.reached else []
        values: list[torch.Tensor] = []
        for index, ((_, a), (_, shape)) in enumerate(
            zip(self.patcher.right(call.key, base), known.outputs, strict=True)
        ):
            order = orders[index] if index < len(orders) else None
            value = arranged(a, order if order is not None else tuple(range(a.dim())), shape.shape)
            if value is None:
                return None
            values.append(value.clone())
        inside = calls_inside(known, self.patcher.forward.port_calls)
        return Given(tree.fill(known.result, values, self.port.revived), [inner.layer.path for inner in inside])
