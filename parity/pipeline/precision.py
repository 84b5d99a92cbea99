"""The precision map: the type that each operation computes in on both sides, and what follows where they differ."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch

from parity.code.places import Location, shown_path
from parity.edits.casts import casts
from parity.edits.measure import Measure
from parity.edits.scene import Pool
from parity.edits.search import Mend, Search
from parity.edits.site import sites_of
from parity.forward.results import DTYPES
from parity.nets.trace import Call
from parity.pipeline.job import Job
from parity.pipeline.mending.knowledge import codes_run
from parity.precision.consequence import Consequence, gradient_norm, measure
from parity.precision.steps import Apart, Steps, apart, by_value, in_order, run_in
from parity.report.model import Finding, OperationTypes, Severity
from parity.rules.compute_type import ComputeType
from parity.rules.outputs import Outputs
from parity.rules.precision import Precision

_LARGEST = 1 << 28
"""Bytes of the reference's activations above which operations are not recorded: every value is kept."""

_TRIES = 400
_SAID = 8


def types_compared(job: Job) -> Job:
    """Return a comparison with what is said of the types that operations compute in.

    Args:
        job (Job): a comparison; nothing is said where it found the nets different in more than types.
    """
    spec, passed = job.setting.spec, job.passed
    asked = ("float16", "bfloat16") if spec.precision else (spec.dtype,) if spec.dtype != "float32" else ()
    if passed is None or not asked or any(side.is_recorded for side in job.setting.sides):
        return job
    if any(f.severity == "error" and not _is_of_types(f) for f in job.findings):
        return job
    if passed.forward.memory.activations > _LARGEST or passed.forward.no_float64:
        return job
    found: list[Finding] = []
    rows: list[OperationTypes] = []
    for dtype in asked:
        job.setting.progress(f"types of operations in {dtype}", 0.95)
        types = _Types.of(job, dtype)
        if types is not None:
            found += [entry for entry in types.findings() if not any(_is_alike(entry, other) for other in found)]
            rows += types.rows()
    kept = [f for f in job.findings if not (found and _is_of_types(f))]  # what is returned follows from the cause
    return replace(job, findings=(*kept, *found), types=tuple(rows))


def _is_of_types(finding: Finding) -> bool:
    """Tell whether a finding says that the nets return other types, or lose more precision."""
    return finding.rule == Precision.code or (finding.rule == Outputs.code and finding.argument == "dtype")


def _is_alike(one: Finding, other: Finding) -> bool:
    return (one.location, one.reference_location) == (other.location, other.reference_location)


@dataclass(slots=True)
class _Types:
    """Both nets in one low precision.

    Attributes:
        exact: steps of the reference and of the port in float64.
        low: the same in the low precision.
        pairs: the reference's step of each step of the port, both in the low precision.
    """

    job: Job
    dtype: str
    call: Call
    exact: tuple[Steps, Steps]
    low: tuple[Steps, Steps]
    pairs: dict[int, int]
    inputs: list[torch.Tensor] = field(default_factory=list)

    @classmethod
    def of(cls, job: Job, dtype: str) -> _Types | None:
        """Run both nets; None where one does not run so."""
        forward = job.forward
        assert forward is not None
        call, mine = forward.reference64.calls.get(("", 0)), forward.port_calls.get(("", 0))
        if call is None or mine is None:
            return None
        inputs = [tensor for _, tensor in call.held_inputs]
        calls = (call, mine)
        runs: list[tuple[Steps, Steps]] = []
        for kind in (torch.float64, DTYPES[dtype]):
            sides = zip(job.setting.sides, calls, strict=True)
            made = [run_in(side, of, inputs, kind, job.setting.spec.seed) for side, of in sides]
            if made[0] is None or made[1] is None:
                return None
            runs.append((made[0], made[1]))
        exact, low = runs
        theirs, ours = in_order(exact[0], low[0]), in_order(exact[1], low[1])
        pairs = {
            ours[mine]: theirs[other] for mine, other in by_value(*exact).items() if mine in ours and other in theirs
        }
        return cls(job, dtype, mine, exact, low, pairs, inputs)

    def findings(self) -> list[Finding]:
        """Report where the types part, with what follows and what to write."""
        differing = [entry for entry in apart(*self.low, self.pairs) if entry.root]
        if not differing:
            return []
        consequence = self._consequence()
        wrong = consequence.is_error(self.job.setting.spec.thresholds.noise)
        severity: Severity = "error" if wrong else "warning"
        mend = self._mend(differing)
        found: dict[tuple[str | None, str | None], Finding] = {}
        for entry in differing[:_SAID]:
            places = _shown(entry.reference.place), _shown(entry.port.place)
            names = entry.reference.name, entry.port.name
            types = _name(entry.reference.dtype), _name(entry.port.dtype)
            evidence = f"{self.dtype}: {consequence}"
            fix = ""
            if mend is not None:
                file, part = mend.written[0]
                places = places[0], f"{shown_path(file)}:{part.line}"
                fix = part.text
                evidence += "; written so, every operation computes in the reference's type"
            found.setdefault(places, ComputeType.of(names, types, severity, (evidence, fix), places))
        return list(found.values())

    def rows(self) -> list[OperationTypes]:
        """Return the operations that do not compute in the run's precision on both sides, in order."""
        found: dict[tuple[object, ...], OperationTypes] = {}
        for mine, other in sorted(self.pairs.items()):
            step, theirs = self.low[1].steps[mine], self.low[0].steps[other]
            types = _name(theirs.dtype), _name(step.dtype)
            if types == (self.dtype, self.dtype):
                continue
            row = OperationTypes(self.dtype, step.name, *types, _shown(step.place), _shown(theirs.place))
            found.setdefault((row.operation, row.location, types), row)
        return list(found.values())

    def _consequence(self) -> Consequence:
        sides, kind = self.job.setting.sides, DTYPES[self.dtype]
        norms = [gradient_norm(side, self.call, self.inputs, kind) for side in sides]
        ours, theirs = norms
        gradient = abs(ours - theirs) / ours if ours and theirs is not None else None
        return measure(*self.low, self.exact[0], self.pairs, gradient)

    def _mend(self, differing: Sequence[Apart]) -> Mend | None:
        """Search the casts with which every operation computes in the reference's type."""
        port, seed = self.job.setting.port, self.job.setting.spec.seed
        kind = DTYPES[self.dtype]
        sites = sites_of(codes_run(port, lambda: run_in(port, self.call, self.inputs, kind, seed)))
        lines: dict[str, set[int]] = {}
        for entry in differing:
            if entry.port.place is not None:
                lines.setdefault(entry.port.place.file, set()).add(entry.port.place.line)
        for strict in (True, False):
            judge = _TypeJudge(self, strict)
            search = Search(judge, Pool(), port.tensor_of, _unknown, lines, _TRIES, generators=(casts,))
            mends = [mend for mend in search.run(sites, steps=1).mends if len(mend.written) == 1]
            if mends:
                return min(mends, key=lambda mend: _distance(mend, lines))
        return None


@dataclass(slots=True)
class _TypeJudge:
    """Runs the port in the low precision and compares the types of its operations with the reference's.

    Args:
        types (_Types): both nets as they stand.
        strict (bool): compare the types of what operations read too, not of what they compute in alone.
    """

    types: _Types
    strict: bool

    def measured(self, *, built: bool) -> Measure:
        """Run the port and count the operations whose type is the reference's."""
        del built
        types = self.types
        kind, seed = DTYPES[types.dtype], types.job.setting.spec.seed
        steps = run_in(types.job.setting.port, types.call, types.inputs, kind, seed)
        if steps is None:
            return Measure(False)
        now = in_order(types.low[1], steps)
        wanted = {now.get(mine): other for mine, other in types.pairs.items()}
        agree = [n for n, other in wanted.items() if n is not None and self._is_alike(steps, n, other)]
        outputs = zip(types.low[0].outputs(), steps.outputs(), strict=False)
        same = len(agree) == len(types.pairs) and all(a.dtype == b.dtype for a, b in outputs)
        return Measure(same, len(agree), 0.0 if same else 1.0)

    def _is_alike(self, steps: Steps, mine: int, other: int) -> bool:
        step, theirs = steps.steps[mine], self.types.low[0].steps[other]
        read = step.name != theirs.name or sorted(map(str, step.reads)) == sorted(map(str, theirs.reads))
        return step.dtype == theirs.dtype and (read or not self.strict)

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Return None: no number is solved for."""
        del built
        return None


def _distance(mend: Mend, lines: Mapping[str, set[int]]) -> int:
    """Return how many lines lie between what is written and the next operation of another type."""
    file, part = mend.written[0]
    return min((abs(part.line - line) for line in lines.get(file, ())), default=sys.maxsize)


def _unknown(value: object) -> bool:
    del value
    return False


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _shown(place: Location | None) -> str | None:
    return str(place) if place is not None else None
