"""From a departure inside a body to a finding: both lines, what differs in them, what to write."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np

from parity.body.changes.model import Change
from parity.body.check import BodyPair, BodyResult
from parity.body.explain import Departure
from parity.body.fix import corrected_expression
from parity.body.vocabulary import ARGUMENTS
from parity.body.words import written
from parity.causes.beside import beside_layers
from parity.causes.divided import taken_together
from parity.code.errors import describe
from parity.code.fixes import corrected_line
from parity.code.places import body_place, place_of, source_of
from parity.forward.bench import Bench
from parity.forward.results import Forward
from parity.locate.localise import Located
from parity.measure.thresholds import IDLE_RELATIVE
from parity.nets.base import Layer
from parity.nets.trace import Call
from parity.report.model import Finding, Severity
from parity.rules.body import Body
from parity.rules.layer_order import LayerOrder
from parity.rules.raises import Raises
from parity.rules.unmatched_layer import UnmatchedLayer


def departure_findings(
    left: Layer, right: Layer, result: BodyResult, severity: Severity, where: str = "on equal input"
) -> list[Finding]:
    """Return one finding for each place where the port's body leaves the reference's.

    Args:
        left (Layer): the reference's layer.
        right (Layer): the port's, whose body was compared with that of `left`.
        result (BodyResult): where they diverge.
        severity (Severity): how much it counts.
        where (str): on which inputs, in words. Default: ``"on equal input"``.
    """
    if result.raised is not None and not result.departures:
        said = f"raises on the reference's own input: {describe(result.raised)}"
        message = f"the body of {_called(right)} {said}"
        places = (body_place(left.module), place_of(result.raised) or body_place(right.module))
        return [Raises.finding(left, right, severity, message, stage="body", places=places)]
    return [_finding(left, right, departure, (severity, where)) for departure in result.departures]


def _finding(left: Layer, right: Layer, departure: Departure, weight: tuple[Severity, str]) -> Finding:
    argument, reference_value, port_value = _argument(departure)
    place = departure.place
    theirs = departure.reference.place if departure.reference is not None else None
    fix = ""
    if argument is not None and place is not None and len(departure.arguments) == 1:
        fix = corrected_expression(source_of(place), right.module, argument, reference_value)
    built = _constructed(right, departure)
    if built is not None:
        argument, fix, place = built[0], built[1], right.location
    lacking = departure.reference.layer if departure.lacks and departure.reference is not None else None
    extra = departure.port.layer if departure.reference is None and departure.port is not None else None
    rule = UnmatchedLayer if lacking is not None or extra is not None else Body
    found = rule.finding(
        left,
        right,
        weight[0],
        _message(left, right, departure, argument),
        stage="body",
        argument=argument,
        values=(reference_value, port_value),
        evidence=_evidence(departure, weight[1]),
        fix=fix,
        places=(
            str(theirs) if theirs is not None else left.code_at,
            str(place) if place is not None else right.code_at,
        ),
    )
    return replace(found, reference_layer=lacking or left.path, port_layer=extra or right.path)


def _constructed(right: Layer, departure: Departure) -> tuple[str, str] | None:
    """Return the constructor's argument that a number in the code of a framework's class comes from, and the line."""
    change = departure.change
    if change is None or right.api is None or right.location is None or not isinstance(change.values[1], float):
        return None
    if type(right.module).__init__ is object.__init__ or "__init__" in vars(type(right.module)):
        return None
    names = [name for name, value in right.construction.arguments.items() if _is_number(value, change.values[1])]
    if len(names) != 1:
        return None
    return names[0], corrected_line(right.construction, {names[0]: change.values[0]})


def _is_number(value: object, other: float) -> bool:
    return isinstance(value, float) and np.float32(value) == np.float32(other)  # as kernels in float32 are given it


def _argument(departure: Departure) -> tuple[str | None, object, object]:
    change = departure.change
    sign = change is not None and change.argument == "alpha" and change.operation.name in {"add", "sub", "rsub"}
    named = change is not None and bool(change.argument) and not sign  # of a sign nobody writes the kernel's factor
    executed = ((change.argument, *change.values),) if change is not None and named else ()
    arguments = departure.arguments or executed
    if not arguments or (departure.port is not None and departure.port.name in {"view", "expand"}):
        return None, None, None
    name, reference, port = arguments[0]
    return ARGUMENTS.get(name, name), _single(reference), _single(port)


def _single(value: object) -> object:
    """Return the only element of a tuple of one, as ``dim=(1,)`` is written ``1``."""
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


def _evidence(departure: Departure, where: str) -> str:
    parts: list[str] = []
    if departure.error:
        parts.append(f"differs by {departure.error:.1e} {where}")
    if departure.relation:
        parts.append(departure.relation)
    return "; ".join(parts)


def _passed(left: Layer, name: str) -> str:
    """Say what the reference does instead of an operation: what it passes as it is; of a layer, its kind too."""
    if not name:
        return "has no such operation here"
    path = name.rpartition(" of ")[2].removeprefix(f"{left.path}." if left.path else "")
    known = dict(left.module.named_modules()).get(path)
    return f"passes the {name}{f' ({type(known).__name__})' if known is not None and path else ''} as it is"


def _message(left: Layer, right: Layer, departure: Departure, argument: str | None) -> str:
    where = f"the input of {departure.sink.layer}" if departure.sink.layer is not None else "the output"
    mine, theirs = written(departure.port), written(departure.reference)
    if departure.change is not None:
        words = f"{departure.change.words}{_attribute(right, departure.change)}"
        return f"in {right.type}: {mine} {words}; with that changed {where} is the reference's"
    if departure.lacks and departure.reference is None:
        text = f"{where} is not the value that the reference passes"
    elif departure.lacks:
        text = f"{where} differs: the reference computes {theirs}, the port does not"
    elif departure.port is None:
        text = f"{where} differs although everything before it agrees"
    elif departure.constant:
        text = f"{mine} makes {where} differ: the value of {departure.constant} is not the reference's"
    elif departure.reference is None:
        text = f"{mine} makes {where} differ: the reference {_passed(left, departure.passed)}"
    elif mine == theirs and argument is None:
        text = f"{mine} {Body.otherwise}: {where} differs"
    elif argument is None:
        text = f"{mine} makes {where} differ; the reference has {theirs}"
    else:
        what = f"the {argument} of the slice" if departure.port.name == "slice" else argument
        other = f"; the reference has {theirs}" if mine != theirs else ""
        text = f"{mine} makes {where} differ: {what} is not the reference's{other}"
    return f"in {right.type}: {text}{f' ({Body.idle})' if departure.idle else ''}"


_FROM_CONSTRUCTOR = frozenset({"size", "other", "eps", "value", "exponent", "constant", "negative_slope", "beta"})
"""Arguments of operations that constructors are often given."""


def _attribute(right: Layer, change: Change) -> str:
    """Return, in parentheses, the constructor's argument that has the value which a change is about."""
    if change.argument not in _FROM_CONSTRUCTOR:
        return ""
    new, old = change.values
    pairs = zip(new, old, strict=False) if isinstance(new, tuple) and isinstance(old, tuple) else [(new, old)]
    numbers = [b for a, b in pairs if a != b and isinstance(b, (int, float)) and not isinstance(b, bool)]
    given = right.construction.arguments.items()
    names = [name for name, value in given if type(value) in {int, float} and value in numbers]
    return f" (the {names[0]} of {right.type})" if len(names) == 1 else ""


def _called(layer: Layer) -> str:
    return f"{layer.type} {layer.path}" if layer.path else layer.type


def body_findings(
    located: list[Located],
    bench: Bench,
    *,
    outputs_same: bool,
    unmatched: Collection[str] = (),
    accused: Collection[str] = (),
) -> list[Finding]:
    """Report containers whose own code makes a difference.

    Args:
        located (list[Located]): every pair with its status.
        bench (Bench): the nets.
        outputs_same (bool): whether the nets' outputs agree.
        unmatched (Collection[str]): names of the port's weights without counterpart, of which another finding speaks.
            Default: none.
        accused (Collection[str]): paths of the port's layers of which another finding speaks. Default: none.
    """
    severity: Severity = "note" if outputs_same else "error"
    open_ = [entry for entry in located if _may_differ(entry) and not _is_explained(entry, accused)]
    candidates = [(entry, _looked_into(entry, bench)) for entry in open_]
    looked = [(entry, result) for entry, result in candidates if result is not None]
    unclear = [entry for entry, result in candidates if result is None]
    results = {id(entry): result for entry, result in taken_together(looked, unclear, bench)}
    known = {id(entry) for entry, _ in looked}
    findings: list[Finding] = []
    for entry in located:
        reference, port = entry.pair.reference, entry.pair.port
        if not _is_body(entry) or reference is None or port is None:
            continue
        if id(entry) in results:
            result, right = beside_layers(entry, results[id(entry)], bench, accused)
            result = replace(result, departures=tuple(_with_effect(each, located) for each in result.departures))
            found = _findings_of(bench, reference, port, result, severity, unmatched)
            findings += [replace(finding, also=right) for finding in found] if right else found
        elif id(entry) in known:
            continue  # reported of a body around it
        elif entry.status == "introduced" and any(side.is_recorded for side in bench.sides):
            findings += _stretch_finding(entry, located, bench.forward, severity)  # of code that nobody can run
    return findings


def _with_effect(departure: Departure, located: Iterable[Located]) -> Departure:
    """Note of a departure that what arrives has no effect on the layer that it arrives at.

    The layer returns what the reference's does; or, if something within it is wrong, it errs alike with its own input
    and with the reference's.
    """
    if departure.change is not None or departure.sink.layer is None:
        return departure
    calls = ((entry, entry.pair.port) for entry in located)
    there = [entry for entry, call in calls if call is not None and call.key == (departure.sink.layer, 0)]
    return replace(departure, idle=True) if any(_is_unmoved(entry) for entry in there) else departure


def _is_unmoved(entry: Located) -> bool:
    if not entry.pair.matched or entry.raised is not None:
        return False
    if entry.compensated:
        return True  # of what is given and returned otherwise there nothing reaches the outputs
    if entry.status == "same":
        return entry.inputs_agree is False
    if entry.forced is entry.free or len(entry.forced) != len(entry.free):
        return False
    errors = [(a.metrics64, b.metrics64) for a, b in zip(entry.free, entry.forced, strict=True)]
    known = [(a.max_abs, b.max_abs) for a, b in errors if a is not None and b is not None]
    return len(known) == len(errors) and all(
        a is not None and b is not None and math.isclose(a, b, rel_tol=IDLE_RELATIVE) for a, b in known
    )


def _is_body(entry: Located) -> bool:
    return not entry.pair.leaf and not entry.compensated and entry.pair.matched


def _may_differ(entry: Located) -> bool:
    # where a layer inside is wrong, the construct's own code may be too
    return _is_body(entry) and (entry.status == "introduced" or (entry.status == "amplified" and not entry.forced))


def _is_explained(entry: Located, accused: Collection[str]) -> bool:
    """Tell whether arguments explain what a framework's layer that holds others does."""
    port = entry.pair.port
    return port is not None and not port.layer.custom and port.layer.path in accused


def _looked_into(entry: Located, bench: Bench) -> BodyResult | None:
    """Return where two bodies diverge; None for those that do not run to their end, which tell nothing alone."""
    result = bench.run(BodyPair(entry.pair, inside=True)).seen
    return None if result is None or result.cut else result


def inspected(bench: Bench, entry: Located, severity: Severity) -> list[Finding]:
    """Return what is found inside a pair of bodies.

    Args:
        bench (Bench): the nets.
        entry (Located): the pair.
        severity (Severity): how much a finding counts.
    """
    result = bench.run(BodyPair(entry.pair, inside=True)).seen
    if result is None or entry.pair.reference is None or entry.pair.port is None:
        return []
    given = entry.pair.reference.layer
    if given.api is not None and not given.custom and not all(_is_plain(found) for found in result.departures):
        return []
    return _findings_of(bench, entry.pair.reference, entry.pair.port, result, severity)


def _is_plain(departure: Departure) -> bool:
    """Tell whether a departure is one even if the reference computes in one kernel what the port writes out."""
    names = {operation.name for operation in (departure.reference, departure.port) if operation is not None}
    return departure.change is not None or departure.lacks or (departure.reference is not None and len(names) == 1)


def _findings_of(
    bench: Bench, reference: Call, port: Call, result: BodyResult, severity: Severity, unmatched: Collection[str] = ()
) -> list[Finding]:
    result = replace(result, departures=tuple(e for e in result.departures if e.constant not in unmatched))
    swapped = _swapped(bench, port, result) if severity == "error" else None
    if swapped is None and (moved := _moved(result)) is not None:
        others = replace(result, departures=tuple(e for e in result.departures if not any(e is one for one in moved)))
        found = _order_finding(reference.layer, port.layer, moved, severity)
        return [found, *departure_findings(reference.layer, port.layer, others, severity)]
    if swapped is None:
        return departure_findings(reference.layer, port.layer, result, severity)
    found, explained = swapped
    rest = replace(result, departures=tuple(e for e in result.departures if e.sink.layer not in explained))
    return [found, *departure_findings(reference.layer, port.layer, rest, severity)]


def _moved(result: BodyResult) -> tuple[Departure, Departure] | None:
    """Return where the port does something, and where it does not, that is done once around one layer on both sides."""
    for extra, lack in permutations(result.departures, 2):
        if extra.port is None or extra.reference is not None or not lack.lacks or lack.reference is None:
            continue
        met = extra.sink.layer in lack.read[1] or lack.sink.layer in extra.read[1]
        if met and extra.port.name == lack.reference.name:
            return extra, lack
    return None


def _order_finding(left: Layer, right: Layer, moved: tuple[Departure, Departure], severity: Severity) -> Finding:
    """Report one operation that stands on the other side of a layer."""
    extra, lack = moved
    before = extra.sink.layer in lack.read[1]
    layer = extra.sink.layer if before else lack.sink.layer
    sides = ("before", "behind") if before else ("behind", "before")
    other = f"the reference has {written(lack.reference)} {sides[1]} it"
    text = f"{written(extra.port)} is applied {sides[0]} {layer}; {other}"
    theirs = lack.reference.place if lack.reference is not None else None
    places = (str(theirs) if theirs is not None else left.code_at, str(extra.place) if extra.place else right.code_at)
    evidence = _evidence(extra, "on equal input")
    return LayerOrder.finding(
        left, right, severity, f"in {right.type}: {text}", stage="body", argument="order",
        values=(sides[1], sides[0]), evidence=evidence, places=places,
    )  # fmt: skip


def _swapped(bench: Bench, port: Call, result: BodyResult) -> tuple[Finding, set[str]] | None:
    """Report two layers that a construct calls in the other order, with the layers whose input that explains."""
    partners, calls = bench.patcher.partners, bench.forward.port_calls
    inside = [call for call in calls.values() if call.parent == port.key and call.key in partners]
    order = {key: number for number, key in enumerate(bench.forward.reference64.calls)}
    reached = {departure.sink.layer for departure in result.departures}
    for one, other in pairwise(inside):
        left, right = partners[one.key], partners[other.key]
        if order[left.key] <= order[right.key] or one.layer.path not in reached:
            continue
        if not _in_a_row(result, one.layer.path, other.layer.path, right.layer.path):
            continue  # neither goes on from the other: which is called first is no matter
        after = inside[inside.index(other) + 1 :]
        explained = {call.layer.path for call in (one, other, *after[:1])}
        evidence = next(
            (_evidence(d, "on equal input") for d in result.departures if d.sink.layer == one.layer.path), ""
        )
        found = LayerOrder.called((right.layer, other.layer), (left.layer, one.layer), (right.line, one.line), evidence)
        return found, explained
    return None


def _in_a_row(result: BodyResult, one: str, other: str, partner: str) -> bool:
    """Tell whether the port's second layer goes on from its first, or the reference's partner of the first from that.

    Args:
        result (BodyResult): of the bodies.
        one (str): path of the layer that the port calls first.
        other (str): of the one that it calls second.
        partner (str): of the reference's partner of the second.
    """
    later = any(d.sink.layer == other and one in d.read[1] for d in result.departures)
    return later or any(d.sink.layer == one and partner in d.read[0] for d in result.departures)


def _stretch_finding(entry: Located, located: list[Located], forward: Forward, severity: Severity) -> list[Finding]:
    """Report the stretch of code between two layers where a body departs."""
    reference, port = entry.pair.reference, entry.pair.port
    if reference is None or port is None:
        return []
    if port.key == ("", 0) and entry.counts[0] != entry.counts[1] and entry.raised is None:
        return []  # said of the outputs
    if entry.raised is not None:
        return departure_findings(reference.layer, port.layer, BodyResult((), entry.raised), severity)
    here = forward.port_calls.get(port.key, port)
    between, line = _stretch(here, forward, {e.pair.port.key: e for e in located if e.pair.port is not None})
    message = f"the code of {_called(port.layer)} differs {between}: the layers inside agree on equal input"
    places = (body_place(reference.layer.module), line or body_place(port.layer.module))
    return [Body.finding(reference.layer, port.layer, severity, message, evidence=_body_evidence(entry), places=places)]


def _body_evidence(entry: Located) -> str:
    for tensor in entry.forced:
        metrics = tensor.metrics64
        if metrics is not None and metrics.shapes_differ:
            return f"shape {metrics.port_shape} for {metrics.reference_shape}"
        if metrics is not None and metrics.max_abs:
            return f"output differs by {metrics.max_abs:.1e} on equal input"
    return f"{entry.counts[1]} outputs for {entry.counts[0]}" if entry.counts[0] != entry.counts[1] else ""


def _stretch(container: Call, forward: Forward, located: dict[tuple[str, int], Located]) -> tuple[str, str | None]:
    """Return, in words, between which inner layers a body departs, and the line of the first that notices."""
    before: Call | None = None
    for call in forward.port_calls.values():
        if call.parent != container.key:
            continue
        entry = located.get(call.key)
        if entry is not None and entry.inputs_agree is False:
            after = f"after {before.layer.path} and " if before is not None else ""
            return f"{after}before {call.layer.path}", call.line
        if entry is not None and entry.status == "same":
            before = call
    return (f"after {before.layer.path}", before.line) if before is not None else ("in itself", None)
