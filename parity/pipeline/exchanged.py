"""Whether weights carried over by names make another net of the port: layers that compute the same, named crosswise."""

from __future__ import annotations

from dataclasses import replace

from parity.causes.netwide import crossed_findings
from parity.nets.base import Weight, weights_by_layer
from parity.pipeline.job import Job
from parity.pipeline.varying import differ
from parity.report.model import Finding
from parity.weights.crossed import crossed
from parity.weights.mapping import Mapped, held, match_layer

_SHOWN_BY = "weights carried over by names"


def exchanged_names(job: Job) -> list[Finding]:
    """Run both nets with weights carried over by names, where layers that compute the same are named crosswise.

    Args:
        job (Job): a comparison that found no difference.

    Returns:
        list[Finding], errors in place of the warnings that the names differ, where the outputs do.
    """
    weights, (reference, port) = job.prepared.weights, job.setting.sides
    found = crossed_findings(weights, reference, port)
    paths = [left for circle in crossed(weights, reference.layers, port.layers) for left, _ in circle] if found else []
    pairs = _by_name(job, paths)
    if not pairs:
        return []
    with held(pairs):
        shows = differ(job)
    return [replace(finding, severity="error", shown_by=_SHOWN_BY) for finding in found] if shows else []


def _by_name(job: Job, paths: list[str]) -> list[Mapped]:
    """Return the weights of layers with those of the same name; empty where they do not fit."""
    reference, port = job.setting.sides
    ours = weights_by_layer(paths, {weight.name: weight for weight in reference.weights})
    theirs = weights_by_layer(paths, {weight.name: weight for weight in port.weights})
    found: list[Mapped] = []
    for path in paths:
        left, right = reference.layers[path], port.layers[path]
        made = match_layer(left, _local(path, ours), right, _local(path, theirs))
        if len(made) < len(theirs[path]):
            return []
        found += made
    return found


def _local(path: str, weights: dict[str, list[Weight]]) -> dict[str, Weight]:
    return {weight.name.removeprefix(f"{path}."): weight for weight in weights[path]}
