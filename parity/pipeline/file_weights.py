"""Weights from files in a comparison: put into the net whose names they carry, and compared with the other side's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from parity.code.errors import CannotCompare
from parity.measure.metrics import measure
from parity.measure.thresholds import CONSTANT_FLOAT32
from parity.nets.base import Subject, owner_of
from parity.nets.roles import is_counter, last
from parity.pipeline.job import Setting
from parity.pipeline.offline import no_code, recorded_reason, share_weights
from parity.report.model import Finding
from parity.rules import Rule
from parity.rules.weights_differ import WeightsDiffer
from parity.rules.weights_not_loaded import WeightsNotLoaded
from parity.weights.files import WeightFile, read_weights
from parity.weights.from_file import Filled, choose_side, match_file, put_into
from parity.weights.mapping import Mapped, WeightMap
from parity.weights.weightnorm import fold_net

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of weights from files: findings, and the greatest difference of each weight by the port's name."""

    findings: tuple[Finding, ...] = ()
    errors: Mapping[str, float] = field(default_factory=dict)


def load_files(setting: Setting) -> dict[str, Filled]:
    """Read the files that a comparison was given, put them into the nets, and return what they filled, by role.

    Raises:
        CannotCompare: if a side is a trace, or a file cannot be read or carries the names of neither net.
    """
    spec = setting.spec
    if isinstance(spec.weights, str) and spec.weights in {"seeded", "reference"} and not spec.port_weights:
        return {}
    if no_code(setting):
        raise CannotCompare(f"--weights FILE: {recorded_reason(setting)}, and has weights of its own")
    files: dict[str, Filled] = {}
    if spec.weights != "reference":
        file = _file(spec.weights)
        number = 0 if spec.port_weights else choose_side(file, setting.sides)
        files[setting.sides[number].role] = _load(file, setting.sides[number])
    if spec.port_weights:
        files["port"] = _load(_file(spec.port_weights), setting.port)
    return files


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


def carry(setting: Setting, weights: WeightMap, files: Mapping[str, Filled]) -> Carried:
    """Give both sides the same weights; where both have files of their own, compare them instead.

    Args:
        setting (Setting): the comparison.
        weights (WeightMap): which weight is which.
        files (Mapping[str, Filled]): weights that came from files, by role.
    """
    compared = Carried()
    if not files:
        share_weights(setting, weights)
    elif setting.spec.port_weights:
        compared = _Together(setting, weights, files).compared()
    elif "port" in files:
        weights.copy_back()
    else:
        weights.copy()
    both = bool(setting.spec.port_weights)
    left = [_left(side, files[side.role]) for side in setting.sides if _has_left(files.get(side.role), both=both)]
    return replace(compared, findings=(*compared.findings, *left))


def _has_left(found: Filled | None, *, both: bool) -> bool:
    return found is not None and bool(found.unknown or (found.missing and not both))


def _left(subject: Subject, found: Filled) -> Finding:
    parts = [f"{name} ({reason})" for name, reason in found.unknown.items()]
    said = f"{found.file.path} does not fill the {subject.role}: " if found.missing else f"{found.file.path}: "
    missing = [weight.name for weight in found.missing]
    if parts:
        said += f"{len(parts)} tensors are not used: {_some(parts)}"
    if missing:
        said += ("; " if parts else "") + f"it has no {_some(missing)}"
    return WeightsNotLoaded.finding(None, None, "warning", said)


@dataclass(frozen=True, slots=True)
class _Together:
    """Weights of both sides' own, to be compared."""

    setting: Setting
    weights: WeightMap
    files: Mapping[str, Filled]

    def compared(self) -> Carried:
        """Compare each pair of weights, and report those that differ, layer by layer."""
        by_layer: dict[tuple[str, type[Rule]], list[tuple[Mapped, str]]] = {}
        errors: dict[str, float] = {}
        # a weight_norm is put together again, which rounds
        folded = {path for found in self.files.values() for path, (name, _) in found.values.items() if " + " in name}
        port = self.files.get("port")
        tensors = {weight.name: weight.tensor for weight in self.setting.port.weights}
        filled = {id(tensors[path]) for path in port.values} if port is not None else None
        for entry in self.weights.mapped:
            figures = measure(entry.value(), entry.part(entry.port.tensor.detach()), dtypes=False)
            worst = figures.max_abs if figures.max_abs is not None else float("inf")
            errors[entry.port.name] = max(worst, errors.get(entry.port.name, 0.0))
            size = float(entry.port.tensor.detach().abs().max()) if worst else 0.0
            allowed = CONSTANT_FLOAT32 * size if {entry.reference.name, entry.port.name} & folded else 0.0
            differs = worst > allowed or figures.nan_mismatch or figures.inf_mismatch
            if not differs or is_counter(entry.port.name):
                continue
            loaded = filled is None or id(entry.port.tensor) in filled
            rule = WeightsDiffer if loaded and not _as_constructed(entry) else WeightsNotLoaded
            owner = owner_of(entry.port.name, self.setting.port.layers).path
            by_layer.setdefault((owner, rule), []).append((entry, self._described(entry, worst, loaded=loaded)))
        findings = [self._differs(*key, described) for key, described in by_layer.items()]
        if len(findings) > _SHOWN:
            rest = ", ".join(str(f.port_layer) for f in findings[_SHOWN : _SHOWN + 3])
            more = f"{len(findings) - _SHOWN} more layers hold other weights: {rest} ..."
            findings = [*findings[:_SHOWN], WeightsDiffer.finding(None, None, "error", more)]
        return Carried(tuple(findings), errors)

    def _described(self, entry: Mapped, worst: float, *, loaded: bool) -> str:
        name = entry.port.name
        size = f"max-abs {worst:.1e}"
        if not loaded:
            return f"{name} is not in {self.files['port'].file.path}: it is as constructed ({size})"
        if _as_constructed(entry):
            return f"{name} is {float(entry.port.tensor.flatten()[0]):g} throughout, as constructed ({size})"
        wanted, value = entry.value(), entry.part(entry.port.tensor.detach())
        if value.ndim == 2 and value.shape[0] == value.shape[1] and torch.equal(wanted.T, value):
            return f"{name} is the reference's {entry.reference.name} transposed ({size})"
        for other in self.weights.mapped:
            if other is not entry and other.value().shape == value.shape and torch.equal(other.value(), value):
                return f"{name} holds the reference's {other.reference.name}, not {entry.reference.name} ({size})"
        return f"{name} differs from the reference's {entry.reference.name} ({size})"

    def _differs(self, path: str, rule: type[Rule], described: list[tuple[Mapped, str]]) -> Finding:
        reference = owner_of(described[0][0].reference.name, self.setting.reference.layers)
        message = "; ".join(text for _, text in described)
        layer = self.setting.port.layers[path]
        return rule.finding(reference, layer, "error", message, argument=last(described[0][0].port.name))


def _as_constructed(entry: Mapped) -> bool:
    """Tell whether the port's value is what a constructor leaves: all zeros or all ones."""
    value = entry.port.tensor.detach()
    return value.numel() > 0 and bool((value == value.flatten()[0]).all()) and float(value.flatten()[0]) in {0.0, 1.0}


def _some(listed: list[str]) -> str:
    return ", ".join(listed[:4]) + (f" and {len(listed) - 4} more" if len(listed) > 4 else "")
