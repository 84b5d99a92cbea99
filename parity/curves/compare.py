"""Two trainings run and compared: the reference as it is, the port as it is, and the port following the reference."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare
from parity.code.worlds import world_of
from parity.curves.by_hand import ByHand
from parity.curves.chaos import Chaos
from parity.curves.divergence import Divergence
from parity.curves.events import Nets, Trace
from parity.curves.follow import Follow
from parity.curves.nets import is_loss_alone
from parity.curves.observe import run
from parity.curves.stages import averages, collected, data, forward, frozen, gradients, loss, updates
from parity.curves.stages.laws import before_clipping, law_of
from parity.curves.stages.pairing import Paired
from parity.curves.watch import Guide, Watch
from parity.curves.weights import Counterparts
from parity.nets.loading import Loader, seed_everything

_SMALL = 1e-4
"""Factor that makes gradients smaller than any limit of clipping in use."""
PARTED = 1e-3
"""Relative difference from which the losses of two trainings have visibly parted."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What two trainings showed.

    Args:
        reference (Trace): the reference's.
        port (Trace): the port's as it is, from the reference's weights.
        followed (Paired): the port's on the reference's values at every stage.
        divergences (tuple[Divergence, ...]): stages that differ, the first one first.
        parts (int): number of the first update whose loss differs, run freely; 0 for none.
        asked (Mapping[str, Any]): targets and options, as they were given.
        future (int): over how many updates the schedules were compared without making them. Default: ``0``.
        chaos (Chaos | None): how far the reference parts from itself. Default: ``None``, not asked for.
        mindspore (str): version of the real MindSpore whose numbers are the port's. Default: ``""``, ms2torch's.
    """

    reference: Trace
    port: Trace
    followed: Paired
    divergences: tuple[Divergence, ...]
    parts: int
    asked: Mapping[str, Any]
    future: int = 0
    chaos: Chaos | None = None
    mindspore: str = ""

    @property
    def factor(self) -> float:
        """What the port differentiates as a multiple of the reference's loss, where this is taken out again."""
        found = loss.factors(self.followed).get(0)
        return found.value if found is not None and found.undone else 1.0

    @property
    def same(self) -> bool:
        """Whether no stage differs."""
        return not self.divergences


def program_of(target: str) -> tuple[Path, list[str]] | None:
    """Return the file and the arguments of a program, such as ``"train.py --epochs 3"``; None for a function."""
    words = shlex.split(target)
    return (Path(words[0]), words[1:]) if words and words[0].endswith(".py") else None


def trained(
    loader: Loader,
    target: str,
    updates_: int,
    seed: int,
    guide: Guide | None = None,
    wrappers: Sequence[Nets | None] | None = None,
) -> tuple[Trace, dict[int, str]]:
    """Run a training under observation; return what was seen, and the names of its weights by identity."""
    program = program_of(target)
    train = loader.program(*program) if program is not None else loader.function(target)
    watch = Watch(updates_, seed, guide, wrappers)
    seed_everything(seed)
    world = world_of(train)
    if world is None:
        trace = run(watch, train)
    else:
        with world.entered():
            trace = run(watch, train)
    return trace, watch.names


def reference_run(
    loader: Loader, target: str, steps: int, seed: int, *, port: str = ""
) -> tuple[Trace, dict[int, str]]:
    """Run the reference.

    Args:
        loader (Loader): loads it.
        target (str): the reference.
        steps (int): how many updates.
        seed (int): of random layers.
        port (str): what it is compared with: where that calls nets which the reference wraps with their loss, those
            inside are observed. Default: ``""``, not asked.

    Raises:
        CannotCompare: if it raises, or makes no update.
    """
    trace, names = trained(loader, target, steps, seed)
    if trace.closed:
        trace, names = _opened_reference(loader, target, steps, seed, port, (trace, names))
    if trace.raised:
        raise CannotCompare(f"the reference {target} does not train: {trace.raised}")
    if not trace.updates:
        raise CannotCompare(f"the reference {target} makes no update: name a function that trains, as in train.py:main")
    return trace, names


def _opened_reference(
    loader: Loader, target: str, steps: int, seed: int, port: str, run_: tuple[Trace, dict[int, str]]
) -> tuple[Trace, dict[int, str]]:
    """Run the reference again until it is observed in the nets that count."""
    other = Trace()
    if port:
        with Loader() as own:
            other, _ = trained(own, port, 1, seed)
    known: list[Nets | None] = []
    while (wanted := opened(other, run_[0])) is not None and len(wanted) > len(known):
        known = wanted
        run_ = trained(loader, target, steps, seed, wrappers=known)
    return run_


def opened(one: Trace, other: Trace) -> list[Nets | None] | None:
    """Return what to note of the second training's wrappers, so that nets inside them are observed as the first calls.

    Args:
        one (Trace): a training that may call the nets themselves.
        other (Trace): another that may have them in a module of several, with their loss.

    Returns:
        list[Nets | None] | None: as `Trace.wrappers`, up to the module to open; None where both call what corresponds.
    """
    for index, net in other.closed:
        if net < 0:
            return [*other.wrappers[:index], "below"]
        first = next((each for each in one.passes if each.net == net), None)
        if first is not None and not is_loss_alone(first.outputs):
            return [*other.wrappers[:index], "below"]
    return None


def _freely(
    texts: Mapping[str, str],
    reference: tuple[Trace, dict[int, str]],
    target: str,
    steps: int,
    seed: int,
    *,
    weights: bool,
) -> Trace:
    """Run the port from the reference's weights, observed in the nets that the reference calls."""
    known: list[Nets | None] | None = None
    while True:
        with Loader(texts) as loader:
            freely, _ = trained(loader, target, steps, seed, Follow(*reference, free=True, weights=weights), known)
        seen = freely
        if freely.raised and known is None:  # what are no counterparts may be what wraps them
            with Loader(texts) as loader:
                seen, _ = trained(loader, target, 1, seed)
        wanted = opened(reference[0], seen)
        if wanted is None or (known is not None and len(wanted) <= len(known)):
            return freely
        known = wanted


def follow(
    texts: Mapping[str, str],
    reference: tuple[Trace, dict[int, str]],
    target: str,
    steps: int,
    seed: int,
    *,
    weights: bool = False,
) -> tuple[Trace, Paired]:
    """Run the port freely from the reference's weights, then on its values at every stage.

    Args:
        texts (Mapping[str, str]): what to execute in place of files, by path.
        reference (tuple[Trace, dict[int, str]]): the reference's training, and the names of its weights.
        target (str): the port.
        steps (int): how many updates.
        seed (int): of random layers.
        weights (bool): keep the weights of each update of the free run. Default: ``False``.

    Raises:
        CannotCompare: if the port raises before the first update.
    """
    freely = _freely(texts, reference, target, steps, seed, weights=weights)
    if freely.raised:
        hint = _loss_that_differs(reference[0], freely)
        raise CannotCompare(f"the port {target} does not train: {freely.raised}{hint}")
    if not freely.updates:
        raise CannotCompare(f"the port {target} makes no update: name a function that trains, as in train.py:main")
    with Loader(texts) as loader:
        by_hand = isinstance(freely.optimizers[0].made, ByHand)
        counts = [len(freely.of_update(n)) for n in range(len(freely.updates))]
        guide = Follow(*reference, counts=counts, by_hand=by_hand)
        trace, names = trained(loader, target, steps, seed, guide, freely.wrappers)
    if trace.raised:
        raise CannotCompare(f"the port {target} does not go on with the reference's values: {trace.raised}")
    pair = Paired(reference[0], trace, guide.pairs, names=names)
    if not any(abs(one.value - 1) > PARTED for one in loss.factors(pair).values()):
        return freely, pair
    # clipping may hide the factor: it does not where gradients are small
    with Loader(texts) as loader:
        small = Follow(*reference, counts=guide.counts, size=_SMALL)
        trace, _ = trained(loader, target, steps, seed, small, freely.wrappers)
    optimizers = range(len(trace.optimizers))
    laws = {n: law for n in optimizers if (law := law_of(trace, n)).kind in {"none", "factor", "sum"}}
    factors = {n: law.limit / before_clipping(reference[0], n) for n, law in laws.items()}
    return freely, replace(pair, unclipped=factors)


def _loss_that_differs(reference: Trace, port: Trace) -> str:
    """Say which argument of a loss is another one, of a port that has raised."""
    for one, other in Paired(reference, port, Counterparts()).losses():
        found = loss.argument_of(one, other)
        if found is not None:
            name, ours, theirs = found
            return f" ({other.function}: {name} is {theirs} here, {ours} in the reference)"
    return ""


def divergences_of(pair: Paired) -> tuple[Divergence, ...]:
    """Ask every stage what it does otherwise on equal values; return what differs, the first first."""
    found = [
        *data.find(pair), *frozen.find(pair), *forward.find(pair), *loss.find(pair), *gradients.find(pair),
        *collected.find(pair), *updates.find(pair), *forward.find_statistics(pair), *averages.find(pair),
    ]  # fmt: skip
    return tuple(sorted(_without_consequences(found), key=lambda one: one.rank))


def _without_consequences(found: list[Divergence]) -> list[Divergence]:
    """Leave out what another finding of the same update makes show."""
    accumulated = [one.step for one in found if one.cause == "accumulation-steps"]
    if accumulated:  # batches, losses and gradients are then those of other updates
        kept = {"accumulation", "optimizer", "schedule", "clipping"}
        return [one for one in found if one.stage in kept and (one.stage != "clipping" or one.argument)]
    sizes = [one for one in found if one.cause in {"batch-size", "columns", "last-batch"}]
    if sizes:
        return [one for one in found if one in sizes or one.stage in {"optimizer", "schedule"}]
    if any(one.cause in {"frozen", "not-frozen"} for one in found):
        found = [one for one in found if one.cause != "formula"]
    if any(one.cause in {"untied", "tied", "parameters-left-out", "parameters-added"} for one in found):
        found = [one for one in found if one.cause not in {"gradient", "formula", "clip-added", "clip-kind"}]
    if any(one.stage == "forward" for one in found):
        found = [one for one in found if one.cause != "loss"]
    if any(one.stage == "loss" and "factor" not in one.details for one in found):
        return [one for one in found if one.stage != "gradients" or one.cause in {"frozen", "not-frozen"}]
    return found
