"""Which arguments explain the difference of two layers: each correction is tried, alone and beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from mappings.rows.model import Opaque
from parity.causes.counterfactual import PROBES, SIZES, LayerPair, takes_any_size
from parity.causes.lines import Lines
from parity.causes.standing import Treatment
from parity.forward.bench import REFUSED, Bench, Outcome, Probe
from parity.nets.base import Layer
from parity.report.model import Finding, Severity, Stage as StageName
from parity.rules import Group
from parity.rules.measured import Asked

_T = TypeVar("_T")
TRIED = frozenset({"forward", "construct"})
"""What arguments that may explain a difference of outputs act on."""
_ALWAYS_REPORTED = frozenset({"padding_idx", "max_norm", "ceil_mode"})
"""Arguments that seldom show on an input at hand: where they differ it is reported in any run."""

_WINDOWS = frozenset({"ceil_mode", "pad_mode", "padding"})
"""Arguments that say where windows lie, which follows the size of the input."""

_STAGES: Mapping[str, StageName] = {
    "forward": "forward", "grad": "grad", "train": "train", "optim": "optim", "init": "init",
    "load": "weights", "construct": "static", "none": "static",
}  # fmt: skip


class Trials:
    """Tries the corrections of arguments on layers.

    Args:
        bench (Bench): the nets.
        asked (Asked): what counts.
        lines (Lines): writes the lines of the port's constructors.
    """

    def __init__(self, bench: Bench, asked: Asked, lines: Lines) -> None:
        self._bench = bench
        self._asked = asked
        self._lines = lines
        self._answers: dict[tuple[object, str], Any] = {}

    def judge(
        self, pair: LayerPair, now: Outcome[None], groups: list[Group], treatment: Treatment
    ) -> tuple[list[Finding], bool]:
        """Try each group's correction.

        Args:
            pair (LayerPair): the layers.
            now (Outcome): the port's layer as it stands, compared with the reference's.
            groups (list[Group]): the arguments that differ.
            treatment (Treatment): what the pair's standing asks for.

        Returns:
            A finding a group, and whether they explain the layer's difference.
        """
        left, right = pair.reference.layer, pair.port.layer
        # what only sets initial values or training, or is another spelling, is tried only if the layer does differ
        everything = treatment.tries_everything
        trial = [entry for entry in groups if everything or is_tried(entry)]
        fixed = self._bench.tried(pair, union(trial)) if trial else now
        weighed = [self._weighed(pair, entry, trial, now, fixed, treatment) for entry in groups]
        findings = [
            argument_finding(left, right, entry, severity, evidence, self._lines)
            for entry, (severity, evidence) in zip(groups, weighed, strict=True)
        ]
        both = zip(groups, findings, strict=True)
        shown = any(finding.severity == "error" for entry, finding in both if entry in trial)
        if now.same and not treatment.only_notes and all(finding.severity != "error" for finding in findings):
            findings = self._elsewhere_by_size(pair, groups, trial, findings, right)
        findings = self._with_one_line(right, groups, self._without_refused(pair, groups, findings))
        beyond = bool(trial) and not any(entry.corrections for entry in trial)  # no argument of the port's does it
        return findings, shown and (fixed.same or beyond)

    def _weighed(
        self,
        pair: LayerPair,
        entry: Group,
        trial: list[Group],
        now: Outcome[None],
        fixed: Outcome[None],
        treatment: Treatment,
    ) -> tuple[Severity, str]:
        """Return how much a group counts, and the measurement that says so if it is one of those that are tried."""
        if entry not in trial:
            return self._elsewhere(entry), ""
        others = [other for other in trial if other is not entry]
        without = self._bench.tried(pair, union(others)) if others else now
        return self._weigh(pair, entry, trial, (now, without, fixed), treatment)

    def _without_refused(self, pair: LayerPair, groups: list[Group], findings: list[Finding]) -> list[Finding]:
        """Take the line to write from findings whose correction nothing has tried and the layer does not take."""
        return [
            replace(finding, fix="") if finding.fix and not finding.evidence and self._refused(pair, entry) else finding
            for entry, finding in zip(groups, findings, strict=True)
        ]

    def _with_one_line(self, right: Layer, groups: list[Group], findings: list[Finding]) -> list[Finding]:
        """Give all errors of one layer the same line to write, with everything that is wrong in it."""
        both = list(zip(groups, findings, strict=True))
        wrong = [entry for entry, finding in both if finding.severity == "error"]
        if len(wrong) < 2:
            return findings
        return [
            replace(finding, fix=self._lines.write(right, finding.argument or "", entry.corrections, union(wrong)))
            if finding.severity == "error"
            else finding
            for entry, finding in both
        ]

    def _weigh(
        self,
        pair: LayerPair,
        entry: Group,
        groups: list[Group],
        tried: tuple[Outcome[None], Outcome[None], Outcome[None]],
        treatment: Treatment,
    ) -> tuple[Severity, str]:
        """Return how much a group counts, and the measurement that says so."""
        now, without, fixed = tried
        if treatment.only_notes:
            return "note", "the layers around it compensate for the difference: its output is the reference's"
        others = [other for other in groups if other is not entry]
        if not entry.corrections:
            alone = not without.same and not any(other.corrections for other in others)
            return ("error", f"output differs by {without.what}") if alone else (self._elsewhere(entry), "")
        effect = f"{_written(entry.corrections)}: {without.what} -> {fixed.what}"
        if now.same and not without.same:  # it is wrong only beside another correction
            return self._elsewhere(entry), ""
        if not without.same and (fixed.same or fixed.error < without.error):
            return "error", effect
        if not without.same:
            return self._elsewhere(entry), f"{effect}: no remedy alone"
        if entry.equivalent:
            return "note", ""
        for probe in PROBES:
            if self._bench.tried(pair, {}, probe).same:
                continue  # as it stands it is the reference's
            before = self._bench.tried(pair, union(others), probe)
            after = self._bench.tried(pair, union(groups), probe)
            if after.same and not before.same:
                evidence = f"{_written(entry.corrections)}: {before.what} -> {after.what} on {probe.name}"
                return ("error" if entry.first.shows == "forward" else self._elsewhere(entry)), evidence
        return self._elsewhere(entry), ""

    def _elsewhere_by_size(
        self, pair: LayerPair, groups: list[Group], trial: list[Group], findings: list[Finding], right: Layer
    ) -> list[Finding]:
        """Warn of windows that pad alike at the size at hand and not at others: one finding, with a fix that holds."""
        windows = [entry for entry in groups if {x.argument for x in entry.differences} & _WINDOWS]
        if not windows or not takes_any_size(right.api, right.construction.arguments):
            return findings
        trial = trial or windows  # spelled otherwise and equal here, as 'same' for 'valid' is on even sizes
        corrections, tried = union(trial), self._bench.tried
        unequal = self._known(pair, "unequal", lambda: self._unequal_sizes(pair))
        if not unequal:
            known = self._known(
                pair, "known", lambda: all(pair.changed_by(size) and tried(pair, {}, size).same for size in SIZES)
            )
            return [
                replace(finding, severity="note", evidence="equal at every size that was tried")
                if known and entry in windows and finding.severity == "warning"
                else finding
                for entry, finding in zip(groups, findings, strict=True)
            ]
        main = max(trial, key=lambda entry: len(entry.corrections) and entry.first.reference_value is True)
        text = f"equal at {pair.size()}, not at {' and '.join(pair.size(size) for size in unequal)}"
        holds = all(tried(pair, corrections, size).same for size in unequal)
        return [
            replace(
                finding,
                severity="warning",
                evidence=text,
                fix=self._lines.write(right, finding.argument or "", corrections) if holds else "",
            )
            if entry is main
            else finding
            for entry, finding in zip(groups, findings, strict=True)
        ]

    def _unequal_sizes(self, pair: LayerPair) -> list[Probe]:
        """Return the sizes at which the layers are not the same, of those that the reference takes."""
        return [size for size in SIZES if pair.takes(self._bench, size) and not self._bench.tried(pair, {}, size).same]

    def _refused(self, pair: LayerPair, entry: Group) -> bool:
        """Tell whether the layer cannot be built, or does not run, with a correction that nothing else has tried."""
        changes = union([entry])
        return self._known(pair, f"refused {changes!r}", lambda: self._bench.tried(pair, changes).error == REFUSED)

    def _known(self, pair: LayerPair, question: str, answer: Callable[[], _T]) -> _T:
        """Return an answer that holds for all layers built alike and given inputs of one shape, found out once."""
        alike = pair.alike
        if alike is None:
            return answer()
        if (alike, question) not in self._answers:
            self._answers[alike, question] = answer()
        found: _T = self._answers[alike, question]
        return found

    def _elsewhere(self, entry: Group) -> Severity:
        if entry.equivalent:
            return "note"
        severity = self._asked.severity(entry.first.shows)
        names = {entry.first.argument, entry.first.reference_argument}
        return "warning" if severity == "note" and names & _ALWAYS_REPORTED else severity


def is_tried(entry: Group) -> bool:
    """Tell whether a group may explain a difference of outputs: it acts in a forward and is no other spelling."""
    return entry.first.shows in TRIED and not entry.equivalent


def argument_finding(
    left: Layer, right: Layer, entry: Group, severity: Severity, evidence: str, lines: Lines
) -> Finding:
    """Return the finding about a group of arguments, with the line to write where it is more than a note."""
    first = entry.first
    wrong = severity != "note" and bool(entry.corrections)
    argument = entry.rule.named(entry)
    wanted, value = entry.rule.values(entry)
    if argument != first.argument:
        value = right.construction.arguments.get(argument)
    return entry.rule.finding(
        left,
        right,
        severity,
        entry.rule.message(entry),
        stage=_STAGES.get(first.shows, "static"),
        argument=argument,
        values=(wanted, value),
        evidence=evidence,
        fix=lines.write(right, argument, entry.corrections) if wrong else "",
    )


def union(groups: list[Group]) -> dict[str, object]:
    """Return all corrections together; a value that cannot be passed (the table only knows its text) is left out."""
    merged = {name: value for entry in groups for name, value in entry.corrections.items()}
    return {name: value for name, value in merged.items() if not isinstance(value, Opaque)}


def _written(corrections: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in corrections.items())
