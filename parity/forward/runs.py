"""The forward stage: both nets run in float64 and in the working precision, compared call by call as they run.

Only the reference's activations are kept (in float64, and in the working precision until the port has run in it); the
port's are compared the moment they appear. Seven forwards in all: two plain ones that pair the layers and set the
scale of the seeded statistics, the reference in float64 and twice in the working precision (the second on inputs
moved by one ulp, for its own noise), the port in float64 and in the working precision. Where memory is bounded, these
five are made once for each window of calls.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable
from dataclasses import dataclass

import torch

from parity.code.errors import CannotCompare
from parity.code.places import at_fault
from parity.forward.casts import allow_for_casts, find_casts
from parity.forward.listeners import Passing, fits_by_layer, run_widened, why_not
from parity.forward.repeatable import require_repeatable
from parity.forward.results import DTYPES, CallResult, Comparison, Forward, Memory, TensorResult
from parity.forward.shared import Share
from parity.nets.trace import Call, Named, Trace, has_nan, held_bytes
from parity.nets.windows import Shelf, Window, bytes_of, windows_of

_ALONE = Share()


def run_forward(comparison: Comparison, share: Share = _ALONE) -> Forward:
    """Run both nets and measure every paired call.

    Args:
        comparison (Comparison): the comparison.
        share (Share): the part of this process. Default: everything.

    Raises:
        CannotCompare: if the reference does not run on the inputs, gives NaN, or is not deterministic.
    """
    references = _references(comparison, share)
    no_float64 = why_not(references.exact, "reference")
    own = references.own
    exact = own if no_float64 else references.exact
    seconds = references.exact.seconds + own.seconds
    forward = Forward(
        {},
        {},
        exact,
        DTYPES[comparison.dtype],
        no_float64,
        seconds,
        memory=references.memory,
        thresholds=comparison.thresholds,
    )
    for pair in comparison.pairing.pairs:
        if pair.reference is not None and pair.port is not None:
            forward.results[pair.reference.key] = CallResult()
    for number, window in enumerate(references.windows):
        references.load(window)
        passing = Passing(comparison, forward, exact, own, window)
        if not forward.no_float64:
            passing.port64(first=not number)
        if exact is not own:
            passing.note_own_noise()
        comparison.progress("reference, moved by one ulp")
        passing.measure_noise()
        comparison.progress(f"port, {comparison.dtype}")
        passing.port32(first=not number)
    references.account()
    if share.count > 1:
        share.gather(forward, [window for window in references.windows if window is not None])
    if forward.no_float64:  # what the port is fed must be in the precision that it runs in
        forward.reference64 = own
    for trace in (exact, own):
        if trace is not forward.reference64:
            trace.release()
    noises = [n for r in forward.results.values() for t in r.outputs if (n := _relative_noise(t)) is not None]
    forward.median_noise = statistics.median(noises) if noises else 0.0
    forward.look_for_casts = functools.partial(find_casts, comparison)
    allow_for_casts(forward)
    return forward


@dataclass(slots=True)
class _References:
    """The reference's runs in float64 and in the working precision, whole or by windows."""

    exact: Trace
    own: Trace
    windows: tuple[Window | None, ...]
    memory: Memory
    shelves: tuple[Shelf, ...] = ()

    def load(self, window: Window | None) -> None:
        """Hold a window in both precisions."""
        if window is not None:
            for shelf in self.shelves:
                shelf.load(window)
            self.memory.held = sum(shelf.held for shelf in self.shelves)
            self.memory.note()

    def account(self) -> None:
        """Sum up what was held."""
        exact = self.own if self.exact.raised is not None else self.exact
        if self.shelves:
            self.memory.activations = next(shelf.total for shelf in self.shelves if shelf.trace is exact)
        else:
            self.memory.activations = held_bytes(exact)
            self.memory.note(held_bytes(self.own) + held_bytes(self.exact))
        self.memory.held = self.memory.activations // self.memory.windows


def _references(comparison: Comparison, share: Share) -> _References:
    """Run the reference in both precisions, holding all or, where memory is bounded or shared, nothing yet."""
    whole = not comparison.max_memory and share.count == 1
    comparison.progress("reference, float64")
    run = functools.partial(comparison.run, comparison.reference, torch.float64, hold=whole, only=comparison.wanted)
    exact = run()
    if not fits_by_layer(comparison, comparison.reference, exact):
        exact = run()
    comparison.progress(f"reference, {comparison.dtype}")
    own = comparison.run(comparison.reference, comparison.as_built, hold=whole, only=comparison.wanted)
    require_reference(own, comparison)
    if not exact.gives_numbers:
        exact = run_widened(comparison.reference, run) or exact
        if exact.raised is None and not exact.gives_numbers:
            exact.raised = FloatingPointError("its output holds NaN there")
    if whole:
        return _References(exact, own, (None,), Memory())
    calls = [call for call in own.calls.values() if comparison.wanted is None or call.key in comparison.wanted]
    copies = 1 + DTYPES[comparison.dtype].itemsize / 8
    bound = comparison.max_memory or -(-bytes_of(calls, copies=copies) // share.count)
    windows = windows_of(calls, bound, copies=copies)

    def held_in(dtype: torch.dtype | None) -> Callable[[Window], Trace]:
        return lambda window: comparison.run(comparison.reference, dtype, hold=True, only=window)

    shelves = [Shelf(held_in(comparison.as_built), windows, own)]
    if exact.raised is None:
        shelves.append(Shelf(held_in(torch.float64), windows, exact))
    return _References(exact, own, share.own(windows), Memory(windows=len(windows)), tuple(shelves))


def _relative_noise(tensor: TensorResult) -> float | None:
    if tensor.norms32 is None or not tensor.norms32.reference or not tensor.noise:
        return None
    return tensor.noise / tensor.norms32.reference


def require_reference(trace: Trace, comparison: Comparison) -> None:
    """Refuse a reference that gives nothing to compare with.

    Raises:
        CannotCompare: if it raised, returned no tensor, returned NaN, or gives another result each time.
    """
    subject = comparison.reference
    if trace.raised is not None:
        raise CannotCompare(
            f"the {subject.role} {subject.name} does not run on these inputs: {at_fault(trace.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from trace.raised
    if not trace.outputs:
        raise CannotCompare(f"the {subject.role} {subject.name} returns no tensor; there is nothing to compare")
    for path, tensor in trace.outputs:
        if has_nan([(path, tensor)]):
            raise CannotCompare(
                f"the reference's {path} holds NaN{_first_nan(trace, comparison)}: nothing can be compared with it; "
                "choose inputs or weights that give numbers"
            )
    if comparison.earlier and not _equal(comparison.earlier, trace.outputs):
        require_repeatable(comparison, subject)


def _first_nan(trace: Trace, comparison: Comparison) -> str:
    """Say in which layer of the reference NaN arises."""
    found = [c for c in trace.leaves if has_nan(c.held_outputs) and not has_nan(c.held_inputs)]

    def leave(call: Call, inputs: Named, outputs: Named) -> None:
        if not found and call.leaf and has_nan(outputs) and not has_nan(inputs):
            found.append(call)

    if not found:
        comparison.run(comparison.reference, comparison.as_built, listener=leave)
    return f", first seen in layer {found[0].layer.path or comparison.reference.name}" if found else ""


def _equal(earlier: tuple[torch.Tensor, ...], outputs: Named) -> bool:
    return len(earlier) == len(outputs) and all(
        one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other)
        for one, (_, other) in zip(earlier, outputs, strict=True)
    )
