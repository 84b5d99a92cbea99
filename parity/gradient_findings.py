"""What the gradients say beyond the outputs."""

from __future__ import annotations

from collections.abc import Iterable

from parity.diagnose import body_place
from parity.forward import Forward, Stage
from parity.gradients import GradientPair, Gradients, blame
from parity.report.model import Finding, GradientResult, Status
from parity.rules.gradient import Gradient
from parity.subjects.base import Layer
from parity.weights import WeightMap

_SHOWN = 3


def gradient_results(gradients: Gradients, forward: Forward, *, outputs_same: bool) -> tuple[GradientResult, ...]:
    """Return the report's form of the gradients."""
    wrong: Status = "introduced" if outputs_same else "amplified"
    return tuple(
        GradientResult(
            kind="input" if pair.kind == "input" else "parameter",
            reference=pair.reference,
            port=pair.port,
            status="same" if pair.same else wrong,
            errors=forward.errors(pair.tensor),
            zero=pair.zero,
        )
        for pair in gradients.pairs
    )


def gradient_findings(
    gradients: Gradients, stage: Stage, forward: Forward, weights: WeightMap, explained: Iterable[str]
) -> list[Finding]:
    """Report gradients that differ although the outputs agree, at the layer that differs alone or else in the body.

    Args:
        gradients (Gradients): what was measured.
        stage (Stage): the comparison.
        forward (Forward): its forward stage.
        weights (WeightMap): which weight is which.
        explained (Iterable[str]): paths of port layers that have an error finding.
    """
    wrong = [pair for pair in gradients.pairs if not pair.same]
    if not wrong:
        return []
    known = set(explained)
    partner = {pair.reference.key: pair.port for pair in stage.pairing.pairs if pair.reference and pair.port}
    blamed = blame(stage, forward, weights)
    findings: list[Finding] = []
    for key, outcome in blamed.items():
        left, right = forward.reference64.calls[key].layer, partner[key].layer
        if right.path in known:
            continue
        known.add(right.path)
        findings.append(
            Finding(
                rule=Gradient.code, severity="error", stage="grad", reference_layer=left.path, port_layer=right.path,
                evidence=f"the gradient of {outcome.of} differs by {outcome.error:.1e} on equal input",
                location=_place(right),
                reference_location=_place(left),
                message=f"{right.type} is differentiated otherwise than {left.type}",
            )
        )  # fmt: skip
    return findings if blamed or known else [_body(wrong, stage)]


def _place(layer: Layer) -> str | None:
    return body_place(layer.module) if layer.custom or layer.location is None else str(layer.location)


def _body(wrong: list[GradientPair], stage: Stage) -> Finding:
    names = [pair.port for pair in wrong]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    worst = max((pair.tensor.metrics64.max_abs or 0.0 for pair in wrong if pair.tensor.metrics64), default=0.0)
    return Finding(
        rule=Gradient.code, severity="error", stage="grad", reference_layer="", port_layer="",
        evidence=f"gradients differ by up to {worst:.1e}: {', '.join(names[:_SHOWN])}{more}",
        location=body_place(stage.port.net), reference_location=body_place(stage.reference.net),
        message="the outputs agree and the gradients differ, though every layer alone is differentiated alike: look "
        "for a stop_gradient or detach in the bodies",
    )  # fmt: skip
