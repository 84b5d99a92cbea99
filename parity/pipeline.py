"""The pipeline: build, pair, copy weights, run, locate, diagnose, report. Each step is a file of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from parity.assemble import build_report
from parity.constants import check_constants, constants
from parity.diagnose import Asked, Doctor
from parity.errors import CannotCompare
from parity.forward import Forward, Stage, run_forward
from parity.gradient_findings import gradient_findings
from parity.gradients import Gradients, run_gradients
from parity.inputs import Input, make_inputs
from parity.loading import Loader, at_fault
from parity.localise import Located, localise
from parity.merging import merge
from parity.netwide import (
    OutputCheck,
    body_findings,
    check_outputs,
    output_findings,
    unmatched_findings,
    weight_findings,
)
from parity.pairing import Pairing, idle_pairs, pair
from parity.report.model import Finding, OutputResult, Report, StageInfo
from parity.seeding import calibrator, seed_weights
from parity.spec import CompareSpec, Target
from parity.subjects import Subject, adapt
from parity.trace import Run, Trace, record
from parity.weights import WeightMap, map_weights

_LACKS = frozenset({"MissingNameError", "UnsupportedArgumentError"})

Progress = Callable[[str, float], None]


@dataclass(slots=True)
class Job:
    """One comparison under way.

    Attributes:
        spec: what was asked for.
        reference, port: the two sides.
        inputs: made from the spec.
        progress: told what is being done and how far it is.
        started: when the nets were built.
        pairing, weights, forward, located, check, gradients: results of the steps, as they come.
        findings: collected so far.
        stages: what was done, and how long it took.
    """

    spec: CompareSpec
    reference: Subject
    port: Subject
    inputs: tuple[Input, ...]
    progress: Progress
    started: float
    pairing: Pairing = field(default_factory=Pairing)
    weights: WeightMap = field(default_factory=WeightMap)
    forward: Forward | None = None
    located: list[Located] = field(default_factory=list)
    check: OutputCheck | None = None
    gradients: Gradients | None = None
    findings: list[Finding] = field(default_factory=list)
    stages: list[StageInfo] = field(default_factory=list)
    plain_seconds: float = 0.0

    def tell(self, what: str, fraction: float) -> None:
        """Report progress."""
        self.progress(what, fraction)


def compare(
    reference: Target,
    port: Target,
    inputs: object = (),
    *,
    mode: str = "eval",
    grad: bool = False,
    seed: int = 0,
    dtype: str = "float32",
    weights: str = "seeded",
    mapping: Mapping[str, str] | None = None,
    reference_name: str = "",
    port_name: str = "",
    progress: Progress | None = None,
) -> Report:
    """Compare two nets: same weights, same inputs, layer by layer.

    Both nets are left as they were: weights, statistics, modes.

    Args:
        reference (Target): the net taken as right: a target string, a net, or a callable that builds one.
        port (Target): the net under test.
        inputs (object): specs (``"float32[2,3,8,8]"``), files, arrays or tensors; one, several, or a mapping by name.
        mode (str): ``"eval"`` or ``"train"``. Default: ``"eval"``.
        grad (bool): compare gradients of parameters and inputs too. Default: ``False``.
        seed (int): seeds construction, weights and inputs. Default: ``0``.
        dtype (str): working precision judged against float64. Default: ``"float32"``.
        weights (str): ``"seeded"``: weights that hide nothing; ``"reference"``: those the reference has. Default:
            ``"seeded"``.
        mapping (Mapping[str, str], optional): reference path to port path where pairing needs help. Default: ``None``.
        reference_name (str): name in the report. Default: ``""``, derived from the target.
        port_name (str): likewise. Default: ``""``.
        progress (Callable[[str, float], None], optional): told what is being done and how far it is. Default: ``None``.

    Returns:
        Report: its `verdict` is ``"same"`` or ``"different"``.

    Raises:
        CannotCompare: if the comparison cannot be carried out; one line that says why and what to do.
    """
    made = make_inputs(inputs, seed)
    spec = CompareSpec(
        reference,
        port,
        tuple(entry.source for entry in made),
        mode=mode,  # type: ignore[arg-type]  # checked by CompareSpec
        grad=grad,
        seed=seed,
        dtype=dtype,
        weights=weights,  # type: ignore[arg-type]  # checked by CompareSpec
        mapping=dict(mapping or {}),
        reference_name=reference_name,
        port_name=port_name,
    )
    return run_spec(spec, made, progress or _silent)


def _silent(what: str, fraction: float) -> None:
    del what, fraction


def run_spec(spec: CompareSpec, inputs: tuple[Input, ...], progress: Progress) -> Report:
    """Carry out a comparison (see `compare`)."""
    if not inputs:
        raise CannotCompare("no inputs: give one for each argument, as in --input float32[1,3,224,224]")
    with Loader() as loader, ExitStack() as kept:
        progress("building the reference", 0.0)
        left = loader.build(spec.reference, spec.seed, "reference", spec.reference_name)
        progress("building the port", 0.05)
        right = loader.build(spec.port, spec.seed, "port", spec.port_name)
        reference, port = adapt(left, "reference"), adapt(right, "port")
        for subject, built in ((reference, left), (port, right)):
            if built.rebuild is None:  # the caller's own net: leave it as it was
                kept.enter_context(subject.preserved())
        job = Job(spec, reference, port, inputs, progress, time.perf_counter())
        _prepare(job)
        _forward(job)
        if spec.grad:
            _gradients(job)
        _diagnose(job)
        progress("done", 1.0)
        return build_report(job)


def _timed(job: Job, name: str, since: float) -> None:
    job.stages.append(StageInfo(name, "done", seconds=time.perf_counter() - since))


def _prepare(job: Job) -> None:
    """Seed the reference, pair the layers by a plain run of each net, and carry the weights across."""
    since = time.perf_counter()
    spec = job.spec
    job.reference.set_mode(spec.mode)
    job.port.set_mode(spec.mode)
    before = constants(job.reference)
    if spec.weights == "seeded":
        seed_weights(job.reference, spec.seed)
    job.tell("pairing layers", 0.1)
    left = _plain_run(job, job.reference, calibrate=spec.weights == "seeded")
    if left.raised is not None:
        raise CannotCompare(
            f"the reference {job.reference.name} does not run on these inputs: {at_fault(left.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from left.raised
    right = _plain_run(job, job.port, calibrate=False)
    _require_supported(right)
    job.pairing = pair((job.reference, left), (job.port, right), spec.mapping)
    _require_something(job, left, right)
    job.weights = map_weights(job.reference, job.port, job.pairing, spec.mapping)
    job.findings += check_constants(job.reference, job.port, job.weights, before)
    job.weights.copy()
    _timed(job, "weights", since)


def _plain_run(job: Job, subject: Subject, *, calibrate: bool) -> Trace:
    # in the precision the net was built in, so that calibration sets statistics where they are kept
    tensors = [entry.tensor.float() if entry.tensor.is_floating_point() else entry.tensor for entry in job.inputs]
    enter = calibrator() if calibrate else None
    return record(
        subject,
        Run(job.inputs, tensors, job.reference.parameter_names(), job.spec.seed, enter=enter, keep=not calibrate),
    )


def _require_supported(trace: Trace) -> None:
    """Tell what ms2torch lacks from what the port does wrong."""
    error = trace.raised
    if error is not None and type(error).__module__.startswith("ms2torch.") and type(error).__name__ in _LACKS:
        raise CannotCompare(f"the port needs what ms2torch does not have: {at_fault(error)}") from error


def _require_something(job: Job, left: Trace, right: Trace) -> None:
    """Refuse nets that have nothing in common: layers on both sides, and not one pair."""
    layers = (sum(bool(call.layer.api) for call in trace.leaves) for trace in (left, right))
    if all(layers) and not any(entry.leaf and entry.matched for entry in job.pairing.pairs):
        raise CannotCompare(
            f"the nets have nothing in common: none of the layers of {job.reference.name} has a counterpart in "
            f"{job.port.name}; check that both targets name the same network"
        )


def _forward(job: Job) -> None:
    since = time.perf_counter()
    fractions = iter((0.2, 0.35, 0.5, 0.6, 0.7, 0.8))

    def tell(what: str) -> None:
        job.tell(what, next(fractions, 0.8))

    stage = stage_of(job, tell)
    job.forward = run_forward(stage)
    job.plain_seconds = job.forward.plain_seconds
    job.tell("locating differences", 0.85)
    job.located = localise(stage, job.forward)
    job.check = check_outputs(job.forward)
    _timed(job, "forward", since)
    if job.forward.no_float64:
        reason = f"{job.forward.no_float64}: judged by the noise in {job.spec.dtype} alone"
        job.stages[-1] = replace(job.stages[-1], reason=reason)


def stage_of(job: Job, tell: Callable[[str], None]) -> Stage:
    """Return what the forward stage and the benches work on."""
    return Stage(job.reference, job.port, job.inputs, job.pairing, job.spec.dtype, job.spec.seed, tell)


def _gradients(job: Job) -> None:
    since = time.perf_counter()
    if job.forward is None or job.check is None:
        return
    if any(result.status == "unmatched" or _shapes_differ(result) for result in job.check.results):
        job.stages.append(StageInfo("grad", "skipped", "the outputs differ in number or shape"))
        return
    job.gradients = run_gradients(stage_of(job, lambda what: job.tell(what, 0.87)), job.forward, job.weights)
    if job.gradients.skipped:
        job.stages.append(StageInfo("grad", "skipped", job.gradients.skipped))
    else:
        _timed(job, "grad", since)


def _shapes_differ(result: OutputResult) -> bool:
    figures = result.errors.float64 or result.errors.float32
    return figures is not None and figures.shapes_differ


def _diagnose(job: Job) -> None:
    since = time.perf_counter()
    job.tell("finding causes", 0.9)
    if job.forward is None or job.check is None:
        return
    stage = stage_of(job, lambda _: None)
    asked = Asked(_asked(job.spec))
    doctor = Doctor(stage, job.forward, asked, outputs_same=job.check.same)
    findings = job.findings + doctor.layer_findings(job.located)
    findings += doctor.static_findings(idle_pairs(job.pairing))
    findings += body_findings(job.located, job.forward, outputs_same=job.check.same)
    findings += unmatched_findings(job.located, outputs_same=job.check.same)
    explained = {entry.port_layer for entry in findings if entry.severity == "error" and entry.port_layer is not None}
    partners = {left.path: right.path for left, right in job.pairing.matched_layers()}
    findings += weight_findings(job.weights, job.reference, job.port, explained, partners)
    if job.gradients is not None and job.check.same:
        findings += gradient_findings(job.gradients, stage, job.forward, job.weights, explained)
    any_error = any(entry.severity == "error" for entry in findings)
    findings += output_findings(job.check, job.forward, stage, explained=any_error)
    job.findings = merge(findings)
    _timed(job, "static", since)


def _asked(spec: CompareSpec) -> frozenset[str]:
    stages = {"forward"}
    if spec.mode == "train":
        stages.add("train")
    if spec.grad:
        stages.add("grad")
    return frozenset(stages)
