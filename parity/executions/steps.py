"""Several steps: what weights and statistics say of the step between, by the rule that fits their change."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from mappings.table import index
from parity.dumps.execution import Entry, Execution, Stored, is_users
from parity.executions.findings import Speaker
from parity.executions.nearness import Apart
from parity.executions.torch_calls import call_of
from parity.executions.units import Unit
from parity.executions.weights import WeightPair
from parity.executions.words import in_mindspore
from parity.report.model import Finding
from parity.report.text import figure

_MOVED = 2e-2
"""Part of a weight's own change in a step that a difference must reach to be one of the step."""
_FIT = 2e-3
_NEAR = 2e-2
_ADAM_EPS = 1e-8


@dataclass(frozen=True, slots=True)
class Step:
    """What one step left for the next: its weights by the reference's path and name."""

    execution: tuple[Execution, Execution]
    pairs: Mapping[tuple[str, str], WeightPair]
    distances: Mapping[int, Apart | None]


def key_of(entry: WeightPair) -> tuple[str, str]:
    """Return what tells a weight: path of its operation in the reference, and name."""
    return entry.pair.reference.path if entry.pair.reference is not None else "", entry.name


def changed_findings(speaker: Speaker, before: Step, after: Step) -> list[Finding]:
    """Return the causes of weights and statistics that agreed before a step and differ after it.

    Args:
        speaker (Speaker): makes findings, of the later step.
        before (Step): the earlier step.
        after (Step): the later one.
    """
    apart = [
        (entry, before.pairs[key])
        for key, entry in after.pairs.items()
        if key in before.pairs and _moved_apart(entry, before.pairs[key], after, before)
    ]
    statistics = [pair for pair in apart if pair[0].is_statistic]
    found = [made for new, old in statistics if (made := _momentum(speaker, new, old)) is not None]
    weights = [pair for pair in apart if not pair[0].is_statistic]
    if weights:
        found.append(_optimizer(speaker, before, weights))
    return found


def _moved_apart(new: WeightPair, old: WeightPair, after: Step, before: Step) -> bool:
    now, then = after.distances.get(id(new)), before.distances.get(id(old))
    if now is None or then is None or then.relative > 1e-5:
        return False
    change = _change(new.reference, old.reference)
    if change is None:
        return now.relative > 1e-4
    apart = now.relative * (new.reference.figures.norm or 0.0 if new.reference.figures is not None else 0.0)
    moved = float(change.norm())
    return apart > _MOVED * moved + 1e-6 * (new.reference.figures.norm or 0.0 if new.reference.figures else 0.0)


def _change(new: Stored, old: Stored) -> torch.Tensor | None:
    a, b = new.values(), old.values()
    return (a.double() - b.double()).reshape(-1) if a is not None and b is not None else None


def _momentum(speaker: Speaker, new: WeightPair, old: WeightPair) -> Finding | None:
    reference, port = new.pair.reference, new.pair.port
    if "mean" not in new.name or reference is None or port is None or old.pair.port is None:
        return None
    call = call_of(reference)
    right = call.value("momentum") if call is not None else None
    shares = [_share(new.reference, old.reference, old.pair.reference), _share(new.port, old.port, old.pair.port)]
    row = speaker.row(reference, port)
    made = speaker.made(port)
    has: dict[str, object] = {}
    wanted: dict[str, object] = {}
    if isinstance(right, float):
        shares[0] = right
    if shares[0] is not None and shares[1] is not None:
        if abs(shares[0] - shares[1]) <= 1e-3:
            return None
        words = (
            (lambda v: {"momentum": v})
            if speaker.port.execution.writes_torch
            else (lambda v: in_mindspore(row, "momentum", v))
        )
        wanted, has = words(round(shares[0], 4)), words(round(shares[1], 4))
    said = (
        f"momentum={has['momentum']!r}, the reference with momentum={wanted['momentum']!r}"
        if has
        else "another momentum"
    )
    return Finding(
        rule="momentum",
        severity="error",
        stage="train",
        reference_layer=reference.path,
        port_layer=port.path,
        argument="momentum",
        reference_value=wanted.get("momentum"),  # type: ignore[arg-type]
        port_value=has.get("momentum"),  # type: ignore[arg-type]
        evidence="the running mean after the step, from the batch and the running mean before it",
        fix=speaker.fix(port, wanted, made) if wanted else "",
        location=made.place if made is not None else speaker.place(port),
        reference_location=speaker.place(reference),
        message=f"{port.type} updates its running statistics with {said}",
    )


def _share(new: Stored, old: Stored, unit: Unit | None) -> float | None:
    """Return the share of the batch in the running mean after a step."""
    given = unit.inputs[0].values() if unit is not None and unit.inputs else None
    after, before = new.values(), old.values()
    if given is None or after is None or before is None or given.dim() < 2:
        return None
    mean = given.double().transpose(0, 1).reshape(given.shape[1], -1).mean(1)
    towards = mean - before.double()
    scale = float(towards @ towards)
    return float((after.double() - before.double()) @ towards) / scale if scale else None


def _optimizer(speaker: Speaker, before: Step, weights: Sequence[tuple[WeightPair, WeightPair]]) -> Finding:
    fits = [_fit(before.execution[side], weights, side) for side in (0, 1)]
    port = speaker.port.execution
    classes = _optimizers(of_torch=port.writes_torch)
    frames = [frame for entry in port.entries[:400] for frame in entry.frames if is_users(frame.file)]
    place = speaker.sources.optimizer(list({frame.file: frame for frame in frames}.values()), classes)
    names = [new.pair.port.path for new, _ in weights if new.pair.port is not None]
    message = f"the step moves {len(weights)} weights otherwise ({names[0]}.{weights[0][0].port_name} ...)"
    argument: str | None = None
    values: tuple[float | None, float | None] = (None, None)
    if fits[0] is not None and fits[1] is not None:
        for number, name in enumerate(("learning_rate", "weight_decay")):
            ours, theirs = fits[0][number], fits[1][number]
            if abs(ours - theirs) > _NEAR * max(abs(ours), abs(theirs), 1e-5):
                argument, values = name, (_round(ours), _round(theirs))
                message = f"the optimizer steps with {name} {values[1]}, the reference's with {values[0]}"
                break
    fix = f"{argument}={values[0]!r}" if argument is not None else ""
    return Finding(
        rule="optimizer",
        severity="error",
        stage="optim",
        argument=argument,
        reference_value=values[0],
        port_value=values[1],
        evidence="fitted to the change of the weights and their gradients" if argument else "",
        fix=f"{place[1]}: {fix}" if place is not None and fix else fix,
        location=place[0] if place is not None else None,
        message=message,
    )


def _round(value: float) -> float:
    return float(f"{value:.3g}") if abs(value) > 1e-7 else 0.0


def _optimizers(*, of_torch: bool) -> list[str]:
    names = [pair[0] if of_torch else pair[1] for pair in index.by_pair() if pair[0].startswith("torch.optim.")]
    return [name.rpartition(".")[2] for name in names if name and name.rpartition(".")[2][:1].isupper()]


def _fit(
    execution: Execution, weights: Sequence[tuple[WeightPair, WeightPair]], side: int
) -> tuple[float, float] | None:
    """Return learning rate and weight decay of gradient descent, or of Adam's first step, if that moved the weights."""
    gradients = _gradients(execution)
    changes: list[torch.Tensor] = []
    columns: list[torch.Tensor] = []
    for new, old in weights:
        unit = (old.pair.reference, old.pair.port)[side]
        name = (old.name, old.port_name)[side]
        values = [stored.values() for stored in ((new.reference, old.reference), (new.port, old.port))[side]]
        gradient = gradients.get((unit.path if unit is not None else "", name))
        grad = gradient.values() if gradient is not None else None
        if grad is None or values[0] is None or values[1] is None or grad.numel() != values[1].numel():
            continue
        changes.append((values[0].double() - values[1].double()).reshape(-1))
        columns.append(torch.stack([grad.double().reshape(-1), values[1].double().reshape(-1)], 1))
    if not changes:
        return None
    moved, matrix = torch.cat(changes), torch.cat(columns)
    signs = torch.stack([matrix[:, 0] / (matrix[:, 0].abs() + _ADAM_EPS), matrix[:, 1]], 1)
    return _solved(matrix, moved) or _solved(signs, moved)


def _solved(matrix: torch.Tensor, moved: torch.Tensor) -> tuple[float, float] | None:
    """Return rate and decay of ``moved = -rate * (direction + decay * weight)``, if that fits."""
    found = torch.linalg.lstsq(matrix, moved.unsqueeze(1)).solution.reshape(-1)
    rest = float((matrix @ found - moved).norm())
    if not math.isfinite(rest) or rest > _FIT * float(moved.norm()) or not float(found[0]):
        return None
    rate = -float(found[0])
    return rate, -float(found[1]) / rate


def _gradients(execution: Execution) -> dict[tuple[str, str], Stored]:
    return {
        (entry.path, name): stored
        for entry in execution.of_phase("parameters_grad")
        for name, stored in entry.parameters.items()
    }


def gradient_finding(speaker: Speaker, pairs: Sequence[WeightPair]) -> Finding | None:
    """Return the operation whose weights' gradients part first on the way back, where the forward pass agrees.

    Args:
        speaker (Speaker): makes findings.
        pairs (Sequence[WeightPair]): the weights, in order of execution.
    """
    from parity.executions.nearness import apart

    ours, theirs = (_gradients(side.execution) for side in (speaker.reference, speaker.port))
    for entry in reversed(pairs):
        reference, port = entry.pair.reference, entry.pair.port
        if reference is None or port is None:
            continue
        left, right = ours.get((reference.path, entry.name)), theirs.get((port.path, entry.port_name))
        if left is None or right is None or _negligible(left, reference, ours):
            continue
        distance = apart(left, right)
        if distance is not None and distance.relative > 1e-3:
            return Finding(
                rule="gradient",
                severity="error",
                stage="grad",
                reference_layer=reference.path,
                port_layer=port.path,
                evidence=f"gradient of {entry.port_name} {figure(distance.relative)} apart, the outputs agree",
                location=speaker.place(port),
                reference_location=speaker.place(reference),
                message=f"the gradient that reaches {port.type} differs: what comes after it hands back another one",
            )
    return None


def _negligible(gradient: Stored, unit: Unit, known: Mapping[tuple[str, str], Stored]) -> bool:
    """Tell whether a gradient is nothing but rounding beside the others of the net."""
    norms = [s.figures.norm for s in known.values() if s.figures is not None and s.figures.norm is not None]
    del unit
    mine = gradient.figures.norm if gradient.figures is not None else None
    return mine is None or mine <= 1e-5 * max(norms, default=0.0)


def optimizer_entries(execution: Execution) -> set[int]:
    """Return the positions of forward calls that an optimizer makes: after the gradients, outside of every module."""
    first = next((n for n, entry in enumerate(execution.entries) if entry.phase == "backward"), None)
    if first is None:
        return set()
    return {
        number
        for number, entry in enumerate(execution.entries)
        if number > first and entry.phase == "forward" and _outside(entry)
    }


def _outside(entry: Entry) -> bool:
    return entry.kind == "api" and (entry.parent is None or entry.parent in {"optimizer", "clip_grad"})
