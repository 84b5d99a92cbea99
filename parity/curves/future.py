"""Learning rates of all updates of a training, without making them: schedules are asked, on copies of theirs."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import torch
from torch.optim import lr_scheduler

from parity.curves.divergence import Divergence
from parity.curves.events import Made, Trace
from parity.curves.kinds import kinds_of
from parity.curves.optimizers import LEARNING_RATE, members, number_of
from parity.curves.stages import rates
from parity.curves.stages.pairing import Paired

Rates = dict[str, list[float]]
"""The rates of all updates, by weight."""


def find(pair: Paired, total: int) -> tuple[list[Divergence], int]:
    """Compare the schedules over the whole length of a training.

    Args:
        pair (Paired): both trainings, of which some updates were made.
        total (int): how many updates the training makes.

    Returns:
        tuple[list[Divergence], int]: schedules that part after the updates that were made, and how many updates could
        be looked at on both sides.
    """
    found: list[Divergence] = []
    looked = total
    for optimizer in range(min(len(pair.reference.optimizers), len(pair.port.optimizers))):
        ours, theirs = (rates_of(trace, optimizer, total) for trace in (pair.reference, pair.port))
        groups: dict[tuple[tuple[float, ...], tuple[float, ...]], list[str]] = {}
        for entry in pair.weights.entries:
            if entry.reference in ours and entry.port in theirs:
                key = tuple(ours[entry.reference]), tuple(theirs[entry.port])
                groups.setdefault(key, []).append(entry.port)
        for (one, other), names in groups.items():
            looked = min(looked, len(one), len(other))
            difference = rates.difference(one, other)
            if difference is not None:
                made = pair.port.schedules or pair.port.optimizers
                step = next(n for n in range(looked) if not rates.same_rate(one[n], other[n]))
                part = "" if len(groups) == 1 else f" of {kinds_of(names, pair.port.initial)}"
                found.append(
                    Divergence(
                        "schedule", step + 1, difference[0], f"learning rate{part}: {difference[1]}",
                        f"of {looked} updates, asked without making them", made[0].place, weights=tuple(names),
                        argument=LEARNING_RATE, values=(one[step], other[step]),
                    )
                )  # fmt: skip
                break
    return found, looked


def rates_of(trace: Trace, optimizer: int, total: int) -> Rates:
    """Return the rates of an optimizer's updates: those that were seen, and as far as a schedule tells the rest.

    Args:
        trace (Trace): a training.
        optimizer (int): number of the optimizer.
        total (int): how many updates there are.
    """
    made = trace.optimizers[optimizer].made
    updates = [one for one in trace.updates if one.optimizer == optimizer]
    seen: Rates = {}
    for one in updates:
        for name, settings in one.settings.items():
            if LEARNING_RATE in settings:
                seen.setdefault(name, []).append(float(settings[LEARNING_RATE]))
    names = list(updates[0].settings) if updates else []
    for number, rest in enumerate(_to_come(trace, made, len(updates), total)):
        for name, rate in zip(names, rest, strict=False):
            if name in seen and len(seen[name]) == len(updates) + number:
                seen[name].append(rate)
    return seen


def _to_come(trace: Trace, optimizer: Any, done: int, total: int) -> Iterator[list[float]]:
    """Yield the rates of each weight for the updates after those that were made."""
    if isinstance(optimizer, torch.optim.Optimizer):
        schedules = [one for one in trace.schedules if getattr(one.made, "optimizer", None) is optimizer]
        yield from _of_torch(optimizer, schedules, done, total)
    elif hasattr(optimizer, "dynamic_lr"):
        yield from _of_cell(optimizer, done, total)


def _of_torch(optimizer: torch.optim.Optimizer, schedules: list[Made], done: int, total: int) -> Iterator[list[float]]:
    inner = {id(one) for each in schedules for one in getattr(each.made, "_schedulers", ())}
    outer = [one for one in schedules if id(one.made) not in inner]
    every = [_every([epoch for epoch, _ in one.stepped]) for one in outer]
    if len(outer) != 1 or every[0] == 0 or isinstance(outer[0].made, lr_scheduler.ReduceLROnPlateau):
        return
    stand_in = copy.copy(optimizer)
    stand_in.param_groups = [dict(group) for group in optimizer.param_groups]
    schedule = _copied(outer[0].made, stand_in)
    counts = [len(group["params"]) for group in stand_in.param_groups]
    stopped = outer[0].made.last_epoch - outer[0].stepped[-1][0]  # whether it was stepped after the last update
    for number in range(done, total):
        if number % every[0] == 0 and (number > done or not stopped):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                schedule.step()
        yield [
            float(group["lr"]) for group, count in zip(stand_in.param_groups, counts, strict=True) for _ in range(count)
        ]


def _every(epochs: list[int]) -> int:
    """Return after how many updates a schedule is stepped, from its counter at each update; 0 where it is not told."""
    changes = [n for n in range(1, len(epochs)) if epochs[n] != epochs[n - 1]]
    if not changes:
        return 0
    gaps = {b - a for a, b in zip([0, *changes], changes, strict=False)}
    return gaps.pop() if len(gaps) == 1 else 0


def _copied(schedule: Any, optimizer: torch.optim.Optimizer) -> Any:
    """Return a copy of a schedule that acts on another optimizer."""
    new = copy.copy(schedule)
    new.optimizer = optimizer
    if hasattr(schedule, "_schedulers"):
        new._schedulers = [_copied(one, optimizer) for one in schedule._schedulers]
    return new


def _of_cell(optimizer: Any, done: int, total: int) -> Iterator[list[float]]:
    from parity.nets.ms_cell import as_mindspore

    given = optimizer.learning_rate
    count = len(members(optimizer))
    each: list[Any] = list(given) if optimizer.is_group_lr else [given] * count
    if not optimizer.dynamic_lr:
        fixed = [_number(rate) for rate in each]
        yield from (fixed for _ in range(done, total))
        return
    for number in range(done, total):
        step = as_mindspore(torch.tensor([number], dtype=torch.int32))
        known: dict[int, float] = {}
        for rate in each:
            if id(rate) not in known:
                try:
                    known[id(rate)] = _number(rate(step))
                except RuntimeError:  # a list of rates ends
                    return
        yield [known[id(rate)] for rate in each]


def _number(rate: object) -> float:
    found = number_of(rate)
    return float(found) if isinstance(found, (int, float)) else float("nan")
