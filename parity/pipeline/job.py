"""One comparison: what was asked for and the two sides, what each stage returns, and all of it together.

Every stage takes what it needs of those before it and returns a frozen result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch

from parity.forward.patching import Patcher
from parity.forward.results import Comparison, Forward
from parity.forward.shared import Share
from parity.locate.localise import Located
from parity.locate.outputs import OutputCheck
from parity.measure.uncounted import Uncounted
from parity.nets.adapters import Subject
from parity.nets.inputs import Input
from parity.nets.loading import Loader
from parity.pair.chosen import chosen
from parity.pair.layers import Pairing
from parity.pipeline.spec import CompareSpec
from parity.report.model import Finding, Histogram, OperationTypes, StageInfo
from parity.train.gradients import Gradients
from parity.train.initial import InitCheck
from parity.train.steps import Training
from parity.weights.from_file import Filled
from parity.weights.mapping import WeightMap

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What was done, and how long it took; written to as the stages pass."""

    stages: list[StageInfo] = field(default_factory=list)

    def done(self, name: str, since: float, reason: str = "") -> None:
        """Note a stage that was carried out."""
        self.stages.append(StageInfo(name, "done", reason, time.perf_counter() - since))

    def skipped(self, name: str, reason: str) -> None:
        """Note a stage that could not be carried out."""
        self.stages.append(StageInfo(name, "skipped", reason))


@dataclass(frozen=True, slots=True)
class Setting:
    """What was asked for, and the two sides.

    Args:
        spec (CompareSpec): what was asked for.
        reference (Subject): the net taken as right.
        port (Subject): the net under test.
        inputs (tuple[Input, ...]): made from the spec.
        loader (Loader): built the nets; finds loss functions.
        progress (Progress): called with what is being done and how far it is.
        started (float): when the nets were built.
        timeline (Timeline): notes every stage. Default: empty.
        share (Share): the part of this process, where several share the comparison. Default: everything.
        uncounted (Uncounted, optional): elements that do not count. Default: ``None``, all do.
    """

    spec: CompareSpec
    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    loader: Loader
    progress: Progress
    started: float
    timeline: Timeline = field(default_factory=Timeline)
    share: Share = field(default_factory=Share)
    uncounted: Uncounted | None = None

    @property
    def sides(self) -> tuple[Subject, Subject]:
        """Reference and port."""
        return self.reference, self.port


@dataclass(frozen=True, slots=True)
class Prepared:
    """Two nets that hold the same weights, paired layer by layer.

    Args:
        pairing (Pairing): which call is which.
        weights (WeightMap): which weight is which.
        findings (tuple[Finding, ...]): about weights and constants.
        files (Mapping[str, Filled]): weights that came from files, by role.
        weight_errors (Mapping[str, float]): greatest difference of each weight by the port's name, where both sides
            have their own.
        init (tuple[InitCheck, ...]): comparisons of the initial weights.
        unexecuted (Mapping[str, Mapping[str, list[range]]]): statements of the users' own code that did not run, by
            role and file.
        earlier (tuple[torch.Tensor, ...]): what the reference returned in the plain run that paired the layers.
    """

    pairing: Pairing
    weights: WeightMap
    findings: tuple[Finding, ...] = ()
    files: Mapping[str, Filled] = field(default_factory=dict)
    weight_errors: Mapping[str, float] = field(default_factory=dict)
    init: tuple[InitCheck, ...] = ()
    unexecuted: Mapping[str, Mapping[str, list[range]]] = field(default_factory=dict)
    earlier: tuple[torch.Tensor, ...] = ()


@dataclass(frozen=True, slots=True)
class Passed:
    """What the forward stage showed.

    Args:
        forward (Forward): the figures of every pair of calls.
        located (tuple[Located, ...]): every pair of calls with its status.
        check (OutputCheck): the nets' outputs.
        histograms (tuple[Histogram, ...]): of the tensors that differ most.
        patcher (Patcher | None): knows what the code around layers compensates for.
    """

    forward: Forward
    located: tuple[Located, ...]
    check: OutputCheck
    histograms: tuple[Histogram, ...] = ()
    patcher: Patcher | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """What the training stage showed.

    Args:
        training (Training): what was measured.
        findings (tuple[Finding, ...]): about losses and optimizers.
        gradients (Gradients | None): the nets' gradients, where the steps made it necessary to compare them.
    """

    training: Training
    findings: tuple[Finding, ...] = ()
    gradients: Gradients | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A finished comparison.

    Args:
        setting (Setting): what was asked for, and the two sides.
        prepared (Prepared): pairs of layers and weights.
        passed (Passed | None): what the forward stage showed; None if no inputs were given.
        gradients (Gradients | None): the gradients; None where they were not compared.
        trained (Trained | None): what training steps showed; None if none were taken.
        findings (tuple[Finding, ...]): the causes.
        types (tuple[OperationTypes, ...]): operations that do not compute in the precision of the run on both sides.
    """

    setting: Setting
    prepared: Prepared
    passed: Passed | None = None
    gradients: Gradients | None = None
    trained: Trained | None = None
    findings: tuple[Finding, ...] = ()
    types: tuple[OperationTypes, ...] = ()

    @property
    def forward(self) -> Forward | None:
        """The figures of every pair of calls; None if no inputs were given."""
        return self.passed.forward if self.passed is not None else None

    @property
    def any_error(self) -> bool:
        """Tell whether a cause is an error."""
        return any(finding.severity == "error" for finding in self.findings)


def comparison_of(setting: Setting, prepared: Prepared, fraction: float = 0.9) -> Comparison:
    """Return what the stages that run the nets work on.

    Args:
        setting (Setting): the comparison.
        prepared (Prepared): pairs of layers and weights.
        fraction (float): how far the comparison is. Default: ``0.9``.
    """
    spec = setting.spec

    def tell(what: str) -> None:
        setting.progress(what, fraction)

    return Comparison(
        setting.reference,
        setting.port,
        setting.inputs,
        chosen(prepared.pairing, spec.layers),
        spec.dtype,
        spec.seed,
        tell,
        spec.thresholds,
        spec.max_memory,
        bool(spec.layers),
        prepared.earlier,
        setting.uncounted,
    )
