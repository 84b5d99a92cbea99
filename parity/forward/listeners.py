"""The runs that are compared as they pass, call by call, with what is held of the reference."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from parity.code.errors import describe
from parity.forward.results import CallResult, Comparison, Forward, TensorResult, compare_tensors
from parity.measure.judgement import Norms
from parity.measure.metrics import error_norms, measure, sampled_norms
from parity.nets.base import Subject
from parity.nets.trace import Call, Key, Named, Trace
from parity.nets.widening import Widening
from parity.nets.windows import Window


class Passing:
    """The runs that are compared with the held window of the reference.

    Args:
        comparison (Comparison): the comparison.
        forward (Forward): takes the results.
        exact (Trace): the reference in float64, or `own` where that is impossible.
        own (Trace): the reference in the working precision.
        window (Window | None): the calls that are compared in this pass; None: all.
    """

    def __init__(
        self, comparison: Comparison, forward: Forward, exact: Trace, own: Trace, window: Window | None
    ) -> None:
        self._comparison = comparison
        self._forward = forward
        self._exact = exact
        self._own = own
        self._window = window
        self._partner = comparison.pairing.by_port()

    def port64(self, *, first: bool) -> None:
        """Compare the port in float64."""

        def enter(call: Call, inputs: Named, __: Named) -> None:
            base = self._base(call)
            if base is not None:
                self._forward.results[base.key].input_norms = [
                    Norms(*error_norms(*self._comparison.counted(a, b)))
                    for (_, a), (_, b) in zip(base.held_inputs, inputs, strict=False)
                ]

        def leave(call: Call, __: Named, outputs: Named) -> None:
            base = self._base(call)
            if base is not None:
                result = self._forward.results[base.key]
                result.ran = True
                result.count = (len(base.held_outputs), len(outputs))
                for (path, a), (_, b) in zip(base.held_outputs, outputs, strict=False):
                    result.outputs.append(compare_tensors(path, *self._comparison.counted(a, b)))

        self._comparison.progress("port, float64")
        run = functools.partial(self._comparison.run, self._comparison.port, torch.float64, enter=enter, listener=leave)
        trace = run()
        if first and not fits_by_layer(self._comparison, self._comparison.port, trace):
            self._forget()
            trace = run()
        as_built = self._run_as_built() if first and not trace.gives_numbers else None
        if as_built is not None and as_built.raised is not None:
            _raised_as_built(trace, as_built)
        elif as_built is not None and as_built.gives_numbers:
            self._forget()
            widened = run_widened(self._comparison.port, run)
            if widened is None:
                trace.raised = trace.raised or FloatingPointError("its output holds NaN there")
                self._forward.no_float64 = why_not(trace, "port")
                self._forget()
                return
            trace = widened
        self._take(trace, first=first)

    def _forget(self) -> None:
        """Drop what was measured."""
        for key in self._forward.results:
            self._forward.results[key] = CallResult()

    def _run_as_built(self) -> Trace:
        """Run the port, which gives no numbers in float64, in the working precision."""
        return self._comparison.run(self._comparison.port, self._comparison.as_built)

    def _take(self, trace: Trace, *, first: bool) -> None:
        """Keep what a run of the port says of its calls."""
        self._forward.plain_seconds += trace.seconds if first else 0.0
        self._forward.port_calls = trace.calls
        self._forward.port_raised = trace.raised
        if trace.raised is None:
            self._forward.port_outputs = [path for path, _ in trace.outputs]
            self._forward.port_others = trace.others
        for call in trace.calls.values():
            if call.raised is not None and call.key in self._partner:
                self._forward.results[self._partner[call.key].key].raised = call.raised

    def _base(self, call: Call) -> Call | None:
        """Return the reference's call to compare a call of the port with, if it is in the window."""
        paired = self._partner.get(call.key)
        if paired is None or (self._window is not None and paired.key not in self._window):
            return None
        return self._exact.calls.get(paired.key)

    def note_own_noise(self) -> None:
        """Note how far the held run in working precision is from the exact one."""
        for key in self._own.calls if self._window is None else self._window:
            if key in self._own.calls:
                self.note_noise(key, self._own.calls[key].held_outputs)

    def measure_noise(self) -> None:
        """Note the noise of the reference on inputs moved by one ulp."""

        def leave(call: Call, __: Named, outputs: Named) -> None:
            self.note_noise(call.key, outputs)

        if any(entry.tensor.is_floating_point() for entry in self._comparison.inputs):
            self._comparison.run(self._comparison.reference, self._comparison.as_built, moved=True, listener=leave)

    def note_noise(self, key: Key, outputs: Named) -> None:
        """Note how far tensors of the reference in working precision are from the exact ones."""
        result, base = self._forward.results.get(key), self._exact.calls.get(key)
        if result is None or base is None or (self._window is not None and key not in self._window):
            return
        _lengthen(result, base, outputs)
        for entry, (_, a), (_, b) in zip(result.outputs, base.held_outputs, outputs, strict=False):
            norms = Norms(*sampled_norms(*self._comparison.counted(a, b)))
            entry.own32 = entry.own32 or norms
            entry.noise = max(entry.noise, norms.error)

    def port32(self, *, first: bool) -> None:
        """Compare the port in the working precision."""
        alone = bool(self._forward.no_float64)

        def leave(call: Call, __: Named, outputs: Named) -> None:
            base = self._base(call)
            if base is None:
                return
            result, exact = self._forward.results[base.key], base.held_outputs
            own = self._own.calls[base.key].held_outputs if base.key in self._own.calls else []
            if alone:
                result.ran = True
                result.count = (len(exact), len(outputs))
            _lengthen(result, base, outputs)
            for index, (entry, (_, tensor)) in enumerate(zip(result.outputs, outputs, strict=False)):
                if index < len(own):
                    entry.metrics32 = measure(*self._comparison.counted(own[index][1], tensor))
                unchanged = entry.metrics32 is not None and entry.metrics32.max_abs == 0.0 and entry.own32 is not None
                entry.norms32 = (
                    entry.own32 if unchanged else _norms32(*self._comparison.counted(exact[index][1], tensor))
                )

        trace = self._comparison.run(self._comparison.port, self._comparison.as_built, listener=leave)
        if alone:
            self._take(trace, first=first)
        else:
            self._forward.plain_seconds += trace.seconds if first else 0.0


def _raised_as_built(trace: Trace, as_built: Trace) -> None:
    """Say of a run that raised what its author sees: the exception of the working precision, where both raise.

    Args:
        trace (Trace): the run in float64; what it did not come to is not known either way.
        as_built (Trace): the run in the working precision.
    """
    trace.raised = as_built.raised if trace.raised is not None else None
    for key, call in trace.calls.items():
        other = as_built.calls.get(key)
        if call.raised is not None and other is not None and other.raised is not None:
            call.raised = other.raised


def fits_by_layer(comparison: Comparison, subject: Subject, trace: Trace) -> bool:
    """Tell whether a run with parameters promoted layer by layer can stand; if not, none is from now on.

    Code that asks a layer for the precision of its parameters, or uses them in a function of its own, does something
    else then. Where memory is bounded, only a run that raised is not taken: casts are judged by the noise.

    Args:
        comparison (Comparison): the comparison.
        subject (Subject): the net.
        trace (Trace): its run in float64.
    """
    if subject.by_layer is None or (trace.raised is None and (not trace.below_float64 or comparison.max_memory)):
        return True
    subject.by_layer = None
    return False


def run_widened(subject: Subject, run: Callable[[], Trace]) -> Trace | None:
    """Run a net that gave no numbers in float64 with float64 where its code asks for float32; from now on it runs so.

    Args:
        subject (Subject): the net.
        run (Callable): runs it.

    Returns:
        Trace, or None if it gives none all the same; then nothing is changed.
    """
    if subject.is_recorded:
        return None
    subject.widening = Widening()
    trace = run()
    if trace.gives_numbers:
        return trace
    subject.widening = None
    return None


def why_not(trace: Trace, role: str) -> str:
    """Say why there is no float64 comparison; "" if the run came to its end."""
    return f"the {role} does not run in float64 ({describe(trace.raised)})" if trace.raised is not None else ""


def _lengthen(result: CallResult, base: Call, outputs: Named) -> None:
    """Make a place for the figures of each tensor that both sides have."""
    while len(result.outputs) < min(len(base.held_outputs), len(outputs)):
        name, held = base.held_outputs[len(result.outputs)]
        result.outputs.append(TensorResult(name, numel=held.numel()))


def _norms32(exact: torch.Tensor, tensor: torch.Tensor) -> Norms:
    error, norm = error_norms(exact, tensor)
    if not error:
        norm = float(torch.linalg.vector_norm(exact.to(torch.float64)))
    return Norms(error, norm)
