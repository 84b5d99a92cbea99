"""Findings about the nets as a whole: bodies of bodies, layers and weights without partner, outputs, precision."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from dataclasses import replace

from parity.causes.structure import structure_findings
from parity.code.places import NO_SOURCE, at_fault, body_place, place_of
from parity.forward.bench import Bench
from parity.forward.results import Comparison, Forward
from parity.locate.localise import Located
from parity.locate.outputs import OutputCheck
from parity.nets.base import Layer, Subject, owner_of
from parity.nets.roles import is_statistic
from parity.report.model import Finding, Severity
from parity.rules.body import Body
from parity.rules.outputs import Outputs
from parity.rules.precision import Precision
from parity.rules.raises import Raises
from parity.rules.unmatched_layer import UnmatchedLayer
from parity.rules.weights import Weights
from parity.table.relations import short
from parity.weights.crossed import crossed
from parity.weights.mapping import WeightMap

_IDENTITIES = frozenset({"Identity"})
_SHOWN = 3


def unmatched_findings(
    located: list[Located],
    bench: Bench,
    *,
    explained: bool,
    agree: bool = False,
    ended: bool = False,
) -> list[Finding]:
    """Report leaf layers that ran on one side only; those that do no harm together, by type.

    Of a layer that the code around it accounts for, as it computes the same on both sides, nothing is reported.

    Args:
        located (list[Located]): every pair with its status.
        bench (Bench): on which the bodies that hold them were tried.
        explained (bool): whether the nets' outputs agree, or other findings say why they do not: that a layer has no
            counterpart is proof of nothing then.
        agree (bool): whether the nets' outputs agree. Default: ``False``.
        ended (bool): the port's run ended with an exception: what it did not reach is missing for that reason.
            Default: ``False``.
    """
    leaves = [entry for entry in located if entry.pair.leaf]
    parted = (i for i, e in enumerate(leaves) if e.inputs_agree is False or e.status == "introduced")
    parting = next(parted, len(leaves))
    agreed = max((i for i, e in enumerate(leaves[:parting]) if e.inputs_agree), default=-1)
    findings: list[Finding] = []
    harmless: dict[tuple[str, str], list[Layer]] = {}
    for index, entry in enumerate(leaves):
        call = entry.pair.reference or entry.pair.port
        if call is None or entry.pair.matched or short(call.layer.api or "") in _IDENTITIES or not call.layer.path:
            continue
        number = int(entry.pair.reference is None)
        side = ("reference", "port")[number]
        at_parting = agreed < index <= parting
        looked_into = call.layer.path in bench.looked_into[number]  # then it was found out what makes the difference
        if not explained and at_parting and not looked_into and not ended:
            findings.append(UnmatchedLayer.of_layers([call.layer], side, "error"))
        else:
            harmless.setdefault((side, call.layer.type), []).append(call.layer)
    for (side, _), layers in harmless.items():
        other = bench.sides[side == "reference"]
        compared = agree and other.net.training  # what drops has dropped the same on both sides
        missing = UnmatchedLayer.drops(layers[0]) and not compared and not _writes_dropout(other)
        if not missing and (agree or all(layer.path in bench.looked_into[side == "port"] for layer in layers)):
            continue
        findings.append(UnmatchedLayer.of_layers(layers, side, "warning" if missing else "note"))
    return findings


def _writes_dropout(subject: Subject) -> bool:
    """Tell whether code of the net names a function that drops."""
    kinds = {type(layer.module) for layer in subject.layers.values() if layer.custom or layer.api is None}
    for kind in kinds:
        method = getattr(kind, subject.method_of(subject.net), None)
        try:
            text = inspect.getsource(method) if method is not None else ""
        except NO_SOURCE:
            continue
        if any(word in text for word in ("dropout(", "dropout_p", "drop_path")):
            return True
    return False


def weight_findings(
    weights: WeightMap,
    reference: Subject,
    port: Subject,
    partners: dict[str, str],
    *,
    trained: bool = False,
    by_name: bool = False,
) -> list[Finding]:
    """Report weights without partner, layer by layer.

    Args:
        weights (WeightMap): what became of the weights.
        reference (Subject): the reference.
        port (Subject): the port.
        partners (dict[str, str]): port path of each matched reference layer.
        trained (bool): gradients or training steps were asked for. Default: ``False``.
        by_name (bool): checkpoints are loaded by name. Default: ``False``.
    """
    findings: list[Finding] = []
    misshapen = {id(w) for pair in weights.misshapen for w in pair}
    for left, right in weights.misshapen:
        owner = owner_of(right.name, port.layers)
        shapes = (tuple(left.tensor.shape), tuple(right.tensor.shape))
        text = f"{right.name} has shape {shapes[1]}, the reference's {left.name} {shapes[0]}"
        findings.append(_weight_finding(owner, None, text))
    for weight in weights.left_reference:
        owner = owner_of(weight.name, reference.layers)
        if reference.is_constant(weight):
            text = f"the reference's constant {weight.name} {tuple(weight.tensor.shape)} has no counterpart"
            findings.append(replace(_weight_finding(None, owner, text, partners.get(owner.path)), severity="note"))
            continue
        if id(weight) not in misshapen:
            text = f"the reference's {weight.name} {tuple(weight.tensor.shape)} has no counterpart"
            findings.append(_weight_finding(None, owner, text, partners.get(owner.path)))
    for weight in weights.left_port:
        owner = owner_of(weight.name, port.layers)
        if port.is_constant(weight) or _is_only_kept(weight.name, owner, reference, partners):
            continue  # a table the port computes, or a statistic: what it does with it is compared
        if id(weight) not in misshapen:
            text = f"the port's {weight.name} {tuple(weight.tensor.shape)} has no counterpart"
            findings.append(_weight_finding(owner, None, text))
    for gap in weights.gaps:
        side, layers = ("reference", reference.layers) if gap.of_reference else ("port", port.layers)
        owner = owner_of(gap.weight.name, layers)
        text = f"{gap.rows} of the {side}'s {gap.weight.name} {tuple(gap.weight.tensor.shape)} have no counterpart"
        found = (
            _weight_finding(None, owner, text, partners.get(owner.path))
            if gap.of_reference
            else _weight_finding(owner, None, text)
        )
        findings.append(replace(found, severity="note"))
    for one, other in weights.untied:
        if one.port.trainable:
            text = f"the reference ties {one.reference.name} and {other.reference.name}, the port holds two weights"
            text = f"{text}: {one.port.name} and {other.port.name}"
            found = _weight_finding(
                owner_of(other.port.name, port.layers), owner_of(other.reference.name, reference.layers), text
            )
            found = replace(found, argument="tied", reference_value=True, port_value=False)
            findings.append(found if trained or by_name else replace(found, severity="warning"))
    return findings + _trained_otherwise(weights, reference, port, trained=trained)


def _is_only_kept(name: str, owner: Layer, reference: Subject, partners: dict[str, str]) -> bool:
    """Tell whether a weight of the port's is a running statistic of a norm whose partner keeps none."""
    if not is_statistic(name):
        return False
    partner = next((path for path, own in partners.items() if own == owner.path), None)
    kept = {owner_of(weight.name, reference.layers).path for weight in reference.weights if is_statistic(weight.name)}
    return partner is not None and partner not in kept


def crossed_findings(weights: WeightMap, reference: Subject, port: Subject, *, by_name: bool = False) -> list[Finding]:
    """Report layers that compute the same under exchanged names: weights carried over by name would not fit them.

    Args:
        weights (WeightMap): the map, under which the nets compute the same.
        reference (Subject): the reference.
        port (Subject): the port.
        by_name (bool): checkpoints are loaded by name, so that it is an error. Default: ``False``.
    """
    findings: list[Finding] = []
    for circle in crossed(weights, reference.layers, port.layers) if not weights.directed else ():
        shown = ", ".join(f"{left} is the port's {right}" for left, right in circle[:_SHOWN])
        more = f" and {len(circle) - _SHOWN} more" if len(circle) > _SHOWN else ""
        text = f"by what they compute, the reference's {shown}{more}: a checkpoint carried over by names would not fit"
        left, right = reference.layers[circle[0][0]], port.layers[circle[0][1]]
        findings.append(Weights.finding(left, right, "error" if by_name else "warning", text, argument="names"))
    return findings


def _trained_otherwise(weights: WeightMap, reference: Subject, port: Subject, *, trained: bool) -> list[Finding]:
    """Report weights that are trained on one side only, once for each layer."""
    found: dict[str, Finding] = {}
    for entry in weights.mapped:
        ours, theirs = entry.reference.trainable, entry.port.trainable
        if ours == theirs or not entry.reference.tensor.is_floating_point():
            continue
        names = ("trains", "does not train")
        owner = owner_of(entry.port.name, port.layers)
        text = f"the port {names[not theirs]} {entry.port.name}, the reference {names[not ours]} {entry.reference.name}"
        one = _weight_finding(owner, owner_of(entry.reference.name, reference.layers), text)
        one = replace(one, argument="requires_grad", reference_value=ours, port_value=theirs, stage="grad")
        found.setdefault(owner.path, one if trained else replace(one, severity="warning"))
    return list(found.values())


def _weight_finding(port: Layer | None, reference: Layer | None, message: str, partner: str | None = None) -> Finding:
    found = Weights.finding(reference, port, "error", message)
    return found if port is not None else replace(found, port_layer=partner)


def raised_findings(forward: Forward, port: Subject, known: Collection[Finding]) -> list[Finding]:
    """Say which exception ended the port's run, if nothing has: as the error, or beside the one that explains it.

    Args:
        forward (Forward): the runs.
        port (Subject): the port.
        known (Collection[Finding]): what was found before.
    """
    if forward.port_raised is None or any(finding.rule == Raises.code for finding in known):
        return []
    causes = [each for each in known if each.severity == "error" and not Body.names_no_cause(each)]
    message = f"the port raises where the reference does not: {at_fault(forward.port_raised)}"
    places = (None, place_of(forward.port_raised) or None)
    return [Raises.finding(None, port.layers[""], "note" if causes else "error", message, places=places)]


def output_findings(check: OutputCheck, forward: Forward, comparison: Comparison, *, explained: bool) -> list[Finding]:
    """Report what the outputs show beyond what other findings explain."""
    findings: list[Finding] = []
    root = forward.results.get(("", 0))
    if root is not None and root.ran and root.count[0] != root.count[1] and forward.port_outputs is None:
        findings.append(_output(f"the port returns {root.count[1]} tensors, the reference {root.count[0]}", comparison))
    findings += structure_findings(forward, comparison)
    findings += [
        finding
        for tensor in check.tensors
        for finding in Outputs.of_dtypes(tensor, comparison, places=_codes(comparison))
    ]
    if not check.same and not explained and all(entry.severity != "error" for entry in findings):
        for entry in check.results:
            if entry.status != "same":
                findings.append(_output(f"{entry.name} differs and no layer explains it", comparison))
    if check.same and not forward.no_float64 and not explained:
        findings += Precision.recognised(check, forward, comparison, places=_codes(comparison))
    return findings


def _output(message: str, comparison: Comparison, severity: Severity = "error") -> Finding:
    return Outputs.finding(*_nets(comparison), severity, message, places=_codes(comparison))


def _nets(comparison: Comparison) -> tuple[Layer, Layer]:
    return comparison.reference.layers[""], comparison.port.layers[""]


def _codes(comparison: Comparison) -> tuple[str | None, str | None]:
    return body_place(comparison.reference.net), body_place(comparison.port.net)
