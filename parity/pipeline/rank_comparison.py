"""A comparison of several ranks while their processes are there: what was asked, what they hold, what they gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import torch

from parity.nets.inputs import Input
from parity.pipeline.rank_process import Built, Flowed, Ran, RankTask
from parity.pipeline.rank_session import Session
from parity.pipeline.spec import CompareSpec
from parity.sharded import gradients as grads_of
from parity.sharded.cut import Cut, cuts
from parity.sharded.gradients import Gradient
from parity.sharded.outputs import Output, judged

WAITING = 60.0
"""Seconds that ranks may take to be built, or for one run: those that wait for each other never end."""
_NARROW = 2e-5
"""The relative difference that float32 may make, where a net does not run in float64."""


@dataclass(slots=True)
class Whole:
    """What the reference gave.

    Args:
        built (Built): what it is.
        outputs (Ran): what it returned.
        wanted (dict[str, torch.Tensor]): what flows back into each output.
        flowed (Flowed | None): its gradients.
        trained (dict[str, torch.Tensor]): its weights after the steps.
    """

    built: Built
    outputs: Ran
    wanted: dict[str, torch.Tensor] = field(default_factory=dict)
    flowed: Flowed | None = None
    trained: dict[str, torch.Tensor] = field(default_factory=dict)


@dataclass(slots=True)
class Comparison:
    """Both sides, while their processes are there.

    Args:
        spec (CompareSpec): what was asked for.
        inputs (tuple[Input, ...]): what both are given.
        reference (Session): the reference's one rank.
        port (Session): the port's ranks.
        whole (Whole): what the reference gave.
    """

    spec: CompareSpec
    inputs: tuple[Input, ...]
    reference: Session
    port: Session
    whole: Whole
    built: list[Built] = field(default_factory=list)
    cuts: list[dict[str, Cut]] = field(default_factory=list)
    wide: bool = True
    ran: list[Ran] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    flowed: list[Flowed] = field(default_factory=list)
    gradients: list[Gradient] = field(default_factory=list)
    trained: list[Gradient] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def tolerance(self) -> float:
        """The relative difference up to which outputs are the same."""
        return self.spec.thresholds.float64 if self.wide else _NARROW

    @property
    def grad_tolerance(self) -> float:
        """Likewise of gradients."""
        return self.spec.thresholds.gradient if self.wide else 10 * _NARROW

    @property
    def outputs_same(self) -> bool:
        """Whether the ranks return what the reference returns."""
        return bool(self.outputs) and all(one.error <= self.tolerance for one in self.outputs)

    @property
    def wrong_gradients(self) -> list[Gradient]:
        """The gradients that are not the reference's, less those that the training averages."""
        if grads_of.are_averaged_outside(self.gradients):
            return []
        return [one for one in self.gradients if one.error > self.grad_tolerance]

    @property
    def same(self) -> bool:
        """Whether all that was compared is the same."""
        trained = all(one.error <= self.grad_tolerance for one in self.trained)
        return self.outputs_same and not self.wrong_gradients and trained

    def wanted_of(self, rank: int) -> dict[str, torch.Tensor]:
        """Return what flows back into each output of a rank: of a part, what its own mean would let flow back."""
        found: dict[str, torch.Tensor] = {}
        for one in self.outputs:
            whole = self.whole.wanted.get(one.name)
            if whole is None or (one.layout.counted and rank not in one.layout.counted):
                continue
            found[one.name] = one.layout.of(whole, rank) * one.layout.parts
        return found


def build(done: Comparison) -> None:
    """Build the net of every rank and give it its weights."""
    spec, arguments = done.spec, done.whole.built.arguments
    task = RankTask(str(spec.port), "port", spec.mode, spec.seed, done.inputs, spec.inputs, arguments)
    done.built = done.port.all("build", task, waiting=WAITING)
    shapes = {one.name: one.shape for one in done.whole.built.weights if one.floating}
    if not done.cuts:
        done.cuts = [
            cuts(shapes, {one.name: one.shape for one in built.weights if one.floating}, spec.ranks, spec.mapping or {})
            for built in done.built
        ]
    fill(done)


def fill(done: Comparison) -> None:
    """Give every rank its parts of the weights."""
    file = str(done.reference.folder / "weights.safetensors")
    done.port.each("filled", [(one, file) for one in done.cuts], waiting=WAITING)


def restarted(done: Comparison) -> None:
    """Start the ranks anew, where they are of no more use."""
    done.port.close()
    done.port.start()
    build(done)


def judge(done: Comparison) -> None:
    """Hold what the ranks returned against the reference's outputs."""
    stages = [
        any(message.to is not None and message.to > rank for message in ran.messages)
        for rank, ran in enumerate(done.ran)
    ]
    done.outputs = judged(done.whole.outputs.tensors, [ran.tensors for ran in done.ran], stages)


def judged_gradients(done: Comparison, ranks: Sequence[Mapping[str, torch.Tensor | None]]) -> list[Gradient]:
    """Return gradients of the ranks beside the reference's."""
    assert done.whole.flowed is not None
    return grads_of.judged(done.whole.flowed.gradients, ranks, done.cuts, done.grad_tolerance)
