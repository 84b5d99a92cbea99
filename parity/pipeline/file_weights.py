"""Weights from files in a comparison: put into the net whose names they carry, and compared with the other side's."""

from __future__ import annotations

from pathlib import Path

import torch

from parity.code.errors import CannotCompare
from parity.measure.metrics import measure
from parity.measure.thresholds import CONSTANT_FLOAT32
from parity.nets.base import Layer, Subject, owner_of
from parity.nets.roles import is_counter, last
from parity.pipeline.job import Job
from parity.pipeline.offline import no_code, recorded_reason, share_weights
from parity.report.model import Finding
from parity.rules import Rule
from parity.rules.body import Body
from parity.rules.gradient import Gradient
from parity.rules.layer_output import LayerOutput
from parity.rules.outputs import Outputs
from parity.rules.weights_differ import WeightsDiffer
from parity.rules.weights_not_loaded import WeightsNotLoaded
from parity.weights.files import WeightFile, read_weights
from parity.weights.from_file import Filled, choose_side, match_file, put_into
from parity.weights.mapping import Mapped
from parity.weights.weightnorm import fold_net

_CONSEQUENCES = frozenset({Body.code, Gradient.code, LayerOutput.code, Outputs.code})
_SHOWN = 12


def load_files(job: Job) -> None:
    """Read the files that a comparison was given, and put them into the nets.

    Raises:
        CannotCompare: if a side is a trace, or a file cannot be read or carries the names of neither net.
    """
    spec = job.spec
    if isinstance(spec.weights, str) and spec.weights in {"seeded", "reference"} and not spec.port_weights:
        return
    if no_code(job):
        raise CannotCompare(f"--weights FILE: {recorded_reason(job)}, and has weights of its own")
    sides = (job.reference, job.port)
    if spec.weights != "reference":
        file = _file(spec.weights)
        number = 0 if spec.port_weights else choose_side(file, sides)
        job.files[sides[number].role] = _load(file, sides[number])
    if spec.port_weights:
        job.files["port"] = _load(_file(spec.port_weights), job.port)


def _file(given: str | WeightFile) -> WeightFile:
    return read_weights(Path(given)) if isinstance(given, str) else given


def _load(file: WeightFile, subject: Subject) -> Filled:
    # a net of the caller's own keeps its weight_norm: it has to be as it was afterwards
    folds = fold_net(subject.net) if subject.built.rebuild is not None else []
    found = match_file(file, subject, folds)
    if not found.values:
        shown = next(iter(found.unknown.items()), ("", ""))
        raise CannotCompare(f"{file.path} holds no weight of the {subject.role} {subject.name}: {shown[0]}: {shown[1]}")
    put_into(subject, found)
    return found


def carry(job: Job) -> None:
    """Give both sides the same weights; where both have files of their own, compare them instead."""
    found = job.files
    if not found:
        share_weights(job)
    elif job.spec.port_weights:
        _hold_together(job)
    elif "port" in found:
        job.weights.copy_back()
    else:
        job.weights.copy()
    sides = (job.reference, job.port)
    job.findings += [_left(subject, found[subject.role]) for subject in sides if _has_left(job, subject)]


def _has_left(job: Job, subject: Subject) -> bool:
    found = job.files.get(subject.role)
    return found is not None and bool(found.unknown or (found.missing and not job.spec.port_weights))


def _left(subject: Subject, found: Filled) -> Finding:
    parts = [f"{name} ({reason})" for name, reason in found.unknown.items()]
    said = f"{found.file.path} does not fill the {subject.role}: " if found.missing else f"{found.file.path}: "
    missing = [weight.name for weight in found.missing]
    if parts:
        said += f"{len(parts)} tensors are not used: {_some(parts)}"
    if missing:
        said += ("; " if parts else "") + f"it has no {_some(missing)}"
    return WeightsNotLoaded.finding(None, None, "warning", said)


def _hold_together(job: Job) -> None:
    """Compare each pair of weights, and report those that differ, layer by layer."""
    by_layer: dict[tuple[str, type[Rule]], list[tuple[Mapped, str]]] = {}
    # a weight_norm is put together again, which rounds
    folded = {path for found in job.files.values() for path, (name, _) in found.values.items() if " + " in name}
    filled = {role: {id(_tensor(job, role, path)) for path in found.values} for role, found in job.files.items()}
    for entry in job.weights.mapped:
        figures = measure(entry.value(), entry.part(entry.port.tensor.detach()), dtypes=False)
        worst = figures.max_abs if figures.max_abs is not None else float("inf")
        job.weight_errors[entry.port.name] = max(worst, job.weight_errors.get(entry.port.name, 0.0))
        size = float(entry.port.tensor.detach().abs().max()) if worst else 0.0
        allowed = CONSTANT_FLOAT32 * size if {entry.reference.name, entry.port.name} & folded else 0.0
        differs = worst > allowed or figures.nan_mismatch or figures.inf_mismatch
        if not differs or is_counter(entry.port.name):
            continue
        loaded = "port" not in filled or id(entry.port.tensor) in filled["port"]
        rule = WeightsDiffer if loaded and not _as_constructed(entry) else WeightsNotLoaded
        owner = owner_of(entry.port.name, job.port.layers).path
        by_layer.setdefault((owner, rule), []).append((entry, _described(job, entry, worst, loaded=loaded)))
    findings = [_differs(job, *key, told) for key, told in by_layer.items()]
    job.findings += findings[:_SHOWN]
    if len(findings) > _SHOWN:
        rest = ", ".join(str(f.port_layer) for f in findings[_SHOWN : _SHOWN + 3])
        more = f"{len(findings) - _SHOWN} more layers hold other weights: {rest} ..."
        job.findings.append(WeightsDiffer.finding(None, None, "error", more))


def _tensor(job: Job, role: str, path: str) -> torch.Tensor:
    side = job.reference if role == "reference" else job.port
    return next(weight.tensor for weight in side.weights if weight.name == path)


def _as_constructed(entry: Mapped) -> bool:
    """Tell whether the port's value is what a constructor leaves: all zeros or all ones."""
    value = entry.port.tensor.detach()
    return value.numel() > 0 and bool((value == value.flatten()[0]).all()) and float(value.flatten()[0]) in {0.0, 1.0}


def _described(job: Job, entry: Mapped, worst: float, *, loaded: bool) -> str:
    name = entry.port.name
    size = f"max-abs {worst:.1e}"
    if not loaded:
        return f"{name} is not in {job.files['port'].file.path}: it is as constructed ({size})"
    if _as_constructed(entry):
        return f"{name} is {float(entry.port.tensor.flatten()[0]):g} throughout, as constructed ({size})"
    wanted, value = entry.value(), entry.part(entry.port.tensor.detach())
    if value.ndim == 2 and value.shape[0] == value.shape[1] and torch.equal(wanted.T, value):
        return f"{name} is the reference's {entry.reference.name} transposed ({size})"
    for other in job.weights.mapped:
        if other is not entry and other.value().shape == value.shape and torch.equal(other.value(), value):
            return f"{name} holds the reference's {other.reference.name}, not {entry.reference.name} ({size})"
    return f"{name} differs from the reference's {entry.reference.name} ({size})"


def _differs(job: Job, path: str, rule: type[Rule], told: list[tuple[Mapped, str]]) -> Finding:
    layer: Layer = job.port.layers[path]
    reference = owner_of(told[0][0].reference.name, job.reference.layers)
    message = "; ".join(text for _, text in told)
    return rule.finding(reference, layer, "error", message, argument=last(told[0][0].port.name))


def without_consequences(findings: list[Finding]) -> list[Finding]:
    """Drop what is said of outputs that other weights explain."""
    rules = {WeightsDiffer.code, WeightsNotLoaded.code}
    paths = {f.port_layer for f in findings if f.rule in rules and f.severity == "error" and f.port_layer is not None}
    if not paths:
        return findings
    above = {""}.union(*({path, *_parents(path)} for path in paths))
    return [f for f in findings if f.rule not in _CONSEQUENCES or f.port_layer not in above]


def _parents(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def _some(listed: list[str]) -> str:
    return ", ".join(listed[:4]) + (f" and {len(listed) - 4} more" if len(listed) > 4 else "")
