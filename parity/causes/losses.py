"""What is wrong with a loss function: an argument of the loss it calls, or the operation in which it diverges."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace

import torch

from parity.body.check import BodyResult
from parity.body.explain import Explainer
from parity.body.fix import corrected_expression
from parity.causes.bodies import departure_findings
from parity.code.places import Location, body_place, is_framework, source_of
from parity.forward.bench import Bench
from parity.measure.thresholds import LOSS_BETTER
from parity.nets.base import Layer, Subject
from parity.nets.calls import FrameworkCall
from parity.report.model import Finding
from parity.rules.loss import Loss
from parity.table.arguments import differences_between
from parity.table.difference import Difference
from parity.table.relations import relation, short
from parity.train.gradient_bodies import gradient_departure
from parity.train.losses import LossCallPair, LossCheck, LossPair, loss_layer


def loss_findings(bench: Bench, pair: LossPair, check: LossCheck) -> list[Finding]:
    """Say why two loss functions return different values for the same outputs.

    Args:
        bench (Bench): the nets.
        pair (LossPair): both functions.
        check (LossCheck): what they return for them.
    """
    layers = (loss_layer(bench.sides[0], pair.losses[0]), loss_layer(bench.sides[1], pair.losses[1]))
    seen = f"the losses are {check.reference:.6g} and {check.port:.6g} on the same outputs"
    if check.values_same:
        seen = f"equal losses, whose gradients differ by {check.gradient:.1e}"
    found = _arguments(bench, pair, layers) or _operations(bench, pair, layers, check)
    if not found:
        message = "the loss functions differ"
        return [_shown(Loss.finding(None, None, "error", message), layers, seen)]
    return [_shown(finding, layers, seen) for finding in found]


def _shown(finding: Finding, layers: tuple[Layer, Layer], seen: str) -> Finding:
    """Give a finding the loss's rule and place; what was written on a command line has none."""
    message = finding.message
    if "the loss functions differ" not in message:
        message = f"the loss functions differ: {message}"
    places = [finding.reference_location or body_place(layers[0].module), finding.location]
    places[1] = places[1] or body_place(layers[1].module)
    if places[1] is None or not _is_file(places[1]):
        message = f"{message} (in --port-loss)"
    return replace(
        finding, rule=Loss.code, stage="train", reference_layer=None, port_layer=None, message=message,
        evidence="; ".join(part for part in (seen, finding.evidence) if part),
        reference_location=_file(places[0]), location=_file(places[1]),
    )  # fmt: skip


def _file(place: str | None) -> str | None:
    return place if place is not None and _is_file(place) else None


def _is_file(place: str) -> bool:
    from pathlib import Path

    name = place.rpartition(":")[0]
    return not name.startswith("<") and not is_framework(str(Path(name).absolute()))


def _arguments(bench: Bench, pair: LossPair, layers: tuple[Layer, Layer]) -> list[Finding]:
    """Compare the arguments of the losses that both functions call, and try what the reference has."""
    theirs, mine = (pair.observed(bench, side).calls for side in (0, 1))
    findings: list[Finding] = []
    free = list(theirs)
    for call in mine:
        partner = next((other for other in free if _same_call(other, call)), None)
        if partner is None:
            continue
        free.remove(partner)
        for entry in _differences(bench.sides, partner, call):
            finding = _argument(bench, layers[1], LossCallPair(partner, call), entry)
            findings += [finding] if finding is not None else []
    return findings


def _same_call(reference: FrameworkCall, port: FrameworkCall) -> bool:
    return relation(reference.name, port.name) is not None or short(reference.name) == short(port.name)


def _plain(call: FrameworkCall) -> dict[str, object]:
    return {name: value for name, value in call.arguments.items() if not _held(value)}


def _held(value: object) -> bool:
    """Tell whether a value is a tensor of either framework."""
    return isinstance(value, torch.Tensor) or hasattr(value, "_t")


def _differences(
    subjects: tuple[Subject, Subject], reference: FrameworkCall, port: FrameworkCall
) -> Iterable[Difference]:
    known = relation(reference.name, port.name)
    listed = known is not None and bool(known.row.params)
    names = (reference.name, port.name) if listed else (port.name, port.name)
    found = differences_between(names[0], _plain(reference), names[1], _plain(port))
    tensors = [name for name in port.arguments if name in reference.arguments]
    weights = [_tensor(subjects, name, reference.arguments[name], port.arguments[name]) for name in tensors]
    skipped = {name for name in tensors if _held(reference.arguments[name]) or _held(port.arguments[name])}
    plain = [entry for entry in found if entry.argument not in skipped and entry.shows not in {"none", "load"}]
    return [*plain, *(entry for entry in weights if entry is not None)]


def _tensor(subjects: tuple[Subject, Subject], name: str, reference: object, port: object) -> Difference | None:
    """Compare a tensor argument, such as the weights of classes: given on one side alone, or of other values."""
    a, b = subjects[0].tensor_of(reference), subjects[1].tensor_of(port)
    if (a is None) == (b is None) or not all(value is None or _held(value) for value in (reference, port)):
        return None  # predictions and targets: followed by their operations
    wanted = None if a is None else subjects[1].revived(subjects[1].tensor_class(subjects[1].net), a)
    shown = ("a tensor" if a is not None else None, "a tensor" if b is not None else None)
    return Difference(
        name,
        name,
        *shown,
        {name: wanted},
        "forward",
        f"{name} is {'given' if shown[1] else 'not given'}, the reference's is {'given' if shown[0] else 'not'}",
    )


def _argument(bench: Bench, layer: Layer, calls: LossCallPair, entry: Difference) -> Finding | None:
    """Report one argument if the reference's value for it brings the call's result closer to the reference's."""
    reference, port = calls.reference, calls.port
    before, after = bench.run(calls), bench.tried(calls, entry.corrections)
    if not entry.corrections or not after.error < before.error * (1 - LOSS_BETTER):
        return None
    text = source_of(port.place) if port.place is not None else ""
    values = [value for value in entry.corrections.values() if not _held(value)]
    fix = corrected_expression(text, layer.module, entry.argument, values[0]) if text and len(values) == 1 else ""
    if port.place is None and isinstance(port.function, torch.nn.Module):
        fix = _constructor(type(port.function), {**_plain(port), **entry.corrections})
    place = _text(port.place)
    called = port.name.rpartition(".")[2]
    shown = ", ".join(f"{name}={'a tensor' if _held(v) else repr(v)}" for name, v in entry.corrections.items())
    return Loss.finding(
        None,
        None,
        "error",
        f"{called}: {entry.fact}",
        argument=entry.argument,
        values=(entry.reference_value, entry.port_value),
        evidence=f"{shown}: {before.what} -> {after.what}",
        fix=fix,
        places=(_text(reference.place), place),
    )


def _constructor(kind: type, arguments: dict[str, object]) -> str:
    """Return the call that builds a loss, without the arguments that have their default."""
    defaults = {name: p.default for name, p in inspect.signature(kind).parameters.items()}
    given = [f"{n}={v!r}" for n, v in arguments.items() if not _held(v) and (n not in defaults or v != defaults[n])]
    return f"nn.{kind.__name__}({', '.join(given)})"


def _text(place: Location | None) -> str | None:
    return str(place) if place is not None else None


def _operations(bench: Bench, pair: LossPair, layers: tuple[Layer, Layer], check: LossCheck) -> list[Finding]:
    """Follow the operations of both to the first in which they diverge."""
    gradients = check.values_same
    left, right = (pair.body(bench, side, layers[side], gradients=gradients) for side in (0, 1))
    if left.raised is not None or right.raised is not None:
        return []
    if gradients:
        departure = gradient_departure(left, right, [(left.sinks[-1], right.sinks[-1])], bench.relative)
        if departure is None or not departure.what:
            return []
        places = _text(departure.reference), _text(departure.port)
        return [Loss.finding(None, None, "error", departure.what, places=places)]
    found = Explainer(left, right, bench.relative).departure(left.sinks[-1], right.sinks[-1])
    if found.port is None and found.lacks:  # what is missing is the end
        found = replace(found, place=pair.observed(bench, 1).returned or found.place)
    result = BodyResult((found,))
    return departure_findings(layers[0], layers[1], result, "error", where="on the same outputs")
