"""The JSON of `ms2torch train-compare`: what was compared, at which commit, with which error rate; what was found."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare
from parity.code.places import Location
from parity.curves.chaos import Chaos
from parity.curves.divergence import Divergence
from parity.report.files import write_atomic
from parity.report.json import encoded

SCHEMA_VERSION = 1
Plain = bool | int | float | str | None
_PACKAGES = ("ms2torch", "torch", "numpy", "mindspore")


@dataclass(frozen=True, slots=True)
class DivergenceDocument:
    """A stage that differs, or from logs alone a hypothesis that one does.

    Args:
        stage (str): which: data, forward, loss, gradients, loss scale, accumulation, clipping, schedule, optimizer or
            statistics.
        step (int): number of the first update for which it differs, from 1.
        cause (str): the kind of mistake, such as ``weight-decay-mask``.
        message (str): what differs, in a line.
        evidence (str): what was measured, or "".
        place (str | None): the port's line as ``file:line``, where it is known.
        reference_place (str | None): the reference's.
        argument (str): the argument that differs, or "".
        values (tuple[Plain, ...]): of the reference and of the port; empty where there are none.
        weights (tuple[str, ...]): the port's weights that it concerns.
        write (str): the line to write, or "".
        proved (bool): whether the port was executed with this line and agrees in this stage.
        experiment (str): of a hypothesis, what decides it, or "".
    """

    stage: str
    step: int
    cause: str
    message: str
    evidence: str
    place: str | None
    reference_place: str | None
    argument: str
    values: tuple[Plain, ...]
    weights: tuple[str, ...]
    write: str
    proved: bool
    experiment: str


@dataclass(frozen=True, slots=True)
class ChaosDocument:
    """Whether the port stays in the band in which the reference parts from itself by rounding.

    Args:
        runs (int): how often the reference was run again.
        within (bool): whether the port stays in the band.
        left_at (int): number of the first update after which it does not; 0 for none.
        port_parts_at (int): number of the first update after which the port has visibly parted; 0 for none.
        reference_parts_at (tuple[int, ...]): the earliest and the latest at which the reference parts from itself.
        growth (float): the factor by which rounding grows in an update.
        distance (float): the port's greatest distance, as a share of the way that the weights have gone.
        error_rate (float): how often a right port is said to leave the band.
    """

    runs: int
    within: bool
    left_at: int
    port_parts_at: int
    reference_parts_at: tuple[int, ...]
    growth: float
    distance: float
    error_rate: float


@dataclass(frozen=True, slots=True)
class TrainingDocument:
    """What `ms2torch train-compare --json` writes.

    Args:
        schema_version (int): raised when a field is renamed or removed, or means something else.
        kind (str): ``trainings`` that were run, ``logs`` or ``folders``.
        verdict (str): ``same`` or ``different``.
        asked (Mapping[str, Plain]): the two sides and the options; `--again` asks the same.
        updates (int): how many were looked at.
        weights (int): how many were paired.
        unmatched (Mapping[str, tuple[str, ...]]): weights without a counterpart, by side.
        parts_at (int): number of the first update whose loss differs where the port is left alone; 0 for none.
        losses (Mapping[str, tuple[float, ...]]): by side and update.
        divergences (tuple[DivergenceDocument, ...]): the first one first.
        chaos (ChaosDocument | None): where it was asked for.
        seconds (Mapping[str, float]): how long the trainings took.
        versions (Mapping[str, str]): of packages.
        commits (Mapping[str, str]): of the folders that the sides lie in; with a ``+`` where files have changed since.
    """

    schema_version: int
    kind: str
    verdict: str
    asked: Mapping[str, Plain]
    updates: int
    weights: int
    unmatched: Mapping[str, tuple[str, ...]]
    parts_at: int
    losses: Mapping[str, tuple[float, ...]]
    divergences: tuple[DivergenceDocument, ...]
    chaos: ChaosDocument | None
    seconds: Mapping[str, float] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    commits: Mapping[str, str] = field(default_factory=dict)


def divergence_document(one: Divergence) -> DivergenceDocument:
    """Return a stage that differs as JSON holds it."""
    return DivergenceDocument(
        one.stage, one.step, one.cause, one.message, one.evidence, _place(one.place), _place(one.reference),
        one.argument, tuple(map(_plain, one.values or ())), one.weights, one.write, one.proved, one.experiment,
    )  # fmt: skip


def chaos_document(one: Chaos | None) -> ChaosDocument | None:
    """Return what the band says as JSON holds it."""
    if one is None:
        return None
    return ChaosDocument(
        one.runs, one.within, one.left, one.port_parts, one.reference_parts, one.growth, one.distance, one.error_rate
    )


def _place(one: Location | None) -> str | None:
    return str(one) if one is not None else None


def _plain(value: object) -> Plain:
    return value if isinstance(value, (bool, int, float, str, type(None))) else str(value)


def versions() -> dict[str, str]:
    """Return the versions of what has a part in a comparison."""
    found = {name: known for name in _PACKAGES if (known := _version(name))}
    return {**found, "python": platform.python_version()}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def commits(sides: Mapping[str, str]) -> dict[str, str]:
    """Return the commits of the folders that the sides lie in, by side; a side in no repository is left out."""
    return {side: found for side, target in sides.items() if (found := _commit(target))}


def _commit(target: str) -> str:
    path = Path(target if Path(target).exists() else f"{target.partition('.py')[0]}.py").resolve()
    folder = path if path.is_dir() else path.parent
    head = _git(folder, "rev-parse", "HEAD") if folder.is_dir() else ""
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "--", ".") if head else ""
    return f"{head}{'+' if changed else ''}" if head else ""


def _git(folder: Path, *words: str) -> str:
    try:
        command = ["git", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=20)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def to_json(document: TrainingDocument) -> str:
    """Return a document as JSON text, ending in a newline; numbers that JSON lacks are strings."""
    return json.dumps(encoded(document, "document"), indent=1, ensure_ascii=False) + "\n"


def write(document: TrainingDocument, path: Path) -> None:
    """Write the JSON, whole or not at all."""
    write_atomic(path, to_json(document))


def read_asked(path: Path, names: Sequence[str]) -> Mapping[str, Any]:
    """Return what a report was asked, to ask it again.

    Args:
        path (Path): the report.
        names (Sequence[str]): what may be asked.

    Raises:
        CannotCompare: if it is no such report.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotCompare(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CannotCompare(f"{path} is no JSON: {error}") from error
    asked = data.get("asked") if isinstance(data, dict) else None
    if not isinstance(asked, dict) or not {"reference", "port"} <= set(asked) <= set(names):
        raise CannotCompare(f"{path} is no report of `ms2torch train-compare`")
    if data.get("schema_version") != SCHEMA_VERSION:
        found = data.get("schema_version")
        raise CannotCompare(f"{path} has schema_version {found}; this version reads {SCHEMA_VERSION}")
    return asked
