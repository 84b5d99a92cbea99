"""What is observed of a training: batches, forward passes, losses, backward passes and updates, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import torch

from parity.code.places import Location
from parity.curves.averages import Average
from parity.curves.transforms import Chains

Named = dict[str, torch.Tensor]
Nets = Literal["itself", "child", "below"]
"""What counts as a net: a module, the one child of it that has weights, or whatever is called within it."""


@dataclass(slots=True)
class Batch:
    """What a data loader gave.

    Attributes:
        values: the tensors of it, in order, on the CPU.
        place: the line that asked for it.
    """

    values: list[torch.Tensor]
    place: Location | None


@dataclass(slots=True)
class ForwardPass:
    """One call of a net.

    Attributes:
        net: its number, in the order of first calls; from `FROZEN` on where no weight of it is trained.
        update: how many updates were made before.
        inputs, outputs: the tensors of its arguments and of what it returned.
        statistics: what is not trained and changed in the call, afterwards.
        modes: by path, whether a layer that depends on it is in training mode.
        place: the line that called it.
        random: whether random numbers were drawn in it.
    """

    net: int
    update: int
    inputs: list[torch.Tensor]
    outputs: list[torch.Tensor]
    statistics: Named
    modes: dict[str, bool]
    place: Location | None
    random: bool = False


@dataclass(slots=True)
class LossCall:
    """One call of a framework's loss function.

    Attributes:
        function: its name.
        update: how many updates were made before.
        arguments: by name, all that are no tensors.
        tensors: by name, those that are.
        value: what it returned, a scalar or one loss each.
        place: the line that called it.
    """

    function: str
    update: int
    arguments: dict[str, object]
    tensors: Named
    value: torch.Tensor
    place: Location | None


@dataclass(slots=True)
class BackwardPass:
    """One differentiation.

    Attributes:
        update: how many updates were made before.
        value: what was differentiated.
        gradients: what it added to the gradient of each weight; a weight that it does not reach is missing.
        stale: norms of the gradients that were there before.
        place: the line that asked for it.
        passed: the gradients with which the training went on, where these are another training's.
    """

    update: int
    value: float
    gradients: Named
    stale: dict[str, float]
    place: Location | None
    passed: Named = field(default_factory=dict)

    @property
    def used(self) -> Named:
        """The gradients with which the training went on."""
        return {**self.gradients, **self.passed}


@dataclass(frozen=True, slots=True)
class Clipping:
    """One call of a framework's function that clips gradients.

    Args:
        function (str): its name.
        update (int): how many updates were made before.
        arguments (Mapping[str, object]): the limits, by torch's names.
        weights (tuple[str, ...]): what it is given.
        norm (float): the norm of all gradients before.
        place (Location | None): the line that called it.
    """

    function: str
    update: int
    arguments: Mapping[str, object]
    weights: tuple[str, ...]
    norm: float
    place: Location | None


@dataclass(slots=True)
class Update:
    """One step of an optimizer.

    Attributes:
        optimizer: its number, in the order of first steps.
        settings: by weight, the optimizer's arguments that hold for it now.
        gradients: as the optimizer is given them.
        before, after: the weights.
        place: the line that asked for it.
        forced: whether its learning rates were another training's for this step.
        scale: what the optimizer divides the gradients by, which is done here already.
    """

    optimizer: int
    settings: dict[str, dict[str, Any]]
    gradients: Named
    before: Named
    after: Named
    place: Location | None
    forced: bool = False
    scale: float = 1.0


@dataclass(slots=True)
class Made:
    """An object of the training, such as an optimizer or a schedule, and the line that made it.

    Attributes:
        made: the object.
        arguments: what its class was given, by name.
        place: the line.
        stepped: lines and update counts at which it was stepped, for a schedule.
    """

    made: Any
    arguments: dict[str, Any]
    place: Location | None
    stepped: list[tuple[int, Location | None]] = field(default_factory=list)


@dataclass(slots=True)
class Trace:
    """One training as it was observed.

    Attributes:
        batches, passes, losses, backwards, clippings, updates: in the order in which they happened.
        nets: the nets that were called, by number.
        optimizers: by number.
        schedules: in the order in which they were made.
        scales: factors by which losses were multiplied, by update.
        trained, frozen: names of the weights at the first step, by whether they ask for a gradient.
        shapes: of every weight.
        initial: every weight and statistic before the first step.
        chains: what transforms made of the first samples.
        averages: tensors that move towards weights, such as an EMA of these.
        wrappers: of each module that may hold nets, in the order of first calls, what counts as a net.
        closed: places in `wrappers` of modules that return nothing but a loss and hold several nets, with the number of
            the net that such a module counts as; -1 where its only child does, which it never calls.
        ended: whether the training ended of its own accord.
        raised: why it did not go on, or "".
        seconds: how long it took.
    """

    batches: list[Batch] = field(default_factory=list)
    passes: list[ForwardPass] = field(default_factory=list)
    losses: list[LossCall] = field(default_factory=list)
    backwards: list[BackwardPass] = field(default_factory=list)
    clippings: list[Clipping] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    nets: dict[int, torch.nn.Module] = field(default_factory=dict)
    optimizers: list[Made] = field(default_factory=list)
    schedules: list[Made] = field(default_factory=list)
    scales: dict[int, float] = field(default_factory=dict)
    trained: dict[str, bool] = field(default_factory=dict)
    initial: Named = field(default_factory=dict)
    chains: Chains = field(default_factory=Chains)
    averages: list[Average] = field(default_factory=list)
    wrappers: list[Nets | None] = field(default_factory=list)
    closed: list[tuple[int, int]] = field(default_factory=list)
    ended: bool = False
    raised: str = ""
    seconds: float = 0.0

    def of_update(self, number: int) -> list[BackwardPass]:
        """Return the backward passes that lead to an update."""
        return [one for one in self.backwards if one.update == number]

    def loss_curve(self) -> list[float]:
        """Return the sum of what was differentiated, by update."""
        found = [0.0] * len(self.updates)
        for one in self.backwards:
            if one.update < len(found):
                found[one.update] += one.value
        return found
