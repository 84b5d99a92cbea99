"""The forward stage: both nets are run, and where they diverge is located."""

from __future__ import annotations

import time
from dataclasses import replace

from parity.forward.bench import Bench
from parity.forward.patching import Patcher
from parity.forward.repeatable import require_repeatable
from parity.forward.results import Forward
from parity.forward.runs import run_forward
from parity.locate.compensation import find_compensated
from parity.locate.histograms import worst_histograms
from parity.locate.localise import fused_outputs, localise
from parity.locate.outputs import check_outputs
from parity.pair.chosen import is_chosen
from parity.pipeline.job import Passed, Prepared, Setting, comparison_of
from parity.pipeline.offline import no_code, offline_reasons, skip_offline, static_pairs
from parity.report.model import Histogram
from parity.traces.replay import RecordedLocator, comparable, run_recorded


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
    patcher = Patcher(comparison, measured)
    if not offline:
        with Bench(comparison, measured, patcher, fused_outputs(located)).open() as bench:
            find_compensated(located, bench)
    histograms: tuple[Histogram, ...] = ()
    if not check.same:
        if not setting.port.is_recorded:
            require_repeatable(comparison, setting.port)
        setting.progress("binning the worst tensors", 0.72)
        histograms = worst_histograms(comparison, measured, located)
    why = measured.no_float64
    said = [f"{why}: judged by the noise in {spec.dtype} alone"] if why else []
    said += [f"{setting.share.count} processes shared the calls"] if setting.share.count > 1 else []
    if any(tensor.after_cast for tensor in check.tensors):
        said.append(f"{_casts(measured)}: what lies behind is judged by the noise in {spec.dtype}")
    said += [f"only layers {', '.join(spec.layers)} were compared"] if spec.layers else []
    if offline:
        unknown = static_pairs(setting, prepared.pairing, measured)
        said += offline_reasons(setting, unknown)
        located = [entry for entry in located if not unknown or comparable(entry.pair, measured)]
    setting.timeline.done("forward", since, "; ".join(said))
    if offline:
        skip_offline(setting)
    return Passed(measured, tuple(located), check, histograms, patcher)


def _casts(measured: Forward) -> str:
    """Say in which of the reference's layers a side computes in less than float64."""
    calls = measured.reference64.calls
    around = {calls[key].parent for key in measured.casts if key in calls}
    kinds = dict.fromkeys(calls[key].layer.type for key in measured.casts if key in calls and key not in around)
    return f"{', '.join(kinds)} computed in float32 on one side at least"
