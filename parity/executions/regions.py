"""What stands between agreeing operations and an input that differs: operands in another order, a dropped operation."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import torch

from parity.dumps.execution import Stored
from parity.executions.judge import Judged, Region
from parity.executions.layouts import laid_out_otherwise
from parity.executions.nearness import apart
from parity.executions.source import swapped
from parity.executions.torch_calls import call_of, shaped_like
from parity.executions.units import Unit
from parity.executions.variants import explaining, off

if TYPE_CHECKING:
    from parity.executions.findings import Speaker
    from parity.report.model import Finding

_EXACT = 1e-5
_JOINS = frozenset({"cat", "stack"})


def explain_region(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Return what explains a region, or None.

    Args:
        speaker (Speaker): makes findings.
        one (Judged): the pair whose input differs.
        region (Region): what lies before it.
    """
    return (
        _joined_otherwise(speaker, one, region)
        or _attention(speaker, one, region)
        or _earlier_tensor(speaker, one, region)
        or _taken_part(speaker, one, region)
        or _other_index(speaker, one, region)
        or laid_out_otherwise(speaker, one, region)
        or _nearby_order(speaker, one, region)
    )


def _numbers(unit: Unit) -> list[int]:
    call = unit.calls[0]
    found = [value for value in (*call.args, *call.kwargs.values()) if isinstance(value, int)]
    return [value for value in found if not isinstance(value, bool)]


def _joined_otherwise(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Try the operands of a concatenation of the port in every order."""
    wanted = region.wanted.values()
    for unit in region.port:
        values = [stored.values() for stored in unit.inputs]
        if unit.kind not in _JOINS or wanted is None or any(v is None for v in values) or not 1 < len(values) < 6:
            continue
        tensors: list[Any] = values
        join = torch.cat if unit.kind == "cat" else torch.stack
        for order in itertools.permutations(range(len(tensors))):
            for axis in (_numbers(unit) or [0])[:1]:
                try:
                    made = join([tensors[n] for n in order], axis)
                except (RuntimeError, IndexError):
                    continue
                if off([made], wanted) <= _EXACT and order != tuple(range(len(tensors))):
                    return _order_finding(speaker, one, unit, order)
    return None


def _order_finding(speaker: Speaker, one: Judged, unit: Unit, order: tuple[int, ...]) -> Finding:
    places = ", ".join(str(number) for number in order)
    return speaker.finding(
        "body",
        one,
        f"{unit.type} is given its operands in another order than the reference's",
        argument="order of the operands",
        reference_value=order,
        port_value=tuple(range(len(order))),
        evidence=f"operands in the order {places} give the reference's input of {one.pair.port and one.pair.port.type}",
        port_layer=unit.path,
        location=speaker.place(unit),
        fix=swapped(unit.frame, unit.type) or f"{unit.type} of operands {places}",
    )


def _attention(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Compare an attention that one side writes out: by an argument of the reference's call, or by its scale."""
    call = next(((unit, made) for unit in region.reference if (made := call_of(unit)) is not None), None)
    if call is None or len(region.reference) != 1:
        return None
    unit, made = call
    wanted = region.got.values()
    if wanted is not None and made.tensors():
        exact = made.run({}, made.precision(wanted.numel()))
        result = shaped_like(exact, unit.outputs[0]) if exact else None
        target = _as_output(wanted, region.wanted, unit)
        if result is not None and target is not None:
            before = off([result], target)
            variant = explaining(made, {}, target, before, 0.0) if math.isfinite(before) else None
            if variant is not None:
                return _scaled(
                    speaker, one, region, unit, variant.argument, variant.value, made.value(variant.argument)
                )
    if unit.kind != "scaleddotproductattention":
        return None
    given = made.value("scale")
    right = float(given) if isinstance(given, (int, float)) else unit.inputs[0].shape[-1] ** -0.5
    factors = [number for other in region.port if other.kind in {"mul", "div"} for number in _factors(other)]
    found = [number for number in factors if not math.isclose(number, right, rel_tol=1e-4)]
    if len(factors) == 1 and found:
        return _scaled(speaker, one, region, unit, "scale", found[0], right)
    return None


def _factors(unit: Unit) -> list[float]:
    call = unit.calls[0]
    numbers = [float(value) for value in call.args if isinstance(value, (int, float)) and not isinstance(value, bool)]
    return [1 / number if unit.kind == "div" and number else number for number in numbers]


def _as_output(got: torch.Tensor, wanted: Stored, unit: Unit) -> torch.Tensor | None:
    """Return the port's tensor in the form of the reference's output, where only views lie between the two."""
    output = unit.outputs[0]
    known, right = output.values(), wanted.values()
    if known is None or right is None or output.numel != got.numel():
        return None
    shape, got = right.shape, got.reshape(right.shape)
    if off([known.reshape(shape)], right) <= _EXACT:
        return got.reshape(output.shape)
    for a, b in itertools.combinations(range(known.dim()), 2):
        turned = known.transpose(a, b)
        if off([turned.reshape(shape)], right) <= _EXACT:
            return got.reshape(turned.shape).transpose(a, b)
    return None


def _scaled(
    speaker: Speaker, one: Judged, region: Region, unit: Unit, name: str, value: object, right: object
) -> Finding:
    if right is None and name == "scale":
        right = unit.inputs[0].shape[-1] ** -0.5
    at = next(
        (other for other in region.port if other.kind in {"mul", "div"}), region.port[-1] if region.port else None
    )
    return speaker.finding(
        "argument",
        one,
        f"the attention is computed with {name}={_short(value)}, the reference's with {name}={_short(right)}",
        argument=name,
        reference_value=_short(right),
        port_value=_short(value),
        port_layer=at.path if at is not None else None,
        reference_layer=unit.path,
        location=speaker.place(at) if at is not None else speaker.place(one.pair.port),
        reference_location=speaker.place(unit),
        fix=f"{name} = {_short(right)}" + (f" (head dimension {unit.inputs[0].shape[-1]})" if name == "scale" else ""),
    )


def _short(value: object) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _earlier_tensor(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Find that the port hands on a tensor as it is before the reference's operations: they are missing."""
    if not region.reference or region.port:
        return None
    for number, unit in enumerate(region.reference):
        for stored in unit.inputs:
            distance = apart(stored, region.got)
            if distance is None or distance.relative > _EXACT:
                continue
            names = ", ".join(dict.fromkeys(other.type.strip("_") for other in region.reference[number:]))
            place = speaker.place(region.reference[number])
            port = one.pair.port
            before = speaker.port.producers.get(id(region.got))
            return speaker.finding(
                "unmatched-layer",
                one,
                f"the port lacks {names}: {port.type if port else 'it'} is given what the reference has before it",
                location=speaker.place(_beside(region.reference[number], one.pair.reference, before, port)),
                argument="missing operation",
                reference_value=names,
                evidence=f"the port's input is the reference's tensor before {names} ({distance.relative:.1e} apart)",
                reference_layer=region.reference[number].path,
                reference_location=place,
                fix=_text(region.reference[number:]),
            )
    return None


def _beside(missing: Unit, consumer: Unit | None, before: Unit | None, after: Unit | None) -> Unit | None:
    """Return the port's operation in whose code the missing one belongs: that uses it, or that makes what it takes."""
    if before is None or before.frame is None or missing.frame is None or consumer is None or consumer.frame is None:
        return after
    same = (missing.frame.file, missing.frame.function) == (consumer.frame.file, consumer.frame.function)
    return after if same and missing.parents == consumer.parents else before


def _text(units: list[Unit]) -> str:
    lines = dict.fromkeys(unit.frame.text for unit in units if unit.frame is not None and unit.frame.text)
    return "what the reference computes here: " + "; ".join(lines) if lines else ""


def _taken_part(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Find that the reference takes a part of a tensor by an index where the port computes something else."""
    wanted = region.wanted
    sources = [stored for unit in (region.port or []) for stored in unit.inputs]
    for stored in sources:
        whole = stored.values()
        right = wanted.values()
        if stored.numel <= wanted.numel or stored.numel % max(1, wanted.numel):
            continue
        index = _index(whole, right) if whole is not None and right is not None else ""
        unknown = whole is None or right is None
        if index or (unknown and _drops_an_axis(stored.shape, wanted.shape)):
            computed = ", ".join(dict.fromkeys(unit.type.strip("_") for unit in region.port))
            said = f"index {index}" if index else "an index or slice"
            at = region.port[-1]
            return speaker.finding(
                "body",
                one,
                f"the port computes {computed} of {list(stored.shape)} where the reference selects {said}",
                argument="selection",
                reference_value=index or "index",
                port_value=computed,
                port_layer=at.path,
                location=speaker.place(at),
                fix=f"x{index} in place of {computed}"
                if index
                else f"select as the reference does in place of {computed}",
            )
    return None


def _other_index(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Find that both sides select a part of the same tensor, by another index."""
    got, wanted, port = region.got.values(), region.wanted.values(), one.pair.port
    if got is None or wanted is None or port is None:
        return None
    for unit in reversed(speaker.port.units[max(0, port.number - 4) : port.number]):
        for stored in unit.outputs[:1]:
            whole = stored.values()
            mine = _index(whole, got) if whole is not None and stored.numel > got.numel() else ""
            theirs = _index(whole, wanted) if mine and whole is not None else ""
            if mine and theirs and mine != theirs:
                return speaker.finding(
                    "body",
                    one,
                    f"the port selects {mine} of what {unit.type} returns, the reference {theirs} (index of a slice)",
                    argument="index",
                    reference_value=theirs,
                    port_value=mine,
                    fix=f"select {theirs} in place of {mine}",
                )
    return None


def _drops_an_axis(whole: tuple[int, ...], part: tuple[int, ...]) -> bool:
    return any(whole[:n] + whole[n + 1 :] == part for n in range(len(whole)))


def _index(whole: torch.Tensor, part: torch.Tensor) -> str:
    """Return the index that selects `part` of `whole`, as it is written; "" where none along one axis does."""
    for axis in range(whole.dim()):
        if whole.shape[axis] > 512 or tuple(whole.select(axis, 0).shape) != tuple(part.shape):
            continue
        for number in range(whole.shape[axis]):
            if off([whole.select(axis, number)], part) <= _EXACT:
                shown = number if number <= whole.shape[axis] // 2 else number - whole.shape[axis]
                return f"[{', '.join([':'] * axis + [str(shown)])}]"
    return ""


def _nearby_order(speaker: Speaker, one: Judged, region: Region) -> Finding | None:
    """Say that the elements are the same in another order, where values show it."""
    distance = apart(region.wanted, region.got)
    if distance is None or not distance.reordered:
        return None
    at = region.port[-1] if region.port else one.pair.port
    name = at.type if at is not None else "it"
    return speaker.finding(
        "body",
        one,
        f"the input of {one.pair.port and one.pair.port.type} holds the reference's elements in another order: "
        f"look at the axes and the order of {name}",
        argument="order of the elements",
        port_layer=at.path if at is not None else None,
        location=speaker.place(at),
    )
