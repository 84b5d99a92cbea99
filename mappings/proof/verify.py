"""Execute the cases of rows on torch and on a MindSpore side, and say which hold."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from mappings.lines.calls import mindspore_line
from mappings.lines.expressions import dotted, is_program, parse, parse_program
from mappings.proof.checks import Check, Unproven
from mappings.proof.proofs import checks
from mappings.rows.model import Case, Difference, Row
from mappings.running.distributions import distribution_lines
from mappings.running.inputs import Input, parse_inputs
from mappings.running.sides import MindSporeSide, TorchSide, torchvision
from mappings.running.stages import STAGES

Outcome = Literal["passed", "failed", "skipped", "missing", "dropped"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What one case, in one spelling, gave on one MindSpore side.

    Attributes:
        family, row, case: the place (`row` and `case` are numbers from 1, `label` names the row).
        variant: "" as written, or what was derived from it (``positional``, ``dim=-1``, ``fix of ddof-default`` ...).
        side: ``ms2torch`` or ``mindspore``.
        outcome: ``missing`` says that the side lacks the names in `detail`, ``dropped`` that torch refuses the line.
        detail: why it failed, or what differed where that was expected.
    """

    family: str
    row: int
    label: str
    case: int
    variant: str
    side: str
    outcome: Outcome
    detail: str

    @property
    def place(self) -> str:
        """``nn_conv.toml:row 3:case 1``, with the variant where it is one."""
        variant = f" ({self.variant})" if self.variant else ""
        return f"{self.family}.toml:row {self.row} ({self.label}):case {self.case}{variant}"


@dataclass(frozen=True, slots=True)
class _Observed:
    """Either what differed (empty: nothing), or who raised what."""

    lines: tuple[str, ...] = ()
    torch_error: Exception | None = None
    mindspore_error: Exception | None = None


def verify_row(
    row: Row, torch_side: TorchSide, ms_side: MindSporeSide, *, derived: bool = True
) -> Iterator[CaseResult]:
    """Run every case of a row and all that follows from its statements; yield one result for each."""
    runner = Runner(row, torch_side, ms_side)
    for case in row.cases:
        if case.mindspore or is_program(case.torch) or case.expected != "equal":
            yield runner.case(case)
    yield from runner.statements()
    if derived:
        for check in checks(row):
            yield from runner.check(check)


def verify_case(row: Row, case: Case, torch_side: TorchSide, ms_side: MindSporeSide) -> CaseResult:
    """Run one case as it is written."""
    return Runner(row, torch_side, ms_side).case(case)


class Runner:
    """Run cases of one row; what torch gives for a line is worked out once."""

    def __init__(self, row: Row, torch_side: TorchSide, ms_side: MindSporeSide) -> None:
        self.row, self.torch, self.ms = row, torch_side, ms_side
        self._seen: dict[int, _Observed] = {}
        self._states: dict[tuple[object, ...], tuple[Any, Exception | None]] = {}

    def check(self, check: Check | Unproven) -> Iterator[CaseResult]:
        """Run the cases of a check and yield their results, or one where they stand for one statement."""
        if isinstance(check, Unproven):
            yield self._result(check.case, "derived", "failed", check.reason)
        elif check.mode in ("some", "possible"):
            found = self._some(check)
            yield from () if found.outcome == "dropped" else (found,)
        elif check.mode == "shown":
            yield self._shown(check)
        elif check.mode == "visible":
            yield from self._visible(check)
        else:
            for case in check.cases:
                found = self.case(case, check.label, lenient=check.mode == "maybe")
                if found.outcome != "dropped":
                    yield found

    def statements(self) -> Iterator[CaseResult]:
        """Check what a row says of its differences and distributions against what the cases have shown."""
        for case in self.row.cases:
            difference = next((d for d in self.row.differences if d.rule == case.proves), None)
            if difference is not None and case.expected != "equal" and case.number in self._seen:
                problem = self._misjudged(difference, case, self._seen[case.number])
                yield self._result(case, f"shows of {difference.rule}", "failed" if problem else "passed", problem)
        if self.row.init and self.ms.name != "mindspore":
            for case in self.row.cases:
                if case.stage == "init" and case.expected != "raises":
                    problem = "; ".join(distribution_lines(self.row, case, self.torch, self.ms))
                    yield self._result(case, "distribution", "failed" if problem else "passed", problem)

    def _misjudged(self, difference: Difference, case: Case, seen: _Observed) -> str:
        """Return what the row says of a difference that its case does not bear out; "" if nothing."""
        raised = seen.mindspore_error is not None or seen.torch_error is not None
        reshaped = any("shape (" in line or " outputs against " in line for line in seen.lines)
        loudness = "loud" if raised or reshaped else "silent"
        if difference.loudness != loudness:
            return f"{difference.rule} is {loudness}, not {difference.loudness}"
        if difference.shows == "load":
            return "" if case.compare == "shape" else f"{difference.rule} shows in {case.stage}, not load"
        shows = "construct" if raised and self._fails_to_build(case) else case.stage
        return "" if shows == difference.shows else f"{difference.rule} shows in {shows}, not {difference.shows}"

    def _fails_to_build(self, case: Case) -> bool:
        if self.row.kind not in ("layer", "loss", "container"):
            return False
        inputs = parse_inputs(case.inputs)
        for side, code in ((self.torch, case.torch), (self.ms, case.mindspore)):
            try:
                side.build(code or mindspore_line(self.row, case.torch, style="literal"), side.tensors(inputs))
            except Exception:  # noqa: BLE001  (cases run code that is meant to raise anything at all)
                return True
        return False

    def _visible(self, check: Check) -> Iterator[CaseResult]:
        first, *others = check.cases
        if self.case(first).outcome == "passed":
            yield from (self.case(case, check.label) for case in others)

    def _shown(self, check: Check) -> CaseResult:
        quiet: list[CaseResult] = []
        for case in check.cases:
            found = self.case(case, check.label, lenient=True)
            if found.outcome not in ("failed", "dropped"):
                return found
            if self.case(replace(case, expected="equal"), check.label, lenient=True).outcome == "passed":
                quiet.append(found)
        if quiet:
            return replace(quiet[0], outcome="failed", detail=f"{check.label}: it changes nothing; {quiet[0].detail}")
        return replace(self.case(check.cases[0], check.label), outcome="passed")

    def _some(self, check: Check) -> CaseResult:
        results: list[CaseResult] = []
        for case in check.cases:
            results.append(self.case(case, check.label, lenient=True))
            if results[-1].outcome not in ("failed", "dropped"):
                return results[-1]
        if check.mode == "possible" and all(result.outcome == "dropped" for result in results):
            return results[0]  # torch has no such value either
        detail = f"{check.label}: nothing differs in any case; {results[0].detail}"
        return replace(results[0], outcome="failed", detail=detail)

    def case(self, case: Case, variant: str = "", *, lenient: bool = False) -> CaseResult:
        """Run one case; with `lenient`, one that torch refuses is dropped."""
        real = self.ms.name == "mindspore"
        expected = case.oracle if real and case.oracle else case.expected
        if expected == "skip":
            return self._result(case, variant, "skipped", case.oracle_reason)
        if "torchvision" in case.torch and torchvision() is None:
            return self._result(case, variant, "skipped", "torchvision is not installed")
        if not case.mindspore:
            case = replace(case, mindspore=mindspore_line(self.row, case.torch, style="literal"))
        try:
            missing = missing_names(self.row, case, self.ms)
        except (ImportError, ValueError) as error:
            return self._result(case, variant, "failed", _one_line(error))
        if missing:
            return self._result(case, variant, "missing", ", ".join(missing))
        observed = self._observe(case)
        if not variant:
            self._seen[case.number] = observed
        if real and _lacks_kernel(observed.mindspore_error) and expected != "raises":
            return self._result(case, variant, "skipped", _one_line(observed.mindspore_error))
        if lenient and observed.torch_error is not None:
            return self._result(case, variant, "dropped", _one_line(observed.torch_error))
        return self._result(case, variant, *_judge(case, expected, observed))

    def _result(self, case: Case, variant: str, outcome: Outcome, detail: str) -> CaseResult:
        row = self.row
        return CaseResult(row.family, row.number, row.pair, case.number, variant, self.ms.name, outcome, detail)

    def _observe(self, case: Case) -> _Observed:
        inputs = parse_inputs(case.inputs)
        # Cases run code that is meant to raise anything at all; what was raised is the result.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state, torch_error = self._on_torch(case, inputs)
            if torch_error is not None and case.expected != "raises":
                return _Observed(torch_error=torch_error)
            try:
                lines = tuple(STAGES[case.stage].on_mindspore(self.row, case, inputs, self.ms, state))
            except Exception as error:  # noqa: BLE001
                return _Observed((), torch_error, error)
        return _Observed(lines, torch_error)

    def _on_torch(self, case: Case, inputs: tuple[Input, ...]) -> tuple[Any, Exception | None]:
        key = (case.torch, case.inputs, case.stage, case.steps, case.grad_scale)
        if key not in self._states:
            try:
                self._states[key] = STAGES[case.stage].on_torch(self.row, case, inputs, self.torch), None
            except Exception as error:  # noqa: BLE001
                self._states[key] = None, error
        return self._states[key]


_NO_KERNEL = re.compile(r"kernel \w+ unregistered|Unsupported op \[|bprop not defined|not supported on CPU")


def _lacks_kernel(error: Exception | None) -> bool:
    """Tell whether real MindSpore says that its CPU has no kernel for an operation, which tells nothing of the row."""
    return error is not None and _NO_KERNEL.search(str(error)) is not None


def missing_names(row: Row, case: Case, ms_side: MindSporeSide) -> list[str]:
    """Return the public names that a case needs and its MindSpore side lacks."""
    roots = {"ms": "mindspore", "init": "mindspore.common.initializer"}
    roots |= {"nn": "mindspore.nn", "ops": "mindspore.ops", "mint": "mindspore.mint"}
    used = {row.mindspore} if row.mindspore else set()
    code = case.mindspore
    for node in ast.walk(parse_program(code) if is_program(code) else parse(code)):
        head, _, rest = dotted(node).partition(".") if isinstance(node, ast.Attribute) else ("", "", "")
        if head in roots and rest:
            used.add(f"{roots[head]}.{rest}")
    whole = [name for name in used if not any(other.startswith(name + ".") for other in used)]
    return sorted(name for name in whole if not _has(ms_side, name))


def _has(ms_side: MindSporeSide, name: str) -> bool:
    try:
        ms_side.resolve(name)
    except AttributeError:
        return False
    return True


def _judge(case: Case, expected: str, seen: _Observed) -> tuple[Outcome, str]:
    said = f"`{case.torch}` against `{case.mindspore}`: "
    if expected == "raises":
        return _judge_raises(case, seen)
    if expected == "unlike" and seen.mindspore_error is not None:
        return "passed", _one_line(seen.mindspore_error)
    for side, error in (("torch", seen.torch_error), ("MindSpore", seen.mindspore_error)):
        if error is not None:
            return "failed", f"{said}{side} raised {_one_line(error)}"
    lines = "; ".join(seen.lines[:4])
    if (expected == "equal") == (not seen.lines) and "do not decide" not in lines:
        return "passed", lines
    return "failed", said + (f"expected {expected}, {lines}" if lines else f"expected {expected}, nothing differs")


def _judge_raises(case: Case, seen: _Observed) -> tuple[Outcome, str]:
    raised = {"torch": seen.torch_error, "mindspore": seen.mindspore_error}
    must = ("torch", "mindspore") if case.raises_on == "both" else (case.raises_on,)
    for side, error in raised.items():
        if (error is not None) != (side in must):
            return "failed", f"{side} " + (f"raised {_one_line(error)}" if error else "did not raise")
    error = raised["mindspore" if "mindspore" in must else "torch"]
    if case.error and case.error not in [cls.__name__ for cls in type(error).__mro__]:
        return "failed", f"raised {_one_line(error)}, expected {case.error}"
    return "passed", _one_line(error)


def _one_line(error: Exception | None) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}"
