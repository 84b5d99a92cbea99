"""Forward passes on the reference's inputs and weights: modes, random layers, statistics, what is returned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import torch

from parity.code.places import Location
from parity.curves.divergence import Divergence, relative, said
from parity.curves.events import ForwardPass
from parity.curves.nets import named
from parity.curves.stages import averages
from parity.curves.stages.pairing import OUTPUTS, Paired
from parity.report.text import count


def find(pair: Paired) -> Iterator[Divergence]:
    """Find the first pass that returns something else, and what of it may be a mode or a random layer."""
    teachers = averages.nets_apart(pair)  # what these return is the average's doing
    for one, other in pair.passes():
        error = _error(one, other)
        if error <= OUTPUTS or other.net in teachers:
            continue
        cause, message = _why(pair, one, other)
        yield Divergence(
            "forward", other.update + 1, cause, message, place=other.place, reference=one.place,
            evidence=f"on equal inputs and weights the outputs differ by {said(error)} of their size",
            details={"error": error},
        )  # fmt: skip
        return


def find_statistics(pair: Paired) -> Iterator[Divergence]:
    """Find running statistics that a pass leaves otherwise, or that another number of passes does."""
    counts = [Counter((one.update, one.net) for one in trace.passes) for trace in (pair.reference, pair.port)]
    for one, other in _statistics_of(pair):
        for update, net in sorted(counts[0] | counts[1]):
            ours, theirs = counts[0][update, net], counts[1][update, net]
            if ours != theirs and update < other.step:
                which = named(net, pair.port.nets[net])
                text = f"{which} runs {theirs} times for update {update + 1}, in the reference {ours}"
                yield replace(other, stage="forward", step=update + 1, cause="passes", message=text, place=one)
                return
        yield other


def _statistics_of(pair: Paired) -> Iterator[tuple[Location | None, Divergence]]:
    for one, other in pair.passes():
        if _error(one, other) > OUTPUTS:
            return
        reference = {**_start(pair.reference.initial), **one.statistics}
        missing = [e for e in pair.weights.entries if (e.reference in one.statistics) != (e.port in other.statistics)]
        counters = {e.port for e in missing if e.reference.endswith("num_batches_tracked")}
        gone = [e.port for e in missing if e.port not in counters]
        if gone:
            which = (
                "are updated in the reference and stay here"
                if missing[0].reference in one.statistics
                else ("are updated here and stay in the reference")
            )
            yield other.place, _statistics(one, other, gone, f"{len(gone)} running statistics ({gone[0]}) {which}")
            return
        for name, a, b in pair.both(reference, other.statistics):
            if a.is_floating_point() and relative(a, b) > OUTPUTS:
                yield other.place, _statistics(
                    one, other, [name], f"{name} is updated otherwise on equal activations: another momentum",
                    f"it differs by {said(relative(a, b))} of its size",
                )  # fmt: skip
                return


def _statistics(one: ForwardPass, other: ForwardPass, names: list[str], message: str, evidence: str = "") -> Divergence:
    return Divergence(
        "statistics", other.update + 1, "statistics", message, place=other.place, reference=one.place,
        weights=tuple(names), evidence=evidence,
    )  # fmt: skip


def _start(initial: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return dict(initial)


def _error(one: ForwardPass, other: ForwardPass) -> float:
    """Return the greatest difference of an output; a scalar beside others is a loss, and not counted."""
    ours, theirs = ([t for t in p.outputs if t.dim()] or p.outputs for p in (one, other))
    if len(ours) != len(theirs):
        return float("inf")
    return max((relative(a, b) for a, b in zip(ours, theirs, strict=True)), default=0.0)


def _why(pair: Paired, one: ForwardPass, other: ForwardPass) -> tuple[str, str]:
    if len(one.outputs) != len(other.outputs):
        counts = [count(len(each.outputs), "tensor") for each in (other, one)]
        return "outputs", f"the net returns {counts[0]} here, {counts[1]} in the reference"
    ours, theirs = list(one.modes.values()), list(other.modes.values())
    if not all(ours + theirs) and ours != theirs:
        off = [path for path, mode in other.modes.items() if not mode]
        on = [path for path, mode in one.modes.items() if not mode]
        here = f"{len(off)} of {len(theirs)} such layers are in evaluation mode here" + (f" ({off[0]})" if off else "")
        return "mode", f"dropout and normalisation: {here}, {len(on)} in the reference"
    rates = tuple(_dropouts(trace.nets[p.net]) for trace, p in ((pair.reference, one), (pair.port, other)))
    if rates[0] != rates[1]:
        return "dropout", f"dropout with the rates {_listed(rates[1])} here, {_listed(rates[0])} in the reference"
    kinds = {tuple(t.dtype for t in p.outputs) for p in (one, other)}
    if len(kinds) > 1:
        return "precision", f"the net returns {other.outputs[0].dtype} here, {one.outputs[0].dtype} in the reference"
    return "net", "the nets themselves compute something else: `ms2torch compare` tells which layer"


def _dropouts(net: torch.nn.Module) -> list[float]:
    found: list[float] = []
    for module in net.modules():
        if "Dropout" in type(module).__name__:
            rate = getattr(module, "p", None)
            keep = getattr(module, "keep_prob", 1.0)
            found.append(float(rate) if isinstance(rate, (int, float)) else 1.0 - float(keep))
    return [rate for rate in found if rate]


def _listed(rates: list[float]) -> str:
    return ", ".join(dict.fromkeys(said(rate) for rate in rates)) or "none"
