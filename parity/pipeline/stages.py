"""The stages of a comparison, in order: prepare, forward, gradients, training, init, diagnosis."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable
from dataclasses import replace

from parity.causes.constants import check_constants, constants
from parity.causes.finders import look
from parity.causes.initial import init_findings, untested
from parity.causes.losses import loss_findings
from parity.causes.training import Elsewhere, training_findings
from parity.code.errors import CannotCompare
from parity.code.places import at_fault
from parity.forward.bench import Bench
from parity.forward.mended import Mender
from parity.forward.repeatable import require_repeatable
from parity.forward.results import Forward
from parity.forward.runs import run_forward
from parity.locate.compensation import acquit
from parity.locate.histograms import worst_histograms
from parity.locate.localise import Located, localise
from parity.locate.outputs import check_outputs
from parity.nets.adapters import Subject
from parity.nets.lines import LineWatch, unexecuted, users_code
from parity.nets.trace import Key, Listener, Named, Run, Trace, first_uses, record
from parity.pair.chosen import is_chosen, left_out
from parity.pair.layers import CallPair, Pairing, idle_pairs, pair
from parity.pipeline.by_paths import prefer_by_paths
from parity.pipeline.by_values import prefer_by_values
from parity.pipeline.file_weights import carry, load_files, without_consequences
from parity.pipeline.job import Passed, Prepared, Setting, Trained, comparison_of
from parity.pipeline.offline import no_code, offline_reasons, recorded_reason, skip_offline, static_pairs
from parity.pipeline.spec import CompareSpec
from parity.report.model import Finding, Histogram, OutputResult
from parity.rules.measured import Asked, Measured, Ran
from parity.rules.merge import merge
from parity.rules.training import Training as TrainingRule
from parity.traces.replay import RecordedLocator, comparable, run_recorded
from parity.train.expressions import read_loss, read_optimizer
from parity.train.gradients import Gradients, run_gradients
from parity.train.initial import InitCheck, Values, check_init, initial_values
from parity.train.losses import LossPair, targeted
from parity.train.steps import OptimizerPair, Plan
from parity.weights.mapping import WeightMap, map_weights
from parity.weights.seeding import calibrator, seed_weights

_LARGE = 1 << 28
"""Bytes of a copy in float64 that are taken where no bound is set: below, promoting layers gains nothing."""

_LACKS = frozenset({"MissingNameError", "UnsupportedArgumentError"})


def prepare(setting: Setting) -> Prepared:
    """Seed the reference, pair the layers by a plain run of each net, and copy the weights."""
    since = time.perf_counter()
    spec, (reference, port) = setting.spec, setting.sides
    reference.set_mode(spec.mode)
    port.set_mode(spec.mode)
    before = constants(reference)
    files = load_files(setting)
    wanted = spec.init and not no_code(setting)
    first = (initial_values(reference), initial_values(port)) if wanted else None
    if not setting.inputs:
        pairing = pair((reference, Trace()), (port, Trace()), spec.mapping)
        prepared = Prepared(pairing, map_weights(reference, port, pairing, spec.mapping), files=files)
    else:
        prepared = _paired_by_running(setting)
        findings = check_constants(reference, port, prepared.weights, before)
        carried = carry(setting, prepared.weights, files)
        prepared = replace(prepared, findings=(*findings, *carried.findings), files=files, weight_errors=carried.errors)
    setting.timeline.done("weights", since)
    if first is not None:
        return replace(prepared, init=_init(setting, prepared.weights, first))
    if spec.init:
        setting.timeline.skipped("init", recorded_reason(setting))
    return prepared


def _paired_by_running(setting: Setting) -> Prepared:
    spec, (reference, port) = setting.spec, setting.sides
    seeded = spec.weights == "seeded" and not no_code(setting)
    if seeded:
        seed_weights(reference, spec.seed)
    setting.progress("pairing layers", 0.1)
    left, idle_left = _plain_run(setting, reference, calibrate=seeded)
    again = spec.dtype == "float32" and not no_code(setting)
    earlier = tuple(tensor for _, tensor in left.outputs) if again else ()
    if left.raised is not None:
        raise CannotCompare(
            f"the reference {reference.name} does not run on these inputs: {at_fault(left.raised)}; "
            "check the number, rank and dtype of the inputs (--input)"
        ) from left.raised
    port.key_orders = frozenset(left.key_orders)
    right, idle_right = _plain_run(setting, port, calibrate=False)
    _require_supported(right)
    for subject, trace in ((reference, left), (port, right)):
        _promote_by_layer(subject, trace, spec.max_memory)
    pairing = pair((reference, left), (port, right), spec.mapping)
    uses = functools.partial(_uses, setting)
    weights = map_weights(reference, port, pairing, spec.mapping, uses)
    _require_something(setting, (pairing, weights), left, right)
    lines = {"reference": idle_left, "port": idle_right}
    prepared = Prepared(pairing, weights, unexecuted=lines, earlier=earlier)
    if no_code(setting):
        return prepared
    if not spec.mapping:

        def weigh(pairs: Pairing) -> WeightMap:
            return map_weights(reference, port, pairs, {}, uses)

        def rerun(subject: Subject) -> Trace:
            return record(subject, _plain(setting, None))

        pairing, weights = prefer_by_paths((pairing, weights), (reference, left), (port, right), weigh, rerun)
        prepared = replace(prepared, pairing=pairing, weights=weights)
    prefer_by_values(comparison_of(setting, prepared, 0.1), prepared.weights, right)
    return prepared


def _promote_by_layer(subject: Subject, trace: Trace, bound: int) -> None:
    """Let a net whose second copy would be large have its parameters in float64 layer by layer."""
    if trace.raised is None and not subject.is_recorded and 2 * subject.parameter_bytes > (bound or _LARGE):
        subject.by_layer = frozenset(path for path, _ in trace.calls)


def _uses(setting: Setting) -> tuple[dict[int, int], dict[int, int]]:
    if no_code(setting):
        return {}, {}
    run = _plain(setting, None)
    return first_uses(setting.reference, run), first_uses(setting.port, run)


Lines = dict[str, list[range]]
"""Statements of the users' own code that did not run, by file."""


def _plain_run(setting: Setting, subject: Subject, *, calibrate: bool) -> tuple[Trace, Lines]:
    """Run a net as it is, and note which statements of the users' own code did not run."""
    run = _plain(setting, calibrator() if calibrate else None)
    if subject.is_recorded:
        return record(subject, run), {}
    is_users = users_code(subject.net)
    with LineWatch(is_users) as watch:
        trace = record(subject, run)
    return trace, {} if trace.raised is not None else unexecuted(watch, subject.net, is_users)


def _plain(setting: Setting, enter: Listener | None) -> Run:
    # in the precision the net was built in, so that calibration sets statistics where they are kept
    tensors = [entry.tensor.float() if entry.tensor.is_floating_point() else entry.tensor for entry in setting.inputs]
    order = setting.reference.parameter_names()
    return Run(setting.inputs, tensors, order, setting.spec.seed, enter=enter, keep=enter is None)


def _require_supported(trace: Trace) -> None:
    """Tell what ms2torch lacks from what the port does wrong."""
    error = trace.raised
    if error is not None and type(error).__module__.startswith("ms2torch.") and type(error).__name__ in _LACKS:
        raise CannotCompare(f"the port needs what ms2torch does not have: {at_fault(error)}") from error
    if isinstance(error, AttributeError) and type(error.obj).__module__.startswith("ms2torch."):
        what = f"{type(error.obj).__name__}.{error.name}"
        raise CannotCompare(f"the port needs {what}, which ms2torch does not have: {at_fault(error)}") from error


def _require_something(setting: Setting, paired: tuple[Pairing, WeightMap], left: Trace, right: Trace) -> None:
    """Refuse nets that have nothing in common: layers on both sides, and not one pair, nor one packed into others."""
    pairing, weights = paired
    layers = (sum(bool(call.layer.api) for call in trace.leaves) for trace in (left, right))
    parts = any(entry.layout.is_partial for entry in weights.mapped)
    together = any(entry.leaf and entry.matched for entry in pairing.pairs) or pairing.packed or parts
    if all(layers) and not together:
        raise CannotCompare(
            f"the nets have nothing in common: none of the layers of {setting.reference.name} has a counterpart in "
            f"{setting.port.name}; check that both targets name the same network"
        )


def forward(setting: Setting, prepared: Prepared) -> Passed:
    """Run both nets in float64 and in the working precision, and locate where they diverge."""
    since = time.perf_counter()
    spec = setting.spec
    fractions = iter((0.2, 0.35, 0.45, 0.55, 0.65))

    def tell(what: str) -> None:
        setting.progress(what, next(fractions, 0.65))

    comparison = replace(comparison_of(setting, prepared), progress=tell)
    offline = no_code(setting)
    measured = run_recorded(comparison) if offline else run_forward(comparison, setting.share)
    setting.progress("locating differences", 0.7)
    located = [
        entry
        for entry in localise(comparison, measured, RecordedLocator if offline else None)
        if is_chosen(entry.pair, spec.layers)
    ]
    check = check_outputs(measured)
    mender = Mender(comparison, measured)
    if not offline:
        with Bench(comparison, measured, mender, _fused(located)).open() as bench:
            acquit(located, bench)
    histograms: tuple[Histogram, ...] = ()
    if not check.same:
        if not setting.port.is_recorded:
            require_repeatable(comparison, setting.port)
        setting.progress("binning the worst tensors", 0.72)
        histograms = worst_histograms(comparison, measured, located)
    why = measured.no_float64
    said = [f"{why}: judged by the noise in {spec.dtype} alone"] if why else []
    said += [f"{setting.share.count} processes shared the calls"] if setting.share.count > 1 else []
    if any(tensor.coarse for tensor in check.tensors):
        said.append(f"{_casts(measured)}: what lies behind is judged by the noise in {spec.dtype}")
    said += [f"only layers {', '.join(spec.layers)} were compared"] if spec.layers else []
    if offline:
        unknown = static_pairs(setting, prepared.pairing, measured)
        said += offline_reasons(setting, unknown)
        located = [entry for entry in located if not unknown or comparable(entry.pair, measured)]
    setting.timeline.done("forward", since, "; ".join(said))
    if offline:
        skip_offline(setting)
    return Passed(measured, tuple(located), check, histograms, mender)


def _fused(located: Iterable[Located]) -> dict[Key, Named]:
    """Return what layers of the port return that include what the reference computes after its layer."""
    fused = ((entry.pair.port, entry.fused) for entry in located if entry.fused is not None)
    return {port.key: outputs for port, outputs in fused if port is not None and outputs is not None}


def _casts(measured: Forward) -> str:
    """Say in which of the reference's layers a side computes in less than float64."""
    calls = measured.reference64.calls
    around = {calls[key].parent for key in measured.coarse if key in calls}
    kinds = dict.fromkeys(calls[key].layer.type for key in measured.coarse if key in calls and key not in around)
    return f"{', '.join(kinds)} computed in float32 on one side at least"


def gradients(setting: Setting, prepared: Prepared, passed: Passed | None) -> Gradients | None:
    """Differentiate both nets; None where that cannot be done."""
    since = time.perf_counter()
    why = _why_no_gradients(setting, passed)
    if passed is None or why:
        setting.timeline.skipped("grad", why)
        return None
    found = run_gradients(comparison_of(setting, prepared, 0.75), passed.forward, prepared.weights)
    if found.skipped:
        setting.timeline.skipped("grad", found.skipped)
    else:
        setting.timeline.done("grad", since)
    return found


def _why_no_gradients(setting: Setting, passed: Passed | None) -> str:
    if passed is None:
        return "no inputs"
    if no_code(setting):
        return recorded_reason(setting)
    if any(result.status == "unmatched" or _shapes_differ(result) for result in passed.check.results):
        return "the outputs differ in number or shape"
    return ""


def _shapes_differ(result: OutputResult) -> bool:
    figures = result.errors.float64 or result.errors.float32
    return figures is not None and figures.shapes_differ


def training(setting: Setting, prepared: Prepared, passed: Passed | None, compared: Gradients | None) -> Trained | None:
    """Train both nets, and report what their steps say where the outputs agree.

    Args:
        setting (Setting): the comparison.
        prepared (Prepared): pairs of layers and weights.
        passed (Passed | None): what the forward stage showed.
        compared (Gradients | None): the gradients, if they were compared.
    """
    since = time.perf_counter()
    why = _why_no_training(setting, passed)
    if passed is None or why:
        setting.timeline.skipped("train", why)
        return None
    spec, comparison = setting.spec, comparison_of(setting, prepared, 0.8)
    plans = (
        _plan(setting, setting.reference, spec.ref_optimizer, spec.ref_loss),
        _plan(setting, setting.port, spec.port_optimizer, spec.port_loss),
    )

    bench = Bench(comparison, passed.forward)
    optimizers = OptimizerPair(plans, prepared.weights, spec.steps)
    known = [compared] if compared is not None else []

    def gradients_explained() -> bool:
        if prepared.weights.untied:
            return True
        if not known:
            known.append(run_gradients(comparison, passed.forward, prepared.weights))
        return not known[0].skipped and not known[0].same

    taken = bench.tried(optimizers).seen
    assert taken is not None  # nothing was changed that could be refused
    findings = training_findings(
        bench, optimizers, taken, Elsewhere(lambda: _losses(bench, plans), gradients_explained)
    )
    setting.timeline.done("train", since)
    return Trained(taken, tuple(findings), known[0] if known else None)


def _why_no_training(setting: Setting, passed: Passed | None) -> str:
    if no_code(setting):
        return recorded_reason(setting)
    if passed is None:
        return "no inputs"
    return "" if passed.check.same else "the outputs differ already"


def _losses(bench: Bench, plans: tuple[Plan, Plan]) -> list[Finding]:
    """Compare the two loss functions on the same outputs."""
    if plans[0].loss is None or plans[1].loss is None:
        return []
    pair = LossPair.of(bench, (plans[0].loss, plans[1].loss))
    if not pair.usable:
        return []
    check = bench.measured(pair)
    return [] if check.same else loss_findings(bench, pair, check)


def _plan(setting: Setting, subject: Subject, optimizer: str, loss: str) -> Plan:
    names = subject.namespace()
    recipe = read_optimizer(optimizer or subject.default_optimizer(), names, setting.loader)
    return Plan(subject, recipe, targeted(subject, read_loss(loss, names, setting.loader)) if loss else None)


def _init(setting: Setting, weights: WeightMap, first: tuple[Values, Values]) -> tuple[InitCheck, ...]:
    since = time.perf_counter()
    setting.progress("initial weights", 0.15)
    found = check_init(*setting.sides, weights, first, setting.spec.thresholds.init)
    setting.timeline.done("init", since)
    return tuple(found)


def diagnose(
    setting: Setting,
    prepared: Prepared,
    passed: Passed | None,
    compared: Gradients | None,
    trained: Trained | None,
) -> tuple[Finding, ...]:
    """Turn what was measured into findings.

    Args:
        setting (Setting): the comparison.
        prepared (Prepared): pairs of layers and weights.
        passed (Passed | None): what the forward stage showed.
        compared (Gradients | None): the gradients.
        trained (Trained | None): what training steps showed.
    """
    since = time.perf_counter()
    setting.progress("finding causes", 0.85)
    before = [*prepared.findings, *(trained.findings if trained is not None else ())]
    measured = Measured(
        *setting.sides,
        Asked(_asked(setting.spec)),
        prepared.pairing,
        prepared.weights,
        _unrun(setting, prepared.pairing, passed),
        any_error=any(entry.severity == "error" for entry in before),
    )
    if passed is None:
        findings = before + look(measured)
    else:
        comparison = comparison_of(setting, prepared)
        with Bench(comparison, passed.forward, passed.mender, _fused(passed.located)).open() as bench:
            run = Ran(passed.located, passed.check, bench, compared)
            findings = before + look(replace(measured, run=run))
    layers = (setting.reference.layers, setting.port.layers)
    findings = init_findings(list(prepared.init), findings, layers) if setting.spec.init else untested(findings)
    merged = merge(without_consequences(_explained(findings)))
    setting.timeline.done("static", since)
    return tuple(merged)


def _unrun(setting: Setting, pairing: Pairing, passed: Passed | None) -> tuple[CallPair, ...]:
    """Return the matched layers of which only the arguments can be compared."""
    if passed is None:
        return tuple(entry for entry in pairing.pairs if entry.matched)
    unknown = static_pairs(setting, pairing, passed.forward)
    return (*idle_pairs(pairing), *unknown, *left_out(pairing, setting.spec.layers))


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
