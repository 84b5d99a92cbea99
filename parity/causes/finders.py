"""Who looks for causes, in which order, and what each needs to have been measured.

The order matters: a weight without partner or a gradient is not reported of a layer that an argument explains, and what
the outputs show is reported last, if nothing explains it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from parity.causes.bodies import body_findings, inspected
from parity.causes.diagnose import LayerDiagnosis, argument_findings
from parity.causes.gradients import gradient_findings
from parity.causes.netwide import (
    crossed_findings,
    output_findings,
    raised_findings,
    unmatched_findings,
    weight_findings,
)
from parity.causes.probes import probe_findings
from parity.report.model import Finding
from parity.rules import RULES
from parity.rules.body import Body
from parity.rules.measured import Measured
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.weights.mapping import held

_NOTHING: frozenset[str] = frozenset()
_FORWARD = frozenset({"forward"})
_GRADIENTS = frozenset({"forward", "grad"})


@dataclass(frozen=True, slots=True)
class Finder:
    """One look at what was measured.

    Args:
        name (str): what it looks at.
        needs (frozenset[str]): the stages without which it has nothing to look at, of `STAGES`.
        find (Callable[[Measured], list[Finding]]): looks.
    """

    name: str
    needs: frozenset[str]
    find: Callable[[Measured], list[Finding]]


def look(measured: Measured) -> list[Finding]:
    """Let every finder look whose needs were measured, in order; each sees what those before it found.

    Args:
        measured (Measured): everything that was measured; its `findings` are empty.
    """
    for finder in FINDERS:
        if finder.needs <= measured.done:
            found = finder.find(measured)
            wrong = any(finding.severity == "error" for finding in found)
            measured = replace(measured, findings=(*measured.findings, *found), any_error=measured.any_error or wrong)
    return list(measured.findings)


def _layers(measured: Measured) -> list[Finding]:
    """Report arguments, kinds and modes of layers, tried on the layers themselves."""
    run = measured.run
    if run is None:
        return []
    inspect = functools.partial(inspected, run.bench)
    diagnosis = LayerDiagnosis(run.bench, measured.asked, outputs_same=run.outputs_same, inspect=inspect)
    return diagnosis.layer_findings(list(run.located))


def _arguments_alone(measured: Measured) -> list[Finding]:
    """Report arguments of layers that were not run."""
    return argument_findings(measured.unrun, measured.asked, measured.port)


def _bodies(measured: Measured) -> list[Finding]:
    """Report what Cells and Modules compute themselves, between the layers that they hold."""
    run = measured.run
    if run is None:
        return []
    unmatched = {weight.name for weight in measured.weights.left_port}
    with held(measured.weights.apart):  # of constants that differ another finding speaks
        accused = {f.port_layer for f in measured.findings if f.severity == "error" and f.port_layer}
        return body_findings(
            list(run.located), run.bench, outputs_same=run.outputs_same, unmatched=unmatched, accused=accused
        )


def _probes(measured: Measured) -> list[Finding]:
    """Report what shows only on other inputs, and is not said of the same argument at the same place already."""
    if measured.run is None:
        return []
    said = {(f.location, f.argument) for f in measured.findings if f.severity == "error" and f.argument is not None}
    found = probe_findings(list(measured.run.located), measured.run.bench)
    return [finding for finding in found if (finding.location, finding.argument) not in said]


def _unmatched(measured: Measured) -> list[Finding]:
    """Report layers that ran on one side only; what was found inside the code around them counts first."""
    run = measured.run
    if run is None:
        return []
    ended = run.forward.port_raised is not None
    packed = measured.pairing.packed if run.outputs_same else []
    known = {id(layer) for group in packed for layer in (group.whole, *group.parts)}
    calls = [(entry, entry.pair.reference or entry.pair.port) for entry in run.located]
    located = [e for e, call in calls if call is None or e.pair.matched or id(call.layer) not in known]
    # of a trace no operation is known: that code differs there says only where, and a layer that is missing says what
    vague = {Body.code} if any(side.is_recorded for side in run.bench.sides) else set()
    explained = any(f.severity == "error" and f.rule not in vague for f in measured.findings)
    found = unmatched_findings(
        located,
        run.bench,
        explained=run.outputs_same or explained,
        agree=run.outputs_same,
        ended=ended,
    )
    return [*(UnmatchedLayer.packed(group) for group in packed), *found]


def _rules(measured: Measured) -> list[Finding]:
    """Report what rules recognise by themselves, in the order of the list of rules."""
    found: list[Finding] = []
    for rule in RULES:
        if rule.needs <= measured.done:
            found += rule.find(measured)
    return found


def _weights(measured: Measured) -> list[Finding]:
    """Report weights without partner."""
    ran = measured.run is not None
    partners = {left.path: right.path for left, right in measured.pairing.matched_layers()} if ran else {}
    trained = bool(measured.asked.stages & {"grad", "optim"})
    nets = (measured.weights, measured.reference, measured.port)
    by_name = "names" in measured.asked.stages
    found = weight_findings(*nets, partners, trained=trained, by_name=by_name)
    return found + (
        crossed_findings(*nets, by_name=by_name) if measured.run is not None and measured.run.outputs_same else []
    )


def _gradients(measured: Measured) -> list[Finding]:
    """Report gradients that differ although the outputs agree."""
    run = measured.run
    if run is None or run.gradients is None or not run.outputs_same:
        return []
    return gradient_findings(run.gradients, run.comparison, run.forward, measured.weights, measured.explained)


def _outputs(measured: Measured) -> list[Finding]:
    """Report what the outputs show that nothing before explains, and worse numerics of the same network."""
    run = measured.run
    if run is None:
        return []
    raised = raised_findings(run.forward, measured.port, measured.findings)
    explained = measured.any_error or any(finding.severity == "error" for finding in raised)
    return [*raised, *output_findings(run.check, run.forward, run.comparison, explained=explained)]


FINDERS: tuple[Finder, ...] = (
    Finder("arguments, kinds and modes of layers", _FORWARD, _layers),
    Finder("arguments of layers that were not run", _NOTHING, _arguments_alone),
    Finder("code between layers", _FORWARD, _bodies),
    Finder("other inputs", _FORWARD, _probes),
    Finder("layers without counterpart", _FORWARD, _unmatched),
    Finder("rules that recognise by themselves", _NOTHING, _rules),
    Finder("weights without counterpart", _NOTHING, _weights),
    Finder("gradients", _GRADIENTS, _gradients),
    Finder("outputs", _FORWARD, _outputs),
)
"""Every finder, in the order in which they look."""
