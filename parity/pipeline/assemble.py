"""From a finished comparison to the Report."""

from __future__ import annotations

import functools
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from importlib import metadata

import torch

from parity.causes.gradients import gradient_results
from parity.forward.results import Forward, TensorResult
from parity.locate.localise import Located
from parity.measure.metrics import dtype_name
from parity.nets.base import Subject
from parity.pipeline.coverage import coverage
from parity.pipeline.job import Job, Passed, Prepared
from parity.pipeline.spec import plain_options
from parity.report.model import (
    Errors,
    Finding,
    GradientResult,
    InputInfo,
    LayerResult,
    Memory,
    Report,
    Side,
    Timings,
    Value,
    WeightPair,
    Weights,
)
from parity.train.gradients import Gradients
from parity.train.initial import init_results

_ORDER = {"error": 0, "warning": 1, "note": 2}


def build_report(job: Job) -> Report:
    """Return the report of a finished comparison."""
    setting, passed = job.setting, job.passed
    findings = by_severity(job.findings)
    differs = any(finding.severity == "error" for finding in findings)
    total = time.perf_counter() - setting.started
    located = passed.located if passed is not None else ()
    plain = passed.forward.plain_seconds if passed is not None else 0.0
    return Report(
        verdict="different" if differs else "same",
        reference=_side(setting.reference, located, 0),
        port=_side(setting.port, located, 1),
        inputs=tuple(InputInfo(e.name, dtype_name(e.tensor), tuple(e.tensor.shape), e.source) for e in setting.inputs),
        outputs=passed.check.results if passed is not None else (),
        layers=tuple(_layer(entry, passed.forward) for entry in located) if passed is not None else (),
        histograms=passed.histograms if passed is not None else (),
        gradients=_gradients(job.gradients, passed),
        steps=tuple(job.trained.training.steps) if job.trained is not None else (),
        init=init_results(list(job.prepared.init)),
        weights=_weights(job.prepared),
        findings=findings,
        types=job.types,
        stages=tuple(setting.timeline.stages),
        environment=_environment(setting.spec.device),
        options=plain_options(setting.spec),
        memory=_memory(passed),
        coverage=coverage(job),
        timings=Timings(plain, total, total / plain if plain else 0.0),
    )


def failed_report(reference: str, port: str, message: str, options: dict[str, Value]) -> Report:
    """Return the report of a comparison that could not be carried out.

    Args:
        reference (str): the reference's target.
        port (str): the port's.
        message (str): one line that says why.
        options (dict[str, Value]): what was asked for.
    """
    return Report("error", Side(reference), Side(port), message, environment=_environment(), options=options)


def by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings, the most severe first, else in their order."""
    return tuple(sorted(findings, key=_rank))


def _rank(finding: Finding) -> int:
    return _ORDER[finding.severity]


def _side(subject: Subject, located: Sequence[Located], side: int) -> Side:
    calls = [(entry.pair.reference, entry.pair.port)[side] for entry in located if entry.pair.leaf]
    return Side(
        target=subject.name,
        framework=subject.framework,
        type=type(subject.net).__name__,
        layers=len({call.layer.path for call in calls if call is not None}),
        parameters=sum(tensor.numel() for tensor in {id(w.tensor): w.tensor for w in subject.weights}.values()),
        recorded=subject.is_recorded,
    )


def _layer(entry: Located, forward: Forward) -> LayerResult:
    reference, port = entry.pair.reference, entry.pair.port
    call = reference or port
    place = port.layer.location if port is not None else None
    origin = reference.layer.location if reference is not None else None
    return LayerResult(
        reference=reference.layer.path if reference is not None else None,
        port=port.layer.path if port is not None else None,
        status=entry.status,
        reference_type=reference.layer.type if reference is not None else None,
        port_type=port.layer.type if port is not None else None,
        call=call.key[1] if call is not None else 0,
        free=_worst(entry.free, forward),
        forced=_worst(entry.forced, forward),
        leaf=entry.pair.leaf,
        location=str(place) if place is not None else None,
        by=entry.pair.by,
        reference_location=str(origin) if origin is not None else None,
    )


def _worst(tensors: list[TensorResult], forward: Forward) -> Errors:
    """Return the figures of the output that differs most."""
    if not tensors:
        return Errors()
    return forward.errors(max(tensors, key=_badness))


def _badness(tensor: TensorResult) -> float:
    metrics = tensor.metrics64 or tensor.metrics32
    if metrics is None or metrics.shapes_differ or metrics.nan_mismatch:
        return float("inf")
    return metrics.rel_l2 or 0.0


def _gradients(gradients: Gradients | None, passed: Passed | None) -> tuple[GradientResult, ...]:
    if gradients is None or passed is None:
        return ()
    return gradient_results(gradients, passed.forward, outputs_same=passed.check.same)


def _weights(prepared: Prepared) -> Weights:
    weights = prepared.weights
    pairs = tuple(
        WeightPair(
            entry.reference.name,
            entry.port.name,
            tuple(entry.port.tensor.shape),
            str(entry.layout),
            prepared.weight_errors.get(entry.port.name),
            "values" if entry.port.name in weights.by_values else "layer",
        )
        for entry in weights.mapped
    )
    return Weights(
        pairs,
        tuple(weight.name for weight in weights.left_reference),
        tuple(weight.name for weight in weights.left_port),
    )


def _environment(device: str = "cpu") -> dict[str, Value]:
    here: dict[str, Value] = {"python": platform.python_version(), "device": device, "threads": torch.get_num_threads()}
    return {**here, **_versions()}


@functools.cache
def _versions() -> dict[str, str]:
    """Return the versions of what a comparison rests on; finding one takes 25 ms."""
    found: dict[str, str] = {}
    for name in ("torch", "numpy", "ms2torch"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _memory(passed: Passed | None) -> Memory:
    if passed is None:
        return Memory()
    held = passed.forward.memory
    return Memory(held.activations, held.peak, held.windows, process_peak())


def process_peak() -> int:
    """Return the greatest number of bytes that this process has had in memory; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
