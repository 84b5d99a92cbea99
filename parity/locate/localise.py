"""Where the nets diverge: for every pair of calls, whether it is the one that does it.

Free-running, an error travels downstream and every later layer differs. Fed the reference's own input, only a layer
that is itself wrong still differs. Layers whose input equals the reference's anyway are not run again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import torch

from parity.body.record import computed_inside
from parity.code.faults import raise_own
from parity.forward.forcing import Forced, force, invoke
from parity.forward.results import Comparison, Forward, TensorResult
from parity.measure.judgement import Norms, least_noise, same_in_float64
from parity.measure.metrics import error_norms
from parity.nets.trace import Call, Key, Named, call_seed, calls_inside
from parity.pair.layers import CallPair
from parity.report.model import Status

_LEVELS = 3
"""How many bodies around a layer are looked into for its activation."""


@dataclass(slots=True)
class Located:
    """One pair and its verdict.

    Attributes:
        pair: the two calls.
        status: see `parity.report.model.Status`.
        free: figures of the free run, by output.
        forced: figures on the reference's own input, by output; those of the free run where the inputs agree.
        raised: what the port's call raised on the reference's own input, or None.
        inputs_agree: whether the free run's inputs agreed; None if not known.
        counts: number of output tensors of both sides.
        fused: what the port's layer returns for the reference's input, where the reference computes the same after its
            layer (an activation that is part of the port's layer); else None.
        compensated: whether the code around compensates for what the port's layer does otherwise.
        as_base: whether the port's layer is the counterpart of the framework's class from which the reference's is
            derived, and the code around does what the derived class adds.
        incomparable: whether the layer cannot be judged on the reference's input, because the port gives it another
            number or arrangement of tensors.
    """

    pair: CallPair
    status: Status
    free: list[TensorResult] = field(default_factory=list)
    forced: list[TensorResult] = field(default_factory=list)
    raised: BaseException | None = None
    inputs_agree: bool | None = None
    counts: tuple[int, int] = (0, 0)
    fused: Named | None = None
    compensated: bool = False
    incomparable: bool = False
    as_base: bool = False


def localise(comparison: Comparison, forward: Forward, locator_of: type[Locator] | None = None) -> list[Located]:
    """Give every pair its status, in the order of the pairing; layers that ran on neither side are left out.

    Args:
        comparison (Comparison): the comparison.
        forward (Forward): what the forward stage measured.
        locator_of (type[Locator], optional): how a pair is judged. Default: ``None``, `Locator`.
    """
    with torch.no_grad(), ExitStack() as precision:
        locator = (locator_of or Locator)(comparison, forward, precision)
        leaves = [locator.leaf(pair) for pair in comparison.pairing.pairs if pair.leaf and not pair.idle]
        locator.note(leaves)
        inner_first = [pair for pair in reversed(comparison.pairing.pairs) if not pair.leaf]
        containers = [locator.container(pair) for pair in sorted(inner_first, key=_depth, reverse=True)]
    return leaves + sorted(containers, key=_depth_of)


def fused_outputs(located: Iterable[Located]) -> dict[Key, Named]:
    """Return what layers of the port return that include what the reference computes after its layer."""
    fused = ((entry.pair.port, entry.fused) for entry in located if entry.fused is not None)
    return {port.key: outputs for port, outputs in fused if port is not None and outputs is not None}


def _depth(pair: CallPair) -> int:
    return len(pair.reference.key[0]) if pair.reference is not None else 0


def _depth_of(located: Located) -> int:
    return _depth(located.pair)


class Locator:
    """Judges pairs of calls."""

    def __init__(self, comparison: Comparison, forward: Forward, precision: ExitStack) -> None:
        self.comparison = comparison
        self.precision = precision
        self.cast = False
        self.forward = forward
        self.explained: set[Key] = set()
        self.partners = comparison.pairing.by_port()
        self.parents = {call.key: call.parent for call in forward.reference64.calls.values()}

    def leaf(self, pair: CallPair) -> Located:
        """Judge a pair of leaf layers."""
        if pair.reference is None or pair.port is None:
            return Located(pair, "unmatched")
        located = self._judge(pair, pair.reference, pair.port)
        mine, theirs = (call.layer.construction.arguments.get("activation") for call in (pair.port, pair.reference))
        if located.status in {"introduced", "same"} and mine is not None and theirs is None:
            located.fused = self._fused(pair.reference, pair.port)
            located.status = located.status if located.fused is None else "same"
        return located

    def _fused(self, reference: Call, port: Call) -> Named | None:
        """Return the port's output on the reference's input if the reference computes the same numbers further on."""
        base = self.forward.reference64.calls.get(reference.key)
        if base is None or len(base.held_outputs) != 1:
            return None
        self._cast()
        arguments = self.forward.port_calls.get(port.key, port).arguments
        inputs = [tensor.clone() for _, tensor in base.held_inputs]
        seed = call_seed(self.comparison.seed, base.layer.path)
        try:
            made = invoke(self.comparison.port, port.layer.module, arguments, inputs, seed)
        except Exception as error:  # noqa: BLE001 - a layer that raises is not the reference's with an activation
            raise_own(error)
            return None
        if len(made) != 1:
            return None
        relative = self.forward.thresholds.float64
        return made if any(_equal(tensor, made[0][1], relative) for tensor in self._further_on(base)) else None

    def _further_on(self, base: Call) -> Iterator[torch.Tensor]:
        """Yield what the reference's other layers return, and what the bodies around a layer compute themselves."""
        calls = self.forward.reference64.calls
        around: list[Call] = []
        parent = calls.get(base.parent) if base.parent is not None else None
        while parent is not None:
            around.append(parent)
            parent = calls.get(parent.parent) if parent.parent is not None else None
        for call in calls.values():
            if call is not base and call not in around:
                yield from (tensor for _, tensor in call.held_outputs)
        if self.forward.no_float64:
            return
        before = torch.get_default_dtype()
        seed, relative = self.comparison.seed, self.forward.thresholds.float64
        with self.comparison.reference.precision(torch.float64):
            torch.set_default_dtype(torch.float64)
            try:
                for container in around[:_LEVELS]:
                    yield from computed_inside(self.comparison.reference, container, calls, seed, relative)
            finally:
                torch.set_default_dtype(before)

    def note(self, located: list[Located]) -> None:
        """Remember the containers (by the reference's keys) whose inside explains their difference."""
        for entry in located:
            if entry.status == "introduced" and entry.pair.reference is not None:
                self._mark_explained(entry.pair.reference.key)

    def _mark_explained(self, key: Key) -> None:
        parent = self.parents.get(key)
        while parent is not None:
            self.explained.add(parent)
            parent = self.parents.get(parent)

    def container(self, pair: CallPair) -> Located:
        """Judge a pair that holds others, after those."""
        if pair.reference is None or pair.port is None:
            return Located(pair, "unmatched")
        if pair.reference.key in self.explained:
            result = self.forward.results[pair.reference.key]
            status: Status = "same" if self.forward.same(result) else "amplified"
            return Located(pair, status, result.outputs, [], None, self.forward.inputs_agree(result), result.count)
        located = self._judge(pair, pair.reference, pair.port)
        if located.status == "introduced":
            self._mark_explained(pair.reference.key)
        return located

    def _judge(self, pair: CallPair, reference: Call, port: Call) -> Located:
        result = self.forward.results[reference.key]
        agree = self.forward.inputs_agree(result)
        located = Located(pair, "same", result.outputs, result.outputs, result.raised, agree, result.count)
        if self.forward.same(result, strictly=True):
            return located
        # behind a cast it is what it is given that differs; fed the reference's own input, only its own doing does
        settled = self.forward.same(result)
        if settled and reference.key in self.forward.casts:
            return located
        base = self.forward.reference64.calls.get(reference.key)
        if base is None or not base.done:
            located.status = "unmatched"
            return located
        if agree and result.raised is None and result.ran:
            located.status = "introduced"
            return located
        self._cast()
        arguments = self.forward.port_calls.get(port.key, port).arguments
        forced = force(
            self.comparison.port, port.layer.module, arguments, base, self._seeds(base, port), self.comparison.uncounted
        )
        located.raised = result.raised if forced.raised is not None and result.raised is not None else forced.raised
        located.forced = forced.outputs
        located.counts = forced.count
        right = self._right_when_forced(forced, result.outputs, of=reference.key)
        located.status = "introduced" if not right else "same" if settled else "amplified"
        return located

    def _seeds(self, base: Call, port: Call) -> tuple[int, dict[str, list[int]]]:
        """Return the seeds of a layer and of those inside: what the reference's calls drew from."""
        inside: dict[str, list[int]] = {}
        if port.layer.module.training:
            for call in calls_inside(port, self.forward.port_calls):
                path = self.partners[call.key].layer.path if call.key in self.partners else call.layer.path
                inside.setdefault(call.layer.path, []).append(call_seed(self.comparison.seed, path))
        return call_seed(self.comparison.seed, base.layer.path), inside

    def _cast(self) -> None:
        """Put the port into the precision of the comparison, the first time a layer has to run again."""
        if not self.cast:
            self.cast = True
            dtype = self.forward.dtype if self.forward.no_float64 else torch.float64
            self.precision.enter_context(self.comparison.port.precision(dtype))

    def _right_when_forced(self, forced: Forced, free: list[TensorResult], *, of: Key) -> bool:
        if forced.raised is not None or forced.count[0] != forced.count[1]:
            return False
        for index, tensor in enumerate(forced.outputs):
            if index < len(free):
                tensor.noise = free[index].noise
                tensor.norms32 = free[index].norms32
                tensor.after_cast = free[index].after_cast and of in self.forward.casts
            if not forced_same(tensor, self.forward):
                return False
        return True


def _equal(one: torch.Tensor, other: torch.Tensor, relative: float) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    return same_in_float64(Norms(*error_norms(one, other)), 0.0, relative=relative)


def forced_same(tensor: TensorResult, forward: Forward) -> bool:
    """Tell whether a layer fed the reference's input gave the reference's output.

    Args:
        tensor (TensorResult): compared in float64, or in the working precision if float64 is impossible.
        forward (Forward): says which.
    """
    metrics, norms = tensor.metrics64, tensor.norms64
    if metrics is None or norms is None or metrics.shapes_differ or metrics.nan_mismatch or metrics.inf_mismatch:
        return False
    if forward.no_float64:
        return norms.error <= forward.thresholds.noise * max(tensor.noise, least_noise(forward.dtype) * norms.reference)
    if tensor.after_cast and forward.within_noise(norms, tensor.noise):
        return True
    return same_in_float64(norms, tensor.noise, relative=forward.thresholds.float64)
