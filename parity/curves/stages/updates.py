"""Updates from the reference's gradients: schedules, optimizers' arguments, which weights they act on, formulas."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch

from parity.curves.divergence import Divergence, said
from parity.curves.events import Named, Update
from parity.curves.kinds import kinds_of
from parity.curves.optimizers import DECAY, KIND, LEARNING_RATE, api_of, is_frameworks
from parity.curves.stages import rates
from parity.curves.stages.pairing import UPDATES, Paired
from parity.table.relations import relation

_NOISE = 1e-6
"""Size of a gradient, by the largest of the same update, that rounding in float32 makes where there is none."""
_SLUG = {DECAY: "weight-decay", LEARNING_RATE: "learning-rate", "decoupled weight decay": "decoupled-decay"}
_INERT_WITHOUT_MOMENTUM = ("dampening", "nesterov")
_OF_ARGUMENTS = ("-default", "decay-skips-names")
"""Endings of the table's rules about what is found as a difference of settings."""
_OF_CLASS = frozenset({KIND, "epsilon", "decoupled weight decay"})
"""Settings that mean something only together with the formula: told where the updates differ."""


def find(pair: Paired) -> Iterator[Divergence]:
    """Find other rates, other arguments, other weights, and updates that differ although none of these do."""
    yield from _schedules(pair)
    yield from _members(pair)
    told = list(_settings(pair))
    yield from told
    if not any(one.argument in _OF_CLASS for one in told):
        yield from _formula(pair)


def _optimizers(pair: Paired) -> range:
    return range(min(len(pair.reference.optimizers), len(pair.port.optimizers)))


def _updates(pair: Paired, optimizer: int) -> list[tuple[int, Update, Update]]:
    return [one for one in pair.updates() if one[1].optimizer == one[2].optimizer == optimizer]


def _schedules(pair: Paired) -> Iterator[Divergence]:
    """Compare the learning rates of all updates, by optimizer and group of weights that have the same."""
    for optimizer in _optimizers(pair):
        updates = _updates(pair, optimizer)
        groups: dict[tuple[tuple[float, ...], tuple[float, ...]], list[str]] = {}
        for entry in pair.weights.entries:
            both = [(a.settings[entry.reference], b.settings[entry.port]) for _, a, b in updates
                    if entry.reference in a.settings and entry.port in b.settings]  # fmt: skip
            if both and all(LEARNING_RATE in a and LEARNING_RATE in b for a, b in both):
                ours, theirs = (tuple(float(s[side][LEARNING_RATE]) for s in both) for side in (0, 1))
                groups.setdefault((ours, theirs), []).append(entry.port)
        whole = sum(map(len, groups.values()))
        told: set[str] = set()
        for (ours, theirs), names in groups.items():
            found = rates.difference(ours, theirs)
            if found is None or found[0] in told:
                continue
            told.add(found[0])
            number = next(n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if not rates.same_rate(a, b))
            constant = all(rates.same_rate(a, ours[0]) for a in ours) and all(
                rates.same_rate(b, theirs[0]) for b in theirs
            )
            part = "" if len(names) == whole else f" of {kinds_of(names, pair.port.initial)}"
            stage = "optimizer" if found[0] == "learning-rate" and constant else "schedule"
            made = pair.port.schedules if stage == "schedule" and pair.port.schedules else pair.port.optimizers
            place = made[min(optimizer, len(made) - 1)].place
            yield Divergence(
                "optimizer" if stage == "optimizer" else "schedule", updates[number][0], found[0],
                f"learning rate{part}: {found[1]}", place=place, argument=LEARNING_RATE,
                values=(ours[number], theirs[number]), weights=tuple(names),
            )  # fmt: skip


def _members(pair: Paired) -> Iterator[Divergence]:
    """Report weights that an optimizer steps on one side only."""
    ours = {name for one in pair.reference.updates for name in one.settings}
    theirs = {name for one in pair.port.updates for name in one.settings}
    frozen = {e.port for e in pair.weights.entries
              if pair.reference.trained.get(e.reference) != pair.port.trained.get(e.port)}  # fmt: skip
    pairs = [e for e in pair.weights.entries if e.port not in frozen and pair.reference.trained.get(e.reference)]
    lost = [e.port for e in pairs if e.reference in ours and e.port not in theirs]
    won = [e.port for e in pairs if e.reference not in ours and e.port in theirs]
    place = pair.port.optimizers[0].place if pair.port.optimizers else None
    if lost:
        text = f"the optimizer is not given {kinds_of(lost, pair.port.initial)} ({lost[0]}), in the reference it is"
        yield Divergence("optimizer", 1, "parameters-left-out", text, place=place, weights=tuple(lost))
    if won:
        text = f"the optimizer steps {kinds_of(won, pair.port.initial)} ({won[0]}), in the reference it does not"
        yield Divergence("optimizer", 1, "parameters-added", text, place=place, weights=tuple(won))


def _settings(pair: Paired) -> Iterator[Divergence]:
    """Compare the arguments that hold for each weight."""
    for optimizer in _optimizers(pair):
        differences: dict[str, dict[tuple[Any, Any], list[str]]] = {}
        first: dict[str, int] = {}
        for number, one, other in _updates(pair, optimizer):
            for entry in pair.weights.entries:
                ours, theirs = one.settings.get(entry.reference), other.settings.get(entry.port)
                if ours is None or theirs is None:
                    continue
                for name, values in _different(ours, theirs).items():
                    first.setdefault(name, number)
                    if first[name] == number:
                        differences.setdefault(name, {}).setdefault(values, []).append(entry.port)
        formula = _worst_update(pair, optimizer, alike=True)
        for name, by_values in differences.items():
            if name in _OF_CLASS and (formula is None or set(differences) - _OF_CLASS):
                continue
            if name == KIND and (len(differences) > 1 or _of_the_users(pair, optimizer)):
                continue
            yield _setting(pair, optimizer, first[name], name, by_values)


def _of_the_users(pair: Paired, optimizer: int) -> bool:
    """Tell whether an optimizer is code of the user's, whose name says nothing of what it does."""
    return not all(is_frameworks(trace.optimizers[optimizer].made) for trace in (pair.reference, pair.port))


def _different(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    found: dict[str, tuple[Any, Any]] = {}
    for name in {**ours, **theirs}:
        one, other = ours.get(name), theirs.get(name)
        if name == LEARNING_RATE or one is None or other is None:
            continue
        if name in _INERT_WITHOUT_MOMENTUM and not (ours.get("momentum") and theirs.get("momentum")):
            continue
        if isinstance(one, str) or isinstance(other, str):
            if one != other:
                found[name] = (one, other)
        elif not math.isclose(float(one), float(other), rel_tol=1e-5, abs_tol=1e-15):
            found[name] = (one, other)
    return found


def _setting(
    pair: Paired, optimizer: int, number: int, name: str, by_values: dict[tuple[Any, Any], list[str]]
) -> Divergence:
    values, names = max(by_values.items(), key=lambda item: len(item[1]))
    made = pair.port.optimizers[optimizer]
    everything = [e.port for e in pair.weights.entries if e.port in pair.port.updates[number - 1].settings]
    concerned = [n for each in by_values.values() for n in each]
    kinds = kinds_of(concerned, pair.port.initial)
    if name == DECAY and len(concerned) < len(everything) and not (values[0] and values[1]):
        here, there = (f"acts on {kinds}", "on none of them") if values[1] else ("acts on none of", f"on {kinds}")
        size = said(values[1] or values[0])
        text = (
            f"weight decay {size} {here} here, {there} in the reference"
            if values[1]
            else f"weight decay {size} does not act here on {kinds}, in the reference it does"
        )
        cause = "weight-decay-mask"
    else:
        part = "" if len(concerned) == len(everything) else f" of {kinds}"
        text = f"{name}{part} is {said(values[1])} here, {said(values[0])} in the reference"
        cause = _SLUG.get(name, name.replace(" ", "-"))
    return Divergence(
        "optimizer", number, cause, text, place=made.place, argument=name, values=values, weights=tuple(names),
        reference=pair.reference.optimizers[optimizer].place,
    )  # fmt: skip


def _worst_update(pair: Paired, optimizer: int, *, alike: bool = False) -> tuple[int, str, float] | None:
    """Return the first update that differs on equal gradients and rates, its worst weight and the error.

    Args:
        pair (Paired): both trainings.
        optimizer (int): number of the optimizer.
        alike (bool): only weights whose settings are the same. Default: ``False``.
    """
    for number, one, other in _updates(pair, optimizer):
        worst: tuple[str, float] | None = None
        moves = {name: after - other.before[name] for name, after in other.after.items()}
        ours = {name: after - one.before[name] for name, after in one.after.items()}
        noise = _noise(one.gradients)
        largest = max((float(m.norm()) / max(1, m.numel()) ** 0.5 for m in ours.values()), default=0.0)
        for entry in pair.weights.entries:
            values = entry.both(ours, moves)
            if values is None or not _same_rate(one, other, entry.reference, entry.port):
                continue
            if alike and set(_different(one.settings[entry.reference], other.settings[entry.port])) - _OF_CLASS:
                continue
            if entry.reference in noise or torch.equal(*values):
                continue
            error, norm = float((values[0] - values[1]).norm()), float(values[0].norm())
            rounding = 4e-7 * float(one.before[entry.reference].norm())
            if error > UPDATES * norm + rounding + 1e-5 * largest * max(1, values[0].numel()) ** 0.5:
                size = error / norm if norm else math.inf
                worst = (entry.port, size) if worst is None or size > worst[1] else worst
        if worst is not None:
            return number, *worst
    return None


def _noise(gradients: Named) -> set[str]:
    """Return whose gradient is what rounding leaves of none, as that of a bias before a normalisation is."""
    sizes = {name: _size(value) for name, value in gradients.items()}
    return {name for name, size in sizes.items() if 0 < size < _NOISE * max(sizes.values())}


def _size(value: torch.Tensor) -> float:
    """Return the root of the mean square."""
    return float(value.norm()) / math.sqrt(max(1, value.numel()))


def _same_rate(one: Update, other: Update, ours: str, theirs: str) -> bool:
    a, b = one.settings.get(ours, {}).get(LEARNING_RATE), other.settings.get(theirs, {}).get(LEARNING_RATE)
    return a is None or b is None or rates.same_rate(float(a), float(b)) or other.forced


def _known(pair: Paired, optimizer: int) -> tuple[str, str, str]:
    """Return what the mappings table knows of two optimizers' formulas: its rule, its words, what to write."""
    names = [api_of(trace.optimizers[optimizer].made) for trace in (pair.reference, pair.port)]
    found = relation(names[0], names[1])
    entries = (
        []
        if found is None
        else [one for one in found.row.differences if one.shows == "optim" and not one.rule.endswith(_OF_ARGUMENTS)]
    )
    if not entries:
        return "formula", "", ""
    return entries[0].rule, " ".join(one.fact for one in entries), entries[0].fix


def _formula(pair: Paired) -> Iterator[Divergence]:
    for optimizer in _optimizers(pair):
        found = _worst_update(pair, optimizer, alike=True)
        if found is None:
            continue
        number, name, error = found
        kinds = [type(trace.optimizers[optimizer].made).__name__ for trace in (pair.reference, pair.port)]
        text = f"{kinds[1]} makes other updates than the reference's {kinds[0]} of equal gradients, rates and arguments"
        if kinds[0] == kinds[1]:
            text = f"{kinds[1]} makes other updates of equal gradients, rates and arguments: its state, or other code"
        cause, known, fix = _known(pair, optimizer)
        if known:
            text = f"{text}: {known}"
        evidence = f"the update of {name} differs by {said(error)} of its size"
        made = pair.port.optimizers[optimizer]
        yield Divergence("optimizer", number, cause, text.rstrip("."), evidence, made.place, weights=(name,), write=fix)
        return
