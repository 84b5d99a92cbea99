"""The Report: one frozen, versioned data model of a comparison; every renderer is a pure function of it.

Nothing here imports torch, numpy or rich. The JSON form (`parity.report.json`) has exactly these field names. Fields
may be added under the same `SCHEMA_VERSION` when they have a default; renaming or removing one, or changing what it
means, raises the version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from parity.report.finding import (
    Finding as Finding,
    Severity as Severity,
    Stage as Stage,
    Value as Value,
    plain_value as plain_value,
)
from parity.report.notebook import as_html
from parity.report.sentences import FIX, VERDICTS, finding_lines

SCHEMA_VERSION = 1
_SHOWN = 8
"""Findings in the text of a report."""


Verdict = Literal["same", "different", "error"]
Status = Literal["same", "introduced", "amplified", "unmatched"]
"""`same`: agrees. `introduced`: differs on equal inputs. `amplified`: differs only because its inputs do.
`unmatched`: has no partner."""
Judgement = Literal["ok", "warn", "fail"]
StageState = Literal["done", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class ErrorMetrics:
    """How far one tensor of the port is from the same tensor of the reference.

    A figure is None where it cannot be computed (shapes that differ, integer tensors, no finite element).

    Args:
        max_abs (float | None): greatest absolute difference over all elements that are finite on both sides.
        max_abs_index (tuple[int, ...] | None): index of that element.
        max_rel (float | None): greatest difference relative to the reference element.
        rel_l2 (float | None): norm of the difference over norm of the reference.
        cosine (float | None): cosine similarity of the flattened tensors.
        ulp (float | None): greatest distance in units in the last place of the reference's dtype.
        nan_mismatch (int): elements that are NaN on one side only.
        inf_mismatch (int): elements that are infinite on one side only, or with the other sign.
        reference_shape (tuple[int, ...] | None): given only when the shapes differ.
        port_shape (tuple[int, ...] | None): given only when the shapes differ.
        reference_dtype (str | None): given only when the dtypes differ, e.g. ``"float32"``.
        port_dtype (str | None): given only when the dtypes differ.
    """

    max_abs: float | None = None
    max_abs_index: tuple[int, ...] | None = None
    max_rel: float | None = None
    rel_l2: float | None = None
    cosine: float | None = None
    ulp: float | None = None
    nan_mismatch: int = 0
    inf_mismatch: int = 0
    reference_shape: tuple[int, ...] | None = None
    port_shape: tuple[int, ...] | None = None
    reference_dtype: str | None = None
    port_dtype: str | None = None

    @property
    def shapes_differ(self) -> bool:
        """Tell whether the two tensors have different shapes."""
        return self.reference_shape != self.port_shape

    @property
    def dtypes_differ(self) -> bool:
        """Tell whether the two tensors have different dtypes."""
        return self.reference_dtype != self.port_dtype


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors of one tensor at both precisions, and what the noise floor says of the second.

    Args:
        float64 (ErrorMetrics | None): both sides cast to float64; decides "same network or not".
        float32 (ErrorMetrics | None): both sides in the working dtype: `Report.options["dtype"]`, float32 unless asked
            otherwise.
        noise (float | None): the reference's own float noise at this tensor, as relative L2 error.
        ratio (float | None): the port's relative L2 error over `noise`.
        judgement (Judgement | None): ``ok`` up to 3, ``warn`` up to 10, ``fail`` above; None where there is no `noise`.
    """

    float64: ErrorMetrics | None = None
    float32: ErrorMetrics | None = None
    noise: float | None = None
    ratio: float | None = None
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two nets.

    Args:
        target (str): as the user gave it, e.g. ``"port.py:Net(10)"``.
        framework (str): ``"torch"``, ``"ms2torch"``, ``"mindspore"`` or ``"trace"``.
        type (str): class name of the net.
        layers (int): leaf layers that ran.
        parameters (int): number of weight elements.
        recorded (bool): a trace: the files that its locations name are those of another machine.
    """

    target: str
    framework: str = ""
    type: str = ""
    layers: int = 0
    parameters: int = 0
    recorded: bool = False


@dataclass(frozen=True, slots=True)
class InputInfo:
    """One input given to both nets: its name, dtype, shape and where it came from (a spec, a file, an array)."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class OutputResult:
    """One output of the nets; `name` is its path inside the returned structure, e.g. ``"output[0]"``."""

    name: str
    status: Status
    errors: Errors = field(default_factory=Errors)


PairedBy = Literal["map", "name", "order", "size", "tie", "crossed", "source", "inside", "net", "idle", "packed"]
"""What decided that two layers are counterparts, see `docs/compare.md`: the user's map; the same path in nets that are
named alike; the order of execution with kind and shapes; kind and shapes in every respect against that order; a name
among layers that execution cannot tell apart; kind and weights of layers that run in another order; what the layers
read; the layers inside; both are the nets; the order of definition, of layers that neither runs. ``packed``: no layer
is the counterpart alone, as its weights are rows of another or those of several."""


@dataclass(frozen=True, slots=True)
class LayerResult:
    """One pair of layers, in order of execution.

    Args:
        reference (str | None): the reference layer's path, e.g. ``"layer1.0.conv1"``; None where only the port has it.
        port (str | None): the port layer's path; None where only the reference has it.
        status (Status): see `Status`.
        reference_type (str | None): class name, e.g. ``"Conv2d"``.
        port_type (str | None): class name.
        call (int): 0 for the first call of this layer, 1 for the second ...
        free (Errors): free-running: each net runs on its own activations, so errors accumulate.
        forced (Errors): teacher-forced: the port's layer is fed the reference's own input.
        leaf (bool): False for a container, whose error contains those of its children.
        location (str | None): ``file.py:line`` of the port layer's constructor call.
        by (PairedBy | None): what decided that the two are counterparts; None where there is none.
        reference_location (str | None): ``file.py:line`` of the reference layer's constructor call, or of the call.
        inside (tuple[str, ...]): of a dump: the API calls that the port's layer consists of.
        step (int | None): of a dump of several steps: which.
        source (tuple[str, ...]): of a dump: the reference's line and the port's, as the stacks quote them.
        rank (str | None): of dumps compared rank by rank: which.
    """

    reference: str | None
    port: str | None
    status: Status
    reference_type: str | None = None
    port_type: str | None = None
    call: int = 0
    free: Errors = field(default_factory=Errors)
    forced: Errors = field(default_factory=Errors)
    leaf: bool = True
    location: str | None = None
    by: PairedBy | None = None
    reference_location: str | None = None
    inside: tuple[str, ...] = ()
    step: int | None = None
    source: tuple[str, ...] = ()
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Histogram:
    """Binned values of one tensor on both sides, and how many of its elements differ by how much.

    Both sides run free. Elements that are not finite on both sides are counted and in no bin.

    Args:
        reference (str | None): the reference layer's path.
        port (str | None): the port layer's path.
        output (str): the tensor's place in what the layer returns.
        elements (int): number of elements.
        low (float): lower edge of the first bin of values.
        high (float): upper edge of the last bin of values; all bins are of equal width.
        reference_counts (tuple[int, ...]): elements of the reference in each bin.
        port_counts (tuple[int, ...]): elements of the port in each bin.
        equal (int): elements that are equal on both sides.
        not_finite (int): elements that are NaN or infinite on either side.
        difference_low (int): power of ten at the lower edge of the first bin of absolute differences; smaller ones
            are in the first bin.
        difference_bins (int): bins for each power of ten.
        difference_counts (tuple[int, ...]): elements whose absolute difference is in each bin, on a logarithmic scale.
        call (int): 0 for the layer's first call.
    """

    reference: str | None
    port: str | None
    output: str
    elements: int
    low: float
    high: float
    reference_counts: tuple[int, ...]
    port_counts: tuple[int, ...]
    equal: int
    not_finite: int
    difference_low: int
    difference_bins: int
    difference_counts: tuple[int, ...]
    call: int = 0


@dataclass(frozen=True, slots=True)
class GradientResult:
    """The gradient of one parameter or input; `zero` where it is structurally zero on both sides."""

    kind: Literal["parameter", "input"]
    reference: str | None
    port: str | None
    status: Status
    errors: Errors = field(default_factory=Errors)
    zero: bool = False


@dataclass(frozen=True, slots=True)
class NamedErrors:
    """The errors of one named tensor, e.g. a weight after a training step."""

    name: str
    errors: Errors


@dataclass(frozen=True, slots=True)
class StepResult:
    """One training step: both losses, and the weights, running statistics and optimizer state after it."""

    step: int
    status: Status
    reference_loss: float | None = None
    port_loss: float | None = None
    weights: tuple[NamedErrors, ...] = ()
    statistics: tuple[NamedErrors, ...] = ()
    optimizer_state: tuple[NamedErrors, ...] = ()


@dataclass(frozen=True, slots=True)
class InitResult:
    """The distribution of one weight's initial values on both sides, in words such as ``"uniform(-0.1, 0.1)"``."""

    reference: str | None
    port: str | None
    status: Status
    reference_distribution: str | None = None
    port_distribution: str | None = None
    p_value: float | None = None


@dataclass(frozen=True, slots=True)
class WeightPair:
    """One weight of both sides; `transform` names the layout change, e.g. ``"unsqueeze(2)"``, or is empty.

    `max_abs` is the greatest difference where each side has weights of its own, None where they were copied across.
    `by` is ``"values"`` where names and order left several ways open and the one was taken under which the layer
    computes the same, else ``"layer"``: the weights of a pair of layers, or of one name.
    """

    reference: str
    port: str
    shape: tuple[int, ...] = ()
    transform: str = ""
    max_abs: float | None = None
    by: Literal["layer", "values"] = "layer"


@dataclass(frozen=True, slots=True)
class Weights:
    """What became of every weight of both nets."""

    mapped: tuple[WeightPair, ...] = ()
    unmatched_reference: tuple[str, ...] = ()
    unmatched_port: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageInfo:
    """Whether a stage was done, and if not, why (in words)."""

    name: str
    state: StageState
    reason: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Timings:
    """What the comparison cost.

    Args:
        plain_forwards_s (float): seconds of the plain forwards the comparison contains (each side, each precision,
            nothing recorded).
        total_s (float): seconds of the whole comparison, without imports and building the nets.
        ratio (float): `total_s` over `plain_forwards_s`.
    """

    plain_forwards_s: float = 0.0
    total_s: float = 0.0
    ratio: float = 0.0


@dataclass(frozen=True, slots=True)
class Memory:
    """What the comparison held in memory.

    Args:
        activations_bytes (int): the reference's activations in float64, or in the working dtype where it does not run
            in float64; of the layers that were compared.
        peak_bytes (int): greatest number of bytes of activations that the comparison held at once.
        windows (int): 1, or into how many parts the layers were divided to stay below the bound that was asked for.
        process_peak_bytes (int): greatest size of the whole process so far; 0 where the system does not tell.
    """

    activations_bytes: int = 0
    peak_bytes: int = 0
    windows: int = 1
    process_peak_bytes: int = 0


@dataclass(frozen=True, slots=True)
class OperationTypes:
    """The types that one operation computes in, where they are not the run's precision on both sides.

    Args:
        run (str): the precision of the run, ``"bfloat16"``.
        operation (str): such as ``"softmax"``.
        reference (str): the type in the reference, ``"float32"``.
        port (str): in the port.
        location (str | None): ``port.py:42``.
        reference_location (str | None): ``ref.py:40``.
    """

    run: str
    operation: str
    reference: str
    port: str
    location: str | None = None
    reference_location: str | None = None


@dataclass(frozen=True, slots=True)
class Unexecuted:
    """Statements of one file of the users' own that did not run; `lines` are ``"12"`` or ``"14-18"``."""

    side: Literal["reference", "port"]
    file: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a comparison looked at, and what it cannot speak of.

    Args:
        looked_at (tuple[str, ...]): modes, stages, precisions and inputs, in words.
        not_looked_at (tuple[str, ...]): what was left out, in words, each with the option that looks at it.
        unexecuted (tuple[Unexecuted, ...]): statements of functions that ran, and of layers, which did not run.
    """

    looked_at: tuple[str, ...] = ()
    not_looked_at: tuple[str, ...] = ()
    unexecuted: tuple[Unexecuted, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one comparison found.

    Args:
        verdict (Verdict): ``error`` where the comparison could not be carried out; `message` then says why.
        reference (Side): the net taken as right.
        port (Side): the net under test.
        message (str): one line, may be empty.
        histograms (tuple[Histogram, ...]): of the few tensors that differ most; none where the outputs agree.
        findings (tuple[Finding, ...]): most severe first, then in order of execution.
        types (tuple[OperationTypes, ...]): operations that compute in another type than the run's precision, on one
            side or on both; none where no low precision was asked for.
        environment (Mapping[str, Value]): versions and device: ``torch``, ``numpy``, ``python``, ``ms2torch``,
            ``device``, ``threads``.
        options (Mapping[str, Value]): the options the comparison ran with: ``mode``, ``seed``, ``dtype``, ...
    """

    verdict: Verdict
    reference: Side
    port: Side
    message: str = ""
    inputs: tuple[InputInfo, ...] = ()
    outputs: tuple[OutputResult, ...] = ()
    layers: tuple[LayerResult, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    gradients: tuple[GradientResult, ...] = ()
    steps: tuple[StepResult, ...] = ()
    init: tuple[InitResult, ...] = ()
    weights: Weights = field(default_factory=Weights)
    findings: tuple[Finding, ...] = ()
    types: tuple[OperationTypes, ...] = ()
    stages: tuple[StageInfo, ...] = ()
    environment: Mapping[str, Value] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    timings: Timings = field(default_factory=Timings)
    memory: Memory = field(default_factory=Memory)
    coverage: Coverage = field(default_factory=Coverage)
    schema_version: int = SCHEMA_VERSION

    @property
    def exit_code(self) -> int:
        """Give the process exit code of this verdict: 0 same, 1 different, 2 error."""
        return {"same": 0, "different": 1, "error": 2}[self.verdict]

    def of_severity(self, severity: Severity) -> tuple[Finding, ...]:
        """Return the findings of one severity, in report order."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def __str__(self) -> str:
        """Return the verdict and, of each finding, where it is, what it says and the line to write."""
        lines = [f"{VERDICTS[self.verdict]}: {self.reference.target} and {self.port.target}"]
        lines += [self.message] if self.message else []
        shown = [finding for finding in self.findings if finding.severity != "note"]
        for finding in shown[:_SHOWN]:
            first, *rest = finding_lines(finding)
            lines += [first, *(line for line in rest if line.startswith(FIX))]
        left = len(self.findings) - len(shown[:_SHOWN])
        return "\n".join([*lines, f"and {left} more"] if left else lines)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the verdict, and a table of the findings."""
        return as_html(VERDICTS[self.verdict], (self.reference.target, self.port.target), self.message, self.findings)
