"""From what was measured to findings: which argument, layer or line is at fault, shown by trying the correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parity.causes.counterfactual import LayerPair, counterpart, outcome_of
from parity.causes.lines import Lines
from parity.causes.standing import TREATMENTS, Standing, standing_of
from parity.causes.trials import TRIED, Trials, argument_finding, is_tried, union
from parity.code.errors import class_name, describe
from parity.code.fixes import replaced_call
from parity.code.places import place_of
from parity.forward.bench import REFUSED, Bench, Outcome
from parity.locate.localise import Located
from parity.nets.base import Layer, Subject
from parity.nets.trace import Call
from parity.pair.layers import CallPair
from parity.report.model import Finding, Severity
from parity.rules import Group, group
from parity.rules.layer_mode import LayerMode
from parity.rules.layer_output import LayerOutput
from parity.rules.layer_type import LayerType
from parity.rules.measured import Asked
from parity.rules.raises import Raises
from parity.table.arguments import differences
from parity.table.relations import short


class LayerDiagnosis:
    """Finds the causes.

    Args:
        bench (Bench): the nets.
        asked (Asked): what counts.
        outputs_same (bool): whether the nets' outputs agree.
        inspect (Callable[[Located, Severity], list[Finding]], optional): looks into the code of a layer of the user's
            own. Default: ``None``, not done.
    """

    def __init__(
        self,
        bench: Bench,
        asked: Asked,
        *,
        outputs_same: bool,
        inspect: Callable[[Located, Severity], list[Finding]] | None = None,
    ) -> None:
        self._bench = bench
        self._comparison = bench.comparison
        self._forward = bench.forward
        self._outputs_same = outputs_same
        self._inspect = inspect
        self._lines = Lines(self._comparison.port)
        self._trials = Trials(bench, asked, self._lines)

    def layer_findings(self, located: list[Located]) -> list[Finding]:
        """Return the findings about every matched leaf: arguments, type, and differences without a known cause.

        Of the framework's layers that hold others (an encoder layer) those whose arguments explain the difference.
        """
        by_pair: dict[tuple[str, str], list[Located]] = {}
        explained: list[str] = []
        findings: list[Finding] = []
        for entry in located:
            pair = entry.pair
            if pair.leaf and pair.reference is not None and pair.port is not None:
                by_pair.setdefault((pair.reference.layer.path, pair.port.layer.path), []).append(entry)
            elif pair.reference is not None and pair.port is not None:
                found = self._holding_others(pair.reference, pair.port) if _is_wrong(entry, located) else []
                explained += [f"{pair.port.layer.path}."] if found else []
                findings += found
        for (_, path), entries in by_pair.items():
            if path.startswith(tuple(explained)):
                continue
            worst = next((entry for entry in entries if entry.status == "introduced"), entries[0])
            findings += self._pair(worst)
        return self._lines.settled(findings)

    def _pair(self, located: Located) -> list[Finding]:
        reference, port = located.pair.reference, located.pair.port
        if reference is None or port is None:
            return []
        left, right = reference.layer, port.layer
        base = self._forward.reference64.calls.get(reference.key)
        shape = reference.inputs[0][1].shape if reference.inputs else ()
        groups = group(short(right.api or right.type), differences(left, right, shape))
        self._lines.add(right, union(groups))
        standing = standing_of(located, self._forward)
        findings = [] if TREATMENTS[standing].tries_everything else LayerType.other_dropout(left, right)
        explained = False
        if located.fused is not None:
            fused = [entry for entry in groups if entry.first.argument == "activation"]
            findings += [
                argument_finding(left, right, entry, "note", "the reference applies it next", self._lines)
                for entry in fused
            ]
            groups = [entry for entry in groups if entry.first.shows not in TRIED and entry not in fused]
        if base is not None and base.done and groups:
            pair = LayerPair(base, port, located.as_base or (located.compensated and left.custom))
            standing = self._as_base(pair, standing, groups)
            treatment = TREATMENTS[standing]
            if not right.construction.exact and self._bench.tried(pair).same == treatment.tries_everything:
                groups = []  # rebuilt from what could be read back, it is not the same layer: nothing can be tried
            now = self._bench.tried(pair) if pair.as_base else self._now(located)
            judged, explained = self._trials.judge(pair, now, groups, treatment)
            findings += judged
        if TREATMENTS[standing].needs_cause and not explained and base is not None:
            findings += self._inside(located, right) or [self._unexplained(located, base, port)]
        return findings

    def _holding_others(self, reference: Call, port: Call) -> list[Finding]:
        """Return what arguments of a framework's layer that holds others explain its difference; nothing else of it."""
        left, right = reference.layer, port.layer
        base = self._forward.reference64.calls.get(reference.key)
        if base is None or not base.done or any(layer.custom or layer.api is None for layer in (left, right)):
            return []
        found = group(short(right.api or ""), differences(left, right, ()))
        shown = (entry for entry in found if is_tried(entry))
        groups = [entry for entry in shown if entry.corrections]
        pair = LayerPair(base, port)
        now = self._bench.tried(pair) if groups else None
        if now is None or now.same:  # what is built anew from arguments that could be read back is another layer
            return []
        self._lines.add(right, union(groups))
        judged, explained = self._trials.judge(pair, now, groups, TREATMENTS["introduced"])
        return [finding for finding in judged if finding.severity == "error"] if explained else []

    def _as_base(self, pair: LayerPair, standing: Standing, groups: list[Group]) -> Standing:
        """Return the standing of a pair whose reference is judged by the framework's class that it is derived from."""
        if not pair.as_base:
            return standing
        corrections = union(groups) if standing == "compensated" else {}
        return "same" if self._bench.tried(pair, corrections).same else standing

    def _now(self, located: Located) -> Outcome[None]:
        assert self._forward is not None
        if located.status == "same" and self._forward.no_float64:
            return Outcome(True, 0.0, "no difference")
        if located.raised is not None:
            return Outcome(False, REFUSED, class_name(located.raised))
        if located.counts[0] != located.counts[1]:
            return Outcome(False, REFUSED, f"{located.counts[1]} outputs")
        return outcome_of(located.forced, [], self._forward)

    def _inside(self, located: Located, right: Layer) -> list[Finding]:
        """Look into a layer that the user wrote in the port: of a framework's layer no line is the user's."""
        own = right.custom or right.api is None
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
        found = (
            LayerOutput.of_another(base, here, self._with_its_weights(left, right), severity, evidence)
            or LayerMode.of(base, here, severity, evidence)
            or LayerOutput.of_other_inputs(base, here, severity, evidence)
        )
        if found is None and LayerType.other_kind(left, right):
            found = self._other_type(left, right, base, port, severity, evidence)
        return found or LayerOutput.found(left, right, severity, evidence)

    def _with_its_weights(self, left: Layer, right: Layer) -> Layer:
        """Return the layer of the reference whose weights the port's layer has; `left` where none is known."""
        if right.path in self._comparison.pairing.named:
            return self._comparison.reference.layers[right.path]
        pairs = [pair for pair in self._comparison.pairing.matched_layers() if pair[1].path == right.path]
        return pairs[0][0] if pairs else left

    def _other_type(
        self, left: Layer, right: Layer, base: Call, port: Call, severity: Severity, evidence: str
    ) -> Finding:
        fix = ""
        pair = LayerPair(base, port)
        for cls, arguments in counterpart(self._comparison.port, left):
            outcome = self._bench.tried(pair, arguments, kind=cls)
            if outcome.same:
                needed = {name: value for name, value in arguments.items() if not _is_default(cls, name, value)}
                fix = replaced_call(right.construction, cls.__name__, needed)
                evidence = f"{evidence}; {cls.__name__}: {outcome.what}"
                break
        return LayerType.found(left, right, severity, evidence, fix)


def _is_wrong(entry: Located, located: list[Located]) -> bool:
    """Tell whether a layer that holds others, or one inside it, introduces a difference for which nothing compensates.

    Args:
        entry (Located): the pair.
        located (list[Located]): all pairs.
    """
    port = entry.pair.port
    inside = f"{port.layer.path}." if port is not None else ""
    there = (other for other in located if other.pair.port is not None and other.status == "introduced")
    return any(
        other is entry or (other.pair.port is not None and other.pair.port.layer.path.startswith(inside))
        for other in there
        if not other.compensated
    )


def argument_findings(pairs: Iterable[CallPair], asked: Asked, port: Subject) -> list[Finding]:
    """Return the findings about arguments alone, for pairs that were not run."""
    findings: list[Finding] = []
    lines = Lines(port)
    for pair in pairs:
        if pair.reference is None or pair.port is None:
            continue
        left, right = pair.reference.layer, pair.port.layer
        groups = group(short(right.api or right.type), differences(left, right))
        lines.add(right, union(groups))
        for entry in groups:
            severity = asked.severity(entry.first.shows)
            if entry.first.shows == "forward" and not entry.equivalent:
                severity = "warning"
            findings.append(argument_finding(left, right, entry, severity, "", lines))
    return lines.settled(findings)


def _is_default(cls: type, name: str, value: object) -> bool:
    import inspect

    parameter = inspect.signature(cls).parameters.get(name)
    return parameter is not None and parameter.default == value
