"""The stages of a comparison, in order: prepare, forward, gradients, training, init, diagnosis."""

from __future__ import annotations

import functools
import time
from dataclasses import replace

from parity.body.check import body_checker
from parity.causes.constants import check_constants, constants
from parity.causes.finders import look
from parity.causes.initial import init_findings, untested
from parity.causes.losses import loss_findings
from parity.causes.training import Causes, training_findings
from parity.code.errors import CannotCompare
from parity.code.places import at_fault
from parity.forward.repeatable import require_repeatable
from parity.forward.runs import run_forward
from parity.locate.histograms import worst_histograms
from parity.locate.localise import localise
from parity.locate.outputs import check_outputs
from parity.nets.adapters import Subject
from parity.nets.lines import LineWatch, unexecuted, users_code
from parity.nets.trace import Listener, Run, Trace, first_uses, record
from parity.pair.chosen import is_chosen, left_out
from parity.pair.layers import CallPair, idle_pairs, pair
from parity.pipeline.file_weights import carry, load_files, without_consequences
from parity.pipeline.job import Job
from parity.pipeline.offline import forward_reason, no_code, recorded_reason, skip_offline, static_pairs
from parity.pipeline.spec import CompareSpec
from parity.report.model import Finding, OutputResult
from parity.rules.measured import Asked, Measured, Ran
from parity.rules.merge import merge
from parity.rules.training import Training as TrainingRule
from parity.traces.replay import RecordedLocator, run_recorded
from parity.train.expressions import read_loss, read_optimizer
from parity.train.gradients import run_gradients
from parity.train.initial import Values, check_init, initial_values
from parity.train.losses import LossBench, targeted
from parity.train.steps import Plan, Training, run_training
from parity.weights.mapping import map_weights
from parity.weights.seeding import calibrator, seed_weights

_LACKS = frozenset({"MissingNameError", "UnsupportedArgumentError"})


def prepare(job: Job) -> None:
    """Seed the reference, pair the layers by a plain run of each net, and carry the weights across."""
    since = time.perf_counter()
    spec = job.spec
    job.reference.set_mode(spec.mode)
    job.port.set_mode(spec.mode)
    before = constants(job.reference)
    load_files(job)
    wanted = spec.init and not no_code(job)
    first = (initial_values(job.reference), initial_values(job.port)) if wanted else None
    if not job.inputs:
        job.pairing = pair((job.reference, Trace()), (job.port, Trace()), spec.mapping)
        job.weights = map_weights(job.reference, job.port, job.pairing, spec.mapping)
    else:
        _pair_by_running(job)
        job.findings += check_constants(job.reference, job.port, job.weights, before)
        carry(job)
    job.done("weights", since)
    if first is not None:
        _init(job, first)
    elif spec.init:
        job.skipped("init", recorded_reason(job))


def _pair_by_running(job: Job) -> None:
    spec = job.spec
    seeded = spec.weights == "seeded" and not no_code(job)
    if seeded:
        seed_weights(job.reference, spec.seed)
    job.progress("pairing layers", 0.1)
    left = _plain_run(job, job.reference, calibrate=seeded)
    if spec.dtype == "float32" and not no_code(job):
        job.earlier = tuple(tensor for _, tensor in left.outputs)
    if left.raised is not None:
        raise CannotCompare(
            f"the reference {job.reference.name} does not run on these inputs: {at_fault(left.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from left.raised
    job.port.key_orders = frozenset(left.key_orders)
    right = _plain_run(job, job.port, calibrate=False)
    _require_supported(right)
    job.pairing = pair((job.reference, left), (job.port, right), spec.mapping)
    _require_something(job, left, right)
    uses = functools.partial(_uses, job)
    job.weights = map_weights(job.reference, job.port, job.pairing, spec.mapping, uses)


def _uses(job: Job) -> tuple[dict[int, int], dict[int, int]]:
    if no_code(job):
        return {}, {}
    run = _plain(job, None)
    return first_uses(job.reference, run), first_uses(job.port, run)


def _plain_run(job: Job, subject: Subject, *, calibrate: bool) -> Trace:
    """Run a net as it is, and note which statements of the users' own code did not run."""
    run = _plain(job, calibrator() if calibrate else None)
    if subject.is_recorded:
        return record(subject, run)
    is_users = users_code(subject.net)
    with LineWatch(is_users) as watch:
        trace = record(subject, run)
    if trace.raised is None:
        job.unexecuted[subject.role] = unexecuted(watch, subject.net, is_users)
    return trace


def _plain(job: Job, enter: Listener | None) -> Run:
    # in the precision the net was built in, so that calibration sets statistics where they are kept
    tensors = [entry.tensor.float() if entry.tensor.is_floating_point() else entry.tensor for entry in job.inputs]
    order = job.reference.parameter_names()
    return Run(job.inputs, tensors, order, job.spec.seed, enter=enter, keep=enter is None)


def _require_supported(trace: Trace) -> None:
    """Tell what ms2torch lacks from what the port does wrong."""
    error = trace.raised
    if error is not None and type(error).__module__.startswith("ms2torch.") and type(error).__name__ in _LACKS:
        raise CannotCompare(f"the port needs what ms2torch does not have: {at_fault(error)}") from error
    if isinstance(error, AttributeError) and type(error.obj).__module__.startswith("ms2torch."):
        what = f"{type(error.obj).__name__}.{error.name}"
        raise CannotCompare(f"the port needs {what}, which ms2torch does not have: {at_fault(error)}") from error


def _require_something(job: Job, left: Trace, right: Trace) -> None:
    """Refuse nets that have nothing in common: layers on both sides, and not one pair."""
    layers = (sum(bool(call.layer.api) for call in trace.leaves) for trace in (left, right))
    if all(layers) and not any(entry.leaf and entry.matched for entry in job.pairing.pairs):
        raise CannotCompare(
            f"the nets have nothing in common: none of the layers of {job.reference.name} has a counterpart in "
            f"{job.port.name}; check that both targets name the same network"
        )


def forward(job: Job) -> None:
    """Run both nets in float64 and in the working precision, and locate where they diverge."""
    since = time.perf_counter()
    fractions = iter((0.2, 0.35, 0.45, 0.55, 0.65))

    def tell(what: str) -> None:
        job.progress(what, next(fractions, 0.65))

    stage = replace(job.stage(), progress=tell)
    offline = no_code(job)
    job.forward = run_recorded(stage) if offline else run_forward(stage)
    job.plain_seconds = job.forward.plain_seconds
    job.progress("locating differences", 0.7)
    job.located = [
        entry
        for entry in localise(stage, job.forward, RecordedLocator if offline else None)
        if is_chosen(entry.pair, job.spec.layers)
    ]
    job.check = check_outputs(job.forward)
    if not job.check.same:
        if not job.port.is_recorded:
            require_repeatable(stage, job.port)
        job.progress("binning the worst tensors", 0.72)
        job.histograms = worst_histograms(stage, job.forward, job.located)
    why = job.forward.no_float64
    said = f"{why}: judged by the noise in {job.spec.dtype} alone" if why else ""
    if job.spec.layers:
        said = f"{said + '; ' if said else ''}only layers {', '.join(job.spec.layers)} were compared"
    job.done("forward", since, forward_reason(job, said) if offline else said)
    if offline:
        skip_offline(job)


def gradients(job: Job) -> None:
    """Differentiate both nets."""
    since = time.perf_counter()
    if job.forward is None or job.check is None:
        job.skipped("grad", "no inputs")
    elif no_code(job):
        job.skipped("grad", recorded_reason(job))
    elif any(result.status == "unmatched" or _shapes_differ(result) for result in job.check.results):
        job.skipped("grad", "the outputs differ in number or shape")
    else:
        job.gradients = run_gradients(job.stage(0.75), job.forward, job.weights)
        if job.gradients.skipped:
            job.skipped("grad", job.gradients.skipped)
        else:
            job.done("grad", since)


def _shapes_differ(result: OutputResult) -> bool:
    figures = result.errors.float64 or result.errors.float32
    return figures is not None and figures.shapes_differ


def training(job: Job) -> None:
    """Train both nets, and report what their steps say where the outputs agree."""
    since = time.perf_counter()
    stage, done = job.stage(0.8), job.forward
    if no_code(job):
        job.skipped("train", recorded_reason(job))
        return
    if done is None or not job.outputs_same:
        job.skipped("train", "the outputs differ already" if done is not None else "no inputs")
        return
    plans = (
        _plan(job, job.reference, job.spec.ref_optimizer, job.spec.ref_loss),
        _plan(job, job.port, job.spec.port_optimizer, job.spec.port_loss),
    )

    def rerun(plan: Plan, *, shared: bool = False) -> Training:
        return run_training(stage, done, job.weights, (plans[0], plan), job.spec.steps, shared=shared)

    job.training = rerun(plans[1])
    causes = Causes(
        rerun,
        functools.partial(rerun, shared=True),
        lambda: _losses(job, plans),
        lambda: bool(job.weights.untied) or _gradients_differ(job),
    )
    job.findings += training_findings(job.training, plans, causes)
    job.done("train", since)


def _losses(job: Job, plans: tuple[Plan, Plan]) -> list[Finding]:
    """Compare the two loss functions on the same outputs."""
    if job.forward is None or plans[0].loss is None or plans[1].loss is None:
        return []
    bench = LossBench(job.stage(), job.forward, (plans[0].loss, plans[1].loss))
    if not bench.usable:
        return []
    check = bench.check()
    return [] if check.same else loss_findings(bench, check)


def _gradients_differ(job: Job) -> bool:
    """Tell whether the nets' gradients differ, so that their diagnosis follows; compare them if that was not done."""
    if job.gradients is None and job.forward is not None:
        job.gradients = run_gradients(job.stage(0.8), job.forward, job.weights)
    return job.gradients is not None and not job.gradients.skipped and not job.gradients.same


def _plan(job: Job, subject: Subject, optimizer: str, loss: str) -> Plan:
    names = subject.namespace()
    recipe = read_optimizer(optimizer or subject.default_optimizer(), names)
    return Plan(subject, recipe, targeted(subject, read_loss(loss, names, job.loader)) if loss else None)


def _init(job: Job, first: tuple[Values, Values]) -> None:
    since = time.perf_counter()
    job.progress("initial weights", 0.15)
    job.init = check_init(job.reference, job.port, job.weights, first, job.spec.thresholds.init)
    job.done("init", since)


def diagnose(job: Job) -> None:
    """Turn what was measured into findings."""
    since = time.perf_counter()
    job.progress("finding causes", 0.85)
    before = list(job.findings)
    any_error = any(entry.severity == "error" for entry in before)
    asked = Asked(_asked(job.spec))
    measured = Measured(job.reference, job.port, asked, job.pairing, job.weights, _unrun(job), any_error=any_error)
    if job.forward is None or job.check is None:
        findings = before + look(measured)
    else:
        stage = job.stage()
        with body_checker(stage, job.forward) as checker:
            checker.fused = {
                e.pair.port.key: e.fused for e in job.located if e.fused is not None and e.pair.port is not None
            }
            run = Ran(stage, job.forward, tuple(job.located), job.check, checker, job.gradients)
            findings = before + look(replace(measured, run=run))
    if job.spec.init:
        findings = init_findings(job.init, findings, (job.reference.layers, job.port.layers))
    else:
        findings = untested(findings)
    job.findings = merge(without_consequences(_explained(findings)))
    job.done("static", since)


def _unrun(job: Job) -> tuple[CallPair, ...]:
    """Return the matched layers of which only the arguments can be compared."""
    if job.forward is None:
        return tuple(entry for entry in job.pairing.pairs if entry.matched)
    return (*idle_pairs(job.pairing), *static_pairs(job), *left_out(job.pairing, job.spec.layers))


def _explained(findings: list[Finding]) -> list[Finding]:
    """Drop what training says of a layer of which another finding gives the cause."""
    causes = {f.port_layer for f in findings if f.severity == "error" and f.rule != TrainingRule.code}
    return [f for f in findings if f.rule != TrainingRule.code or f.port_layer is None or f.port_layer not in causes]


def _asked(spec: CompareSpec) -> frozenset[str]:
    stages = {"forward"}
    if spec.mode == "train":
        stages.add("train")
    if spec.grad:
        stages.add("grad")
    if spec.steps:
        stages.add("optim")
    if spec.init:
        stages.add("init")
    return frozenset(stages)
