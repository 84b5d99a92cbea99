"""What the gradients say beyond the outputs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from parity.body.check import differentiable
from parity.code.places import body_place
from parity.forward.bench import Bench
from parity.forward.results import Comparison, Forward
from parity.nets.base import Layer
from parity.pair.layers import CallPair
from parity.report.model import Finding, GradientResult, Status, plain_value
from parity.rules.gradient import Gradient
from parity.table.relations import relation
from parity.train.gradient_bodies import gradient_departure
from parity.train.gradients import GradientPair, Gradients, Outcome, differing_layers
from parity.weights.mapping import WeightMap

_SHOWN = 3


def gradient_results(gradients: Gradients, forward: Forward, *, outputs_same: bool) -> tuple[GradientResult, ...]:
    """Return the report's form of the gradients."""
    wrong: Status = "introduced" if outputs_same else "amplified"
    return tuple(
        GradientResult(
            kind="input" if pair.kind == "input" else "parameter",
            reference=pair.reference,
            port=pair.port,
            status="same" if pair.same else wrong,
            errors=forward.errors(pair.tensor),
            zero=pair.zero,
        )
        for pair in gradients.pairs
    )


def gradient_findings(
    gradients: Gradients, comparison: Comparison, forward: Forward, weights: WeightMap, explained: Iterable[str]
) -> list[Finding]:
    """Report gradients that differ although the outputs agree: at the layer that differs alone, or inside a body.

    Args:
        gradients (Gradients): what was measured.
        comparison (Comparison): the comparison.
        forward (Forward): its forward stage.
        weights (WeightMap): which weight is which.
        explained (Iterable[str]): paths of port layers that have an error finding.
    """
    wrong = [pair for pair in gradients.pairs if not pair.same]
    if not wrong:
        return []
    known = set(explained)
    right_ones = {pair.port for pair in gradients.pairs if pair.same}
    partner = {pair.reference.key: pair for pair in comparison.pairing.pairs if pair.reference and pair.port}
    differing_alone = differing_layers(comparison, forward, weights)
    with Bench(comparison, forward).open() as bench:
        findings: list[Finding] = []
        for key, outcome in differing_alone.items():
            pair = partner[key]
            if pair.reference is None or pair.port is None or pair.port.layer.path in known:
                continue
            if outcome.of in right_ones:  # the code around the layer compensates for it
                continue
            known.add(pair.port.layer.path)
            findings.append(_inside(bench, pair) or _layer(pair.reference.layer, pair.port.layer, outcome))
        for pair in comparison.pairing.pairs:
            if not pair.leaf and pair.port is not None and pair.port.layer.path not in known:
                found = _inside(bench, pair)
                findings += [found] if found is not None else []
    findings = _once(findings)
    return findings if findings or known else [_body(wrong, comparison)]


def _once(findings: list[Finding]) -> list[Finding]:
    """Drop what is said of one line more than once: a class is used in many places."""
    found: dict[object, Finding] = {}
    for index, finding in enumerate(findings):
        found.setdefault((finding.location, finding.argument) if finding.location else index, finding)
    return list(found.values())


def _inside(bench: Bench, pair: CallPair) -> Finding | None:
    """Report the operation of the user's own code that is differentiated differently."""
    if bench.no_float64 or pair.reference is None or pair.port is None:
        return None
    left, right = pair.reference.layer, pair.port.layer
    if not (left.custom or left.api is None) or not (right.custom or right.api is None):
        return None
    runs = differentiable(bench, pair)
    try:
        departure = gradient_departure(*runs, bench.relative) if runs is not None else None
    except RuntimeError:  # something was written to that the backward pass needs
        return None
    if departure is None:
        return None
    what = departure.what or "the body is differentiated differently"
    places = (
        str(departure.reference) if departure.reference is not None else body_place(left.module),
        str(departure.port) if departure.port is not None else body_place(right.module),
    )
    evidence = f"gradients that leave it differ by up to {departure.error:.1e} of their size on equal input"
    return Gradient.finding(left, right, "error", f"in {right.type}: {what}", evidence=evidence, places=places)


def _layer(left: Layer, right: Layer, outcome: Outcome) -> Finding:
    """Report a layer that is differentiated differently; by its argument, where the table knows of one."""
    message = f"{right.type} is differentiated differently from {left.type}"
    evidence = f"the gradient of {outcome.of} differs by {outcome.error:.1e} on equal input"
    places = (_place(left), _place(right))
    finding = Gradient.finding(left, right, "error", message, evidence=evidence, places=places)
    found = relation(left.api, right.api)
    for entry in found.row.differences if found is not None else ():
        ours, theirs = (layer.construction.arguments.get(entry.argument) for layer in (left, right))
        if entry.shows == "grad" and (ours is not None or theirs is not None):
            return replace(
                finding, argument=entry.argument, reference_value=plain_value(ours), port_value=plain_value(theirs),
                fix=entry.fix, message=entry.fact,
            )  # fmt: skip
    return finding


def _place(layer: Layer) -> str | None:
    return body_place(layer.module) if layer.custom or layer.location is None else str(layer.location)


def _body(wrong: list[GradientPair], comparison: Comparison) -> Finding:
    names = [pair.port for pair in wrong]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    worst = max((pair.tensor.metrics64.max_abs or 0.0 for pair in wrong if pair.tensor.metrics64), default=0.0)
    return Gradient.finding(
        comparison.reference.layers[""],
        comparison.port.layers[""],
        "error",
        "the outputs agree and the gradients differ, though every layer alone is differentiated alike: look for a "
        "stop_gradient or detach in the bodies",
        evidence=f"gradients differ by up to {worst:.1e}: {', '.join(names[:_SHOWN])}{more}",
        places=(body_place(comparison.reference.net), body_place(comparison.port.net)),
    )
