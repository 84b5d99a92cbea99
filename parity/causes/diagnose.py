"""From what was measured to findings: which argument, layer or line is at fault, shown by trying the correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from mappings.model import Opaque
from parity.causes.counterfactual import PROBES, SIZES, Bench, Outcome, counterpart, outcome_of
from parity.code.errors import describe
from parity.code.fixes import corrected_line, replaced_call
from parity.code.places import place_of
from parity.forward.results import Forward, Stage
from parity.locate.localise import Located
from parity.nets.base import Layer
from parity.nets.trace import Call
from parity.pair.layers import CallPair
from parity.report.model import Finding, Severity, Stage as StageName
from parity.rules import Group, group
from parity.rules.layer_mode import LayerMode
from parity.rules.layer_output import LayerOutput
from parity.rules.layer_type import LayerType
from parity.rules.measured import Asked
from parity.rules.raises import Raises
from parity.table.arguments import differences
from parity.table.relations import same_kind, short

_TRIED = frozenset({"forward", "construct"})
_ALWAYS_SAID = frozenset({"padding_idx", "max_norm", "ceil_mode"})
"""Arguments that seldom show on an input at hand: where they differ it is said in any run."""

_STAGES: Mapping[str, StageName] = {
    "forward": "forward", "grad": "grad", "train": "train", "optim": "optim", "init": "init",
    "load": "weights", "construct": "static", "none": "static",
}  # fmt: skip


class Doctor:
    """Finds the causes.

    Args:
        stage (Stage): the comparison.
        forward (Forward): what the forward stage measured.
        asked (Asked): what counts.
        outputs_same (bool): whether the nets' outputs agree.
        inspect (Callable[[Located, Severity], list[Finding]], optional): looks into the code of a layer of the user's
            own. Default: ``None``, not done.
    """

    def __init__(
        self,
        stage: Stage,
        forward: Forward,
        asked: Asked,
        *,
        outputs_same: bool,
        inspect: Callable[[Located, Severity], list[Finding]] | None = None,
    ) -> None:
        self._stage = stage
        self._forward = forward
        self._asked = asked
        self._outputs_same = outputs_same
        self._inspect = inspect

    def layer_findings(self, located: list[Located]) -> list[Finding]:
        """Return the findings about every matched leaf: arguments, type, and differences without a known cause."""
        by_pair: dict[tuple[str, str], list[Located]] = {}
        for entry in located:
            pair = entry.pair
            if pair.leaf and pair.reference is not None and pair.port is not None:
                by_pair.setdefault((pair.reference.layer.path, pair.port.layer.path), []).append(entry)
        findings: list[Finding] = []
        for entries in by_pair.values():
            worst = next((entry for entry in entries if entry.status == "introduced"), entries[0])
            findings += self._pair(worst)
        return findings

    def _pair(self, located: Located) -> list[Finding]:
        reference, port = located.pair.reference, located.pair.port
        if reference is None or port is None:
            return []
        left, right = reference.layer, port.layer
        base = self._forward.reference64.calls.get(reference.key)
        groups = group(short(right.api or right.type), differences(left, right))
        introduced = located.status == "introduced"
        compensated = located.status == "same" and located.inputs_agree is False
        findings = [] if introduced else _other_dropout(left, right)
        explained = not introduced
        if located.fused is not None:
            fused = [entry for entry in groups if entry.first.argument == "activation"]
            findings += [_argument(left, right, entry, "note", "the reference applies it next") for entry in fused]
            groups = [entry for entry in groups if entry.first.shows not in _TRIED and entry not in fused]
        if base is not None and base.done and groups:
            bench = Bench(self._stage, self._forward, base, port)
            if not right.construction.exact and bench.tried({}).same == introduced:
                groups = []  # rebuilt from what could be read back, it is not the same layer: nothing can be tried
            judged, explained = self._judge(bench, located, groups, left, right, compensated=compensated)
            findings += judged
        if introduced and not explained and base is not None:
            findings += self._inside(located, left, right) or [self._unexplained(located, base, port)]
        return findings

    def _judge(
        self, bench: Bench, located: Located, groups: list[Group], left: Layer, right: Layer, *, compensated: bool
    ) -> tuple[list[Finding], bool]:
        """Try each group's correction; return the findings and whether they explain the layer's difference."""
        now = self._now(located)
        # what only sets initial values or training, or is another spelling, is tried only if the layer does differ
        introduced = located.status == "introduced"
        trial = [e for e in groups if introduced or (e.first.shows in _TRIED and not e.equivalent)]
        fixed = bench.tried(_union(trial)) if trial else now
        findings: list[Finding] = []
        shown = False
        for entry in groups:
            severity, evidence = self._elsewhere(entry), ""
            if entry in trial:
                others = [other for other in trial if other is not entry]
                without = bench.tried(_union(others)) if others else now
                severity, evidence = self._weigh(bench, entry, trial, (without, fixed), compensated=compensated)
            shown = shown or (severity == "error" and entry in trial)
            findings.append(_argument(left, right, entry, severity, evidence))
        wrong = [entry for entry, finding in zip(groups, findings, strict=True) if finding.severity == "error"]
        if len(wrong) > 1:  # one line to write, with everything that is wrong in it
            line = corrected_line(right.construction, _union(wrong))
            findings = [replace(f, fix=line) if f.severity == "error" else f for f in findings]
        return findings, located.status != "introduced" or (fixed.same and shown)

    def _now(self, located: Located) -> Outcome:
        if located.raised is not None:
            return Outcome(False, float("inf"), type(located.raised).__name__)
        if located.counts[0] != located.counts[1]:
            return Outcome(False, float("inf"), f"{located.counts[1]} outputs")
        return outcome_of(located.forced, [], self._forward)

    def _weigh(
        self, bench: Bench, entry: Group, groups: list[Group], tried: tuple[Outcome, Outcome], *, compensated: bool
    ) -> tuple[Severity, str]:
        """Return how much a group counts, and the measurement that says so."""
        without, fixed = tried
        if compensated:
            return "note", "the layers around it make up for the difference: its output is the reference's"
        others = [other for other in groups if other is not entry]
        if not entry.corrections:
            alone = not without.same and not any(other.corrections for other in others)
            return ("error", f"output differs by {without.what}") if alone else (self._elsewhere(entry), "")
        effect = f"{_written(entry.corrections)}: {without.what} -> {fixed.what}"
        if not without.same and (fixed.same or fixed.error < without.error):
            return "error", effect
        if not without.same:
            return self._elsewhere(entry), f"{effect}: no remedy alone"
        if entry.equivalent:
            return "note", ""
        for probe in PROBES:
            before = bench.tried(_union(others), probe)
            after = bench.tried(_union(groups), probe)
            if after.same and not before.same:
                evidence = f"{_written(entry.corrections)}: {before.what} -> {after.what} on {probe.name}"
                return ("error" if entry.first.shows == "forward" else self._elsewhere(entry)), evidence
        for probe in SIZES if entry.first.shows == "forward" else ():
            before, after = bench.tried(_union(others), probe), bench.tried(_union(groups), probe)
            if after.same and not before.same:
                return "warning", f"{_written(entry.corrections)}: {before.what} -> {after.what} on {probe.name}"
        return self._elsewhere(entry), ""

    def _elsewhere(self, entry: Group) -> Severity:
        if entry.equivalent:
            return "note"
        severity = self._asked.severity(entry.first.shows)
        names = {entry.first.argument, entry.first.reference_argument}
        return "warning" if severity == "note" and names & _ALWAYS_SAID else severity

    def _inside(self, located: Located, left: Layer, right: Layer) -> list[Finding]:
        """Look into layers that the user wrote on both sides: a framework's layer has no code to compare with."""
        own = all(layer.custom or layer.api is None for layer in (left, right))
        if self._inspect is None or located.raised is not None or not own:
            return []
        return self._inspect(located, "note" if self._outputs_same else "error")

    def _unexplained(self, located: Located, base: Call, port: Call) -> Finding:
        left, right = base.layer, port.layer
        severity: Severity = "note" if self._outputs_same else "error"
        if located.raised is not None:
            message = f"the port's layer raises on the reference's own input: {describe(located.raised)}"
            places = (left.built_at, place_of(located.raised) or right.built_at)
            return Raises.finding(left, right, severity, message, places=places)
        evidence = f"output differs by {self._now(located).what} on equal input"
        here = self._forward.port_calls.get(port.key, port)
        other = self._stands_for(left, right)
        if other is not None:
            return LayerOutput.of_another(base, here, other, severity, evidence)
        if base.training != here.training:
            return LayerMode.found(left, right, (base.training, here.training), severity, evidence)
        if len(base.held_inputs) != len(here.inputs):
            return LayerOutput.of_other_inputs(base, here, severity, evidence)
        if not left.custom and not right.custom and not same_kind(left.api, right.api):
            return self._other_type(left, right, base, port, severity, evidence)
        return LayerOutput.found(left, right, severity, evidence)

    def _stands_for(self, left: Layer, right: Layer) -> Layer | None:
        """Return the layer of the reference whose weights the port's layer has, if that is not `left`."""
        pairs = [pair for pair in self._stage.pairing.matched_layers() if pair[1].path == right.path]
        first = pairs[0][0] if pairs else left
        return first if first.path != left.path else None

    def _other_type(
        self, left: Layer, right: Layer, base: Call, port: Call, severity: Severity, evidence: str
    ) -> Finding:
        fix = ""
        bench = Bench(self._stage, self._forward, base, port)
        for cls, arguments in counterpart(self._stage.port, left):
            outcome = bench.tried_other(cls, arguments)
            if outcome.same:
                needed = {name: value for name, value in arguments.items() if not _is_default(cls, name, value)}
                fix = replaced_call(right.construction, cls.__name__, needed)
                evidence = f"{evidence}; {cls.__name__}: {outcome.what}"
                break
        return LayerType.found(left, right, severity, evidence, fix)


def _other_dropout(left: Layer, right: Layer) -> list[Finding]:
    """Report layers that drop otherwise in train mode, such as elements and whole channels."""
    kinds = short(left.api or ""), short(right.api or "")
    if left.custom or right.custom or not all("Dropout" in kind for kind in kinds) or same_kind(left.api, right.api):
        return []
    message = f"{kinds[1]} does not drop what {kinds[0]} drops"
    values = (left.type, right.type)
    return [LayerType.finding(left, right, "warning", message, stage="train", argument="type", values=values)]


def argument_findings(pairs: Iterable[CallPair], asked: Asked) -> list[Finding]:
    """Return the findings about arguments alone, for pairs that were not run."""
    findings: list[Finding] = []
    for pair in pairs:
        if pair.reference is None or pair.port is None:
            continue
        left, right = pair.reference.layer, pair.port.layer
        for entry in group(short(right.api or right.type), differences(left, right)):
            severity = asked.severity(entry.first.shows)
            if entry.first.shows == "forward" and not entry.equivalent:
                severity = "warning"
            findings.append(_argument(left, right, entry, severity, ""))
    return findings


def _argument(left: Layer, right: Layer, entry: Group, severity: Severity, evidence: str) -> Finding:
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
        fix=corrected_line(right.construction, entry.corrections) if wrong else "",
    )


def _is_default(cls: type, name: str, value: object) -> bool:
    import inspect

    parameter = inspect.signature(cls).parameters.get(name)
    return parameter is not None and parameter.default == value


def _union(groups: list[Group]) -> dict[str, object]:
    """Return all corrections together; a value that cannot be passed (the table only knows its text) is left out."""
    merged = {name: value for entry in groups for name, value in entry.corrections.items()}
    return {name: value for name, value in merged.items() if not isinstance(value, Opaque)}


def _written(corrections: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in corrections.items())
