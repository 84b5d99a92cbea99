"""Constants that a net computes in its constructor: tables of positions, masks, anchors.

They are part of the function, not of what is trained. Copying the reference's across would hide a port that computes
them wrongly; but a constant that was drawn at random (Fourier features) has to be copied. Building the reference once
more with another seed tells the two apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from parity.measure.metrics import measure
from parity.measure.thresholds import CONSTANT_RELATIVE
from parity.nets.base import Subject, Weight
from parity.report.model import Finding
from parity.rules.weights import Weights
from parity.weights.mapping import Mapped, WeightMap


@dataclass(frozen=True, slots=True)
class Constants:
    """The untrained tensors of a net as its constructor left them, by name."""

    values: dict[str, torch.Tensor]


def constants(subject: Subject) -> Constants:
    """Return a copy of every weight that training does not change, running statistics aside."""
    return Constants({w.name: w.tensor.detach().clone() for w in subject.weights if subject.is_constant(w)})


def check_constants(reference: Subject, port: Subject, weights: WeightMap, before: Constants) -> list[Finding]:
    """Take constants that the port computes wrongly out of the weights to copy, and report them.

    Args:
        reference (Subject): the reference.
        port (Subject): the port.
        weights (WeightMap): the pairs; changed in place.
        before (Constants): the reference's constants before seeding.
    """
    candidates = [
        entry for entry in weights.mapped if entry.reference.name in before.values and not _agrees(entry, before)
    ]
    if not candidates:
        return []
    again = reference.built.rebuild(1) if reference.built.rebuild is not None else None
    second: dict[str, torch.Tensor] = {}
    if again is not None:
        second = {**dict(torch.nn.Module.named_parameters(again)), **dict(torch.nn.Module.named_buffers(again))}
    findings: list[Finding] = []
    for entry in candidates:
        name = entry.reference.name
        drawn = name not in second or not torch.equal(second[name].detach(), before.values[name])
        if entry.port.trainable or (drawn and second):
            continue
        if second:
            weights.mapped.remove(entry)
            if entry.value().shape == entry.part(entry.port.tensor).shape:
                weights.apart.append(entry)
        findings.append(_finding(entry, before, port, certain=bool(second)))
    return findings


def _agrees(entry: Mapped, before: Constants) -> bool:
    value = Mapped(Weight("", before.values[entry.reference.name], True), entry.port, entry.layout).value()
    metrics = measure(value, entry.part(entry.port.tensor.detach()), dtypes=False)
    if metrics.shapes_differ or metrics.nan_mismatch or metrics.inf_mismatch:
        return False
    return metrics.rel_l2 is None or metrics.rel_l2 <= CONSTANT_RELATIVE


def _finding(entry: Mapped, before: Constants, port: Subject, *, certain: bool) -> Finding:
    metrics = measure(before.values[entry.reference.name], entry.port.tensor.detach(), dtypes=False)
    owner = entry.port.name.rpartition(".")[0]
    layer = port.layers.get(owner)
    size = f"{metrics.max_abs:.1e}" if metrics.max_abs is not None else "its shape"
    message = f"the constant {entry.port.name} is not the reference's {entry.reference.name}"
    evidence = f"differs by {size} as constructed"
    found = Weights.finding(None, layer, "error" if certain else "warning", message, evidence=evidence)
    return replace(found, reference_layer=entry.reference.name.rpartition(".")[0], port_layer=owner)
