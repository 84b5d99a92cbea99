"""From judged operations to findings: the cause in the port's words, the line of its stack, and what to write."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import mappings
from mappings.rows.model import Opaque
from mappings.table import index
from mappings.table.derive import arguments_of
from parity.executions.exchanged import exchanged
from parity.executions.judge import Judged, Region
from parity.executions.kinds import MOVERS
from parity.executions.nearness import Apart, apart
from parity.executions.regions import explain_region
from parity.executions.source import Made, Sources, corrected, corrected_text, replaced_number, swapped
from parity.executions.torch_calls import call_of
from parity.executions.units import Operations, Unit
from parity.executions.words import (
    constructor_arguments,
    in_mindspore,
    names_of,
    row_of,
    scalars_of,
)
from parity.report.model import Finding, plain_value
from parity.report.text import figure
from parity.rules._base import ArgumentRule
from parity.rules.codes import RULES
from parity.table.arguments import differences_between
from parity.table.difference import Difference

_EXCHANGED = 1e-5
"""Relative difference up to which an operand is the other side's second one."""
_NO_FORWARD = frozenset({"train", "grad", "init", "optim", "load"})


@dataclass(frozen=True, slots=True)
class Speaker:
    """Makes findings about two executions.

    Args:
        reference (Operations): the side taken as right.
        port (Operations): the other.
        sources (Sources): finds the user's files.
        trains (bool): whether the execution trains.
        moved (set[int]): the port's operations of which it was said that they changed places, by number.
    """

    reference: Operations
    port: Operations
    sources: Sources
    trains: bool = False
    moved: set[int] = field(default_factory=set)

    @property
    def flipped(self) -> bool:
        """Tell whether the reference is MindSpore's and the port torch's."""
        return self.port.execution.writes_torch and not self.reference.execution.writes_torch

    @staticmethod
    def rule_of(argument: str, layer: str) -> str:
        """Return the code of the rule about an argument of a layer."""
        return rule_of(argument, layer)

    def row(self, reference: Unit, port: Unit) -> mappings.Row | None:
        """Return the table's row about a pair."""
        return row_of(port, reference) if self.flipped else row_of(reference, port)

    def place(self, unit: Unit | None) -> str | None:
        """Return ``file:line`` of the user's call of an operation."""
        return self.sources.place(unit.frame) if unit is not None else None

    def finding(self, rule: str, one: Judged, message: str, **details: Any) -> Finding:
        """Return an error about a pair; places are the calls' lines unless others are given."""
        reference, port = one.pair.reference, one.pair.port
        given: dict[str, Any] = {
            "rule": rule,
            "severity": "error",
            "stage": "forward",
            "reference_layer": _path(reference),
            "port_layer": _path(port),
            "message": message,
            "location": self.place(port),
            "reference_location": self.place(reference),
            "evidence": _evidence(one),
        }
        return Finding(**{**given, **details})

    def of(self, one: Judged) -> Finding | None:
        """Return what is to be said of a pair that introduces a difference."""
        makers = {
            "argument": self._argument,
            "kind": self._kind,
            "precision": self._precision,
            "edge": self._edge,
            "output": self._output,
            "order": self._order,
        }
        return makers[one.why](one) if one.why in makers else None

    def _argument(self, one: Judged) -> Finding:
        reference, port, variant = one.pair.reference, one.pair.port, one.variant
        assert reference is not None
        assert port is not None
        assert variant is not None
        call = call_of(port if one.flipped else reference)
        before = call.value(variant.argument) if call is not None else None
        number = variant.argument in {"other", "exponent"} and isinstance(variant.value, (int, float))
        if variant.argument.isdigit() or number:
            return self.constant(one, port, (before, variant.value), f"{_fall(variant)}")
        if one.flipped:
            has, wanted = {variant.argument: before}, {variant.argument: variant.value}
        elif self.port.execution.writes_torch:
            has, wanted = {variant.argument: variant.value}, {variant.argument: before}
        else:
            row = self.row(reference, port)
            wanted = in_mindspore(row, variant.argument, before)
            has = in_mindspore(row, variant.argument, variant.value)
            if "pad_mode" in has and "pad_mode" not in wanted:
                wanted = {"pad_mode": "pad", **wanted}
            if port.kind == "batchnorm" or port.module is not None:
                wanted, has = self._spelled(port, wanted), self._spelled(port, has)
        return self._of_values(one, has, wanted, f"{variant.argument}={variant.value!r}: {_fall(variant)}")

    def constant(self, one: Judged, port: Unit, values: tuple[object, object], evidence: str) -> Finding:
        """Report a number of an operator: ``x + 1e-3`` where the reference has ``x + 1e-6``."""
        right, wrong = values[::-1] if one.flipped else values
        frame = port.frame
        return self.finding(
            "body",
            one,
            f"{port.type.strip('_')} takes the number {wrong!r} where the reference takes {right!r}",
            argument="number",
            reference_value=plain_value(right),
            port_value=plain_value(wrong),
            evidence=evidence,
            fix=replaced_number(frame.text, wrong, right) if frame is not None else "",
        )

    def _spelled(self, port: Unit, values: Mapping[str, object]) -> dict[str, object]:
        """Return arguments under the names that the port's own layer has for them."""
        known = [n for api in names_of(port, of_torch=False)[:2] if port.module is not None for n in arguments_of(api)]
        renamed = {"eps": "epsilon", "epsilon": "eps"}
        return {(renamed[k] if k not in known and renamed.get(k) in known else k): value for k, value in values.items()}

    def _of_values(
        self, one: Judged, has: Mapping[str, object], wanted: Mapping[str, object], evidence: str
    ) -> Finding:
        port = one.pair.port
        assert port is not None
        name = next(iter(wanted), next(iter(has), ""))
        made = self.made(port)
        message = f"{port.type} computes with {_said(has)}, the reference with {_said(wanted)}"
        return self.finding(
            rule_of(name, port.type),
            one,
            message,
            argument=name,
            reference_value=plain_value(wanted.get(name)),
            port_value=plain_value(has.get(name)),
            evidence=evidence,
            fix=self.fix(port, wanted, made),
            location=made.place if made is not None else self.place(port),
        )

    def made(self, unit: Unit) -> Made | None:
        """Return the constructor call of a layer of the port, where its source is here."""
        names = names_of(unit, of_torch=self.port.execution.writes_torch)
        api = next((name for name in names if arguments_of(name)), None)
        return self.sources.made(unit, api)

    def fix(self, port: Unit, wanted: Mapping[str, object], made: Made | None) -> str:
        """Return the line to write: the user's own, where it is known."""
        if made is not None:
            return corrected(made, wanted)
        values = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
        frame = port.frame
        if port.module is None and frame is not None:
            api = next((name for name, _ in scalars_of(port, of_torch=self.port.execution.writes_torch)), None)
            order = list(arguments_of(api)) if api else []
            if api and ".Tensor." not in api:
                line = corrected_text(frame.text, port.type, order, wanted)
                if line:
                    return line
        prefix = "nn." if port.module is not None and not self.port.execution.writes_torch else ""
        return f"{prefix}{port.type}(..., {values})"

    def _kind(self, one: Judged) -> Finding:
        reference, port = one.pair.reference, one.pair.port
        assert reference is not None
        assert port is not None
        made = self.made(port)
        instead = self._counterpart(reference)
        return self.finding(
            "layer-type",
            one,
            f"{port.type} where the reference has {reference.type}",
            argument="type",
            reference_value=reference.type,
            port_value=port.type,
            fix=instead,
            location=made.place if made is not None else self.place(port),
        )

    def _counterpart(self, reference: Unit) -> str:
        """Return the port's name of what the reference has: ``nn.HSigmoid()``."""
        to_torch = self.port.execution.writes_torch
        if to_torch == self.reference.execution.writes_torch:
            return f"{reference.type}(...)"
        for name in names_of(reference, of_torch=not to_torch):
            rows = mappings.rows_for_mindspore(name) if to_torch else mappings.rows_for_torch(name)
            found = [row.torch if to_torch else row.mindspore for row in rows]
            plain = [entry for entry in found if entry and ".mint." not in entry]
            if plain:
                return f"{plain[0].removeprefix('mindspore.')}({'' if reference.module else '...'})"
        return ""

    def _precision(self, one: Judged) -> Finding:
        port, reference = one.pair.port, one.pair.reference
        assert port is not None
        assert reference is not None
        half = next(s.dtype for s in (*port.inputs, *port.outputs) if s.dtype in {"float16", "bfloat16"})
        return self.finding(
            "precision",
            one,
            f"{port.type} is computed in {half}, the reference's in {reference.outputs[0].dtype}",
            argument="dtype",
            reference_value=reference.outputs[0].dtype,
            port_value=half,
            fix=f"no cast to {half} before {port.type}: compute it in {reference.outputs[0].dtype}",
        )

    def _edge(self, one: Judged) -> Finding | None:
        region = one.region
        assert region is not None
        if any(unit.number in self.moved for unit in region.port):
            return None  # said already: it is given what one of two that changed places returns
        turned = exchanged(self, one, region)
        if turned is not None:
            self.moved.add(turned[1].number)
            return turned[0]
        found = explain_region(self, one, region)
        if found is not None:
            return found
        if _operands_exchanged(one.pair.reference, one.pair.port):
            return self._order(one)
        words = self._constant_words(one, region) or self._other_source(one, region) or self._region_words(region, one)
        return self.finding("body", one, words, location=self._region_place(one, region))

    def _constant_words(self, one: Judged, region: Region) -> str:
        """Say of an operand that nothing recorded made where it comes from, if the line names it: ``self.table``."""
        port = one.pair.port
        assert port is not None
        if region.port or id(region.got) in self.port.producers or len(port.inputs) < 2 or port.frame is None:
            return ""
        name, made = self.sources.attribute(port.frame)
        if not name:
            return ""
        where = f", made at {made}" if made else ""
        return f"self.{name}{where}, holds other values than what the reference's {port.type.strip('_')} is given"

    def _other_source(self, one: Judged, region: Region) -> str:
        """Say whose results an operand is on the two sides, where both are recorded and nothing lies in between."""
        mine = self.port.producers.get(id(region.got))
        theirs = self.reference.producers.get(id(region.wanted))
        port = one.pair.port
        if region.port or region.reference or mine is None or theirs is None or port is None:
            return ""
        at = self.place(mine)
        return (
            f"{port.type.strip('_')} is given what {_named(mine)}{f' at {at}' if at else ''} returns, the reference's "
            f"what {_named(theirs)} returns"
        )

    def _region_words(self, region: Region, one: Judged) -> str:
        port = one.pair.port
        assert port is not None
        theirs = ", ".join(dict.fromkeys(unit.type for unit in region.reference))
        mine = ", ".join(dict.fromkeys(unit.type for unit in region.port))
        layers = [side.execution.level == "L0" for side in (self.reference, self.port)]
        if theirs and not mine:
            if layers[1] and not any(unit.module for unit in region.reference):
                return (
                    f"{port.type} is given another tensor than what {theirs} return in the reference; of the port "
                    "only layers were recorded (level L0): look at what stands before it"
                )
            return f"{port.type} is given what comes before {theirs} in the reference: {theirs} missing in the port"
        if mine and not theirs:
            if layers[0] and not any(unit.module for unit in region.port):
                return (
                    f"{port.type} is given what {mine} return, which is not what the reference's is given; of the "
                    "reference only layers were recorded (level L0)"
                )
            return f"the port computes {mine} before {port.type} and the reference does not (or by an index or a view)"
        if mine:
            return f"before {port.type} the port computes {mine}, the reference {theirs}"
        return (
            f"{port.type} is given another tensor, with nothing recorded in between: an index, slice or order differs"
        )

    def _order(self, one: Judged) -> Finding:
        port = one.pair.port
        assert port is not None
        return self.finding(
            "body",
            one,
            f"{port.type.strip('_')} is given its two operands in the other order than in the reference",
            argument="order of the operands",
            fix=swapped(port.frame, port.type) or f"change the two operands of {port.type.strip('_')} round",
        )

    def _region_place(self, one: Judged, region: Region) -> str | None:
        last = next((unit for unit in reversed(region.port) if unit.frame is not None), one.pair.port)
        before = self.port.producers.get(id(region.got))
        lacking = region.reference[-1] if region.reference and not region.port else None
        if lacking is not None and before is not None and one.pair.reference is not None:
            within = lacking.parents != one.pair.reference.parents and before.parents != last.parents if last else False
            last = before if within else last  # it is missing where the block before ends
        return self.place(last)

    def _output(self, one: Judged) -> Finding | None:
        """Explain an output that no change of one argument gives: by what is written, or by hidden order."""
        reference, port = one.pair.reference, one.pair.port
        assert reference is not None
        assert port is not None
        known = self.static(reference, port)
        numbers = operator_numbers(reference, port)
        if numbers is not None:
            return self.constant(one, port, numbers, _evidence(one))
        if known is not None:
            entry, made = known
            name = entry.argument
            return self.finding(
                rule_of(name, port.type),
                one,
                entry.fact or f"{name} differs",
                argument=name,
                reference_value=plain_value(entry.reference_value),
                port_value=plain_value(entry.port_value),
                fix=self.fix(port, entry.corrections, made) if entry.corrections else "",
                location=made.place if made is not None else self.place(port),
            )
        if one.forced is None or (one.inputs and not all(i is not None and i.by_values for i in one.inputs)):
            hidden = self._hidden_order(one)
            if hidden is not None:
                return hidden
        possible = self._possible(port)
        told = f": an argument that the dump does not hold differs, of {', '.join(possible)}" if possible else ""
        made = self.made(port)
        return self.finding(
            "layer-output",
            one,
            f"{port.type} is given what the reference's {reference.type} is given and returns something else{told}",
            location=made.place if made is not None else self.place(port),
        )

    def static(self, reference: Unit, port: Unit) -> tuple[Difference, Made | None] | None:
        """Return the first argument in which two operations are written apart, as recorded or in the source."""
        if _same_constant(reference, port):
            return None
        of_torch = (self.reference.execution.writes_torch, self.port.execution.writes_torch)
        pairs = index.by_pair()
        ours = list(scalars_of(reference, of_torch=of_torch[0]))
        for api, given in scalars_of(port, of_torch=of_torch[1]):
            strange = set(given) - set(arguments_of(api))  # an older spelling, which the table does not have
            for other, known in ours if given and not strange else ():
                key = (api, other) if self.flipped else (other, api)
                if of_torch[0] != of_torch[1] and (key not in pairs or _spelled_otherwise(key, given, self.flipped)):
                    continue
                found = _shown_forward(differences_between(other, known, api, given), known, given)
                if found is not None:
                    return found, None
        made = self.made(port)
        if made is None:
            return None
        layers = [
            name
            for name in names_of(reference, of_torch=of_torch[0])
            if name.startswith(("torch.nn.", "mindspore.nn."))
        ]
        for layer in layers:
            theirs = constructor_arguments(reference, layer) if of_torch[0] else {}
            names = [
                n for n in names_of(port, of_torch=of_torch[1])[:2] if (".mint." in n) == made.call.startswith("mint.")
            ]
            for name in names:
                key = (name, layer) if self.flipped else (layer, name)
                if theirs and key in pairs:
                    entries = differences_between(layer, theirs, name, made.arguments)
                    entries = [e for e in entries if e.reference_argument in theirs]
                    found = _shown_forward(entries, theirs, made.arguments)
                    if found is not None:
                        return found, made
        return None

    def _possible(self, port: Unit) -> list[str]:
        """Return arguments of a layer that its output depends on and a dump does not hold."""
        if port.module is None:
            return []
        for name in names_of(port, of_torch=self.port.execution.writes_torch)[:2]:
            known = arguments_of(name)
            values = {key: getattr(value, "default", value) for key, value in known.items()}
            found = [k for k, v in values.items() if isinstance(v, float) and (k != "momentum" or self.trains)]
            if known:
                return found
        return []

    def _hidden_order(self, one: Judged) -> Finding | None:
        """Blame the last operation that orders elements, where figures agree before one that cannot be wrong."""
        reference, port = one.pair.reference, one.pair.port
        assert reference is not None
        assert port is not None
        plain = port.module is None and not any(True for _, given in scalars_of(port, of_torch=False) if given)
        if not plain:
            return None
        seen: set[int] = set()
        waiting = list(port.inputs)
        while waiting:
            made = self.port.producers.get(id(waiting.pop(0)))
            if made is None or made.number in seen:
                continue
            seen.add(made.number)
            if made.kind in MOVERS and len(made.inputs) > 1:
                names = ", ".join(f"{list(stored.shape)}" for stored in made.inputs)
                return self.finding(
                    "body",
                    one,
                    f"{port.type} cannot differ on equal inputs, so an input holds its elements in another order: "
                    f"look at the order of the operands of {made.type} ({names})",
                    argument="order of the operands",
                    port_layer=made.path,
                    location=self.place(made),
                    fix=swapped(made.frame, made.type),
                )
            waiting += made.inputs if made.module is None else []
        return None


def operator_numbers(reference: Unit, port: Unit) -> tuple[object, object] | None:
    """Return the one number in which two operators differ: the reference's and the port's."""
    if len(reference.calls) != 1 or len(port.calls) != 1 or reference.kind != port.kind:
        return None
    if not (reference.type.startswith("__") or port.type.startswith("__")):
        return None
    ours, theirs = (_plain_numbers(unit) for unit in (reference, port))
    apart = [(a, b) for a, b in zip(ours, theirs, strict=False) if not math.isclose(a, b, rel_tol=1e-6)]
    return apart[0] if len(ours) == len(theirs) and len(apart) == 1 else None


def _plain_numbers(unit: Unit) -> list[float]:
    values = (*unit.calls[0].args, *unit.calls[0].kwargs.values())
    return [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]


def _spelled_otherwise(key: tuple[str, str], given: Mapping[str, object], flipped: bool) -> bool:
    """Tell whether an argument has a name that the table's row does not list: `keep_dims` for `keepdim`."""
    row = mappings.row_for_classes(*key)
    known = {param.torch if flipped else param.mindspore for param in row.params} if row is not None else set()
    return bool(set(given) - known)


def _shown_forward(
    entries: Sequence[Difference], ours: Mapping[str, object], theirs: Mapping[str, object]
) -> Difference | None:
    """Return the first difference that shows in the forward pass and is written on a side, not a mere default."""
    for entry in entries:
        if entry.shows in _NO_FORWARD or entry.equivalent is True:
            continue
        if isinstance(entry.port_value, Opaque) or isinstance(entry.reference_value, Opaque):
            continue
        if entry.reference_argument in ours or entry.argument in theirs:
            return entry
    return None


def rule_of(argument: str, layer: str) -> str:
    """Return the code of the rule about an argument of a layer."""
    probe = Difference(argument, argument, None, None)
    for rule in RULES:
        if issubclass(rule, ArgumentRule) and rule.applies(layer, probe):
            return rule.code
    return "argument"


def _said(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in values.items())


def _fall(variant: Any) -> str:
    before = figure(variant.before) if math.isfinite(variant.before) else "another size"
    return f"{before} -> {figure(variant.error)}"


def _same_constant(reference: Unit, port: Unit) -> bool:
    """Tell whether two operations that are given no tensor made the same one, as ``eye(3)`` and ``eye(3, 3)``."""
    if reference.inputs or port.inputs or reference.weights or port.weights:
        return False
    if len(reference.outputs) != 1 or len(port.outputs) != 1 or reference.outputs[0].shape != port.outputs[0].shape:
        return False
    distance = apart(reference.outputs[0], port.outputs[0])
    return distance is not None and distance.relative <= _EXCHANGED


def _operands_exchanged(reference: Unit | None, port: Unit | None) -> bool:
    """Tell whether the two operands of an operation are the reference's in the other order."""
    if reference is None or port is None or len(reference.inputs) != 2 or len(port.inputs) != 2:
        return False
    found = [apart(one, other) for one, other in zip(reference.inputs, reversed(port.inputs), strict=True)]
    return all(distance is not None and distance.relative <= _EXCHANGED for distance in found)


def _named(unit: Unit) -> str:
    return unit.path if unit.module is not None else unit.type.strip("_")


def _path(unit: Unit | None) -> str | None:
    return unit.path if unit is not None else None


def _evidence(one: Judged) -> str:
    parts: list[str] = []
    if one.free is not None:
        parts.append(f"output {_size(one.free)}")
    given = [entry for entry in one.inputs if entry is not None]
    if given:
        parts.append(f"input {_size(max(given, key=lambda entry: entry.relative))}")
    if one.forced is not None and math.isfinite(one.forced):
        parts.append(f"on equal inputs {figure(one.forced)}, its own rounding {figure(one.noise)}")
    if one.pair.port is not None and one.pair.port.entry.micro_step:
        parts.append(f"in micro step {one.pair.port.entry.micro_step}")
    return "; ".join(parts)


def _size(entry: Apart) -> str:
    if math.isinf(entry.relative):
        return "of another size or not finite"
    return f"{figure(entry.relative)} apart{'' if entry.by_values else ' by figures'}"


def merged(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings with those of one line, rule and value said once."""
    found: dict[tuple[object, ...], Finding] = {}
    missing: set[tuple[str | None, object]] = set()
    for entry in findings:
        if entry.rule == "unmatched-layer":
            lacks = (entry.reference_location, entry.reference_value)
            if lacks in missing:  # one operation that several others lack
                continue
            missing.add(lacks)
        key = (entry.rule, entry.location, entry.argument, entry.port_value, entry.reference_value)
        known = found.get(key)
        if known is None or entry.location is None:
            found[key if known is None else (*key, len(found))] = entry
        elif entry.port_layer and entry.port_layer != known.port_layer:
            also = dict.fromkeys((*known.also, entry.port_layer))
            found[key] = replace(known, also=tuple(also))
    return list(found.values())
