"""One comparison under way: what was asked for, the two sides, and what the stages have found so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from parity.forward.results import Forward, Stage
from parity.locate.localise import Located
from parity.locate.outputs import OutputCheck
from parity.nets.adapters import Subject
from parity.nets.inputs import Input
from parity.nets.loading import Loader
from parity.pair.chosen import chosen
from parity.pair.layers import Pairing
from parity.pipeline.spec import CompareSpec
from parity.report.model import Finding, Histogram, StageInfo
from parity.train.gradients import Gradients
from parity.train.initial import InitCheck
from parity.train.steps import Training
from parity.weights.from_file import Filled
from parity.weights.mapping import WeightMap

Progress = Callable[[str, float], None]


@dataclass(slots=True)
class Job:
    """One comparison under way.

    Attributes:
        spec: what was asked for.
        reference, port: the two sides.
        inputs: made from the spec.
        loader: built the nets; finds loss functions.
        progress: told what is being done and how far it is.
        started: when the nets were built.
        pairing, weights, forward, located, check, histograms, gradients, training, init: results of the stages, as they
            come.
        files: weights that came from files, by role.
        weight_errors: greatest difference of each weight by the port's name, where both sides have their own.
        findings: collected so far.
        stages: what was done, and how long it took.
        plain_seconds: plain time of the forwards that the comparison is about.
        unexecuted: statements of the users' own code that did not run, by role and file.
        earlier: what the reference returned in the plain run that paired the layers.
    """

    spec: CompareSpec
    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    loader: Loader
    progress: Progress
    started: float
    pairing: Pairing = field(default_factory=Pairing)
    weights: WeightMap = field(default_factory=WeightMap)
    forward: Forward | None = None
    located: list[Located] = field(default_factory=list)
    check: OutputCheck | None = None
    histograms: tuple[Histogram, ...] = ()
    gradients: Gradients | None = None
    training: Training | None = None
    init: list[InitCheck] = field(default_factory=list)
    files: dict[str, Filled] = field(default_factory=dict)
    weight_errors: dict[str, float] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    stages: list[StageInfo] = field(default_factory=list)
    plain_seconds: float = 0.0
    unexecuted: dict[str, dict[str, list[range]]] = field(default_factory=dict)
    earlier: tuple[torch.Tensor, ...] = ()

    def done(self, name: str, since: float, reason: str = "") -> None:
        """Note a stage that was carried out."""
        self.stages.append(StageInfo(name, "done", reason, time.perf_counter() - since))

    def skipped(self, name: str, reason: str) -> None:
        """Note a stage that could not be carried out."""
        self.stages.append(StageInfo(name, "skipped", reason))

    def stage(self, fraction: float = 0.9) -> Stage:
        """Return what the stages that run the nets work on.

        Args:
            fraction (float): how far the comparison is. Default: ``0.9``.
        """

        def tell(what: str) -> None:
            self.progress(what, fraction)

        spec = self.spec
        return Stage(
            self.reference,
            self.port,
            self.inputs,
            chosen(self.pairing, spec.layers),
            spec.dtype,
            spec.seed,
            tell,
            spec.thresholds,
            spec.max_memory,
            bool(spec.layers),
            self.earlier,
        )

    @property
    def outputs_same(self) -> bool:
        """Tell whether the nets' outputs agree."""
        return self.check is not None and self.check.same
