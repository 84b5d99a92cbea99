"""What a comparison has measured, as the rules see it."""

from __future__ import annotations

from dataclasses import dataclass

from parity.forward.bench import Bench
from parity.forward.results import Comparison, Forward
from parity.locate.localise import Located
from parity.locate.outputs import OutputCheck
from parity.nets.base import Layer, Subject
from parity.pair.layers import CallPair, Pairing
from parity.report.model import Finding, Severity
from parity.train.gradients import Gradients
from parity.train.initial import InitCheck
from parity.train.steps import Training
from parity.weights.mapping import WeightMap

STAGES = ("forward", "grad", "train", "init")
"""What `Rule.needs` may name: the stages whose results rules can look at."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The stages that were asked for, which decide whether a difference counts.

    Args:
        stages (frozenset[str]): of forward, grad, train, optim, init; names, where checkpoints are loaded by name.
    """

    stages: frozenset[str]

    def severity(self, shows: str) -> Severity:
        """Return how much a difference counts that does not show in the forward pass."""
        if shows in {"forward", "construct", "load", "none"}:
            return "note"
        return "error" if shows in self.stages else "warning"


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that was measured before the rules look.

    Args:
        reference (Subject): the net taken as right.
        port (Subject): the net under test.
        asked (Asked): the stages that were asked for.
        pairing (Pairing): which call is which.
        weights (WeightMap): which weight is which.
        unrun (tuple[CallPair, ...]): matched layers that were not run or not compared: only their arguments are known.
        run (Ran | None): what was measured by running the nets; None where they were not run.
        training (Training | None): what training steps showed; None where none were taken.
        init (tuple[InitCheck, ...]): the comparisons of initial distributions; empty where they were not asked for.
        findings (tuple[Finding, ...]): of those that looked before.
        any_error (bool): one of these, or what a stage itself reported, is an error.
    """

    reference: Subject
    port: Subject
    asked: Asked
    pairing: Pairing
    weights: WeightMap
    unrun: tuple[CallPair, ...] = ()
    run: Ran | None = None
    training: Training | None = None
    init: tuple[InitCheck, ...] = ()
    findings: tuple[Finding, ...] = ()
    any_error: bool = False

    @property
    def done(self) -> frozenset[str]:
        """The stages that have something to look at, of `STAGES`."""
        there = {
            "forward": self.run is not None,
            "grad": self.run is not None and self.run.gradients is not None,
            "train": self.training is not None,
            "init": bool(self.init),
        }
        return frozenset(stage for stage in STAGES if there[stage])

    @property
    def explained(self) -> frozenset[str]:
        """The paths of the port's layers that have an error finding already."""
        found = (entry.port_layer for entry in self.findings if entry.severity == "error")
        return frozenset(path for path in found if path is not None)


@dataclass(frozen=True, slots=True)
class Ran:
    """What was measured by running the nets.

    Args:
        located (tuple[Located, ...]): every pair of calls with its status, in the order of execution.
        check (OutputCheck): the nets' outputs.
        bench (Bench): tries pairs of layers and bodies under a change.
        gradients (Gradients | None): the gradients; None where they were not compared.
    """

    located: tuple[Located, ...]
    check: OutputCheck
    bench: Bench
    gradients: Gradients | None = None

    @property
    def comparison(self) -> Comparison:
        """What runs them again."""
        return self.bench.comparison

    @property
    def forward(self) -> Forward:
        """The figures of every pair of calls."""
        return self.bench.forward

    @property
    def outputs_same(self) -> bool:
        """Tell whether the nets' outputs agree."""
        return self.check.same

    def layers(self, *statuses: str) -> list[tuple[Layer, Layer, Located]]:
        """Return the matched leaf layers of these statuses, reference first, in the order of execution."""
        return [
            (entry.pair.reference.layer, entry.pair.port.layer, entry)
            for entry in self.located
            if entry.status in statuses and entry.pair.leaf and entry.pair.reference and entry.pair.port
        ]
