"""The first stage: seed the reference, pair the layers, copy the weights."""

from __future__ import annotations

import functools
import time
from dataclasses import replace

import torch

from parity.causes.constants import check_constants, constants
from parity.code.errors import CannotCompare
from parity.code.frameworks import is_ours
from parity.code.places import at_fault
from parity.code.worlds import in_library
from parity.nets.adapters import Subject
from parity.nets.heap import LARGE
from parity.nets.lines import LineWatch, unexecuted, users_code
from parity.nets.trace import Listener, Run, Trace, first_uses, record
from parity.pair.layers import Pairing, pair
from parity.pipeline.by_paths import prefer_by_paths
from parity.pipeline.by_values import prefer_by_values
from parity.pipeline.file_weights import carry, load_files
from parity.pipeline.job import Prepared, Setting, comparison_of
from parity.pipeline.offline import no_code, recorded_reason
from parity.train.initial import InitCheck, Values, check_init, initial_values
from parity.weights.mapping import WeightMap, map_weights
from parity.weights.seeding import calibrator, leveller, seed_weights

_LARGE = 1 << 28
"""Bytes of a copy in float64 that are taken where no bound is set: below, promoting layers gains nothing."""


_LACKS = frozenset({"MissingNameError", "UnsupportedArgumentError"})


Lines = dict[str, list[range]]
"""Statements of the users' own code that did not run, by file."""


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
    if _may_share(setting):
        prepared.weights.copy()
        prepared.weights.share()
    setting.timeline.done("weights", since)
    if first is not None:
        return replace(prepared, init=_init(setting, prepared.weights, first))
    if spec.init:
        setting.timeline.skipped("init", recorded_reason(setting))
    return prepared


def _may_share(setting: Setting) -> bool:
    """Tell whether both nets may hold one memory: they are large, built here, and nothing is written into either."""
    spec, sides = setting.spec, setting.sides
    own = any(side.built.rebuild is None or side.is_recorded for side in sides)
    alone = spec.steps or spec.init or spec.port_weights or spec.mode == "train" or not setting.inputs
    return not own and not alone and sum(side.parameter_bytes for side in sides) > LARGE


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


def _plain_run(setting: Setting, subject: Subject, *, calibrate: bool) -> tuple[Trace, Lines]:
    """Run a net as it is, and note which statements of the users' own code did not run."""
    measured: set[torch.nn.Module] = set()
    run = _plain(setting, calibrator(measured) if calibrate else None)
    run = replace(run, listener=leveller()) if calibrate else run
    if subject.is_recorded:
        return record(subject, run), {}
    is_users = users_code(subject.net)
    with LineWatch(is_users) as watch, subject.statistics_kept(changed=measured):
        trace = record(subject, run)
    if trace.raised is not None:
        return trace, {}
    # what of an installed package did not run is nobody's to look at
    found = unexecuted(watch, subject.net, is_users)
    return trace, {file: lines for file, lines in found.items() if not in_library(file)}


def _plain(setting: Setting, enter: Listener | None) -> Run:
    # in the precision the net was built in, so that calibration sets statistics where they are kept
    tensors = [entry.tensor.float() if entry.tensor.is_floating_point() else entry.tensor for entry in setting.inputs]
    order = setting.reference.parameter_names()
    return Run(setting.inputs, tensors, order, setting.spec.seed, enter=enter, keep=enter is None)


def _require_supported(trace: Trace) -> None:
    """Tell what ms2torch lacks from what the port does wrong."""
    error = trace.raised
    if error is not None and is_ours(type(error)) and type(error).__name__ in _LACKS:
        raise CannotCompare(f"the port needs what ms2torch does not have: {at_fault(error)}") from error
    if isinstance(error, AttributeError) and is_ours(type(error.obj)):
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


def _init(setting: Setting, weights: WeightMap, first: tuple[Values, Values]) -> tuple[InitCheck, ...]:
    since = time.perf_counter()
    setting.progress("initial weights", 0.15)
    found = check_init(*setting.sides, weights, first, setting.spec.thresholds.init)
    setting.timeline.done("init", since)
    return tuple(found)
